"""What the regret theorems of gradient learners share: tangents instead of losses, and a look at every step.

A convex loss lies above its tangent, so the regret of the linear losses <g, .> is at least the true one, and it is
known exactly from two sums: sum of <g, w> - min over u of <sum of g, u>. A theorem that bounds it bounds both. And it
is a matter of geometry, not of data: nothing that nature reveals can break it, but for a premise that is named.
"""

from __future__ import annotations

from functools import cached_property
from math import isfinite
from typing import Any, ClassVar

from ..bound import SLACK, Bound, Case, Open
from ..errors import BadParameter
from ..learner import State
from ..support.effort import Effort
from ..support.settings import real
from .steps import Rule

FINEST = 1e-140  # squares of numbers much smaller than this are none
TOO_LARGE = "what is added up has become too large to be a number; scale the losses down"


class GradientsCase(Case):
    """The gradients of a game, added up by the learner, and its steps, looked at one by one."""

    @cached_property
    def sides(self) -> tuple[float, float]:
        """The regret of the tangents, and what the theorem allows."""
        return self.bound.sides(self) if self.learner.updates else (0.0, 0.0)

    @cached_property
    def steps(self) -> Rule:
        """The rule of the theorem, held against every step that was kept."""
        return self.bound.caught_up(self)  # type: ignore[no-any-return]


class LinearRegretBound(Bound):
    """A bound on the regret of the tangents, made of the gradients that were seen.

    `G` is a length that the user vouches no gradient exceeds: the bound is then the one known before the game. Without
    it the gradients are taken as they came, which is never worse, and there is no premise about them.
    """

    promise = "G"
    cheap = True
    looks_at = GradientsCase
    rule: ClassVar[type[Rule]]

    def __init__(self, G: float | None = None) -> None:
        self.G = promised("G", G, "the longest gradient")
        self.looked: Rule | None = None

    def parameters(self) -> dict[str, Any]:
        return {"G": self.G}

    def caught_up(self, case: Any) -> Rule:
        """The rule, when it has looked at every step of the game; those it has seen it does not look at again."""
        if self.looked is None or not self.looked.is_of(case.ledger):
            self.looked = self.rule(case.learner, case.ledger)
        self.looked.catch_up(case.learner, case.ledger)
        return self.looked

    def restore(self, state: State) -> None:
        self.looked = None  # the game goes on from elsewhere: all its steps are looked at anew

    def sides(self, case: Any) -> tuple[float, float]:
        """The regret of the tangents, and what the theorem allows; there was at least one gradient."""
        raise NotImplementedError(f"{type(self).__name__} must say what it allows")

    def unmeasurable(self, case: Any) -> str | None:
        return self.out_of_range(case) or (None if all(map(isfinite, case.sides)) else TOO_LARGE)

    def out_of_range(self, case: Any) -> str | None:
        """Why the gradients cannot be added up: they are no numbers that can be squared."""
        learner = case.learner
        if learner.longest < FINEST and learner.total.any():
            return f"the longest gradient is {learner.longest:.3g}, too short to be squared; scale the losses up"
        return None

    def paid(self, case: Any) -> float:
        if self.fresh(case):
            raise Open("what the learner has added up is not of this game alone")
        if not isfinite(case.sides[0]):
            raise Open(TOO_LARGE)
        return float(case.sides[0])

    def premise(self, case: Any) -> str | None:
        return self.too_long(case, self.G)

    def too_long(self, case: Any, G: float | None) -> str | None:
        """The premise that no gradient is longer than G, if it is broken."""
        longest = case.learner.longest
        if G is None or longest <= G * (1 + SLACK):
            return None
        return f"{self.first_longer(case, G)} is longer than the promised {G:g}; the longest is {longest:.4g}"

    def first_longer(self, case: Any, G: float) -> str:
        """The first gradient that is longer than G, in words; it may be one that was not kept."""
        first = [f"gradient {t}" for t, length in case.steps.records if length > G * (1 + SLACK)]
        return (first or ["a gradient"])[0]

    def invariant(self, case: Any) -> str | None:
        """A step that is not the rule's, or sums that are not those of the game."""
        return case.steps.failure  # type: ignore[no-any-return]

    def allowed(self, case: Any) -> float:
        return float(case.sides[1])

    def exceeded(self, case: Any, paid: float, allowed: float) -> str | None:
        return more_than(paid, allowed, self.slack(case, paid, allowed))

    def lesson(self, case: Any, allowed: float | None) -> str:
        """The bound read backwards: every fixed point has lost something too."""
        if allowed is None or not case.learner.updates:
            return ""
        return f"no {self.whom(case)} has lost less than {case.ledger.loss - case.sides[0]:.6g}"

    def whom(self, case: Any) -> str:
        """The points that the learner is compared with, in words."""
        return f"fixed point of the {case.learner.domain.name}"

    def live(self, ledger: Any) -> str:
        """The regret of the tangents and what is allowed."""
        allowed = self.allowance(ledger) if ledger.learner.updates else None
        if allowed is None:
            return ""
        return f"R {self.looks_at(self, ledger, Effort(0.0)).sides[0]:,.4g} <= {allowed:,.4g}"


def more_than(paid: float, allowed: float, slack: float) -> str | None:
    """What there is to say if more was paid than is allowed, but for rounding."""
    return f"a regret of {paid:.6g} is more than {allowed:.6g}" if not paid <= allowed + slack else None


def left(lost: float, regret: float) -> float:
    """What somebody has lost at least, if the learner has lost that much and its regret is no more; never below 0."""
    return lost - regret if lost - regret > SLACK * lost else 0.0


def promised(name: str, value: float | None, what: str) -> float | None:
    """A number above 0 that the user vouches for, or None."""
    if value is not None and not real(name, value, what) > 0:
        raise BadParameter(f"{name} is {what}, more than 0, not {value!r}")
    return None if value is None else float(value)


def best_point(learner: Any) -> Any:
    """The point of the domain that the tangents, added up, favour."""
    return learner.domain.minimise_linear(learner.total)


class RadiusBound(LinearRegretBound):
    """A regret bound against points that may be anywhere, and are sought at some distance from the start.

    G           a length that the user vouches no gradient exceeds; None takes them as they came
    radius      on all of R^d, how far away the user wants to be compared; None as far as the theorem says
    """

    def __init__(self, G: float | None = None, radius: float | None = None) -> None:
        super().__init__(G)
        self.radius = promised("radius", radius, "how far a comparator may be from the start")

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "radius": self.radius}
