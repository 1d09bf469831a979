"""Many classes by learners of two: one for each class, who tells it from the rest."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..learner import RowLearner, State, under
from ..learners.table import LEARNERS, make_learner
from ..row import Row
from .stance import stance


def many(learner: RowLearner, classes: int) -> RowLearner:
    """A learner of so many classes, made of learners like this one."""
    return Many(learner, classes)


def one_of(learner: RowLearner) -> RowLearner:
    """What each of many learners is like; the learner itself if it is one."""
    return learner.one if isinstance(learner, Many) else learner


class Many(RowLearner):
    """One learner for each class, to which its examples are +1 and all others -1; the strongest claim is believed.

        guess = the k with the largest guess_k;   for every k   learner_k learns (x, +1 if y = k, else -1)

    learner       what each of them is like, or its name; it is copied, and knows nothing yet
    classes       how many there are
    parameters    the settings of the learner of that name
    """

    def __init__(self, learner: RowLearner | str, classes: int, parameters: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.one: RowLearner = make_learner(learner, parameters) if isinstance(learner, str) else learner
        self.each = [self.one.clone() for _ in range(classes)]
        self.boolean = self.one.boolean  # type: ignore[misc]  # of this one, as its learners are

    @property
    def truths(self) -> str:
        return "classes"

    def parameters(self) -> dict[str, Any]:
        if LEARNERS.get(self.one.name) is not type(self.one):  # somebody's own
            return {"learner": self.one, "classes": len(self.each)}
        return {"learner": self.one.name, "classes": len(self.each), "parameters": self.one.parameters()}

    def claims(self, x: Row) -> Any:
        """The stance of each of the learners."""
        return np.array([stance(learner, learner.predict(x)) for learner in self.each])

    def predict(self, x: Row) -> float:
        return float(self.claims(x).argmax())

    def act(self, guess: float) -> float:
        return guess

    def learn(self, x: Row, y: float, guess: float) -> None:
        for k, learner in enumerate(self.each):
            learner.learn(x, 1.0 if k == y else -1.0, learner.predict(x))
        self.updates = sum(learner.updates for learner in self.each)

    def widen(self, width: int) -> None:
        for learner in self.each:
            learner.widen(width)

    def state(self) -> State:
        states = [learner.state() for learner in self.each]
        return super().state() | {f"{k}/{name}": state[name] for k, state in enumerate(states) for name in state}

    def restore(self, state: State) -> None:
        super().restore(state)
        for k, learner in enumerate(self.each):
            learner.restore(under(state, f"{k}/"))
