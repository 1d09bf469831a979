"""What mistake trees are made of: questions, and the concepts at their ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leaf:
    """The end of a path: a concept of the class, by its number, that agrees with every label on the way."""

    concept: int


@dataclass(frozen=True, slots=True)
class Question:
    """A point, by its number, and the trees for its two labels."""

    point: int
    zero: Question | Leaf
    one: Question | Leaf
