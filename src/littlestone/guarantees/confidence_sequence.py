# cython: boundscheck=False, wraparound=False
"""`ConfidenceSequence`: a lower bound of a running average that holds at all times at once."""

from __future__ import annotations

from math import isfinite

import numpy as np

from ..errors import BadParameter, StateError
from ..state import Counts, Declared, Held, Numbers, fields
from ..support import elementary
from ..support.settings import positive, real

RATES = 16
LAMBDAS = np.array([0.5 ** (k + 1) for k in range(RATES)])  # 1/2, 1/4, ..., 2^-16: none of them follows the data
PSIS = np.array([-elementary.log1p(-lam) - lam for lam in LAMBDAS.tolist()])
LOGS = np.array([elementary.log((RATES + 3.0) * 3.0 / (RATES * (k + 3.0) * (k + 4.0))) for k in range(RATES)])
LARGEST = 1e100  # in units of the scale: what is beyond is cut, which makes a lower bound no larger
MOST = 700.0  # of the logarithm of evidence that is told: e^709 is the largest number
STEPS = 100  # of Newton's method, which needs about ten


class ConfidenceSequence(Declared):
    """Of the mean of values that come one by one, each given those before it: a lower bound that holds at all times.

    Values X_1, X_2, ... are `low` or more, and may depend on one another and drift as they like. mu_t is the mean of
    X_t given all that came before; guess_t, the mean so far, is made before X_t comes and is cut to low + scale; and
    x_t = (X_t - guess_t)/scale is -1 or more, so that e^(lam x - psi(lam) x^2) <= 1 + lam x. Hence for every lam from 0
    to 1, with psi(lam) = -ln(1 - lam) - lam,

        exp(lam sum (X_t - mu_t)/scale - psi(lam) sum x_t^2)                 is a supermartingale, at most 1 on average

    (Fan, Grama and Liu 2015; Howard, Ramdas, McAuliffe and Sekhon 2021), and so is the mean over fixed rates
    lam = 1/2, 1/4, ..., 2^-16, which have the weights 1/((k + 3)(k + 4)), made to sum to 1. L_t, the least m for which

        the mixture of exp(lam sum (X_t - m)/scale - psi(lam) sum x_t^2)  <=  1/delta

    has, by Ville's inequality,

        P(at some time t the mean of mu_1, ..., mu_t is less than L_t) <= delta.

    So one may look after every value, and stop whenever one likes. It is a statement about the average of the means *so
    far*. It is no statement that some round was better than others, and none about the rounds to come.

    What is kept are a count and two sums, whatever the number of values. There is no upper limit of the values: what
    large ones cost is their squares. So it fits

        values from 0 to 1, or from a to b         low=a, scale=b - a; for an upper bound, give b + a - X to another one
        differences from -c to c, against 0        low=-c, scale=c: see `Advantage`
        importance-weighted rewards, from 0 to 1/floor, with means of 1 at most        low=0, scale=1: see `PolicyValue`

    low       no value is less
    scale     guesses are low + scale at most; the squares are counted in this unit
    first     the guess before any value came, from low to low + scale; half of the way if not given

    >>> values = ConfidenceSequence()
    >>> for t in range(1000):
    ...     values.record(1.0 if t % 4 else 0.0)
    >>> values.mean, round(values.lower(0.05), 3)
    (0.75, 0.705)
    """

    _saved = fields(Counts("counts", "count"), Numbers("sums", "total", "squares"))

    def __init__(self, low: float = 0.0, scale: float = 1.0, first: float | None = None) -> None:
        self.low = real("low", low, "the least value")
        self.scale = positive("scale", scale, "how far guesses are above the least value, at most")
        self.first = self.low + 0.5 * self.scale if first is None else real("first", first, "the first guess")
        if not self.low <= self.first <= self.low + self.scale:
            raise BadParameter(f"first is a guess from {self.low:g} to {self.low + self.scale:g}, not {first!r}")
        self.lambdas, self.psis, self.logs = LAMBDAS, PSIS, LOGS
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def guess(self) -> float:
        """The guess of the next value: the mean so far, the first guess counted in, and low + scale at most."""
        found = (self.first + self.total) / (self.count + 1.0)
        most = self.low + self.scale
        return found if found < most else most

    def record(self, value: float) -> None:
        """Enter a value."""
        if not (isfinite(value) and value >= self.low):
            raise BadParameter(f"a value is a number of {self.low:g} or more, not {value!r}")
        most = self.low + LARGEST * self.scale
        if value > most:
            value = most
        x = (value - self.guess()) / self.scale
        self.squares += x * x
        self.total += value
        self.count += 1

    @property
    def mean(self) -> float:
        """The mean of the values so far; 0 if there are none."""
        return self.total / self.count if self.count else 0.0

    def evidence(self, mean: float) -> float:
        """The mixture as if all means given the past had been this one: above 1/delta, the lower bound is above it.

        It is told up to e^700, so that it is a number always.

        >>> values = ConfidenceSequence()
        >>> for _ in range(40):
        ...     values.record(1.0)
        >>> values.evidence(0.5) > 1.0 / 0.05, values.lower(0.05) > 0.5
        (True, True)
        """
        found = self.log_mixture((self.total - self.count * mean) / self.scale)
        return elementary.exp(found if found < MOST else MOST)

    def log_mixture(self, excess: float) -> float:
        """The logarithm of the mixture, if the values exceed their means by so much, in units of the scale."""
        largest: float = self.logs[0] + self.lambdas[0] * excess - self.psis[0] * self.squares
        for k in range(1, RATES):
            each = self.logs[k] + self.lambdas[k] * excess - self.psis[k] * self.squares
            if each > largest:
                largest = each
        total = 0.0
        for k in range(RATES):
            total += elementary.exp(self.logs[k] + self.lambdas[k] * excess - self.psis[k] * self.squares - largest)
        return largest + elementary.log(total)

    def lower(self, delta: float) -> float:
        """A lower bound of the mean of mu_1, ..., mu_t; with chance 1 - delta it is right at all times at once."""
        least = check_delta(delta)
        if not self.count:
            return self.low
        found = (self.total - self.scale * self.widest(elementary.log(1.0 / least))) / self.count
        return found if found > self.low else self.low

    def widest(self, target: float) -> float:
        """By how much values may exceed their means, in units of the scale, before the log of the mixture is `target`.

        The log is convex in it: Newton's method, begun where one rate alone has reached the target, comes down to it.
        """
        excess: float = (target - self.logs[0] + self.psis[0] * self.squares) / self.lambdas[0]
        for k in range(1, RATES):
            each = (target - self.logs[k] + self.psis[k] * self.squares) / self.lambdas[k]
            if each < excess:
                excess = each
        for _ in range(STEPS):
            mixture = self.log_mixture(excess)
            slope = 0.0
            for k in range(RATES):
                each = self.logs[k] + self.lambdas[k] * excess - self.psis[k] * self.squares
                slope += self.lambdas[k] * elementary.exp(each - mixture)
            better = excess - (mixture - target) / slope
            if not better < excess:
                break
            excess = better
        return excess

    def _check_state(self, held: Held) -> None:
        total, squares = held["sums"]
        if not (isfinite(total) and squares >= 0.0):
            raise StateError(
                f"the sums of a confidence sequence are numbers, that of squares 0 or more, not {held['sums']}"
            )


def check_delta(delta: float) -> float:
    """Check and return the chance with which a bound may be wrong."""
    found = real("delta", delta, "the chance of being wrong")
    if not 0.0 < found < 1.0:
        raise BadParameter(f"delta is the chance of being wrong, between 0 and 1, not {delta!r}")
    return found
