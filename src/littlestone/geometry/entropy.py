"""Negative entropy on the simplex: the mirror map whose steps are multiplicative updates."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from ..errors import BadParameter
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
        return max(0.0, log(len(w)) + float(positive @ np.log(positive)))

    def gradient(self, w: Any) -> Any:
        return 1.0 + np.log(np.maximum(w, 1e-300))

    def dual_norm(self, g: Any) -> float:
        return float(np.abs(g).max())

    def dual(self, g: Any) -> float:
        return float(np.max(g) - np.min(g)) / 2.0

    def least(self, domain: Domain) -> Any:
        return domain.centre

    def most(self, domain: Domain) -> float:
        return log(domain.d)

    def mirrored(self, w: Any) -> Any:
        return logarithms(w)

    def inverse(self, theta: Any, domain: Domain) -> Any:
        return np.exp(normalised(theta))

    def divergence(self, u: Any, w: Any) -> float:
        return float((u * logarithms(u)).sum()) - float((w * logarithms(w)).sum()) - float(logarithms(w) @ (u - w))

    def land(self, theta: Any, domain: Domain) -> tuple[Any, Any]:
        theta = normalised(theta)  # ln w, which is finite even where w underflows to 0
        return np.exp(theta), theta

    def complaint(self, domain: Domain) -> str:
        return "" if isinstance(domain, Simplex) else "the entropy is for the simplex"

    def check(self, domain: Domain) -> None:
        if not isinstance(domain, Simplex):
            raise BadParameter(f"entropy is defined on the simplex, not on {domain!r}; take psi='euclidean'")


def logarithms(w: Any) -> Any:
    """ln w, with zeros replaced by the smallest positive float."""
    return np.log(np.maximum(w, np.finfo(np.float64).tiny))


def normalised(theta: Any) -> Any:
    """theta minus the constant for which e^theta sums to one."""
    theta = theta - theta.max()
    return theta - np.log(np.exp(theta).sum())
