"""The client that waits for its answers."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Self

from .calls import (
    AGAIN,
    BATCH,
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

    def send(self, call: Call) -> Any:
        """Send a request until it is answered."""
        patience = Patience(self.patience)
        while True:
            patience.tries += 1
            response = None
            try:
                response = self.http.request(
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
            time.sleep(pause)

    def game(self, name: str) -> RemoteGame:
        """A game of the service by its name; nothing is sent yet."""
        return RemoteGame(self, name)

    def make(self, name: str, **settings: Any) -> RemoteGame:
        """Make a game, or find it as it was made: `client.make("spam", labels=["ham", "spam"])`."""
        self.send(Call("PUT", path_of(name), encoded(settings)))
        return RemoteGame(self, name)

    def games(self) -> Any:
        """The games of the service, as plain values."""
        return self.send(Call("GET", "/v1/games"))

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
        self.client = client
        self.name = name

    def predict(self, x: Any, id: str | None = None) -> Move:
        """Ask; `id` is yours if you have one, and the same one again is the same round."""
        return as_move(self.client.send(predict_call(self.name, x, id)))

    def label(self, id: str, y: Any, weight: float | None = None) -> dict[str, Any]:
        """Tell the label of a round; telling the same one again changes nothing."""
        return dict(self.client.send(label_call(self.name, id, y, weight)))

    def forget(self, id: str) -> None:
        """Give up a round whose label will not come."""
        self.client.send(forget_call(self.name, id))

    def events(self, events: Iterable[dict[str, Any]], batch: int = BATCH) -> Iterator[dict[str, Any]]:
        """Send predictions and labels, {"id", "x"} and {"id", "y"}, many at a time; the answers, in their order."""
        waiting: list[Any] = []
        for event in events:
            waiting.append(event)
            if len(waiting) == batch:
                yield from self.client.send(events_call(self.name, waiting))
                waiting = []
        if waiting:
            yield from self.client.send(events_call(self.name, waiting))

    def read(self, what: str = "account", **query: Any) -> Any:
        """What can be read of a game: "account", "certificates", "weights" (top=), "history" (points=), "tickets"."""
        return self.client.send(read_call(self.name, what, query))
