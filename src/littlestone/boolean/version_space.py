"""Base of the learners of a finite concept class: the class and its version space."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..concepts.concept_class import ConceptClass, FiniteClass, Space
from ..errors import BadParameter, BadWidth, StateError
from ..learner import RowLearner
from ..row import Row
from ..state import Count, Held, Vector, fields
from ..support.settings import counted, whole


class VersionSpaceLearner(RowLearner):
    """A learner that keeps the concepts which agree with what it has learned: the version space.

    Without a class it plays with all monotone disjunctions of its variables, the empty one among them, 2^n in all,
    for n up to `widest`. A label that no concept left could have given is not learned: the version space stays as it
    is, and the certificate names the round.
    """

    kind = "boolean"
    boolean = True
    widest: ClassVar[int] = 12  # the most variables of the default class
    most: ClassVar[int | None] = None  # the most variables in a disjunction of the default class
    usual_class: ClassVar[str] = "disjunctions"
    saved = fields(
        Count("width", lambda own: -1 if own.concepts is None else own.concepts.width, least=-1),
        Vector(
            "space",
            lambda own: space_bytes(own.space, 0 if own.concepts is None else own.concepts.size),
            dtype=np.uint8,
        ),
    )

    def __init__(self, concepts: FiniteClass | str | None = None, n: int | None = None) -> None:
        super().__init__()
        self.given_n = None if n is None else whole("n", n, "a number of variables")
        self.given: Any = None if concepts is None else self.find_class(concepts)
        self.concepts: Any = None
        self.space: Space = 0
        if self.given is not None:
            if n is not None and n != self.given.width:
                raise BadParameter(f"n = {n}, but a point of {self.given!r} has {counted(self.given.width, 'column')}")
            self.begin(self.given)
        elif n is not None:
            self.widen(n)

    def find_class(self, concepts: Any) -> FiniteClass:
        """The class of a text, or the class as it is."""
        return ConceptClass.find(concepts)

    def make_class(self, width: int) -> FiniteClass:
        """The class over so many variables that it plays with if none is given."""
        return monotone_disjunctions(width, self.most)

    @property
    def slow(self) -> str:
        return "plays with a class of concepts over n variables"

    def weight_vectors(self) -> list[Any]:
        return []  # it weighs concepts

    def parameters(self) -> dict[str, Any]:
        return {"concepts": None if self.given is None else self.given.spec, "n": self.given_n}

    def begin(self, concepts: Any) -> None:
        """Set the class; the version space is all of it."""
        self.concepts = concepts
        self.space = concepts.full

    def widen(self, width: int) -> None:
        super().widen(width)
        if self.concepts is None:
            try:
                self.begin(self.class_of(width))
            except BaseException:
                self.concepts, self.space = None, 0
                raise
        elif width > self.concepts.width:
            raise BadWidth(
                f"{type(self).__name__} plays with {self.concepts!r}, whose points have "
                f"{counted(self.concepts.width, 'column')}; here are {width}"
            )

    def class_of(self, width: int) -> FiniteClass:
        """The class over so many variables, if they are not too many."""
        if width > self.widest:
            name = type(self).__name__
            raise BadWidth(
                f"{name} keeps every concept in a table; without a class it plays with {self.usual_class} "
                f"of up to {self.widest} variables, not of {width}: give {name}(concepts=...)"
            )
        return self.make_class(width)

    def halves(self, x: Row) -> tuple[Space, Space]:
        """The concepts left that say -1 to x, and those that say +1."""
        if self.concepts is None:
            name = type(self).__name__
            raise BadWidth(
                f"which class? {name}(concepts=...) or {name}(n=...) must be known before the first prediction"
            )
        zero, one = self.concepts.split(self.space, self.concepts.point_of(x))
        return zero, one

    def narrow(self, x: Row, y: float) -> None:
        """Keep the concepts that agree with the label, if there are any."""
        agreeing = self.halves(x)[y > 0.0]
        if agreeing and agreeing != self.space:
            self.space = agreeing
            self.updates += 1

    @property
    def left(self) -> int:
        """How many concepts are left."""
        return self.space.bit_count()

    def hypothesis(self) -> str:
        """The version space in words; the concept itself if only one is left."""
        if self.concepts is None:
            return "any concept, of a class still to be given"
        if self.left > 1:
            return f"one of {self.left:,} concepts left of {self.concepts.size:,}"
        number = self.concepts.target(self.space)
        return f"concept {number}: {self.concepts.concept_name(number)}"

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if held["width"] < 0:
            return
        concepts = self.class_of(held["width"]) if self.concepts is None else self.concepts
        space = space_of(held["space"])
        if held["width"] != concepts.width or not 0 < space <= concepts.full:
            raise StateError(f"this state is of a {type(self).__name__} with another class than {concepts!r}")
        held["concepts"], held["space"] = concepts, space

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        if held["width"] < 0:
            self.concepts, self.space = None, 0
            return
        if self.concepts is None:
            self.begin(held["concepts"])
        self.space = held["space"]


def space_bytes(space: Space, size: int) -> Any:
    """A version space as bytes, the first concept in the lowest bit of the first byte."""
    return np.frombuffer(space.to_bytes((size + 7) // 8, "little"), dtype=np.uint8).copy()


def space_of(found: Any) -> Space:
    """The version space of these bytes."""
    return int.from_bytes(found.tobytes(), "little")


def monotone_disjunctions(n: int, most: int | None = None) -> ConceptClass:
    """All disjunctions of some of n variables, or of `most` of them at most; the empty one is among them."""
    points = np.arange(1 << n)
    chosen = [mask for mask in range(1 << n) if most is None or mask.bit_count() <= most]
    return ConceptClass((np.array(chosen)[:, None] & points[None, :]) != 0, variables=n)
