"""A service behind its front, listening on a free port of this machine, in a thread of this process."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx
import uvicorn

LABELS = {"labels": ["ham", "spam"], "learner": "perceptron"}


class Served:
    """A service that listens: `url`, its `front`, and requests to it."""

    def __init__(self, front: Any, url: str) -> None:
        self.front, self.url = front, url
        self.http = httpx.Client(base_url=url, timeout=20)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """A request; headers are given by keyword, with _ for -."""
        content = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.request(method, path, content=content, headers=given)

    def play(self, rounds: int, name: str = "spam", labelled: bool = True, **settings: Any) -> None:
        """Make a game, and play so many rounds of it."""
        self.ask("PUT", f"/v1/games/{name}", {**LABELS, **settings}).raise_for_status()
        for i in range(rounds):
            words = {"a": i % 3, "b": (i * 7) % 5, "c": "xyz"[i % 3]}
            self.ask("POST", f"/v1/games/{name}/predict", {"id": f"r{i}", "x": words}).raise_for_status()
            if labelled:
                label = "spam" if i % 3 else "ham"
                self.ask("POST", f"/v1/games/{name}/label", {"id": f"r{i}", "y": label}).raise_for_status()

    def raw(self, parts: Iterable[bytes], wait: float = 5.0) -> bytes:
        """Send bytes, and return what comes back until the connection ends, or says nothing for so many seconds."""
        host, port = self.url.removeprefix("http://").split(":")
        found = b""
        with socket.create_connection((host, int(port)), timeout=wait) as connection:
            with suppress(OSError):
                for part in parts:
                    connection.sendall(part)
            with suppress(OSError):
                while part := connection.recv(65536):
                    found += part
        return found


@contextmanager
def served(folder: Any, port: int = 0, limits: Any = None, **settings: Any) -> Iterator[Served]:
    """Serve a folder for as long as the context lasts."""
    from littlestone.service.http.front import Front
    from littlestone.service.http.guarded_protocol import guarded
    from littlestone.service.journal.folder import Folder
    from littlestone.service.keys import keys
    from littlestone.service.service import Service

    service = Service(Folder(folder, make=True), limits=limits)
    service.wait()
    keys.LOOK = 0.0  # a key that a test adds is known at once
    front = Front(service, **settings)
    http: Any = guarded(service.limits)
    config = uvicorn.Config(front, port=port, log_level="error", lifespan="on", access_log=False, http=http)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server has not started"
        time.sleep(0.005)
    found = server.servers[0].sockets[0].getsockname()[1]
    there = Served(front, f"http://127.0.0.1:{found}")
    try:
        yield there
    finally:
        there.http.close()
        front.close()
        server.should_exit = True
        thread.join(20)
        service.close()
