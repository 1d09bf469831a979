"""`Mark`, the value of a feature that says that something is there; `Ready`, features that a schema has made."""

from __future__ import annotations


class Mark(float):
    """A number like any other, but that it measures nothing: it is never standardised.

    A category and a word have the value 1, or a count, and the column of such a feature is none of numbers.
    """

    __slots__ = ()


class Ready(dict[str, float]):
    """Features by name, as a schema or a reader has made them: they are not taken for a raw record once more."""

    __slots__ = ()


ONE = Mark(1.0)
