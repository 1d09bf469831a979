"""The work of `littlestone duel`: plays a learner against an adversary and records every round."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from ..bound import Certificate
from ..command_line.arguments import make
from ..command_line.concept_words import concept_text, point_text, seat
from ..command_line.printing import columns, heading, print_certificates, settings
from ..concepts.concept_class import ConceptClass
from ..concepts.labellings import Labellings
from ..errors import UnknownName
from ..learner import RowLearner
from ..nature import Label
from ..natures.adversaries import (
    BanditAdversary,
    MinimaxAdversary,
    MulticlassAdversary,
    RandomWalk,
    ShatteredSet,
    Strongest,
)
from ..natures.adversaries.adversary import ClassAdversary
from ..natures.adversaries.label_adversaries import LabelAdversary
from ..rows.game import Game
from ..support.words import amount, counted
from ..truth import CLASSES

if TYPE_CHECKING:
    from ..rows.round import Round

Challenge = Callable[[ConceptClass, RowLearner, int], ClassAdversary]
ADVERSARIES: dict[str, Challenge] = {
    "minimax": lambda concepts, learner, seed: MinimaxAdversary(concepts, randomised=learner.randomised),
    "shattered": lambda concepts, learner, seed: ShatteredSet(concepts),
    "coin": lambda concepts, learner, seed: ShatteredSet(concepts, seed=seed),
    "walk": lambda concepts, learner, seed: RandomWalk(concepts, seed=seed),
    "strongest": lambda concepts, learner, seed: Strongest(concepts, learner),
}
LABEL_ADVERSARIES: dict[str, Callable[[Labellings, RowLearner], LabelAdversary]] = {
    "minimax": lambda concepts, learner: LABEL_ADVERSARIES["bandit" if learner.name == "bandit-soa" else "multiclass"](
        concepts, learner
    ),
    "multiclass": lambda concepts, learner: MulticlassAdversary(concepts),
    "bandit": lambda concepts, learner: BanditAdversary(concepts),
}


class Spectator:
    """A nature that wraps an adversary and records questions, guesses and answers."""

    def __init__(self, adversary: ClassAdversary | LabelAdversary, game: Game) -> None:
        self.adversary = adversary
        self.game = game
        self.rounds: list[dict[str, Any]] = []

    def ask(self, last: Round | None) -> Any:
        """What the adversary asks."""
        self.note()
        return self.adversary.ask(last)

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """What the adversary answers; records a line about it."""
        for told, y in self.adversary.answer(number, guess):
            self.rounds.append(
                {
                    "round": told,
                    "point": point_text(self.adversary.concepts, self.adversary.point),
                    "guess": guess,
                    "label": y,
                    "left": self.adversary.space.bit_count(),
                }
            )
            yield Label(told, y)

    def close(self) -> Iterable[Label]:
        """Nothing is left to tell."""
        return ()

    def note(self) -> None:
        """Add to the line about the last round what it cost."""
        if self.rounds:
            ledger = self.game.ledger
            self.rounds[-1]["mistakes"] = ledger.expected if self.game.learner.randomised else ledger.mistakes


def fight(
    name: str, text: str, adversary: str, parameters: dict[str, Any], seed: int
) -> tuple[dict[str, Any], list[Certificate]]:
    """The whole duel as plain values, and its certificates."""
    several = make(name, {}).truths == CLASSES
    known = LABEL_ADVERSARIES if several else ADVERSARIES
    if adversary not in known:
        raise UnknownName.among(f"adversary of {name}", adversary, known)
    concepts = Labellings.find(text) if several else ConceptClass.find(text)
    learner = seat(name, parameters, concepts)
    game = Game(learner, seed=seed, labels=range(concepts.labels) if isinstance(concepts, Labellings) else None)
    learner.widen(concepts.width)
    opponent: ClassAdversary | LabelAdversary
    if isinstance(concepts, Labellings):
        opponent = LABEL_ADVERSARIES[adversary](concepts, learner)
    else:
        opponent = ADVERSARIES[adversary](concepts, learner, seed)
    spectator = Spectator(opponent, game)
    ledger = game.play(spectator)
    certificates = ledger.certify()
    account = {
        "learner": name,
        "parameters": learner.parameters(),
        "class": text,
        "concepts": concepts.size,
        "points": concepts.points,
        "labels": concepts.labels if isinstance(concepts, Labellings) else None,
        "adversary": adversary,
        "rounds": spectator.rounds,
        "mistakes": ledger.mistakes,
        "expected_mistakes": ledger.expected,
        "target": concept_text(concepts, opponent.target),
        "certificates": [certificate.as_dict() for certificate in certificates],
    }
    return account, certificates


def print_duel(account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the rounds in a table, then the target and the certificates."""
    console = Console(highlight=False)
    heading(console, f"{account['learner']} against {account['adversary']}, {counted(account['concepts'], 'concept')}")
    width = max([5, *(len(line["point"]) for line in account["rounds"])])
    console.print(Text(f"  round  {'point'.rjust(width)}   guess  label  mistakes  left", style="bold"), soft_wrap=True)
    for line in account["rounds"]:
        words = f"  {line['round']:>5}  {line['point'].rjust(width)}  {said(account, line)}"
        console.print(Text(f"{words}  {amount(line['mistakes']):>8}  {line['left']:>4}"), soft_wrap=True)
    console.print()
    lines = [("target", account["target"], "")]
    chosen = {name: value for name, value in account["parameters"].items() if name != "concepts"}
    lines.append(("parameters", settings(chosen) or "none", ""))
    columns(console, lines)
    print_certificates(console, certificates)


def said(account: dict[str, Any], line: dict[str, Any]) -> str:
    """A guess and a label: with their signs of two classes, as they are of more."""
    if account["labels"] is not None:
        guess = "none" if line["guess"] < 0 else f"{line['guess']:g}"
        return f"{guess:>6}  {line['label']:>5}"
    return f"{line['guess']:>+6.4g}  {line['label']:>+5d}"
