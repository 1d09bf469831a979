"""The passive-aggressive learners: PA, PA-I and PA-II."""

from __future__ import annotations

from typing import Any

from ..row import Row
from ..support.settings import positive
from .linear import WEIGHTS, LinearLearner
from .passive_aggressive_theorems import PA1Bound, PA2Bound, PABound

SHORTEST = 1e-200  # the least |x|^2 that a step is divided by; anything shorter is no example but rounding


class AggressiveLearner(LinearLearner):
    """Passive while the margin is one or more, else a step towards the example; a subclass says how long a step."""

    mixes = WEIGHTS

    kind = "linear"

    def step(self, shortfall: float, square: float) -> float:
        """The length of the step for an example that falls short of margin one by this much, |x|^2 being `square`."""
        raise NotImplementedError(f"{type(self).__name__} must say how long its steps are")

    def learn(self, x: Row, y: float, guess: float) -> None:
        shortfall = 1.0 - y * guess
        if shortfall > 0.0:
            square = self.squared_norm(x)
            if square > SHORTEST:  # an empty example has no direction to move in
                self.add(x, y * self.step(shortfall, square))


class PA(AggressiveLearner):
    """The least change of the weights that gives the example margin one.

        loss = max(0, 1 - y <w, x>);   w <- w + y (loss/|x|^2) x                     (Crammer et al. 2006, PA)

    The squares of its losses, of which a mistake has at least one, add up to R^2 |u|^2 at most if y <u, x> >= 1
    wherever it lost; on other data the losses of u enter too. One wrong label may undo much: see `PA1`.

    >>> from littlestone import Game, PA
    >>> game = Game(PA())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates[0].verdict, round(game.ledger.certificates[0].allowed, 6)
    (1, 'holds', 2.0)
    """

    name = "pa"
    theorems = (PABound,)

    variants = ({}, {"bias": 1.0})

    def step(self, shortfall: float, square: float) -> float:
        return shortfall / square


class CautiousLearner(AggressiveLearner):
    """A passive-aggressive learner with a setting C for how aggressive it may be: h C in a round of weight h."""

    weighs = True

    def __init__(self, *, C: float = 1.0, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.C = positive("C", C, "how aggressive a step may be")

    def parameters(self) -> dict[str, Any]:
        return {"C": self.C, **super().parameters()}


class PA1(CautiousLearner):
    """The least change that gives the example margin one, by a step of C at most.

        loss = max(0, 1 - y <w, x>);   w <- w + y min(C, loss/|x|^2) x             (Crammer et al. 2006, PA-I)

    Whatever the data, it makes at most max(R^2, 1/C) (|u|^2 + 2 C L) mistakes, where L is the hinge loss of any
    vector u over the rounds it learned from.

    C    the longest step, above 0: small where labels are often wrong

    >>> from littlestone import Game, PA1
    >>> game = Game(PA1(C=0.5))
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates[0].verdict, round(game.ledger.certificates[0].allowed, 6)
    (1, 'holds', 4.0)
    """

    name = "pa1"
    theorems = (PA1Bound,)

    variants = ({}, {"C": 0.1, "normalise": True}, {"C": 0.3, "bias": 0.5, "normalise": True})

    def step(self, shortfall: float, square: float) -> float:
        return min(self.importance * self.C, shortfall / square)


class PA2(CautiousLearner):
    """The least change that gives the example margin one, each step held back a little by its own length.

        loss = max(0, 1 - y <w, x>);   w <- w + y loss/(|x|^2 + 1/(2C)) x         (Crammer et al. 2006, PA-II)

    Whatever the data, the squares of its losses, of which a mistake has at least one, add up to at most
    (R^2 + 1/(2C)) (|u|^2 + 2 C Q), where Q is the sum of the squared hinge losses of any vector u.

    C    how aggressive a step may be, above 0: as it grows this becomes PA

    >>> from littlestone import Game, PA2
    >>> game = Game(PA2(C=0.5))
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates[0].verdict, round(game.ledger.certificates[0].paid, 4)
    (1, 'holds', 2.6641)
    """

    name = "pa2"
    theorems = (PA2Bound,)

    variants = ({}, {"C": 0.3}, {"C": 10.0, "bias": 0.5, "normalise": True})

    def step(self, shortfall: float, square: float) -> float:
        return shortfall / (square + 0.5 / (self.importance * self.C))
