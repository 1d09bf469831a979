"""`littlestone serve`: the two moves over HTTP, on a durable journal."""

from __future__ import annotations

import gc
import signal
from functools import partial
from typing import Annotated, Any, NamedTuple

import typer
import uvicorn

from ..command_line.journals import opened
from ..errors import BadParameter
from ..service.http.front import Front, log_at
from ..service.http.listening import check_address
from ..service.journal.folder import Folder
from ..service.service import Service

EXAMPLES = """\b
Examples:
  littlestone serve --data games/
  littlestone serve --data games/ --port 9000 --log -
  littlestone serve --data games/ --journal postgresql://localhost/games
  littlestone serve --data games/ --host 0.0.0.0 --certfile cert.pem --keyfile key.pem
"""
COLLECT = (50_000, 20, 100)  # rounds that wait are many objects without cycles: to look through them often is a waste
PATIENCE = 10  # seconds that requests have to end when the process is told to


def serve(
    data: Annotated[str, typer.Option("--data", metavar="FOLDER", help="The folder of the journal; made if missing.")],
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on; any but this machine's own needs keys.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8471,
    journal: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="A journal in PostgreSQL, postgresql://..., instead of one in the folder."
        ),
    ] = None,
    certfile: Annotated[
        str | None, typer.Option(metavar="FILE", help="The certificate, in PEM format, for TLS.")
    ] = None,
    keyfile: Annotated[str | None, typer.Option(metavar="FILE", help="The key of the certificate.")] = None,
    readers: Annotated[
        int,
        typer.Option(
            min=0, max=64, help="Processes that read beside the one that plays, started when needed; 0: none."
        ),
    ] = 1,
    log: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a line for every request, without records; - is standard error."),
    ] = None,
    log_records: Annotated[
        bool,
        typer.Option("--log-records", help="Write ids, records and labels to the log as well: they may be private."),
    ] = False,
) -> int:
    """Serve games over HTTP, on a durable journal.

    An answer leaves when its row is on disk. Stop it with Ctrl-C or SIGTERM, or pull the plug: a start on the same
    folder goes on where it was.
    """
    if log_records and log is None:
        raise BadParameter("--log-records says what is written to the log: say where, with --log FILE")
    return run(data, Listening(host, port, certfile, keyfile, log, log_records), journal, readers)


class Listening(NamedTuple):
    """Where to listen, and with which certificate; `log` is where a line a request is written, perhaps with records."""

    host: str
    port: int
    certfile: str | None = None
    keyfile: str | None = None
    log: str | None = None
    records: bool = False


class Announcing(uvicorn.Server):
    """A server that says where it listens, once it does, and ends streams when it is told to stop."""

    folder = ""
    front: Front
    notes: list[str]

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets=sockets)
        scheme = "https" if self.config.is_ssl else "http"
        for server in getattr(self, "servers", ()):
            for socket in server.sockets:
                host, port = socket.getsockname()[:2]
                address = f"[{host}]" if ":" in host else host
                print(f"{self.folder} is served at {scheme}://{address}:{port}", flush=True)
        for note in self.notes:
            print(note, flush=True)

    async def shutdown(self, sockets: Any = None) -> None:
        self.front.close()
        await super().shutdown(sockets=sockets)


def run(data: str, where: Listening, journal: str | None = None, readers: int = 1) -> int:
    """Serve until it is told to stop; returns the exit code."""
    gc.set_threshold(*COLLECT)
    folder = Folder(data, make=True)
    notes = check_address(data, where.host, where.certfile, where.keyfile)
    opening = None if journal is None else partial(opened, folder, journal, writes=True)
    service = Service(folder, journal=opening, address=journal, readers=readers)
    service.wait()
    try:
        front = Front(service, log=log_at(where.log), records=where.records)
        gc.freeze()
        config = uvicorn.Config(
            front,
            host=where.host,
            port=where.port,
            ssl_certfile=where.certfile,
            ssl_keyfile=where.keyfile,
            access_log=False,
            log_level="warning",
            server_header=False,
            lifespan="on",
            timeout_graceful_shutdown=PATIENCE,
        )
        server = Announcing(config)
        server.folder, server.front, server.notes = data, front, notes
        for asked in (signal.SIGTERM, signal.SIGINT):  # uvicorn drains and stops, then sends them again, to no end
            signal.signal(asked, lambda *_: None)
        server.run()
    finally:
        service.close()
    return 0 if server.started else 1
