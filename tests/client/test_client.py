"""The client against a service that is a function: it tries again with the same id, and knows when not to."""

from __future__ import annotations

import asyncio
import datetime
import json

import numpy as np
import pytest

from littlestone.errors import AlreadyLabelled, BadParameter, InputError, OrderError, UnknownRound

httpx = pytest.importorskip("httpx")
from littlestone import client as package  # noqa: E402
from littlestone.client import AsyncClient, Client, NotAllowed, RemoteError, Unreachable  # noqa: E402

MOVE = {"id": "m1", "seq": 7, "act": "spam", "guess": 0.25, "chance": 0.5}


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr(package.calls, "FIRST_PAUSE", 1e-4)
    monkeypatch.setattr(package.calls, "LONGEST_PAUSE", 1e-3)


def served(answers, kind=Client, **settings):
    """A client, and the requests that it made of a service that gives these answers in turn, the last for ever."""
    requests = []

    def handle(request):
        requests.append(request)
        answer = answers[min(len(requests), len(answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        status, body, *headers = answer
        return httpx.Response(status, json=body, headers=headers[0] if headers else None)

    made = kind("http://there", **{"patience": 5.0, **settings})
    transport = httpx.MockTransport(handle)
    library = httpx.Client if kind is Client else httpx.AsyncClient
    made.http = library(base_url="http://there", transport=transport, headers=made.http.headers)
    return made, requests


def refusal(status, code="code"):
    return (status, {"error": code, "message": "expected this, that came, do so"})


def test_decisions_and_rewards():
    said = {"id": "r1", "seq": 7, "action": "new", "chance": 0.5, "chances": {"old": 0.5, "new": 0.5}}
    told = (200, {"id": "r1", "seq": 8})
    client, requests = served([refusal(503), (200, said), told])
    game = client.game("page")
    found = game.decide({"hour": 3}, allowed=("old", "new"), id="r1")
    assert found == ("r1", 7, "new", 0.5, {"old": 0.5, "new": 0.5})
    assert game.reward(found.id, 1.0) == {"id": "r1", "seq": 8}
    sent = [json.loads(request.content) for request in requests]
    assert sent[0] == sent[1] == {"id": "r1", "x": {"hour": 3}, "allowed": ["old", "new"]}
    assert sent[2] == {"id": "r1", "reward": 1.0}
    assert requests[2].url.path == "/v1/games/page/reward"

    async def play():
        client, requests = served([(200, said), told], AsyncClient)
        found = await client.game("page").decide(choices={"old": {}, "new": {"a": 1}})
        await client.game("page").reward(found.id, 0.5)
        return [json.loads(request.content) for request in requests]

    first, second = asyncio.run(play())
    assert first["choices"] == {"old": {}, "new": {"a": 1}}
    assert second == {"id": "r1", "reward": 0.5}


def test_the_two_moves():
    client, requests = served([(200, MOVE), (200, {"id": "m1", "seq": 8})], key="ls-x")
    game = client.game("spam")
    move = game.predict({"from": "bank"}, id="m1")
    assert move == ("m1", 7, "spam", 0.25, 0.5, None)
    assert game.label(move.id, "spam", weight=2.0)["seq"] == 8
    first, second = requests
    assert (first.method, first.url.path) == ("POST", "/v1/games/spam/predict")
    assert json.loads(first.content) == {"id": "m1", "x": {"from": "bank"}}
    assert json.loads(second.content) == {"id": "m1", "y": "spam", "weight": 2.0}
    assert first.headers["authorization"] == "Bearer ls-x"


@pytest.mark.parametrize(
    "trouble", [refusal(503), refusal(429), (502, "a proxy"), httpx.ConnectError("no"), httpx.ReadTimeout("slow")]
)
def test_what_got_no_answer_is_sent_again_with_the_same_id(trouble):
    client, requests = served([trouble, trouble, (200, MOVE)])
    client.game("spam").predict({})
    assert len(requests) == 3
    sent = {request.content for request in requests}
    assert len(sent) == 1
    assert len(json.loads(sent.pop())["id"]) == 32


def test_two_rounds_without_an_id_get_two():
    client, requests = served([(200, MOVE)])
    client.game("spam").predict({})
    client.game("spam").predict({})
    first, second = (json.loads(request.content)["id"] for request in requests)
    assert first != second


def test_it_waits_as_long_as_it_is_told(monkeypatch):
    pauses = []
    monkeypatch.setattr(package.clients.time, "sleep", pauses.append)
    client, _ = served([(*refusal(429), {"retry-after": "3"}), (200, MOVE)])
    client.game("spam").predict({})
    assert pauses == [3.0]


def test_patience_ends_and_says_that_nothing_is_known():
    client, requests = served([httpx.ConnectError("nobody there")], patience=0.05)
    with pytest.raises(Unreachable, match="send it again with the same id") as caught:
        client.game("spam").label("m1", "spam")
    assert caught.value.status == 0
    assert len(requests) > 2
    client, _ = served([refusal(503, "outcome_unknown")], patience=0.01)
    with pytest.raises(Unreachable) as caught:
        client.game("spam").label("m1", "spam")
    assert (caught.value.status, caught.value.code) == (503, "outcome_unknown")


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, InputError),
        (401, NotAllowed),
        (403, NotAllowed),
        (404, UnknownRound),
        (409, AlreadyLabelled),
        (410, OrderError),
        (413, InputError),
        (500, RemoteError),
    ],
)
def test_an_error_is_the_one_that_a_game_raises_and_is_not_tried_again(status, kind):
    client, requests = served([refusal(status)])
    with pytest.raises(kind, match="expected this") as caught:
        client.game("spam").label("m1", "spam")
    assert (caught.value.status, caught.value.code) == (status, "code")
    assert len(requests) == 1


