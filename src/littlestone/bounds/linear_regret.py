"""What the regret theorems of gradient learners share: tangents instead of losses, and a look at every step.

A convex loss lies above its tangent, so the regret of the linear losses <g, .> is at least the true one, and it is
known exactly from two sums: sum of <g, w> - min over u of <sum of g, u>. A theorem that bounds it bounds both. And it
is a matter of geometry, not of data: nothing that nature reveals can break it, but for a premise that is named.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ..bound import SLACK, Bound, Certificate, not_fresh
from ..convex_ledger import ConvexLedger
from ..errors import BadParameter
from ..learner import State
from ..settings import real
from .steps import Rule

FINEST = 1e-140  # squares of numbers much smaller than this are none


class LinearRegretBound(Bound):
    """A bound on the regret of the tangents, made of the gradients that were seen.

    `G` is a length that the user vouches no gradient exceeds: the bound is then the one known before the game. Without
    it the gradients are taken as they came, which is never worse, and there is no premise about them.
    """

    promise = "G"
    rule: ClassVar[type[Rule]]

    def __init__(self, G: float | None = None) -> None:
        self.G = promised("G", G, "the longest gradient")
        self.looked: Rule | None = None

    def parameters(self) -> dict[str, Any]:
        return {"G": self.G}

    def certificate(self, learner: Any, ledger: ConvexLedger) -> Certificate:
        theorem = self.statement(learner)
        broken = not_fresh(ledger)
        if broken is None and ledger.latest:
            broken = f"the truth of round {ledger.first_late} came after other updates"
        if broken or learner.updates == 0:
            return Certificate(theorem, 0.0, None if broken else 0.0, broken, "")
        if self.looked is None or not self.looked.is_of(ledger):
            self.looked = self.rule(learner, ledger)
        failure = self.looked.catch_up(learner, ledger)
        broken = self.premise(learner)
        paid, allowed = self.regret(learner)
        if learner.longest < FINEST and learner.total.any():
            failure = None
            broken = f"the longest gradient is {learner.longest:.3g}, too short to be squared; scale the losses up"
        if failure is None and broken is None:
            failure = self.exceeded(learner, paid, allowed)
        teaches = "" if broken or failure else self.lesson(learner, ledger, paid)
        return Certificate(theorem, paid, None if broken else allowed, broken, teaches, failure)

    def restore(self, state: State) -> None:
        self.looked = None  # the game goes on from elsewhere: all its steps are looked at anew

    def statement(self, learner: Any) -> str:
        """The theorem in one line."""
        raise NotImplementedError(f"{type(self).__name__} must say what it states")

    def regret(self, learner: Any) -> tuple[float, float]:
        """The regret of the tangents, and what the theorem allows; there was at least one gradient."""
        raise NotImplementedError(f"{type(self).__name__} must say what it allows")

    def premise(self, learner: Any) -> str | None:
        """The premise about the losses that failed, if one did."""
        return self.too_long(learner, self.G)

    def too_long(self, learner: Any, G: float | None) -> str | None:
        """The premise that no gradient is longer than G, if it is broken."""
        if G is None or learner.longest <= G * (1 + SLACK):
            return None
        records = self.looked.records if self.looked else []
        first = [f"gradient {t}" for t, length in records if length > G * (1 + SLACK)] or ["a gradient"]
        return f"{first[0]} is longer than the promised {G:g}; the longest is {learner.longest:.4g}"

    def exceeded(self, learner: Any, paid: float, allowed: float) -> str | None:
        """The inequality that failed, if one did."""
        if paid > allowed + SLACK * abs(allowed):
            return f"a regret of {paid:.6g} is more than {allowed:.6g}"
        return None

    def lesson(self, learner: Any, ledger: ConvexLedger, paid: float) -> str:
        """The bound read backwards: every fixed point has lost something too."""
        return f"no fixed point of the {learner.domain.name} has lost less than {ledger.loss - paid:.6g}"

    def live(self, learner: Any, ledger: ConvexLedger) -> str:
        """The regret of the tangents and what is allowed."""
        if learner.updates == 0 or not_fresh(ledger) or ledger.latest:
            return ""
        paid, allowed = self.regret(learner)
        return f"R {paid:,.4g} <= {allowed:,.4g}"


def promised(name: str, value: float | None, what: str) -> float | None:
    """A number above 0 that the user vouches for, or None."""
    if value is not None and not real(name, value, what) > 0:
        raise BadParameter(f"{name} is {what}, more than 0, not {value!r}")
    return None if value is None else float(value)


def best_point(learner: Any) -> Any:
    """The point of the domain that the tangents, added up, favour."""
    return learner.domain.minimise_linear(learner.total)
