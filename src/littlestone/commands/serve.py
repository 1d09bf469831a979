"""`littlestone serve`: the two moves over HTTP, on a durable journal."""

from __future__ import annotations

import gc
import signal
import socket
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
import uvicorn

from ..command_line.exits import BAD_INPUT
from ..command_line.journals import opened
from ..errors import BadParameter
from ..service.http.front import Front, log_at
from ..service.http.guarded_protocol import guarded
from ..service.http.listening import check_address
from ..service.importing import imported, named_files
from ..service.journal.folder import Folder
from ..service.journal.heads import Signer
from ..service.keys.gate import is_loopback
from ..service.limits import Limits, read_limits
from ..service.making import check_name, read_settings
from ..service.requests import Make
from ..service.service import Service

EXAMPLES = """\b
Examples:
  littlestone serve --data games/
  littlestone serve --data games/ --port 9000 --log -
  littlestone serve --data games/ --journal postgresql://localhost/games
  littlestone serve --data games/ --import spam=model.npz --frozen
  littlestone serve --data games/ --host 0.0.0.0 --certfile cert.pem --keyfile key.pem
  littlestone serve --data games/ --limit memory=1000000000 --limit cells=500
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
    imports: Annotated[
        list[str] | None,
        typer.Option(
            "--import",
            metavar="[NAME=]FILE",
            help="A saved game (.npz) that a game of this name begins as, unless it is there; may be given again.",
        ),
    ] = None,
    frozen: Annotated[bool, typer.Option("--frozen", help="Games that are imported answer, and never learn.")] = False,
    log: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a line for every request, without records; - is standard error."),
    ] = None,
    log_records: Annotated[
        bool,
        typer.Option("--log-records", help="Write ids, records and labels to the log as well: they may be private."),
    ] = False,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER", help="Another limit, such as memory=2000000000 or cells=500. May be given again."
        ),
    ] = None,
    sign: Annotated[
        str | None, typer.Option(metavar="KEY", help="Sign receipts with this Ed25519 key, a file in PEM format.")
    ] = None,
) -> int:
    """Serve games over HTTP, on a durable journal.

    An answer leaves when its row is on disk. Stop it with Ctrl-C or SIGTERM, or pull the plug: a start on the same
    folder goes on where it was.
    """
    if log_records and log is None:
        raise BadParameter("--log-records says what is written to the log: say where, with --log FILE")
    if frozen and not imports:
        raise BadParameter("--frozen is about games that are imported: say which, with --import FILE")
    where = Listening(host, port, certfile, keyfile, log, log_records)
    what = Serving(journal, readers, named_files(imports or ()), frozen, Limits(**read_limits(limit or ())), sign)
    return run(data, where, what)


class Listening(NamedTuple):
    """Where to listen, and with which certificate; `log` is where a line a request is written, perhaps with records."""

    host: str
    port: int
    certfile: str | None = None
    keyfile: str | None = None
    log: str | None = None
    records: bool = False


class Serving(NamedTuple):
    """What is served: the address of a journal elsewhere, processes that read, games to begin as files, by name."""

    journal: str | None = None
    readers: int = 1
    imports: Mapping[str, str] = {}
    frozen: bool = False
    limits: Limits = Limits()
    sign: str | None = None


class Announcing(uvicorn.Server):
    """A server that says where it listens, once it does, and ends streams when it is told to stop."""

    folder = ""
    home: Folder
    front: Front
    notes: list[str]

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets=sockets)
        scheme = "https" if self.config.is_ssl else "http"
        for server in getattr(self, "servers", ()):
            for listening in server.sockets:
                host, port = listening.getsockname()[:2]
                address = f"[{host}]" if ":" in host else host
                print(f"{self.folder} is served at {scheme}://{address}:{port}", flush=True)
                self.home.announce(f"{scheme}://{reached(address)}:{port}")
        for note in self.notes:
            print(note, flush=True)

    async def shutdown(self, sockets: Any = None) -> None:
        self.front.close()
        await super().shutdown(sockets=sockets)


def run(data: str, where: Listening, what: Serving) -> int:
    """Serve until it is told to stop; returns the exit code."""
    gc.set_threshold(*COLLECT)
    folder = Folder(data, make=True)
    notes = check_address(data, where.host, where.certfile, where.keyfile)
    check_free(where.host, where.port)
    limits = what.limits
    opening = None if what.journal is None else partial(opened, folder, what.journal, writes=True)
    signer = None if what.sign is None else Signer(Path(what.sign))
    service = Service(folder, limits=limits, journal=opening, address=what.journal, readers=what.readers, signer=signer)
    service.wait()
    server: Announcing | None = None
    try:
        for name, path in what.imports.items():
            notes.append(import_game(service, name, path, frozen=what.frozen))
        closed = not is_loopback(where.host)  # whoever revokes the last key opens no door
        front = Front(service, log=log_at(where.log), records=where.records, closed=closed)
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
            http=guarded(limits),
            h11_max_incomplete_event_size=limits.headers,
        )
        server = Announcing(config)
        server.folder, server.home, server.front, server.notes = data, folder, front, notes
        for asked in (signal.SIGTERM, signal.SIGINT):  # uvicorn drains and stops, then sends them again, to no end
            signal.signal(asked, lambda *_: None)
        signal.signal(signal.SIGHUP, lambda *_: reload(where, server))
        try:
            server.run()
        except SystemExit:  # uvicorn could not begin, and has said why: its code means something else here
            return BAD_INPUT
    finally:
        service.close()
    return 0 if server is not None and server.started else BAD_INPUT


def reached(address: str) -> str:
    """The address by which this machine reaches a service that listens there: on all addresses, it is its own."""
    return {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}.get(address, address)  # noqa: S104 - no one listens here


def reload(where: Listening, server: Announcing) -> None:
    """Read the certificate again, and begin the file of the log anew, which somebody may have moved away.

    What cannot be read stays as it was, and that is said: the service goes on.
    """
    try:
        if where.certfile is not None and server.config.ssl is not None:
            server.config.ssl.load_cert_chain(where.certfile, where.keyfile)
        server.front.log_anew(log_at(where.log))
    except OSError as error:  # of files, and of TLS
        print(f"littlestone: reloading failed, and all stays as it was: {error}", file=sys.stderr, flush=True)


def import_game(service: Service, name: str, path: str, *, frozen: bool) -> str:
    """Make a game that begins as the file, and say so; one that began so goes on, one of another start is refused."""
    check_name(name)
    try:
        with open(path, "rb") as file:
            model = file.read()
    except OSError as error:
        raise BadParameter(f"--import {path} cannot be read: {error.strerror}") from None
    settings, rounds = imported(model)
    if frozen:
        settings["frozen"] = True
    request = service.call(Make(name, read_settings(settings), model, rounds))
    if request.refusal is not None:
        raise BadParameter(f"--import {path}: {request.refusal.message}")
    return f"{name} {'begins as' if request.status == 201 else 'began as'} {path}"


def check_free(host: str, port: int) -> None:
    """Raise if nobody can listen there, before the games are read."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise BadParameter(
                f"cannot listen on port {port} of {host}: {error.strerror or error}; give another with --port"
            ) from None
