"""Adversaries of expert learners, which choose the advice of all experts and the label."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import BadParameter
from ...support.settings import real, whole
from .adversary import Adversary, against


class TwoConstants(Adversary):
    """Two experts, always -1 and always +1, and labels against every guess: T mistakes in T rounds, and m <= T/2.

    No deterministic learner can therefore do better than twice the mistakes of the best expert; with a coin it can.

    rounds      T

    >>> from littlestone import Game, WeightedMajority
    >>> from littlestone.natures.adversaries import TwoConstants
    >>> ledger = Game(WeightedMajority()).play(TwoConstants(10))
    >>> ledger.mistakes, ledger.expert_losses.tolist()
    (10, [5.0, 5.0])
    """

    def __init__(self, rounds: int) -> None:
        self.rounds = whole("rounds", rounds, "a number of rounds")
        self.asked = 0

    def question(self) -> Any:
        if self.asked == self.rounds:
            return None
        self.asked += 1
        return np.array([-1.0, 1.0])

    def say(self, guess: float) -> int:
        return against(guess)


class ExpertAdversary(Adversary):
    """Base class: chooses which experts are wrong in each round; ends before all have made more than m mistakes.

    `mistakes` counts those of each expert. The wrong ones say -1, the others +1, and the label is +1.
    """

    def __init__(self, n: int, m: int) -> None:
        self.n = whole("n", n, "a number of experts", least=1)
        self.m = whole("m", m, "the mistakes of the best expert")
        self.mistakes = np.zeros(n, dtype=np.int64)

    def wrong(self) -> Any:
        """The numbers of the experts that are wrong in the next round."""
        raise NotImplementedError(f"{type(self).__name__} must implement wrong()")

    def question(self) -> Any:
        wrong = self.wrong()
        after = self.mistakes.copy()
        after[wrong] += 1
        if after.min() > self.m:
            return None
        self.mistakes = after
        advice = np.ones(self.n)
        advice[wrong] = -1.0
        return advice

    def say(self, guess: float) -> int:
        return 1


class MajorityAdversary(ExpertAdversary):
    """Lets just enough weight be wrong for the vote to be wrong, among the experts with the fewest mistakes.

    Weighted majority with this alpha errs in every round: a tie is -1, and so are the wrong experts. A smaller alpha
    forces more mistakes; near 0 about m log2(n) (Littlestone and Warmuth 1994 for the bound).

    n, m        how many experts, and how many mistakes the best of them makes
    alpha       the factor by which the learner multiplies a weight after a mistake
    """

    def __init__(self, n: int, m: int, *, alpha: float = 0.5) -> None:
        super().__init__(n, m)
        self.alpha = real("alpha", alpha, "what a mistake leaves of a weight")
        if not 0.0 < self.alpha < 1.0:
            raise BadParameter(f"alpha lies between 0 and 1, not at {alpha}")

    def wrong(self) -> Any:
        order = np.argsort(self.mistakes, kind="stable")
        weights = self.alpha ** (self.mistakes[order] - self.mistakes.min()).astype(float)
        heard = np.cumsum(weights)
        enough = int(np.searchsorted(heard, heard[-1] / 2.0 * (1.0 - 1e-12))) + 1
        return order[:enough]


class CyclicExperts(ExpertAdversary):
    """Lets one expert at a time be wrong, in turn, the best one last: a randomised learner pays for every one of them.

    Randomised weighted majority with alpha near 0 expects about (m + 1)(1 + 1/2 + ... + 1/n) mistakes.

    n, m        how many experts, and how many mistakes the best of them, the last, makes
    """

    def __init__(self, n: int, m: int) -> None:
        super().__init__(n, m)
        self.asked = 0

    def wrong(self) -> Any:
        self.asked += 1
        return [(self.asked - 1) % self.n]
