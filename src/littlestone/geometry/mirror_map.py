"""Mirror maps: the geometry in which a mirror descent steps."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from .domain import Domain, Simplex


class MirrorMap:
    """A function psi, mu-strongly convex on the domain in some norm; its gradient carries points into the mirror.

    A map of your own says `value`, `gradient` and `inverse`, its `mu`, and `dual_norm` if the norm is not the
    Euclidean one. `inverse` leads from the mirror into the domain: it is the point w where <theta, w> - psi(w) is
    largest, so the projection, if there is one, is part of it.
    """

    name: ClassVar[str] = ""
    domain: ClassVar[str] = "space"  # where it is at home
    mu: float = 1.0

    def value(self, w: Any) -> float:
        """psi(w)."""
        raise NotImplementedError(f"{type(self).__name__} must say what psi is")

    def gradient(self, w: Any) -> Any:
        """The gradient of psi at w: theta, the point w in the mirror."""
        raise NotImplementedError(f"{type(self).__name__} must say what the gradient of psi is")

    def inverse(self, theta: Any, domain: Domain) -> Any:
        """The point of the domain with the largest <theta, w> - psi(w)."""
        raise NotImplementedError(f"{type(self).__name__} must say how to come back from the mirror")

    def dual_norm(self, g: Any) -> float:
        """The length of a gradient, in the norm dual to that in which psi is strongly convex."""
        return float(np.linalg.norm(g))

    def divergence(self, u: Any, w: Any) -> float:
        """D(u, w) = psi(u) - psi(w) - <gradient at w, u - w>: how far psi rises above its tangent at w."""
        return self.value(u) - self.value(w) - float(self.gradient(w) @ (u - w))

    def land(self, theta: Any, domain: Domain) -> tuple[Any, Any]:
        """The point that theta leads to, and where in the mirror that point is."""
        w = self.inverse(theta, domain)
        return w, self.gradient(w)

    def complaint(self, domain: Domain) -> str:
        """Why psi is not for this domain; nothing if it is."""
        return ""


class Euclidean(MirrorMap):
    """psi(w) = |w|^2/2: the mirror shows things as they are, and mirror descent is gradient descent."""

    name = "euclidean"

    def value(self, w: Any) -> float:
        return float(w @ w) / 2.0

    def gradient(self, w: Any) -> Any:
        return w

    def inverse(self, theta: Any, domain: Domain) -> Any:
        return domain.project(theta)

    def divergence(self, u: Any, w: Any) -> float:
        return float((u - w) @ (u - w)) / 2.0


class Entropy(MirrorMap):
    """psi(w) = sum of w_i ln w_i on the simplex, 1-strongly convex in the sum of |w_i|: steps multiply weights."""

    name = "entropy"
    domain = "simplex"

    def value(self, w: Any) -> float:
        return float((w * logarithms(w)).sum())

    def gradient(self, w: Any) -> Any:
        return logarithms(w)  # and 1, which shifts all coordinates alike: the simplex does not feel it

    def inverse(self, theta: Any, domain: Domain) -> Any:
        return np.exp(normalised(theta))

    def dual_norm(self, g: Any) -> float:
        return float(np.abs(g).max())

    def land(self, theta: Any, domain: Domain) -> tuple[Any, Any]:
        theta = normalised(theta)  # ln w, which is a number even where w is too small to be one
        return np.exp(theta), theta

    def complaint(self, domain: Domain) -> str:
        return "" if isinstance(domain, Simplex) else "the entropy is for the simplex"


def logarithms(w: Any) -> Any:
    """ln w, and for a weight of zero the logarithm of the smallest number."""
    return np.log(np.maximum(w, np.finfo(np.float64).tiny))


def normalised(theta: Any) -> Any:
    """theta less what makes e^theta sum to one."""
    theta = theta - theta.max()
    return theta - np.log(np.exp(theta).sum())


MIRRORS: dict[str, type[MirrorMap]] = {mirror.name: mirror for mirror in (Euclidean, Entropy)}
