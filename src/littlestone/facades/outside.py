"""A model from outside as a player of the game."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..learner import RowLearner, State
from ..row import Row
from ..settings import whole


class Outside(RowLearner):
    """Anything that predicts and learns one example at a time, seated at the table: it may face any nature.

    A model with `predict_one` and `learn_one` (River) gets a dict from column numbers to values, without the zeros, and
    True or False; one with `predict` and `partial_fit` (scikit-learn) gets an array of one dense row and -1 or +1, and
    `classes=[-1, 1]` every time; a pair of functions (predict, learn) gets a dense vector and -1 or +1. What is above 0
    or true counts as +1, what is not as -1, and None, "I do not know yet", as `first`.

    There is no theorem about a model we know nothing of, and no state to be saved: the model itself learns.

    model       who plays; it is used, not copied
    width       how many columns a dense row has; None takes it from the data
    first       what to say before the first label, -1 or +1, since a model may not be able to predict before

    >>> from littlestone import Game
    >>> from littlestone.facades.outside import Outside
    >>> from littlestone.natures.adversaries import DisjunctionAdversary
    >>> stubborn = (lambda x: +1, lambda x, y: None)
    >>> Game(Outside(stubborn)).play(DisjunctionAdversary(3)).mistakes
    3
    """

    kind = "outside"

    def __init__(self, model: Any, *, width: int | None = None, first: int = -1) -> None:
        super().__init__()
        if first not in (-1, 1):
            raise BadParameter(f"first is the label to begin with, -1 or +1, not {first!r}")
        self.model = model
        self.given_width = None if width is None else whole("width", width, "a number of columns")
        self.width = self.given_width or 0
        self.first = first
        self.speaks = language(model)

    def parameters(self) -> dict[str, Any]:
        return {"model": self.model, "width": self.given_width, "first": self.first}

    def state(self) -> State:
        raise StateError("what a model from outside has learned is not ours to write down; save the model yourself")

    def widen(self, width: int) -> None:
        super().widen(width)
        if self.given_width is None:
            self.width = max(self.width, width)

    def shown(self, x: Row) -> Any:
        """The example as the model wants it."""
        if self.speaks == "river":
            return {int(column): float(value) for column, value in zip(x.columns, x.values, strict=True) if value}
        dense = x.dense(max(self.width, x.width))
        return dense.reshape(1, -1) if self.speaks == "scikit-learn" else dense

    def predict(self, x: Row) -> float:
        if self.updates == 0:
            return float(self.first)
        if self.speaks == "river":
            said = self.model.predict_one(self.shown(x))
        elif self.speaks == "scikit-learn":
            said = np.asarray(self.model.predict(self.shown(x)))[0]
        else:
            said = self.model[0](self.shown(x))
        if said is None:
            return float(self.first)
        return 1.0 if said > 0 else -1.0

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.width = max(self.width, x.width)
        if self.speaks == "river":
            self.model.learn_one(self.shown(x), y > 0.0)
        elif self.speaks == "scikit-learn":
            self.model.partial_fit(self.shown(x), np.array([int(y)]), classes=np.array([-1, 1]))
        else:
            self.model[1](self.shown(x), int(y))
        self.updates += 1


def language(model: Any) -> str:
    """How a model wants to be spoken to."""
    if hasattr(model, "predict_one") and hasattr(model, "learn_one"):
        return "river"
    if hasattr(model, "predict") and hasattr(model, "partial_fit"):
        return "scikit-learn"
    if isinstance(model, tuple) and len(model) == 2 and all(map(callable, model)):
        return "functions"
    raise BadParameter(
        f"a player has predict_one and learn_one, or predict and partial_fit, or is a pair of functions; not {model!r}"
    )
