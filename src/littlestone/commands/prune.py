"""`littlestone prune`: removes the old rows of a journal."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.journals import for_each, written_journal
from ..errors import BadParameter
from ..service.journal.folder import Folder
from ..service.journal.retention import prune as prune_rows
from ..service.journal.snapshots import Snapshots

EXAMPLES = """\b
Examples:
  littlestone prune games/ spam --keep-days 90
  littlestone prune games/ --keep-rows 1000000
"""


def prune(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder that `littlestone serve` writes to.")],
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game; all of them if it is left out.")] = None,
    *,
    keep_days: Annotated[
        float | None, typer.Option(min=0.0, help="Keep rows that are younger than so many days.")
    ] = None,
    keep_rows: Annotated[int | None, typer.Option(min=1, help="Keep the last so many rows of a game.")] = None,
    journal: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="postgresql://..., if the journal is not in the folder.")
    ] = None,
) -> int:
    """Remove the old rows of a journal.

    The games stay as they are, and replays and audits begin there. A game of which none can be removed is told of, and
    does not stop the others; the exit code is 1 then. If both options are given, the one that keeps more counts. The
    service must be stopped; one that runs does the same for games with the settings keep_days or keep_rows.
    """
    if keep_days is None and keep_rows is None:
        raise BadParameter("how much is to be kept? Give --keep-days or --keep-rows")
    home = Folder(folder)
    with home, written_journal(home, journal) as rows:

        def pruned_rows(name: str) -> str:
            removed = prune_rows(rows, Snapshots(home.snapshots), name, keep_rows, keep_days)
            return f"removed {removed:,} rows of {name}"

        code = 0
        if game is not None:
            typer.echo(pruned_rows(game))
        else:
            code = for_each(list(rows.games()), pruned_rows)
        rows.wipe()
    return code
