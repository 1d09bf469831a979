"""What is refused before any key is asked for, and who gets in where there is none."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from contextlib import suppress

import pytest
from service_asking import asking
from service_front import LABELS, served

from littlestone.service.http import guarded_protocol
from littlestone.service.keys.gate import FORWARDED, Gate, from_here, is_loopback
from littlestone.service.keys.keys import Keyring
from littlestone.service.limits import Limits

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}


def scope(peer="127.0.0.1", host="localhost:8471", method="PUT", **headers):
    """A request as the gate sees it."""
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"headers": [(b"host", host.encode()), *given], "client": (peer, 5), "method": method}


def test_a_gate_is_closed_from_its_first_moment_if_there_is_a_key(tmp_path):
    """A key that was revoked before the first request had left the door open."""
    ring = Keyring(tmp_path)
    ring.add("me", ["admin"])
    gate = Gate(tmp_path)
    ring.revoke("me")
    gate.ring.next_look = 0.0
    assert gate.allowed(scope(), "owned", "admin").code == "no_key"


def test_where_others_can_connect_a_key_is_needed_even_if_the_last_one_is_gone_before_the_gate_is_made(tmp_path):
    gate = Gate(tmp_path, closed=True)
    assert gate.allowed(scope(), "owned", "admin").code == "no_key"
    assert gate.allowed(scope(), None, "") is None


def test_keys_that_cannot_be_read_close_the_gate(tmp_path):
    (tmp_path / "keys.json").write_text("{")
    assert Gate(tmp_path).closed


def test_the_address_of_who_connects_counts_and_not_what_host_says(tmp_path):
    """`Host: localhost` from another machine had been as good as being here."""
    gate = Gate(tmp_path)
    assert gate.allowed(scope(), "g", "admin") is None
    for peer in ("10.1.2.3", "192.168.0.7", "2001:db8::1", "testclient", ""):
        assert gate.allowed(scope(peer), "g", "admin").code == "from_afar", peer
    assert gate.allowed({**scope(), "client": None}, "g", "admin").code == "from_afar"
    assert gate.allowed(scope("::ffff:127.0.0.1"), "g", "admin") is None
    assert is_loopback("::1")
    assert not is_loopback("::ffff:10.0.0.1")


@pytest.mark.parametrize("header", sorted(FORWARDED))
def test_requests_with_a_header_of_a_proxy_are_refused_without_keys(header):
    request = scope()
    request["headers"].append((header, b"x"))
    assert from_here(request).code == "behind_proxy"


def test_a_proxy_on_this_machine_that_says_nothing_cannot_be_told_apart_and_docs_say_so():
    assert from_here(scope()) is None
    from pathlib import Path

    page = Path(__file__).parents[2] / "docs" / "service" / "running.md"
    assert "cannot be told apart" in " ".join(page.read_text().split())


def test_a_forged_forwarded_address_changes_nothing(tmp_path):
    Keyring(tmp_path).add("me", ["admin"])
    with served(tmp_path) as there:
        answer = there.ask("PUT", "/v1/games/g", LABELS, x_forwarded_for="127.0.0.1")
        assert answer.json()["error"] == "no_key"


@pytest.mark.parametrize("way", ["one", "many"])
def test_headers_have_an_end(tmp_path, way):
    """300 MB of headers had been taken in 2.4 seconds, without a key."""
    with served(tmp_path) as there:
        sent = []

        def endless():
            yield b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + (b"X-One: " if way == "one" else b"")
            for k in range(3_000):
                part = b"x" * 10_000 if way == "one" else b"".join(b"X-%d-%d: y\r\n" % (k, i) for i in range(800))
                sent.append(len(part))
                yield part

        found = there.raw(endless())
        assert sum(sent) < 20_000_000, "it went on reading"
        assert not found or found.startswith(b"HTTP/1.1 431")
        assert there.ask("GET", "/healthz").status_code == 200
        assert there.raw(
            [b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: " + b"a" * 20_000 + b"\r\nConnection: close\r\n\r\n"],
        ).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("way", ["one", "many"])
@pytest.mark.parametrize("path", [b"/v1/games/g/predict", b"/nothing"])
def test_what_follows_a_body_in_chunks_has_an_end(tmp_path, way, path):
    """Headers behind the last chunk, without end, had taken 470 MB in twenty seconds, without a key."""
    with served(tmp_path) as there:
        there.ask("PUT", "/v1/games/g", SPAM)
        sent = []

        def endless():
            yield b"POST " + path + b" HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            yield b'16\r\n{"id":"a","x":{"a":1}}\r\n0\r\n' + (b"X-One: " if way == "one" else b"")
            for k in range(3_000):
                part = b"x" * 10_000 if way == "one" else b"".join(b"X-%d-%d: y\r\n" % (k, i) for i in range(800))
                sent.append(len(part))
                yield part

        there.raw(endless())
        assert sum(sent) < 20_000_000, "it went on reading"
        assert there.ask("GET", "/healthz").status_code == 200


def test_a_body_in_chunks_is_as_good_as_another(tmp_path):
    """However the chunks lie in what is read, and with headers behind them, which are nobody's."""
    with served(tmp_path) as there:
        there.ask("PUT", "/v1/games/g", SPAM)
        head = b"POST /v1/games/g/events HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
        line = b'{"id":"p","x":{"a":1}}' + b" " * 30_000 + b"\n"

        def chunks():
            yield head + b"Connection: close\r\n\r\n%x\r\n" % len(line)
            for _ in range(12):  # each ends behind the length of the next one
                yield line + b"\r\n%x\r\n" % len(line)
                time.sleep(0.01)
            yield line + b"\r\n0\r\nHost: evil.example\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n"

        found = there.raw(chunks())
        assert found.startswith(b"HTTP/1.1 200")
        assert found.count(b'"status":200') == 13


