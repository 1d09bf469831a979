"""A set of literals that only shrinks: the state of the elimination learners."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..row import Row
from ..state import Held, Vector, fields
from .formulas import Names, literal, order_of
from .variables import VariablesLearner


class LiteralsLearner(VariablesLearner):
    """A learner whose hypothesis is the literals left: some of x1, ..., xn and, with `negations`, ~x1, ..., ~xn.

    Rules use `true_in(x)` and `false_in(x)`, which count literals left, and `strike`, which removes them. All take as
    many steps as x has variables that are 1, however large n is.
    """

    saved = fields(
        Vector("plain", "plain()", size=lambda _, held: max(0, held["n"]), dtype=np.bool_),
        Vector("negated", "negated()", size=lambda _, held: max(0, held["n"]), dtype=np.bool_),
    )

    def __init__(self, n: int | None, negations: bool) -> None:
        self.negations = negations
        self.hold(np.zeros(0), np.zeros(0))
        super().__init__(n)

    def begin(self, n: int) -> None:
        self.hold(np.ones(n), np.full(n, 1.0 if self.negations else 0.0))
        self.n = n

    def hold(self, plain: Any, negated: Any) -> None:
        """Set the literals left, each marked with a 1."""
        left = float(plain.sum()), float(negated.sum())
        self.plain, self.negated = plain, negated
        self.plain_left, self.negated_left = left

    @property
    def left(self) -> int:
        """How many literals are left."""
        return int(self.plain_left + self.negated_left)

    def true_in(self, x: Row) -> float:
        """How many of the literals left are true in x."""
        if x.width > self.n:
            raise self.too_wide(x.width)
        return x.dot(self.plain) + (self.negated_left - x.dot(self.negated))

    def false_in(self, x: Row) -> float:
        """How many of the literals left are false in x."""
        return self.plain_left + self.negated_left - self.true_in(x)

    def strike(self, x: Row, *, true: bool) -> None:
        """Strike out the literals that are true in x, or those that are false in x."""
        plain, negated = np.asarray(self.plain), np.asarray(self.negated)
        on = x.columns[x.values != 0]
        struck, spared = (plain, negated) if true else (negated, plain)
        struck[on] = 0.0
        if self.negations:
            still = spared[on]
            spared[:] = 0.0
            spared[on] = still
        self.hold(plain, negated)

    def terms(self, names: Names = None) -> list[str]:
        """The literals left, variable by variable."""
        plain, negated = np.asarray(self.plain), np.asarray(self.negated)
        both = [(i, False) for i in np.flatnonzero(plain)] + [(i, True) for i in np.flatnonzero(negated)]
        both.sort(key=lambda each: (order_of(int(each[0]), names), each[1]))
        return [literal(int(i), names, negated=sign) for i, sign in both]

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.hold(held["plain"].astype(np.float64), held["negated"].astype(np.float64))
