"""The client for programs that await."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self

from .calls import (
    AGAIN,
    Call,
    Move,
    Patience,
    answer_of,
    as_move,
    encoded,
    events_call,
    forget_call,
    label_call,
    library,
    lost,
    path_of,
    predict_call,
    read_call,
    settings_of,
)

if TYPE_CHECKING:
    import httpx


class AsyncClient:
    """`Client` for programs that await: the same names, the same tries."""

    def __init__(
        self, url: str, *, key: str | None = None, timeout: float = 10.0, patience: float = 30.0, verify: Any = True
    ) -> None:
        self.httpx = library()
        self.http: httpx.AsyncClient = self.httpx.AsyncClient(**settings_of(url, key, timeout, verify))
        self.patience = patience

    async def send(self, call: Call) -> Any:
        """Send a request until it is answered."""
        patience = Patience(self.patience)
        while True:
            patience.tries += 1
            try:
                response = await self.http.request(
                    call.method, call.path, content=call.content, headers={"content-type": call.kind}
                )
            except self.httpx.TransportError as error:
                pause = patience.pause(None)
                if pause is None:
                    raise lost(call, error, patience) from error
            else:
                pause = patience.pause(response) if response.status_code in AGAIN else None
                if pause is None:
                    return answer_of(call, response, patience.tries)
            await asyncio.sleep(pause)

    def game(self, name: str) -> AsyncRemoteGame:
        """A game of the service by its name; nothing is sent yet."""
        return AsyncRemoteGame(self, name)

    async def make(self, name: str, **settings: Any) -> AsyncRemoteGame:
        """Make a game, or find it as it was made."""
        await self.send(Call("PUT", path_of(name), encoded(settings)))
        return AsyncRemoteGame(self, name)

    async def games(self) -> Any:
        """The games of the service, as plain values."""
        return await self.send(Call("GET", "/v1/games"))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.http.aclose()


class AsyncRemoteGame:
    """A game that is played by a service, for programs that await."""

    def __init__(self, client: AsyncClient, name: str) -> None:
        self.client = client
        self.name = name

    async def predict(self, x: Any, id: str | None = None) -> Move:
        """Ask, as `RemoteGame.predict` does."""
        return as_move(await self.client.send(predict_call(self.name, x, id)))

    async def label(self, id: str, y: Any, weight: float | None = None) -> dict[str, Any]:
        """Tell the label of a round."""
        return dict(await self.client.send(label_call(self.name, id, y, weight)))

    async def forget(self, id: str) -> None:
        """Give up a round whose label will not come."""
        await self.client.send(forget_call(self.name, id))

    async def events(self, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Send predictions and labels, {"id", "x"} and {"id", "y"}, in one request; the answers, in their order."""
        return list(await self.client.send(events_call(self.name, events)))

    async def read(self, what: str = "account", **query: Any) -> Any:
        """What can be read of a game, as `RemoteGame.read` does."""
        return await self.client.send(read_call(self.name, what, query))