def test_connections_that_say_nothing_are_closed_and_there_are_only_so_many(tmp_path, monkeypatch):
    monkeypatch.setattr(guarded_protocol, "HEADERS_WITHIN", 0.4)
    with served(tmp_path, limits=Limits(connections=8)) as there:
        host, port = there.url.removeprefix("http://").split(":")
        silent = [socket.create_connection((host, int(port)), timeout=5) for _ in range(8)]
        time.sleep(0.1)
        assert there.raw([b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"]).startswith(b"HTTP/1.1 503")
        slow = silent[0]
        slow.sendall(b"GET /healthz HTTP/1.1\r\nX-")
        began = time.monotonic()
        for each in silent:
            each.settimeout(5)
            assert each.recv(100) == b""
        assert time.monotonic() - began < 4.0
        assert there.ask("GET", "/healthz").status_code == 200
        for each in silent:
            each.close()


def test_a_connection_that_is_used_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(guarded_protocol, "HEADERS_WITHIN", 0.1)
    with served(tmp_path) as there:
        there.play(1)
        for _ in range(8):
            assert there.ask("GET", "/v1/games/spam").status_code == 200
            time.sleep(0.05)


def test_answers_that_nobody_reads_are_given_up(tmp_path, monkeypatch):
    """They had lain in memory for as long as the connection was open."""
    monkeypatch.setattr(guarded_protocol, "HEADERS_WITHIN", 0.1)
    monkeypatch.setattr(guarded_protocol, "READ_WITHIN", 0.5)
    with served(tmp_path) as there:
        there.play(1)
        event = b'{"id":"r0","x":{"a":1}}\n'
        host, port = there.url.removeprefix("http://").split(":")
        with socket.socket() as silent:
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            silent.settimeout(10)
            silent.connect((host, int(port)))
            head = b"POST /v1/games/spam/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
            silent.sendall(head % (60_000 * len(event)) + 60_000 * event)
            began, taken = time.monotonic(), 0
            for _ in range(3):  # who reads, however slowly, is waited for
                time.sleep(0.3)
                taken += len(silent.recv(4096))
            assert taken
            time.sleep(2.0)
            with suppress(ConnectionError):
                while part := silent.recv(65536):
                    taken += len(part)
            assert taken < 3_000_000, "the whole answer was kept"
            assert time.monotonic() - began < 10.0
        assert there.ask("GET", "/healthz").status_code == 200


def test_bodies_together_have_a_limit(tmp_path):
    with served(tmp_path, limits=Limits(bodies=300_000)) as there:
        there.play(1)
        host, port = there.url.removeprefix("http://").split(":")
        head = b"POST /v1/games/spam/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n"
        first = socket.create_connection((host, int(port)), timeout=5)
        first.sendall(head + b" " * 190_000)
        for _ in range(100):
            if there.front.app.held >= 100_000:
                break
            time.sleep(0.02)
        event = json.dumps({"id": "z", "x": {"a": 1}}).encode()
        answer = there.ask("POST", "/v1/games/spam/events", event + b" " * 180_000)
        assert (answer.status_code, answer.json()["error"]) == (429, "busy")
        first.close()
        for _ in range(100):
            if there.front.app.held == 0:
                break
            time.sleep(0.02)
        assert there.front.app.held == 0
        assert there.ask("POST", "/v1/games/spam/events", event + b" " * 180_000).status_code == 200
        assert there.front.app.held == 0


def test_a_body_that_breaks_off_is_not_played(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        pieces = [
            {"type": "http.request", "body": b'{"id": "a", "x": {"f": 1}}\n', "more_body": True},
            {"type": "http.disconnect"},
        ]
        sent = []

        async def receive():
            return pieces.pop(0)

        async def send(message):
            sent.append(message)

        request = {
            "type": "http", "method": "POST", "path": "/v1/games/spam/events", "headers": [(b"host", b"localhost")],
            "client": ("127.0.0.1", 1), "scheme": "http", "query_string": b"", "http_version": "1.1",
        }  # fmt: skip
        ask.loop.run_until_complete(asyncio.wait_for(ask.app(request, receive, send), 10))
        assert sent[0]["status"] == 400
        assert json.loads(sent[1]["body"])["error"] == "broken_body"
        assert ask("GET", "/v1/games/spam")[1]["rounds"] == 0


def test_the_client_reads_labels_with_any_character(tmp_path):
    """U+2028 and U+0085 end lines of texts for `str.splitlines`, and not in JSON."""
    from littlestone.client import Client

    labels = ["ham\u2028\x85", "spam\u2029\x0b\x1c"]
    with served(tmp_path) as there, Client(there.url) as client:
        game = client.make("odd", labels=labels, learner="perceptron")
        answers = list(game.events([{"id": f"m{k}", "x": {"a": k}, "y": labels[k % 2]} for k in range(4)]))
        assert [each["status"] for each in answers] == [200] * 4
        assert answers[1]["act"] in labels
