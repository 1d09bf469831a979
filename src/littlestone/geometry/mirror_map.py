"""Mirror maps: the geometry in which a mirror descent steps."""

from __future__ import annotations

from typing import Any, ClassVar

from .domain import Domain
from .regulariser import Regulariser


class MirrorMap(Regulariser):
    """A function psi, mu-strongly convex on the domain in some norm; its gradient carries points into the mirror.

    A map of your own says `value`, `gradient` and `inverse`, its `mu`, and `dual_norm` if the norm is not the
    Euclidean one. `inverse` leads from the mirror into the domain: it is the point w where <theta, w> - psi(w) is
    largest, so the projection, if there is one, is part of it.
    """

    domain: ClassVar[str] = "space"  # where it is at home
    mu: float = 1.0
    ours = False

    @property
    def alpha(self) -> float:  # type: ignore[override]
        """What a regulariser calls mu."""
        return self.mu

    def mirrored(self, w: Any) -> Any:
        """The point w in the mirror: the gradient of psi, but for what the domain does not feel."""
        return self.gradient(w)

    def inverse(self, theta: Any, domain: Domain) -> Any:
        """The point of the domain with the largest <theta, w> - psi(w)."""
        raise NotImplementedError(f"{type(self).__name__} must say how to come back from the mirror")

    def divergence(self, u: Any, w: Any) -> float:
        """D(u, w) = psi(u) - psi(w) - <gradient at w, u - w>: how far psi rises above its tangent at w."""
        return self.value(u) - self.value(w) - float(self.mirrored(w) @ (u - w))

    def land(self, theta: Any, domain: Domain) -> tuple[Any, Any]:
        """The point that theta leads to, and where in the mirror that point is."""
        w = self.inverse(theta, domain)
        return w, self.mirrored(w)

    def complaint(self, domain: Domain) -> str:
        """Why psi is not for this domain; nothing if it is."""
        return ""
