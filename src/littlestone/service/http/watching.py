"""Watching a game: Server-Sent Events, at most ten a second, that go on where a lost connection ended.

The id of an event is the seq of the row it speaks of, so a browser that comes back says by itself what it has seen. The
usual event is `account`, the whole account after that row: what lies between two of them needs no telling. With
`?rows=true` every row is an event of its own, and `Last-Event-ID` is the row after which to go on.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ..hosted import Hosted
from ..keys.gate import OpenGate
from ..row_events import event_of
from ..service import Service
from ..views import account
from .contract import AccountAnswer, Refusal
from .pages import HEADERS, refuse

PAUSE = 0.1  # seconds between two events, at least
ALIVE = 15.0  # seconds after which a line says that the connection is still there
MOST = 500  # streams of a process
AGAIN = b"retry: 2000\n\n"  # milliseconds after which a browser comes back


class Watch:
    """All streams of a service; its `listener` wakes those whose game has changed."""

    def __init__(self, service: Service, gate: OpenGate) -> None:
        self.service, self.gate = service, gate
        self.waiting: dict[str, set[asyncio.Event]] = {}
        self.streams = 0
        self.over = False
        self.last: dict[str, tuple[int, bytes]] = {}  # the last event of each game that is watched
        self.looking: dict[str, asyncio.Lock] = {}
        service.listeners.append(self.changed)

    def changed(self, games: Mapping[str, int]) -> None:
        """Wake the streams of these games."""
        if self.waiting:
            for name in games:
                for event in self.waiting.get(name, ()):
                    event.set()

    def close(self) -> None:
        """End all streams, so that the process can end."""
        self.over = True
        for events in self.waiting.values():
            for event in events:
                event.set()

    async def answer(self, request: Request) -> Response:
        """The stream of a game."""
        name = request.path_params["name"]
        try:
            if (refusal := self.gate.allowed(request.scope, name, "read")) is not None:
                raise refusal
            after = seen(request)
            rows = request.query_params.get("rows", "false")
            if rows not in ("true", "false"):
                raise Refusal(422, "bad_parameter", f"rows is true or false, not {rows[:20]!r}")
            if self.streams >= MOST:
                raise Refusal(429, "too_many_streams", f"{MOST} streams are open; come back later, or ask by GET", 5)
            seq = await self.service.read(name, last_row)
        except Refusal as error:
            return refuse(error)
        if rows == "true" and after is None:
            after = seq
        who = self.gate.holder(request.scope)
        parts = self.rows(name, after or 0, who) if rows == "true" else self.accounts(name, after or 0)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no", **HEADERS}
        return StreamingResponse(self.stream(request, name, parts), 200, headers, media_type="text/event-stream")

    async def stream(self, request: Request, name: str, parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """What `parts` says, as long as who asked may hear it."""
        self.streams += 1
        try:
            yield AGAIN
            async for part in parts:
                if self.over or self.gate.allowed(request.scope, name, "read") is not None:
                    return
                yield part
        except Refusal:
            return  # the service ends, or is too busy: whoever watches comes back
        finally:
            self.streams -= 1

    async def accounts(self, name: str, after: int) -> AsyncIterator[bytes]:
        """The account whenever it has changed, if not after this row."""
        async for _ in self.changes(name):
            seq, message = await self.latest(name)
            if seq > after:
                after = seq
                yield message
            else:
                yield b": alive\n\n"

    async def rows(self, name: str, after: int, who: str) -> AsyncIterator[bytes]:
        """Every row after this one."""
        async for _ in self.changes(name):
            told = False
            while found := await self.service.readers.rows(name, after, who):
                after, message = found
                told = True
                yield message
            if not told:
                yield b": alive\n\n"

    async def changes(self, name: str) -> AsyncIterator[None]:
        """Now, then whenever the game has changed, with a pause between; and when nothing came for a while."""
        event = asyncio.Event()
        self.waiting.setdefault(name, set()).add(event)
        try:
            while not self.over:
                event.clear()
                yield
                await asyncio.sleep(PAUSE)
                with suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), ALIVE)
        finally:
            self.waiting[name].discard(event)
            if not self.waiting[name]:
                del self.waiting[name]
                self.last.pop(name, None)
                self.looking.pop(name, None)

    async def latest(self, name: str) -> tuple[int, bytes]:
        """The account as an event; many who watch one game cost it no more than one who does."""
        async with self.looking.setdefault(name, asyncio.Lock()):
            seq, message = self.last.get(name, (-1, b""))
            now, found = await self.service.read(name, lambda hosted: look(hosted, seq))
            if found is not None:
                message = event_of("account", now, found)
                self.last[name] = (now, message)
            return now, message


def seen(request: Request) -> int | None:
    """The row that who comes back has seen last; None if it is the first time."""
    text = request.headers.get("last-event-id") or request.query_params.get("after")
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise Refusal(422, "bad_parameter", f"Last-Event-ID is the seq of a row, a whole number, not {text[:20]!r}")
    return int(text)


def last_row(hosted: Hosted) -> int:
    """The seq of the last row."""
    return hosted.seq


def look(hosted: Hosted, seq: int) -> tuple[int, AccountAnswer | None]:
    """The seq and the account of a game; None if it is as it was after row `seq`."""
    return hosted.seq, account(hosted) if hosted.seq != seq else None


def watch_routes(watch: Watch) -> list[Route]:
    """The route of the streams."""
    return [Route("/v1/games/{name}/events/stream", watch.answer, methods=["GET"])]