def test_an_answer_that_is_no_json_is_an_error_too():
    client, _ = served([(500, "<html>")])
    with pytest.raises(RemoteError, match="status 500"):
        client.game("spam").label("m1", "spam")


def test_forgetting_again_after_a_lost_answer_is_no_error():
    client, requests = served([httpx.ReadError("cut"), refusal(410, "forgotten")])
    client.game("a b").forget("m/1")
    assert requests[1].url.raw_path == b"/v1/games/a%20b/rounds/m%2F1"
    client, _ = served([refusal(410, "forgotten")])
    with pytest.raises(OrderError):
        client.game("spam").forget("m1")


def test_numbers_of_numpy_and_dates_are_sent_and_nan_is_not():
    client, requests = served([(200, MOVE)])
    x = {"n": np.float64(0.5), "k": np.int32(3), "v": np.arange(2), "d": datetime.date(2024, 1, 5)}
    client.game("spam").predict(x)
    assert json.loads(requests[0].content)["x"] == {"n": 0.5, "k": 3, "v": [0, 1], "d": "2024-01-05"}
    for bad in (float("nan"), object()):
        with pytest.raises(InputError):
            client.game("spam").predict({"x": bad})
    assert len(requests) == 1


def test_events_go_in_batches_and_answers_come_in_order():
    lines = "".join(json.dumps({"id": f"e{i}", "status": 200}) + "\n" for i in range(2))
    requests = []

    def handle(request):
        requests.append(request)
        return httpx.Response(200, text=lines, headers={"content-type": "application/x-ndjson"})

    client = Client("http://there")
    client.http = httpx.Client(base_url="http://there", transport=httpx.MockTransport(handle))
    decisions = [{"id": "e0"}, {"id": "e0", "reward": 0.5}, {"allowed": ["old"]}, {"choices": {"old": {}}}]
    list(client.game("page").events(decisions))
    sent = [json.loads(line) for line in requests.pop().content.splitlines()]
    assert sent[:2] == decisions[:2], "an id alone asks what to do"
    assert [each.keys() - {"id"} for each in sent[2:]] == [{"allowed"}, {"choices"}]
    events = [{"id": "e0", "x": {}}, {"id": "e0", "y": 1}, {"x": {"a": 1}}]
    answers = list(client.game("spam").events(events, batch=2))
    assert [answer["id"] for answer in answers] == ["e0", "e1", "e0", "e1"]
    assert [len(request.content.splitlines()) for request in requests] == [2, 1]
    assert "id" in json.loads(requests[1].content)
    with pytest.raises(InputError, match="an event is"):
        list(client.game("spam").events([{"y": 1}]))


def test_reading_and_making():
    client, requests = served([(201, {}), (200, {"rounds": 3})])
    game = client.make("spam", labels=["ham", "spam"])
    assert (requests[0].method, json.loads(requests[0].content)) == ("PUT", {"labels": ["ham", "spam"]})
    assert game.read("weights", top=5) == {"rounds": 3}
    assert str(requests[1].url) == "http://there/v1/games/spam/weights?top=5"


def test_the_one_that_awaits_does_the_same():
    async def play():
        client, requests = served([httpx.ConnectError("no"), refusal(503), (200, MOVE)], AsyncClient)
        async with client:
            move = await client.game("spam").predict({"a": 1})
            assert move.act == "spam"
            await client.game("spam").label("m1", "spam")
            await client.game("spam").forget("m1")
            assert (await client.game("spam").read())["seq"] == 7
        assert len({request.content for request in requests[:3]}) == 1
        client, _ = served([refusal(409)], AsyncClient)
        async with client:
            with pytest.raises(AlreadyLabelled):
                await client.game("spam").label("m1", "ham")
        client, _ = served([httpx.ConnectError("no")], AsyncClient, patience=0.01)
        async with client:
            with pytest.raises(Unreachable):
                await client.game("spam").label("m1", "ham")

    asyncio.run(play())


def test_without_httpx_it_says_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(ImportError, match=r"littlestone\[client\]"):
        Client("http://there")


@pytest.mark.parametrize("kind", [Client, AsyncClient])
@pytest.mark.parametrize("url", ["localhost:8471", "nowhere", ""])
def test_an_address_without_its_protocol_is_refused_at_once(kind, url):
    with pytest.raises(BadParameter, match="begins with http:// or https://"):
        kind(url)
