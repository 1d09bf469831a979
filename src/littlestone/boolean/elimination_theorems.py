"""The theorems of elimination: every mistake strikes out a literal that is not in the target.

What is left of the literals can be read off the mistakes alone: those that were false in every mistaken negative (of a
disjunction) or true in every missed positive (of a conjunction).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..rows.ledger import Ledger
from ..support.settings import counted
from .fitting_theorems import NEVER, FittingBound, FittingCase


class LiteralsCase(FittingCase):
    """The mistake that struck out each literal, and the number of literals that decided each guess.

    The mistakes with the label that the theorem calls `strikes` strike out the literals that decided: x_i where
    variable i is on in a disjunction and ~x_i where it is off, and the opposite ones in a conjunction.
    """

    @cached_property
    def on(self) -> tuple[Any, Any]:
        """Mistake and variable of every 1 in the kept examples."""
        here = np.asarray(self.batch.values) != 0
        owners = np.repeat(np.arange(self.batch.rows), np.diff(self.batch.starts))
        return owners[here], np.asarray(self.batch.columns)[here]

    @cached_property
    def striking(self) -> Any:
        """Which of the kept mistakes strike literals out; the others are contradictions."""
        return np.asarray(self.batch.labels) == self.bound.strikes

    @cached_property
    def fallen(self) -> tuple[Any, Any]:
        """The mistake that struck out the literal of each variable which decides where it is on, and where it is off.

        One that is left is NEVER struck out. Without negations nothing decides where a variable is off.
        """
        rows, columns = self.on
        use = self.striking[rows]
        rows, columns = rows[use], columns[use]
        first_on = np.full(self.n, NEVER)
        first_on[columns[::-1]] = rows[::-1]
        if not self.learner.negations:
            return first_on, np.full(self.n, -1)
        strikes = np.flatnonzero(self.striking)
        order = np.argsort(columns, kind="stable")
        columns, turns = columns[order], np.searchsorted(strikes, rows[order])
        starts = np.searchsorted(columns, np.arange(self.n + 1))
        # A variable that was on in strikes 0, 1, ..., m - 1 and not in strike m was off there for the first time.
        in_a_row = turns == np.arange(len(columns)) - starts[columns]
        times = np.bincount(columns[in_a_row], minlength=self.n)
        return first_on, np.append(strikes, NEVER)[times]

    @cached_property
    def left(self) -> tuple[Any, Any]:
        """The literals that the kept mistakes leave, x_i and ~x_i, as masks over the variables."""
        on, off = (fell == NEVER for fell in self.fallen)
        return (on, off) if self.bound.strikes < 0 else (off, on)

    @property
    def fitting(self) -> int:
        return sum(int(np.count_nonzero(mask)) for mask in self.left)

    @cached_property
    def deciding(self) -> Any:
        """How many literals left decided each of the kept guesses, as the mistakes before it left them."""
        rows, columns = self.on
        first_on, first_off = self.fallen
        then = np.arange(self.batch.rows)
        lasted = np.sort(first_off)
        off = self.n - np.searchsorted(lasted, then)  # those of all variables that existed, less those that are 1
        here = (first_on[columns] >= rows).astype(np.int64) - (first_off[columns] >= rows)
        return off + np.bincount(rows, weights=here, minlength=self.batch.rows).astype(np.int64)

    @cached_property
    def none_fits(self) -> int:
        against = np.flatnonzero(~self.striking)
        return int(against[0]) if len(against) else NEVER

    @property
    def contradictions(self) -> int:
        """The number of mistakes that strike nothing out, kept or not."""
        return int(self.ledger.false_negatives if self.bound.strikes < 0 else self.ledger.false_positives)

    @property
    def all_of_them(self) -> int:
        """The number of all literals."""
        return 2 * self.n if self.learner.negations else self.n


class LiteralsBound(FittingBound):
    """Base of the two theorems: by De Morgan a conjunction is a disjunction with everything negated.

    A subclass sets what it learns, and `strikes`, the label whose mistakes strike literals out; a mistake with the
    other label is a contradiction.
    """

    promise = "k"
    looks_at = LiteralsCase
    name: ClassVar[str] = ""
    strikes: ClassVar[float] = 0.0

    def __init__(self, k: int | None = None) -> None:
        super().__init__(k)

    def statement(self, case: LiteralsCase) -> str:
        form = "M <= n + 1 - k" if case.learner.negations else "M <= n - k"
        if case.learner.negations and case.size > case.n:  # a variable and its negation stand together
            form = f"M = 0, for it is {'always' if self.strikes < 0 else 'never'} true"
        return f"{self.name}, {self.what} of k {self.made_of(case.learner)}s {self.how}: {form}"

    def details(self, case: LiteralsCase) -> str:
        return f", k = {case.size}"

    def refuted(self, case: LiteralsCase, size: int) -> int:
        if not 0 < size <= case.all_of_them:
            return NEVER
        fell = np.sort(np.concatenate(case.fallen))
        return int(fell[len(fell) - size])  # fewer than k are left once this one is struck out

    def further_refutation(self, case: LiteralsCase) -> str | None:
        if case.contradictions:
            return f"{self.contradiction}: {counted(case.contradictions, 'mistake')} later than those kept"
        if self.size is None or case.learner.left >= self.size:
            return None
        if case.all_of_them < self.size:
            return f"no {self.what} has {case.in_words(self.size)}: there are {counted(case.n, 'variable')}"
        return f"{self.none_of(case)}: {case.learner.left:,} are left"

    def invariant(self, case: LiteralsCase) -> str | None:
        """What is wrong if a guess, or the literals now left, are not those of elimination."""
        wrong = np.flatnonzero((case.deciding > 0) != case.striking)
        if len(wrong):
            return f"the guess of round {case.number(wrong[0])} was not what the literals left say"
        state, complete = case.learner.state(), case.kept.complete
        for name, left in zip(("plain", "negated"), case.left, strict=True):
            has = np.asarray(state[name], dtype=bool)
            if (has & ~left).any() or (complete and (left & ~has).any()):
                return "the literals left are not those that the mistakes leave"
        return None

    def most(self, learner: Any, size: int) -> int:
        """The bound for a formula of k literals; 0 if k is more than n, for then the formula is a constant."""
        if size > learner.n:
            return 0
        return int(learner.n + 1 - size if learner.negations else learner.n - size)

    def witness(self, case: LiteralsCase) -> dict[str, Any]:
        """In hindsight, the literals that are left: i is x_i, n + i its negation."""
        on, off = (np.flatnonzero(mask) for mask in case.left)
        return {} if self.size is not None else {"formula": [*on.tolist(), *(case.n + off).tolist()]}

    def lesson(self, case: LiteralsCase, allowed: float | None) -> str:
        if case.broken or not case.kept.total:
            return ""
        left = case.in_words(case.learner.left)
        return f"every {self.what} that fits is made of the {left} left of {case.all_of_them:,}"

    def known(self, ledger: Ledger) -> str:
        learner: Any = ledger.learner
        return f"k <= {learner.left}"


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

    The first mistake strikes out n of the 2n literals at once; before it the conjunction of all 2n fits, which is never
    true, and allows no mistake. `k` is a number the user vouches for; without it k
    is the size of the largest conjunction that fits, which is all the mistakes have left.
    """

    name = "Conjunction"
    what = "conjunction"
    strikes = 1.0
    contradiction = "no consistent conjunction"
