"""`littlestone worst-case`: what one learner can be forced to."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from ..concepts.class_search import worst_game
from ..concepts.concept_class import ConceptClass
from ..games.rows import Game
from ..support.words import amount, counted
from .duel import concept_text, point_text, print_certificates, seat
from .report import columns, heading


def worst(name: str, text: str, parameters: dict[str, Any], states: int) -> dict[str, Any]:
    """The worst case as plain values: searched for, then played, so that the theorems can be asked."""
    concepts = ConceptClass.find(text)
    learner = seat(name, parameters, concepts)
    found = worst_game(learner, concepts, states=states)
    rows = concepts.examples()
    learner.widen(rows.width)
    game = Game(learner)
    for point, y in zip(found.path, found.labels, strict=True):
        game.label(game.predict(rows.row(point)).number, y)
    certificates = [certificate.as_dict() for certificate in game.ledger.certificates]
    allowed = [certificate["allowed"] for certificate in certificates if certificate["allowed"] is not None]
    return {
        "learner": name,
        "class": text,
        "concepts": concepts.size,
        "points": concepts.points,
        "mistakes": found.mistakes,
        "bound": min(allowed, default=None),
        "path": [point_text(concepts, point) for point in found.path],
        "labels": list(found.labels),
        "target": concept_text(concepts, found.target),
        "certificates": certificates,
    }


def print_worst_case(account: dict[str, Any]) -> None:
    """Print the number, the game that proves it, and what the theorems say to that game."""
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
    print_certificates(console, account["certificates"])
