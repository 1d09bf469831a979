"""What `littlestone replay` prints: the account of the learner on the journal, and its certificates."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from ..bound import Certificate
from ..command_line.printing import Line, columns, heading, mistakes_line, print_certificates, settings
from ..support.words import amount, counted


def account_of(folder: str, name: str, game: Any, skipped: int, why: str) -> dict[str, Any]:
    """The account as plain values."""
    ledger = game.ledger
    return {
        "source": f"{name} in {folder}",
        **ledger.as_dict("none"),
        "best_constant": ledger.best_constant_loss if game.numbers else ledger.best_constant,
        "open": len(game.open),
        "not_taken": skipped,
        "not_taken_because": why or None,
    }


def print_replay(game: Any, account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the account and what every theorem says of it."""
    console = Console(highlight=False)
    heading(console, f"{game.learner.title} on {account['source']}")
    columns(console, lines_of(game, account))
    print_certificates(console, certificates, known=bool(game.ledger.bounds or game.learner.bounds()))


def lines_of(game: Any, account: dict[str, Any]) -> list[Line]:
    """The lines of the account."""
    ledger = game.ledger
    lines: list[Line] = [
        ("parameters", settings(game.learner.parameters()) or "none", ""),
        ("rounds", f"{ledger.rounds:,}, {ledger.labelled:,} with a label", ""),
    ]
    if ledger.labelled and game.numbers:
        lines.append((f"{ledger.price.name} loss", amount(ledger.loss), ""))
    elif ledger.labelled:
        lines.append(mistakes_line(ledger.mistakes, ledger.labelled))
        lines.append(("best constant", counted(ledger.best_constant, "mistake"), ""))
    if ledger.labelled and ledger.in_order is not ledger:
        lines.append(("in order", ledger.split(), ""))
    if account["not_taken"]:
        why = account["not_taken_because"] or "they were erased"
        lines.append(("not taken", f"{counted(account['not_taken'], 'record')}: {why}", ""))
    if account["open"]:
        lines.append(("waiting", f"{counted(account['open'], 'round')} without their label yet", ""))
    return lines
