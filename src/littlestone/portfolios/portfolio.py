"""Base of the portfolios."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..convex.point import PointLearner
from ..errors import BadParameter, StateError
from ..losses.point_losses import ConvexLoss, Wealth
from ..state import Held, Vector

ROUNDING = 1e-6  # tolerance of the sum of saved shares


class PortfolioLearner(PointLearner):
    """Divides its wealth among d assets: a point b of the simplex, before the day's prices are known.

    Then the day's price relatives x are revealed, each asset's price at the end of the day over that at its beginning,
    and the wealth grows by the factor <b, x>. The loss is -ln <b, x>, so that losses add up as wealth multiplies.

    d           how many assets there are
    """

    kind = "portfolio"
    usual_loss: ClassVar[str] = "wealth"
    any_loss: ClassVar[bool] = False  # can it play losses other than "wealth", such as linear gains?

    def __init__(self, d: int) -> None:
        super().__init__(d, domain="simplex")
        self.price = Wealth()

    def parameters(self) -> dict[str, Any]:
        return {"d": self.d}

    def plays_for(self, price: ConvexLoss) -> None:
        if not self.any_loss and price.name != Wealth.name:
            raise BadParameter(
                f"{self.name} learns from price relatives: play InvestGame, or a ConvexGame with loss='wealth', "
                f"not with loss={price.name!r}"
            )
        super().plays_for(price)


def shares(weights: Any, d: int) -> Any:
    """Shares of the wealth as given: None for equal ones, else d numbers of at least 0 whose sum is 1."""
    if weights is None:
        return np.full(d, 1.0 / d)
    try:
        given = np.array(weights, dtype=np.float64)
    except (TypeError, ValueError):
        given = np.zeros(0)
    if given.shape != (d,) or not np.isfinite(given).all() or (given < 0).any() or abs(given.sum() - 1.0) > 1e-9:
        raise BadParameter(f"weights are {d} shares of the wealth, 0 or more, whose sum is 1, not {weights!r:.80}")
    return given / given.sum()


class Shares(Vector):
    """Shares of the wealth: one an asset, 0 or more, whose sum is 1, up to rounding."""

    def unpacked(self, thing: Any, value: Any, held: Held) -> Any:
        given = super().unpacked(thing, value, held)
        if not ((given >= -ROUNDING).all() and abs(given.sum() - 1.0) <= ROUNDING):
            raise StateError(
                f"{self.name!r} are {len(given)} shares of the wealth, 0 or more, whose sum is 1, not {given}"
            )
        return given
