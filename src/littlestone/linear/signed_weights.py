# cython: boundscheck=False, wraparound=False
"""Two weights for every column, one that pulls each way, which are multiplied and never added to."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import StateError
from ..learner import misfit
from ..row import Row
from ..state import Held, Numbers, Vector, fields
from ..support import elementary
from ..support.settings import positive
from .linear import LinearLearner, longer

REACH = 30.0  # an exponent this far above the scale of the others makes a new scale


class SignedWeights(LinearLearner):
    """A mixture of all columns and their negations, each weighted by the exponential of how well it has done.

        w_i = p_i sinh(eta theta_i)/Z,   Z = 1 + sum of p_i (cosh(eta theta_i) - 1)

    is the difference of two weights p_i e^(+eta theta_i)/2 and p_i e^(-eta theta_i)/2, divided by the sum of all where
    the prior p sums to one. A column that never came has theta = 0: it adds nothing, so nobody need know how many
    there are to be. The sums theta are kept where other learners have w; sinh and Z are kept up to date by the columns
    that move, both divided by e^shift lest they overflow.
    """

    kind = "linear"
    saved = fields(Vector("powers", like="w", columns=0), Numbers("scale", "bias_power", "shift", "mass", "peak"))

    def __init__(self, *, eta: float, bias: float | None, normalise: bool) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.eta = positive("eta", eta, "the rate")
        self.powers = np.zeros(0)  # p_i sinh(eta theta_i) e^-shift
        self.bias_power = 0.0
        self.shift = 0.0
        self.mass = 1.0  # Z e^-shift
        self.peak = 1.0  # the largest it was since it was last added up afresh

    def parameters(self) -> dict[str, Any]:
        return {"eta": self.eta, **super().parameters()}

    def prior(self, j: int) -> float:
        """The prior p of coordinate j, where the constant feature, if there is one, comes first."""
        raise NotImplementedError(f"{type(self).__name__} must say what its prior is")

    @property
    def weights(self) -> Any:
        """A copy of the mixture, one number per column."""
        return np.array(self.powers) / self.mass

    @property
    def theta(self) -> Any:
        """The sums that the exponents are made of, the constant feature's first if there is one."""
        return LinearLearner.embedded_weights(self, 0)

    def embedded_weights(self, width: int) -> Any:
        w = np.array(self.powers) / self.mass
        w = np.concatenate(([self.bias_power / self.mass], w)) if self.bias != 0.0 else w
        return np.concatenate((w, np.zeros(max(0, width - len(w)))))

    def mixture(self, x: Row) -> float:
        """<w, x>."""
        total = x.dot(self.powers)
        if self.bias != 0.0:
            total += self.bias * self.bias_power
        if self.normalise:
            total *= self.shrink(x)
        return float(total / self.mass)

    def widest(self, x: Row) -> float:
        """The largest |x_i|."""
        batch = x.batch
        size = abs(self.bias)
        for k in range(x.start, x.stop):
            size = max(size, abs(float(batch.values[k])))
        return size * self.shrink(x) if self.normalise else size

    def tilt(self, x: Row, amount: float) -> None:
        """theta <- theta + amount x, with the exponentials of the columns that x has."""
        if x.width > self.w.shape[0]:
            self.widen(x.width)
        if self.powers.shape[0] != self.w.shape[0]:
            raise misfit(self)
        batch = x.batch
        first = 1 if self.bias != 0.0 else 0
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            self.mass -= self.prior(i + first) * self.cosh(self.w[i])
        if first:
            self.mass -= self.prior(0) * self.cosh(self.bias_weight)
        self.add(x, amount)
        largest = abs(self.bias_weight)
        for k in range(x.start, x.stop):
            largest = max(largest, abs(float(self.w[batch.columns[k]])))
        if self.eta * largest > self.shift + REACH:
            self.refresh()
            return
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            self.mass += self.prior(i + first) * self.cosh(self.w[i])
            self.powers[i] = self.prior(i + first) * self.sinh(self.w[i])
        if first:
            self.mass += self.prior(0) * self.cosh(self.bias_weight)
            self.bias_power = self.prior(0) * self.sinh(self.bias_weight)
        self.peak = max(self.peak, self.mass)
        if self.mass < 1e-3 * self.peak:  # before what was taken away leaves nothing but its rounding
            self.refresh()

    def cosh(self, theta: float) -> float:
        """The hyperbolic cosine of eta theta, divided by e^shift."""
        return 0.5 * (elementary.exp(self.eta * theta - self.shift) + elementary.exp(-self.eta * theta - self.shift))

    def sinh(self, theta: float) -> float:
        """The hyperbolic sine of eta theta, divided by e^shift."""
        return 0.5 * (elementary.exp(self.eta * theta - self.shift) - elementary.exp(-self.eta * theta - self.shift))

    def refresh(self) -> None:
        """Find the scale again, take all exponentials again, and add them up."""
        if self.powers.shape[0] != self.w.shape[0]:
            raise misfit(self)
        first = 1 if self.bias != 0.0 else 0
        largest = abs(self.bias_weight)
        for i in range(self.w.shape[0]):
            largest = max(largest, abs(float(self.w[i])))
        self.shift = self.eta * largest
        rest = elementary.exp(-self.shift)
        total = rest
        for i in range(self.w.shape[0]):
            if self.w[i] != 0.0:
                total += self.prior(i + first) * (self.cosh(self.w[i]) - rest)
                self.powers[i] = self.prior(i + first) * self.sinh(self.w[i])
            else:
                self.powers[i] = 0.0
        if first:
            total += self.prior(0) * (self.cosh(self.bias_weight) - rest)
            self.bias_power = self.prior(0) * self.sinh(self.bias_weight)
        self.mass = total
        self.peak = total

    def widen(self, width: int) -> None:
        room = self.room_for(width)
        powers = longer(self.powers, room) if room > self.powers.shape[0] else self.powers
        LinearLearner.widen(self, width)
        self.powers = powers

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        _, shift, mass, _ = held["scale"]
        if not (np.isfinite(held["scale"]).all() and mass > 0.0):
            raise StateError(f"the weights of this {type(self).__name__} sum to no number above zero")
        if not (np.isfinite(held["w"]).all() and np.isfinite(held["bias_weight"])):
            raise StateError(f"this {type(self).__name__} has exponents that are no finite numbers")
        largest = max(np.abs(held["w"]).max(initial=0.0), abs(held["bias_weight"]))
        if not (shift >= 0.0 and self.eta * largest <= shift + REACH):
            raise StateError(
                f"this {type(self).__name__} has exponents up to {self.eta * largest:.6g}, which is more than "
                f"{REACH:g} above the scale {shift:.6g} of its weights"
            )
        if self.bias == 0.0 and held["bias_weight"] != 0.0:
            raise StateError(f"this {type(self).__name__} has no constant feature, but an exponent for it")
