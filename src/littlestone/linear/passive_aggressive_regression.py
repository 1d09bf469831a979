"""The passive-aggressive learners of numbers."""

from __future__ import annotations

from typing import Any

from ..loss import Loss
from ..losses.guess_losses import Insensitive
from ..row import Row
from ..support.settings import positive
from .linear import WEIGHTS, LinearLearner
from .passive_aggressive_regression_theorems import PARegression1Bound, PARegression2Bound, PARegressionBound
from .passive_aggressive_theorems import SHORTEST


class AggressiveRegression(LinearLearner):
    """Passive while the guess is off by epsilon at most, else a step; a subclass says how long a step."""

    mixes = WEIGHTS

    kind = "linear"

    def __init__(self, *, epsilon: float, bias: float | None, normalise: bool) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.price = Insensitive(epsilon)
        self.epsilon = self.price.epsilon

    def parameters(self) -> dict[str, Any]:
        return {"epsilon": self.epsilon, **super().parameters()}

    @property
    def follows(self) -> Loss:
        return self.price

    def step(self, loss: float, square: float) -> float:
        """The length of the step for an example on which so much was lost, |x|^2 being `square`."""
        raise NotImplementedError(f"{type(self).__name__} must say how long its steps are")

    def learn(self, x: Row, y: float, guess: float) -> None:
        loss = abs(y - guess) - self.epsilon
        if loss > 0.0:
            square = self.squared_norm(x)
            if square > SHORTEST:  # an empty example has no direction to move in
                amount = self.step(loss, square)
                self.add(x, amount if y > guess else -amount)


class PARegression(AggressiveRegression):
    """The least change of the weights that brings the guess within epsilon of the truth.

        loss = max(0, |y - <w, x>| - epsilon);   w <- w + sign(y - guess) (loss/|x|^2) x       (Crammer et al. 2006, PA)

    The squares of its losses add up to R^2 |u|^2 at most if some u is never off by more than epsilon where it lost; on
    other data the losses of u enter too. One wild truth may undo much: see `PARegression1`.

    epsilon    the error that is forgiven, 0 or more

    >>> from littlestone import Game, PARegression
    >>> game = Game(PARegression())
    >>> for x, y in 5 * [([1, 0], 3.0), ([0, 1], -2.0), ([1, 1], 1.0)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 2), round(certificate.allowed, 2)
    ('holds', 12.02, 12.02)
    """

    name = "pa-regression"
    theorems = (PARegressionBound,)

    variants = ({}, {"epsilon": 0.0, "bias": 1.0})

    def __init__(self, *, epsilon: float = 0.1, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__(epsilon=epsilon, bias=bias, normalise=normalise)

    def step(self, loss: float, square: float) -> float:
        return loss / square


class CautiousRegression(AggressiveRegression):
    """A passive-aggressive learner of numbers with a setting C for how aggressive it may be."""

    weighs = True

    def __init__(
        self, *, C: float = 1.0, epsilon: float = 0.1, bias: float | None = None, normalise: bool = False
    ) -> None:
        super().__init__(epsilon=epsilon, bias=bias, normalise=normalise)
        self.C = positive("C", C, "how aggressive a step may be")

    def parameters(self) -> dict[str, Any]:
        return {"C": self.C, **super().parameters()}


class PARegression1(CautiousRegression):
    """The least change that brings the guess within epsilon of the truth, by a step of C at most.

        loss = max(0, |y - <w, x>| - epsilon);   w <- w + sign(y - guess) min(C, loss/|x|^2) x          (PA-I, 2006)

    Whatever the data, the sum of min(C, loss/|x|^2) loss is at most |u|^2 + 2 C L, where L is the loss of any vector
    u over the rounds it learned from: large losses count as they are, small ones squared.

    C          the longest step, above 0: small where truths are wild
    epsilon    the error that is forgiven, 0 or more

    >>> from littlestone import Game, PARegression1
    >>> game = Game(PARegression1(C=0.5))
    >>> for x, y in 5 * [([1, 0], 3.0), ([0, 1], -2.0), ([1, 1], 1.0)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 2), round(certificate.allowed, 2)
    ('holds', 7.33, 12.02)
    """

    name = "pa1-regression"
    theorems = (PARegression1Bound,)

    variants = ({}, {"C": 0.1, "normalise": True}, {"C": 0.3, "bias": 0.5, "normalise": True})

    def step(self, loss: float, square: float) -> float:
        return min(self.importance * self.C, loss / square)


class PARegression2(CautiousRegression):
    """The least change that brings the guess within epsilon, each step held back a little by its own length.

        loss = max(0, |y - <w, x>| - epsilon);   w <- w + sign(y - guess) loss/(|x|^2 + 1/(2C)) x      (PA-II, 2006)

    Whatever the data, the squares of its losses add up to at most (R^2 + 1/(2C)) (|u|^2 + 2 C Q), where Q is the sum
    of the squared losses of any vector u over the rounds it learned from.

    C          how aggressive a step may be, above 0: as it grows this becomes PA
    epsilon    the error that is forgiven, 0 or more

    >>> from littlestone import Game, PARegression2
    >>> game = Game(PARegression2(C=0.5))
    >>> for x, y in 5 * [([1, 0], 3.0), ([0, 1], -2.0), ([1, 1], 1.0)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 2), round(certificate.allowed, 2)
    ('holds', 16.04, 30.14)
    """

    name = "pa2-regression"
    theorems = (PARegression2Bound,)

    variants = ({}, {"C": 0.3})

    def step(self, loss: float, square: float) -> float:
        return loss / (square + 0.5 / (self.importance * self.C))
