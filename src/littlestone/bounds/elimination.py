"""The theorems of elimination: a mistake strikes out something that does not belong.

What is left of the literals can be read off the mistakes alone, in any order: those that were false in every
mistaken negative (of a disjunction) or true in every missed positive (of a conjunction). A label that comes after t
other updates may find its literals struck out already. But then one of these t updates did it, and no update is
blamed for more than 1 + t mistakes, itself included: the theorems survive delay, with 1 + t as a factor.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..bound import Bound, Certificate, not_fresh
from ..ledger import Ledger
from ..row import Batch
from ..settings import whole
from ..words import counted


class Left(NamedTuple):
    """The literals that mistakes have left, x_i and ~x_i, as masks over the variables."""

    plain: Any
    negated: Any

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.plain.sum() + self.negated.sum())


class LiteralsBound(Bound):
    """What the two have in common: by De Morgan a conjunction is a disjunction with everything negated.

    A subclass says what it learns, and which of the two labels strikes literals out when it was mistaken; a
    mistake with the other label is a contradiction.
    """

    promise = "k"
    keeps_mistakes = True
    name: ClassVar[str] = ""
    what: ClassVar[str] = ""
    strikes: ClassVar[float] = 0.0
    contradiction: ClassVar[str] = ""

    def __init__(self, k: int | None = None) -> None:
        self.k = None if k is None else whole("k", k, "a number of literals")

    def parameters(self) -> dict[str, Any]:
        return {"k": self.k}

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        kept = ledger.kept
        assert kept is not None
        n, one = max(0, learner.n), "literal" if learner.negations else "variable"
        how = "in hindsight" if self.k is None else "as promised"
        theorem = f"{self.name}, {self.what} of k {one}s {how}: M <= {formula(learner)}"
        if kept.latest:
            theorem += f", times 1 + {kept.latest} for late labels"
        if ledger.updates_before:
            return Certificate(theorem + kept.shortened(), kept.count, None, not_fresh(ledger), "")
        batch = kept.batch()
        left = self.left(learner, batch, batch.rows)
        k = left.size if self.k is None else self.k
        times = 1 + kept.latest
        broken = self.broken(learner, batch, kept.numbers, k)
        failure = self.failure(learner, batch, left, times)
        if failure is None and kept.complete and learner.n >= 0:
            failure = self.wrong_state(learner, left)
        allowed = None if broken else float(times * most_mistakes(learner, n, k))
        if failure is None and allowed is not None and kept.count > allowed:
            failure = f"more mistakes than the {self.what} allows"
        theorem += ("" if broken else f", k = {k}") + kept.shortened()
        teaches = ""
        if kept.count and not broken:
            all_of_them = self.left(learner, batch, 0).size
            teaches = f"every {self.what} that fits is made of the {counted(left.size, one)} left of {all_of_them:,}"
        return Certificate(theorem, kept.count, allowed, broken, teaches, failure)

    def live(self, learner: Any, ledger: Ledger) -> str:
        """At most this many, if k was promised; else how large a formula that fits can still be."""
        if learner.n < 0 or ledger.updates_before or ledger.kept is None:
            return ""
        if self.k is not None:
            return f"M <= {(1 + ledger.kept.latest) * most_mistakes(learner, learner.n, self.k):,}"
        return f"k <= {learner.left}"

    def left(self, learner: Any, batch: Batch, rows: int) -> Left:
        """What the first mistakes leave of the literals."""
        n, starts = max(0, learner.n), np.asarray(batch.starts)
        entries = int(starts[rows])
        striking = np.asarray(batch.labels)[:rows] == self.strikes
        use = np.repeat(striking, np.diff(starts[: rows + 1])) & (np.asarray(batch.values)[:entries] != 0)
        on = np.bincount(np.asarray(batch.columns)[:entries][use], minlength=n)
        never, always = on == 0, on == np.count_nonzero(striking)
        plain, negated = (never, always) if self.strikes < 0 else (always, never)
        return Left(plain, negated if learner.negations else np.zeros(n, dtype=bool))

    def broken(self, learner: Any, batch: Batch, numbers: Any, k: int) -> str | None:
        """The premise that failed: no formula fits the mistakes at all, or none as large as promised."""
        against = np.flatnonzero(np.asarray(batch.labels) != self.strikes)
        if len(against):
            return f"{self.contradiction}: round {numbers[against[0]]}"
        if learner.n < 0 or self.left(learner, batch, batch.rows).size >= k:
            return None
        one = counted(k, "literal" if learner.negations else "variable")
        if self.left(learner, batch, 0).size < k:
            return f"no {self.what} has {one}: there are {counted(learner.n, 'variable')}"
        low, high = 0, batch.rows  # the first `low` mistakes leave k literals, the first `high` do not
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.left(learner, batch, middle).size >= k else (low, middle)
        return f"no {self.what} of {one} fits: round {numbers[high - 1]} refutes it"

    def failure(self, learner: Any, batch: Batch, left: Left, times: int) -> str | None:
        """What cannot have happened under the rule, whatever the data."""
        labels = np.asarray(batch.labels)
        striking = int(np.count_nonzero(labels == self.strikes))
        if striking > times * most_mistakes(learner, max(0, learner.n), left.size):
            return "a mistake struck nothing out"
        # A contradiction was guessed by literals of which those left are a part: they say the same of it still.
        share = left.plain.astype(np.int64) - left.negated
        sums = np.concatenate(([0], np.cumsum(share[batch.columns] * (np.asarray(batch.values) != 0))))
        true = left.negated.sum() + sums[batch.starts[1:]] - sums[batch.starts[:-1]]
        deciding = true if self.strikes < 0 else left.size - true
        if (deciding[labels != self.strikes] > 0).any():
            return "a guess was not what the literals left say"
        return None

    def wrong_state(self, learner: Any, left: Left) -> str | None:
        """Has the learner other literals left than its mistakes leave?"""
        state = learner.state()
        if np.array_equal(state["plain"], left.plain) and np.array_equal(state["negated"], left.negated):
            return None
        return "the literals left are not those that the mistakes leave"


class EliminationBound(LiteralsBound):
    """M <= n - k if a disjunction of k of the n variables fits every mistaken example (Valiant 1984).

    Of literals it is M <= n + 1 - k: the first mistake strikes out n of the 2n at once. `k` is a number the user
    vouches for; without it k is the size of the largest disjunction that fits, which is all the mistakes have left.
    """

    name = "Elimination"
    what = "disjunction"
    strikes = -1.0
    contradiction = "no disjunction fits"


class ConjunctionBound(LiteralsBound):
    """M <= n + 1 - k if a conjunction of k literals fits every mistaken example (Valiant 1984).

    The first mistake strikes out n of the 2n literals at once. `k` is a number the user vouches for; without it k
    is the size of the largest conjunction that fits, which is all the mistakes have left.
    """

    name = "Conjunction"
    what = "conjunction"
    strikes = 1.0
    contradiction = "no consistent conjunction"


def formula(learner: Any) -> str:
    """The bound as it would stand on the board."""
    return "n + 1 - k" if learner.negations else "n - k"


def most_mistakes(learner: Any, n: int, k: int) -> int:
    """The bound for a formula of k literals; one of more than n contradicts itself, and allows no mistake."""
    if k > n:
        return 0
    return n + 1 - k if learner.negations else n - k
