"""Equivalence queries from mistakes: every counterexample is a mistake, and every mistake a counterexample.

A learner by queries is a coroutine: it yields a hypothesis, which asks "is it this one?", and is sent the
counterexample (x, y) if the answer is no. If the answer is yes it is not resumed. It may also return a hypothesis
without asking about it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadBatch, BadParameter, BrokenPremise, Unbounded
from ..features.arrays import as_batch
from ..features.labels import TwoClass
from ..learner import RowLearner
from ..rows.game import Game
from ..support.settings import counted, flag, whole
from .hypothesis import Hypothesis, copied

Predictor = Callable[[Any], float]  # x to -1 or +1
Counterexample = tuple[Any, int]  # x and its true label, -1 or +1, which the hypothesis got wrong
Oracle = Callable[[Predictor], Counterexample | None]
Queries = Generator[Predictor, Counterexample, Predictor | None]

MOST = 1_000_000  # counterexamples after which a learner without a bound is stopped


class Exact(NamedTuple):
    """The result of `learn_by_queries`: the hypothesis, the counterexamples, and the number of queries."""

    hypothesis: Predictor
    counterexamples: tuple[Counterexample, ...]
    queries: int


def learn_by_queries(
    learner: RowLearner | Queries, oracle: Oracle, *, mistakes: int | None = None, certain: bool = False
) -> Exact:
    """Ask until the oracle knows no counterexample: at most M of them come, and M + 1 queries are asked.

    Every counterexample is a mistake of the learner, whose hypothesis is its present prediction (Angluin 1988;
    Littlestone 1988). The count is of queries answered, "yes" among them. A learner whose bound M is certain need not
    ask about its last hypothesis: with `certain` the M-th counterexample ends the questions, after M queries.

    learner     a learner, which is copied, or the coroutine of a learner by queries
    oracle      oracle(h) is a pair (x, y) with h(x) != y, or None if h is right everywhere; see `teacher`
    mistakes    the bound M, if there is one: one counterexample more raises `BrokenPremise`
    certain     is M beyond doubt, so that the last "yes" may be saved?

    >>> from littlestone import Winnow
    >>> exact = learn_by_queries(Winnow(n=2), teacher([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, 1, 1]))
    >>> len(exact.counterexamples), exact.queries, exact.hypothesis([1, 0])
    (2, 3, 1)
    """
    if mistakes is not None:
        whole("mistakes", mistakes, "a mistake bound")
    if flag("certain", certain) and mistakes is None:
        raise BadParameter("certain says that the mistake bound is beyond doubt; give mistakes=M, too")
    queries = as_queries(learner) if isinstance(learner, RowLearner) else learner
    seen: list[Counterexample] = []
    h = next(queries)
    while not (certain and len(seen) == mistakes):
        counterexample = oracle(h)
        if counterexample is None:
            return Exact(h, tuple(seen), len(seen) + 1)
        x, y = counterexample
        sign = int(TwoClass().inside(y))
        if h(x) == sign:
            raise BrokenPremise(f"{x!r} is no counterexample: the hypothesis has its label {y!r}, too")
        if len(seen) == (MOST if mistakes is None else mistakes):
            raise endless(mistakes)
        seen.append((x, sign))
        try:
            h = queries.send(seen[-1])
        except StopIteration as end:
            return Exact(h if end.value is None else end.value, tuple(seen), len(seen))
    return Exact(h, tuple(seen), len(seen))


def endless(mistakes: int | None) -> BrokenPremise | Unbounded:
    """The error for one counterexample too many."""
    if mistakes is None:
        return Unbounded(f"no end after {MOST:,} counterexamples: is the target one that the learner can learn?")
    return BrokenPremise(f"the oracle has a counterexample more than the {counted(mistakes, 'mistake')} promised")


def as_queries(learner: RowLearner) -> Queries:
    """Any learner as a learner by queries: it asks about its present prediction and learns from counterexamples."""
    game = Game(copied(learner), bounds=())
    while True:
        x, y = yield Hypothesis.of(game)
        game.label(game.predict(x).number, y)


def teacher(examples: Any, labels: Any) -> Oracle:
    """An oracle that knows a finite domain: it answers with the first row that a hypothesis gets wrong.

    examples    the domain: a `Batch` or anything two-dimensional
    labels      the label of every row, -1 or +1, by some function: no row has both
    """
    batch = as_batch(examples, labels)
    signs = np.asarray(batch.labels)
    if batch.rows and not len(signs):
        raise BadBatch("a teacher needs the labels of its rows; give teacher(examples, labels)")
    rows = [batch.row(t) for t in range(batch.rows)]
    first: dict[bytes, int] = {}
    for t, x in enumerate(rows):
        there = x.values != 0
        known = first.setdefault(x.columns[there].tobytes() + x.values[there].tobytes(), t)
        if signs[known] != signs[t]:
            raise BadBatch(f"rows {known} and {t} are the same example with two labels; no function teaches that")

    def oracle(h: Predictor) -> Counterexample | None:
        for x, y in zip(rows, signs.tolist(), strict=True):
            if h(x) != y:
                return x, int(y)
        return None

    return oracle
