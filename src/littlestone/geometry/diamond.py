"""The diamond: an l1-ball, the signed weights of at most a given total mass."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..support.settings import real
from .domain import Domain, Simplex

LEAST = 1e-100  # of the mass: coordinates divided by less would be no numbers


class Diamond(Domain):
    """The l1-ball sum |w_i| <= mass."""

    name = "diamond"

    def __init__(self, d: int, mass: float = 1.0) -> None:
        super().__init__(d)
        self.mass = real("mass", mass, "how much the weights may sum to")
        if self.mass < LEAST:
            raise BadParameter(f"mass is more than 0, and {LEAST:g} or more; {mass} is not")

    @property
    def diameter(self) -> float:
        return 2.0 * self.mass

    def project(self, w: Any) -> Any:
        """The nearest point; a point outside is projected onto the face of its own signs, a simplex."""
        sizes = np.abs(w)
        if sizes.sum() <= self.mass:
            return w
        return np.sign(w) * self.mass * Simplex(self.d).project(sizes / self.mass)

    def minimise_linear(self, g: Any) -> Any:
        w = np.zeros(self.d)
        i = int(np.argmax(np.abs(g)))
        w[i] = -self.mass * np.sign(g[i])
        return w

    def numbers(self) -> tuple[float, ...]:
        return (self.mass,)
