"""Classes of several labels, each built from its definition: k is the number of labels, three if nothing is said."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product
from math import comb, factorial
from typing import Any

import numpy as np

from ..errors import BadParameter, TooLarge
from ..support.settings import whole
from .families import cube, literals, power, room
from .finite_class import DIGITS
from .labellings import Labellings


def several(k: int) -> int:
    """Check and return a number of labels."""
    if not 2 <= whole("k", k, "the number of labels") <= len(DIGITS):
        raise BadParameter(f"k is the number of labels, from 2 to {len(DIGITS)}, not {k}")
    return k


def fits(concepts: int, points: int) -> None:
    """Raise if a table of so many concepts is too large for memory."""
    if concepts > 1 << 40:
        raise TooLarge("more than 2^40 concepts do not fit into memory: take a smaller n or k")
    room(concepts, points)


def labellings(n: int, *, k: int = 3) -> Labellings:
    """All k^N ways to label N points."""
    fits(several(k) ** min(n, 64), n)
    return Labellings(list(product(range(k), repeat=n)))


def constant_labels(n: int, *, k: int = 3) -> Labellings:
    """The k constants on N points."""
    fits(several(k), n)
    return Labellings(np.tile(np.arange(k)[:, None], (1, n)))


def levels(n: int, *, k: int = 3) -> Labellings:
    """Labels that never fall along N points in a row: thresholds, for k labels."""
    fits(comb(n + several(k) - 1, k - 1), n)
    return Labellings(list(combinations_with_replacement(range(k), n)))


def sparse_labels(n: int, *, k: int = 3, most: int = 1) -> Labellings:
    """All but at most `most` of N points have the label 0: singletons, coloured."""
    several(k)
    most = min(whole("most", most, "the most points that are not 0"), n)
    fits(sum(comb(n, size) * (k - 1) ** size for size in range(most + 1)), n)
    return Labellings([row for row in product(range(k), repeat=n) if n - row.count(0) <= most])


def coloured_intervals(n: int, *, k: int = 3) -> Labellings:
    """A stretch of N points has one of the labels 1 to k - 1, the others have 0; the empty stretch counts."""
    several(k)
    fits(1 + n * (n + 1) // 2 * (k - 1), n)
    rows = [[0] * n]
    for a in range(n):
        for b in range(a, n):
            rows += [[label * (a <= x <= b) for x in range(n)] for label in range(1, k)]
    return Labellings(rows)


def assignments(n: int) -> Labellings:
    """The n! ways to give each of n points one of n labels, no label twice."""
    several(max(n, 2))
    fits(factorial(min(n, 20)), n)
    return Labellings(list(permutations(range(n))))


def modular_sums(n: int, *, k: int = 3) -> Labellings:
    """c(x) = <a, x> modulo k on {0,1}^n, for every a of n numbers below k: parities, for k labels."""
    fits(several(k) ** min(n, 64), power(n))
    points = cube(n, k**n)
    return Labellings(np.array(list(product(range(k), repeat=n))) @ points.T % k, variables=n)


def label_stumps(n: int, *, k: int = 3) -> Labellings:
    """One of n variables decides between two of k labels, or one label is said of all points."""
    several(k)
    points = cube(n, n * k * k).astype(bool)
    rows = [np.where(points[:, i], a, b) for i in range(n) for a in range(k) for b in range(k)]
    return Labellings(np.array(rows), variables=n)


def coloured_dictators(n: int, *, k: int = 3) -> Labellings:
    """One of the labels 1 to k - 1 where one of n variables is 1, and 0 elsewhere; or 0 everywhere."""
    several(k)
    points = cube(n, 1 + n * (k - 1))
    rows = [np.zeros(len(points), dtype=int), *(a * points[:, i] for i in range(n) for a in range(1, k))]
    return Labellings(np.array(rows), variables=n)


def label_lists(n: int, *, k: int = 3) -> Labellings:
    """1-decision lists with k labels over {0,1}^n: if literal then label, else ..., else label (Rivest 1987)."""
    several(k)
    points = power(n)
    where = [np.array([literal >> p & 1 for p in range(points)], dtype=bool) for literal in literals(n)]
    lists: dict[bytes, Any] = {}
    for label in range(k):
        row = np.full(points, label, dtype=np.uint8)
        lists[row.tobytes()] = row
    for _ in range(n):
        for literal in where:
            for label in range(k):
                for rest in list(lists.values()):
                    row = np.where(literal, np.uint8(label), rest)
                    lists.setdefault(row.tobytes(), row)
            fits(len(lists), points)
    return Labellings(np.array([lists[key] for key in sorted(lists)]), variables=n)
