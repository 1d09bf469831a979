"""What may be asked and answered in a game: the points, and which labels something still explains.

A world has points, and spaces: what is left of its explanations after some labels. `parts(space, point)` says what the
labels -1 and +1 leave, None where nothing explains the label.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from ..concepts.concept_class import ConceptClass
from ..errors import BadFeature
from ..features.arrays import as_batch
from ..row import Batch

Space = Any  # of a class an int, whose bit c stands for concept c; of advice the mistakes of each expert


class World:
    """Base of worlds: the names of the columns, the points as rows of numbers, and the space of the beginning."""

    columns: Sequence[str]
    points: Sequence[Sequence[int]]
    full: Space

    def parts(self, space: Space, point: int) -> tuple[Space | None, Space | None]:
        """What is left if the label of the point is -1, and if it is +1."""
        raise NotImplementedError(f"{type(self).__name__} must implement parts()")

    def rows(self) -> Batch:
        """The points as a learner sees them."""
        return as_batch(np.array(self.points, dtype=float))

    def row_of(self, x: dict[str, Any]) -> list[Any]:
        """The columns of an example in their order; what is not told is 0."""
        strange = [name for name in x if name not in self.columns]
        if strange:
            raise BadFeature(f"the columns of this game are {', '.join(self.columns)}, and none is {strange[0]!r}")
        return [x.get(name, 0) for name in self.columns]

    def size(self, space: Space) -> int:
        """How much is left: the adversary prefers points that split it evenly."""
        raise NotImplementedError(f"{type(self).__name__} must implement size()")


class ClassWorld(World):
    """Labels that some concept of a class explains."""

    def __init__(self, concepts: ConceptClass, points: Sequence[Sequence[int]] | None = None) -> None:
        self.concepts = concepts
        self.full = concepts.full
        rows = concepts.cube() if concepts.variables is not None else np.eye(concepts.points, dtype=int)
        self.points = rows.astype(int).tolist() if points is None else points
        plane = points is not None or concepts.variables is not None
        self.columns = [f"x{i + 1}" if plane else f"p{i + 1}" for i in range(len(self.points[0]))]

    def parts(self, space: Space, point: int) -> tuple[Space | None, Space | None]:
        zero, one = self.concepts.split(space, point)
        return zero or None, one or None

    def size(self, space: Space) -> int:
        return int(space).bit_count()


class AdviceWorld(World):
    """Advice of n experts, the best of whom makes at most m mistakes, and no one more than `most`.

    A point is what each of them says, -1 or +1. Without `most` there would be no end of positions: experts could fall
    behind for ever while the best is right, which forces no mistake.
    """

    def __init__(self, n: int, m: int, most: int) -> None:
        self.n, self.m, self.most = n, m, most
        self.full = (0,) * n
        self.points = [list(advice) for advice in product((-1, 1), repeat=n)]
        self.columns = [f"e{i + 1}" for i in range(n)]

    def parts(self, space: Space, point: int) -> tuple[Space | None, Space | None]:
        advice = self.points[point]
        after = (tuple(count + (said != y) for count, said in zip(space, advice, strict=True)) for y in (-1, 1))
        minus, plus = (counts if min(counts) <= self.m and max(counts) <= self.most else None for counts in after)
        return minus, plus

    def size(self, space: Space) -> int:
        return sum(count <= self.m for count in space)


def plane(points: Sequence[Sequence[int]], *, bias: bool) -> ConceptClass:
    """The ways in which lines label these points of the plane: any lines with `bias`, else those through the origin.

    No line goes through a point. Every way is that of a line that turns about two points a little: directions between
    those at which a point changes sides, with shifts between those at which one does.
    """
    spots = np.array(points, dtype=float)
    differences = spots[:, None, :] - spots[None, :, :] if bias else spots[:, None, :]
    normals = np.array([(-dy, dx) for dx, dy in differences.reshape(-1, 2) if dx or dy])
    angles = np.unique(np.round(np.arctan2(normals[:, 1], normals[:, 0]), 12))
    angles = np.unique(np.round(np.concatenate((angles, angles + np.pi)) % (2 * np.pi), 12))
    between = (angles + np.append(angles[1:], angles[0] + 2 * np.pi)) / 2
    labels = set()
    for angle in between.tolist():
        heights = spots @ np.array([np.cos(angle), np.sin(angle)])
        steps = np.sort(heights)
        shifts = [steps[0] - 1.0, *((steps[1:] + steps[:-1]) / 2), steps[-1] + 1.0] if bias else [0.0]
        labels |= {tuple(heights > shift) for shift in shifts}
    names = [f"({x}, {y})" for x, y in points]
    return ConceptClass(np.array(sorted(labels)), names=names)
