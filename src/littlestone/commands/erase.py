"""`littlestone erase`: removes records from a journal."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.journals import written_journal
from ..service.journal.erase import erase as erased
from ..service.journal.folder import Folder
from ..service.journal.snapshots import Snapshots

EXAMPLES = """\b
Examples:
  littlestone erase games/ spam --id mail-17
"""


def erase(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder that `littlestone serve` writes to.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    id_: Annotated[list[str], typer.Option("--id", metavar="ID", help="The id of a record; may be given again.")],
    *,
    journal: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="postgresql://..., if the journal is not in the folder.")
    ] = None,
) -> int:
    """Remove records from a journal.

    The rows stay, with a digest in place of what was said. What was learned stays learned: the game goes on as it was,
    and audits begin after this. The service must be stopped.
    """
    home = Folder(folder)
    with home, written_journal(home, journal) as rows:
        seq = erased(rows, Snapshots(home.snapshots), game, id_)
    typer.echo(f"erased from {game}: {', '.join(id_)}; audits of it begin after row {seq:,}")
    return 0
