"""The Perceptron."""

from __future__ import annotations

from typing import Any

from ..errors import BadParameter
from ..row import Row
from .linear import WEIGHTS, LinearLearner
from .perceptron_theorems import HingeBound, MarginBound
from .sharded_perceptron_theorems import MixedHingeBound, MixedMarginBound

ZEROS = {"+1": 1.0, "-1": -1.0, "mistake": 0.0}


class Perceptron(LinearLearner):
    """On a mistake, move the weights towards the truth by the example itself.

        guess = <w, x>;   on a mistake   w <- w + y x                    (Rosenblatt 1958; Novikoff 1962)

    If some unit vector u has y <u, x> >= gamma on every mistaken example and none is longer than R, there
    are at most (R/gamma)^2 mistakes. Whatever the data, with L the hinge losses of any vector u on the
    mistaken examples, there are at most L + R |u| sqrt(L) + R^2 |u|^2 (Freund and Schapire 1999).

    A round of weight h moves the weights by h y x; for the theorems with weights see `perceptron_theorems`.

    `zero` says what a guess of exactly 0 stands for: "+1", "-1", or "mistake", a mistake whatever the label.

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
    mixed_theorems = (MixedMarginBound, MixedHingeBound)

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

    def parameters(self) -> dict[str, Any]:
        return {"zero": self.zero, **super().parameters()}

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) != y:
            self.add(x, self.importance * y)
