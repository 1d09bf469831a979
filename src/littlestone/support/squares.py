"""Squares of the same bits everywhere, also of numbers that are too large for it."""

from __future__ import annotations


def squared(number: float) -> float:
    """The square, infinite where it is too large to be a number.

    `number ** 2` would raise OverflowError there, and elsewhere take the C library's power, whose last bit depends on
    the processor.

    >>> squared(3.0), squared(-1e200)
    (9.0, inf)
    """
    return number * number
