"""Finite concept classes as truth tables, and their version spaces as sets of bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from typing import Any, ClassVar, Self

import numpy as np

from ..door.arrays import as_batch
from ..errors import BadFile, BadParameter, InputError
from ..row import Batch, Row

Space = int  # a version space: bit c is set if concept c is still in it


class ConceptClass:
    """Every concept is a row of zeros and ones, one for each point; no two rows are the same.

    table       concepts by points, 0 or 1; concepts that occur twice are kept once and counted in `duplicates`
    variables   n if the points are {0,1}^n, counted in binary with x1 as the first digit; None if they are just points
    spec        the words that `ConceptClass.parse` makes it from again; None writes the table itself out
    names       what the points are called in print; None calls them by their bits, or their numbers from 0 on

    A version space is a whole number whose bit c stands for concept c. `split(V, x)` gives its two halves by the
    label of point x. To a learner a point of {0,1}^n is its row of bits; any other is a row whose only entry is a
    one in the column of its number.
    """

    parser: ClassVar[Callable[[str], ConceptClass]]  # entered by builders.py, which knows this class

    def __init__(
        self,
        table: Any,
        *,
        variables: int | None = None,
        spec: str | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        rows = np.asarray(table)
        if rows.ndim != 2 or rows.shape[0] == 0:
            raise BadParameter("a concept class needs a table with at least one concept, and all concepts equally long")
        if rows.dtype != bool and not np.isin(rows, (0, 1)).all():
            raise BadParameter("the labels in a table of concepts are 0 and 1")
        rows = rows.astype(bool)
        if variables is not None and rows.shape[1] != 1 << variables:
            raise BadParameter(f"concepts over {variables} variables have {1 << variables} points, not {rows.shape[1]}")
        numbers: dict[bytes, int] = {}
        # Which concept each row of the given table is: the way back from a concept to where it was written.
        self.concept_of = np.array([numbers.setdefault(key, len(numbers)) for key in row_keys(rows)])
        self.lines: list[list[int]] | None = None  # of every concept, the lines of the file that it stands on
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
        self.ones: list[Space] = columns_as_bits(self.table)  # per point: the concepts that say 1

    @property
    def spec(self) -> str:
        """The words that `ConceptClass.parse` makes it from again."""
        if self.given_spec is not None:
            return self.given_spec
        variables = [] if self.variables is None else [f"variables={self.variables}"]
        return "table:" + ",".join([*(self.concept_name(concept) for concept in range(self.size)), *variables])

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        name = self.given_spec or "table"
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

    def point_name(self, point: int) -> str:
        """What a point is called in print: its name, its bits x1...xn, or its number."""
        if self.names is not None:
            return self.names[point]
        return str(point) if self.variables is None else f"{point:0{self.variables}b}"

    def concept_name(self, concept: int) -> str:
        """A concept written out, a digit for every point."""
        return "".join("1" if label else "0" for label in self.table[concept])

    @classmethod
    def parse(cls, text: str) -> ConceptClass:
        """The class that a text stands for: "intervals:5", "monotone-disjunctions:6,k=2", "table:0011,0101".

        >>> ConceptClass.parse("thresholds:4,constants=true")
        ConceptClass(thresholds:4,constants=true: 5 concepts on 4 points)
        """
        return cls.parser(text)

    @classmethod
    def find(cls, concepts: ConceptClass | str) -> ConceptClass:
        """The class itself, or the one that a text stands for."""
        if isinstance(concepts, ConceptClass):
            return concepts
        if not isinstance(concepts, str):
            raise BadParameter(f"a concept class is a ConceptClass or a text such as 'intervals:5', not {concepts!r}")
        return cls.parse(concepts)

    @classmethod
    def of(cls, points: Iterable[Any], predicates: Iterable[Callable[[Any], object]]) -> Self:
        """The class of any predicates on any points, in their order; the points keep their names in print.

        >>> ConceptClass.of(["ham", "spam", "eggs"], [str.isupper, lambda word: "am" in word])
        ConceptClass(table: 2 concepts on 3 points)
        """
        domain = list(points)
        table = [[bool(predicate(point)) for point in domain] for predicate in predicates]
        if not table:
            raise BadParameter("a concept class needs at least one predicate; here is none")
        return cls(np.array(table, dtype=bool), names=[str(point) for point in domain])

    @classmethod
    def from_file(cls, path: str | PathLike[str]) -> Self:
        """The class written in a text file: a line of 0 and 1 for each concept; what follows a # does not count.

        Concepts are numbered from 0 on as they come, those that came before left out: `lines` says of each on which
        lines of the file it stands, counted from 1.
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


def row_keys(table: Any) -> list[bytes]:
    """Every row of truth values as bytes, by which two rows are the same or not."""
    packed = np.packbits(table, axis=1)
    every, width = packed.tobytes(), packed.shape[1]
    return (
        [every[start : start + width] for start in range(0, len(packed) * width, width)]
        if width
        else [b""] * len(packed)
    )


def bits(column: Any) -> Space:
    """A column of truth values as a whole number, bit c for entry c."""
    return int.from_bytes(np.packbits(column, bitorder="little").tobytes(), "little")


def columns_as_bits(table: Any) -> list[Space]:
    """Every column of a table of truth values as a whole number."""
    packed = np.packbits(np.ascontiguousarray(table.T), axis=1, bitorder="little")
    return [int.from_bytes(column.tobytes(), "little") for column in packed]


def members(space: Space) -> list[int]:
    """The concepts of a version space, in their order."""
    found = []
    while space:
        low = space & -space
        found.append(low.bit_length() - 1)
        space ^= low
    return found
