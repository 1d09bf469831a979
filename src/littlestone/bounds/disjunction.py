"""Winnow's theorem: few mistakes if few variables matter."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil, floor, log, log1p, log2
from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Certificate, not_fresh
from ..ledger import Ledger
from ..row import Batch
from ..settings import whole
from ..words import counted


class DisjunctionBound(Bound):
    """At most k c positive mistakes, and fewer than (1 + beta) N/(beta theta) + (1 + beta) k c negative ones.

    Here k is the number of variables in a disjunction that fits the mistakes, N the number of all, and
    c = 1 + floor(log_{1+beta} theta) how often one of them can be promoted before it decides alone. With theta = N
    and beta = 1 the sum is 1 + 3k(1 + floor(log2 N)) (Littlestone 1988). `k` is a number of variables the user
    vouches for; without it a fitting disjunction is built in hindsight, greedily.

    Only mistakes move weights, so only mistakes have to fit. The premises are that, and that every label
    comes before the next update.
    """

    promise = "k"
    keeps_mistakes = True

    def __init__(self, k: int | None = None) -> None:
        self.k = None if k is None else whole("k", k, "a number of variables")

    def parameters(self) -> dict[str, Any]:
        return {"k": self.k}

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        kept = ledger.kept
        assert kept is not None
        batch = kept.batch()
        labels = np.asarray(batch.labels)
        paid, positive = len(labels), int(np.count_nonzero(labels > 0))
        size = max(0, 2 * learner.n if learner.negations else learner.n)
        one = "literal" if learner.negations else "variable"
        fitting, broken = self.fit(batch, kept.numbers)
        k = fitting if self.k is None else self.k
        # That a positive mistake needs its own share of promotions is proved only for labels that came in time;
        # and of a disjunction that fits nothing needs to be said if there is none.
        least = 0 if broken or kept.latest else fewest(learner, positive)
        if self.k is not None and not broken and (last := refuting(learner, batch, k)) is not None:
            broken = f"no disjunction of {counted(k, one)} fits: round {kept.numbers[last]} refutes it"
        if kept.latest:
            broken = f"the label of round {kept.first_late} came after other updates"
        failure = None
        if kept.complete and not kept.latest and learner.n >= 0:
            failure = wrong_rule(learner, batch) or potential(learner, size, positive, paid - positive)
        allowed = None if broken else float(most_mistakes(learner, size, k))
        if failure is None and allowed is not None and paid > allowed:
            failure = "more mistakes than the disjunction allows"
        if learned := not_fresh(ledger):
            broken, allowed, failure, least = learned, None, None, 0
        how = "in hindsight" if self.k is None else "as promised"
        theorem = f"Winnow, disjunction of k {one}s {how}: {formula(learner)}" + ("" if broken else f", k = {k}")
        teaches = f"any disjunction that fits has at least {counted(least, one)}" if least else ""
        return Certificate(theorem + kept.shortened(), paid, allowed, broken, teaches, failure)

    def live(self, learner: Any, ledger: Ledger) -> str:
        """At most this many, if k was promised; else how many variables a disjunction has to have by now."""
        if learner.n < 0 or (ledger.kept and ledger.kept.latest):
            return ""
        if self.k is not None:
            size = 2 * learner.n if learner.negations else learner.n
            return f"M <= {most_mistakes(learner, size, self.k):,}"
        return f"k >= {fewest(learner, ledger.false_negatives)}"

    def fit(self, batch: Batch, numbers: Any) -> tuple[int, str | None]:
        """The size of a disjunction that fits, or the first round after which none does."""
        size = greedy_cover(batch, batch.rows)
        if size is not None:
            return size, None
        low, high = 0, batch.rows  # the first `low` mistakes are fitted by some disjunction, the first `high` by none
        while high - low > 1:
            middle = (low + high) // 2
            if uncovered(batch, middle) is None:
                low = middle
            else:
                high = middle
        return 0, f"no disjunction fits: round {numbers[high - 1]}"


def formula(learner: Any) -> str:
    """The bound as it would stand on the board, for these settings."""
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
    """How many of 1, 1 + beta, (1 + beta)^2, ... lie below theta, or on it if `strict`, counted exactly."""
    base = 1 + Fraction(beta)
    times = max(0, floor(log(theta) / log1p(beta)) - 1)  # near enough for the rest to be counted
    weight = base**times
    while weight < theta or (strict and weight == theta):
        times += 1
        weight *= base
    while times and (weight / base > theta or (not strict and weight / base == theta)):
        times -= 1
        weight /= base
    return times


def fewest(learner: Any, positive: int) -> int:
    """How many variables a disjunction has at least that fits, after so many positive mistakes."""
    each = promotions(learner)
    return -(-positive // each) if each else 0


def refuting(learner: Any, batch: Batch, k: int) -> int | None:
    """The first mistake that leaves no fitting disjunction of k variables, as far as two simple proofs go.

    One variable is promoted only so often, so more than k times as many positive mistakes need more variables;
    and positives that share no candidate need a variable each.
    """
    good = candidates(batch, batch.rows)
    apart: list[set[int]] = []
    for positive, t in enumerate(np.flatnonzero(np.asarray(batch.labels) > 0), start=1):
        x = batch.row(int(t))
        able = {int(i) for i in x.columns[x.values != 0] if good[i]}
        if all(able.isdisjoint(other) for other in apart):
            apart.append(able)
        if len(apart) > k or fewest(learner, positive) > k:
            return int(t)
    return None


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


def wrong_rule(learner: Any, batch: Batch) -> str | None:
    """What the weights would not be if the rule were Winnow's, whatever the data: they count the mistakes."""
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
    """The invariant of the weights' sum, which holds whatever the data: what is wrong if it does not.

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
    """How many entries each row has."""
    starts = np.asarray(batch.starts)
    return starts[1:] - starts[:-1]


def candidates(batch: Batch, rows: int) -> Any:
    """The variables that were off in every negative of the first rows."""
    columns, values, starts = np.asarray(batch.columns), np.asarray(batch.values), np.asarray(batch.starts)
    entries = int(starts[rows])
    of_row = np.repeat(np.asarray(batch.labels)[:rows], np.diff(starts[: rows + 1]))
    off = np.ones(batch.width, dtype=bool)
    off[columns[:entries][(of_row < 0) & (values[:entries] != 0)]] = False
    return off


def uncovered(batch: Batch, rows: int) -> int | None:
    """The first positive among the first rows that no candidate variable covers, or None."""
    columns, values, starts = np.asarray(batch.columns), np.asarray(batch.values), np.asarray(batch.starts)
    entries = int(starts[rows])
    hits = (candidates(batch, rows)[columns[:entries]] & (values[:entries] != 0)).astype(np.int64)
    totals = np.concatenate(([0], np.cumsum(hits)))
    covered = totals[starts[1 : rows + 1]] - totals[starts[:rows]]
    bad = np.flatnonzero((np.asarray(batch.labels)[:rows] > 0) & (covered == 0))
    return int(bad[0]) if len(bad) else None


def greedy_cover(batch: Batch, rows: int) -> int | None:
    """How many candidate variables the greedy choice takes to cover every positive; None if they cannot."""
    if uncovered(batch, rows) is not None:
        return None
    columns, values, starts = np.asarray(batch.columns), np.asarray(batch.values), np.asarray(batch.starts)
    row_of = np.repeat(np.arange(rows), np.diff(starts[: rows + 1]))
    good = candidates(batch, rows)
    use = good[columns] & (values != 0) & (np.asarray(batch.labels)[row_of] > 0)
    row_of, column_of = row_of[use], columns[use]
    chosen = 0
    while len(row_of):
        best = int(np.bincount(column_of, minlength=batch.width).argmax())
        done = np.zeros(rows, dtype=bool)
        done[row_of[column_of == best]] = True
        left = ~done[row_of]
        row_of, column_of = row_of[left], column_of[left]
        chosen += 1
    return chosen
