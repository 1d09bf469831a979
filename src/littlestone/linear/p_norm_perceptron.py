# cython: boundscheck=False, wraparound=False
"""The p-norm Perceptron."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..geometry.linear_guess import LinearGuess
from ..learner import misfit
from ..row import Row
from ..state import Held, Number, Numbers, Vector, fields
from ..support import elementary
from ..support.settings import real
from .linear import LinearLearner, longer
from .p_norm_perceptron_theorems import PNormBound

SMALLEST = 2.0**-1000  # the scale of weights that are all zero


class PNormPerceptron(LinearLearner):
    """Add up the mistaken examples as the Perceptron does, and guess with the gradient of half the squared p-norm.

        guess = <w, x>,  w_i = sign(theta_i) |theta_i|^(p-1) / |theta|_p^(p-2);   on a mistake  theta <- theta + y x
                                                 (Grove, Littlestone and Schuurmans 2001; Gentile 2003)

    With 1/p + 1/q = 1, X the largest p-norm of a mistaken example and L the hinge losses of any vector u, there
    are at most L + c sqrt(L) + c^2 mistakes, where c = sqrt(p - 1) X |u|_q. For p = 2 this is the Perceptron; for
    p = 2 ln n it is much like Winnow: the number of columns counts by its logarithm when few of them matter.

    p    from 2 to 1000

    >>> from littlestone import Game, PNormPerceptron
    >>> game = Game(PNormPerceptron(p=4))
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates[0].verdict, round(game.ledger.certificates[0].allowed, 2)
    (1, 'holds', 1.19)
    """

    name = "p-norm-perceptron"
    kind = "linear"
    conservative = True
    theorems = (PNormBound,)
    saved = fields(
        Vector("theta", "theta.w", like="w", columns=0),
        Number("bias_theta", "theta.bias_weight"),
        Numbers("sums", "scale", "mass", "peak"),
    )
    variants = ({}, {"p": 2}, {"p": 6.5, "bias": 0.5}, {"p": 300, "bias": 0.5, "normalise": True})

    def __init__(self, *, p: float = 10.0, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.p = real("p", p, "which norm")
        if not 2.0 <= self.p <= 1000.0:
            raise BadParameter(f"p is which norm, from 2 to 1000, not {p}")
        self.theta = LinearLearner(bias=bias, normalise=normalise)
        self.scale = SMALLEST  # a power of two not below any |theta_i|; w_i is kept as a power of theta_i/scale
        self.mass = 0.0  # the sum of |theta_i/scale|^p
        self.peak = 0.0  # the largest that sum was since it was last added up afresh

    def parameters(self) -> dict[str, Any]:
        return {"p": self.p, **super().parameters()}

    def predict(self, x: Row) -> float:
        if self.mass <= 0.0:
            return 0.0
        return float(self.dot(x) * self.scale / elementary.power(self.mass, (self.p - 2.0) / self.p))

    def linear_guess(self) -> LinearGuess:
        factor = self.scale / elementary.power(self.mass, (self.p - 2.0) / self.p) if self.mass > 0.0 else 0.0
        return super().linear_guess().times(factor)

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) != y:
            self.widen(x.width)
            self.theta.add(x, y)
            self.updates += 1
            self.refresh(x)

    def refresh(self, x: Row) -> None:
        """Take the powers again of the coordinates that x has moved; of all, if the old scale no longer serves."""
        if self.theta.w.shape[0] != self.w.shape[0] or x.width > self.w.shape[0]:
            raise misfit(self)
        batch = x.batch
        larger = abs(self.theta.bias_weight)
        for k in range(x.start, x.stop):
            larger = max(larger, abs(float(self.theta.w[batch.columns[k]])))
        if larger > self.scale:
            self.refresh_all()
            return
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            share = float(self.theta.w[i]) / self.scale
            old = float(self.w[i])
            # |theta_i|^p is |w_i|^q: what this coordinate had in the sum before it moved
            self.mass -= elementary.power(abs(old), self.p / (self.p - 1.0))
            self.w[i] = self.power(share)
            self.mass += elementary.power(abs(share), self.p)
        if self.bias != 0.0:
            share = self.theta.bias_weight / self.scale
            self.mass -= elementary.power(abs(self.bias_weight), self.p / (self.p - 1.0))
            self.bias_weight = self.power(share)
            self.mass += elementary.power(abs(share), self.p)
        self.peak = max(self.peak, self.mass)
        if self.mass < 0.5 * self.peak:  # before what was taken away leaves nothing but its rounding
            self.refresh_all()

    def power(self, share: float) -> float:
        """sign(share) |share|^(p-1)."""
        size = elementary.power(abs(share), self.p - 1.0)
        return float(size if share > 0.0 else -size)

    def refresh_all(self) -> None:
        """Find the scale again, take all powers again, and add them up."""
        if self.theta.w.shape[0] != self.w.shape[0]:
            raise misfit(self)
        largest = abs(self.theta.bias_weight)
        for i in range(self.theta.w.shape[0]):
            largest = max(largest, abs(float(self.theta.w[i])))
        self.scale = SMALLEST
        while self.scale < largest:
            self.scale *= 2.0
        total = 0.0
        for i in range(self.theta.w.shape[0]):
            share = float(self.theta.w[i]) / self.scale
            self.w[i] = self.power(share)
            total += elementary.power(abs(share), self.p)
        self.bias_weight = self.power(self.theta.bias_weight / self.scale)
        self.mass = total + elementary.power(abs(self.theta.bias_weight / self.scale), self.p)
        self.peak = self.mass

    def widen(self, width: int) -> None:
        room = self.room_for(width)
        theta = longer(self.theta.w, room) if room > self.theta.w.shape[0] else self.theta.w
        LinearLearner.widen(self, width)
        self.theta.w = theta

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        scale = held["sums"][0]
        if not (0.0 < scale < np.inf and farthest(held["theta"], held["bias_theta"]) <= scale):
            raise StateError(f"no sum of a PNormPerceptron is larger than its scale, which is {scale} here")
        if not farthest(held["w"], held["bias_weight"]) <= 1.0:
            raise StateError("the powers of a PNormPerceptron are those of numbers up to 1, but one here is larger")


def farthest(w: Any, bias_weight: Any) -> float:
    """The largest of these numbers but for its sign; NaN if one is none."""
    return float(np.abs(np.append(w, bias_weight)).max())
