"""The process behind `littlestone serve`: the folder, the service, and uvicorn around it."""

from __future__ import annotations

import gc
import signal
from typing import Any, NamedTuple

import uvicorn

from ..command_line.journals import opened
from ..service.http.front import Front, log_at
from ..service.http.listening import check_address
from ..service.journal.folder import Folder
from ..service.service import Service

COLLECT = (50_000, 20, 100)  # rounds that wait are many objects without cycles: to look through them often is a waste
PATIENCE = 10  # seconds that requests have to end when the process is told to


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


def run(data: str, where: Listening, journal: str | None = None) -> int:
    """Serve until it is told to stop; returns the exit code."""
    gc.set_threshold(*COLLECT)
    folder = Folder(data, make=True)
    notes = check_address(data, where.host, where.certfile, where.keyfile)
    service = Service(folder, journal=lambda: opened(folder, journal, writes=True))
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
