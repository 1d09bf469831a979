"""A model from outside, as a game."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..errors import BadParameter, UnknownRound


class Said(NamedTuple):
    """What an outside model said in a round: a number, or the chances of labels."""

    number: int
    x: Any
    guess: float
    act: Any
    chance: Any = None


class Model:
    """A model from outside as a game: a function of x, or an object with `predict_one` (and `learn_one`, as in River).

    It says a number, or a dict of labels and their chances. What it learns is its own affair, unless it has
    `learn_one`, which is called with x and the truth when that comes.
    """

    def __init__(self, model: Any) -> None:
        says = getattr(model, "predict_proba_one", None) or getattr(model, "predict_one", None) or model
        if not callable(says):
            raise BadParameter(
                f"a guarantee stands around a Game, or a model: a function of x or one with predict_one, not {model!r}"
            )
        self.model = model
        self.says = says
        self.open: dict[int, Said] = {}
        self.rounds = 0

    def predict(self, x: Any) -> Said:
        """Ask the model, and open a round."""
        found = self.says(x)
        number = self.rounds + 1
        if isinstance(found, dict):
            act = max(found, key=lambda label: found[label]) if found else None
            move = Said(number, x, 0.0, act, found)
        else:
            move = Said(number, x, float(found), float(found))
        self.rounds = number
        self.open[number] = move
        return move

    def label(self, number: int, y: Any, weight: Any = None) -> None:
        """Close a round; the model learns, if it does so one by one."""
        self.known(number)
        if hasattr(self.model, "learn_one"):
            self.model.learn_one(self.open[number].x, y)
        del self.open[number]

    def forget(self, number: int) -> None:
        """Close a round without a truth."""
        self.known(number)
        del self.open[number]

    def known(self, number: int) -> None:
        """Raise if that round is not open."""
        if number not in self.open:
            raise UnknownRound(f"round {number!r} is not open: {self.rounds:,} predicted; label what predict() gave")
