"""The value of a concept class as a game: how many mistakes the best learner must make against the best adversary."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2

from .concept_class import ConceptClass, Space, members

Shape = tuple[int, frozenset[int]]  # how many concepts, and the ways to split them

SLACK = 1e-12  # by how much a logarithm may be off before it is used to rule something out


def randomised_value(zero: float, one: float) -> float:
    """What a point is worth whose two answers leave so much: the learner balances them with its coin, if it can."""
    return (1.0 + zero + one) / 2.0 if abs(zero - one) <= 1.0 else max(zero, one)


class Minimax:
    """The two values of every version space V of a class, each computed once.

        Ldim(V) = max over the points x that split V of 1 + min(Ldim(V_0), Ldim(V_1)),   0 if none does
        R(V)    = max over them of (1 + R(V_0) + R(V_1))/2,  or max(R(V_0), R(V_1)) if these differ by more than 1

    Ldim is the optimum of learners without a coin (Littlestone 1988), R of learners with one (Filmus, Hanneke, Mehalel
    and Moran 2023): Ldim/2 <= R <= Ldim. Both are -1 of the empty set. R is a dyadic number, exact as a float as long
    as its digits fit.
    """

    def __init__(self, concepts: ConceptClass) -> None:
        self.concepts = concepts
        self.low: dict[Space, int] = {}  # what is known of Ldim from below,
        self.high: dict[Space, int] = {}  # and from above
        self.expected: dict[Shape, float] = {}  # R
        self.shapes: dict[Space, Shape] = {}

    def value(self, space: Space) -> int:
        """Ldim(V), the number of mistakes that the best deterministic learner can be forced to make."""
        depth = max(self.low.get(space, 0), 0)
        while self.at_least(space, depth):
            depth += 1
        return depth - 1

    def at_least(self, space: Space, depth: int) -> bool:
        """Can `depth` mistakes be forced? Yes, if some point leaves `depth - 1` on either side."""
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
        """A point that leaves `depth - 1` mistakes to be forced whichever way it is answered, if there is one."""
        needed = 1 << (depth - 1)  # of fewer concepts nobody can force that much
        for size, point, small, large in self.splits(space):
            if size < needed:
                return None
            if self.at_least(small, depth - 1) and self.at_least(large, depth - 1):
                return point
        return None

    def best_point(self, space: Space) -> int | None:
        """Where the best adversary of a deterministic learner strikes; None if nothing is left to force."""
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
        """V up to the names of its concepts: how it can be split, with the concepts numbered by the splits they are in.

        Version spaces of one shape are worth the same. Some that could be named alike are not; that costs only time.
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
        """R(V), the expected mistakes that the best learner with a coin can be forced to make.

        The stack is our own: a class of singletons goes as deep as it has points.
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
        """Where the best adversary of a learner with a coin strikes; None if nothing is left to force."""
        value = self.randomised(space)
        for size, point, small, large in self.splits(space):
            if self.most(size, large.bit_count()) >= value and value == randomised_value(
                self.randomised(small), self.randomised(large)
            ):
                return point
        return None

    def most(self, a: int, b: int) -> float:
        """No split into a and b concepts is worth more: R is at most log2 of the size, halved, by induction.

        For (1 + log2(a)/2 + log2(b)/2)/2 <= log2(a + b)/2, because 2 sqrt(ab) <= a + b.
        """
        return randomised_value(log2(a) / 2, log2(b) / 2) + SLACK

    def solving(self, space: Space) -> Iterator[Space]:
        """Solve V, yielding what has to be solved before; a split that cannot beat the best so far is passed over."""
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
