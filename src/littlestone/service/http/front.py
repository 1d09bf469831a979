"""The front of a service: who is let in, what is logged and measured, the page, the streams and the description."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from datetime import UTC, datetime
from time import perf_counter
from typing import IO, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import StateError
from ..disk_measures import on_disk
from ..keys.gate import Gate
from ..keys.keys import Key
from ..service import Service
from .app import PREFIX, Receive, Scope, Send, ServiceApp
from .contract import Refusal, encode
from .measures import Measures, measured
from .openapi import description
from .pages import HEADERS, page_routes, refuse, said
from .prometheus import CONTENT_TYPE
from .watching import Watch, watch_routes

NO_STORE = [(b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store")]
ONLY_TLS = (b"strict-transport-security", b"max-age=31536000")
CORE = frozenset(
    {"predict", "label", "reward", "events", "rounds", "read", "other"}
)  # answered by the core, without headers
MOVES = frozenset({"predict", "label", "reward", "events"})  # whose bodies are written to a log that is to have records


class Front:
    """The ASGI application of a service as it is listened to.

    log        where a line is written for every request, None for nowhere: who, what, the status, how long it took
    closed     is a key needed from the first moment? So it is where others can connect
    records    are ids and the bodies of moves, with their records and labels, written there too? Else never
    """

    def __init__(
        self, service: Service, *, log: IO[str] | None = None, records: bool = False, closed: bool = False
    ) -> None:
        self.service, self.log, self.records = service, log, records and log is not None
        self.logs = True  # could the last line be written?
        self.gate = Gate(service.folder.path, closed=closed)
        self.watch = Watch(service, self.gate)
        self.measures = Measures()
        routes = [*watch_routes(self.watch), *page_routes(self.gate), *self.routes()]
        self.app = ServiceApp(service, self.gate, routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = perf_counter(), 500
        what = what_of(scope["method"], scope["path"])

        async def note(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if what in CORE:
                    message["headers"] = [*message["headers"], *NO_STORE]
                if scope["scheme"] == "https":
                    message["headers"] = [*message["headers"], ONLY_TLS]
            await send(message)

        body: list[bytes] = []

        async def reading() -> Any:
            message = await receive()
            body.append(message.get("body", b""))
            return message

        try:
            await self.app(scope, reading if self.records and what in MOVES else receive, note)
        finally:
            seconds = perf_counter() - began
            self.measures.count(what, status, seconds)
            if self.log is not None:
                self.write(scope, status, seconds, b"".join(body))

    def write(self, scope: Scope, status: int, seconds: float, body: bytes) -> None:
        """Write a line of the log."""
        found = None
        if self.gate.closed:
            with suppress(StateError, OSError):  # keys that cannot be read: nobody was let in
                found = self.gate.key_of(scope)
        name = found.name if isinstance(found, Key) else "-"
        client = (scope.get("client") or ("-",))[0]
        when = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        path = logged_path(scope["path"], self.records)
        told = f" {encode(body.decode(errors='replace')).decode()}" if body else ""  # a text on one line
        line = f"{when} {client} {name!r} {scope['method']} {path} {status} {1000 * seconds:.1f}ms{told}"
        try:
            print(line, file=self.log, flush=True)
        except OSError as error:  # the disk of the log may be full when that of the journal is not
            if self.logs:
                with suppress(OSError):
                    print(f"the log cannot be written: {error}; requests are answered without it", file=sys.stderr)
            self.logs = False
        else:
            self.logs = True

    def log_anew(self, log: IO[str] | None) -> None:
        """Write to another log from now on; the file that was written to so far is closed."""
        before, self.log = self.log, log
        if before is not None and before is not sys.stderr:
            with suppress(OSError):
                before.close()

    def close(self) -> None:
        """End what would not end by itself, so that the server can."""
        self.watch.close()

    def routes(self) -> list[Route]:
        """The routes for machines: /metrics and /openapi.json."""

        async def metrics(request: Request) -> Response:
            try:
                if (refusal := self.gate.allowed(request.scope, None, "read")) is not None:
                    raise refusal
                games = await self.service.look(measured)
                disk = await asyncio.to_thread(on_disk, self.service.folder, games["numbers"])
            except Refusal as error:
                return refuse(error)
            commits = self.service.writer.commits
            text = self.measures.page(games, self.service.waiting, self.watch.streams, disk, commits)
            return Response(text, 200, {"cache-control": "no-store", **HEADERS, "content-type": CONTENT_TYPE})

        async def openapi(request: Request) -> Response:
            return said(description())

        return [Route("/metrics", metrics, methods=["GET"]), Route("/openapi.json", openapi, methods=["GET"])]


def what_of(method: str, path: str) -> str:
    """What a request asks for, in a word."""
    if not path.startswith(PREFIX):
        return "read" if path.startswith("/v1/") else "page"
    verb, _, rest = path[len(PREFIX) :].partition("/")[2].partition("/")
    if method == "GET":
        return "stream" if verb == "events" and rest else "read"
    return verb if verb in MOVES or verb == "rounds" else "other"


def logged_path(path: str, ids: bool = False) -> str:
    """The path, without the id of a round unless it is asked for, in a form that stays on its line."""
    head, found, _ = path.partition("/rounds/")
    shown = head + "/rounds/-" if found and not ids else path
    return shown[:300].encode("unicode_escape").decode().replace(" ", "%20")


def log_at(where: str | None) -> IO[str] | None:
    """The log that an option names: - is standard error, else a file that is written at its end."""
    if where is None:
        return None
    return sys.stderr if where == "-" else open(where, "a", encoding="utf-8")
