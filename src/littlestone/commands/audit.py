"""`littlestone audit`: replays a journal and compares every prediction ever given."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..command_line.audit_report import print_audits
from ..command_line.journals import read_journal, written_journal
from ..command_line.options import Json
from ..errors import BadParameter
from ..service.journal.audit import audit_all, failed
from ..service.journal.erase import rebase as begin_anew
from ..service.journal.folder import Folder
from ..service.journal.heads import check_signature, missing_games, read_heads
from ..service.journal.snapshots import Snapshots

EXAMPLES = """\b
Examples:
  littlestone audit games/
  littlestone audit games/ spam --json
  littlestone audit games/ --head heads.json
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
    head: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Heads that you hold, as `littlestone heads` wrote them: were rows cut off?"),
    ] = None,
    signer: Annotated[
        str | None, typer.Option(metavar="FILE", help="The public key, in PEM format, that has to have signed them.")
    ] = None,
    journal: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="postgresql://..., if the journal is not in the folder.")
    ] = None,
    json: Json = False,
) -> int:
    """Replay a journal and compare every answer, bit for bit.

    The exit code is 1 if rows were changed, cut out, put in or swapped, if a game cannot be replayed, or an answer not
    be reproduced: then the row is named. Rows that were cut off at the end, and journals that were written anew as a
    whole, are found with --head alone. Rows that another release computed, or this one with another numpy, may differ
    in the last bit: they are counted, and cannot be compared.
    """
    home = Folder(folder)
    held = held_heads(head, signer)
    with read_journal(home, journal) as rows:
        found = audit_all(rows, [game] if game and rows.number_of(game) else rows.games(), held)
        if held is not None and game is None:
            found += [
                failed(name, "a head of it is held, and there is no such game") for name in missing_games(rows, held)
            ]
        print_audits(folder, found, json=json)
    good = all(each.good for each in found)
    if rebase and not good:
        raise BadParameter("nothing was rebased: what is not good would be the beginning of all later audits")
    if rebase:
        with home, written_journal(home, journal) as rows:
            for each in found:
                begin_anew(rows, Snapshots(home.snapshots), each.game)
    return 0 if good else 1


def held_heads(head: str | None, signer: str | None) -> dict[str, Any] | None:
    """The heads in a file, whose signature is good if there has to be one."""
    if head is None:
        if signer is not None:
            raise BadParameter("--signer says who has to have signed the heads: give them, with --head FILE")
        return None
    found = read_heads(Path(head))
    check_signature(found, None if signer is None else Path(signer))
    return found
