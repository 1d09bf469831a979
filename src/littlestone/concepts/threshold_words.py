"""All halfspaces over up to six variables, as words: bit p of a word is the label of point p."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations
from typing import Any

import numpy as np

from ..errors import TooLarge

LARGEST = (0, 1, 1, 2, 3, 5, 9)  # whole weights up to these give all halfspaces over n variables (Muroga 1971)


def cube(n: int) -> Any:
    """The points of {0,1}^n, one per row, x1 the first digit of the number."""
    return ((np.arange(1 << n)[:, None] >> np.arange(n - 1, -1, -1)) & 1).astype(np.int16)


def packed(labels: Any) -> Any:
    """Rows of up to 64 labels as words."""
    padded = np.zeros((len(labels), 64), dtype=bool)
    padded[:, : labels.shape[1]] = labels
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").ravel()


def unpacked(words: Any, n: int) -> Any:
    """The labels of words, a row each."""
    octets = np.ascontiguousarray(words, dtype="<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, bitorder="little")[:, : 1 << n]


def sorted_halfspaces(n: int) -> Any:
    """The halfspaces with weights 0 <= w1 <= ... <= wn, as words: 1,113 over six variables.

    Every other one is an image of these: negate the variables of negative weight, and sort them by their weights.
    """
    if not 1 <= n < len(LARGEST):
        raise TooLarge(f"halfspaces are known as words over 1 to {len(LARGEST) - 1} variables, not {n}")
    weights = np.array(list(combinations_with_replacement(range(LARGEST[n] + 1), n)), dtype=np.int16)
    sums = weights @ cube(n).T
    return np.unique(np.concatenate([packed(sums >= t) for t in range(int(sums.max()) + 2)]))


def threshold_words(n: int) -> Any:
    """All halfspaces over n variables as words, in increasing order: 4, 14, 104, 1,882, 94,572 and 15,028,134."""
    points = np.arange(1 << n)
    orders = [sum(((points >> b) & 1) << to[b] for b in range(n)) for to in permutations(range(n))]
    images = np.concatenate([np.array(orders) ^ flip for flip in range(1 << n)])
    found: dict[int, Any] = {}
    for word in sorted_halfspaces(n):
        labels = unpacked(np.array([word]), n)[0]
        orbit = np.unique(packed(labels[images]))
        found.setdefault(int(orbit[0]), orbit)
    return np.unique(np.concatenate(list(found.values())))


def are_halfspaces(words: Any, n: int, chunk: int = 1 << 18) -> bool:
    """Is every word a halfspace? Told without the list of all.

    Negating variables and sorting them by their Chow parameters, sum_x (2 f(x) - 1)(2 x_i - 1), makes one with weights
    0 <= w1 <= ... <= wn of any halfspace (Chow 1961), and what is made of another function is none.
    """
    known = sorted_halfspaces(n)
    signs = (2 * cube(n) - 1).astype(np.float32)
    places = np.arange(n - 1, -1, -1)
    points = cube(n).astype(np.uint8)
    for start in range(0, len(words), chunk):
        labels = unpacked(words[start : start + chunk], n)
        chow = (2 * labels.astype(np.float32) - 1) @ signs
        order = np.argsort(np.abs(chow), axis=1, kind="stable")  # the smallest weight becomes that of x1
        flips = np.take_along_axis(chow < 0, order, axis=1)
        # of point x of the image, the variable order[i] has the value x_i, negated where the parameter is negative
        sources = np.zeros(labels.shape, dtype=np.uint8)
        for i in range(n):
            value = points[:, i][None, :] ^ flips[:, i : i + 1]
            sources |= (value << places[order[:, i]][:, None]).astype(np.uint8)
        if not np.isin(packed(np.take_along_axis(labels, sources, axis=1)), known).all():
            return False
    return True
