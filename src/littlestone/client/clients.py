"""`Client`, which waits for its answers, and `AsyncClient`, for programs that await: both make the calls of `calls`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Self, TypeVar

from . import calls
from .calls import BATCH, Call, Decision, Move, Request, in_batches, library, settings_of, steps_of

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")


class Client:
    """A service, by its address.

    url         such as "http://127.0.0.1:8471"
    key         as `littlestone key add` printed it; None where the service needs none
    timeout     seconds to wait for one answer
    patience    seconds to go on trying, with the same id, while there is none
    verify      False, or a context of `ssl`, for certificates of your own
    """

    def __init__(
        self, url: str, *, key: str | None = None, timeout: float = 10.0, patience: float = 30.0, verify: Any = True
    ) -> None:
        self.httpx = library()
        self.http: httpx.Client = self.httpx.Client(**settings_of(url, key, timeout, verify))
        self.patience = patience

    def run(self, call: Call[T]) -> T:
        """Make a call: send what it says, and wait where it says so."""
        steps, reply = steps_of(call, self.patience), None
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as end:
                result: T = end.value
                return result
            if isinstance(step, Request):
                reply = self.send(step)
            else:
                time.sleep(step)

    def send(self, request: Request) -> Any:
        """The response to a request, or the error of the connection."""
        try:
            return self.http.request(*request[:2], content=request.content, headers={"content-type": request.kind})
        except self.httpx.TransportError as error:
            return error

    def game(self, name: str) -> RemoteGame:
        """A game of the service by its name; nothing is sent yet."""
        return RemoteGame(self, name)

    def make(self, name: str, **settings: Any) -> RemoteGame:
        """Make a game, or find it as it was made: `client.make("spam", labels=["ham", "spam"])`."""
        self.run(calls.make(name, settings))
        return self.game(name)

    def games(self) -> Any:
        """The games of the service, as plain values."""
        return self.run(calls.games())

    def close(self) -> None:
        """Close the connections."""
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class RemoteGame:
    """A game that is played by a service."""

    def __init__(self, client: Client, name: str) -> None:
        self.client, self.name = client, name

    def predict(self, x: Any, id: str | None = None) -> Move:
        """Ask; `id` is your name for the record, if you have one. The same id again is the same round."""
        return self.client.run(calls.predict(self.name, x, id))

    def label(self, id: str, y: Any, weight: float | None = None) -> dict[str, Any]:
        """Tell the label of a round; telling the same one again changes nothing."""
        return self.client.run(calls.label(self.name, id, y, weight))

    def decide(self, x: Any = None, *, choices: Any = None, allowed: Any = None, id: str | None = None) -> Decision:
        """Ask what to do, in a game of actions: `choices` are features of the actions, `allowed` those that may be."""
        return self.client.run(calls.decide(self.name, x, choices, allowed, id))

    def reward(self, id: str, value: float) -> dict[str, Any]:
        """Tell what the action of a round has brought; telling the same again changes nothing."""
        return self.client.run(calls.reward(self.name, id, value))

    def forget(self, id: str) -> None:
        """Give up a round whose label will not come."""
        self.client.run(calls.forget(self.name, id))

    def events(self, events: Iterable[dict[str, Any]], batch: int = BATCH) -> Iterator[dict[str, Any]]:
        """Send predictions and labels, {"id", "x"} and {"id", "y"}, many at a time; the answers, in their order."""
        for some in in_batches(events, batch):
            yield from self.client.run(calls.events(self.name, some, batch))

    def read(self, what: str = "account", **query: Any) -> Any:
        """What can be read of a game: "account", "certificates", "weights" (top=), "history" (points=), "rounds"."""
        return self.client.run(calls.read(self.name, what, query))


class AsyncClient:
    """`Client` for programs that await: the same names, the same tries."""

    def __init__(
        self, url: str, *, key: str | None = None, timeout: float = 10.0, patience: float = 30.0, verify: Any = True
    ) -> None:
        self.httpx = library()
        self.http: httpx.AsyncClient = self.httpx.AsyncClient(**settings_of(url, key, timeout, verify))
        self.patience = patience

    async def run(self, call: Call[T]) -> T:
        """Make a call, as `Client.run` does."""
        steps, reply = steps_of(call, self.patience), None
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as end:
                result: T = end.value
                return result
            reply = await (self.send(step) if isinstance(step, Request) else asyncio.sleep(step))

    async def send(self, request: Request) -> Any:
        """The response to a request, or the error of the connection."""
        try:
            return await self.http.request(
                *request[:2], content=request.content, headers={"content-type": request.kind}
            )
        except self.httpx.TransportError as error:
            return error

    def game(self, name: str) -> AsyncRemoteGame:
        """A game of the service by its name; nothing is sent yet."""
        return AsyncRemoteGame(self, name)

    async def make(self, name: str, **settings: Any) -> AsyncRemoteGame:
        """Make a game, or find it as it was made."""
        await self.run(calls.make(name, settings))
        return self.game(name)

    async def games(self) -> Any:
        """The games of the service, as plain values."""
        return await self.run(calls.games())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.http.aclose()


class AsyncRemoteGame:
    """A game that is played by a service, for programs that await."""

    def __init__(self, client: AsyncClient, name: str) -> None:
        self.client, self.name = client, name

    async def predict(self, x: Any, id: str | None = None) -> Move:
        """Ask, as `RemoteGame.predict` does."""
        return await self.client.run(calls.predict(self.name, x, id))

    async def label(self, id: str, y: Any, weight: float | None = None) -> dict[str, Any]:
        """Tell the label of a round."""
        return await self.client.run(calls.label(self.name, id, y, weight))

    async def decide(
        self, x: Any = None, *, choices: Any = None, allowed: Any = None, id: str | None = None
    ) -> Decision:
        """Ask what to do, as `RemoteGame.decide` does."""
        return await self.client.run(calls.decide(self.name, x, choices, allowed, id))

    async def reward(self, id: str, value: float) -> dict[str, Any]:
        """Tell what the action of a round has brought."""
        return await self.client.run(calls.reward(self.name, id, value))

    async def forget(self, id: str) -> None:
        """Give up a round whose label will not come."""
        await self.client.run(calls.forget(self.name, id))

    async def events(self, events: Iterable[dict[str, Any]], batch: int = BATCH) -> list[dict[str, Any]]:
        """Send predictions and labels, {"id", "x"} and {"id", "y"}, many at a time; the answers, in their order."""
        return await self.client.run(calls.events(self.name, events, batch))

    async def read(self, what: str = "account", **query: Any) -> Any:
        """What can be read of a game, as `RemoteGame.read` does."""
        return await self.client.run(calls.read(self.name, what, query))
