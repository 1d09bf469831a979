"""Convex losses of a point w when nature reveals z: their values and their gradients in w."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ..errors import BadLabel, BadParameter
from ..support.series import Series
from ..support.settings import real

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


class Linear(ConvexLoss):
    """<w, z>."""

    name = "linear"
    smooth = True

    def value(self, w: Any, z: Any) -> float:
        return float(w @ z)

    def gradient(self, w: Any, z: Any) -> Any:
        return z


class Gain(ConvexLoss):
    """-<w, z>: what holdings w gain at returns z, with the sign of a loss."""

    name = "gain"
    smooth = True

    def value(self, w: Any, z: Any) -> float:
        return -float(w @ z)

    def gradient(self, w: Any, z: Any) -> Any:
        return -z


class SquaredDistance(ConvexLoss):
    """|w - z|^2."""

    name = "square"
    smooth = True
    strong = 2.0

    def value(self, w: Any, z: Any) -> float:
        return float((w - z) @ (w - z))

    def gradient(self, w: Any, z: Any) -> Any:
        return 2.0 * (w - z)


class Wealth(ConvexLoss):
    """-ln <w, z>: the growth lost with shares w of one's wealth in assets of price relatives z."""

    name = "wealth"
    smooth = True
    concave = 1.0

    def check_numbers(self, revealed: Any) -> None:
        super().check_numbers(revealed)
        if (revealed <= 0).any():
            bad = tuple(np.argwhere(revealed <= 0)[0])
            raise BadLabel(
                f"a price relative is today's price over yesterday's, more than 0; asset {bad[-1]} has "
                f"{revealed[bad]:g}"
            )

    def value(self, w: Any, z: Any) -> float:
        growth = float(w @ z)
        return -math.log(growth) if growth > 0.0 else math.inf  # a portfolio that is worth nothing

    def gradient(self, w: Any, z: Any) -> Any:
        return -z / float(w @ z)

    def total(self, w: Any, revealed: Series) -> float:
        return -float(np.log(revealed.array() @ w).sum()) if len(revealed) else 0.0

    def total_gradient(self, w: Any, revealed: Series) -> Any:
        Z = revealed.array()
        return -(Z / (Z @ w)[:, None]).sum(axis=0) if len(revealed) else np.zeros(len(w))


class Given(ConvexLoss):
    """A custom loss: its value and gradient as functions of the point and of what nature reveals, any object.

    strong      its modulus of strong convexity, taken on trust
    concave     the kappa for which e^(-kappa loss) is concave, taken on trust
    smooth      whether it has a gradient everywhere, and no kinks; None if unknown
    """

    name = "given"

    def __init__(
        self,
        value: Callable[[Any, Any], float],
        gradient: Callable[[Any, Any], Any],
        *,
        strong: float = 0.0,
        concave: float = 0.0,
        smooth: bool | None = None,
    ) -> None:
        self.given_value = value
        self.given_gradient = gradient
        self.strong = real("strong", strong, "how strongly convex the loss is")
        self.concave = real("concave", concave, "the rate at which the loss is exp-concave")
        if min(self.strong, self.concave) < 0:
            raise BadParameter(f"strong and concave are 0 or more, not {strong} and {concave}")
        if smooth not in (True, False, None):
            raise BadParameter(f"smooth is True, False or None, not {smooth!r}")
        self.smooth = smooth

    def value(self, w: Any, z: Any) -> float:
        return float(self.given_value(w, z))

    def gradient(self, w: Any, z: Any) -> Any:
        return np.asarray(self.given_gradient(w, z), dtype=np.float64)

    def turned(self, z: Any, d: int) -> Any:
        return z
