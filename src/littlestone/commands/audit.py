"""`littlestone audit`: replays a journal and compares every prediction ever given."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.audit_report import print_audits
from ..command_line.journals import read_journal, written_journal
from ..command_line.options import Json
from ..service.journal.audit import audit_all
from ..service.journal.erase import rebase as begin_anew
from ..service.journal.folder import Folder
from ..service.journal.snapshots import Snapshots

EXAMPLES = """\b
Examples:
  littlestone audit games/
  littlestone audit games/ spam --json
  littlestone audit games/ spam --rebase
"""


def audit(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder that `littlestone serve` writes to.")],
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game; all of them if it is left out.")] = None,
    *,
    rebase: Annotated[
        bool,
        typer.Option("--rebase", help="Begin later replays at each game as it is now; the service must be stopped."),
    ] = False,
    journal: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="postgresql://..., if the journal is not in the folder.")
    ] = None,
    json: Json = False,
) -> int:
    """Replay a journal and compare every answer, bit for bit.

    The exit code is 1 if a game cannot be replayed, or an answer not be reproduced: then the row is named. Rows that
    another release computed, or this one with another numpy, may differ in the last bit: they are counted, and cannot
    be compared.
    """
    home = Folder(folder)
    with read_journal(home, journal) as rows:
        found = audit_all(rows, [game] if game and rows.number_of(game) else rows.games())
        print_audits(folder, found, json=json)
    if rebase:
        with home, written_journal(home, journal) as rows:
            for each in found:
                if each.failure:
                    continue
                begin_anew(rows, Snapshots(home.snapshots), each.game)
    return 0 if all(each.good for each in found) else 1
