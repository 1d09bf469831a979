"""The theorems of the Perceptron whose weights are averaged over shards: with a margin, and without.

In every epoch each of S shards begins with the mixed weights w and plays its part of the rows; then the weights become
the mean of what they ended with, w <- mu_1 w_1 + ... + mu_S w_S, mu >= 0 with sum 1. Count a mistake of shard i by the
mu_i of its epoch, and let M be this sum over all epochs. The weights are the sum of y x over the mistakes, counted so.
For any vector u, with L the hinge losses of u on the mistakes, counted so as well,

    M - L <= <u, w> <= |u| |w|,   and   |w|^2 <= M R^2,

because the square is convex: |sum of mu_i w_i|^2 <= sum of mu_i |w_i|^2, and a mistake adds at most R^2 to |w_i|^2. So
both theorems are the Perceptron's with mistakes counted by share (McDonald, Hall and Mann 2010, theorem 3, for the
margin). A game that goes on afterwards is one more epoch on one shard, mu = 1. Where rounds have weights up to h, it is
sqrt(h) R instead of R, as for the Perceptron alone.
"""

from __future__ import annotations

from typing import Any

from ..bound import SLACK, Bound
from ..support.settings import whole
from .perceptron_theorems import HingeBound, HingeCase, MarginBound, MarginCase, MistakesCase


class MixedCase(MistakesCase):
    """The mistakes of all shards and epochs, counted by their shares; R grows with the weights of rounds alone."""

    @property
    def counts_by_weight(self) -> bool:
        return True

    @property
    def heaviest(self) -> float:
        return float(self.ledger.weights.heaviest) if self.by_weight else 1.0


class MixedMarginCase(MixedCase, MarginCase):
    """The same, with their largest margin."""


class MixedHingeCase(MixedCase, HingeCase):
    """The same, with the vector that explains them best."""


class MixedBound(Bound):
    """What both theorems share: the number of shards, and what they say of all mistakes."""

    mistakes = False  # counted by share, so that `nothing` compares with the rounds of a shard

    def __init__(self, shards: int = 1) -> None:
        self.shards = whole("shards", shards, "a number of shards", least=1)

    def suits(self, learner: Any) -> bool:
        return type(self) in learner.mixed_theorems

    def scope(self, case: Any) -> str:
        shards = f", M by share of {self.shards:,} shards" if self.shards > 1 else ", M by share"
        return f"{shards}{case.ledger._terms}" + (f", R^2 times h = {case.heaviest:g}" if case.by_weight else "")

    def in_all(self, case: Any, allowed: float | None) -> str:
        """What follows for the mistakes of all shards together."""
        if allowed is None or not case.kept.total:
            return ""
        if self.shards * allowed > case.ledger.labelled:
            return "nothing by its number, which is more than one mistake a round of every shard"
        made = f"{case.kept.total:,} mistakes in all"
        if case.kept.total > self.shards * case.weight * (1 + SLACK):  # shares below 1/S
            return made
        return f"{made}, of at most {self.shards * allowed:,.6g} with equal shares"


class MixedMarginBound(MixedBound, MarginBound):
    """M <= (R/gamma)^2 if some unit vector has y <u, x> >= gamma on every mistake, M counted by share.

    With equal shares that is at most S (R/gamma)^2 mistakes in all (McDonald, Hall and Mann 2010).
    """

    looks_at = MixedMarginCase
    beside_promise = ()

    def __init__(self, margin: float | None = None, shards: int = 1) -> None:
        MarginBound.__init__(self, margin)
        MixedBound.__init__(self, shards)

    def parameters(self) -> dict[str, Any]:
        return {"margin": self.margin, "shards": self.shards}

    def statement(self, case: Any) -> str:
        how = "in hindsight" if self.margin is None else "as promised"
        return f"Perceptron, mixed, margin {how}: M <= (R/gamma)^2"

    def live(self, ledger: Any) -> str:
        return ""

    def lesson(self, case: Any, allowed: float | None) -> str:
        return "; ".join(filter(None, (self.in_all(case, allowed), super().lesson(case, allowed))))


class MixedHingeBound(MixedBound, HingeBound):
    """M <= L + R |u| sqrt(L) + R^2 |u|^2 for every vector u with hinge losses L on the mistakes, all by share."""

    looks_at = MixedHingeCase

    def parameters(self) -> dict[str, Any]:
        return {"shards": self.shards}

    def statement(self, case: Any) -> str:
        return "Perceptron, mixed, any data: M <= L + R|u| sqrt(L) + R^2|u|^2"

    def lesson(self, case: Any, allowed: float | None) -> str:
        return "; ".join(filter(None, (self.in_all(case, allowed), super().lesson(case, allowed))))


class NoMixingBound(Bound):
    """No theorem: the weights of this learner may be averaged, but nobody has proved what that costs."""

    def suits(self, learner: Any) -> bool:
        return bool(learner.mixes)

    def statement(self, case: Any) -> str:
        return f"{case.learner.title}, mixed over shards"

    def fresh(self, case: Any) -> str | None:
        return None

    def paid(self, case: Any) -> float:
        ledger = case.ledger
        return float(getattr(ledger, "mistakes", ledger.loss))

    def unmeasurable(self, case: Any) -> str | None:
        return "this package has no theorem about the mean of its weights over shards"
