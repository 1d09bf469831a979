"""`littlestone forget`: removes a game from a journal, for good."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..command_line.journals import written_journal
from ..errors import BadParameter
from ..service.journal.folder import Folder
from ..service.journal.snapshots import Snapshots

EXAMPLES = """\b
Examples:
  littlestone forget games/ spam
  littlestone forget games/ spam --yes
"""


def forget(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder that `littlestone serve` writes to.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Remove it without a question.")] = False,
    journal: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="postgresql://..., if the journal is not in the folder.")
    ] = None,
) -> int:
    """Remove a game from a journal, for good.

    Its rows, its snapshots and its name are gone, and nothing brings them back but a backup. It need not be possible to
    load the game. The service must be stopped; one that runs is asked by DELETE /v1/games/NAME, with a key for admins.
    """
    home = Folder(folder)
    with home, written_journal(home, journal) as rows:
        number = rows.number_of(game)
        last = rows.last(number)
        if not yes and not agreed(game, last, folder):
            typer.echo("nothing was removed")
            return 1
        rows.write([], (), [(number, game)])
        Snapshots(home.snapshots).drop(number)
        while rows.sweep():
            pass
    typer.echo(f"removed {game} with its {last:,} rows from {folder}")
    return 0


def agreed(game: str, rows: int, folder: str) -> bool:
    """Does who sits at the terminal want that? Where nobody sits, --yes has to say it."""
    if not sys.stdin.isatty():
        raise BadParameter(f"to remove {game!r} with its {rows:,} rows is final, and nobody can be asked: give --yes")
    return typer.confirm(f"Remove {game} with its {rows:,} rows from {folder}, for good?")
