"""What holds a leader back: a strongly convex function of the point, smallest where the learner starts."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log
from typing import Any, ClassVar

import numpy as np

from ..errors import BadParameter, UnknownName
from ..support.settings import real
from .domain import Ball, Box, Domain, Simplex
from .solver import smallest


class Regulariser:
    """Psi >= 0, alpha-strongly convex in a norm whose dual measures gradients.

    `ours` says that alpha is known to be right, and not only promised, `grain` how much a value may be off by rounding
    besides a fraction of itself.
    """

    name: ClassVar[str] = ""
    alpha: float = 1.0
    ours: ClassVar[bool] = True
    grain: ClassVar[float] = 1e-14

    def value(self, w: Any) -> float:
        """Psi(w)."""
        raise NotImplementedError(f"{type(self).__name__} must say what it is worth")

    def gradient(self, w: Any) -> Any:
        """The gradient of Psi in w."""
        raise NotImplementedError(f"{type(self).__name__} has no gradient")

    def dual(self, g: Any) -> float:
        """The size of a gradient, in the norm that is dual to the one Psi is strongly convex in."""
        return float(np.linalg.norm(g))

    def least(self, domain: Domain) -> Any:
        """The point where Psi is smallest."""
        return smallest(self.value, self.gradient, domain, domain.centre)

    def most(self, domain: Domain) -> float:
        """The largest Psi on the domain, infinite if there is none or nobody knows."""
        return inf

    def check(self, domain: Domain) -> None:
        """Say so if Psi is not defined on this domain."""


class Euclidean(Regulariser):
    """|w|^2 / 2, which is 1-strongly convex in the Euclidean norm. Lectures that take |w|^2 have alpha = 2."""

    name = "euclidean"
    grain = 0.0

    def value(self, w: Any) -> float:
        return float(w @ w) / 2.0

    def gradient(self, w: Any) -> Any:
        return w

    def least(self, domain: Domain) -> Any:
        return domain.project(np.zeros(domain.d))

    def most(self, domain: Domain) -> float:
        if isinstance(domain, Ball):
            return domain.radius**2 / 2.0
        if isinstance(domain, Box):
            return domain.d * max(domain.low**2, domain.high**2) / 2.0
        return 0.5 if isinstance(domain, Simplex) else inf


class Entropy(Regulariser):
    """ln d + sum_i w_i ln w_i on the simplex, 1-strongly convex in the norm sum |w_i| (Pinsker).

    Two points of the simplex differ by numbers that sum to zero, so a gradient counts by half its range.
    """

    name = "entropy"

    def value(self, w: Any) -> float:
        positive = w[w > 0]
        return max(0.0, log(len(w)) + float(positive @ np.log(positive)))

    def gradient(self, w: Any) -> Any:
        return 1.0 + np.log(np.maximum(w, 1e-300))

    def dual(self, g: Any) -> float:
        return float(np.max(g) - np.min(g)) / 2.0

    def least(self, domain: Domain) -> Any:
        return domain.centre

    def most(self, domain: Domain) -> float:
        return log(domain.d)

    def check(self, domain: Domain) -> None:
        if not isinstance(domain, Simplex):
            raise BadParameter(f"entropy is defined on the simplex, not on {domain!r}; take psi='euclidean'")


class GivenRegulariser(Regulariser):
    """A Psi of your own, at least 0: its value and gradient, and the alpha you vouch for in the Euclidean norm."""

    name = "given"
    ours = False

    def __init__(self, value: Callable[[Any], float], gradient: Callable[[Any], Any], alpha: float) -> None:
        if real("alpha", alpha, "how strongly convex Psi is") <= 0:
            raise BadParameter(f"alpha is more than 0, not {alpha}")
        self.given_value = value
        self.given_gradient = gradient
        self.alpha = float(alpha)

    def value(self, w: Any) -> float:
        return float(self.given_value(w))

    def gradient(self, w: Any) -> Any:
        return np.asarray(self.given_gradient(w), dtype=np.float64)

    def __repr__(self) -> str:
        return f"GivenRegulariser(alpha={self.alpha:g})"


REGULARISERS: dict[str, type[Regulariser]] = {psi.name: psi for psi in (Euclidean, Entropy)}


def find_regulariser(psi: str | Regulariser) -> Regulariser:
    """The regulariser of that name, or the regulariser itself."""
    if isinstance(psi, Regulariser):
        return psi
    if psi not in REGULARISERS:
        raise UnknownName.among("regulariser", psi, REGULARISERS)
    return REGULARISERS[psi]()
