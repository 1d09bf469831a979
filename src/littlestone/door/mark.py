"""`Mark`: the value of a feature that says that something is there, such as a word or a category."""

from __future__ import annotations


class Mark(float):
    """A number like any other, but that it measures nothing: it is never standardised.

    A category and a word have the value 1, or a count, and the column of such a feature is none of numbers.
    """

    __slots__ = ()


ONE = Mark(1.0)
