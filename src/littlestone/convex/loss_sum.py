"""F = l_1 + ... + l_n, the total loss so far as a function of a fixed point, and its minimum."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..errors import StateError
from ..geometry.domain import DOMAINS, Domain
from ..geometry.entropy import Entropy
from ..geometry.euclidean import Euclidean
from ..geometry.regulariser import Regulariser
from ..geometry.solver import smallest
from ..losses.pair_losses import PairHinge
from ..losses.point_losses import CONVEX_LOSSES, ConvexLoss, Gain, Linear, SquaredDistance
from ..losses.series import Series
from ..state import Count, Growing, Held, Number, Saved, Vector, fields
from ..support import elementary
from ..support.linear_algebra import dot
from .least_hinge import signed_rows, smallest_hinge


class LossSum(Saved):
    """The sum F of the losses of a game, as a function of the point. `count` is the number of losses.

    `minimise` finds the minimum of F + weight Psi: by a formula if there is one (`exact` says for which Psi), else by a
    solver.
    """

    solved: ClassVar[tuple[type[Regulariser], ...]] = ()  # the Psi it has a formula for
    saved = fields(Count("count"))

    def __init__(self, price: ConvexLoss, d: int) -> None:
        self.price = price
        self.d = d
        self.count = 0

    def add(self, z: Any) -> None:
        """Add the loss of a round in which nature revealed z."""
        raise NotImplementedError(f"{type(self).__name__} must implement add()")

    def value(self, w: Any) -> float:
        """F(w)."""
        raise NotImplementedError(f"{type(self).__name__} must implement value()")

    def gradient(self, w: Any) -> Any:
        """The gradient of F in w."""
        raise NotImplementedError(f"{type(self).__name__} has no gradient")

    def exact(self, psi: Regulariser | None = None) -> bool:
        """Is there a formula for the point where F, or F + weight Psi, is smallest?"""
        return type(Euclidean() if psi is None else psi) in self.solved

    def minimise(self, domain: Domain, psi: Regulariser | None = None, weight: float = 0.0) -> Any:
        """A point of the domain where F + weight Psi is smallest."""
        if psi is None or weight == 0.0:
            return smallest(self.value, self.gradient, domain, domain.centre)
        return smallest(
            lambda w: self.value(w) + weight * psi.value(w),
            lambda w: self.gradient(w) + weight * psi.gradient(w),
            domain,
            psi.least(domain),
        )


class LinearSum(LossSum):
    """<S, w>, with S the sum of all gradients, which do not depend on the point."""

    solved = (Euclidean, Entropy)
    saved = fields(Vector("S", size="d"))

    def __init__(self, price: ConvexLoss, d: int) -> None:
        super().__init__(price, d)
        self.S = np.zeros(d)

    def add(self, z: Any) -> None:
        self.S = self.S + self.price.gradient(self.S, z)
        self.count += 1

    def value(self, w: Any) -> float:
        return dot(self.S, w)

    def gradient(self, w: Any) -> Any:
        return self.S

    def minimise(self, domain: Domain, psi: Regulariser | None = None, weight: float = 0.0) -> Any:
        if psi is None or weight == 0.0:
            return domain.minimise_linear(self.S)
        if isinstance(psi, Euclidean):
            return domain.project(-self.S / weight)
        if isinstance(psi, Entropy):
            powers = elementary.exps((self.S.min() - self.S) / weight)
            return powers / powers.sum()
        return super().minimise(domain, psi, weight)


class SquareSum(LossSum):
    """n |w - mean|^2 + scatter, with scatter = sum |z - mean|^2; accurate also far from the origin."""

    solved = (Euclidean,)
    saved = fields(Vector("mean", size="d"), Number("scatter"))

    def __init__(self, price: ConvexLoss, d: int) -> None:
        super().__init__(price, d)
        self.mean = np.zeros(d)
        self.scatter = 0.0

    def add(self, z: Any) -> None:
        self.count += 1
        before = z - self.mean
        self.mean = self.mean + before / self.count
        self.scatter += dot(before, z - self.mean)

    def value(self, w: Any) -> float:
        return self.scatter + self.count * dot(w - self.mean, w - self.mean)

    def gradient(self, w: Any) -> Any:
        return 2.0 * self.count * (w - self.mean)

    def minimise(self, domain: Domain, psi: Regulariser | None = None, weight: float = 0.0) -> Any:
        if psi is None or weight == 0.0:
            return domain.project(self.mean)
        if isinstance(psi, Euclidean):
            return domain.project(self.mean * (self.count / (self.count + weight / 2.0)))
        return super().minimise(domain, psi, weight)


class KeptSum(LossSum):
    """The sum of any other loss: keeps everything that was revealed, and evaluates each loss."""

    saved = fields(Growing("revealed"))

    def __init__(self, price: ConvexLoss, d: int) -> None:
        super().__init__(price, d)
        self.revealed = Series()

    def add(self, z: Any) -> None:
        self.revealed.append(z)
        self.count += 1

    def value(self, w: Any) -> float:
        return self.price.total(w, self.revealed)

    def gradient(self, w: Any) -> Any:
        return self.price.total_gradient(w, self.revealed)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        check_revealed(held["revealed"], self.price, self.d)


class HingeSum(KeptSum):
    """The sum of hinge losses of pairs, which has kinks: no solver for smooth sums finds where it is smallest."""

    def minimise(self, domain: Domain, psi: Regulariser | None = None, weight: float = 0.0) -> Any:
        plain = psi is None or weight == 0.0
        if not self.count or type(domain) not in DOMAINS.values() or not (plain or isinstance(psi, Euclidean)):
            return super().minimise(domain, psi, weight)
        return smallest_hinge(signed_rows(self.revealed), domain, 0.0 if plain else weight)


def loss_sum(price: ConvexLoss, d: int) -> LossSum:
    """An empty sum of such losses."""
    kinds: dict[type[ConvexLoss], type[LossSum]] = {
        Linear: LinearSum,
        Gain: LinearSum,
        SquaredDistance: SquareSum,
        PairHinge: HingeSum,
    }
    return kinds.get(type(price), KeptSum)(price, d)


def check_revealed(revealed: Any, price: ConvexLoss, d: int) -> None:
    """Raise if what was revealed to points of d coordinates, as it was saved, is not what the loss takes."""
    if not len(revealed) or type(price) not in CONVEX_LOSSES.values():  # custom losses may reveal any object
        return
    if revealed.shape[1:] != (price.width(d),):
        raise StateError(f"what was revealed has {revealed.shape[1]} coordinates, not {price.width(d)}")
    price.check_numbers(revealed)
