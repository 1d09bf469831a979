"""The base of finite classes: concepts are the rows of a table, version spaces are bit sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from os import PathLike
from typing import Any, ClassVar, Self

import numpy as np

from ..errors import BadFile, BadParameter, InputError
from ..features.arrays import as_batch
from ..row import Batch, Row

Space = int  # a version space: bit c is set if concept c is still in it
Cell = tuple[int, Space]  # a label, and the concepts that give it
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"  # how labels are written in a table


class FiniteClass:
    """A finite class of concepts on finitely many points: every concept is a different row of labels.

    A subclass says what labels there may be. A version space is an int whose bit c stands for concept c. To a learner
    a point of {0,1}^n is its row of bits; any other point is a row with a single 1, in the column of its number.
    """

    symbols: ClassVar[str] = DIGITS  # what a line of a table is written with
    written_with: ClassVar[str] = "0 to 9 and a to z"

    def __init__(
        self, table: Any, *, variables: int | None = None, spec: str | None = None, names: Sequence[str] | None = None
    ) -> None:
        rows = np.asarray(table)
        if rows.ndim != 2 or rows.shape[0] == 0:
            raise BadParameter("a concept class needs a table with at least one concept, and all concepts equally long")
        rows = self.check_labels(rows)
        if variables is not None and rows.shape[1] != 1 << variables:
            raise BadParameter(f"concepts over {variables} variables have {1 << variables} points, not {rows.shape[1]}")
        numbers: dict[bytes, int] = {}
        # The number of the concept in each row of the given table, which may have duplicates.
        self.concept_of = np.array([numbers.setdefault(key, len(numbers)) for key in row_keys(rows)])
        self.lines: list[list[int]] | None = None  # the line numbers of every concept in its file
        self.table = rows[np.unique(self.concept_of, return_index=True)[1]]
        self.table.setflags(write=False)
        self.duplicates = len(rows) - len(self.table)
        self.size = len(self.table)
        self.points: int = self.table.shape[1]
        self.variables = variables
        self.given_spec = spec
        if names is not None and len(names) != self.points:
            raise BadParameter(f"{self.points} points need as many names, not {len(names)}")
        self.names = names
        self.full: Space = (1 << self.size) - 1

    def check_labels(self, rows: Any) -> Any:
        """The table in the type it is kept in; raises if a label is none."""
        raise NotImplementedError(f"{type(self).__name__} must implement check_labels()")

    @property
    def spec(self) -> str:
        """The text from which `parse` makes it again."""
        if self.given_spec is not None:
            return self.given_spec
        variables = [] if self.variables is None else [f"variables={self.variables}"]
        return "table:" + ",".join([*(self.concept_name(concept) for concept in range(self.size)), *variables])

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        name = self.given_spec or "table"
        return f"{type(self).__name__}({name}: {self.size} concepts on {self.points} points)"

    @cached_property
    def cells(self) -> list[tuple[Cell, ...]]:
        """For each point its labels, in increasing order, with the concepts that give them."""
        return [tuple((int(label), bits(column == label)) for label in np.unique(column)) for column in self.table.T]

    def parts(self, space: Space, point: int) -> list[Cell]:
        """The parts of a version space by the label of the point, those that are not empty."""
        return [(label, part) for label, cell in self.cells[point] if (part := space & cell)]

    def part(self, space: Space, point: int, label: int) -> Space:
        """The concepts of a version space that give this label to the point."""
        return next((space & cell for known, cell in self.cells[point] if known == label), 0)

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
        """The number of the point of a row; raises if it is outside the domain."""
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

    def target(self, space: Space) -> int:
        """The first concept of a version space: a target for an adversary to name at the end."""
        if space == 0:
            raise InputError("no concept is left that agrees with what was said")
        return (space & -space).bit_length() - 1

    def point_name(self, point: int) -> str:
        """A point in print: its name, its bits x1...xn, or its number."""
        if self.names is not None:
            return self.names[point]
        return str(point) if self.variables is None else f"{point:0{self.variables}b}"

    def concept_name(self, concept: int) -> str:
        """A concept as a string, a digit for every point."""
        return "".join(DIGITS[int(label)] for label in self.table[concept])

    @classmethod
    def from_file(cls, path: str | PathLike[str]) -> Self:
        """Read a class from a text file: a line of labels for each concept; text after a # is ignored.

        Concepts are numbered from 0 on in order, without duplicates: `lines` has the line numbers of each in the file,
        counted from 1.
        """
        try:
            with open(path, encoding="utf-8") as file:
                texts = [line.partition("#")[0] for line in file]
            made = cls.from_lines(texts)
            made.lines = [[] for _ in range(made.size)]
            written = (number for number, text in enumerate(texts, start=1) if text.strip())
            for number, concept in zip(written, made.concept_of, strict=True):
                made.lines[concept].append(number)
            return made
        except OSError as error:
            raise BadFile(f"cannot read {path}: {error.strerror}") from None
        except (UnicodeDecodeError, BadParameter) as error:
            raise BadFile(f"{path} is no table of concepts: {error}") from None

    @classmethod
    def from_lines(cls, lines: Iterable[str]) -> Self:
        """A class from strings such as "0110", one per concept, one character per point; spaces are ignored."""
        texts = [text for line in lines if (text := "".join(line.split()))]
        if not texts:
            raise BadParameter(f"a table of concepts has a line of {cls.written_with} for each; here is none")
        for number, text in enumerate(texts, start=1):
            odd = set(text) - set(cls.symbols)
            if odd:
                raise BadParameter(
                    f"concept {number} is written with {sorted(odd)[0]!r}; a table has only {cls.written_with}"
                )
            if len(text) != len(texts[0]):
                raise BadParameter(f"concept {number} has {len(text)} points, the first has {len(texts[0])}")
        return cls([[DIGITS.index(label) for label in text] for text in texts])


def row_keys(table: Any) -> list[bytes]:
    """Every row of truth values or small numbers as bytes, to compare and to hash."""
    packed = np.packbits(table, axis=1) if table.dtype == bool else np.ascontiguousarray(table)
    every, width = packed.tobytes(), packed.shape[1]
    return (
        [every[start : start + width] for start in range(0, len(packed) * width, width)]
        if width
        else [b""] * len(packed)
    )


def bits(column: Any) -> Space:
    """A column of truth values as an int, bit c for entry c."""
    return int.from_bytes(np.packbits(column, bitorder="little").tobytes(), "little")


def columns_as_bits(table: Any) -> list[Space]:
    """Every column of a table of truth values as an int."""
    packed = np.packbits(np.ascontiguousarray(table.T), axis=1, bitorder="little")
    return [int.from_bytes(column.tobytes(), "little") for column in packed]


def members(space: Space) -> list[int]:
    """The concepts of a version space, in increasing order."""
    found = []
    while space:
        low = space & -space
        found.append(low.bit_length() - 1)
        space ^= low
    return found
