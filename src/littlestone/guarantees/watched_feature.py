"""One feature of the examples, as a number from 0 to 1: what an alarm may watch in place of mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import numpy as np

from ..errors import BadParameter
from ..row import Row
from ..rows.round import Round
from ..support.settings import real


class Feature:
    """Reads a feature of a round: its place within a range, where values beyond an end count as that end.

    name      the name of a column as the game knows it ("delay", or "carrier=UA" of a category, which is 0 or 1), or
              the number of a column without a name; a feature that an example does not have is 0
    within    the two ends; (0, 120) is for means that are too large, (120, 0) for those that are too small
    """

    def __init__(self, name: Any, within: Any) -> None:
        ends = within if isinstance(within, Sequence) and len(within) == 2 else (None, None)
        if within is None or ends[0] is None:
            raise BadParameter(
                f"an alarm about a feature needs `within`, the two ends of its range, such as (0, 1), not {within!r}"
            )
        self.name = name
        self.low, self.high = (real("within", end, "an end of the range") for end in ends)
        if self.low == self.high:
            raise BadParameter(f"the ends of a range are two different numbers, not {self.low:g} twice")
        if not isinstance(name, str) and not (isinstance(name, int) and name >= 0):
            raise BadParameter(f"a feature is the name of a column, or its number from 0 on, not {name!r}")
        self.game: Any = None

    def join(self, game: Any) -> None:
        """Read the examples of this game; raises if its columns have no names."""
        self.game = game
        if game._advised or type(game.features).__name__ != "Features":
            raise BadParameter(
                "the columns of this game have no names to find a feature by: they are hashed, or advice"
            )

    @property
    def ends(self) -> list[float]:
        """The two ends, as they were given."""
        return [self.low, self.high]

    def share(self, value: float) -> float:
        """Where a value lies in the range, from 0 to 1, and beyond."""
        return (value - self.low) / (self.high - self.low)

    def of(self, move: Round) -> float:
        """The feature of a round, from 0 to 1."""
        asked = getattr(self.game, "_asked", None)  # what a model from outside was asked, which is no row
        value = self.entry(move.x) if asked is None else entry_of(asked[move.number], self.name)
        if not isfinite(value):
            raise BadParameter(f"{self.name!r} of round {move.number:,} is not a finite number")
        return min(1.0, max(0.0, self.share(value)))

    def entry(self, x: Row) -> float:
        """The value in a row of the game."""
        column = self.game.features.columns.get(self.name) if isinstance(self.name, str) else self.name
        columns = np.asarray(x.columns)
        place = len(columns) if column is None else int(np.searchsorted(columns, column))
        return float(x.values[place]) if place < len(columns) and columns[place] == column else 0.0


def entry_of(x: Any, name: Any) -> float:
    """The value in an example as it came: a mapping or a sequence."""
    return float(x.get(name, 0.0) if isinstance(x, Mapping) else x[name])
