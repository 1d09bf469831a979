"""Interactions: products of the features of two groups."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

from ..errors import BadFeature, BadParameter
from .indicator import Indicator, Ready

ENDS = "^=:."  # what may follow the name of a group in the name of a feature


class Group(NamedTuple):
    """A group of features: those of a name, or of all namespaces whose names begin with a letter.

    A group is a namespace of VW, whose features are "a^...", or a column of a table or a key of a record, whose feature
    is "a" itself if it is a number, "a=..." if it is a category, "a:..." if it is a text and "a...." if it is a date.
    """

    name: str
    letter: bool = False

    def of(self, x: dict[str, float]) -> list[tuple[str, float]]:
        """The features of the group, in order."""
        return [(feature, value) for feature, value in x.items() if self.has(feature)]

    def has(self, feature: str) -> bool:
        """Is this feature in the group?"""
        if self.letter:
            return feature.startswith(self.name) and "^" in feature
        end = len(self.name)
        return feature.startswith(self.name) and (len(feature) == end or feature[end] in ENDS)


class Interactions:
    """For "a*b", the product of every feature of group a with every one of group b, beside the features themselves.

    The product of a=x and b^y is the feature "a=x*b^y". Of one group, "a*a", each pair comes once, and each feature
    also with itself. A learner of linear functions then learns quadratic ones, at the price of as many weights. "cd",
    as VW writes it, is of all namespaces whose names begin with c and with d.

    >>> Interactions(("a*b",)).crossed({"a=x": 1.0, "b": 2.0})
    {'a=x': 1.0, 'b': 2.0, 'a=x*b': 2.0}
    """

    def __init__(self, pairs: tuple[str, ...]) -> None:
        self.groups = [pair_of_groups(text) for text in pairs]
        if len({frozenset(pair) for pair in self.groups}) < len(self.groups):
            raise BadParameter(f"every pair of groups is given once, not {', '.join(pairs)}")

    def crossed(self, x: dict[str, float]) -> dict[str, float]:
        """The features of an example with their products."""
        products: dict[str, float] = {}
        for one, other in self.groups:
            left = one.of(x)
            right = left if one == other else other.of(x)
            for k, (name, value) in enumerate(left):
                for second, factor in left[k:] if one == other else right:
                    both = isinstance(value, Indicator) and isinstance(factor, Indicator)
                    products[f"{name}*{second}"] = Indicator(value * factor) if both else value * factor
        if not (x.keys().isdisjoint(products) and all(map(isfinite, products.values()))):
            wrong = next(name for name in products if name in x or not isfinite(products[name]))
            raise BadFeature(f"the product {wrong!r} is a feature already, or not finite; leave it out")
        return Ready(x | products)


def pair_of_groups(text: str) -> tuple[Group, Group]:
    """The two groups of "a*b", or of VW's "ab"."""
    if len(text) == 2 and "*" not in text and not text.isspace():
        return Group(text[0], letter=True), Group(text[1], letter=True)
    one, star, other = text.partition("*")
    if not (star and one.strip() and other.strip()) or "*" in other:
        raise BadParameter(
            f"an interaction is two groups of features with a * between them, or two letters as in VW, not {text!r}"
        )
    return Group(one.strip()), Group(other.strip())
