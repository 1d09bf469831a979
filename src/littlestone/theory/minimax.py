"""The value of a concept class as a game: how many mistakes the best learner must make against the best adversary."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2

from .concept_class import ConceptClass, Space

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
        self.expected: dict[Space, tuple[float, int]] = {}  # R, and the point that attains it

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

    def randomised(self, space: Space) -> float:
        """R(V), the expected mistakes that the best learner with a coin can be forced to make."""
        return self.solved(space)[0]

    def randomised_point(self, space: Space) -> int | None:
        """Where the best adversary of a learner with a coin strikes; None if one concept is left."""
        return self.solved(space)[1] if space.bit_count() > 1 else None

    def solved(self, space: Space) -> tuple[float, int]:
        """R(V) and its point. The stack is our own: a class of singletons goes as deep as it has points."""
        stack = [(space, self.solving(space))] if space not in self.expected else []
        while stack:
            current, steps = stack[-1]
            missing = next(steps, None)
            if missing is not None:
                stack.append((missing, self.solving(missing)))
            else:
                assert current in self.expected
                stack.pop()
        return self.expected[space]

    def solving(self, space: Space) -> Iterator[Space]:
        """Solve V, yielding every version space that has to be solved before.

        No split into a and b concepts is worth more than with R = log2(a)/2 and log2(b)/2, by induction and because
        2 sqrt(ab) <= a + b: what cannot beat the best so far is passed over.
        """
        size = space.bit_count()
        best, best_point = (-1.0, -1) if size == 0 else (0.0, -1)
        most = log2(size) / 2 if size else 0.0
        for small_size, point, small, large in self.splits(space):
            if best >= most:
                break
            if randomised_value(log2(small_size) / 2, log2(size - small_size) / 2) + SLACK < best:
                continue
            for side in (small, large):
                if side not in self.expected:
                    yield side
            worth = randomised_value(self.expected[small][0], self.expected[large][0])
            if worth > best or best_point < 0:
                best, best_point = worth, point
        self.expected[space] = best, best_point
