"""`littlestone serve`: the two moves over HTTP, on a durable journal."""

from __future__ import annotations

from typing import Annotated

import typer

from ..errors import BadParameter

EXAMPLES = """\b
Examples:
  littlestone serve --data games/
  littlestone serve --data games/ --port 9000 --log -
  littlestone serve --data games/ --journal postgresql://localhost/games
  littlestone serve --data games/ --host 0.0.0.0 --certfile cert.pem --keyfile key.pem
"""


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
    from ..command_line.extras import needs_service

    with needs_service():
        from .serve_run import Listening, run

    if log_records and log is None:
        raise BadParameter("--log-records says what is written to the log: say where, with --log FILE")
    return run(data, Listening(host, port, certfile, keyfile, log, log_records), journal)
