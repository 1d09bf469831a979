"""Mixtures of constant rebalanced portfolios: each starts with a part of the wealth and keeps what it makes of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..support import elementary
from ..support.linear_algebra import combined, dot, times
from .logarithms import log_add, log_sum, softmax


class Mixture:
    """Each row of `points` is a constant rebalanced portfolio and starts with its share `prior` of the wealth.

        wealth = sum_j prior_j S_j,      b = sum_j prior_j S_j point_j / wealth,      S_j <- S_j <point_j, x>

    The wealths S_j are stored as logarithms, so that small ones do not underflow.
    """

    def __init__(self, points: Any, prior: Any) -> None:
        self.columns = np.ascontiguousarray(points.T)  # an asset a row: a few long rows are added up fast
        with np.errstate(divide="ignore"):
            self.log_prior = elementary.logs(prior)
        self.logs = np.zeros(len(points))

    @property
    def points(self) -> Any:
        """The portfolios, a row each."""
        return self.columns.T

    def bet(self) -> Any:
        """The shares of the assets in the total wealth."""
        return times(self.columns, softmax(self.log_prior + self.logs))

    def grow(self, x: Any) -> None:
        """A day passes."""
        self.logs += elementary.logs(combined(x, self.columns))

    def log_wealth(self) -> float:
        """ln of the total wealth."""
        return log_sum(self.log_prior + self.logs)


class Integral:
    """The exact mixture of all constant rebalanced portfolios of two assets, with a uniform prior.

    After t days the wealth of the shares (p, 1 - p) is a polynomial sum_k C(t, k) q_k p^k (1 - p)^(t - k), whose
    integral over p is the mean of q_0, ..., q_t, since each term integrates to q_k / (t + 1). Another day makes of it

        q_k <- (k/t) x_1 q_(k-1) + ((t - k)/t) x_2 q_k,      and b_1 = sum_k q_k (k + 1)/(t + 2) / sum_k q_k

    There are no subtractions, so no digits are lost. The numbers q_k are stored as logarithms.
    """

    def __init__(self) -> None:
        self.logs = np.zeros(1)

    def bet(self) -> Any:
        """The mean of (p, 1 - p), each weighted with its wealth."""
        days = len(self.logs) - 1
        first = dot(softmax(self.logs), np.arange(days + 1) + 1.0) / (days + 2.0)
        return np.array([first, 1.0 - first])

    def grow(self, x: Any) -> None:
        """A day passes."""
        days = len(self.logs)
        part = elementary.logs(np.arange(1, days + 1) / days)
        longer = np.full(days + 1, -np.inf)
        longer[1:] = self.logs + part + elementary.logs(x[0])
        longer[:-1] = log_add(longer[:-1], self.logs + part[::-1] + elementary.logs(x[1]))
        self.logs = longer

    def log_wealth(self) -> float:
        """ln of the mean wealth."""
        return log_sum(self.logs) - float(elementary.logs(len(self.logs)))
