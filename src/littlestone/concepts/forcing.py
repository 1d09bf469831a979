"""How many mistakes can be forced: the values of four games on a finite class of several labels, by exact search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import ClassVar, NamedTuple

from ..errors import BadParameter, TooLarge
from .finite_class import Cell, FiniteClass, Space
from .label_search import LabelSearch

SPACES = 1_000_000  # version spaces searched before a search is given up
PULSE = 256  # version spaces between two calls of `progress`
WORD = 64  # concepts of a class that is searched in machine words
FEW = 7  # points of which all orders are tried: 5,040 of them


class Split(NamedTuple):
    """A way to split a version space: the first point that does, and the parts by its labels, the largest first."""

    point: int
    cells: tuple[Cell, ...]


class Forcing(ABC):
    """For version spaces of a class, whether an adversary can force d mistakes; each is decided once.

    `low` and `high` are what is proven: at least `low[V]` and at most `high[V]` mistakes can be forced from V. The
    empty version space has the value -1, for it cannot occur. `most` is a bound by the size alone.

    cls         the class
    spaces      raise `TooLarge` after so many version spaces
    progress    called now and then with the number of version spaces searched; may raise to end the search
    """

    kind: ClassVar[str] = ""

    def __init__(
        self, cls: FiniteClass, *, spaces: int = SPACES, progress: Callable[[int], object] | None = None
    ) -> None:
        self.cls = cls
        self.spaces = spaces
        self.progress = progress
        self.seen = 0
        self.labels = max((len(cells) for cells in cls.cells), default=1)
        self.low: dict[Space, int] = {}
        self.high: dict[Space, int] = {}
        self.words: LabelSearch | None = None

    @abstractmethod
    def most(self, size: int) -> int:
        """An upper bound on the value of a version space of that many concepts."""

    @abstractmethod
    def decide(self, space: Space, d: int) -> bool:
        """Can d >= 2 mistakes be forced from this version space, large enough for it?"""

    def value(self, space: Space) -> int:
        """The number of mistakes that can be forced from a version space; -1 if it is empty."""
        d = max(self.low.get(space, 0), 0)
        while self.at_least(space, d):
            d += 1
        return d - 1

    def at_least(self, space: Space, d: int) -> bool:
        """Can d mistakes be forced? One can if two concepts are left, since they differ somewhere."""
        size = space.bit_count()
        if d <= 1:
            return size > d
        if d <= self.low.get(space, 0):
            return True
        if d > self.most(size) or d > self.high.get(space, d):
            return False
        if self.words is not None:
            found = self.words.at_least(space, d)
        else:
            self.look()
            found = self.decide(space, d)
        if found:
            self.low[space] = d
            return True
        self.high[space] = d - 1
        return False

    def look(self, more: int = 1) -> None:
        """Count one more version space, or several; raise if there were too many."""
        self.seen += more
        if self.seen > self.spaces:
            raise TooLarge(f"no end after {self.spaces:,} version spaces; search on with spaces={10 * self.spaces}")
        if self.progress is not None and (more > 1 or self.seen % PULSE == 0):
            self.progress(self.seen)

    def in_words(self, least: Sequence[int]) -> None:
        """Search in machine words from now on, if the class is small enough."""
        if self.cls.size <= WORD:
            cells = list(dict.fromkeys(tuple(part for _, part in cells) for cells in self.cls.cells if len(cells) > 1))
            self.words = LabelSearch(cells, self.kind == "bandit", least, self.look)

    def splits(self, space: Space) -> list[Split]:
        """The different ways to split a version space, those with the smallest largest part first."""
        found: dict[frozenset[Space], Split] = {}
        for point in range(self.cls.points):
            cells = self.cls.parts(space, point)
            if len(cells) > 1:
                cells.sort(key=lambda cell: -cell[1].bit_count())
                found.setdefault(frozenset(part for _, part in cells), Split(point, tuple(cells)))
        return sorted(found.values(), key=lambda split: split.cells[0][1].bit_count())


class Multiclass(Forcing):
    """The multiclass Littlestone dimension: the adversary chooses the point, and the label is told.

        L(V) = max over the points x and labels y != y' of 1 + min(L(V_y), L(V_y')),  0 if no point splits V

    It is the best mistake bound of a deterministic learner (Daniely, Sabato, Ben-David and Shalev-Shwartz 2015). A
    path asks no point twice, so L is at most the number of points that split V.
    """

    kind = "multiclass"

    def __init__(
        self, cls: FiniteClass, *, spaces: int = SPACES, progress: Callable[[int], object] | None = None
    ) -> None:
        super().__init__(cls, spaces=spaces, progress=progress)
        self.in_words([1 << d for d in range(cls.size.bit_length() + 1)])

    def most(self, size: int) -> int:
        return size.bit_length() - 1

    def decide(self, space: Space, d: int) -> bool:
        splits = self.splits(space)
        return len(splits) >= d and any(self.halves(split, d) for split in splits)

    def halves(self, split: Split, d: int) -> list[Cell]:
        """Two parts that d - 1 mistakes can be forced from, or nothing."""
        found: list[Cell] = []
        if len(split.cells) > 1 and split.cells[1][1].bit_count() >> (d - 1):  # two parts are large enough
            for cell in split.cells:
                if self.at_least(cell[1], d - 1):
                    found.append(cell)
                    if len(found) == 2:
                        return found
        return []

    def question(self, space: Space, d: int) -> tuple[int, list[Cell]] | None:
        """A point with two labels that leave d - 1 mistakes to force, and these two parts; None if there is none."""
        return next(((split.point, both) for split in self.splits(space) if (both := self.halves(split, d))), None)


class Bandit(Forcing):
    """The bandit Littlestone dimension: the adversary chooses the point, the learner is told only right or wrong.

        B(V) = max over the points x of min over the labels y of 1 + B(V without V_y),  0 if no point splits V

    It is the best mistake bound of a deterministic learner that is not told the label (Daniely, Sabato, Ben-David and
    Shalev-Shwartz 2015; Daniely and Helbertal 2013). Two bounds from above, each by a learner: the most frequent of k
    labels leaves at most (1 - 1/k)|V| concepts; and a point that has m labels in V costs at most m - 1 mistakes if
    none of them is guessed twice.
    """

    kind = "bandit"

    def __init__(
        self, cls: FiniteClass, *, spaces: int = SPACES, progress: Callable[[int], object] | None = None
    ) -> None:
        super().__init__(cls, spaces=spaces, progress=progress)
        self.least = [1, 2]  # the fewest concepts that d mistakes can be forced from
        k = max(self.labels, 2)
        while self.least[-1] <= cls.size:
            self.least.append(max(self.least[-1] + 1, -(-k * self.least[-1] // (k - 1))))
        self.in_words(self.least)

    def most(self, size: int) -> int:
        return bisect_right(self.least, size) - 1

    def decide(self, space: Space, d: int) -> bool:
        splits = self.splits(space)
        if sum(len(split.cells) - 1 for split in splits) < d:
            return False
        return any(self.holds(space, split, d) for split in splits)

    def holds(self, space: Space, split: Split, d: int) -> bool:
        """Are d - 1 mistakes left to force, whatever the learner guesses at this point?"""
        if (space ^ split.cells[0][1]).bit_count() < self.least[d - 1]:  # after the guess that removes most
            return False
        return all(self.at_least(space ^ part, d - 1) for _, part in split.cells)

    def question(self, space: Space, d: int) -> Split | None:
        """A point where every guess leaves d - 1 mistakes to force; None if there is none."""
        return next((split for split in self.splits(space) if self.holds(space, split, d)), None)


class Ordered(Forcing):
    """Base of the games whose points the adversary does not choose: it may be right to give a label that was guessed.

    At a point, d mistakes can be forced if two labels leave d - 1 of them, or one label leaves d.
    """

    def most(self, size: int) -> int:
        return size.bit_length() - 1  # that of Halving

    def answers(self, split: Split, d: int) -> list[tuple[Cell, int]]:
        """The labels to answer with at this point, and what each leaves to force: two of d - 1, or one of d."""
        found: list[tuple[Cell, int]] = []
        for cell in split.cells:
            if self.at_least(cell[1], d - 1):
                found.append((cell, d - 1))
                if len(found) == 2:
                    return found
        return next(([(cell, d)] for cell, _ in found if self.at_least(cell[1], d)), [])


class SelfDirected(Ordered):
    """The self-directed value: the learner chooses the points, in any order, until all are labelled.

        S(V) = min over the points x that split V of max(S(V_y), 1 + S(V_y'))

    for the label y that leaves most and y' that leaves second most, 0 if no point splits V (Goldman and Sloan 1994).
    """

    kind = "self-directed"

    def decide(self, space: Space, d: int) -> bool:
        splits = self.splits(space)
        return len(splits) >= d and all(self.answers(split, d) for split in reversed(splits))

    def best_point(self, space: Space) -> int | None:
        """The point to ask first; None if all labels are known."""
        d = self.value(space) + 1
        return next((split.point for split in self.splits(space) if not self.answers(split, d)), None)


class KnownSequence(Ordered):
    """The value of a sequence of points that the learner knows beforehand: the transductive game.

        T(V) = max(T(V_y), 1 + T(V_y'))  at the first point of the sequence that splits V

    for the label y that leaves most and y' that leaves second most, 0 if none splits V (Ben-David, Kushilevitz and
    Mansour 1997). The version spaces are the nodes of one tree, fewer than twice the concepts: no search is needed.

    order       the points in the order in which they are asked; None is the order of the class
    """

    kind = "known-sequence"

    def __init__(
        self,
        cls: FiniteClass,
        *,
        order: Sequence[int] | None = None,
        spaces: int = SPACES,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        super().__init__(cls, spaces=spaces, progress=progress)
        self.order = list(range(cls.points)) if order is None else list(order)
        if not set(self.order) <= set(range(cls.points)):
            raise BadParameter(f"a sequence is of points from 0 to {cls.points - 1}, not {self.order!r:.60}")
        self.next: dict[Space, Split | None] = {}
        self.solve(cls.full)

    def solve(self, space: Space) -> None:
        """Compute the values of all version spaces of the game, children first."""
        stack, found = [(space, 0)], []
        while stack:
            space, place = stack.pop()
            self.look()
            while place < len(self.order) and len(cells := self.cls.parts(space, self.order[place])) < 2:
                place += 1
            ends = place == len(self.order) or not space
            self.next[space] = None if ends else Split(self.order[place], tuple(cells))
            found.append(space)
            stack += [] if ends else [(part, place + 1) for _, part in cells]
        for space in reversed(found):
            split = self.next[space]
            worth = -1 if not space else 0
            if split is not None:
                first, second = sorted((self.low[part] for _, part in split.cells), reverse=True)[:2]
                worth = max(first, 1 + second)
            self.low[space] = self.high[space] = worth

    def value(self, space: Space) -> int:
        return self.low[space]

    def at_least(self, space: Space, d: int) -> bool:
        return self.low[space] >= d

    def splits(self, space: Space) -> list[Split]:
        """The next point that splits the version space, if there is one."""
        split = self.next[space]
        return [] if split is None else [split]

    def decide(self, space: Space, d: int) -> bool:
        return self.low[space] >= d


def extreme_orders(cls: FiniteClass) -> tuple[list[int], list[int]]:
    """Two orders of all points: one in which the known sequence costs least, one in which it costs most.

    All orders are tried, so the class may have up to `FEW` points whose columns differ (`TooLarge` beyond). Always
    self-directed <= the best order <= the worst order <= multiclass (Ben-David, Kushilevitz and Mansour 1997).
    """
    first: dict[bytes, int] = {}
    alike = [first.setdefault(column.tobytes(), point) for point, column in enumerate(cls.table.T)]
    if len(first) > FEW:
        raise TooLarge(f"all orders of up to {FEW} different points are tried, and here are {len(first)}")
    values = {order: KnownSequence(cls, order=order).value(cls.full) for order in permutations(first.values())}
    rest = [point for point in range(cls.points) if alike[point] != point]
    best, worst = min(values, key=lambda order: values[order]), max(values, key=lambda order: values[order])
    return [*best, *rest], [*worst, *rest]


KINDS: dict[str, type[Forcing]] = {each.kind: each for each in (Multiclass, Bandit, KnownSequence, SelfDirected)}
