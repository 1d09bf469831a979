"""Passive aggressive mean reversion."""

from __future__ import annotations

from typing import Any

from ..errors import BadParameter
from ..state import fields
from ..support.linear_algebra import dot, norm
from ..support.settings import real
from .portfolio import PortfolioLearner, Shares


class PAMR(PortfolioLearner):
    """If the day gained more than eps, make the least change that would have gained less: what rose will fall.

        b <- project(b - tau (x - mean(x))),   tau = max(0, <b, x> - eps) / |x - mean(x)|^2     (Li et al. 2012)

    Passive-aggressive, with the day's growth for its loss. But no regret theorem is known: it bets that prices come
    back, which made a fortune on markets of the last century (without costs) and is ruinous where they do not.

    d           how many assets there are
    eps         the growth of a day that is left alone, 0 or more

    >>> from littlestone import InvestGame, PAMR
    >>> game = InvestGame(PAMR(2))
    >>> for relatives in [[1.0, 2.0], [1.0, 0.5]] * 5:
    ...     move = game.predict()
    ...     game.label(move.number, relatives)
    >>> round(game.ledger.wealth, 4), game.ledger.certificates
    (24.0, [])
    """

    name = "pamr"
    saved = fields(Shares("b", size="d"))

    def __init__(self, d: int, *, eps: float = 0.5) -> None:
        super().__init__(d)
        self.eps = real("eps", eps, "the growth of a day that is left alone")
        if self.eps < 0:
            raise BadParameter(f"eps is the growth of a day that is left alone, 0 or more, not {eps}")
        self.b = self.domain.centre

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "eps": self.eps}

    def predict(self) -> Any:
        return self.b.copy()

    def learn(self, z: Any, point: Any) -> None:
        apart = z - z.mean()
        apart -= apart.mean()  # twice, so that equal prices are equal: a mean is rounded
        excess, length = dot(point, z) - self.eps, norm(apart)
        if excess > 0.0 and length > 0.0:
            b = self.domain.project(self.b - (excess / length) * (apart / length))
            self.b = b / b.sum()  # where prices hardly differ the step is so long that its rounding shows
            self.updates += 1
