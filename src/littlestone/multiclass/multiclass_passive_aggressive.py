"""The passive-aggressive learners of many classes."""

from __future__ import annotations

from typing import Any

from ..linear.passive_aggressive_theorems import SHORTEST
from ..row import Row
from ..support.settings import positive
from .multiclass_theorems import MulticlassPA1Bound, MulticlassPA2Bound, MulticlassPABound
from .weight_matrix import MatrixLearner


class AggressiveMatrix(MatrixLearner):
    """Passive while the true class leads every other by one, else a step; a subclass says how long a step."""

    mixes = ("w",)

    kind = "multiclass"

    def step(self, shortfall: float, square: float) -> float:
        """The length of the step where the lead falls short of one by this much, twice |x|^2 being `square`."""
        raise NotImplementedError(f"{type(self).__name__} must say how long its steps are")

    def learn(self, x: Row, y: float, guess: float) -> None:
        truth = self.meet(x, y)
        rival = self.rival(x, truth)
        if rival < 0:
            return
        shortfall = 1.0 - self.lead(truth, rival)
        if shortfall > 0.0:
            square = 2.0 * self.squared_norm(x)
            if square > SHORTEST:  # an empty example has no direction to move in
                amount = self.step(shortfall, square)
                self.add(x, truth, amount)
                self.add(x, rival, -amount)
                self.updates += 1


class MulticlassPA(AggressiveMatrix):
    """The least change of the weights that makes the true class lead every other by one.

        loss = max(0, 1 - <w_y - w_r, x>),   r the best of the other classes;   s = loss/(2 |x|^2)
        w_y <- w_y + s x,   w_r <- w_r - s x                                     (Crammer et al. 2006, PA)

    The squares of its losses, of which a mistake has at least one, add up to 2 R^2 |U|^2 at most if some matrix U has
    <u_y - u_r, x> >= 1 wherever it lost; on other data the losses of U enter too.

    >>> from littlestone import Game, MulticlassPA
    >>> game = Game(MulticlassPA())
    >>> for x, y in 5 * [([1, 0, 0], "red"), ([0, 1, 0], "green"), ([0, 0, 1], "blue")]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> game.ledger.mistakes, certificate.verdict, certificate.paid <= certificate.allowed
    (3, 'holds', True)
    """

    name = "multiclass-pa"
    theorems = (MulticlassPABound,)

    variants = ({}, {"bias": 0.5, "normalise": True})

    def step(self, shortfall: float, square: float) -> float:
        return shortfall / square


class CautiousMatrix(AggressiveMatrix):
    """A passive-aggressive learner of many classes with a setting C, h C in a round of weight h."""

    weighs = True

    def __init__(self, *, C: float = 1.0, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.C = positive("C", C, "how aggressive a step may be")

    def parameters(self) -> dict[str, Any]:
        return {"C": self.C, **super().parameters()}


class MulticlassPA1(CautiousMatrix):
    """The least change that makes the true class lead by one, by a step of C at most.

        loss = max(0, 1 - <w_y - w_r, x>),   r the best of the other classes;   s = min(C, loss/(2 |x|^2))
        w_y <- w_y + s x,   w_r <- w_r - s x                                   (Crammer et al. 2006, PA-I)

    Whatever the data, it makes at most max(2 R^2, 1/C) (|U|^2 + 2 C L) mistakes once a class is known, where L is the
    loss of any matrix U over the rounds it learned from.

    C    the longest step, above 0: small where labels are often wrong

    >>> from littlestone import Game, MulticlassPA1
    >>> game = Game(MulticlassPA1(C=0.5))
    >>> for x, y in 5 * [([1, 0, 0], "red"), ([0, 1, 0], "green"), ([0, 0, 1], "blue")]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> game.ledger.mistakes, certificate.verdict, certificate.paid <= certificate.allowed
    (3, 'holds', True)
    """

    name = "multiclass-pa1"
    theorems = (MulticlassPA1Bound,)

    variants = ({}, {"C": 0.1, "normalise": True}, {"C": 0.3, "bias": 1.0})

    def step(self, shortfall: float, square: float) -> float:
        return min(self.importance * self.C, shortfall / square)


class MulticlassPA2(CautiousMatrix):
    """The least change that makes the true class lead by one, each step held back a little by its own length.

        loss = max(0, 1 - <w_y - w_r, x>),   r the best of the other classes;   s = loss/(2 |x|^2 + 1/(2C))
        w_y <- w_y + s x,   w_r <- w_r - s x                                  (Crammer et al. 2006, PA-II)

    Whatever the data, the squares of its losses, of which a mistake has at least one, add up to at most
    (2 R^2 + 1/(2C)) (|U|^2 + 2 C Q), where Q is the sum of the squared losses of any matrix U.

    C    how aggressive a step may be, above 0: as it grows this becomes PA

    >>> from littlestone import Game, MulticlassPA2
    >>> game = Game(MulticlassPA2(C=0.5))
    >>> for x, y in 5 * [([1, 0, 0], "red"), ([0, 1, 0], "green"), ([0, 0, 1], "blue")]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> game.ledger.mistakes, certificate.verdict, certificate.paid <= certificate.allowed
    (3, 'holds', True)
    """

    name = "multiclass-pa2"
    theorems = (MulticlassPA2Bound,)

    variants = ({}, {"C": 0.3, "normalise": True})

    def step(self, shortfall: float, square: float) -> float:
        return shortfall / (square + 0.5 / (self.importance * self.C))
