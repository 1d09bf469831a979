"""Base of the regret theorems of gradient learners: tangents instead of losses, and a check of every step.

A convex loss lies above its tangent, so the regret of the linear losses <g, .> is at least the true one, and it is
known exactly from two sums: sum of <g, w> - min over u of <sum of g, u>. A theorem that bounds it bounds both. And it
is a matter of geometry, not of data: nothing that nature reveals can break it, but for a premise that is named.
"""

from __future__ import annotations

from functools import cached_property
from math import isfinite
from typing import Any, ClassVar

import numpy as np

from ..bound import SLACK, Bound, Case, Open
from ..errors import BadParameter
from ..state import Held
from ..support.effort import Effort
from ..support.settings import real
from .step_check import Rule

COORDINATE = 1e-14  # rounding of a coordinate, in units of its size
FINEST = 1e-140  # squares of numbers much smaller than this vanish
TOO_LARGE = "what is added up has become too large to be a number; scale the losses down"


class GradientsCase(Case):
    """The sums of the gradients of a game, and its steps, checked one by one."""

    @cached_property
    def sides(self) -> tuple[float, float]:
        """The regret of the tangents, and what the theorem allows."""
        return self.bound.sides(self) if self.learner.updates else (0.0, 0.0)

    @cached_property
    def steps(self) -> Rule:
        """The rule of the theorem, compared with every kept step."""
        return self.bound.caught_up(self)  # type: ignore[no-any-return]


class LinearRegretBound(Bound):
    """A bound on the regret of the tangents, made of the gradients that were seen.

    `G` is a length that, the user promises, no gradient exceeds: the bound is then the one known before the game.
    Without it the lengths that came are used, which is never worse, and there is no premise about them.
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
        """The rule after checking every step of the game that it has not checked before."""
        if self.looked is None or not self.looked.is_of(case.ledger):
            self.looked = self.rule(case.learner, case.ledger)
        self.looked.catch_up(case.learner, case.ledger)
        return self.looked

    def take_up(self, held: Held) -> None:
        self.looked = None  # another game, or a restored one: all steps are checked anew

    def sides(self, case: Any) -> tuple[float, float]:
        """The regret of the tangents and its bound, given at least one gradient."""
        raise NotImplementedError(f"{type(self).__name__} must say what it allows")

    def unmeasurable(self, case: Any) -> str | None:
        return self.out_of_range(case) or (None if all(map(isfinite, case.sides)) else TOO_LARGE)

    def out_of_range(self, case: Any) -> str | None:
        """Why the gradients cannot be added up, if their squares overflow or vanish."""
        learner = case.learner
        if learner.longest < FINEST and learner.total.any():
            return f"the longest gradient is {learner.longest:.3g}, too short to be squared; scale the losses up"
        return None

    def paid(self, case: Any) -> float:
        if self.fresh(case):
            raise Open("the learner's sums are not of this game alone")
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
        """What is wrong if a step is not the rule's, or the sums are not those of the game."""
        return case.steps.failure  # type: ignore[no-any-return]

    def allowed(self, case: Any) -> float:
        return float(case.sides[1])

    def exceeded(self, case: Any, paid: float, allowed: float) -> str | None:
        return more_than(paid, allowed, self.slack(case, paid, allowed))

    def lesson(self, case: Any, allowed: float | None) -> str:
        """The bound read backwards: a lower limit on the loss of every fixed point."""
        if allowed is None or not case.learner.updates:
            return ""
        return f"no {self.comparators(case)} has lost less than {case.ledger.loss - case.sides[0]:.6g}"

    def comparators(self, case: Any) -> str:
        """The comparators, in words."""
        return f"fixed point of the {case.learner.domain.name}"

    def live(self, ledger: Any) -> str:
        """The regret of the tangents and its bound."""
        allowed = self.allowance(ledger) if ledger.learner.updates else None
        if allowed is None:
            return ""
        return f"R {self.looks_at(self, ledger, Effort(0.0)).sides[0]:,.4g} <= {allowed:,.4g}"


def of_coordinates(learner: Any) -> float:
    """Rounding of what the points cost: with tiny steps that of the coordinates of the start is more than these."""
    return COORDINATE * float(learner.updates * learner.longest * np.abs(learner.start).max(initial=0.0))


def more_than(paid: float, allowed: float, slack: float) -> str | None:
    """What is wrong if more was paid than allowed, up to rounding."""
    return f"a regret of {paid:.6g} is more than {allowed:.6g}" if not paid <= allowed + slack else None


def left(lost: float, regret: float) -> float:
    """The least loss of a comparator, given the learner's loss and its regret bound; never below 0."""
    return lost - regret if lost - regret > SLACK * lost else 0.0


def promised(name: str, value: float | None, what: str) -> float | None:
    """Check a promised number, which must be above 0, or None."""
    if value is not None and not real(name, value, what) > 0:
        raise BadParameter(f"{name} is {what}, more than 0, not {value!r}")
    return None if value is None else float(value)


def best_point(learner: Any) -> Any:
    """The point of the domain that the tangents, added up, favour."""
    return learner.domain.minimise_linear(learner.total)


class RadiusBound(LinearRegretBound):
    """A regret bound against points of all R^d, at some distance from the start.

    G           a length that, the user promises, no gradient exceeds; None takes the gradients that came
    radius      on all of R^d, the distance of the comparators; None chooses it by the theorem
    """

    def __init__(self, G: float | None = None, radius: float | None = None) -> None:
        super().__init__(G)
        self.radius = promised("radius", radius, "how far a comparator may be from the start")

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "radius": self.radius}
