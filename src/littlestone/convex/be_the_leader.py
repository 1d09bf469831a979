"""Be the Leader: the prophet that Follow the Leader is compared with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ..bound import SLACK, Certificate
from ..geometry.domain import Domain, find_domain
from ..geometry.solver import PRECISION
from ..losses.point_losses import ConvexLoss, find_convex_loss
from .loss_sum import loss_sum


class Prophecy(NamedTuple):
    """What the prophet played and paid, and the best fixed point with what it would have paid."""

    points: Any
    losses: Any
    best: Any
    least: float
    exact: bool

    @property
    def regret(self) -> float:
        """What the prophet lost more than the best fixed point: never more than 0."""
        return float(self.losses.sum()) - self.least

    @property
    def certificate(self) -> Certificate:
        """The theorem that the regret is at most 0."""
        theorem, paid = "Be the Leader: R_T <= 0", self.regret
        slack = (SLACK if self.exact else PRECISION) * (float(np.abs(self.losses).sum()) + abs(self.least))
        if paid <= slack:
            return Certificate(
                theorem, paid, 0.0, teaches=f"no fixed point has lost less than {self.losses.sum():,.6g}"
            )
        failure = "the prophet lost more than a fixed point"
        if self.exact:
            return Certificate(theorem, paid, 0.0, violated=failure)
        return Certificate(
            theorem, paid, None, open=f"the leader was found by a solver, and not well enough: {failure}"
        )


def be_the_leader(
    revealed: Iterable[Any], d: int = 1, *, domain: str | Domain = "ball", loss: str | ConvexLoss = "linear"
) -> Prophecy:
    """What it would pay to play, in every round, the leader of the rounds up to and including it.

        w_t <- argmin l_1 + ... + l_t                                                   (Kalai and Vempala 2005)

    That is no learner: it has to know z_t before it plays. It pays at most what any fixed point pays: F_T(w_T) is
    least, and by induction the prophet pays no more than w_T on the rounds before. So what Follow the Leader loses more
    is what its leader lags behind by one round.

    revealed    what nature reveals, round by round
    d           how many coordinates a point has
    domain      where points lie
    loss        what a point costs

    >>> from littlestone import be_the_leader
    >>> prophecy = be_the_leader([0.5, -1, 1, -1], domain="box")
    >>> prophecy.points.ravel().tolist(), prophecy.regret
    ([-1.0, 1.0, -1.0, 1.0], -3.0)
    """
    price, where = find_convex_loss(loss), find_domain(domain, d)
    total = loss_sum(price, d)
    points, losses = [], []
    for y in revealed:
        z = price.turned(y, d)
        total.add(z)
        points.append(total.minimise(where))
        losses.append(price.value(points[-1], z))
    best = total.minimise(where)
    played = np.array(points).reshape(len(points), d)
    return Prophecy(played, np.array(losses), best, total.value(best), total.exact())
