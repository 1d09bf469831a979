"""A service in this process, asked through its ASGI application, without a socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import unquote

POSTGRES: list[str] = []  # the address of a server, if journals are to be in PostgreSQL


def journal_of(folder: Any, *, writes: bool = False) -> Any:
    """The journal of a folder: in it, or in a schema of its own in PostgreSQL."""
    from littlestone.service.journal.postgres_journal import PostgresJournal
    from littlestone.service.journal.sqlite_journal import SQLiteJournal

    if not POSTGRES:
        return SQLiteJournal(Path(folder) / "journal.sqlite", writes=writes)
    return PostgresJournal(address_of(folder), writes=writes)


def audited(folder: Any, name: str = "spam") -> Any:
    """The audit of a game on a folder."""
    from littlestone.service.journal.audit import audit

    journal = journal_of(folder)
    try:
        return audit(journal, name)
    finally:
        journal.close()


def address_of(folder: Any) -> str:
    """The address of the journal of a folder in PostgreSQL; its schema is made if there is none."""
    import psycopg

    schema = "s" + sha256(str(Path(folder).absolute()).encode()).hexdigest()[:16]
    with psycopg.connect(POSTGRES[0], autocommit=True) as connection:
        connection.execute(f"set client_min_messages = warning; create schema if not exists {schema}")
    return f"{POSTGRES[0]}&options=-csearch_path%3D{schema}"


@contextmanager
def asking(folder: Any, **settings: Any) -> Iterator[Any]:
    """`ask(method, path, body)` returns the status and the answer; headers of the last one are `ask.headers`."""
    from littlestone.service.http.app import ServiceApp
    from littlestone.service.journal.folder import Folder
    from littlestone.service.service import Service

    if POSTGRES:
        settings["journal"], settings["address"] = lambda: journal_of(folder, writes=True), address_of(folder)
    service = Service(Folder(folder, make=True), **settings)
    service.wait()
    service.writer.ready.wait()
    app = ServiceApp(service)
    loop = asyncio.new_event_loop()
    service.meet(loop)

    def ask(method: str, path: str, body: Any = None) -> tuple[int, Any]:
        sent = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        status, headers, answer = loop.run_until_complete(call(app, method, path, sent))
        ask.headers = {key.decode(): value.decode() for key, value in headers}  # type: ignore[attr-defined]
        lines = "ndjson" in ask.headers.get("content-type", "")  # type: ignore[attr-defined]
        return status, [json.loads(line) for line in answer.splitlines()] if lines else json.loads(answer)

    ask.service, ask.loop, ask.app = service, loop, app  # type: ignore[attr-defined]
    try:
        yield ask
    finally:
        service.close()
        loop.close()


async def call(app: Any, method: str, path: str, body: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """One request to an ASGI application."""
    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "method": method,
        "path": unquote(path),
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
    }
    sent: list[Any] = []
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Any:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    answer = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], sent[0]["headers"], answer
