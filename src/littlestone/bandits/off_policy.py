"""Confidence sequences: intervals for a mean that hold at all times at once, and off-policy values."""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadParameter
from ..support import elementary
from ..support.linear_algebra import squared
from ..support.settings import real

RATES = 0.75 * 0.5 ** np.arange(25.0)  # lam of the mixture
SHARES = 1.0 / (np.arange(1.0, 26.0) * np.arange(2.0, 27.0))  # of the mixture; they sum to less than 1
HEAVIEST = 1e140  # of weights whose squares can be added up
PSI = -elementary.log1ps(-RATES) - RATES  # psi(lam) = -ln(1 - lam) - lam


class Sums:
    """The sum of values z, and of (z - what was foreseen)^2, where z is never less than what was foreseen by 1.

    For any lam from 0 to 1 and any z >= foreseen - 1 with conditional mean mu,

        E exp(lam (z - mu) - psi(lam) (z - foreseen)^2) <= 1,       psi(lam) = -ln(1 - lam) - lam

    if what is foreseen depends on the past alone (Fan, Grama and Liu 2015: exp(lam s - psi(lam) s^2) <= 1 + lam s for s
    >= -1; then 1 + lam (mu - foreseen) <= exp(lam (mu - foreseen))). The products over the rounds are supermartingales,
    and so is their mixture over 25 lam; by Ville's inequality it ever reaches 1/alpha with chance alpha at most. Hence
    at all times at once, with chance 1 - alpha: sum z - sum mu <= `deviation(alpha)`, the u at which the mixture of
    exp(lam u - psi(lam) V) is 1/alpha. Means may change as they like, and values have no upper limit (the empirical
    Bernstein sequences of Howard, Ramdas, McAuliffe and Sekhon 2021, and Waudby-Smith, Wu, Ramdas, Karampatziakis and
    Mineiro 2024, in the form of a mixture).
    """

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float, foreseen: float) -> None:
        """Enter a value, and what was foreseen before it came."""
        self.count += 1
        self.total += value
        self.squares += squared(value - foreseen)

    def deviation(self, alpha: float) -> float:
        """How far the sum may lie above that of the conditional means, with chance 1 - alpha, now and ever."""
        penalties = elementary.logs(SHARES) - PSI * self.squares
        wanted = -elementary.log(alpha)
        high = float(((wanted - penalties) / RATES).min())  # where one lam alone reaches it
        low = 0.0
        for _ in range(60):
            middle = (low + high) / 2.0
            powers = penalties + RATES * middle
            most = float(powers.max())
            reached = most + elementary.log(float(elementary.exps(powers - most).sum()))
            low, high = (low, middle) if reached > wanted else (middle, high)
        return high

    def lower(self, alpha: float) -> float:
        """What the mean of the conditional means is at least."""
        return (self.total - self.deviation(alpha)) / self.count if self.count else -inf


class Value(NamedTuple):
    """An estimate of a mean from 0 to 1, and between what it lies with the chance that was asked for."""

    estimate: float
    low: float
    high: float


