"""Winnow's theorem: few mistakes if few variables matter."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, cached_property
from math import ceil, floor, log2
from typing import Any

import numpy as np

from ..bound import SLACK
from ..row import Batch
from ..rows.ledger import Ledger
from ..support.effort import Effort
from ..support.elementary import log, log1p
from .fitting_disjunction import first_unfit, greedy_cover, needs_more
from .fitting_theorems import NEVER, AskingBound, AskingCase

AGAIN = 200.0  # what it costs to play an entry of a mistake again
MANY = 10_000  # so many powers, and fewer, are counted exactly
ROUNDING = 1e-12  # of a quotient of logarithms, relative


class DisjunctionCase(AskingCase):
    """The mistakes, and a disjunction that fits them."""

    @cached_property
    def cover(self) -> list[int] | None:
        """The variables of a disjunction that fits, if there is any."""
        return greedy_cover(self.batch, self.batch.rows)

    @property
    def found(self) -> int | None:
        return None if self.cover is None else len(self.cover)

    @cached_property
    def none_fits(self) -> int:
        return NEVER if self.found is not None else first_unfit(self.batch)

    @property
    def asked(self) -> int:
        return fewest(self.learner, self.ledger.false_negatives)

    @property
    def largest(self) -> int:
        return weights_of(self.learner)


class DisjunctionBound(AskingBound):
    """At most k c positive mistakes, and fewer than (1 + beta) N/(beta theta) + (1 + beta) k c negative ones.

    Here k is the number of variables in a disjunction that fits the mistakes, N the number of all variables, and
    c = 1 + floor(log_{1+beta} theta) how often one of them can be promoted before it decides alone. With theta = N
    and beta = 1 the sum is 1 + 3k(1 + floor(log2 N)) (Littlestone 1988). `k` is a number of variables the user
    vouches for; without it a fitting disjunction is built in hindsight, greedily.

    Only mistakes move weights, so only mistakes have to fit. A promised k counts as refuted when it is proved that no
    disjunction of as few variables fits: by promotions, which each variable has only c of, or by trying them.
    """

    promise = "k"
    what = "disjunction"
    contradiction = "no disjunction fits"
    looks_at = DisjunctionCase

    def __init__(self, k: int | None = None) -> None:
        super().__init__(k)

    def statement(self, case: DisjunctionCase) -> str:
        return f"Winnow, disjunction of k {self.made_of(case.learner)}s {self.how}: {formula(case.learner)}"

    def details(self, case: DisjunctionCase) -> str:
        return f", k = {case.size}"

    def refuted(self, case: DisjunctionCase, size: int) -> int:
        """The first mistake after which it is proved that no disjunction of `size` variables fits.

        More positives than `size` times the promotions of a variable are a proof that needs no search and comes before
        more mistakes than allowed are made: the premise is refuted before the bound is exceeded.
        """
        if case.found is not None and case.found <= size:
            return NEVER
        effort = Effort(case.effort.left / 2)  # the other half of the effort is for the invariants
        batch, enough = case.batch, size * promotions(case.learner)
        positives = np.flatnonzero(np.asarray(batch.labels) > 0)
        high = min(case.none_fits, int(positives[enough]) if enough < len(positives) else NEVER)
        if high == NEVER:
            if not needs_more(batch, batch.rows, size, effort):
                return NEVER
            high = batch.rows - 1
        low = 0  # bisection: proved at mistake `high`, not before `low`
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if needs_more(batch, middle + 1, size, effort) else (middle + 1, high)
        return high

    def invariant(self, case: DisjunctionCase) -> str | None:
        learner, batch, kept = case.learner, case.batch, case.kept
        if (odd := misjudged(learner, batch, weights_of(learner), case.effort)) is not None:
            return f"the guess of round {case.number(odd)} was not what the weights say"
        if not kept.complete:
            return None
        positive = int(np.count_nonzero(np.asarray(batch.labels) > 0))
        return wrong_rule(learner, batch) or potential(learner, weights_of(learner), positive, kept.total - positive)

    def witness(self, case: DisjunctionCase) -> dict[str, Any]:
        """How often a weight can be promoted and, in hindsight, the disjunction."""
        formula = {} if self.size is not None else {"formula": case.cover}
        return {"promotions": promotions(case.learner), **formula}

    def most(self, learner: Any, size: int) -> int:
        return most_mistakes(learner, weights_of(learner), size)

    def known(self, ledger: Ledger) -> str:
        return f"k >= {fewest(ledger.learner, ledger.in_order.false_negatives)}"


def weights_of(learner: Any) -> int:
    """N: the number of weights."""
    return max(0, int(2 * learner.n if learner.negations else learner.n))


def formula(learner: Any) -> str:
    """The bound as a formula, for these settings."""
    if learner.given_theta is None and learner.beta == 1:
        c = "(1 + floor(log2 N))" if learner.strict else " ceil(log2 N)"
        if learner.demote == "divide":
            return f"M <= 1 + 3k{c}"
        return f"M <= 2k{c}" if learner.strict else f"M <= 1 + 2k{c}"
    c = "c = 1 + floor(log theta)" if learner.strict else "c = ceil(log theta)"
    losses = "(1 + beta)(N/(beta theta) + kc)" if learner.demote == "divide" else "N/theta + beta kc"
    return f"M <= kc + {losses}, {c} to base 1 + beta"


def promotions(learner: Any) -> int:
    """How often one fitting variable can be promoted: only while its weight alone does not decide for +1."""
    return times_below(learner.beta, learner.theta, learner.strict)


@cache
def times_below(beta: float, theta: float, strict: bool) -> int:
    """How many of 1, 1 + beta, (1 + beta)^2, ... lie below theta, or on it if `strict`, counted exactly.

    Where they are so many that exact powers would have millions of digits, one more may be counted.
    """
    about = log(theta) / log1p(beta)
    if about > MANY:
        return floor(about * (1.0 + ROUNDING)) + 1
    base = 1 + Fraction(beta)
    times = max(0, floor(about) - 1)  # an estimate, corrected below by counting
    weight = base**times
    while weight < theta or (strict and weight == theta):
        times += 1
        weight *= base
    while times and (weight / base > theta or (not strict and weight / base == theta)):
        times -= 1
        weight /= base
    return times


def fewest(learner: Any, positive: int) -> int:
    """The least number of variables of a disjunction that fits, after so many positive mistakes.

    If one variable alone decides from the start there is no such mistake, and the answer is more than all variables.
    """
    each = promotions(learner)
    if not each:
        return weights_of(learner) + 1 if positive else 0
    return -(-positive // each)


def most_mistakes(learner: Any, size: int, k: int) -> int:
    """The bound for a fitting disjunction of k variables among `size`.

    The sum of the weights starts at `size`, gains at most beta theta by a promotion, and loses at least
    theta beta/(1 + beta) by a demotion, or theta by an elimination; it never falls below zero.
    """
    beta, theta = Fraction(learner.beta), Fraction(learner.theta)
    positive = k * promotions(learner)
    room = size + beta * theta * positive
    if learner.demote == "divide":
        return positive + ceil(room / (theta * beta / (1 + beta))) - 1 if room else positive
    lost = room / theta
    return positive + (ceil(lost) - 1 if learner.strict and room else floor(lost))


def misjudged(learner: Any, batch: Batch, size: int, effort: Effort) -> int | None:
    """The first mistake that Winnow would not have made after those before it, or None.

    The mistakes are replayed, as many as the effort allows.
    """
    weights = np.ones(size)
    exponents = [0] * size
    gone: set[int] = set()
    base = 1.0 + learner.beta
    for t, y in enumerate(np.asarray(batch.labels)):
        x = batch.row(t)
        if not effort.spend(AGAIN * (10 + len(x))):
            return None
        guess = x.dot(weights) - learner.theta
        if (guess > 0.0 or (guess == 0.0 and not learner.strict)) == (y > 0.0):
            return t
        for i in x.columns[x.values != 0].tolist():
            if y < 0.0 and learner.demote == "eliminate":
                gone.add(i)
                weights[i] = 0.0
            elif i not in gone:
                exponents[i] += 1 if y > 0.0 else -1
                weights[i] = base ** exponents[i]  # Python's powers, which have the same bits as those of the rule
    return None


def wrong_rule(learner: Any, batch: Batch) -> str | None:
    """What is wrong if the weights do not count the mistakes as Winnow's do, whatever the data."""
    labels = np.asarray(batch.labels)
    signs = np.repeat(labels, row_sizes(batch)) * (np.asarray(batch.values) != 0)
    columns = np.asarray(batch.columns)
    exponents = np.asarray(learner.state()["exponents"], dtype=np.int64)
    counted = np.bincount(columns, weights=signs, minlength=len(exponents))
    if learner.demote == "eliminate":
        gone = np.bincount(columns, weights=signs < 0, minlength=len(exponents)) > 0
        if ((learner.weights == 0) != gone).any():
            return "the eliminated variables are not those that were on in a mistaken negative"
        exponents, counted = exponents[~gone], counted[~gone]
    if (exponents != counted).any():
        return "the exponents of the weights are not their promotions less their demotions"
    return None


def potential(learner: Any, size: int, positive: int, negative: int) -> str | None:
    """What is wrong if the invariant of the sum of the weights, which holds whatever the data, fails.

    Above a strict threshold a demotion takes more than its share; below one that is not strict a promotion
    adds less than it might. Where the weights are powers of two and sums exact, that is checked as well.
    """
    weights = learner.weights
    total = float(weights.sum())
    lost = learner.theta if learner.demote == "eliminate" else learner.theta * learner.beta / (1 + learner.beta)
    most = size + learner.beta * learner.theta * positive - lost * negative
    slack = SLACK * (size + learner.beta * learner.theta * positive)
    exact = log2(1 + learner.beta).is_integer() and weights[weights > 0].min(initial=1.0) > 2.0**-20
    reached = exact and total == most and (negative if learner.strict else positive) > 0
    if total < 0 or total > most + slack or reached:
        return f"the weights sum to {total:.6g}; the mistakes can have left no more than {most:.6g}"
    return None


def row_sizes(batch: Batch) -> Any:
    """The number of entries of each row."""
    starts = np.asarray(batch.starts)
    return starts[1:] - starts[:-1]
