"""The process behind `littlestone serve`: the folder, the service, and uvicorn around it."""

from __future__ import annotations

import gc
import signal
from typing import Any

import uvicorn

from ..service.app import make_app
from ..service.folder import Folder
from ..service.service import Service
from .shelf.journals import opened

COLLECT = (50_000, 20, 100)  # rounds that wait are many objects without cycles: to look through them often is a waste


class Announcing(uvicorn.Server):
    """A server that says where it listens, once it does."""

    folder = ""

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets=sockets)
        for server in getattr(self, "servers", ()):
            for socket in server.sockets:
                host, port = socket.getsockname()[:2]
                address = f"[{host}]" if ":" in host else host
                print(f"{self.folder} is served at http://{address}:{port}", flush=True)


def run(data: str, host: str, port: int, journal: str | None = None) -> int:
    """Serve until it is told to stop; returns the exit code."""
    gc.set_threshold(*COLLECT)
    folder = Folder(data, make=True)
    service = Service(folder, journal=lambda: opened(folder, journal, writes=True))
    service.wait()
    gc.freeze()
    config = uvicorn.Config(
        make_app(service),
        host=host,
        port=port,
        access_log=False,
        log_level="warning",
        server_header=False,
        lifespan="on",
    )
    server = Announcing(config)
    server.folder = data
    for asked in (signal.SIGTERM, signal.SIGINT):
        signal.signal(
            asked, lambda *_: None
        )  # uvicorn drains and stops, then sends them again: they have done their work
    try:
        server.run()
    finally:
        service.close()
    return 0 if server.started else 1
