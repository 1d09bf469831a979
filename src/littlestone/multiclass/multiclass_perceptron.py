"""The Perceptron of many classes."""

from __future__ import annotations

from ..row import Row
from .multiclass_theorems import MulticlassHingeBound, MulticlassMarginBound
from .weight_matrix import MatrixLearner


class MulticlassPerceptron(MatrixLearner):
    """On a mistake, move the true class towards the example and the one it was taken for away from it.

        guess = the class c with the largest <w_c, x>;
        on a mistake   w_y <- w_y + x,   w_guess <- w_guess - x         (Kesler; Crammer and Singer 2003)

    It is the Perceptron on vectors z that hold x at the true class and -x at the guessed one: if a matrix U of length
    one, all entries counted, has <u_y - u_c, x> >= gamma on every mistake, there are at most 2 (R/gamma)^2 mistakes
    once a class is known. Whatever the data, with L the losses max(0, 1 - <u_y - u_c, x>) of any U on the mistakes,
    there are at most L + r |U| sqrt(L) + r^2 |U|^2, r^2 = 2 R^2.

    >>> from littlestone import Game, MulticlassPerceptron
    >>> game = Game(MulticlassPerceptron())
    >>> for x, y in 5 * [([1, 0, 0], "red"), ([0, 1, 0], "green"), ([0, 0, 1], "blue")]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> game.ledger.mistakes, certificate.verdict, round(certificate.allowed, 6)
    (3, 'holds', 2.0)
    """

    name = "multiclass-perceptron"
    kind = "multiclass"
    conservative = True
    weighs = True
    mixes = ("w",)
    theorems = (MulticlassMarginBound, MulticlassHingeBound)

    variants = ({}, {"bias": 1.0}, {"bias": 0.5, "normalise": True})

    def learn(self, x: Row, y: float, guess: float) -> None:
        if guess == y:
            return
        truth = self.meet(x, y)
        if guess >= 0.0:
            self.add(x, truth, self.importance)
            self.add(x, int(guess), -self.importance)
            self.updates += 1
