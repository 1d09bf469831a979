"""Epsilon-greedy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..row import Row
from ..state import Held, Vector, fields
from ..support.settings import real
from .action import ActionLearner


class EpsilonGreedy(ActionLearner):
    """Mostly the action that was best on average, sometimes any: what everybody tries first.

        p_i = epsilon/K,  and 1 - epsilon more for the action with the least mean loss;   draw i
        L_i <- L_i + loss,   n_i <- n_i + 1,   mean loss L_i/n_i                                 (Watkins 1989)

    An action that was never done has a mean loss of 0, so that each is done once. There is no theorem here: with a
    fixed epsilon the regret is at least epsilon times the mean gap in every round, and losses that change deceive it.
    It is there to be compared with.

    K           how many actions there are
    epsilon     the chance of any action

    >>> from littlestone import ActionGame, EpsilonGreedy
    >>> game = ActionGame(EpsilonGreedy(3, epsilon=0.2))
    >>> for t in range(100):
    ...     move = game.predict()
    ...     game.reward(move.number, move.action == 2)
    >>> game.ledger.counts.tolist(), game.ledger.certificates
    ([6, 8, 86], [])
    """

    name = "epsilon-greedy"
    saved = fields(
        Vector("losses", size="K", least=0.0, finite=True), Vector("times", size="K", least=0, dtype=np.int64)
    )

    def __init__(self, K: int, *, epsilon: float = 0.1) -> None:
        super().__init__(K)
        self.epsilon = real("epsilon", epsilon, "the chance of any action")
        if not 0.0 <= self.epsilon <= 1.0:
            raise BadParameter(f"epsilon is a chance, from 0 to 1, not {epsilon!r}")
        self.losses = np.zeros(self.K)
        self.times = np.zeros(self.K, dtype=np.int64)

    def predict(self, x: Row | None) -> Any:
        chances = np.full(self.K, self.epsilon / self.K)
        chances[int(np.argmin(self.losses / np.maximum(1, self.times)))] += 1.0 - self.epsilon
        return chances

    def learn(self, x: Row | None, action: int, loss: float, chance: float) -> None:
        self.losses, self.times = self.losses.copy(), self.times.copy()
        self.losses[action] += loss
        self.times[action] += 1
        self.updates += 1

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "epsilon": self.epsilon}

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if (held["losses"] > held["times"] * (1.0 + 1e-9)).any():
            raise StateError(f"'times' are {self.K} counts, of losses that are at most 1 each")
