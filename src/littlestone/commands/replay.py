"""`littlestone replay`: what another learner would have done on the same journal."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from ..bound import Certificate
from ..command_line.arguments import read_settings
from ..command_line.exits import exit_code
from ..command_line.journals import read_journal
from ..command_line.options import Json, Settings, Theorems, takes_options
from ..command_line.printing import (
    Line,
    columns,
    heading,
    mistakes_line,
    parameters_line,
    print_account,
    print_certificates,
    print_parts,
)
from ..command_line.receipt_files import Receipts
from ..errors import BadParameter
from ..service.journal.audit import replayed, settings_now
from ..service.journal.folder import Folder
from ..support.settings import amount, counted

EXAMPLES = """\b
Examples:
  littlestone replay games/ spam --learner arow
  littlestone replay games/ spam --learner ogd --set eta=0.1 --until 100000
"""


@takes_options(without=("receipt_rows",))
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
    receipts: Receipts,
    json: Json = False,
) -> int:
    """Play the rows of a journal with another learner.

    Records and labels come in the order in which they came, late ones late; nothing is written.
    """
    with read_journal(Folder(folder), journal) as rows:
        settings = settings_now(rows, game)
        if settings.actions is not None:
            raise BadParameter(
                f"{game} is a game of actions: what another learner would have earned there is told of a shadow; "
                f"POST /v1/games/{game}/shadows adds one, which has seen all rows"
            )
        player = settings.player()
        if learner is not None:
            player = type(player)(learner, read_settings(learner, set_ or ()))
        played, skipped, why = replayed(rows, game, player, until)
    certificates = played.ledger.certify(theorems if played.ledger.rounds else "none")
    account = account_of(folder, game, played, skipped, why)
    receipts.write(lambda source: played.receipt(source=source, effort=theorems), [])
    account["certificates"] = [certificate.as_dict() for certificate in certificates]
    print_account(account, lambda: print_replay(played, account, certificates), json=json)
    return exit_code(certificates)


def account_of(folder: str, name: str, game: Any, skipped: int, why: str) -> dict[str, Any]:
    """The account as plain values."""
    ledger = game.ledger
    return {
        "source": f"{name} in {folder}",
        **ledger.as_dict("none"),
        "best_constant": ledger.best_constant_loss if game._numbers else ledger.best_constant,
        "open": len(game.open),
        "not_taken": skipped,
        "not_taken_because": why or None,
    }


def print_replay(game: Any, account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the account and what every theorem says of it."""
    console = Console(highlight=False)
    heading(console, f"{game.learner.title} on {account['source']}")
    columns(console, lines_of(game, account))
    print_parts(console, game.learner.rule.account_lines())
    print_certificates(console, certificates, known=bool(game.ledger.bounds or game.learner.bounds()))


def lines_of(game: Any, account: dict[str, Any]) -> list[Line]:
    """The lines of the account."""
    ledger = game.ledger
    lines: list[Line] = [
        parameters_line(game.learner.parameters()),
        ("rounds", f"{ledger.rounds:,}, {ledger.labelled:,} with a label", ""),
    ]
    if ledger.labelled and game._numbers:
        lines.append((f"{ledger.price.name} loss", amount(ledger.loss), ""))
    elif ledger.labelled:
        lines.append(mistakes_line(ledger.mistakes, ledger.labelled))
        lines.append(("best constant", counted(ledger.best_constant, "mistake"), ""))
    if ledger.labelled and ledger.in_order is not ledger:
        lines.append(("in order", ledger._split(), ""))
    if account["not_taken"]:
        why = account["not_taken_because"] or "they were erased"
        lines.append(("not taken", f"{counted(account['not_taken'], 'record')}: {why}", ""))
    if account["open"]:
        lines.append(("waiting", f"{counted(account['open'], 'round')} without their label yet", ""))
    return lines
