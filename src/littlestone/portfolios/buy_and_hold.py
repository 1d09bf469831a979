"""Buy and hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..state import Vector, fields
from .mixture_theorems import BuyAndHoldBound
from .portfolio import PortfolioLearner, shares
from .rebalanced_mixture import Mixture


class BuyAndHold(PortfolioLearner):
    """Buy on the first morning, and never trade again: the shares drift with the prices.

        b_i <- b_i x_i / <b, x>                                         (the benchmark in Cover 1991)

    The wealth is the mean of what the assets have made, hence at least a d-th of the best: its regret against the
    best single asset is at most ln d, whatever happens.

    d           how many assets there are
    weights     the shares bought on the first morning; None for equal ones

    >>> from littlestone import BuyAndHold, InvestGame
    >>> game = InvestGame(BuyAndHold(2))
    >>> for relatives in [[1.0, 2.0], [1.0, 1.5]]:
    ...     move = game.predict()
    ...     game.label(move.number, relatives)
    >>> print(round(game.ledger.wealth, 4), game.ledger.certificates[0])
    2.0 Buy and hold: ln(best asset held) - ln(wealth) <= ln(1/its share at first), ln 2 for equal shares
      holds: paid 0.405465 of 0.693147 allowed
      teaches: no asset held has made more than 4 times the stake
    """

    name = "buy-and-hold"
    theorems = (BuyAndHoldBound,)
    saved = fields(Vector("logs", "mixture.logs", size="d"))
    variants = ({"d": 3}, {"d": 2, "weights": [0.25, 0.75]})

    def __init__(self, d: int, *, weights: Any = None) -> None:
        super().__init__(d)
        self.mixture = Mixture(np.eye(self.d), shares(weights, self.d))
        self.given = None if weights is None else [float(share) for share in weights]

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "weights": self.given}

    def predict(self) -> Any:
        return self.mixture.bet()

    def learn(self, z: Any, point: Any) -> None:
        self.mixture.grow(z)
        self.updates += 1
