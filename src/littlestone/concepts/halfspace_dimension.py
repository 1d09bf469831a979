"""The Littlestone dimension of all halfspaces over up to six variables, where no table of them is held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from .exact_littlestone import Interrupted, Littlestone
from .threshold_words import are_halfspaces, threshold_words
from .word_search import WordSearch

Progress = Callable[[int, int, int], object]
ORBITS = 30_000  # version spaces from this size on are kept up to symmetry
PLACES = 1 << 24  # of the table of smaller ones, at 18 bytes each


class WordTree(NamedTuple):
    """A mistake tree as arrays: node i has its children at 2i + 1, for the label 0, and 2i + 2, for 1.

    points      the numbers of the points of all inner nodes
    leaves      the concepts at the leaves, from left to right, as words
    """

    n: int
    points: Any
    leaves: Any

    @property
    def depth(self) -> int:
        """The number of mistakes it forces; `check_words` verifies it."""
        return len(self.leaves).bit_length() - 1


class Halfspaces(NamedTuple):
    """Bounds on the dimension, proven by a tree and by a search without a deeper one, and how many there are."""

    littlestone: Littlestone
    tree: WordTree | None
    size: int
    seen: int


def halfspace_dimension(
    n: int, *, progress: Progress | None = None, tree: bool = True, words: Any = None, orbits: int = ORBITS
) -> Halfspaces:
    """The Littlestone dimension of the halfspaces over n variables, with a checked mistake tree.

    As `littlestone_dimension`, but with a word for each halfspace, and with the symmetries of the cube known
    beforehand: negated and swapped variables and exchanged labels. Of six variables there are 15,028,134 on 64 points,
    and it is 22; that takes six minutes of one processor and 1 GB. Ctrl-C raises `Interrupted`, with the bounds proven
    so far.

    progress    called now and then with lower, upper and the number of version spaces searched
    tree        False leaves the witness out
    words       `threshold_words(n)`, if it was made already
    orbits      keep version spaces from this size on up to symmetry

    >>> from littlestone.concepts.halfspace_dimension import halfspace_dimension
    >>> found = halfspace_dimension(3)
    >>> found.size, found.littlestone.dimension, found.tree.depth
    (104, 6, 6)
    """
    words = np.array(threshold_words(n) if words is None else words, dtype=np.uint64)
    size = len(words)
    best = Littlestone(0, size.bit_length() - 1)

    def pulse(seen: int) -> None:
        if progress is not None:
            progress(best.lower, best.upper, seen)

    try:
        search = WordSearch(words, n, pulse, orbits, PLACES if n == 6 else 1 << 16)
        depth = max(1, best.upper - 2)  # near the end; lower ones only if it has no tree
        while best.lower < best.upper:
            if search.has_tree(0, size, depth):
                best = best._replace(lower=depth)
                depth += 1
            else:
                best = best._replace(upper=depth - 1)
                depth = max(best.lower + 1, depth - 1)
            pulse(search.seen)
        grown = None
        if tree:
            grown = WordTree(n, np.zeros((1 << best.lower) - 1, np.uint8), np.zeros(1 << best.lower, np.uint64))
            search.grow(0, size, best.lower, 0, grown.points, grown.leaves)
            assert check_words(grown) == best.lower
        return Halfspaces(best, grown, size, search.seen)
    except KeyboardInterrupt:
        raise Interrupted(best) from None


def check_words(tree: WordTree) -> int:
    """Verify that every leaf of a tree is a halfspace that agrees with its path; return the depth.

    It is independent of the search: of each leaf the labels on its path are compared, level by level, and that it is a
    halfspace is told by `are_halfspaces`. Raises InputError for any other tree.
    """
    depth = tree.depth
    if len(tree.leaves) != 1 << depth or len(tree.points) != (1 << depth) - 1:
        raise InputError(f"a tree of depth {depth} has 2^{depth} leaves and a point less")
    if len(tree.points) and int(tree.points.max()) >= 1 << tree.n:
        raise InputError(f"the tree asks for point {int(tree.points.max())}; there are {1 << tree.n}, from 0 on")
    number = np.arange(1 << depth)
    for level in range(depth):
        node = (1 << level) - 1 + (number >> (depth - level))
        told = (number >> (depth - level - 1)) & 1
        if ((tree.leaves >> tree.points[node].astype(np.uint64)) & np.uint64(1) != told).any():
            raise InputError(f"a leaf does not say what its path has at level {level}")
    if not are_halfspaces(tree.leaves, tree.n):
        raise InputError("a leaf is no halfspace")
    return depth
