"""`Indicator`, the value of a feature that is a category or a word; `Ready`, features that a schema has made."""

from __future__ import annotations


class Indicator(float):
    """The value of an indicator feature (one-hot, or the count of a word): a float that is never standardised.

    A category and a word have the value 1, or a count. Nothing is measured, so mean and deviation say nothing.
    """

    __slots__ = ()


class Ready(dict[str, float]):
    """Features by name, as a schema or a reader has made them: they are not taken for a raw record once more."""

    __slots__ = ()


ONE = Indicator(1.0)
