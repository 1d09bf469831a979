"""The constant rebalanced portfolio."""

from __future__ import annotations

from typing import Any

from .portfolio import PortfolioLearner, shares


class ConstantRebalanced(PortfolioLearner):
    """The same shares every morning: sell some of what has gained, buy some of what has lost.

        b <- w, whatever the day brought                                                         (Kelly 1956)

    It learns nothing, and no regret theorem is known nor possible: against itself its regret is zero, against the best
    constant rebalanced portfolio it may be anything. It is what the others are compared with: of two assets
    that only go up and down it can make a fortune.

    d           how many assets there are
    weights     the shares, d numbers whose sum is 1; None for equal ones

    >>> from littlestone import ConstantRebalanced, InvestGame
    >>> game = InvestGame(ConstantRebalanced(2))
    >>> for relatives in [[1.0, 2.0], [1.0, 0.5]] * 10:  # cash, and a share that doubles and halves in turn
    ...     move = game.predict()
    ...     game.label(move.number, relatives)
    >>> round(game.ledger.wealth, 4), round(game.ledger.best_stock.wealth, 4), game.ledger.certificates
    (3.2473, 1.0, [])
    """

    name = "crp"
    any_loss = True

    def __init__(self, d: int, *, weights: Any = None) -> None:
        super().__init__(d)
        self.weights = shares(weights, self.d)
        self.given = None if weights is None else [float(share) for share in weights]

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "weights": self.given}

    def predict(self) -> Any:
        return self.weights.copy()

    def learn(self, z: Any, point: Any) -> None:
        """Nothing to learn."""
