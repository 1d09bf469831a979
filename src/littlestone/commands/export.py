"""`littlestone export`: the journal of a service as events, one a line, for a stream."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ..command_line.journals import read_journal
from ..command_line.options import Quiet
from ..command_line.saved import keep_apart
from ..errors import BadParameter
from ..service.journal.export import events_of, export_into, lines_of
from ..service.journal.folder import Folder
from ..support.settings import counted

EXAMPLES = """\b
Examples:
  littlestone export games/ > events.ndjson
  littlestone export games/ spam --out spam.ndjson
  littlestone export games/ --into events/
"""


def export(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder that `littlestone serve` writes to.")],
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME...", help="The games whose rows are wanted; all if none is given."),
    ] = None,
    *,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="Write to this file, not to standard output.")] = None,
    into: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Add a file to this folder, with the rows that are not in it yet."),
    ] = None,
    journal: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="postgresql://..., if the journal is not in the folder.")
    ] = None,
    quiet: Quiet = False,
) -> int:
    """Write the predictions and labels of a journal as events.

    One JSON object a line, as a stream with a key has them: the key is the name of the game, and
    `littlestone.cluster.KeyedGames` plays them, on Spark too. The service may run meanwhile.
    """
    if out is not None and into is not None:
        raise BadParameter("--out or --into: all events in one file, or new ones in a file of their own")
    keep_apart([str(Folder(folder).journal)], {"--out": out})
    with read_journal(Folder(folder), journal) as rows:
        names = games or list(rows.games())
        if into is not None:
            path, count = export_into(rows, names, Path(into))
            if not quiet:
                typer.echo(f"{counted(count, 'new event')}{'' if path is None else f' in {path}'}", err=True)
            return 0
        lines = (line for name in names for line in lines_of(events_of(rows, name)))
        if out is None:
            sys.stdout.writelines(lines)
            return 0
        with open(out, "w", encoding="utf-8") as file:
            file.writelines(lines)
    return 0
