"""Mirror maps, for mirror descent."""

from __future__ import annotations

from typing import Any, ClassVar

from ..support.linear_algebra import dot
from .domain import Domain
from .regulariser import Regulariser


class MirrorMap(Regulariser):
    """A function psi, mu-strongly convex on the domain in some norm; its gradient maps points to the dual space.

    A subclass implements `value`, `gradient` and `inverse`, its `mu`, and `dual_norm` if the norm is not the
    Euclidean one. `inverse` maps the dual space to the domain: it returns the point w where <theta, w> - psi(w) is
    largest, so the projection, if there is one, is part of it.
    """

    domain: ClassVar[str] = "space"  # the default domain
    mu: float = 1.0
    ours = False

    @property
    def alpha(self) -> float:  # type: ignore[override]
        """mu, under the name that regularisers use."""
        return self.mu

    def mirrored(self, w: Any) -> Any:
        """The dual point of w: the gradient of psi, up to a vector that is orthogonal to the domain."""
        return self.gradient(w)

    def inverse(self, theta: Any, domain: Domain) -> Any:
        """The point of the domain with the largest <theta, w> - psi(w)."""
        raise NotImplementedError(f"{type(self).__name__} must implement inverse()")

    def divergence(self, u: Any, w: Any) -> float:
        """D(u, w) = psi(u) - psi(w) - <gradient at w, u - w>: how far psi rises above its tangent at w."""
        return self.value(u) - self.value(w) - dot(self.mirrored(w), u - w)

    def land(self, theta: Any, domain: Domain) -> tuple[Any, Any]:
        """The point `inverse(theta)`, and its dual point."""
        w = self.inverse(theta, domain)
        return w, self.mirrored(w)

    def complaint(self, domain: Domain) -> str:
        """Why psi is not defined on this domain; "" if it is."""
        return ""
