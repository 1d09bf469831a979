"""The theorem of the decision-list learner: rules fall by levels, and those of a list that fits do not fall far.

A mistake lets a rule fall, or, if its label came after t other updates, one of these has let fall the rules that it was
guessed by: no fall is blamed for more than 1 + t mistakes, and that is the factor by which delay stretches the bound.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bound import Bound, Certificate, not_fresh
from ..evidence import Evidence
from ..ledger import Ledger
from ..row import Batch
from ..settings import whole
from ..words import counted


class DecisionListBound(Bound):
    """M <= (4n + 2)L - L(L + 1)/2 if a decision list of L rules, the default counted, fits every mistaken example.

    Rule i of the list is always at level i or above, so it falls at most i - 1 times; the first level where a rule
    fires is never below L, so no other rule falls more than L times; and a mistake lets at least one fall (Balcan
    2011). `length` is an L the user vouches for; without it a list that fits is built in hindsight, as Rivest
    (1987) does: take a literal that decides some examples alone, put it next, leave these examples out, go on.
    """

    promise = "length"
    keeps_mistakes = True

    def __init__(self, length: int | None = None) -> None:
        self.length = None if length is None else whole("length", length, "a number of rules", least=1)

    def parameters(self) -> dict[str, Any]:
        return {"length": self.length}

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        kept = ledger.kept
        assert kept is not None
        n, times = max(0, learner.n), 1 + kept.latest
        how = "in hindsight" if self.length is None else "as promised"
        theorem = f"Decision list, L rules {how}: M <= (4n + 2)L - L(L + 1)/2"
        if kept.latest:
            theorem += f", times 1 + {kept.latest} for late labels"
        if ledger.updates_before:
            return Certificate(theorem + kept.shortened(), kept.count, None, not_fresh(ledger), "")
        batch = kept.batch()
        fitting, broken = self.fit(batch, kept)
        levels, asked = replay(batch, n)
        least = max((fewest(n, kept.count, times), *asked[-1:]))
        failure = None
        if kept.complete and learner.n >= 0 and (levels != learner.levels).any():
            failure = "the levels are not those that the mistakes make"
        elif kept.count > times * int((levels - 1).sum()):
            failure = "a mistake let no rule fall"
        elif not broken and least > fitting:
            failure = f"a list of {counted(fitting, 'rule')} fits, and the mistakes ask for {least:,}"
        length = fitting if self.length is None else self.length
        if not broken and least > length:
            refuted = min(int(np.searchsorted(asked, length, side="right")), times * most_mistakes(n, length))
            broken = f"no decision list of {counted(length, 'rule')} fits: round {kept.numbers[refuted]} refutes it"
        allowed = None if broken else float(times * most_mistakes(n, length))
        theorem += ("" if broken else f", L = {length}") + kept.shortened()
        told = least > 1 and fitting > 0
        teaches = f"any decision list that fits has at least {counted(least, 'rule')}" if told else ""
        return Certificate(theorem, kept.count, allowed, broken, teaches, failure)

    def live(self, learner: Any, ledger: Ledger) -> str:
        """At most this many, if a length was promised; else how many rules a list that fits has to have by now."""
        if learner.n < 0 or ledger.updates_before or ledger.kept is None:
            return ""
        if self.length is not None:
            return f"M <= {(1 + ledger.kept.latest) * most_mistakes(learner.n, self.length):,}"
        return f"L >= {rules_asked(learner.levels)}"

    def fit(self, batch: Batch, kept: Evidence) -> tuple[int, str | None]:
        """The length of a list that fits, or 0 and the first round after which none does."""
        length = greedy_list(batch, batch.rows)
        if length is not None:
            return length, None
        low, high = 0, batch.rows  # some list fits the first `low` mistakes, none the first `high`
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if greedy_list(batch, middle) is None else (middle, high)
        return 0, f"no decision list fits: round {kept.numbers[high - 1]}"


def most_mistakes(n: int, length: int) -> int:
    """(4n + 2)L - L(L + 1)/2; a list never needs more than n + 1 rules, one for each variable and the default."""
    L = min(length, n + 1)
    return (4 * n + 2) * L - L * (L + 1) // 2


def fewest(n: int, mistakes: int, times: int) -> int:
    """How many rules a list that fits has at least, for so many mistakes to be allowed; n + 2 if none would do."""
    length = 1
    while length < n + 2 and mistakes > times * most_mistakes(n, length):
        length += 1
    return length


def rules_asked(levels: Any) -> int:
    """How many rules a list that fits has at least, by the levels: one default is at level L or above."""
    return max(1, int(levels.max()) - 1, int(levels[-2:].min()))


def replay(batch: Batch, n: int) -> tuple[Any, list[int]]:
    """The levels that these mistakes make, and how many rules they asked for after each."""
    levels = np.ones(4 * n + 2, dtype=np.int32)
    pairs = levels.reshape(2 * n + 1, 2)  # antecedent by output: x1=0, x1=1, x2=0, ..., the default
    off = 2 * np.arange(n + 1)
    asked = []
    deepest = 1
    for row, y in enumerate(np.asarray(batch.labels)):
        x = batch.row(row)
        fires = off.copy()
        fires[x.columns[x.values != 0]] += 1
        first = int(pairs[fires].min())
        erring = fires[pairs[fires, int(y < 0)] == first]
        pairs[erring, int(y < 0)] += 1
        deepest = max(deepest, first + 1 if len(erring) else 1)
        asked.append(max(1, deepest - 1, int(levels[-2:].min())))
    return levels, asked


def greedy_list(batch: Batch, rows: int) -> int | None:
    """The length of a decision list that fits the first rows, the default counted; None if there is none.

    Of the literals that decide alone what is left, the one that decides most goes next.
    """
    starts, labels = np.asarray(batch.starts), np.asarray(batch.labels)[:rows] > 0
    on = np.asarray(batch.values)[: starts[rows]] != 0
    column_of = np.asarray(batch.columns)[: starts[rows]][on]
    row_of = np.repeat(np.arange(rows), np.diff(starts[: rows + 1]))[on]
    left = np.ones(rows, dtype=bool)
    length = 1
    while True:
        total = np.array([np.count_nonzero(left & ~labels), np.count_nonzero(left & labels)])
        if not total.all():
            return length
        use = left[row_of]
        lit = np.zeros((2, batch.width), dtype=np.int64)  # how many negatives, and positives, have each variable on
        for b in range(2):
            lit[b] = np.bincount(column_of[use & (labels[row_of] == b)], minlength=batch.width)
        dark = total[:, None] - lit
        gain = [np.where(counts.min(axis=0) == 0, counts.sum(axis=0), 0) for counts in (dark, lit)]
        value = int(gain[1].max(initial=0) > gain[0].max(initial=0))
        if gain[value].max(initial=0) == 0:
            return None
        has = np.zeros(rows, dtype=bool)
        has[row_of[column_of == int(gain[value].argmax())]] = True
        left &= has != bool(value)
        length += 1
