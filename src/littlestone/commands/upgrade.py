"""`littlestone upgrade`: takes up the games of an earlier release as it left them."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.journals import for_each, written_journal
from ..service.journal.erase import take_over
from ..service.journal.folder import Folder
from ..service.journal.snapshots import Snapshots

EXAMPLES = """\b
Examples:
  littlestone upgrade games/
"""


def upgrade(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder that `littlestone serve` writes to.")],
    *,
    journal: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="postgresql://..., if the journal is not in the folder.")
    ] = None,
) -> int:
    """Take up games of an earlier release without a replay.

    Snapshots of that release become what replays begin at, and only the rows since are played by this one. Audit the
    folder before, with the earlier release: rows before that point are not compared any more. A game that cannot be
    taken up is told of, stays as it is, and does not stop the others; the exit code is 1 then.
    """
    home = Folder(folder)
    with home, written_journal(home, journal) as rows:

        def taken_up(name: str) -> str:
            seq = take_over(rows, Snapshots(home.snapshots), name)
            return f"{name} " + (
                "has no snapshot of another release" if seq is None else f"goes on from its snapshot of row {seq}"
            )

        return for_each(list(rows.games()), taken_up)
