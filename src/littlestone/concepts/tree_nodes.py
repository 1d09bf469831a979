"""The nodes of mistake trees: inner nodes are points, leaves are concepts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf: the number of a concept that agrees with every label on the path to it."""

    concept: int


@dataclass(frozen=True, slots=True)
class Question:
    """An inner node: the number of a point, and the subtrees for its two labels."""

    point: int
    zero: Question | Leaf
    one: Question | Leaf
