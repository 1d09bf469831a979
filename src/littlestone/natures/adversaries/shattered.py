"""Adversaries with a shattered set or a shattered tree, where all labels are possible."""

from __future__ import annotations

from ...coin import Coin
from ...concepts.concept_class import ConceptClass, Space
from ...concepts.minimax import Minimax
from .adversary import ClassAdversary


class ShatteredSet(ClassAdversary):
    """Shows the points of a largest shattered set once each, with labels against every guess: VCdim mistakes.

    With a `seed` the labels are tosses of a fair coin instead: any learner, randomised or not, then expects exactly
    half as many mistakes.
    """

    def __init__(self, concepts: ConceptClass, *, seed: int | None = None) -> None:
        super().__init__(concepts)
        self.coin = None if seed is None else Coin(seed)
        self.shattered = largest_shattered(concepts)
        self.asked = 0

    def strike(self) -> int | None:
        if self.asked == len(self.shattered):
            return None
        self.asked += 1
        return self.shattered[self.asked - 1]

    def choose(self, guess: float) -> int:
        if self.coin is None:
            return super().choose(guess)
        return 1 if self.coin.toss(self.asked) < 0.5 else -1


class RandomWalk(ClassAdversary):
    """Walks down a shattered tree of depth Ldim with random labels: any learner expects Ldim/2 mistakes."""

    def __init__(self, concepts: ConceptClass, *, seed: int = 0) -> None:
        super().__init__(concepts)
        self.coin = Coin(seed)
        self.minimax = Minimax(concepts)
        self.depth = self.minimax.value(concepts.full)  # levels of the tree that are left

    def strike(self) -> int | None:
        if self.depth == 0:
            return None
        point = self.minimax.splitter(self.space, self.depth)
        self.depth -= 1
        return point

    def choose(self, guess: float) -> int:
        return 1 if self.coin.toss(self.depth) < 0.5 else -1


def largest_shattered(concepts: ConceptClass) -> tuple[int, ...]:
    """The points of a largest set on which the class has every labelling: as many as its VC dimension."""
    best: tuple[int, ...] = ()

    def extend(chosen: tuple[int, ...], cells: list[Space], first: int) -> None:
        nonlocal best
        if len(chosen) > len(best):
            best = chosen
        smallest = min(cell.bit_count() for cell in cells)
        most = len(chosen) + smallest.bit_length() - 1  # every further point cuts every cell in two
        for point in range(first, concepts.points):
            if min(most, len(chosen) + concepts.points - point) <= len(best):
                return
            halves = [half for cell in cells for half in concepts.split(cell, point)]
            if all(halves):
                extend((*chosen, point), halves, point + 1)

    extend((), [concepts.full], 0)
    return best
