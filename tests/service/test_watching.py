"""Streams: events with the seq of their row, ten a second at most, that go on where a connection was lost."""

from __future__ import annotations

import json
import threading
import time
from itertools import pairwise

import pytest

for library in ("starlette", "msgspec", "uvicorn", "httpx", "uplot"):
    pytest.importorskip(library, reason="the service needs littlestone[service], its tests httpx")

from service_front import served  # noqa: E402

from littlestone.service.keys.keys import Keyring  # noqa: E402

STREAM = "/v1/games/spam/events/stream"


@pytest.fixture
def there(tmp_path):
    with served(tmp_path) as found:
        yield found


def events(there, most, path=STREAM, seconds=5.0, **headers):
    """The first events of a stream, at most so many, as (kind, id, data, when)."""
    found, until = [], time.monotonic() + seconds
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    with there.http.stream("GET", path, headers=given, timeout=seconds) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        event = {}
        for line in response.iter_lines():
            if line:
                name, _, value = line.partition(": ")
                event[name] = value
                continue
            if "data" in event:
                found.append((event["event"], int(event["id"]), json.loads(event["data"]), time.monotonic()))
            event = {}
            if len(found) >= most or time.monotonic() > until:
                break
    return found


def test_the_account_comes_at_once_and_whenever_it_has_changed(there):
    there.play(4)
    (kind, seq, account, _), *_ = events(there, 1)
    assert kind == "account"
    assert (seq, account["seq"], account["labelled"]) == (9, 9, 4)
    timer = threading.Timer(0.4, there.ask, ("POST", "/v1/games/spam/predict", {"id": "new", "x": {"a": 1}}))
    timer.start()
    first, second = events(there, 2)
    timer.join()
    assert (first[1], second[1]) == (9, 10)
    assert second[2]["rounds"] == 5


def test_who_comes_back_is_told_only_what_is_new(there):
    there.play(4)
    timer = threading.Timer(0.4, there.ask, ("POST", "/v1/games/spam/predict", {"id": "new", "x": {"a": 1}}))
    timer.start()
    ((_, seq, _, _),) = events(there, 1, last_event_id="9")
    timer.join()
    assert seq == 10
    ((_, seq, _, _),) = events(there, 1, last_event_id="3")
    assert seq == 10


def test_there_are_not_more_than_ten_a_second(there):
    there.play(1)
    stop = threading.Event()

    def keep_playing():
        number = 0
        while not stop.is_set():
            number += 1
            there.ask("POST", "/v1/games/spam/predict", {"id": f"n{number}", "x": {"a": 1}})

    player = threading.Thread(target=keep_playing)
    player.start()
    try:
        times = [when for *_, when in events(there, 6)]
    finally:
        stop.set()
        player.join()
    assert min(later - earlier for earlier, later in pairwise(times)) > 0.05
    assert times[-1] - times[0] > 0.45


def test_rows_come_one_by_one_without_records_and_go_on_after_the_last_seen(there):
    there.play(3)
    rows = events(there, 4, STREAM + "?rows=true", last_event_id="1")
    assert [(kind, seq) for kind, seq, *_ in rows] == [("predict", 2), ("label", 3), ("predict", 4), ("label", 5)]
    assert rows[0][2]["id"] == "r0"
    assert rows[1][2]["y"] == "ham"
    assert rows[1][2]["mistake"] in (True, False)
    assert "x" not in rows[0][2]
    again = events(there, 2, STREAM + "?rows=true", last_event_id="5")
    assert [seq for _, seq, *_ in again] == [6, 7]


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/v1/games/nowhere/events/stream", {}, 404),
        (STREAM, {"last_event_id": "x"}, 422),
        (STREAM, {"last_event_id": "9" * 30}, 422),
        (STREAM + "?rows=perhaps", {}, 422),
    ],
)
def test_a_stream_that_cannot_be(there, path, headers, status):
    there.play(1)
    answer = there.ask("GET", path, **headers)
    assert answer.status_code == status
    assert set(answer.json()) == {"error", "message"}


def test_a_stream_ends_when_its_key_is_revoked(there, tmp_path):
    there.play(1)
    ring = Keyring(tmp_path)
    ring.add("me", ["admin"])
    _, key = ring.add("guest", ["read"])
    timer = threading.Timer(0.3, ring.revoke, ("guest",))
    timer.start()
    changes = threading.Timer(0.8, there.front.watch.changed, ({"spam": 99},))
    changes.start()
    found = events(there, 50, authorization=f"Bearer {key}")
    assert len(found) == 1
    timer.join()
    changes.join()


def test_watching_changes_nothing_and_leaves_nothing_behind(there):
    there.play(5)
    before = there.ask("GET", "/v1/games/spam/digest").json()
    events(there, 1)
    events(there, 3, STREAM + "?rows=true", last_event_id="0")
    assert there.ask("GET", "/v1/games/spam/digest").json() == before
    until = time.monotonic() + 5
    while there.front.watch.streams and time.monotonic() < until:
        there.front.watch.changed({"spam": 1})  # who has gone is noticed at the next event
        time.sleep(0.05)
    assert there.front.watch.streams == 0
    assert there.front.watch.waiting == {}
