"""Base of the learners of Boolean variables, which must know the number of variables."""

from __future__ import annotations

from typing import Any

from ..errors import BadParameter, BadWidth
from ..learner import RowLearner
from ..state import Count, Held, fields
from ..support.settings import counted, whole

MOST_VARIABLES = 2**31 - 1  # columns are numbered in 32 bits


class VariablesLearner(RowLearner):
    """A learner of n Boolean variables; n is given, or taken from the data before the first guess.

    A subclass sets its own parameters before it calls `__init__` here, and begins with n variables in `begin`.
    """

    kind = "boolean"
    boolean = True
    counts_first = True
    reason = "it begins with a hypothesis about all of them"  # why a variable cannot come later
    saved = fields(Count("n", "n()", least=-1))

    def __init__(self, n: int | None) -> None:
        super().__init__()
        self.given_n = None if n is None else whole("n", n, "a number of variables")
        if n is not None and n > MOST_VARIABLES:
            raise BadParameter(f"n is a number of variables, {MOST_VARIABLES:,} at most, not {n}")
        self.n = -1
        if self.given_n is not None:
            self.begin(self.given_n)

    def parameters(self) -> dict[str, Any]:
        return {"n": self.given_n}

    def begin(self, n: int) -> None:
        """Set up the initial state for n variables."""
        raise NotImplementedError(f"{type(self).__name__} must say how it begins")

    def widen(self, width: int) -> None:
        RowLearner.widen(self, width)
        if self.n < 0:
            try:
                self.begin(width)
            except BaseException:
                self.n = -1  # what was begun half is begun anew
                raise
        elif width > self.n:
            raise self.too_wide(width)

    def too_wide(self, width: int) -> BadWidth:
        """The error for more columns than there are variables."""
        name = type(self).__name__
        if self.n < 0:
            return BadWidth(f"how many variables are there? {name}(n=...) must know before its first prediction")
        return BadWidth(
            f"{name} plays with {counted(self.n, 'variable')}, but here are {width} columns: "
            f"{self.reason}, so give {name}(n=...) all of them from the start"
        )

    def make_ready(self, held: Held) -> None:
        super().make_ready(held)
        self.n = -1
        if held["n"] >= 0:
            self.begin(held["n"])
