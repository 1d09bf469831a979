"""The minimax value of a concept class: the mistakes of the best learner against the best adversary."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2

from .concept_class import ConceptClass, Space, members

Shape = tuple[int, frozenset[int]]  # how many concepts, and the ways to split them

SLACK = 1e-12  # rounding error allowed in a logarithm that is used to skip a split


def randomised_value(zero: float, one: float) -> float:
    """The value of a point whose two labels leave these values: the learner's coin balances them, if it can."""
    return (1.0 + zero + one) / 2.0 if abs(zero - one) <= 1.0 else max(zero, one)


class Minimax:
    """The deterministic and the randomised value of every version space V of a class, each computed once.

        Ldim(V) = max over the points x that split V of 1 + min(Ldim(V_0), Ldim(V_1)),   0 if none does
        R(V)    = max over them of (1 + R(V_0) + R(V_1))/2,  or max(R(V_0), R(V_1)) if these differ by more than 1

    Ldim is the optimum of deterministic learners (Littlestone 1988), R of randomised ones (Filmus, Hanneke, Mehalel and
    Moran 2023): Ldim/2 <= R <= Ldim. Both are -1 for the empty set. R is a dyadic number, exact as a float as long as
    its digits fit.
    """

    def __init__(self, concepts: ConceptClass) -> None:
        self.concepts = concepts
        self.low: dict[Space, int] = {}  # lower bounds of Ldim
        self.high: dict[Space, int] = {}  # upper bounds of Ldim
        self.expected: dict[Shape, float] = {}  # R
        self.shapes: dict[Space, Shape] = {}

    def value(self, space: Space) -> int:
        """Ldim(V), the number of mistakes that the best deterministic learner can be forced to make."""
        depth = max(self.low.get(space, 0), 0)
        while self.at_least(space, depth):
            depth += 1
        return depth - 1

    def at_least(self, space: Space, depth: int) -> bool:
        """Is Ldim(V) >= depth? Yes, if some point leaves `depth - 1` for both labels."""
        if depth <= 1:
            return space.bit_count() > depth
        if depth > min(self.high.get(space, depth), space.bit_count().bit_length() - 1):
            return False
        if depth <= self.low.get(space, 0):
            return True
        if self.splitter(space, depth) is not None:
            self.low[space] = depth
            return True
        self.high[space] = depth - 1
        return False

    def splitter(self, space: Space, depth: int) -> int | None:
        """A point with Ldim >= depth - 1 for both of its labels, or None."""
        needed = 1 << (depth - 1)  # Ldim of fewer concepts is smaller
        for size, point, small, large in self.splits(space):
            if size < needed:
                return None
            if self.at_least(small, depth - 1) and self.at_least(large, depth - 1):
                return point
        return None

    def best_point(self, space: Space) -> int | None:
        """The best point to ask of a deterministic learner; None if no mistake can be forced."""
        depth = self.value(space)
        return self.splitter(space, depth) if depth > 0 else None

    def splits(self, space: Space) -> list[tuple[int, int, Space, Space]]:
        """The ways to split V, the most even first: size of the smaller side, a point, the smaller side, the larger."""
        ways: dict[Space, int] = {}
        for point in range(self.concepts.points):
            zero, one = self.concepts.split(space, point)
            if zero and one:
                ways.setdefault(min(zero, one, key=lambda side: (side.bit_count(), side)), point)
        return sorted(
            ((small.bit_count(), point, small, space ^ small) for small, point in ways.items()),
            key=lambda split: (-split[0], split[1]),
        )

    def shape(self, space: Space) -> Shape:
        """A cache key of V: its splits, with the concepts renumbered by the splits they are in.

        Version spaces of the same shape have the same value. Isomorphic ones may get different shapes; that costs only
        time.
        """
        found = self.shapes.get(space)
        if found is None:
            sides: dict[int, list[int]] = {concept: [] for concept in members(space)}
            splits = [(size, members(small)) for size, _, small, _ in self.splits(space)]
            for size, side in splits:
                for concept in side:
                    sides[concept].append(size)
            number = {concept: place for place, concept in enumerate(sorted(sides, key=lambda c: sides[c]))}
            whole = (1 << len(sides)) - 1
            masks = (sum(1 << number[concept] for concept in side) for _, side in splits)
            found = self.shapes[space] = len(sides), frozenset(min(mask, whole ^ mask) for mask in masks)
        return found

    def randomised(self, space: Space) -> float:
        """R(V), the expected mistakes that the best randomised learner can be forced to make.

        Without recursion: on singletons the depth is the number of points.
        """
        stack = [self.solving(space)] if self.shape(space) not in self.expected else []
        while stack:
            missing = next(stack[-1], None)
            if missing is None:
                stack.pop()
            else:
                stack.append(self.solving(missing))
        return self.expected[self.shape(space)]

    def randomised_point(self, space: Space) -> int | None:
        """The best point to ask of a randomised learner; None if no mistake can be forced."""
        value = self.randomised(space)
        for size, point, small, large in self.splits(space):
            if self.most(size, large.bit_count()) >= value and value == randomised_value(
                self.randomised(small), self.randomised(large)
            ):
                return point
        return None

    def most(self, a: int, b: int) -> float:
        """An upper bound on the value of a split into a and b concepts: R <= log2(size)/2 by induction.

        For (1 + log2(a)/2 + log2(b)/2)/2 <= log2(a + b)/2, because 2 sqrt(ab) <= a + b.
        """
        return randomised_value(log2(a) / 2, log2(b) / 2) + SLACK

    def solving(self, space: Space) -> Iterator[Space]:
        """Compute R(V), yielding the version spaces needed first; a split that cannot beat the best is skipped."""
        size = space.bit_count()
        best = 0.0 if size else -1.0
        for small_size, _, small, large in self.splits(space):
            if best >= log2(size) / 2:
                break
            if self.most(small_size, size - small_size) >= best:
                for side in (small, large):
                    if self.shape(side) not in self.expected:
                        yield side
                best = max(best, randomised_value(self.expected[self.shape(small)], self.expected[self.shape(large)]))
        self.expected[self.shape(space)] = best
