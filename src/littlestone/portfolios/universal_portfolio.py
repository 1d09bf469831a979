"""Cover's universal portfolio."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np

from ..errors import BadParameter
from ..state import Vector, fields
from ..support import elementary
from ..support.settings import whole
from .mixture_theorems import UniversalBound
from .portfolio import PortfolioLearner
from .rebalanced_mixture import Integral, Mixture
from .simplex_points import grid_points, quadrature_points, sampled_points

SAMPLES = 10_000  # portfolios drawn where there are four assets or more, if nothing else is said
NODES = 64  # of the quadrature on three assets, on each axis
FEWER = 48  # of the second quadrature, which tells how far the first can be trusted


class UniversalPortfolio(PortfolioLearner):
    """Buy and hold every constant rebalanced portfolio there is: the shares are their mean, weighted by their wealth.

        S(w) <- S(w) <w, x>   for every w of the simplex;      b = mean of w S(w) / mean of S(w)        (Cover 1991)

    Its wealth is the mean of S(w), which is at least max S(w) / C(T + d - 1, d - 1) (Cover and Ordentlich 1996):
    its regret is at most (d - 1) ln(T + 1), whatever the market. The mean is exact on two assets, where S is a
    polynomial of one share. On three it is a quadrature, exact for 125 days and checked by a second one from then on.
    On more it is the mean over portfolios drawn at random; `error()` is then the standard error. A mean over N
    portfolios has its own theorem: at most ln N behind the best of them.

    d           how many assets there are
    grid        take the plain mean over all shares that are multiples of 1/grid (Cover's tables: grid=20)
    samples     take the mean over so many portfolios drawn uniformly; None, for four assets or more, is 10,000
    seed        of the drawing

    >>> from littlestone import InvestGame, UniversalPortfolio
    >>> game = InvestGame(UniversalPortfolio(2))
    >>> for relatives in [[1.0, 2.0], [1.0, 0.5]] * 10:
    ...     move = game.predict()
    ...     game.label(move.number, relatives)
    >>> round(game.ledger.wealth, 4)
    2.3394
    >>> [certificate] = game.ledger.certificates
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 0.328, 3.045)
    """

    name = "universal"
    theorems = (UniversalBound,)
    saved = fields(
        Vector(
            "logs",
            "mixture.logs",
            size=lambda own, held: held["updates"] + 1 if isinstance(own.mixture, Integral) else len(own.mixture.logs),
        )
    )
    variants = ({"d": 3}, {"d": 2}, {"d": 3, "grid": 5}, {"d": 3, "samples": 20})

    def __init__(self, d: int, *, grid: int | None = None, samples: int | None = None, seed: int = 0) -> None:
        super().__init__(d)
        if grid is not None and samples is not None:
            raise BadParameter("give grid or samples, not both")
        self.grid = None if grid is None else whole("grid", grid, "a number of steps from 0 to 1", least=1)
        self.samples = None if samples is None else whole("samples", samples, "a number of portfolios", least=2)
        self.seed = whole("seed", seed, "a whole number")
        self.check = np.zeros(0)  # the prior of the second quadrature, whose nodes stand behind those of the first
        self.mixture: Mixture | Integral = self.start()

    def start(self) -> Mixture | Integral:
        """The mixture before the first day."""
        if self.grid is not None:
            return equally(grid_points(self.d, self.grid))
        if self.samples is not None or self.d > 3:
            return equally(sampled_points(self.d, self.samples or SAMPLES, self.seed))
        if self.d == 3:
            points, prior = quadrature_points(NODES)
            others, self.check = quadrature_points(FEWER)
            return Mixture(np.concatenate((points, others)), np.concatenate((prior, np.zeros(len(others)))))
        return Integral() if self.d == 2 else equally(np.ones((1, 1)))

    @property
    def method(self) -> str:
        """How the mean is taken: "exact", "quadrature", "grid" or "sample"."""
        if self.grid is not None:
            return "grid"
        if self.samples is not None or self.d > 3:
            return "sample"
        return "quadrature" if self.d == 3 else "exact"

    def error(self) -> float:
        """How far ln(wealth) is from that of the mean over all portfolios: 0, an estimate, or nan for a grid.

        Of a sample it is one standard error, of a quadrature the difference to one with fewer nodes.
        """
        mixture = self.mixture
        if self.method == "exact":
            return 0.0
        if self.method == "grid" or isinstance(mixture, Integral):
            return nan
        if self.method == "quadrature":
            fewer = Mixture(mixture.points[-len(self.check) :], self.check)
            fewer.logs = mixture.logs[-len(self.check) :]
            return abs(fewer.log_wealth() - mixture.log_wealth())
        wealths = elementary.exps(mixture.logs - mixture.logs.max())
        return float(wealths.std(ddof=1) / (wealths.mean() * np.sqrt(len(wealths))))

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "grid": self.grid, "samples": self.samples, "seed": self.seed}

    def predict(self) -> Any:
        return self.mixture.bet()

    def learn(self, z: Any, point: Any) -> None:
        self.mixture.grow(z)
        self.updates += 1


def equally(points: Any) -> Mixture:
    """The mixture in which each of these portfolios starts with the same wealth."""
    return Mixture(points, np.full(len(points), 1.0 / len(points)))
