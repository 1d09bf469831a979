# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The least and the largest of some numbers in a row of memory.

Four running extremes instead of one, because a comparison has to wait for the one before it, and a plain loop spends
its time waiting.
"""

from __future__ import annotations

from typing import Any


def least(numbers: Any, start: int, stop: int) -> float:
    """The least of the numbers from `start` to `stop`, of which there has to be one.

    >>> from array import array
    >>> least(array("d", [3, 1, 4, 1, 5, 9, 2]), 2, 7)
    1.0
    """
    a = b = c = d = numbers[start]
    k = start
    while k + 4 <= stop:
        a = min(a, numbers[k])
        b = min(b, numbers[k + 1])
        c = min(c, numbers[k + 2])
        d = min(d, numbers[k + 3])
        k += 4
    while k < stop:
        a = min(a, numbers[k])
        k += 1
    return float(min(min(a, b), min(c, d)))


def most(numbers: Any, start: int, stop: int) -> float:
    """The largest of them.

    >>> from array import array
    >>> most(array("d", [3, 1, 4, 1, 5, 9, 2]), 0, 5)
    5.0
    """
    a = b = c = d = numbers[start]
    k = start
    while k + 4 <= stop:
        a = max(a, numbers[k])
        b = max(b, numbers[k + 1])
        c = max(c, numbers[k + 2])
        d = max(d, numbers[k + 3])
        k += 4
    while k < stop:
        a = max(a, numbers[k])
        k += 1
    return float(max(max(a, b), max(c, d)))
