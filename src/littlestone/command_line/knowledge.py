"""What a learner has come to, in a line: weights, a formula, level sets, the concepts left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..concepts.finite_class import FiniteClass, members

LISTED = 8  # concepts left that are written out


def knowledge(learner: Any, concepts: FiniteClass) -> str:
    """What the learner knows of a class; nothing if it has no words for it."""
    names = column_names(concepts)
    if hasattr(learner, "space"):
        return space_words(learner, concepts)
    if hasattr(learner, "concepts"):
        return str(learner.hypothesis())
    if hasattr(learner, "hypothesis"):
        return str(learner.hypothesis(names))
    if hasattr(learner, "weights"):
        return weight_words(learner, names)
    return ""


def column_names(concepts: FiniteClass) -> list[str]:
    """The columns of a point as a learner sees it: variables, or the points themselves."""
    if concepts.variables is not None:
        return [f"x{i + 1}" for i in range(concepts.variables)]
    return [concepts.point_name(point) for point in range(concepts.points)]


def space_words(learner: Any, concepts: FiniteClass) -> str:
    """How many concepts are left, and which, if they are few."""
    left = members(learner.space)
    words = str(learner.hypothesis())
    if 1 < len(left) <= LISTED:
        words += f": {', '.join(concepts.concept_name(concept) for concept in left)}"
    return words


def weight_words(learner: Any, names: Sequence[str]) -> str:
    """The weights by name, and the constant's if there is one."""
    weights = [f"{name}={weight:g}" for name, weight in zip(names, learner.weights, strict=False) if weight]
    constant = float(getattr(learner, "bias_weight", 0.0))
    if constant:
        weights.append(f"constant={constant:g}")
    return " ".join(weights) or "all weights 0"
