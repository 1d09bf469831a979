"""`littlestone inspect`: what is in a saved game."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .options import Theorems

EXAMPLES = """\b
Examples:
  littlestone inspect model.npz
  littlestone inspect model.npz --top 50 --json
"""


def inspect(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A saved game, as play --save writes it.")],
    top: Annotated[int, typer.Option(min=0, metavar="N", help="How many weights to show, the largest.")] = 20,
    theorems: Theorems = "quick",
    json: Annotated[bool, typer.Option("--json", help="Print the account as JSON.")] = False,
) -> int:
    """Say what game was saved: who played, how it went, the largest weights by name, and the certificates."""
    from ..cli import verdict_code
    from ..store import load
    from .progress import saying
    from .report import strict_json

    game = load(model)
    with saying("asking the theorems", not json):
        account = account_of(game, model, top, theorems)
    if json:
        print(strict_json(account))
    else:
        print_game(account)
    return verdict_code(one["verdict"] for one in account["certificates"])


def game_of_examples(model: str) -> Any:
    """A saved game of examples, and of nothing else."""
    from ..errors import BadParameter
    from ..games.rows import Game
    from ..store import load

    game = load(model)
    if not isinstance(game, Game) or game.advised:
        raise BadParameter(f"the game in {model} is not of examples: it was played by {game.learner.name}")
    return game


def account_of(game: Any, model: str, top: int, theorems: str) -> dict[str, Any]:
    """The game as plain values."""
    from ..errors import BadParameter

    ledger = game.ledger
    account: dict[str, Any] = {"model": model, "game": type(game).__name__, **ledger.as_dict(theorems)}
    if not hasattr(game, "weights"):
        return {**account, "columns": None, "weights": None, "note": ""}
    hashed = bool(game.features.hashing)
    account["labels"] = game.labels.state() or game.labels.setting()
    account["columns"] = {"number": len(game.features) or None, "named": bool(game.features.names), "hashed": hashed}
    account["note"] = "names were hashed: columns have numbers only" if hashed else ""
    try:
        known = game.weights()
    except BadParameter as error:
        return {**account, "weights": None, "note": str(error)}
    account["constant"] = constant_weight(game.learner)
    account["not_zero"] = len(known)
    account["weights"] = [
        {**({"class": key[0], "column": key[1]} if isinstance(key, tuple) else {"column": key}), "weight": weight}
        for key, weight in list(known.items())[:top]
    ]
    return account


def constant_weight(learner: Any) -> float | None:
    """The weight of the constant feature, of a learner that has one of them."""
    if getattr(learner, "bias", 0.0) == 0.0 or not hasattr(learner, "embedded_weights"):
        return None
    return float(learner.embedded_weights(0)[0])


def print_game(account: dict[str, Any]) -> None:
    """Print what the game is, how it went, the weights and the certificates."""
    from rich.console import Console

    from .duel import print_certificates
    from .report import columns, heading, settings

    console = Console(highlight=False)
    heading(console, f"{account['learner']} in {account['model']}")
    columns(console, [("parameters", settings(account["parameters"]) or "none", ""), *how_it_went(account)])
    if account["weights"]:
        console.print()
        heading(console, f"largest weights, of {account['not_zero']:,} that are not zero")
        columns(console, weight_lines(account["weights"]))
    print_certificates(console, account["certificates"])


def how_it_went(account: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Rounds, mistakes or loss, labels and columns, in lines."""
    from ..support.words import amount, counted

    judged = max(1, account.get("labelled", 1))
    lines = [("rounds", f"{account['rounds']:,}", "")]
    if "mistakes" in account:
        lines.append(("mistakes", f"{account['mistakes']:,} ({100 * account['mistakes'] / judged:.2f} %)", ""))
    loss = account.get("loss")
    if isinstance(loss, dict) and loss["name"] != "mistake":
        lines.append((f"{loss['name']} loss", f"{amount(loss['total'])}, {loss['total'] / judged:.4g} a round", ""))
    if "updates" in account:
        lines.append(("updates", f"{account['updates']:,}", ""))
    if account.get("open"):
        lines.append(("waiting", f"{counted(account['open'], 'round')} without their label yet", ""))
    labels = account.get("labels")
    if isinstance(labels, list):
        lines.append(("labels", ", ".join(map(str, labels[:12])) + (", ..." if len(labels) > 12 else ""), ""))
    found = account["columns"]
    if found and found["number"]:
        kind = "hashed" if found["hashed"] else "named"
        lines.append(("columns", f"{found['number']:,}, {kind}", ""))
    if account.get("constant") is not None:
        lines.append(("constant", f"{account['constant']:+.6g}, the weight of the constant feature", ""))
    return [*lines, ("weights", account["note"], "")] if account["note"] else lines


def weight_lines(weights: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """A line for every weight."""
    lines = []
    for entry in weights:
        name = f"column {entry['column']}" if isinstance(entry["column"], int) else entry["column"]
        if "class" in entry:
            name = f"{entry['class']}: {name}"
        colour = "green" if entry["weight"] > 0 else "red"
        lines.append((f"{entry['weight']:+.6g}", name, colour))
    return lines
