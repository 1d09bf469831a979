"""Checks that a learner from expert advice follows the rule that its theorem is about.

Whatever the data, the weights must be those that follow from the learner's sums; the sums must be those of the game,
as far as the ledger can tell; and a copy of the learner that learns the last rounds again must do what the rule does.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..bound import SLACK
from ..support import elementary
from ..support.linear_algebra import dot
from .regret_theorems import AdviceCase, RegretBound

SUMS = 10_000.0  # the effort of checking all sums: see `Effort`
AGAIN = 3  # so many of the last rounds are learned again
CLOSE = 1e-6  # relative: weights are powers of e, whose exponents are rounded
Counts = Mapping[str, int | None]  # sums by name, with their degree: see `RuleBound`


class Again(NamedTuple):
    """A kept round that a copy of the learner learned again, and what the rule makes of it."""

    before: dict[str, Any]  # the copy's sums before it
    copy: Any  # the copy after it
    awake: Any  # the columns of the awake experts
    said: Any
    y: float
    guess: float  # the copy's
    losses: Any  # of the awake experts; linearised, if the learner uses gradients
    logs: Any  # the logarithms of their weights; the weights sum to one
    blur: float  # the rounding of these
    own: float  # the mean of the losses by the weights
    weight: float  # of the round

    @property
    def shares(self) -> Any:
        """The weights of the awake experts, which sum to one."""
        return elementary.exps(self.logs)

    @property
    def r(self) -> Any:
        """The change of the regret against each awake expert."""
        return self.own - self.losses

    @property
    def size(self) -> float:
        """The magnitude of the largest loss, to which rounding is relative."""
        return float(np.abs(self.losses).max())

    @property
    def spread(self) -> float:
        """The spread (largest less smallest) of the losses."""
        return float(self.losses.max() - self.losses.min())

    def over(self, asleep: float, awake: Any) -> Any:
        """An array with one number per expert: this one if it sleeps, its own if it is awake."""
        every = np.full(self.copy.n, asleep)
        every[self.awake] = awake
        return every


class RuleBound(RegretBound):
    """A regret theorem with its rule: `logs` are those of the weights, `step` is the update of the `counts`.

    `counts` names the sums with their degree in the losses: 1 for sums of regrets, 2 for sums of their squares, which
    are as exact as the mean is; 0 for what is as exact as numbers are, and None for rates, which may be infinite as
    well. `charges_guess` says that the learner charges itself what its guess costs, and not the mean of what the
    experts lose, which for convex losses is more.
    """

    counts: ClassVar[Counts] = {"paid": 1, "spread": 0, "squared_spread": 0}
    charges_guess: ClassVar[bool] = False

    def unmeasurable(self, case: AdviceCase) -> str | None:
        if unclear := super().unmeasurable(case):
            return unclear
        if not case.effort.affords(SUMS):
            return None  # during a game, where only a number is asked for
        sums = self.sums(case.learner)
        if all(np.isfinite(sums[name]).all() for name, degree in self.counts.items() if degree is not None):
            return None
        return "what the learner adds up has become too large to be a number"

    def logs(self, learner: Any, among: Any) -> Any:
        """The logarithms of the weights of these experts by the learner's sums, up to a constant; -inf for none."""
        raise NotImplementedError(f"{type(self).__name__} must say what the weights are")

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        """The sums after a round, from those before it; numbers derived from sums, from those of the copy after it."""
        before = again.before
        return {
            "paid": before["paid"] + again.own,
            "spread": max(before["spread"], again.spread),
            "squared_spread": before["squared_spread"] + again.spread**2,
        }

    def guess(self, learner: Any, again: Again) -> tuple[float, float]:
        """The guess of the rule in a round, and its rounding."""
        mean, said = dot(again.shares, again.said), again.said
        return min(max(mean, said.min()), said.max()), (SLACK + again.blur) * float(np.abs(said).max())

    def regrets(self, learner: Any) -> Any:
        """The regrets against each expert as the learner counts them; None if it does not count them."""
        return None

    def misset(self, case: AdviceCase) -> str | None:
        """What is wrong with a rate, or another number that follows from settings and sums."""
        return None

    def log_shares(self, learner: Any, among: Any) -> tuple[Any, float]:
        """The logarithms of the normalised weights of these experts, even if all are 0; and their rounding."""
        logs = self.logs(learner, among)
        if not np.any(logs > -np.inf):
            return np.full(len(logs), -elementary.logs(len(logs))), 0.0
        return logs - log_sum(logs), 1e-14 * float(np.abs(logs[np.isfinite(logs)]).max())

    def sums(self, learner: Any) -> dict[str, Any]:
        """A copy of the learner's sums, by name."""
        return {name: np.array(getattr(learner, name), dtype=np.float64) for name in self.counts}

    def invariant(self, case: AdviceCase) -> str | None:
        learned, told = case.learner.updates, case.ledger.labelled
        if not told:
            return None
        if learned != told and not getattr(case.learner, "lazy", False):
            return f"it has learned from {learned:,} of {told:,} truths"
        wrong = self.misset(case) or self.miscounted(case) or self.misweighed(case.learner)
        return wrong or self.mistaught(case)

    def misweighed(self, learner: Any) -> str | None:
        """What is wrong if the weights do not follow from the sums."""
        if not learner.n:
            return None
        everybody = np.arange(learner.n)
        logs, blur = self.log_shares(learner, everybody)
        if np.allclose(learner.weights, elementary.exps(logs), rtol=CLOSE + blur, atol=1e-12):
            return None
        return "the learner's weights are not those of its sums"

    def miscounted(self, case: AdviceCase) -> str | None:
        """What is wrong if the learner's sums are not those of the ledger, as far as it can tell."""
        learner, ledger = case.learner, case.ledger
        if case.whole and not learner.gradient and learner.updates == ledger.labelled:
            squares = float((case.spreads**2).sum())
            if not close(learner.squared_spread, squares) or not close(learner.spread, case.spreads.max(initial=0.0)):
                return "the losses did not lie as far apart as the learner has it"
        counted = self.regrets(learner)
        if counted is None:
            return None
        counted, found, lost = counted[: ledger.n], ledger.expert_regrets, ledger.expert_losses
        # Chances and classes are rounded near 1, however little they cost.
        unit = ledger.price.chances + ledger.price.classes + abs(ledger.own) + abs(learner.paid)
        exact = SLACK * (unit + np.abs(lost) + np.abs(counted)) + self.blur(case)
        if np.any(found > counted + exact):
            return "more regret against an expert than the learner has counted"
        if (self.charges_guess or ledger.price.classes) and np.any(counted > found + exact):
            return "less regret against an expert than the learner has counted"
        if case.awake and not learner.gradient and np.ptp(counted + lost) > 2.0 * exact.max(initial=0.0):
            return "the regrets do not differ by what the experts have lost"
        return None

    def blur(self, case: AdviceCase) -> Any:
        """Further tolerance of the counted regrets."""
        return 0.0

    def mistaught(self, case: AdviceCase) -> str | None:
        """What is wrong if a copy that learns the last kept rounds again does not follow the rule."""
        copy, batch = deepcopy(case.learner), case.batch
        for t in range(max(0, batch.rows - AGAIN), batch.rows):
            weight = float(case.ledger.rows.weights[t]) if case.by_weight else 1.0
            if wrong := self.deviation(copy, batch.row(t), float(batch.labels[t]), weight):
                return f"{wrong}: round {case.number(t)} was taught once more to see that"
        if getattr(copy, "prior", None) is not None:
            return None
        copy.widen(copy.n + 1)  # a new expert has the weight of one that has slept until now
        return self.misweighed(copy)

    def deviation(self, copy: Any, x: Any, y: float, weight: float) -> str | None:
        """Let a copy of the learner learn a round; return how it deviates from the rule."""
        copy.widen(x.width)  # a learner that learns only from mistakes may not know every expert yet
        awake, said, before = np.array(x.columns), np.array(x.values), self.sums(copy)
        (logs, blur), guess = self.log_shares(copy, awake), copy.predict(x)
        losses = weight * (copy.price.slope(y, guess) * said if copy.gradient else copy.price.values(y, said))
        own = min(max(dot(elementary.exps(logs), losses), losses.min()), losses.max())
        again = Again(before, copy, awake, said, y, guess, losses, logs, blur, own, weight)
        due, off = self.guess(copy, again)
        if not abs(guess - due) <= off:
            return f"the guess is {guess:.9g} where the rule says {due:.9g}"
        copy.importance = weight
        copy.learn(x, y, guess)
        copy.importance = 1.0
        for name, value in self.step(copy, again).items():
            if not self.follows(name, getattr(copy, name), value, again):
                return f"{name!r} is not what the rule makes of it"
        return self.misweighed(copy)

    def follows(self, name: str, found: Any, due: Any, again: Again) -> bool:
        """Is a sum what it should be, up to rounding?"""
        degree, found = self.counts[name], np.asarray(found)
        with np.errstate(over="ignore", invalid="ignore"):  # rates may be infinite
            unit = np.float64(again.size / getattr(again.copy, "scale", 1.0)) ** degree if degree else 0.0
            exact = SLACK * (np.abs(again.before[name]) + np.abs(due)) + (SLACK + again.blur) * unit
            off = np.abs(found - due) > exact
        return not np.any(off & (found != due))


def close(found: float, due: float) -> bool:
    """Are two sums of the same numbers equal up to rounding?"""
    return bool(abs(found - due) <= SLACK * (abs(found) + abs(due)))


def log_sum(logs: Any) -> float:
    """ln of the sum of e^l over an array of logarithms l, which may be empty."""
    logs = np.ravel(logs)
    top = float(logs.max(initial=-np.inf))
    return top + float(elementary.logs(elementary.exps(logs - top).sum())) if np.isfinite(top) else top


def log_prior(learner: Any, among: Any) -> Any:
    """The logarithms of the prior of these experts; 0 where it is even."""
    return np.zeros(len(among)) if learner.prior is None else elementary.logs(learner.prior)[among]
