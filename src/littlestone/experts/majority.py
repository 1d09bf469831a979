# cython: boundscheck=False, wraparound=False
"""What weighted majority with and without a coin share: every mistake of an expert costs it a factor alpha."""

from __future__ import annotations

import math
from typing import Any

from ..errors import BadParameter
from ..losses.guess_losses import Mistake
from ..row import Row
from ..state import Count, Numbers, fields
from ..support import elementary
from ..support.settings import real
from .expert import ExponentialLearner


class MajorityLearner(ExponentialLearner):
    """Votes by the weights alpha^m, where m counts an expert's mistakes; they are kept as counts, not as weights.

    An expert that sleeps loses what the weight of those awake loses as a whole: a factor 1 - (1 - alpha) q, where q is
    the share of it that was wrong, as if it had made ln(1 - (1 - alpha) q)/ln(alpha) of a mistake. Then the weight of
    all, W, still is n prod(1 - (1 - alpha) q), and every theorem holds on the rounds that an expert was awake in
    (Freund, Schapire, Singer and Warmuth 1997).
    """

    classes_only = True
    weighs = False
    saved = fields(Numbers("mass", "log_mass", "wrong"), Count("slept"))

    def __init__(
        self, alpha: float | None, eta: float | None, *, realizable: bool | None = None, lazy: bool = False
    ) -> None:
        super().__init__()
        self.lazy = lazy
        self.price = Mistake()
        self.given_alpha = alpha
        self.given_eta = eta
        self.alpha = factor(alpha, eta, realizable)
        self.rate = math.inf if self.alpha == 0.0 else -elementary.log(self.alpha)
        self.log_mass = 0.0  # ln(W/n)
        self.wrong = 0.0  # the sum over the rounds of q, the share of the weight that was wrong
        self.slept = 0  # the first update that found somebody asleep, of all that were ever heard

    def parameters(self) -> dict[str, Any]:
        return {"alpha": self.given_alpha, "eta": self.given_eta}

    def punish(self, x: Row, y: float, guess: float) -> None:
        """w_i <- alpha w_i for every expert that was wrong."""
        wrong = self.judge(x, y, guess)
        left = 1.0 - (1.0 - self.alpha) * wrong
        self.wrong += wrong
        self.log_mass = self.log_mass + elementary.log(left) if left > 0.0 else -math.inf
        asleep = 0.0 if self.alpha == 0.0 else -elementary.log(left) / self.rate
        self.paid += asleep - wrong  # a newcomer has slept until it comes
        if self.slept == 0 and x.stop - x.start < self.n:
            self.slept = self.updates
        batch = x.batch
        for k in range(x.start, x.stop):
            self.regrets[batch.columns[k]] += asleep - wrong
        self.charge(x, asleep)
        self.reweigh(self.rate)

    def welcome(self, n: int) -> None:
        ExponentialLearner.welcome(self, n)
        if self.updates:
            self.slept = 1


def factor(alpha: float | None, eta: float | None, realizable: bool | None) -> float:
    """The factor alpha that a mistake costs, given as itself or as 1 - eta; realizable is None if it cannot be set."""
    if alpha is not None and eta is not None:
        raise BadParameter(f"alpha and eta = 1 - alpha say the same: give one of them, not {alpha} and {eta}")
    if eta is not None:
        alpha = 1.0 - real("eta", eta, "the share of its weight that a mistake costs")
    alpha = (0.0 if realizable else 0.5) if alpha is None else real("alpha", alpha, "what a mistake leaves of a weight")
    if 0.0 < alpha < 1.0 or (realizable and alpha == 0.0):
        return alpha
    if alpha == 0.0:
        way = "give more than 0" if realizable is None else "if one never will, set realizable to true"
        raise BadParameter(f"alpha = 0 leaves no weight at all once every expert has erred; {way}")
    if alpha == 1.0:
        raise BadParameter("alpha = 1 forgives every mistake, so nothing would ever be learned; give less than 1")
    raise BadParameter(f"alpha is what a mistake leaves of a weight, between 0 and 1, not {alpha:g}")
