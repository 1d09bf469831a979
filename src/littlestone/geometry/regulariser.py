"""What holds a leader back: a strongly convex function of the point, smallest where the learner starts."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, ClassVar

import numpy as np

from ..errors import BadParameter
from ..support.settings import real
from .domain import Domain
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

    def dual_norm(self, g: Any) -> float:
        """The length of a gradient, in the norm dual to that in which Psi is strongly convex."""
        return float(np.linalg.norm(g))

    def dual(self, g: Any) -> float:
        """What of that length counts where the domain does not feel all of a gradient; at most all of it."""
        return self.dual_norm(g)

    def least(self, domain: Domain) -> Any:
        """The point where Psi is smallest."""
        return smallest(self.value, self.gradient, domain, domain.centre)

    def most(self, domain: Domain) -> float:
        """The largest Psi on the domain, infinite if there is none or nobody knows."""
        return inf

    def check(self, domain: Domain) -> None:
        """Say so if Psi is not defined on this domain."""


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
