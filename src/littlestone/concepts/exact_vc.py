"""The exact Vapnik-Chervonenkis dimension, with a shattered set as its witness."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .concept_class import ConceptClass, Space
from .symmetry import Symmetry


class Vc(NamedTuple):
    """The VC dimension, and the numbers of the points of a largest shattered set."""

    dimension: int
    shattered: tuple[int, ...]


def vc_dimension(cls: ConceptClass, *, progress: Callable[[int], object] | None = None) -> Vc:
    """The largest number of points that the class labels in all 2^d ways (Vapnik and Chervonenkis 1971).

    Depth-first search: a set of points is shattered as long as each further point splits every cell of equally labelled
    concepts. To beat the best set so far by one, every cell must stay large enough to be split that often. Of sets that
    are symmetric to each other only one is searched. Whether no two points are shattered is decided first, by another
    way that looks at every label once (`is_laminar`).

    progress    called at every set searched with the largest dimension so far

    >>> from littlestone.concepts.concept_class import ConceptClass
    >>> vc_dimension(ConceptClass.parse("intervals:5"))
    Vc(dimension=2, shattered=(0, 1))
    """
    return Shattering(cls, progress).run()


class Shattering:
    """The search for a larger shattered set."""

    def __init__(self, cls: ConceptClass, progress: Callable[[int], object] | None) -> None:
        self.cls = cls
        self.progress = progress
        self.limit = cls.size.bit_length() - 1
        self.best: tuple[int, ...] = ()
        symmetry = Symmetry(cls)
        self.symmetry = symmetry if len(symmetry) > 1 else None
        self.seen: set[tuple[int, ...]] = set()

    def run(self) -> Vc:
        """Search from no points and one cell, the whole class."""
        if self.limit > 1 and is_laminar(self.cls):
            self.limit = 1
        self.extend((), [self.cls.full], range(self.cls.points))
        return Vc(len(self.best), tuple(sorted(self.best)))

    def extend(self, points: tuple[int, ...], cells: list[Space], candidates: range | list[int]) -> None:
        """Search for a set larger than the best among those that contain these shattered points."""
        if len(points) > len(self.best):
            self.best = points
        if self.progress is not None:
            self.progress(len(self.best))
        for place, x in enumerate(candidates):
            missing = len(self.best) + 1 - len(points)
            if len(self.best) == self.limit or len(candidates) - place < missing:
                return
            rest = candidates[place + 1 :]
            if self.symmetry is not None:
                image = self.symmetry.least_set((*points, x))
                if image in self.seen:
                    continue
                self.seen.add(image)  # its images are skipped, so later points are not enough: try all others
                rest = [y for y in range(self.cls.points) if y != x and y not in points]
            halves = self.split(cells, x, 1 << (missing - 1))
            if halves is not None:
                self.extend((*points, x), halves, rest)

    def split(self, cells: list[Space], x: int, need: int) -> list[Space] | None:
        """The cells split by a point, or None if a half has fewer concepts than needed."""
        ones = self.cls.ones[x]
        halves = []
        for cell in cells:
            one = cell & ones
            if one.bit_count() < need:
                return None
            zero = cell ^ one
            if zero.bit_count() < need:
                return None
            halves += [zero, one]
        return halves


def is_laminar(cls: ConceptClass) -> bool:
    """Is the VC dimension at most 1? Told from the table without trying pairs of points.

    Take the labels relative to the first concept: then 00 occurs at every two points, and they are shattered if the
    sets of concepts that differ from it there, A and B, cross: A & B, A - B and B - A are not empty. If no two cross,
    the sets lie within each other or apart. They are put down from the largest to the smallest: of all concepts of a
    set the last set put down on them must be the same.
    """
    differ = np.ascontiguousarray((cls.table ^ cls.table[0]).T)
    last = np.zeros(cls.size, dtype=np.int64)
    for number, point in enumerate(np.argsort(-differ.sum(axis=1), kind="stable"), start=1):
        below = last[differ[point]]
        if len(below):
            if (below != below[0]).any():
                return False
            last[differ[point]] = number
    return True