class OffPolicy:
    """What a policy would have cost on the rounds of a log, from 0 to 1, by what another one did.

    Each round has a weight w, the policy's chance of what was done over the chance that it was done with; w cost is
    right on average (inverse propensity scores). `ips` is their mean, and its confidence sequence needs no limit to the
    weights: w cost is at least 0, which bounds the mean from below, and w (1 - cost) is at least 0, which bounds it
    from above. That holds even where the log never tries what the policy would do. `snips` divides by the sum of the
    weights in place of their number, which is less noisy and a little biased; its confidence sequence is that of w
    (cost - c) + c, with c the estimate before the round, which has the same mean; it needs the least chance that the
    log can have, since a weight is then at most 1/`least_chance`. Both hold at all times at once with chance 1 - alpha
    (see `Sums`), for the mean over the rounds so far of what the policy costs given the past, while policies, log and
    world change as they like.

    alpha           the chance that an interval ever fails
    least_chance    the least chance in the log that was possible, if it is known

    >>> from littlestone.bandits import OffPolicy
    >>> value = OffPolicy(alpha=0.05)
    >>> for t in range(2000):
    ...     value.add(2.0 if t % 2 else 0.0, float(t % 4 == 1))  # half of the rounds agree; of those half cost 1
    >>> found = value.ips
    >>> found.estimate, round(found.low, 2), round(found.high, 2)
    (0.5, 0.43, 0.57)
    """

    def __init__(self, alpha: float = 0.05, least_chance: float | None = None) -> None:
        self.alpha = real("alpha", alpha, "the chance that an interval fails")
        if not 0.0 < self.alpha < 1.0:
            raise BadParameter(f"alpha is the chance that an interval fails, above 0 and below 1, not {alpha!r}")
        self.least_chance = None
        if least_chance is not None:
            self.least_chance = real("least_chance", least_chance, "the least chance of an action in the log")
            if not 0.0 < self.least_chance <= 1.0:
                raise BadParameter(f"least_chance is a chance, above 0 and up to 1, not {least_chance!r}")
        self.count = 0
        self.weights = 0.0
        self.squares = 0.0  # of the weights
        self.costs = 0.0  # w cost
        self.above, self.below = Sums(), Sums()  # of w cost, and of w (1 - cost)
        self.more, self.less = Sums(), Sums()  # of w (cost - c) + c, and its negative, both scaled

    def add(self, weight: float, cost: float) -> None:
        """Enter a round: the weight of what was done, and what it cost, from 0 to 1."""
        if not 0.0 <= cost <= 1.0 or not 0.0 <= weight <= HEAVIEST:
            raise BadParameter(
                f"a cost lies from 0 to 1 and a weight from 0 to {HEAVIEST:g}, not {cost!r} and {weight!r}"
            )
        if self.least_chance is not None and weight > (1.0 + 1e-9) / self.least_chance:
            raise BadParameter(
                f"an action has a weight of {weight:.6g}, and with least_chance={self.least_chance:g} that cannot be"
            )
        n = self.count + 1.0
        for sums, value in ((self.above, weight * cost), (self.below, weight * (1.0 - cost))):
            sums.add(value, min(1.0, (sums.total + 0.5) / n))
        if self.least_chance is not None:
            scale = 1.0 / self.least_chance + 1.0
            centre = (self.costs + 0.5) / (self.weights + 1.0)
            value = (weight * (cost - centre) + centre) / scale
            self.more.add(value, centre / scale)
            self.less.add(-value, -centre / scale)
        self.count += 1
        self.weights += weight
        self.squares += weight * weight
        self.costs += weight * cost

    @property
    def ips(self) -> Value:
        """By inverse propensity scores."""
        if not self.count:
            return Value(0.5, 0.0, 1.0)
        half = self.alpha / 2.0
        low, high = self.above.lower(half), 1.0 - self.below.lower(half)
        return Value(self.costs / self.count, max(0.0, low), min(1.0, high))

    @property
    def snips(self) -> Value:
        """By self-normalised inverse propensity scores; from 0 to 1 if the least chance is not known."""
        estimate = self.costs / self.weights if self.weights else 0.5
        if self.least_chance is None or not self.count:
            return Value(estimate, 0.0, 1.0)
        half, scale = self.alpha / 2.0, 1.0 / self.least_chance + 1.0
        low, high = scale * self.more.lower(half), -scale * self.less.lower(half)
        return Value(estimate, max(0.0, low), min(1.0, high))

    @property
    def effective(self) -> float:
        """How many rounds of weight 1 these are worth: (sum w)^2 / sum w^2."""
        return squared(self.weights) / self.squares if self.squares else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The account as a dict for JSON."""
        return {
            "rounds": self.count,
            "mean_weight": self.weights / self.count if self.count else None,
            "effective": self.effective,
            "ips": self.ips._asdict(),
            "snips": self.snips._asdict(),
        }
