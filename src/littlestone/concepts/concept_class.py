"""Finite concept classes as truth tables, and their version spaces as bit sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Self

import numpy as np

from ..errors import BadParameter
from .finite_class import FiniteClass as FiniteClass
from .finite_class import Space as Space
from .finite_class import bits as bits
from .finite_class import columns_as_bits as columns_as_bits
from .finite_class import members as members
from .finite_class import row_keys as row_keys


class ConceptClass(FiniteClass):
    """A finite concept class: every concept is a different row of zeros and ones, one for each point.

    table       concepts by points, 0 or 1; concepts that occur twice are kept once and counted in `duplicates`
    variables   n if the points are {0,1}^n, counted in binary with x1 as the first digit; None if they are just points
    spec        the text from which `ConceptClass.parse` makes it again; None writes out the table
    names       the names of the points in print; None uses their bits, or their numbers from 0 on

    A version space is an int whose bit c stands for concept c. `split(V, x)` returns its two parts by the label of
    point x. To a learner a point of {0,1}^n is its row of bits; any other point is a row with a single 1, in the
    column of its number. Classes of more labels are `Labellings`.
    """

    symbols = "01"
    written_with = "0 and 1"
    parser: ClassVar[Callable[[str], ConceptClass]]  # set by builders.py, which imports this module

    def __init__(
        self,
        table: Any,
        *,
        variables: int | None = None,
        spec: str | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(table, variables=variables, spec=spec, names=names)
        self.ones: list[Space] = columns_as_bits(self.table)  # per point: the concepts that label it 1

    def check_labels(self, rows: Any) -> Any:
        if rows.dtype != bool and not np.isin(rows, (0, 1)).all():
            raise BadParameter("the labels in a table of concepts are 0 and 1")
        return rows.astype(bool)

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

    def labels(self, concept: int) -> Any:
        """The labels -1 and +1 that a concept gives to all points."""
        return np.where(self.table[concept], 1.0, -1.0)

    @classmethod
    def parse(cls, text: str) -> ConceptClass:
        """The class of a spec: "intervals:5", "monotone-disjunctions:6,k=2", "table:0011,0101".

        >>> ConceptClass.parse("thresholds:4,constants=true")
        ConceptClass(thresholds:4,constants=true: 5 concepts on 4 points)
        """
        return cls.parser(text)

    @classmethod
    def find(cls, concepts: ConceptClass | str) -> ConceptClass:
        """The class of a spec; a `ConceptClass` is returned as it is."""
        if isinstance(concepts, ConceptClass):
            return concepts
        if not isinstance(concepts, str):
            raise BadParameter(f"a concept class is a ConceptClass or a text such as 'intervals:5', not {concepts!r}")
        return cls.parse(concepts)

    @classmethod
    def of(cls, points: Iterable[Any], predicates: Iterable[Callable[[Any], object]]) -> Self:
        """The class of some predicates on some points; `str(point)` is the name of a point in print.

        >>> ConceptClass.of(["ham", "spam", "eggs"], [str.isupper, lambda word: "am" in word])
        ConceptClass(table: 2 concepts on 3 points)
        """
        domain = list(points)
        table = [[bool(predicate(point)) for point in domain] for predicate in predicates]
        if not table:
            raise BadParameter("a concept class needs at least one predicate; here is none")
        return cls(np.array(table, dtype=bool), names=[str(point) for point in domain])
