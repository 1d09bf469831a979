# cython: boundscheck=False, wraparound=False
"""Base of the learners that rescale every example and hand it to a learner inside."""

from __future__ import annotations

import math
from typing import Any, Self

import numpy as np

from ..errors import BadParameter
from ..geometry.linear_guess import WholeWeights
from ..learner import RowLearner, misfit
from ..learners import LEARNERS, make_learner
from ..loss import Loss
from ..multiclass.one_vs_rest import of_classes
from ..row import Batch, Row
from ..rows.own import own_or
from ..rows.recall import Recall
from ..state import Held, Part, State, fields
from ..truth import SIGNS, Truth

OF_INSIDE = ("theorems", "randomised", "asked_again", "counts_first", "by_order", "weighs", "wants_zeros")
ROOM = 1024  # entries of a buffer; a cache of the learner inside may keep one alive
FIRST = 32  # those of the first one, and twice as many of each after it: where there are many games, most are small


class Inside(Part):
    """The learner inside, which may see more columns than come."""

    def fit(self, thing: Any, state: State, width: int) -> None:
        super().fit(thing, state, thing.columns_inside(width))


class Rescaled(RowLearner):
    """Rescales an example column by column, by what it has learned of the columns, and hands it to the learner inside.

    A subclass says how one entry is rescaled (`scaled`) and how it is learned (`take`). The statistics are learned in
    the second move, from the example itself and from no label, so that predicting changes nothing; the example at hand
    counts in its own scale. Theorems are those of the learner inside, and speak of the rows as it saw them.

    learner       a learner of rows, by its name, such as "adagrad", or as it is
    parameters    the settings of the learner of that name; they may be given one by one too
    """

    kind = "scaling"
    scaled_so = ""  # what is to be known of weights on the numbers as they come
    turn = 1  # when it is its turn: labels are rescaled first, 0, then columns, and products of them are made last
    theorems = own_or("theorems", ())
    randomised = own_or("randomised", False)
    asked_again = own_or("asked_again", True)
    counts_first = own_or("counts_first", False)
    by_order = own_or("by_order", False)
    weighs = own_or("weighs", False)
    wants_zeros = own_or("wants_zeros", False)
    saved = fields(Inside("inside/", "inside"))

    def __init__(
        self, learner: str | RowLearner = "perceptron", *, parameters: dict[str, Any] | None = None, **settings: Any
    ) -> None:
        super().__init__()
        inside = make_learner(learner, {**(parameters or {}), **settings}) if isinstance(learner, str) else learner
        if not isinstance(inside, RowLearner) or inside.kind == "experts":
            raise BadParameter(f"learner is one of rows, such as 'perceptron', not {learner!r}")
        if inside is learner and (parameters or settings):
            raise BadParameter(f"{learner!r} has its settings already; they are given to a learner that is named")
        if inside.boolean:
            raise BadParameter(f"{inside.name} takes 0 and 1 as they are: there is nothing to rescale")
        if isinstance(inside, Rescaled) and inside.turn == self.turn:
            raise BadParameter(f"{inside!r} rescales already")
        if isinstance(inside, Rescaled) and inside.turn < self.turn:
            raise BadParameter(f"{inside.name} goes in front: {inside.name}/{self.name}/..., not the other way round")
        self.inside = inside
        self.pupils = (inside,)
        self.at_zero, self.most_columns = inside.at_zero, inside.most_columns
        self.updates = inside.updates
        self.lessons = inside.lessons
        self.rescaled = Recall()  # the row that was rescaled last
        self.renew(FIRST)
        self.leader: Rescaled | None = None  # one that has learned from the same examples, and has rescaled them
        self.taught = Recall()  # the row of the last lesson, as the learner inside saw it
        # What other learners have as a class is here that of the learner inside.
        self.own = {name: getattr(inside, name) for name in OF_INSIDE}

    def parameters(self) -> dict[str, Any]:
        inside = self.inside
        if LEARNERS.get(inside.name) is type(inside):
            return {"learner": inside.name, "parameters": inside.parameters()}
        return {"learner": inside, "parameters": {}}

    def clone(self) -> Self:
        return self.around(self.inside.clone())

    def around(self, inside: RowLearner) -> Self:
        """A new one like this around another learner."""
        return type(self)(inside)

    @property
    def title(self) -> str:
        return f"{self.inside.title}, {self.name}"

    @property
    def rule(self) -> RowLearner:
        return self.inside

    def bounds(self) -> list[Any]:
        return self.inside.bounds()

    def plays_for(self, price: Any) -> None:
        self.inside.plays_for(price)

    @property
    def truths(self) -> Truth:
        return self.inside.truths

    @property
    def follows(self) -> Loss | None:
        return self.inside.follows

    @property
    def slow(self) -> str:
        return self.inside.slow

    @property
    def whole_matrix(self) -> bool:
        return self.inside.whole_matrix

    @property
    def parts(self) -> list[RowLearner]:
        return self.inside.parts

    def chance_of(self, guess: float) -> float | None:
        return self.inside.chance_of(guess)

    def class_chances(self, x: Row) -> list[float] | None:
        return self.inside.class_chances(self.row(x))

    def class_scores(self, x: Row) -> list[float] | None:
        return self.inside.class_scores(self.row(x))

    @property
    def has_chances(self) -> bool:
        return self.inside.has_chances

    def for_classes(self, classes: int) -> RowLearner | None:
        if self.inside.truths != SIGNS:
            return None
        return self.around(of_classes(self.inside, classes))

    def weight_vectors(self) -> list[Any]:
        return self.inside.weight_vectors()

    def whole_weights(self) -> list[WholeWeights]:
        """The weights of the learner inside on the numbers as they come: <w, a x - b> = <a w, x> - <w, b>."""
        found = []
        for inside in self.inside.whole_weights():
            w = np.asarray(inside.weights)
            factors, shifts = self.scales(len(w))
            constant = inside.constant - math.fsum((w * shifts).tolist())
            found.append(inside._replace(weights=w * factors, constant=constant).noting(self.scaled_so))
        return found

    def scales(self, width: int) -> tuple[Any, Any]:
        """a and b of every column, so that a value x is seen as a x - b as the columns stand now."""
        raise NotImplementedError(f"{type(self).__name__} must implement scales()")

    def __getattr__(self, name: str) -> Any:
        """Attributes that theorems read, such as the weights, are those of the learner inside."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.inside, name)

    def renew(self, room: int) -> None:
        """Begin a new buffer for rescaled rows; the old one lives as long as a row refers to it."""
        self.columns = np.zeros(room, dtype=np.int32)
        self.values = np.zeros(room)
        self.batch = Batch([0, room], self.columns, self.values, 0)
        self.batch.checked = True  # entries of checked rows, rescaled to finite numbers
        self.batch.ordered = True
        self.used = 0

    def make_room(self, size: int) -> None:
        """See that so many entries fit behind those of the buffer."""
        if self.used + size > self.values.shape[0]:
            self.renew(max(min(ROOM, 2 * self.values.shape[0]), size))

    def scaled(self, column: int, value: float) -> float:
        """The value of an entry, rescaled."""
        raise NotImplementedError(f"{type(self).__name__} must implement scaled()")

    def take(self, column: int, value: float) -> None:
        """Learn from the value of an entry."""
        raise NotImplementedError(f"{type(self).__name__} must implement take()")

    def row(self, x: Row) -> Row:
        """The example rescaled, by what is known now."""
        if self.leader is not None:
            return self.leader.row(x)
        known: Row | None = self.rescaled.found(x, self.lessons)
        if known is not None:
            return known
        if not self.fits():
            raise misfit(self)
        size = x.stop - x.start
        self.make_room(size)
        batch = x.batch
        to = self.used
        for k in range(x.start, x.stop):
            self.columns[to] = batch.columns[k]
            self.values[to] = self.scaled(batch.columns[k], batch.values[k])
            to += 1
        row = self.batch.view(self.used, to, x.width)
        self.used = to
        self.rescaled.keep(x, self.lessons, row)
        return row

    def predict(self, x: Row) -> float:
        return self.inside.predict(self.row(x))

    def learn(self, x: Row, y: float, guess: float) -> None:
        found = None if self.leader is None else self.leader.taught.found(x, self.lessons)
        seen: Row = self.row(x) if found is None else found
        self.inside.importance = self.importance
        self.inside.learn(seen, y, guess)  # first, as it may refuse to
        self.inside.lessons = self.lessons + 1  # a game counts it after the lesson
        self.updates = self.inside.updates
        if x.width > self.width():
            self.widen(x.width)
        if found is None:
            self.taught.keep(x, self.lessons, seen)
            self.rescaled.forget()
            batch = x.batch
            if not self.fits():
                raise misfit(self)
            for k in range(x.start, x.stop):
                self.take(batch.columns[k], batch.values[k])

    def act(self, guess: float) -> float:
        return self.inside.act(guess)

    def follow(self, leader: Rescaled) -> None:
        """Let another one rescale for both: one of the same class, which learns every example just before this one."""
        if self.agrees(leader):
            self.leader = leader

    def agrees(self, other: Rescaled) -> bool:
        """Has the other one learned the same about the columns? Take what it knows in place of the own, if so."""
        return False

    def fits(self) -> bool:
        """Are the arrays of what it knows of the columns of one length?"""
        return True

    def width(self) -> int:
        """How many columns there is room for."""
        raise NotImplementedError(f"{type(self).__name__} must implement width()")

    def columns_inside(self, width: int) -> int:
        """How many columns the learner inside sees at most where so many come."""
        return width

    def widen(self, width: int) -> None:
        self.inside.widen(width)

    def embed(self, x: Row) -> Row:
        return self.inside.embed(self.row(x))

    def as_seen(self, x: Row) -> Row:
        return self.inside.as_seen(self.row(x))

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.leader = None
        self.taught.forget()
        self.rescaled.forget()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.inside!r})"


def grown(vector: Any, width: int) -> Any:
    """A copy of the vector with room for so many columns, or half as many again."""
    larger = np.zeros(max(width, len(vector) + len(vector) // 2), dtype=np.asarray(vector).dtype)
    larger[: len(vector)] = vector
    return larger
