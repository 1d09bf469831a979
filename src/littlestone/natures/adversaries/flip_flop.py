"""Adversaries of linear losses on [-1, 1]: what a leader does not expect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...nature import Label
from ...support.settings import whole


class Reveals:
    """A nature of a convex game: it has nothing to ask, and reveals a number once the point is played.

    rounds      end after so many
    """

    def __init__(self, rounds: int) -> None:
        self.rounds = whole("rounds", rounds, "a number of rounds")
        self.asked = 0

    def reveal(self, point: Any) -> float:
        """What this round reveals, now that the point is known; `asked` is the number of this round."""
        raise NotImplementedError(f"{type(self).__name__} must implement reveal()")

    def ask(self, last: Any) -> Any:
        """Anything but None is a round to play."""
        if self.asked == self.rounds:
            return None
        self.asked += 1
        return self.asked

    def answer(self, number: int, guess: Any) -> Iterable[Label]:
        """What is revealed, at once."""
        return (Label(number, self.reveal(guess)),)

    def close(self) -> Iterable[Label]:
        """Nothing is left to reveal."""
        return ()


class FlipFlop(Reveals):
    """1/2, -1, +1, -1, +1, ...: the leader of linear losses on [-1, 1] changes sides every round, and pays 1 for it.

    The best fixed point pays -1/2, whenever the game ends. So Follow the Leader, if it first plays -1, 0 or +1, has a
    regret of T - 1, T - 1/2 or T after T rounds.
    """

    def reveal(self, point: Any) -> float:
        if self.asked == 1:
            return 0.5
        return -1.0 if self.asked % 2 == 0 else 1.0


class Opposite(Reveals):
    """z = sign(w), and +1 for 0: whoever plays on [-1, 1] pays |w| every round, and the best fixed point -|sum z|.

    So the regret is the sum of |w_t| plus |sum z_t|: at least sqrt(T)/2 or so, and T for a learner that plays +-1.
    """

    def reveal(self, point: Any) -> float:
        return 1.0 if np.ravel(point)[0] >= 0 else -1.0
