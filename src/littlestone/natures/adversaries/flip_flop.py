"""Adversaries with linear losses on [-1, 1], against Follow the Leader and others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np

from ...nature import Label
from ...support.settings import flag, whole


class Reveals:
    """Base class of natures of convex games: reveals a number z after the point is played.

    rounds      the number of rounds
    pair        reveal (z, -z), for learners on the simplex: the point of [-1, 1] is then w_1 - w_2

    `oblivious` says that what it reveals does not depend on the points, so that all of it can be known beforehand.
    """

    oblivious: ClassVar[bool] = False

    def __init__(self, rounds: int, *, pair: bool = False) -> None:
        self.rounds = whole("rounds", rounds, "a number of rounds")
        self.pair = flag("pair", pair)
        self.asked = 0

    def reveal(self, point: Any) -> float:
        """The number to reveal, given the point played; `asked` is the number of this round."""
        raise NotImplementedError(f"{type(self).__name__} must implement reveal()")

    def ask(self, last: Any) -> Any:
        """The number of the next round, or None at the end."""
        if self.asked == self.rounds:
            return None
        self.asked += 1
        return self.asked

    def answer(self, number: int, guess: Any) -> Iterable[Label]:
        """The revealed number, or the pair, at once."""
        if not self.pair:
            return (Label(number, self.reveal(guess)),)
        z = self.reveal(np.atleast_1d(guess[0] - guess[1]))
        return (Label(number, [z, -z]),)

    def close(self) -> Iterable[Label]:
        """Nothing is left to reveal."""
        return ()


class FlipFlop(Reveals):
    """Reveals 1/2, -1, +1, -1, +1, ...: the leader on [-1, 1] changes sides every round, and pays 1 for it.

    The best fixed point pays -1/2, whenever the game ends. So Follow the Leader, if it first plays -1, 0 or +1, has a
    regret of T - 1, T - 1/2 or T after T rounds.
    """

    oblivious = True

    def reveal(self, point: Any) -> float:
        if self.asked == 1:
            return 0.5
        return -1.0 if self.asked % 2 == 0 else 1.0


class Opposite(Reveals):
    """Reveals z = sign(w), and +1 for 0: the learner pays |w| every round, and the best fixed point -|sum z| in all.

    So the regret is the sum of |w_t| plus |sum z_t|: at least sqrt(T)/2 or so, and T for a learner that plays +-1.
    """

    def reveal(self, point: Any) -> float:
        return 1.0 if np.ravel(point)[0] >= 0 else -1.0
