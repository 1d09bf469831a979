"""Finite concept classes as truth tables, and their version spaces as sets of bits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np

from ..data.arrays import as_batch
from ..errors import BadParameter, InputError
from ..row import Batch, Row

Space = int  # a version space: bit c is set if concept c is still in it


class ConceptClass:
    """Every concept is a row of zeros and ones, one for each point; no two rows are the same.

    table       concepts by points, 0 or 1; concepts that occur twice are kept once and counted in `duplicates`
    variables   n if the points are {0,1}^n, counted in binary with x1 as the first digit; None if they are just points
    spec        the words that `ConceptClass.parse` makes it from again; None writes the table itself out

    A version space is a whole number whose bit c stands for concept c. `split(V, x)` gives its two halves by the
    label of point x. To a learner a point of {0,1}^n is its row of bits; any other is a row whose only entry is a
    one in the column of its number.
    """

    def __init__(self, table: Any, *, variables: int | None = None, spec: str | None = None) -> None:
        rows = np.asarray(table)
        if rows.ndim != 2 or rows.shape[0] == 0:
            raise BadParameter("a concept class needs a table with at least one concept, and all concepts equally long")
        if not np.isin(rows, (0, 1)).all():
            raise BadParameter("the labels in a table of concepts are 0 and 1")
        rows = rows.astype(bool)
        if variables is not None and rows.shape[1] != 1 << variables:
            raise BadParameter(f"concepts over {variables} variables have {1 << variables} points, not {rows.shape[1]}")
        packed = np.packbits(rows, axis=1)
        _, first = np.unique(packed, axis=0, return_index=True) if rows.shape[1] else (None, np.zeros(1, dtype=int))
        self.table = rows[np.sort(first)]
        self.table.setflags(write=False)
        self.duplicates = len(rows) - len(self.table)
        self.size = len(self.table)
        self.points: int = self.table.shape[1]
        self.variables = variables
        self.spec = spec
        self.full: Space = (1 << self.size) - 1
        self.ones: list[Space] = [bits(column) for column in self.table.T]  # per point: the concepts that say 1

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        name = self.spec or "table"
        return f"ConceptClass({name}: {self.size} concepts on {self.points} points)"

    def split(self, space: Space, point: int) -> tuple[Space, Space]:
        """The part of a version space that labels the point 0, and the part that labels it 1."""
        one = space & self.ones[point]
        return space ^ one, one

    def agreeing(self, labelled: Iterable[tuple[int, float]]) -> Space:
        """The concepts that agree with all of these points and labels -1 or +1."""
        space = self.full
        for point, y in labelled:
            space = self.split(space, point)[y > 0]
        return space

    def examples(self) -> Batch:
        """All points as rows, as a learner sees them."""
        if self.variables is None:
            return as_batch(np.eye(self.points))
        return as_batch(self.cube())

    def cube(self) -> Any:
        """The points of {0,1}^n, one a row."""
        assert self.variables is not None
        numbers = np.arange(self.points)[:, None]
        return (numbers >> np.arange(self.variables - 1, -1, -1)) & 1

    @property
    def width(self) -> int:
        """How many columns a point has as a row."""
        return self.points if self.variables is None else self.variables

    def point_of(self, x: Row) -> int:
        """The number of the point that a row shows; one outside the domain is an error."""
        columns = x.columns[x.values != 0]
        if self.variables is not None:
            if len(columns) and columns.max() >= self.variables:
                raise InputError(f"{x!r} has more than the {self.variables} variables of {self!r}")
            return int(sum(1 << (self.variables - 1 - int(column)) for column in columns))
        if len(columns) != 1 or columns[0] >= self.points:
            raise InputError(
                f"a point of {self!r} is a row with a single 1, in column 0 to {self.points - 1}; here is {x!r}"
            )
        return int(columns[0])

    def labels(self, concept: int) -> Any:
        """The labels -1 and +1 that a concept gives to all points."""
        return np.where(self.table[concept], 1.0, -1.0)

    def target(self, space: Space) -> int:
        """A concept of a version space: the first. What an adversary shows at the end."""
        if space == 0:
            raise InputError("no concept is left that agrees with what was said")
        return (space & -space).bit_length() - 1

    @classmethod
    def from_lines(cls, lines: Sequence[str]) -> Self:
        """A class from texts such as "0110", one a concept and one character a point; spaces do not count."""
        texts = [text for line in lines if (text := "".join(line.split()))]
        if not texts:
            raise BadParameter("a table of concepts has a line of 0 and 1 for each; here is none")
        for number, text in enumerate(texts, start=1):
            odd = set(text) - {"0", "1"}
            if odd:
                raise BadParameter(f"concept {number} is written with {sorted(odd)[0]!r}; a table has only 0 and 1")
            if len(text) != len(texts[0]):
                raise BadParameter(f"concept {number} has {len(text)} points, the first has {len(texts[0])}")
        return cls([[int(label) for label in text] for text in texts])


def bits(column: Any) -> Space:
    """A column of truth values as a whole number, bit c for entry c."""
    return int.from_bytes(np.packbits(column, bitorder="little").tobytes(), "little")


def members(space: Space) -> list[int]:
    """The concepts of a version space, in their order."""
    found = []
    while space:
        low = space & -space
        found.append(low.bit_length() - 1)
        space ^= low
    return found
