"""What the theorems about gradients need of a game: a few sums, kept by the learner as it goes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..learner import State, an_amount
from ..loss import Loss
from ..losses.loss_names import find_loss, refuse_judge

HUGE = 1e100  # a gradient past this has no square to speak of: nothing is learned from it, and `longest` says so


class Tangents:
    """The losses of the guesses, and of their tangents g = slope x: sum of <g, w>, of |g|^2, and the longest.

    `heard` counts the truths that the losses are of.
    """

    def __init__(self, loss: str, losses: tuple[str, ...] = ("hinge", "log", "square")) -> None:
        refuse_judge(loss)
        if loss not in losses:
            raise BadParameter(f"loss is one of {', '.join(map(repr, losses))}, not {loss!r}")
        self.price: Loss = find_loss(loss)
        self.paid = 0.0
        self.played = 0.0
        self.squares = 0.0
        self.longest = 0.0
        self.heard = 0.0

    def slope(self, y: float, guess: float, weight: float) -> float:
        """Pay for the guess in a round of this weight; return the slope of its price."""
        self.heard += 1.0
        self.paid += weight * self.price.value(y, guess, y)
        slope: float = self.price.slope(y, guess)
        return weight * slope

    def note(self, slope: float, guess: float, size: float, share: float) -> bool:
        """Enter a gradient of this size, its square counted by this share; False if it is too long to learn from."""
        size *= abs(slope)
        self.longest = max(self.longest, size)
        if not size < HUGE:
            return False
        self.played += slope * guess
        self.squares += share * size * size
        return True

    def state(self) -> Any:
        """The five sums."""
        return np.array([self.paid, self.played, self.squares, self.longest, self.heard])

    def check(self, state: State) -> None:
        """Complain about a learner's state in which the sums are missing."""
        if np.shape(state.get("tangents", ())) != (5,):
            raise StateError("this is not the state of a learner with a loss: it lacks 'tangents', five numbers")
        for place, name in enumerate(("squares", "longest", "heard"), start=2):
            an_amount(name, state["tangents"][place])

    def restore(self, state: State) -> None:
        """Take the sums from a learner's state."""
        sums = (float(value) for value in state["tangents"])
        self.paid, self.played, self.squares, self.longest, self.heard = sums
