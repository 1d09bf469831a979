"""Negative entropy on the simplex: the mirror map whose steps are multiplicative updates."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..support import elementary
from ..support.linear_algebra import dot
from .domain import Domain, Simplex
from .mirror_map import MirrorMap


class Entropy(MirrorMap):
    """ln d + sum_i w_i ln w_i on the simplex, 1-strongly convex in the norm sum |w_i| (Pinsker).

    Adding a constant to all coordinates of a gradient changes nothing on the simplex: so the dual norm may be taken as
    half the range of the gradient, and `mirrored` is ln w, without the constant 1.
    """

    name = "entropy"
    domain = "simplex"
    ours = True

    def value(self, w: Any) -> float:
        positive = w[w > 0]
        return max(0.0, elementary.log(len(w)) + dot(positive, elementary.logs(positive)))

    def gradient(self, w: Any) -> Any:
        return 1.0 + elementary.logs(np.maximum(w, 1e-300))

    def dual_norm(self, g: Any) -> float:
        return float(np.abs(g).max())

    def dual(self, g: Any) -> float:
        return float(np.max(g) - np.min(g)) / 2.0

    def least(self, domain: Domain) -> Any:
        return domain.centre

    def most(self, domain: Domain) -> float:
        return elementary.log(domain.d)

    def mirrored(self, w: Any) -> Any:
        return logarithms(w)

    def inverse(self, theta: Any, domain: Domain) -> Any:
        return elementary.exps(normalised(theta))

    def divergence(self, u: Any, w: Any) -> float:
        """The sum of u ln(u/w) - u + w; of points near each other, by how far u/w is from 1, where no digits cancel."""
        with np.errstate(over="ignore"):
            off = (u - w) / np.maximum(w, np.finfo(np.float64).tiny)
        near = np.abs(off) < 0.5
        small = np.where(near, off, 0.0)
        far = u * (logarithms(u) - logarithms(w)) - u + w
        return float(np.where(near, w * ((1.0 + small) * elementary.log1ps(small) - small), far).sum())

    def land(self, theta: Any, domain: Domain) -> tuple[Any, Any]:
        theta = normalised(theta)  # ln w, which is finite even where w underflows to 0
        return elementary.exps(theta), theta

    def complaint(self, domain: Domain) -> str:
        return "" if isinstance(domain, Simplex) else "the entropy is for the simplex"

    def check(self, domain: Domain) -> None:
        if not isinstance(domain, Simplex):
            raise BadParameter(f"entropy is defined on the simplex, not on {domain!r}; take psi='euclidean'")


def logarithms(w: Any) -> Any:
    """ln w, with zeros replaced by the smallest positive float."""
    return elementary.logs(np.maximum(w, np.finfo(np.float64).tiny))


def normalised(theta: Any) -> Any:
    """theta minus the constant for which e^theta sums to one."""
    theta = theta - theta.max()
    return theta - elementary.logs(elementary.exps(theta).sum())
