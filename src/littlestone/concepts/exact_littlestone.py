"""The exact Littlestone dimension, with a mistake tree as its witness."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..errors import TooLarge
from .concept_class import ConceptClass
from .mistake_tree import MistakeTree, check
from .symmetry import Symmetry
from .tree_nodes import Leaf, Question
from .tree_search import ORBITS, Search

Progress = Callable[[int, int, int], object]


class Littlestone(NamedTuple):
    """Bounds on the Littlestone dimension: it lies from `lower` to `upper`.

    lower   proven by a mistake tree: by `tree` if the search is complete
    upper   proven by a search without a deeper tree, or by the number of concepts: floor(log2 |C|)
    """

    lower: int
    upper: int
    tree: MistakeTree | None = None

    @property
    def dimension(self) -> int:
        """The dimension; raises if lower < upper."""
        if self.lower < self.upper:
            raise TooLarge(f"the dimension lies from {self.lower} to {self.upper}; let the search run to its end")
        return self.lower


class Interrupted(KeyboardInterrupt):
    """Raised on Ctrl-C during the search; `best` has the bounds proven so far."""

    def __init__(self, best: Littlestone) -> None:
        super().__init__(f"the Littlestone dimension lies from {best.lower} to {best.upper}")
        self.best = best


def littlestone_dimension(cls: ConceptClass, *, progress: Progress | None = None, tree: bool = True) -> Littlestone:
    """The Littlestone dimension of a class, which is the mistake bound of its best learner (Littlestone 1988).

        Ldim(V) = max over the points x that split V of 1 + min(Ldim(V_0), Ldim(V_1)),   0 if none does

    Depths 1, 2, ... are tried until one fails; the tree of the last success is built and checked. Exact: version spaces
    are cached under exact keys (`Search`), and symmetries are used only after they were verified on the class.

    progress    called now and then with lower, upper and the number of version spaces searched
    tree        False leaves the witness out

    Memory: a byte per label of the table, and for each cached version space of more than 64 concepts a byte per point
    and about 200 bytes. Ctrl-C raises `Interrupted`, a KeyboardInterrupt that carries the bounds proven so far.

    >>> from littlestone.concepts.concept_class import ConceptClass
    >>> found = littlestone_dimension(ConceptClass.parse("intervals:5"))
    >>> found.dimension, found.tree
    (3, MistakeTree(depth 3 in ConceptClass(intervals:5: 16 concepts on 5 points)))
    """
    best = Littlestone(0, cls.size.bit_length() - 1)

    def pulse(seen: int) -> None:
        if progress is not None:
            progress(best.lower, best.upper, seen)

    try:
        symmetry = Symmetry(cls) if cls.size >= ORBITS else None
        canonical = symmetry.canonical if symmetry is not None and len(symmetry) > 1 else None
        table = np.ascontiguousarray(cls.table, dtype=np.uint8).tobytes()
        search = Search(table, cls.size, cls.points, canonical, pulse)
        while best.lower < best.upper:
            search.begin(best.lower + 1)
            if search.deep(0, cls.size, best.lower + 1):
                best = best._replace(lower=best.lower + 1)
            else:
                best = best._replace(upper=best.lower)
            pulse(search.seen)
        if not tree:
            return best
        search.begin(best.lower)
        witness = MistakeTree(cls, grow(search, 0, cls.size, best.lower))
        assert check(witness, cls) == best.lower
        return best._replace(tree=witness)
    except KeyboardInterrupt:
        raise Interrupted(best) from None


def grow(search: Search, low: int, high: int, d: int) -> Question | Leaf:
    """Build a tree of depth d for a slice of concepts that has one."""
    if d == 0:
        return Leaf(search.concept(low))
    search.count(low, high, d)
    point = search.question(low, high, d)
    middle = search.middle
    return Question(point, grow(search, low, middle, d - 1), grow(search, middle, high, d - 1))


def mistake_tree(cls: ConceptClass) -> MistakeTree:
    """A deepest mistake tree of a class, checked.

    >>> from littlestone.concepts.concept_class import ConceptClass
    >>> print(mistake_tree(ConceptClass.from_lines(["000", "001", "011", "111"])).show())
    1
    |-0- 2
    |    |-0- 000
    |    `-1- 001
    `-1- 0
         |-0- 011
         `-1- 111
    """
    tree = littlestone_dimension(cls).tree
    assert tree is not None
    return tree
