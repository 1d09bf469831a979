"""`littlestone inspect`: what is in a saved game."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from ..bound import Certificate
from ..command_line.exits import exit_code
from ..command_line.options import Json, Model, Own, Theorems
from ..command_line.printing import (
    Line,
    columns,
    heading,
    mistakes_line,
    parameters_line,
    print_account,
    print_certificates,
)
from ..command_line.progress import saying
from ..command_line.saved import load_with
from ..errors import BadParameter
from ..support.settings import amount, counted

EXAMPLES = """\b
Examples:
  littlestone inspect model.npz
  littlestone inspect model.npz --top 50 --json
"""


def inspect(
    model: Model,
    top: Annotated[int, typer.Option(min=0, metavar="N", help="Show the N largest weights.")] = 20,
    learner: Own = None,
    theorems: Theorems = "quick",
    json: Json = False,
) -> int:
    """Show what is in a saved game.

    The learner and its parameters, how the game went, its metrics, how its examples are read, the largest weights by
    name or the best pruning of a tree, and the certificates.
    """
    game = load_with(model, learner)
    if game._kind == "matrix":  # two players, and no weights by name
        print_account(
            {"model": model, "game": type(game).__name__, **game.ledger.as_dict()}, lambda: print(game), json=json
        )
        return exit_code(game.certificates)
    with saying("asking the theorems", not json):
        certificates = game.ledger.certify(theorems)
    account = account_of(game, model, top, theorems)
    metrics = game.ledger.metrics.in_words() if getattr(game.ledger, "metrics", None) else {}
    print_account(account, lambda: print_game(account, certificates, metrics), json=json)
    return exit_code(certificates)


def account_of(game: Any, model: str, top: int, theorems: str) -> dict[str, Any]:
    """The game as plain values, for JSON."""
    ledger = game.ledger
    account: dict[str, Any] = {"model": model, "game": type(game).__name__, **ledger.as_dict(theorems)}
    if not hasattr(game, "weights"):
        return {**account, "columns": None, "weights": None, "note": ""}
    hashed = bool(game.features.hashing)
    account["labels"] = game.labels.state() or game.labels.setting()
    account["schema"] = game.schema.settings()
    account["names_shared"] = game.features.shared
    account["columns"] = {"number": len(game.features) or None, "named": bool(game.features.names), "hashed": hashed}
    note = "names were hashed: columns have numbers only" if hashed else ""
    if hasattr(game.learner, "svg"):  # a tree, or a forest of them
        account["pruning"] = game.learner.hypothesis(None if hashed else game.features.names, game.labels.outside)
    try:
        known = game.weights()
    except BadParameter as error:
        return {**account, "weights": None, "note": "; ".join(filter(None, [note, str(error)]))}
    account["note"] = "; ".join(filter(None, [note, known.note]))
    account["constant"] = constant_of(known)
    account["not_zero"] = len(known)
    account["weights"] = [
        {**({"class": key[0], "column": key[1]} if isinstance(key, tuple) else {"column": key}), "weight": weight}
        for key, weight in list(known.items())[:top]
    ]
    return account


def constant_of(weights: Any) -> Any:
    """What is added to the sum of weight times value; None if it is nothing. Of classes, a dict by class as a text."""
    if isinstance(weights.constant, dict):
        return {str(label): constant for label, constant in weights.constant.items() if constant} or None
    return weights.constant or None


def print_game(account: dict[str, Any], certificates: list[Certificate], metrics: dict[str, str]) -> None:
    """Print what the game is, how it went, the weights and the certificates."""
    console = Console(highlight=False)
    heading(console, f"{account['learner']} in {account['model']}")
    columns(console, [parameters_line(account["parameters"]), *how_it_went(account, metrics)])
    if account["weights"]:
        console.print()
        heading(console, f"largest weights, of {account['not_zero']:,} that are not zero")
        columns(console, weight_lines(account["weights"]))
    if account.get("pruning"):
        console.print()
        heading(console, "the best pruning, with how many labels ended in each leaf")
        console.print(account["pruning"], markup=False)
    print_certificates(console, certificates)


def how_it_went(account: dict[str, Any], metrics: dict[str, str]) -> list[Line]:
    """Lines about rounds, mistakes or loss, metrics, labels, how examples are read, and columns."""
    judged = max(1, account.get("labelled", 1))
    lines = [("rounds", f"{account.get('rounds', account.get('days')):,}", "")]  # a day is a round of shares
    if "wealth" in account:
        lines.append(("wealth", f"{account['wealth']:,.6g} from a stake of 1", ""))
    if "mistakes" in account:
        lines.append(mistakes_line(account["mistakes"], judged))
    loss = account.get("loss")
    if isinstance(loss, dict) and loss["name"] != "mistake":
        lines.append((f"{loss['name']} loss", f"{amount(loss['total'])}, {loss['total'] / judged:.4g} a round", ""))
    if "updates" in account:
        lines.append(("updates", f"{account['updates']:,}", ""))
    lines += [(name, words, "") for name, words in metrics.items()]
    if account.get("open"):
        lines.append(("waiting", f"{counted(account['open'], 'round')} without their label yet", ""))
    labels = account.get("labels")
    if isinstance(labels, list) and len(labels) == 2 and labels != [-1, 1] and "false_positives" in account:
        lines.append(("classes", f"{labels[1]} is +1, {labels[0]} is -1", ""))
    elif isinstance(labels, list):
        lines.append(("labels", ", ".join(map(str, labels[:12])) + (", ..." if len(labels) > 12 else ""), ""))
    if account.get("schema"):
        lines.append(("examples", "are read with " + how_read(account["schema"]), ""))
    found = account["columns"]
    if found and found["number"]:
        kind = "hashed" if found["hashed"] else "named"
        shared = f"; later names were met {account['names_shared']:,} times, and share some"
        lines.append(("columns", f"{found['number']:,}, {kind}" + (shared if account["names_shared"] else ""), ""))
    if account.get("constant") is not None:
        lines.append(("constant", constant_words(account["constant"]), ""))
    return [*lines, ("weights", account["note"], "")] if account["note"] else lines


def constant_words(constant: Any) -> str:
    """What is added to the sum of weight times value."""
    if isinstance(constant, dict):
        return ", ".join(f"{label} {value:+.6g}" for label, value in constant.items()) + ", added to the sums"
    return f"{constant:+.6g}, added to the sum of weight times value"


def how_read(schema: dict[str, Any]) -> str:
    """The settings of a schema as the options that they are on the command line."""
    words = []
    for name, value in schema.items():
        option = "--" + name.replace("_", "-")
        listed = ",".join(map(str, value)) if isinstance(value, list) else str(value)
        words.append(option if value is True else f"{option} {listed}")
    return " ".join(words)


def weight_lines(weights: list[dict[str, Any]]) -> list[Line]:
    """A line for every weight."""
    lines = []
    for entry in weights:
        name = f"column {entry['column']}" if isinstance(entry["column"], int) else entry["column"]
        if "class" in entry:
            name = f"{entry['class']}: {name}"
        colour = "green" if entry["weight"] > 0 else "red"
        lines.append((f"{entry['weight']:+.6g}", name, colour))
    return lines
