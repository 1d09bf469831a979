"""`Curve`: what a game and its shadows paid over time, at points ever further apart, for pictures of it."""

from __future__ import annotations

from typing import Any

from ..games.rows import Game

MOST = 1024  # points that are kept; when there are as many, every other one is dropped


class Curve:
    """Points of a game: labelled rounds, mistakes (or the loss, of numbers), the best constant's, the shadows'.

    What the theorem allows is entered when somebody asks for certificates, since that may take a search.
    """

    def __init__(self) -> None:
        self.every = 1
        self.due = 1
        self.points: list[list[Any]] = []
        self.allowed: list[tuple[int, float]] = []

    def take(self, game: Game, shadows: list[tuple[str, Game]]) -> None:
        """Take a point, and set when the next one is due."""
        labelled = game.ledger.labelled
        self.points.append([labelled, paid(game), constant(game), {name: paid(shadow) for name, shadow in shadows}])
        if len(self.points) >= MOST:
            self.every *= 2
            del self.points[::2]
        self.due = labelled + self.every

    def allow(self, labelled: int, allowed: float | None) -> None:
        """Enter what the first theorem allows now."""
        if allowed is None or (self.allowed and self.allowed[-1][0] >= labelled):
            return
        self.allowed.append((labelled, allowed))
        if len(self.allowed) >= MOST:
            del self.allowed[::2]

    def state(self) -> dict[str, Any]:
        """All of it, as values for JSON."""
        return {"every": self.every, "due": self.due, "points": self.points, "allowed": self.allowed}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore it from its `state`."""
        self.every, self.due, self.points = state["every"], state["due"], state["points"]
        self.allowed = [(labelled, allowed) for labelled, allowed in state["allowed"]]


def paid(game: Game) -> float:
    """What is counted of a game: mistakes, or the loss where labels are numbers."""
    ledger: Any = game.ledger
    return float(ledger.loss if game.numbers else ledger.mistakes)


def constant(game: Game) -> float | None:
    """The same of the best constant prediction; None if it is not known."""
    ledger: Any = game.ledger
    found = ledger.best_constant_loss if game.numbers else ledger.best_constant
    return None if found is None else float(found)
