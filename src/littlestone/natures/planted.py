"""Random examples labelled by a planted target, so that the premise of a theorem holds by construction."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bound import SLACK
from ..coin import Coin
from ..errors import BadParameter
from ..nature import Label
from ..support.linear_algebra import dot, norm
from .draws import normals

if TYPE_CHECKING:
    from ..rows.round import Round

LARGEST_MARGIN = 1 - 1e-6  # above that, the label depends on rounding


class Planted:
    """Base class of planted natures: a seed, a number of rounds, and labels without delay.

    A subclass sets `target`, and implements `draw`, which returns one example and its label.
    """

    def __init__(self, n: int, rounds: int, seed: int) -> None:
        if n < 1:
            raise BadParameter(f"n is the number of variables, 1 or more, not {n}")
        if rounds < 0:
            raise BadParameter(f"rounds is how many examples there will be, 0 or more, not {rounds}")
        self.n = n
        self.rounds = rounds
        self.random = np.random.default_rng(Coin(seed).seed)
        self.asked = 0
        self.y = 0

    def draw(self) -> tuple[Any, int]:
        """An example and its label."""
        raise NotImplementedError(f"{type(self).__name__} must implement draw()")

    def ask(self, last: Round | None) -> Any:
        """The next example; None after `rounds` of them."""
        if self.asked == self.rounds:
            return None
        self.asked += 1
        x, self.y = self.draw()
        return x

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """The label, at once."""
        return (Label(number, self.y),)

    def close(self) -> Iterable[Label]:
        """Nothing: all labels were revealed at once."""
        return ()

    def some_of(self, k: int) -> tuple[int, ...]:
        """k of the n variables, drawn at random."""
        return tuple(sorted(self.random.choice(self.n, k, replace=False).tolist()))


class PlantedDisjunction(Planted):
    """x in {0, 1}^n, each variable 1 with probability `chance`; the label is +1 if one of the k in `target` is 1.

    The default of `chance` is 1 - 2^(-1/k), so that half of the labels are positive. Winnow, with theta = n and
    beta = 1, makes at most 1 + 3k(1 + floor(log2 n)) mistakes here, the Perceptron may make of the order of kn
    (Littlestone 1988; Kivinen, Warmuth and Auer 1997).

    >>> from littlestone import Game, Winnow
    >>> from littlestone.bounds import DisjunctionBound
    >>> from littlestone.natures import PlantedDisjunction
    >>> ledger = Game(Winnow(n=100), bounds=[DisjunctionBound(k=3)]).play(PlantedDisjunction(100, 3, rounds=500))
    >>> ledger.certificates[0].verdict, ledger.certificates[0].allowed
    ('holds', 64.0)
    """

    def __init__(self, n: int, k: int, *, rounds: int, chance: float | None = None, seed: int = 0) -> None:
        super().__init__(n, rounds, seed)
        if not 0 <= k <= n:
            raise BadParameter(f"k is how many of the {n} variables matter, 0 to {n}, not {k}")
        if chance is not None and not 0 <= chance <= 1:
            raise BadParameter(f"chance is that of a variable to be on, from 0 to 1, not {chance}")
        self.k = k
        self.chance = chance if chance is not None else 1 - 2 ** (-1 / k) if k else 0.5
        self.target = self.some_of(k)

    def draw(self) -> tuple[Any, int]:
        x = self.random.random(self.n) < self.chance
        return x, 1 if x[list(self.target)].any() else -1


class PlantedHalfspace(Planted):
    """x in the unit ball, on the side y of the unit vector `target` by a margin: y <target, x> >= margin.

    y <target, x> is drawn uniformly from the margin to 1, and the part orthogonal to the target uniformly from the
    ball that is left. The Perceptron makes at most 1/margin^2 mistakes here (Novikoff 1962).

    >>> from littlestone import Game, Perceptron
    >>> from littlestone.bounds import MarginBound
    >>> from littlestone.natures import PlantedHalfspace
    >>> game = Game(Perceptron(), bounds=[MarginBound(margin=0.1)])
    >>> ledger = game.play(PlantedHalfspace(20, margin=0.1, rounds=500))
    >>> ledger.certificates[0].verdict, ledger.mistakes <= 100
    ('holds', True)
    """

    def __init__(self, n: int, *, margin: float, rounds: int, seed: int = 0) -> None:
        super().__init__(n, rounds, seed)
        if not 0 < margin <= LARGEST_MARGIN:
            raise BadParameter(f"margin is more than 0 and less than 1 ({LARGEST_MARGIN} at most), not {margin}")
        self.margin = margin
        self.target = self.direction()

    def direction(self) -> Any:
        """A unit vector, uniform on the sphere."""
        v = normals(self.random, self.n)
        return v / norm(v)

    def draw(self) -> tuple[Any, int]:
        y = 1 if self.random.random() < 0.5 else -1
        low, high = self.margin + SLACK, 1 - SLACK  # so that rounding breaks neither promise
        along = low + (high - low) * self.random.random()
        x = y * along * self.target
        if self.n > 1:
            room = sqrt(high * high - along * along) * self.random.random() ** (1 / (self.n - 1))
            x += room * self.across()
        return x, y

    def across(self) -> Any:
        """A unit vector orthogonal to the target."""
        while True:
            v = self.direction()
            v -= dot(v, self.target) * self.target
            length = norm(v)
            if length > 1e-3:  # a shorter one is mostly rounding error
                return v / length


class Analysts(Planted):
    """x in {-1, +1}^n, the forecasts of n analysts; the label is the majority of the k in `target`.

    With u = 1/sqrt(k) on the k and 0 elsewhere the margin is 1/sqrt(k) and |x| = sqrt(n), so the Perceptron makes
    at most nk mistakes. k is odd: there are no ties.
    """

    def __init__(self, n: int, k: int, *, rounds: int, seed: int = 0) -> None:
        super().__init__(n, rounds, seed)
        if not 1 <= k <= n or k % 2 == 0:
            raise BadParameter(f"k is how many of the {n} analysts decide, an odd number up to {n}, not {k}")
        self.k = k
        self.margin = 1 / sqrt(k)
        self.target = self.some_of(k)

    def draw(self) -> tuple[Any, int]:
        x = self.random.choice((-1.0, 1.0), self.n)
        return x, 1 if x[list(self.target)].sum() > 0 else -1
