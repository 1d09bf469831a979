# cython: boundscheck=False, wraparound=False
"""Standardised examples: every number less its mean, divided by its deviation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..state import Held, Vector, fields
from .rescaled import Rescaled, grown


class Standardised(Rescaled):
    """Sees every number less the mean of its column so far, divided by the deviation, that of this example included.

        n <- n + 1,   mean <- mean + (x - mean)/n,   M <- M + (x - old mean)(x - mean);     (Welford 1962)
        z = (x - mean) / sqrt(M/n);   while M = 0, the sign of x, and 0 for the first x of a column

    So a column may be measured in any unit, from any zero, and the learner inside need not know. Words and categories
    are no numbers, and stay as they are; numbers that are not there stay away, so that sparse rows stay sparse, but a
    zero that was written is a number like any other. A column that has only ever had one value says no more than that
    it is there, as a word does: so the ones of a sparse file stay what they are. There is no look ahead: z depends on
    the examples so far alone.

    >>> from littlestone import Game, Perceptron, Standardised
    >>> game = Game(Standardised(Perceptron()))
    >>> for x, y in 3 * [({"height": 1801.0}, +1), ({"height": 1799.0}, -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.learner.mean[0], game.ledger.mistakes, game.ledger.certificates[0].verdict
    (1800.0, 1, 'holds')
    """

    name = "standardised"
    scaled_so = (
        "on numbers as they come, by the means and deviations so far, in which a guess counts its own example too; the "
        "constant is that of an example with every number"
    )
    wants_zeros = True
    saved = fields(
        Vector("count", columns=0, least=0.0, finite=True),
        Vector("mean", like="count", columns=0, finite=True),
        Vector("spread", like="count", columns=0, least=0.0, finite=True),
        Vector("marks", "known_marks()", like="count", columns=0, dtype=np.uint8),
    )
    variants = ({}, {"learner": "committee"})

    def __init__(
        self, learner: Any = "perceptron", *, parameters: dict[str, Any] | None = None, **settings: Any
    ) -> None:
        super().__init__(learner, parameters=parameters, **settings)
        self.count = np.zeros(0)
        self.mean = np.zeros(0)
        self.spread = np.zeros(0)  # M, the sum of the squares of what lies off the mean
        self.marks = bytearray()  # which columns are of words and categories; those of a game belong to its `features`

    def is_mark(self, column: int) -> bool:
        """Is the column one of words or categories?"""
        return column < len(self.marks) and self.marks[column] != 0

    def scaled(self, column: int, value: float) -> float:
        if self.is_mark(column):
            return value
        if column >= self.count.shape[0]:
            return 0.0
        n = self.count[column] + 1.0
        mean = self.mean[column] + (value - self.mean[column]) / n
        spread = self.spread[column] + (value - self.mean[column]) * (value - mean)
        variance = spread / n  # 0 too where what differs is too small to be squared
        if variance == 0.0 and n > 1.0:
            return 1.0 if value > 0.0 else -1.0 if value < 0.0 else 0.0
        if not variance > 0.0:
            return 0.0
        z = (value - mean) / math.sqrt(variance)
        return z if abs(z) <= n else 0.0  # nothing lies further off than sqrt(n - 1), but by overflow

    def scales(self, width: int) -> tuple[Any, Any]:
        known = min(width, self.count.shape[0])
        mean = np.asarray(self.mean)[:known]
        variance = np.asarray(self.spread)[:known] / np.maximum(np.asarray(self.count)[:known], 1.0)
        deviation = np.sqrt(variance)
        alone = (variance == 0.0) & (mean != 0.0)  # one value only, seen as its sign
        moves = variance > 0.0
        factors, shifts = np.zeros(width), np.zeros(width)
        factors[:known][moves] = 1.0 / deviation[moves]
        shifts[:known][moves] = mean[moves] / deviation[moves]
        factors[:known][alone] = 1.0 / np.abs(mean[alone])
        marks = np.frombuffer(bytes(self.marks[:width]), dtype=np.uint8) != 0
        factors[: len(marks)][marks], shifts[: len(marks)][marks] = 1.0, 0.0
        return factors, shifts

    def take(self, column: int, value: float) -> None:
        if self.is_mark(column):
            return
        self.count[column] += 1.0
        before = self.mean[column]
        self.mean[column] = before + (value - before) / self.count[column]
        self.spread[column] += (value - before) * (value - self.mean[column])

    def see_marks(self, marks: Any) -> None:
        self.marks = marks
        self.rescaled.forget()

    def fits(self) -> bool:
        return bool(self.count.shape[0] == self.mean.shape[0] == self.spread.shape[0])

    def width(self) -> int:
        return self.count.shape[0]

    def widen(self, width: int) -> None:
        if width <= self.count.shape[0]:
            Rescaled.widen(self, width)
        elif self.leader is not None:
            self.leader.widen(width)
            Rescaled.widen(self, width)
            self.agrees(self.leader)
        else:
            count, mean, spread = grown(self.count, width), grown(self.mean, width), grown(self.spread, width)
            Rescaled.widen(self, width)
            self.count, self.mean, self.spread = count, mean, spread

    def agrees(self, other: Any) -> bool:
        same = self.leader is other or all(
            np.array_equal(mine, its)
            for mine, its in ((self.count, other.count), (self.mean, other.mean), (self.spread, other.spread))
        )
        if same:
            self.count, self.mean, self.spread = other.count, other.mean, other.spread
        return same

    def known_marks(self) -> Any:
        """Which of the columns are indicators."""
        marks = np.zeros(len(self.count), dtype=np.uint8)
        known = self.marks[: len(marks)]
        marks[: len(known)] = np.frombuffer(bytes(known), dtype=np.uint8)
        return marks

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.marks = bytearray(held["marks"].tobytes())
