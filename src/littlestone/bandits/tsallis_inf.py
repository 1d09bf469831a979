"""Tsallis-INF."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..row import Row
from ..state import Vector, fields
from .action import ActionLearner, estimates
from .estimated_regret_theorems import EstimatedRegretBound
from .expected_regret_theorems import ExpectedRegretBound


class TsallisINF(ActionLearner):
    """Chances that fall with the square of the estimated loss: best of both worlds, without a logarithm.

        p_i = 4/(eta (L_i - x))^2, x such that they sum to one;   draw i;   L_i <- L_i + loss/p_i,   eta = 2/sqrt(t)
                                                                                       (Zimmert and Seldin 2021)

    It follows the leader regularised by -4 sum sqrt(p_i). Whatever the losses, the regret against every action that is
    fixed beforehand is at most 4 sqrt(K T) on average over the coins, the best rate there is; if rewards are drawn
    from fixed distributions it is of order (ln T)/gap, and nobody has to say which of the two it is.

    K           how many actions there are

    >>> from littlestone import ActionGame, TsallisINF
    >>> game = ActionGame(TsallisINF(3))
    >>> for t in range(1000):
    ...     move = game.predict()
    ...     game.reward(move.number, move.action == 2)
    >>> game.ledger.counts.tolist(), game.ledger.certificates[0].verdict
    ([11, 11, 978], 'holds')
    """

    name = "tsallis-inf"
    theorems = (EstimatedRegretBound, ExpectedRegretBound)
    saved = fields(Vector("losses", size="K", least=0.0, finite=True))

    def __init__(self, K: int) -> None:
        super().__init__(K)
        self.losses = np.zeros(self.K)

    @property
    def eta(self) -> float:
        """The rate of the coming round."""
        return 2.0 / sqrt(self.updates + 1)

    def shares(self) -> Any:
        return self.kept_shares(self.losses)

    def shares_of(self, losses: Any) -> Any:
        return leader_of_roots(losses, self.eta)

    def predict(self, x: Row | None) -> Any:
        return self.shares()

    def learn(self, x: Row | None, action: int, loss: float, chance: float) -> None:
        self.losses = self.losses + estimates(self.K, action, loss, chance)
        self.updates += 1


def leader_of_roots(losses: Any, eta: float) -> Any:
    """p_i = 4/(eta (L_i - x))^2 that sum to one, by Newton's method.

    With z = min L - x their sum falls and is convex in z > 0. At z = 2/eta the smallest has all the weight alone, so
    the sum is 1 or more, and from there Newton's steps rise to the root without passing it.
    """
    above = losses - losses.min()
    z = 2.0 / eta
    for _ in range(100):
        p = 4.0 / np.square(eta * (above + z))
        excess = p.sum() - 1.0
        step = excess / (eta * (p * np.sqrt(p)).sum())
        z += step
        if step <= 1e-15 * z:
            break
    p = 4.0 / np.square(eta * (above + z))
    return p / p.sum()
