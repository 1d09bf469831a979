"""The exact randomised Littlestone dimension: the expected mistakes of the best randomised learner."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..errors import TooLarge
from .concept_class import ConceptClass, Space


def randomised_dimension(
    cls: ConceptClass, *, spaces: int = 1_000_000, progress: Callable[[int], object] | None = None
) -> Fraction:
    """The expected mistakes that a best randomised learner can be forced to make (Filmus et al. 2023).

        R(V) = max over the points x that split V of  (1 + R(V_0) + R(V_1))/2   if |R(V_0) - R(V_1)| <= 1
                                                      max(R(V_0), R(V_1))       if not;      0 if none does

    It lies from Ldim/2 to Ldim, and is a whole number over a power of two.

    spaces      raise `TooLarge` after so many version spaces
    progress    called now and then with the number of version spaces solved

    >>> from littlestone.concepts.concept_class import ConceptClass
    >>> randomised_dimension(ConceptClass.parse("intervals:5"))
    Fraction(63, 32)
    """
    expectation = Expectation(cls, spaces, progress)
    return Fraction(expectation.of(cls.full), expectation.unit)


class Expectation:
    """Computes R(V), each version space once, without points that cannot beat the best.

    No class of m concepts has an R above  most[m] = max over a + b = m of forced(most[a], most[b]): by induction,
    since `forced` grows with both. So a point that leaves a and b concepts is worth forced(most[a], most[b]) at best.

    All numbers are counted in units of 2^-|C|. That is exact: R(V) is halved at most |V| - 1 times on the way.
    """

    def __init__(self, cls: ConceptClass, limit: int, progress: Callable[[int], object] | None) -> None:
        self.cls = cls
        self.limit = limit
        self.progress = progress
        self.known: dict[Space, int] = {}
        self.unit = 1 << cls.size
        if cls.size > 1024:
            raise TooLarge(f"R is computed for up to 1,024 concepts, and here are {cls.size:,}")
        self.most = [0, 0]
        for m in range(2, cls.size + 1):
            self.most.append(max(self.forced(self.most[a], self.most[m - a]) for a in range(1, m // 2 + 1)))

    def forced(self, zero: int, one: int) -> int:
        """The value of a point whose two labels leave these values; it grows with both."""
        return (self.unit + zero + one) >> 1 if abs(zero - one) <= self.unit else max(zero, one)

    def of(self, space: Space) -> int:
        """R of a version space."""
        size = space.bit_count()
        if size <= 2:
            return self.most[size]  # two concepts differ somewhere: one half
        if space in self.known:
            return self.known[space]
        if len(self.known) >= self.limit:
            raise TooLarge(
                f"no end after {self.limit:,} version spaces; "
                f"search on with randomised_dimension(..., spaces={10 * self.limit})"
            )
        if self.progress is not None:
            self.progress(len(self.known))
        best = 0
        for _, _, few, many in self.splits(space, size):
            hope = self.most[many.bit_count()]
            if self.forced(self.most[few.bit_count()], hope) <= best:
                break
            fewest = self.of(few)
            if self.forced(fewest, hope) > best:
                best = max(best, self.forced(fewest, self.of(many)))
        self.known[space] = best
        return best

    def splits(self, space: Space, size: int) -> list[tuple[int, int, Space, Space]]:
        """The distinct splits, largest upper bound first; the smaller part first."""
        found = {}
        for point in range(self.cls.points):
            few, many = self.cls.split(space, point)
            a = few.bit_count()
            if 2 * a > size:
                few, many, a = many, few, size - a
            if a:
                found[few] = (-self.forced(self.most[a], self.most[size - a]), point, few, many)
        return sorted(found.values())
