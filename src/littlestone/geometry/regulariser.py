"""Regularisers, for follow the regularised leader: strongly convex functions, smallest where the learner starts."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, ClassVar

import numpy as np

from ..errors import BadParameter
from ..support.linear_algebra import norm
from ..support.settings import real
from .domain import Domain
from .solver import smallest


class Regulariser:
    """Psi >= 0, alpha-strongly convex in a norm whose dual measures gradients.

    `ours` says that alpha is proved and not only claimed by the user, `grain` is the absolute rounding error of a
    value, besides the relative one.
    """

    name: ClassVar[str] = ""
    alpha: float = 1.0
    ours: ClassVar[bool] = True
    grain: ClassVar[float] = 1e-14

    def value(self, w: Any) -> float:
        """Psi(w)."""
        raise NotImplementedError(f"{type(self).__name__} must implement value()")

    def gradient(self, w: Any) -> Any:
        """The gradient of Psi in w."""
        raise NotImplementedError(f"{type(self).__name__} has no gradient")

    def dual_norm(self, g: Any) -> float:
        """The dual norm of a gradient: dual to the norm in which Psi is strongly convex."""
        return norm(g)

    def dual(self, g: Any) -> float:
        """The dual norm restricted to directions within the domain; at most `dual_norm`."""
        return self.dual_norm(g)

    def least(self, domain: Domain) -> Any:
        """The point of the domain where Psi is smallest."""
        return smallest(self.value, self.gradient, domain, domain.centre)

    def most(self, domain: Domain) -> float:
        """The largest Psi on the domain; infinite if there is none or it is not known."""
        return inf

    def check(self, domain: Domain) -> None:
        """Raise if Psi is not defined on this domain."""


class GivenRegulariser(Regulariser):
    """A custom Psi >= 0: its value, its gradient, and its alpha in the Euclidean norm, taken on trust."""

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
