"""The Perceptron."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bound import SLACK
from ..errors import BadParameter, StateError
from ..row import Row
from ..solvers.sums import apart
from ..state import Held, Number, Vector, fields
from .linear import WEIGHTS, LinearLearner
from .perceptron_theorems import HingeBound, MarginBound
from .sharded_perceptron_theorems import MixedHingeBound, MixedMarginBound
from .whole_sum import NOT_WHOLE, WholeSum

ZEROS = {"+1": 1.0, "-1": -1.0, "mistake": 0.0}
WHOLE = ("sums", "bias_sum", "square")  # what is saved of a `WholeSum`


def is_whole(learner: Any) -> bool:
    """Were all updates by examples of whole numbers and one length?"""
    return bool(learner.whole.square > 0.0)


class Perceptron(LinearLearner):
    """On a mistake, move the weights towards the truth by the example itself.

        guess = <w, x>;   on a mistake   w <- w + y x                    (Rosenblatt 1958; Novikoff 1962)

    If some unit vector u has y <u, x> >= gamma on every mistaken example and none is longer than R, there
    are at most (R/gamma)^2 mistakes. Whatever the data, with L the hinge losses of any vector u on the
    mistaken examples, there are at most L + R |u| sqrt(L) + R^2 |u|^2 (Freund and Schapire 1999).

    A round of weight h moves the weights by h y x; for the theorems with weights see `perceptron_theorems`.

    `zero` says what a guess of exactly 0 stands for: "+1", "-1", or "mistake", a mistake whatever the label. Where
    examples are normalised a guess is exactly 0 if they are whole numbers and all of one length, such as advice of +1
    and -1: their sum is kept as it is and divided once. Of other normalised examples rounding decides a tie.

    >>> from littlestone import Game, Perceptron
    >>> game = Game(Perceptron())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates[0].verdict, game.ledger.certificates[0].allowed
    (1, 'holds', 1.0)
    """

    name = "perceptron"
    kind = "linear"
    conservative = True
    weighs = True
    theorems = (MarginBound, HingeBound)
    mixes = WEIGHTS
    not_mixed = WHOLE
    mixed_theorems = (MixedMarginBound, MixedHingeBound)
    saved = fields(
        Vector("sums", "whole.sums", missing=lambda held: np.zeros(0), when=is_whole, columns=0),
        Number("bias_sum", "whole.bias_sum", missing=0.0, when=is_whole),
        Number("square", "whole.square", missing=lambda held: NOT_WHOLE if held["updates"] else 0.0, when=is_whole),
    )

    variants = (
        {},
        {"zero": "mistake", "bias": 0.5},
        {"zero": "-1", "normalise": True},
        {"bias": 2.0, "normalise": True},
    )

    def __init__(self, *, zero: str = "+1", bias: float | None = None, normalise: bool = False) -> None:
        super().__init__(bias=bias, normalise=normalise)
        if zero not in ZEROS:
            raise BadParameter(f"zero is one of {', '.join(map(repr, ZEROS))}, not {zero!r}")
        self.zero = zero
        self.at_zero = ZEROS[zero]
        self.whole = WholeSum(self.bias, kept=self.normalise)

    def parameters(self) -> dict[str, Any]:
        return {"zero": self.zero, **super().parameters()}

    def predict(self, x: Row) -> float:
        whole = self.whole
        if whole.square > 0.0 and whole.square_of(x) == whole.square:
            return whole.dot(x)
        return self.dot(x)

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) != y:
            self.add(x, self.importance * y)

    def add(self, x: Row, amount: float) -> None:
        if self.whole.square >= 0.0:
            self.whole.add(x, amount, self.updates)
        LinearLearner.add(self, x, amount)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        square, most = held["square"], SLACK * held["updates"]
        if square > 0.0 and not apart(held["sums"] / np.sqrt(square), held["w"]) <= most:
            raise StateError("'sums' and 'w' do not fit: the weights are not the sum divided by its length")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        if not self.normalise:
            self.whole.give_up()
