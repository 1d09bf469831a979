"""Convex losses of a point w when nature reveals z: their values and their gradients in w."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import BadLabel, BadParameter, UnknownName
from ..support import elementary
from ..support.linear_algebra import dot, times
from ..support.settings import real
from .convex_loss import ConvexLoss as ConvexLoss  # also imported from here
from .loss_names import refuse_judge
from .pair_losses import PairHinge, PairLogistic, PairSquare
from .series import Series


class Linear(ConvexLoss):
    """<w, z>."""

    name = "linear"
    smooth = True

    def value(self, w: Any, z: Any) -> float:
        return dot(w, z)

    def gradient(self, w: Any, z: Any) -> Any:
        return z


class Gain(ConvexLoss):
    """-<w, z>: what holdings w gain at returns z, with the sign of a loss."""

    name = "gain"
    smooth = True

    def value(self, w: Any, z: Any) -> float:
        return -dot(w, z)

    def gradient(self, w: Any, z: Any) -> Any:
        return -z


class SquaredDistance(ConvexLoss):
    """|w - z|^2."""

    name = "square"
    smooth = True
    strong = 2.0

    def value(self, w: Any, z: Any) -> float:
        return dot(w - z, w - z)

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
        growth = dot(w, z)
        return -elementary.log(growth) if growth > 0.0 else math.inf  # a portfolio that is worth nothing

    def gradient(self, w: Any, z: Any) -> Any:
        return -z / dot(w, z)

    def total(self, w: Any, revealed: Series) -> float:
        return -float(elementary.logs(times(revealed.array(), w)).sum()) if len(revealed) else 0.0

    def total_gradient(self, w: Any, revealed: Series) -> Any:
        Z = revealed.array()
        return -(Z / times(Z, w)[:, None]).sum(axis=0) if len(revealed) else np.zeros(len(w))


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


CONVEX_LOSSES: dict[str, type[ConvexLoss]] = {
    loss.name: loss for loss in (Linear, Gain, SquaredDistance, Wealth, PairHinge, PairLogistic, PairSquare)
}


def find_convex_loss(loss: str | ConvexLoss) -> ConvexLoss:
    """The loss of points of that name; a `ConvexLoss` is returned as it is."""
    if isinstance(loss, ConvexLoss):
        return loss
    refuse_judge(loss, f"ask ledger.judged_by({loss!r})")
    name = {"logistic": PairLogistic.name}.get(loss, loss)
    if name not in CONVEX_LOSSES:
        raise UnknownName.among("loss", loss, CONVEX_LOSSES)
    return CONVEX_LOSSES[name]()
