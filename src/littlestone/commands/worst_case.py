"""`littlestone worst-case`: how many mistakes one learner can be forced to make."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from ..bound import Certificate
from ..command_line.arguments import read_settings
from ..command_line.concept_words import concept_text, point_text, seat
from ..command_line.exits import exit_code
from ..command_line.options import Json, Learner, Settings
from ..command_line.printing import columns, heading, print_account, print_certificates
from ..concepts.class_search import worst_game
from ..concepts.concept_class import ConceptClass
from ..rows.game import Game
from ..support.settings import amount, counted

EXAMPLES = """\b
Examples:
  littlestone worst-case halving --class table:0000,1000,1100,1110,1111
  littlestone worst-case winnow --class monotone-disjunctions:4,k=2 --json
"""


def worst_case(
    learner: Learner,
    concepts: Annotated[
        str, typer.Option("--class", metavar="CLASS", help="The concept class, such as table:0011,0101 or intervals:5.")
    ],
    set_: Settings = None,
    states: Annotated[int, typer.Option(min=1, metavar="N", help="Give up after N states of the game.")] = 1_000_000,
    json: Json = False,
) -> int:
    """Find the most mistakes that a learner can be forced to make.

    The number is exact: the whole game on the concept class is searched, and a game that forces them is shown.
    """
    account, certificates = worst(learner, concepts, read_settings(learner, set_ or ()), states)
    print_account(account, lambda: print_worst_case(account, certificates), json=json)
    return exit_code(certificates)


def worst(name: str, text: str, parameters: dict[str, Any], states: int) -> tuple[dict[str, Any], list[Certificate]]:
    """The worst case as plain values: found by search, then played to get its certificates."""
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
    return account, certificates


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
