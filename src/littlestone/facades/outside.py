"""`Outside`: a model of another library as a learner."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..learner import RowLearner, State
from ..row import Row
from ..support.settings import real, whole
from ..truth import CLASSES, NUMBERS, SIGNS, TRUTHS, Truth, find_truth


class Outside(RowLearner):
    """Wraps anything that predicts and learns one example at a time, so that it can play any game.

    A model with `predict_one` and `learn_one` (River) gets a dict from column numbers to values, without the zeros; one
    with `predict` and `partial_fit` (scikit-learn) gets an array of one dense row; a pair of functions (predict, learn)
    gets a dense vector. What they are told depends on the truths of the game:

    "signs"      True or False (River), or -1 or +1; what is above 0 or true counts as +1, what is not as -1
    "numbers"    the number; the prediction is the guess
    "classes"    the number of the class, 0, 1, 2 and so on, in the order in which they first came

    A scikit-learn classifier is told all its classes every time, [-1, 1] or [0, ..., classes - 1]. A prediction of None
    counts as `first`. Such a model has no theorems, and its state cannot be saved here.

    model       the model; it is used, not copied
    width       how many columns a dense row has; None takes it from the data
    first       the prediction before the first label, when a model may not be able to predict: -1 or +1; a number,
                0 if none is given; or the number of a class, -1 for none
    truths      one of the three; None is "numbers" if the model says it is a regressor, "classes" if their number is
                given, and else "signs"
    classes     how many classes there will be at most; a scikit-learn classifier of "classes" must know

    >>> from littlestone import Game
    >>> from littlestone.facades.outside import Outside
    >>> from littlestone.natures.adversaries import DisjunctionAdversary
    >>> stubborn = (lambda x: +1, lambda x, y: None)
    >>> Game(Outside(stubborn)).play(DisjunctionAdversary(3)).mistakes
    3
    """

    kind = "outside"
    asked_again = False  # predicting may change the model

    def __init__(
        self,
        model: Any,
        *,
        width: int | None = None,
        first: float | None = None,
        truths: str | None = None,
        classes: int | None = None,
    ) -> None:
        super().__init__()
        self.model = model
        self.speaks = language(model)
        self.classes = None if classes is None else whole("classes", classes, "a number of classes", least=2)
        if truths is None:
            truths = NUMBERS if is_regressor(model) else SIGNS if classes is None else CLASSES
        if truths not in TRUTHS:
            raise BadParameter(f"truths is one of {', '.join(map(repr, map(str, TRUTHS)))}, not {truths!r}")
        if truths == CLASSES and self.speaks == "scikit-learn" and classes is None:
            raise BadParameter("a scikit-learn classifier is told all its classes at once: give classes=, their number")
        self.told = find_truth(truths)
        self.given_width = None if width is None else whole("width", width, "a number of columns")
        self.width = self.given_width or 0
        self.first = (0.0 if truths == NUMBERS else -1.0) if first is None else real("first", first, "a first guess")
        if truths == SIGNS and first not in (None, -1, 1):
            raise BadParameter(f"first is the label to begin with, -1 or +1, not {first!r}")

    @property
    def truths(self) -> Truth:
        return self.told

    def parameters(self) -> dict[str, Any]:
        own = {"truths": str(self.told), "classes": self.classes}
        return {"model": self.model, "width": self.given_width, "first": self.first, **own}

    def state(self) -> State:
        raise StateError("a model of another library cannot be saved with the game; save it with that library")

    def widen(self, width: int) -> None:
        super().widen(width)
        if self.given_width is None:
            self.width = max(self.width, width)

    def shown(self, x: Row) -> Any:
        """The example in the form that the model takes."""
        if self.speaks == "river":
            return {int(column): float(value) for column, value in zip(x.columns, x.values, strict=True) if value}
        dense = x.dense(max(self.width, x.width))
        return dense.reshape(1, -1) if self.speaks == "scikit-learn" else dense

    def predict(self, x: Row) -> float:
        if self.updates == 0:
            return self.first
        if self.speaks == "river":
            said = self.model.predict_one(self.shown(x))
        elif self.speaks == "scikit-learn":
            said = np.asarray(self.model.predict(self.shown(x)))[0]
        else:
            said = self.model[0](self.shown(x))
        if said is None:
            return self.first
        if self.told == SIGNS:
            return 1.0 if said > 0 else -1.0
        return float(said)

    def act(self, guess: float) -> float:
        return guess if self.told == CLASSES else super().act(guess)

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.width = max(self.width, x.width)
        truth = y if self.told == NUMBERS else int(y)
        if self.speaks == "river":
            self.model.learn_one(self.shown(x), y > 0.0 if self.told == SIGNS else truth)
        elif self.speaks == "scikit-learn":
            self.model.partial_fit(self.shown(x), np.array([truth]), **self.all_classes(y))
        else:
            self.model[1](self.shown(x), truth)
        self.updates += 1

    def all_classes(self, y: float) -> dict[str, Any]:
        """The `classes` argument of scikit-learn's `partial_fit`."""
        if self.told == NUMBERS:
            return {}
        if self.told == SIGNS:
            return {"classes": np.array([-1, 1])}
        assert self.classes is not None
        if y >= self.classes:
            raise BadParameter(f"this is class number {int(y) + 1}, and the model was told of {self.classes}")
        return {"classes": np.arange(self.classes)}


def language(model: Any) -> str:
    """Which interface a model has."""
    if hasattr(model, "predict_one") and hasattr(model, "learn_one"):
        return "river"
    if hasattr(model, "predict") and hasattr(model, "partial_fit"):
        return "scikit-learn"
    if isinstance(model, tuple) and len(model) == 2 and all(map(callable, model)):
        return "functions"
    raise BadParameter(
        f"a player has predict_one and learn_one, or predict and partial_fit, or is a pair of functions; not {model!r}"
    )


def is_regressor(model: Any) -> bool:
    """Does the model say that it predicts numbers? River says so by the class, scikit-learn by a tag."""
    last = getattr(model, "_last_step", model)  # a pipeline of River is what its last step is
    if any(kind.__name__ == "Regressor" and kind.__module__.startswith("river.") for kind in type(last).__mro__):
        return True
    if not hasattr(model, "__sklearn_tags__"):
        return False
    return bool(model.__sklearn_tags__().estimator_type == "regressor")
