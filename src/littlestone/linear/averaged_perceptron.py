"""The averaged Perceptron."""

from __future__ import annotations

from typing import Any

from ..geometry.linear_guess import LinearGuess
from ..row import Row
from ..state import Count, Number, Vector, fields
from .linear import LinearLearner, longer


class AveragedPerceptron(LinearLearner):
    """A Perceptron learns; what is said is the average of all the weights it has had, each for as long as it had them.

        guess = <average of w_1 .. w_t, x>;   if sign <w_t, x> is not y   w <- w + y x   (Freund and Schapire 1999)

    The average is not stored: with c the sum of t y x over the updates it is w - c/t, so a round costs twice the
    Perceptron's and no more. The Perceptron underneath learns from its own mistakes, what it would say by
    itself: these are the `updates`, and they obey its theorems. The guess is the average's, and for its mistakes in
    any one game no mistake bound is known. Where the examples are drawn at random see `reductions.OnlineToBatch`.

    >>> from littlestone import AveragedPerceptron, Game
    >>> game = Game(AveragedPerceptron())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.updates, game.ledger.certificates
    (1, 1, [])
    >>> print(game.learner.average)
    [ 0.         -0.81818182]
    """

    name = "averaged-perceptron"
    weighs = True
    kind = "linear"
    saved = fields(Count("rounds"), Vector("drift", "drift.w", columns=0), Number("bias_drift", "drift.bias_weight"))
    variants = ({}, {"bias": 1.0}, {"bias": 2.0, "normalise": True})

    def __init__(self, *, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.rounds = 0
        self.drift = LinearLearner(bias=bias, normalise=normalise)  # c, the sum of t y x over the updates

    @property
    def average(self) -> Any:
        """The average of the weights, one per column: what the guesses are made with."""
        return self.weights - self.drift.weights / (self.rounds + 1)

    def predict(self, x: Row) -> float:
        return self.dot(x) - self.drift.dot(x) / (self.rounds + 1)

    def linear_guess(self) -> LinearGuess:
        bias_weight = self.bias_weight - self.drift.bias_weight / (self.rounds + 1)
        return LinearGuess(self.average, bias_weight, self.bias, self.normalise)

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.rounds += 1
        if self.act(self.dot(x)) != y:
            self.add(x, self.importance * y)
            self.drift.add(x, self.importance * self.rounds * y)

    def widen(self, width: int) -> None:
        room = self.room_for(width)
        drift = longer(self.drift.w, room) if room > self.drift.w.shape[0] else self.drift.w
        LinearLearner.widen(self, width)
        self.drift.w = drift
