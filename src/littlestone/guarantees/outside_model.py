"""A model from outside as a game, so that guarantees can stand in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..learner import RowLearner, State
from ..row import Batch, Row
from ..rows.game import Game
from ..rows.round import Round
from ..truth import CLASSES, NUMBERS, SIGNS, TRUTHS, Truth, find_truth


class Repeated(RowLearner):
    """Says what its example says: a number, the chance of a positive, or the chances of classes by their numbers."""

    name = "model"

    def __init__(self, truths: str) -> None:
        super().__init__()
        self.told = find_truth(truths)

    @property
    def truths(self) -> Truth:
        return self.told

    def parameters(self) -> dict[str, Any]:
        return {"truths": str(self.told)}

    def predict(self, x: Row) -> float:
        if self.told != CLASSES:
            return float(x.values[0])
        return float(np.argmax(x.values)) if len(x.values) else -1.0

    def act(self, guess: float) -> float:
        if self.told == CLASSES:
            return guess
        return 1.0 if guess >= 0.5 else -1.0

    def chance_of(self, guess: float) -> float | None:
        return guess if self.told == SIGNS else None

    def class_chances(self, x: Row) -> list[float] | None:
        return [float(p) for p in x.values] if self.told == CLASSES else None

    @property
    def has_chances(self) -> bool:
        return self.told != NUMBERS

    def learn(self, x: Row, y: float, guess: float) -> None:
        """Nothing: what the model learns is its own affair."""


class Model(Game):
    """A model from outside as a game: a function of x, or an object with `predict_one` (and `learn_one`, as in River).

    What it learns is its own affair, unless it has `learn_one`, which is called with x and the label when that comes.
    The game has a ledger, as every one has. It cannot be saved, as the model is not known here; `state()` of its
    guarantees can. A model that is to play on rows, against adversaries or in batches, is a learner:
    `littlestone.facades.outside.Outside`, and stands in a `Game` with guarantees like any other.

    model         what is asked: x may be anything that it takes
    truths        "numbers": it says a number; "signs": the chance of a positive, whose labels are 0 and 1 unless
                  `labels` says otherwise; "classes": a dict of labels and their chances; None is "classes" for a model
                  with `predict_proba_one`, and else "numbers"
    guarantees    and what else a `Game` takes

    >>> from littlestone.guarantees import Intervals, Model
    >>> game = Model(lambda x: 2.0 * x, guarantees=[Intervals(0.8)])
    >>> for t in range(100):
    ...     move = game.predict(t % 5)
    ...     game.label(move.number, 2.0 * (t % 5) + t % 3)
    >>> move.interval.low <= move.guess <= move.interval.high, round(game.guarantees[0].account.coverage, 2)
    (True, 0.93)
    """

    _kind = "model"

    def __init__(self, model: Any, *, truths: str | None = None, **settings: Any) -> None:
        chances = getattr(model, "predict_proba_one", None)
        if truths is None:
            truths = NUMBERS if chances is None else CLASSES
        if truths not in TRUTHS:
            raise BadParameter(f"truths is one of {', '.join(map(repr, map(str, TRUTHS)))}, not {truths!r}")
        says = (chances if truths == CLASSES else None) or getattr(model, "predict_one", None) or model
        if not callable(says):
            raise BadParameter(f"a model is a function of x, or has predict_one as in River, not {model!r}")
        if truths == SIGNS:
            settings.setdefault("labels", (0, 1))
        self.model, self._says = model, says
        self._asked: dict[int, Any] = {}  # the examples of the open rounds
        super().__init__(Repeated(truths), **settings)

    def predict(self, x: Any) -> Round:
        """Ask the model, and open a round."""
        move = super().predict(self._answer(self._says(x)))
        self._asked[move.number] = x
        return move

    def _answer(self, said: Any) -> Row:
        """What the model said, as an example; raises if it is not what `truths` says."""
        truths = self.learner.truths
        if isinstance(said, Mapping) != (truths == CLASSES):
            wanted = "a dict of labels and their chances" if truths == CLASSES else "a number"
            raise BadParameter(f"a model of truths={str(truths)!r} says {wanted}, not {said!r:.60}")
        if not isinstance(said, Mapping):
            values = [float(said)]
        else:
            for label in said:
                self.labels.inside(label)
            values = [float(said.get(label, 0.0)) for label in self.labels.state()]
        if truths != NUMBERS and not all(0.0 <= p <= 1.0 for p in values):
            raise BadParameter(f"the model says chances, from 0 to 1, not {said!r:.60}")
        return Batch([0, len(values)], np.arange(len(values)), values, len(values)).row(0)

    def label(self, number: int, y: Any, weight: Any = None) -> None:
        """Close a round; the model learns, if it does so one by one."""
        if number in self.open and hasattr(self.model, "learn_one"):
            self._check(y)
            self.model.learn_one(self._asked[number], y)
        super().label(number, y, weight)
        self._asked.pop(number, None)

    def forget(self, number: int) -> None:
        """Close a round without a label."""
        super().forget(number)
        self._asked.pop(number, None)

    def play_batch(self, batch: Any, **reading: Any) -> Any:
        """Refused: a model is asked round by round."""
        raise BadParameter("a model from outside is asked round by round: predict and label, or play pairs")

    def _arguments(self) -> dict[str, Any]:
        return {**super()._arguments(), "truths": str(self.learner.truths)}

    def state(self) -> State:
        raise StateError("a model from outside cannot be saved here: state() of its guarantees can")

    def __reduce__(self) -> tuple[Any, ...]:
        return again, (type(self), self.model, self._arguments(), Game.state(self), self._asked)


def again(kind: type[Model], model: Any, arguments: dict[str, Any], state: State, asked: dict[int, Any]) -> Model:
    """A game of a model with these arguments and this state: used by copy and pickle, which copy the model itself."""
    game = kind(model, **arguments)
    game.restore(state)
    game._asked = asked
    return game
