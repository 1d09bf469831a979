"""A learner with a concept class, and concepts and points in words, for the commands about classes."""

from __future__ import annotations

from typing import Any

from ..concepts.finite_class import FiniteClass
from ..errors import BadParameter
from ..learner import RowLearner
from ..truth import NUMBERS
from .arguments import make

LONGEST = 64  # points of a concept that is written out


def seat(name: str, parameters: dict[str, Any], concepts: FiniteClass) -> RowLearner:
    """The learner, told of the class if it plays with classes, or of the number of variables if it wants to know."""
    known = make(name, {}).parameters()
    if "concepts" in known:
        parameters = {"concepts": concepts, **parameters}
    elif known.get("n", 0) is None:
        parameters = {"n": concepts.width, **parameters}
    learner: RowLearner = make(name, parameters)
    if learner.truths == NUMBERS:
        raise BadParameter(f"{name} learns from numbers, and the concepts of a class are labelled 0 and 1")
    return learner


def point_text(concepts: FiniteClass, point: int) -> str:
    """A point as its bits, or by its number."""
    return str(point) if concepts.variables is None else format(point, f"0{concepts.variables}b")


def concept_text(concepts: FiniteClass, concept: int) -> str:
    """A concept by its number, with its labels if they are not too many."""
    return f"concept {concept}" + (f": {concepts.concept_name(concept)}" if concepts.points <= LONGEST else "")
