"""The mean of the linear functions of a learner over the rounds of a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..geometry.linear_guess import LinearGuess
from ..learner import RowLearner
from ..linear.linear import LinearLearner
from ..row import Row
from ..truth import Truth, find_truth
from .hypothesis import Hypothesis


class Mean:
    """Adds up the linear functions of a learner, each weighted by the number of rounds it was used in."""

    def __init__(self, learner: RowLearner) -> None:
        try:
            now = learner.linear_guess()
        except BadParameter as error:
            raise BadParameter(f"{error}; there is no average of {learner!r}: take the majority") from None
        self.like = LinearFunction(
            bias=now.bias or None,
            normalise=now.normalise,
            at_zero=learner.at_zero,
            truths=learner.truths,
        )
        self.weights = np.zeros(0)
        self.bias_weight = 0.0
        self.rounds = 0

    def add(self, guess: LinearGuess, rounds: int) -> None:
        """Add the present linear function, used for so many rounds."""
        now = guess.times(rounds)
        if len(now.weights) > len(self.weights):
            self.weights = np.concatenate((self.weights, np.zeros(len(now.weights) - len(self.weights))))
        self.weights[: len(now.weights)] += now.weights
        self.bias_weight += now.bias_weight
        self.rounds += rounds

    def hypothesis(self) -> Hypothesis:
        """The mean so far as a hypothesis."""
        mean = self.like.clone()
        w, bias_weight = self.weights / self.rounds, np.float64(self.bias_weight / self.rounds)
        mean.restore({**mean.state(), "w": w, "bias_weight": bias_weight})
        return Hypothesis(mean, numbered=True)


class LinearFunction(LinearLearner):
    """A linear function of the example that no longer learns: guess = <w, x>, as the rule saw examples.

    bias, normalise    of the rule: see `LinearLearner`
    at_zero            what a guess of zero acts as
    truths             of the rule, "signs" or "numbers"
    """

    kind = "reduction"

    def __init__(
        self, *, bias: float | None = None, normalise: bool = False, at_zero: float = 1.0, truths: str = "signs"
    ) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.at_zero = at_zero
        self.told = truths

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "at_zero": self.at_zero, "truths": self.told}

    @property
    def truths(self) -> Truth:
        return find_truth(self.told)

    def learn(self, x: Row, y: float, guess: float) -> None:
        raise BadParameter("a mean of linear functions does not learn; it only predicts")
