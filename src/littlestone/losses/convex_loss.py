"""The base class of convex losses of a point."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..errors import BadLabel
from .series import Series

LARGEST = 1e100  # number that nature may reveal: bounds add up their squares


class ConvexLoss:
    """Base class of losses of a point w when nature reveals z, convex in w.

    `strong` is the number sigma for which the loss is sigma-strongly convex, `concave` the number kappa for which
    e^(-kappa loss) is concave; 0 if there is none that holds for every z. `smooth` says whether it has a gradient
    everywhere, if known.
    """

    name: ClassVar[str] = ""
    strong: float = 0.0
    concave: float = 0.0
    smooth: bool | None = None

    @property
    def full_name(self) -> str:
        """The name, as `find_convex_loss` reads it."""
        return self.name

    def width(self, d: int) -> int:
        """How many numbers nature reveals about a point of d coordinates."""
        return d

    def coordinates(self, z: Any) -> int:
        """How many coordinates a point has of which z can be revealed."""
        return int(np.size(z))

    def turned(self, z: Any, d: int) -> Any:
        """Check what nature revealed and convert it to a vector of `width` numbers."""
        try:
            vector = np.array(z, dtype=np.float64)
        except (TypeError, ValueError):
            raise BadLabel(f"nature reveals a vector of {d} numbers, not {z!r:.60}") from None
        if vector.ndim == 0 and d == 1:
            vector = vector.reshape(1)
        if vector.shape != (d,):
            raise BadLabel(f"nature reveals a vector of {d} numbers, not one of shape {vector.shape}")
        self.check_numbers(vector)
        return vector

    def check_numbers(self, revealed: Any) -> None:
        """Raise if numbers that were revealed, a vector or one per row, are not valid."""
        small = np.abs(revealed) <= LARGEST
        if not small.all():
            bad = revealed[~small][0]
            raise BadLabel(f"nature reveals finite numbers up to {LARGEST:g}, which can be squared; here is {bad:g}")

    def steepest(self, z: Any) -> Any:
        """A gradient that is no shorter than any the loss has, at kinks as well, in every norm; None if unknown."""
        return None

    def value(self, w: Any, z: Any) -> float:
        """The loss of w."""
        raise NotImplementedError(f"{type(self).__name__} must implement value()")

    def gradient(self, w: Any, z: Any) -> Any:
        """The gradient of the loss in w; at a kink, a subgradient."""
        raise NotImplementedError(f"{type(self).__name__} has no gradient")

    def total(self, w: Any, revealed: Series) -> float:
        """The total loss of the fixed point w over all that was revealed."""
        return sum(self.value(w, z) for z in revealed)

    def total_gradient(self, w: Any, revealed: Series) -> Any:
        """The gradient of `total` in w."""
        total = np.zeros(len(w))
        for z in revealed:
            total += self.gradient(w, z)
        return total
