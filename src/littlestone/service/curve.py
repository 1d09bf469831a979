"""`Curve`: what a game and its shadows paid over time, at points ever further apart, for pictures of it."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from time import monotonic
from typing import Any

from ..bandits.action_game import ActionGame
from ..bound import NONE, Bound, Certificate, Open
from ..rows.game import Game

MOST = 512  # points that are kept; when there are as many, every other one is dropped
ALONE: dict[str, float] = {}  # what shadows paid where there are none: one for all points, of all games
REST = 19.0  # pauses between certificates, as multiples of what they cost: they take a twentieth of the time at most


class Curve:
    """Points of a game: labelled rounds, mistakes (or the loss, of numbers), the best constant's, the shadows'.

    What the first theorem allows is entered with them if that needs no search; else whenever somebody asks for
    certificates. A search takes the writer's time, so certificates are made anew only after a pause that is
    `REST` times as long as making the last ones took.
    """

    def __init__(self) -> None:
        self.every = 1
        self.due = 1
        self.points: list[tuple[Any, ...]] = []  # a game has hundreds of them: tuples take the least memory
        self.allowed: list[tuple[float, ...]] = []  # labelled rounds, what the first theorem counts, and what it allows
        self.theorem: list[Any] = ["", False]  # the name of that theorem, and whether it counts mistakes
        self.certified: tuple[int, list[Certificate]] | None = None  # the last certificates, and after which row
        self.verdicts: dict[str, int] = {}  # how many of the last certificates had which
        self.whose: Game | None = None
        self.next_look = 0.0

    def take(self, game: Any, best: float | None, others: dict[str, float]) -> None:
        """Take a point, and set when the next one is due.

        best      what the best constant has paid, None if that is not known
        others    what the shadows have paid
        """
        labelled = game.ledger.labelled
        self.points.append((labelled, paid(game), best, others or ALONE))
        if len(self.points) >= MOST:
            self.every *= 2
            del self.points[::2]
        self.due = labelled + self.every
        for bound in game.ledger.bounds[:1]:
            allowed = bound.allowance(game.ledger)  # None if it would need a search; invariants, which are dear, wait
            if allowed is not None:
                with suppress(Open):
                    counted = bound.paid(bound.looks_at(bound, game.ledger, NONE))
                    self.allow(labelled, theorem_of(bound), counted, allowed)

    def allow(self, labelled: int, theorem: list[Any], paid: float, allowed: float) -> None:
        """Enter what a theorem, by its name and whether it counts mistakes, counts and allows now."""
        if self.allowed and self.allowed[-1][0] >= labelled:
            return
        if self.theorem != theorem:  # what was entered is about something else
            self.theorem, self.allowed = theorem, []
        self.allowed.append((labelled, paid, allowed))
        if len(self.allowed) >= MOST:
            del self.allowed[::2]

    def certify(self, game: Game, seq: int) -> tuple[int, list[Certificate]]:
        """The certificates of now, or those of a moment ago, and after which row they were made."""
        began = monotonic()
        last = self.certified if self.whose is game else None
        if last is None or (last[0] != seq and began >= self.next_look):
            found = game.ledger.certify("quick") if game.ledger.labelled else []
            last = self.certified = seq, found
            self.verdicts = dict(Counter(each.verdict for each in found))
            self.whose = game
            self.next_look = (1.0 + REST) * monotonic() - REST * began
            for bound, made in zip(game.ledger.bounds, found, strict=False):
                if made.paid is not None and made.allowed is not None:  # the first that allows anything
                    self.allow(game.ledger.labelled, theorem_of(bound), made.paid, made.allowed)
                    break
        return last

    def noted(self) -> dict[str, Any]:
        """What the last certificates said, for the curve of the same game in another process: see `note`."""
        return {"verdicts": self.verdicts, "theorem": self.theorem, "allowed": self.allowed[-1:]}

    def note(self, noted: dict[str, Any]) -> None:
        """Enter what the certificates said that another process has made."""
        self.verdicts = noted["verdicts"]
        for labelled, counted, allowed in noted["allowed"]:
            self.allow(labelled, noted["theorem"], counted, allowed)

    def state(self) -> dict[str, Any]:
        """All of it, as values for JSON."""
        return {
            "every": self.every,
            "due": self.due,
            "points": self.points,
            "allowed": self.allowed,
            "theorem": self.theorem,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore it from its `state`."""
        self.every, self.due, self.theorem = state["every"], state["due"], state["theorem"]
        self.points = [(*point[:3], point[3] or ALONE) for point in state["points"]]
        self.allowed = [tuple(each) for each in state["allowed"]]


def theorem_of(bound: Bound) -> list[Any]:
    """The name of a theorem, and whether it counts mistakes."""
    return [type(bound).__name__, bound.mistakes]


def paid(game: Any) -> float:
    """What is counted of a game: mistakes, or the loss where labels are numbers, or the reward of actions."""
    ledger: Any = game.ledger
    if isinstance(game, ActionGame):
        return float(ledger.reward)
    return float(ledger.loss if game._numbers else ledger.mistakes)


def constant(game: Any) -> float | None:
    """The same of the best constant prediction; None if it is not known."""
    ledger: Any = game.ledger
    found = ledger.best_constant_loss if game._numbers else ledger.best_constant
    return None if found is None else float(found)
