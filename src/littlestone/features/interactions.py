"""Interactions: products of the features of two groups, or of more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from math import isfinite
from typing import NamedTuple

from ..errors import BadFeature, BadParameter
from .indicator import Indicator, Ready

ENDS = "^=:."  # what may follow the name of a group in the name of a feature
ALL = ":"  # the group of all features, as VW writes it
LETTERS = (2, 3)  # so many characters without a * are letters of namespaces, as in VW

Factors = tuple[tuple[str, float], ...]  # the features of a product: their names and values


class Group(NamedTuple):
    """A group of features: those of a name, or of all namespaces whose names begin with a letter; ":" is all features.

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
        if self.name == ALL:
            return True
        if self.letter:
            return feature.startswith(self.name) and "^" in feature
        end = len(self.name)
        return feature.startswith(self.name) and (len(feature) == end or feature[end] in ENDS)


class Interactions:
    """For "a*b", the product of every feature of group a with every one of group b, beside the features themselves.

    The product of a=x and b^y is the feature "a=x*b^y". "a*b*c" has three factors, and so on. Where groups share
    features, as in "a*a", every set of factors comes once, and each feature also with itself. A learner of linear
    functions then learns quadratic ones, at the price of as many weights. "cd", as VW writes it, is of all namespaces
    whose names begin with c and with d, and "cde" of three. ":" is the group of all features: "::", or ":*:", has the
    products of all pairs, "a*:" those of group a with all.

    >>> Interactions(("a*b",)).crossed({"a=x": 1.0, "b": 2.0})
    {'a=x': 1.0, 'b': 2.0, 'a=x*b': 2.0}
    """

    def __init__(self, texts: tuple[str, ...]) -> None:
        self.groups = [groups_in(text) for text in texts]
        if len({tuple(sorted(groups)) for groups in self.groups}) < len(self.groups):
            raise BadParameter(f"every interaction is given once, not {', '.join(texts)}")
        every = [group for groups in self.groups for group in dict.fromkeys(groups)]
        # Groups that have to be there; an empty set would take 216 bytes of every game.
        self.named = tuple(dict.fromkeys(group for group in every if group.name != ALL))
        self.shared = ALL in {group.name for group in every} or any(
            len(set(groups)) < len(groups) for groups in self.groups
        )  # may two products have the same factors?

    def crossed(self, x: dict[str, float]) -> dict[str, float]:
        """The features of an example with their products."""
        products: dict[str, float] = {}
        for factors in self.products_of(x):
            (name, value), *rest = factors
            marked = isinstance(value, Indicator)
            for other, factor in rest:
                name, value = f"{name}*{other}", value * factor
                marked = marked and isinstance(factor, Indicator)
            products[name] = Indicator(value) if marked else value
        if not (x.keys().isdisjoint(products) and all(map(isfinite, products.values()))):
            wrong = next(name for name in products if name in x or not isfinite(products[name]))
            raise BadFeature(f"the product {wrong!r} is a feature already, or not finite; leave it out")
        return Ready(x | products)

    def products_of(self, x: dict[str, float]) -> Iterator[Factors]:
        """The factors of every product; each set of factors once."""
        met: set[tuple[str, ...]] = set()
        for groups in self.groups:
            for factors in product(*(group.of(x) for group in groups)):
                if self.shared:
                    known = tuple(sorted(name for name, _ in factors))
                    if known in met:
                        continue
                    met.add(known)
                yield factors


def groups_in(text: str) -> tuple[Group, ...]:
    """The groups of "a*b", or of VW's "ab"."""
    if len(text) in LETTERS and "*" not in text and not re.search(r"\s", text):
        return tuple(Group(letter, letter=True) for letter in text)
    names = [name.strip() for name in text.split("*")]
    if len(names) < 2 or not all(names):
        raise BadParameter(
            f"an interaction is two groups of features, or more, with a * between them, or two or three letters as in "
            f"VW; ':' is the group of all; not {text!r}"
        )
    return tuple(Group(name) for name in names)


def group_of(feature: str) -> str:
    """What the group of a feature is called: "a" of "a^x", "a=x" and "a"."""
    return re.split(f"[{re.escape(ENDS)}]", feature, maxsplit=1)[0] or feature


def unknown_group(group: Group, names: Iterable[str]) -> str:
    """For messages: that no feature is of this group, and the groups there are."""
    there = [name for name in dict.fromkeys(names) if name]
    shown = ", ".join(map(repr, there[:8])) + (f" and {len(there) - 8} more" if len(there) > 8 else "")
    what = f"namespace whose name begins with {group.name!r}" if group.letter else f"group {group.name!r}"
    return f"there is no {what} for the interaction; there is {shown or 'no feature at all'}"
