"""`littlestone worst-case`: how many mistakes one learner can be forced to make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich.console import Console

from ..bound import Certificate
from ..command_line.arguments import read_settings
from ..command_line.concept_words import concept_text, point_text, seat
from ..command_line.exits import exit_code
from ..command_line.options import Json, Learner, Settings, takes_options
from ..command_line.printing import columns, heading, print_account, print_certificates
from ..command_line.receipt_files import Receipts
from ..concepts.class_search import WorstGame, worst_game
from ..concepts.concept_class import ConceptClass
from ..receipts.receipt import certificate_of, sealed, table_of
from ..rows.game import Game
from ..support.settings import amount, counted

EXAMPLES = """\b
Examples:
  littlestone worst-case halving --class table:0000,1000,1100,1110,1111
  littlestone worst-case winnow --class monotone-disjunctions:4,k=2 --json
  littlestone worst-case soa --class thresholds:7 --receipt receipt.json
"""
Found = tuple[dict[str, Any], list[Certificate], Callable[[Any], dict[str, Any]]]


@takes_options(without=("receipt_rows",))
def worst_case(
    learner: Learner,
    concepts: Annotated[
        str, typer.Option("--class", metavar="CLASS", help="The concept class, such as table:0011,0101 or intervals:5.")
    ],
    set_: Settings = None,
    states: Annotated[int, typer.Option(min=1, metavar="N", help="Give up after N states of the game.")] = 1_000_000,
    json: Json = False,
    *,
    receipts: Receipts,
) -> int:
    """Find the most mistakes that a learner can be forced to make.

    The number is exact: the whole game on the concept class is searched, and a game that forces them is shown.
    """
    account, certificates, make = worst(learner, concepts, read_settings(learner, set_ or ()), states)
    receipts.write(make, [])
    print_account(account, lambda: print_worst_case(account, certificates), json=json)
    return exit_code(certificates)


def worst(name: str, text: str, parameters: dict[str, Any], states: int) -> Found:
    """The worst case as plain values, found by search; its certificates, when it is played; what makes its receipt."""
    concepts = ConceptClass.find(text)
    learner = seat(name, parameters, concepts)
    found = worst_game(learner, concepts, states=states)
    rows = concepts.examples()
    learner.widen(rows.width)
    game = Game(learner)
    for point, y in zip(found.path, found.labels, strict=True):
        game.label(game.predict(rows.row(point)).number, y)
    certificates = game.ledger.certify()
    account = {
        "learner": name,
        "class": text,
        "concepts": concepts.size,
        "points": concepts.points,
        "mistakes": found.mistakes,
        "bound": min((one.allowed for one in certificates if one.allowed is not None), default=None),
        "path": [point_text(concepts, point) for point in found.path],
        "labels": list(found.labels),
        "target": concept_text(concepts, found.target),
        "certificates": [certificate.as_dict() for certificate in certificates],
    }
    return account, certificates, lambda source: receipt_of(game, name, concepts, found, source)


def receipt_of(game: Game, name: str, concepts: ConceptClass, found: WorstGame, source: Any) -> dict[str, Any]:
    """The receipt of the game that forces the mistakes, and of the claim that no other forces more."""
    body = game.receipt(source=source)
    words = f"worst({name}, C) = {amount(found.mistakes)}: the points force as many mistakes, and no others force more"
    witness = {"class": table_of(concepts), "points": list(found.path), "target": int(found.target)}
    claim = certificate_of("WorstCase", words, found.mistakes, found.mistakes, witness)
    claims = [claim, *body["certificates"]]
    return sealed(body["game"], body["read"], body["account"], body["evidence"], claims)


def print_worst_case(account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the number, the game that proves it, and its certificates."""
    console = Console(highlight=False)
    heading(console, f"{account['learner']} on {counted(account['concepts'], 'concept')}, the worst case")
    shown = zip(account["path"], account["labels"], strict=True)
    columns(
        console,
        [
            ("mistakes", amount(account["mistakes"]), ""),
            ("forced by", ", ".join(f"{point} is {y:+d}" for point, y in shown) or "nothing", ""),
            ("target", account["target"], ""),
        ],
    )
    print_certificates(console, certificates)
