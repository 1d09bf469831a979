"""`littlestone replay`: what another learner would have done on the same journal."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.options import Json, Settings, Theorems

EXAMPLES = """\b
Examples:
  littlestone replay games/ spam --learner arow
  littlestone replay games/ spam --learner ogd --set eta=0.1 --until 100000
"""


def replay(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder that `littlestone serve` writes to.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game whose rows are played.")],
    learner: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The learner that plays them.  [default: the one that the game has]"),
    ] = None,
    set_: Settings = None,
    *,
    until: Annotated[int | None, typer.Option(min=1, metavar="ROW", help="Play the rows up to this one.")] = None,
    journal: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="postgresql://..., if the journal is not in the folder.")
    ] = None,
    theorems: Theorems = "quick",
    json: Json = False,
) -> int:
    """Play the rows of a journal with another learner.

    Records and labels come in the order in which they came, late ones late; nothing is written.
    """
    from ..command_line.extras import needs_service

    with needs_service():
        from ..command_line.journals import read_journal
        from ..service.journal.audit import replayed, settings_now
        from ..service.journal.folder import Folder

    from ..command_line.arguments import read_settings
    from ..command_line.exits import exit_code
    from ..command_line.printing import print_account
    from .replay_report import account_of, print_replay

    with read_journal(Folder(folder), journal) as rows:
        player = settings_now(rows, game).player()
        if learner is not None:
            player = type(player)(learner, read_settings(learner, set_ or ()))
        played, skipped, why = replayed(rows, game, player, until)
    certificates = played.ledger.certify(theorems if played.ledger.rounds else "none")
    account = account_of(folder, game, played, skipped, why)
    account["certificates"] = [certificate.as_dict() for certificate in certificates]
    print_account(account, lambda: print_replay(played, account, certificates), json=json)
    return exit_code(certificates)
