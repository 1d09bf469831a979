"""Finite classes of several labels: every concept gives each point one of k labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Self

import numpy as np

from ..errors import BadParameter
from .concept_class import ConceptClass
from .finite_class import DIGITS, FiniteClass


class Labellings(FiniteClass):
    """A finite class of labellings: every concept is a different row of labels 0 to k - 1, one for each point.

    table       concepts by points, whole numbers from 0 on; concepts that occur twice are kept once
    variables   n if the points are {0,1}^n, counted in binary with x1 as the first digit; None if they are just points
    spec        the text from which `Labellings.parse` makes it again; None writes out the table
    names       the names of the points in print; None uses their bits, or their numbers from 0 on

    `labels` is k, one more than the largest label of the table. `parts(V, x)` are the parts of a version space by the
    label of point x. In a text or a file a label is a digit, or a letter from 10 on: up to 36 of them.

    >>> Labellings([[0, 1, 2], [2, 1, 0], [0, 0, 0]])
    Labellings(table: 3 concepts on 3 points, 3 labels)
    """

    parser: ClassVar[Callable[[str], Labellings]]  # set by builders.py, which imports this module

    def __init__(
        self,
        table: Any,
        *,
        variables: int | None = None,
        spec: str | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(table, variables=variables, spec=spec, names=names)
        self.labels = int(self.table.max(initial=0)) + 1

    def check_labels(self, rows: Any) -> Any:
        most = len(DIGITS)
        if not (np.issubdtype(rows.dtype, np.number) or rows.dtype == bool) or not np.isin(rows, range(most)).all():
            raise BadParameter(f"the labels in a table of labellings are whole numbers from 0 to {most - 1}")
        return rows.astype(np.uint8)

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, {self.labels} labels)"

    @classmethod
    def parse(cls, text: str) -> Labellings:
        """The class of a spec: "labellings:3,k=4", "table:012,120"; or of two labels, such as "intervals:5".

        >>> Labellings.parse("labellings:2,k=4")
        Labellings(labellings:2,k=4: 16 concepts on 2 points, 4 labels)
        """
        return cls.parser(text)

    @classmethod
    def find(cls, concepts: FiniteClass | str) -> Labellings:
        """The class of a spec; a class of two labels is turned into one of labels 0 and 1."""
        if isinstance(concepts, Labellings):
            return concepts
        if isinstance(concepts, ConceptClass):
            made = cls(concepts.table, variables=concepts.variables, spec=concepts.given_spec, names=concepts.names)
            made.duplicates, made.lines = concepts.duplicates, concepts.lines
            return made
        if not isinstance(concepts, str):
            raise BadParameter(f"a class is a Labellings or a text such as 'labellings:3,k=4', not {concepts!r}")
        return cls.parse(concepts)

    @classmethod
    def of(cls, points: Iterable[Any], rules: Iterable[Callable[[Any], int]]) -> Self:
        """The class of some functions to labels 0, 1, 2, ... on some points; `str(point)` is the name of a point.

        >>> Labellings.of(["ham", "spam", "eggs"], [len, lambda word: word.count("g")])
        Labellings(table: 2 concepts on 3 points, 5 labels)
        """
        domain = list(points)
        table = [[int(rule(point)) for point in domain] for rule in rules]
        if not table:
            raise BadParameter("a class needs at least one rule; here is none")
        return cls(np.array(table), names=[str(point) for point in domain])
