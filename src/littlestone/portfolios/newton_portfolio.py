"""The online Newton step portfolio."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..state import Held, Table, Vector, fields
from ..support.linear_algebra import dot
from ..support.settings import real
from .portfolio import PortfolioLearner, Shares
from .portfolio_theorems import NewtonPortfolioBound
from .simplex_quadratic import smallest_quadratic


class NewtonPortfolio(PortfolioLearner):
    """Put a parabola in place of every day's log growth, and hold what would have been best for their sum.

        A <- A + g g',  s <- s + (1 + 1/beta) g,  g = x / <b, x>;    w <- the point of the simplex nearest to
        delta A^-1 s in the norm of A;    b <- (1 - eta) w + eta/d                             (Agarwal et al. 2006)

    At first A = I and s = 0. The parabola of a day is c <g, w> - <g, w>^2/2 with c = delta (1 + 1/beta): its slope at
    the portfolio held is c - 1 times the true one. For c > 1 that follows the market's growth, and there is a theorem
    (see NewtonPortfolioBound). The usual settings, delta = 1/8 and beta = 1, have c = 1/4: then the slope points the
    other way, and the rule leans to what has fallen behind. On stocks it did well so, but no regret theorem is known.

    d           how many assets there are
    delta       how far to go, more than 0
    beta        the steepness of the parabolas, more than 0
    eta         the share that is spread evenly, from 0 to less than 1

    >>> from littlestone import InvestGame, NewtonPortfolio
    >>> game = InvestGame(NewtonPortfolio(2, delta=1.0, beta=0.5))
    >>> for relatives in [[1.0, 2.0], [1.0, 0.5]] * 10:
    ...     move = game.predict()
    ...     game.label(move.number, relatives)
    >>> [certificate] = game.ledger.certificates
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 1.618, 4.238)
    """

    name = "ons"
    theorems = (NewtonPortfolioBound,)
    saved = fields(Table("A", shape=("d", "d"), finite=True), Vector("slopes", size="d"), Shares("w", size="d"))
    variants = ({"d": 3}, {"d": 3, "delta": 1.0, "eta": 0.1})

    def __init__(self, d: int, *, delta: float = 0.125, beta: float = 1.0, eta: float = 0.0) -> None:
        super().__init__(d)
        self.delta = positive("delta", delta)
        self.beta = positive("beta", beta)
        self.eta = real("eta", eta, "the share that is spread evenly")
        if not 0.0 <= self.eta < 1.0:
            raise BadParameter(f"eta is the share that is spread evenly, from 0 to less than 1, not {eta}")
        self.A = np.eye(self.d)
        self.slopes = np.zeros(self.d)
        self.w = self.domain.centre

    @property
    def c(self) -> float:
        """The slope of a day's parabola at zero growth: more than 1 where it follows the market."""
        return self.delta * (1.0 + 1.0 / self.beta)

    def bounds(self) -> list[Any]:
        return super().bounds() if self.c > 1.0 else []

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "delta": self.delta, "beta": self.beta, "eta": self.eta}

    def predict(self) -> Any:
        return (1.0 - self.eta) * self.w + self.eta / self.d

    def learn(self, z: Any, point: Any) -> None:
        g = z / dot(point, z)
        self.A = self.A + np.outer(g, g)
        self.slopes = self.slopes + g
        self.w = smallest_quadratic(self.A, self.c * self.slopes, self.w)
        self.updates += 1

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if not np.linalg.eigvalsh(held["A"]).min() >= 0.5:
            raise StateError("'A' is the identity and what was added to it, but here it has eigenvalues below 1")


def positive(name: str, value: Any) -> float:
    """A setting that is more than 0, and not out of all proportion."""
    number = real(name, value, "a number from 1e-6 to 1e6")
    if not 1e-6 <= number <= 1e6:
        raise BadParameter(f"{name} is a number from 1e-6 to 1e6, not {value}")
    return number
