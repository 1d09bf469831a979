# cython: boundscheck=False, wraparound=False
"""What the learners share whose theorem is about the mix loss, the loss that exponential weights would like to have."""

from __future__ import annotations

import math

from ..row import Row
from ..support import elementary
from .expert import ExponentialLearner

SMALL = 1e-3  # a sum of weights that has shrunk to less is added up anew, from the totals


class MixingLearner(ExponentialLearner):
    """Exponential weights that know their mix loss, m = -ln(sum p_i e^(-eta loss_i))/eta, over those who are awake.

    The mix losses of a game add up to at most ln(n)/eta more than the losses of any expert, always; what a learner pays
    beyond them is all it can regret besides.
    """

    def mix_loss(self, x: Row, eta: float) -> float:
        """The mix loss of the round that was just judged and is not charged yet."""
        batch = x.batch
        low = math.inf
        mass = 0.0
        for k in range(x.start, x.stop):
            low = min(low, self.losses[batch.columns[k]])
            mass += self.w[batch.columns[k]]
        if eta == math.inf:
            return self.leap(x, eta)
        shrunk = 0.0  # the sum of p_i (e^(-eta (loss_i - low)) - 1): from -1 to 0, and exact near 0
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            shrunk += self.w[i] / mass * elementary.expm1(eta * (low - self.losses[i]))
        return low - elementary.log1p(shrunk) / eta if shrunk > SMALL - 1.0 else self.leap(x, eta)

    def leap(self, x: Row, eta: float) -> float:
        """The mix loss from the totals: how far their soft minimum rises, where weights are too small to tell."""
        batch = x.batch
        least = math.inf
        for k in range(x.start, x.stop):
            least = min(least, self.totals[batch.columns[k]])
        rise = math.inf  # of the least total, from differences of totals: the totals themselves may be large
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            rise = min(rise, self.totals[i] - least + self.losses[i])
        if eta == math.inf:
            return rise
        old = 0.0
        new = 0.0
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            old += elementary.exp(eta * (least - self.totals[i]))
            new += elementary.exp(eta * (rise - (self.totals[i] - least + self.losses[i])))
        return rise - elementary.log(new / old) / eta
