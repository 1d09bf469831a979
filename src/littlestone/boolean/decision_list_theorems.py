"""The theorem of the decision-list learner: rules fall by levels, and those of a list that fits do not fall far."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..row import Batch
from ..rows.ledger import Ledger
from ..support.effort import Effort
from ..support.settings import counted
from .fitting_decision_list import first_unfit, greedy_list
from .fitting_theorems import NEVER, AskingBound, AskingCase

AGAIN = 20.0  # the effort of replaying a mistake, per variable


class Replay(NamedTuple):
    """The mistakes replayed: the levels, the least length of a list after each, and one the rule would not make."""

    levels: Any
    asked: list[int]
    right: int | None


class ListCase(AskingCase):
    """The levels that the mistakes make, and a list that fits them."""

    @cached_property
    def replay(self) -> Replay:
        """The replay of the kept mistakes, as many as the effort allows."""
        return replay(self.batch, self.n, self.learner, self.effort)

    @cached_property
    def fitting_list(self) -> list[tuple[int, int, int]] | None:
        """A list that fits, rule by rule."""
        return greedy_list(self.batch, self.batch.rows)

    @property
    def found(self) -> int | None:
        return None if self.fitting_list is None else len(self.fitting_list)

    @cached_property
    def none_fits(self) -> int:
        return NEVER if self.found is not None else first_unfit(self.batch)

    @cached_property
    def asked(self) -> int:
        return max(fewest(self.n, self.kept.total), rules_asked(self.learner.levels))

    @property
    def largest(self) -> int:
        return self.n + 1


class DecisionListBound(AskingBound):
    """M <= (4n + 2)L - L(L + 1)/2 if a decision list of L rules, the default counted, fits every mistaken example.

    Rule i of the list is always at level i or above, so it falls at most i - 1 times; the first level where a rule
    fires is never below L, so no other rule falls more than L times; and a mistake lets at least one fall (Balcan
    2011). `length` is an L the user promises; without it a list that fits is built in hindsight, as Rivest
    (1987) does: take a literal that decides some examples alone, put it next, leave these examples out, go on.
    """

    promise = "length"
    what = "decision list"
    contradiction = "no decision list fits"
    least = 1
    looks_at = ListCase

    def __init__(self, length: int | None = None) -> None:
        super().__init__(length)

    def made_of(self, learner: Any) -> str:
        return "rule"

    def statement(self, case: ListCase) -> str:
        return f"Decision list, L rules {self.how}: M <= (4n + 2)L - L(L + 1)/2"

    def details(self, case: ListCase) -> str:
        return f", L = {case.size}"

    def refuted(self, case: ListCase, size: int) -> int:
        asked, many = case.replay.asked, most_mistakes(case.n, size)
        too_deep = int(np.searchsorted(asked, size, side="right"))
        return min(too_deep if too_deep < len(asked) else NEVER, many if many < case.batch.rows else NEVER)

    def invariant(self, case: ListCase) -> str | None:
        """What is wrong if a guess was not that of the lowest level, or the levels are not those of the replay."""
        levels, asked, right = case.replay
        if right is not None:
            return f"the guess of round {case.number(right)} was not what the levels say"
        if len(asked) == case.kept.total and (levels != case.learner.levels).any():
            return "the levels are not those that the mistakes make"
        if case.kept.complete and case.found is not None and case.asked > case.found:
            return f"a list of {counted(case.found, 'rule')} fits, and the mistakes ask for {case.asked:,}"
        return None

    def witness(self, case: ListCase) -> dict[str, Any]:
        """In hindsight, the list: variable, value and label of each rule, the default last."""
        return {} if self.size is not None else {"rules": case.fitting_list}

    def most(self, learner: Any, size: int) -> int:
        return most_mistakes(learner.n, size)

    def known(self, ledger: Ledger) -> str:
        learner: Any = ledger.learner
        return f"L >= {rules_asked(learner.levels)}"


def most_mistakes(n: int, length: int) -> int:
    """(4n + 2)L - L(L + 1)/2; a list never needs more than n + 1 rules, one for each variable and the default."""
    L = min(length, n + 1)
    return (4 * n + 2) * L - L * (L + 1) // 2


def fewest(n: int, mistakes: int) -> int:
    """The least length of a list for which so many mistakes are allowed; n + 2 if there is none."""
    length = 1
    while length < n + 2 and mistakes > most_mistakes(n, length):
        length += 1
    return length


def rules_asked(levels: Any) -> int:
    """The least length of a list that fits, by the levels: one default is at level L or above."""
    return max(1, int(levels.max()) - 1, int(levels[-2:].min()))


def replay(batch: Batch, n: int, learner: Any, effort: Effort) -> Replay:
    """Replay the mistakes by the rule, with the learner's way to decide ties, as many as the effort allows."""
    levels = np.ones(4 * n + 2, dtype=np.int32)
    by_output = levels[0::2], levels[1::2]  # each of x1=0, x1=1, x2=0, ..., the default
    off = 2 * np.arange(n + 1)
    asked: list[int] = []
    right = None
    deepest = 1
    for row, y in enumerate(np.asarray(batch.labels)):
        if not effort.spend(AGAIN * (1000 + n)):
            break
        x = batch.row(row)
        fires = off.copy()
        fires[x.columns[x.values != 0]] += 1
        firing = [output[fires] for output in by_output]
        first = int(min(output.min() for output in firing))
        lowest = [output == first for output in firing]
        wrong = int(y < 0)
        if says(lowest, learner, row) not in (wrong, None) and right is None:
            right = row
        if lowest[wrong].any():
            by_output[wrong][fires[lowest[wrong]]] += 1
            deepest = max(deepest, first + 1)
        asked.append(max(1, deepest - 1, int(levels[-2:].min())))
    return Replay(levels, asked, right)


def says(lowest: list[Any], learner: Any, mistakes: int) -> int | None:
    """The prediction of the lowest level, 0 or 1, from the rules of each output that fire there, after some mistakes.

    None where a function of the user's decides, which the theorem lets answer as it likes.
    """
    zeros, ones = (int(np.count_nonzero(rules)) for rules in lowest)
    if not zeros or not ones:
        return int(ones > 0)
    tie = learner.tie
    if callable(tie):
        return None
    if tie == "first":
        return int(lowest[1].argmax() < lowest[0].argmax())
    if tie.startswith("random"):
        return int(learner.tossed(mistakes))
    return int(ones > zeros) if tie == "maj" else int(tie)
