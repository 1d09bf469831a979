"""ROMMA, the relaxed online maximum margin algorithm, and its aggressive version."""

from __future__ import annotations

from ..row import Row
from .romma_theorems import AggressiveROMMABound, ROMMABound
from .scaled_weights import ScaledLearner

PARALLEL = 1e-12  # squared sine of an angle between w and x that is rounding
SHORTEST, LONGEST = 1e-100, 1e100  # squared lengths with which the step can be computed


class RelaxedLearner(ScaledLearner):
    """Keeps the shortest vector that gets the last example right by one and stays beyond all it knew before."""

    def relax(self, x: Row, y: float) -> None:
        """Move to the shortest v with y <v, x> >= 1 and <w, v> >= |w|^2, a half-space that holds all better ones."""
        size = self.squared_norm(x)
        if not SHORTEST < size < LONGEST:
            return  # an empty example has no direction
        product = self.factor * self.dot(x)
        if y * product >= 1.0:
            return  # it was told another guess than its own, and has nothing to learn
        both = size * self.square
        apart = both - product * product
        # Where w is in the way of x the two conditions contradict each other and the algorithm begins afresh; where it
        # is on the way the second condition asks for nothing. In both cases the answer is the first condition's.
        if apart <= PARALLEL * both or both <= y * product or both > LONGEST:
            self.begin()
            self.add(x, y / size)
            self.square = 1.0 / size
            return
        scale = (both - y * product) / apart
        step = self.square * (y - product) / apart
        self.factor *= scale
        self.add(x, step / self.factor)
        self.square = scale * scale * self.square + 2.0 * scale * step * product + step * step * size
        if not 1e-50 < self.factor < 1e50:
            self.fold()


class ROMMA(RelaxedLearner):
    """On a mistake, the shortest vector that gets this example right by one, in the half-space of all better ones.

        w <- argmin |v|   with   y <v, x> >= 1   and   <w, v> >= |w|^2                       (Li and Long 2002)

    Every vector with y <u, x> >= 1 on all mistakes stays in that half-space, so w never grows longer than the
    shortest of them, while every mistake makes it longer: at most (R/gamma)^2 mistakes, as for the Perceptron,
    with a vector that leans towards the largest margin. On data that no vector separates it has no theorem, and begins
    afresh where the two conditions contradict each other.

    >>> from littlestone import ROMMA, Game
    >>> game = Game(ROMMA())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates[0].verdict, game.ledger.certificates[0].allowed
    (1, 'holds', 1.0)
    """

    name = "romma"
    conservative = True
    theorems = (ROMMABound,)

    variants = ({}, {"bias": 0.5})

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) != y:
            self.relax(x, y)


class AggressiveROMMA(RelaxedLearner):
    """ROMMA that also moves when it was right by less than one.

        if y <w, x> < 1:   w <- argmin |v|   with   y <v, x> >= 1   and   <w, v> >= |w|^2     (Li and Long 2002)

    At most (R/gamma)^2 mistakes, R the longest mistaken example, if some unit vector has y <u, x> >= gamma on every
    example it learned from.

    >>> from littlestone import AggressiveROMMA, Game
    >>> game = Game(AggressiveROMMA())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates[0].verdict, round(game.ledger.certificates[0].allowed, 6)
    (1, 'holds', 2.0)
    """

    name = "aromma"
    theorems = (AggressiveROMMABound,)

    variants = ({}, {"bias": 0.5, "normalise": True})

    def learn(self, x: Row, y: float, guess: float) -> None:
        if y * guess < 1.0:
            self.relax(x, y)
