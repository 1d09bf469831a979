"""The client and the service together: connections that break, and answers that are the same the second time."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest

for library in ("starlette", "msgspec", "uvicorn", "httpx", "uplot"):
    pytest.importorskip(library, reason="the service needs littlestone[service], its tests httpx")

from service_front import served  # noqa: E402

from littlestone.client import AsyncClient, Client, NotAllowed  # noqa: E402
from littlestone.errors import AlreadyLabelled, InputError, OrderError, UnknownRound  # noqa: E402
from littlestone.service.keys.keys import Keyring  # noqa: E402


@pytest.fixture
def there(tmp_path):
    with served(tmp_path) as found:
        yield found


class Breaking:
    """A proxy that hands every request on, and breaks every other connection before its answer has come back."""

    def __init__(self, url):
        self.to = ("127.0.0.1", int(url.rpartition(":")[2]))
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.broken = self.seen = 0
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.seen += 1
            with client, socket.create_connection(self.to) as server:
                client.settimeout(10)
                request = b""
                while b"\r\n\r\n" not in request:
                    request += client.recv(65536)
                head, _, body = request.partition(b"\r\n\r\n")
                wanted = next(
                    (
                        int(line.split(b":")[1])
                        for line in head.split(b"\r\n")
                        if line.lower().startswith(b"content-length")
                    ),
                    0,
                )
                while len(body) < wanted:
                    body += client.recv(65536)
                server.sendall(head.replace(b"keep-alive", b"close") + b"\r\n\r\n" + body)
                answer = b""
                while piece := server.recv(65536):
                    answer += piece
                if self.seen % 2:
                    self.broken += 1  # the service has played it, and nobody hears
                else:
                    client.sendall(answer)


def test_the_two_moves_and_what_a_game_would_raise(there):
    with Client(there.url) as client:
        game = client.make("spam", labels=["ham", "spam"], learner="perceptron")
        client.make("spam", labels=["ham", "spam"], learner="perceptron")  # the same again is the same
        move = game.predict({"a": 1}, id="one")
        assert game.predict({"a": 1}, id="one") == move
        first = game.label("one", "spam")
        assert game.label("one", "spam") == first
        with pytest.raises(AlreadyLabelled, match="has its label, 'spam'"):
            game.label("one", "ham")
        with pytest.raises(UnknownRound):
            game.label("never", "ham")
        with pytest.raises(UnknownRound):
            client.game("nowhere").predict({})
        with pytest.raises(InputError):
            game.predict({"a": 1}, id="x" * 300)
        with pytest.raises(InputError, match="label"):
            game.label(game.predict({"a": 2}).id, "neither")
        two = game.predict({"a": 2}, id="two")
        game.forget(two.id)
        with pytest.raises(OrderError):
            game.label("two", "ham")
        with pytest.raises(AlreadyLabelled):
            client.make("spam", labels=["ham", "spam"], learner="arow")
        assert game.read("account")["labelled"] == 1
        assert len(game.read("weights", top=1)["weights"]) <= 1
        assert [each["name"] for each in client.games()["games"]] == ["spam"]


def test_many_events_at_once(there):
    with Client(there.url) as client:
        game = client.make("spam", labels=["ham", "spam"], learner="perceptron")
        events = [each for i in range(25) for each in ({"id": f"e{i}", "x": {"a": i}}, {"id": f"e{i}", "y": "ham"})]
        answers = list(game.events(events, batch=7))
        assert [answer["id"] for answer in answers] == [event["id"] for event in events]
        assert game.read("account")["labelled"] == 25


def test_connections_that_break_neither_lose_a_round_nor_play_one_twice(there):
    proxy = Breaking(there.url)
    with Client(proxy.url, patience=30.0) as client:
        game = client.make("spam", labels=["ham", "spam"], learner="perceptron")
        for i in range(15):
            move = game.predict({"a": i})
            game.label(move.id, "spam" if i % 2 else "ham")
        for i in range(3):
            game.forget(game.predict({"a": i}).id)
    proxy.listener.close()
    account = there.ask("GET", "/v1/games/spam/account").json()
    assert proxy.broken > 15
    assert (account["rounds"], account["labelled"], account["forgotten"], account["open"]) == (18, 15, 3, 0)
    assert account["seq"] == 1 + 15 * 2 + 3 * 2


def test_a_key_opens_and_a_wrong_one_does_not(there, tmp_path):
    with Client(there.url) as client:
        client.make("spam", labels=["ham", "spam"])
    _, key = Keyring(tmp_path).add("shop", ["predict"])
    with Client(there.url, key=key) as client:
        assert client.game("spam").predict({"a": 1}).act in ("ham", "spam")
        with pytest.raises(NotAllowed, match="no role 'label'"):
            client.game("spam").label("x", "ham")
    with Client(there.url) as client, pytest.raises(NotAllowed, match="Authorization: Bearer"):
        client.game("spam").predict({"a": 1})


def test_the_one_that_awaits(there):
    async def play():
        async with AsyncClient(there.url) as client:
            game = await client.make("spam", labels=["ham", "spam"], learner="perceptron")
            moves = await asyncio.gather(*(game.predict({"a": i}) for i in range(20)))
            await asyncio.gather(*(game.label(move.id, "ham") for move in moves))
            answers = await game.events([{"id": "b", "x": {"a": 1}}, {"id": "b", "y": "spam"}])
            assert [answer["status"] for answer in answers] == [200, 200]
            assert (await game.read("account"))["labelled"] == 21
            assert len((await client.games())["games"]) == 1

    asyncio.run(play())
