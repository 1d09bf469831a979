"""Follow the Leader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import BadParameter
from ..geometry.domain import Domain, Space
from ..losses.point_losses import ConvexLoss
from .follow_leader_theorems import LeaderBound
from .leader import LeaderLearner
from .loss_sum import LinearSum, loss_sum
from .point import frozen


class FollowTheLeader(LeaderLearner):
    """Play the point that would have paid least so far.

        w <- argmin F,   F = l_1 + ... + l_t                                                      (Hannan 1957)

    What it loses more than the best fixed point is the sum of F_t(w_t) - F_t(w_{t+1}), exactly: it does well if the
    leader moves little. Of points that nature draws, |w - z|^2, the leader is the mean, which moves by 1/t, and the
    regret is the sum of |w_t - z_t|^2 / t. With linear losses on [-1, 1] it can be made to change sides every round and
    loses all of them: see `natures.adversaries.FlipFlop`.

    Before the first round, and when every point is a leader, it plays w1. Of several leaders it takes the centre of the
    domain, or of the box's side that is in doubt, and in the simplex the first vertex.

    d           how many coordinates a point has
    domain      where points lie; linear losses need a ball, a box or the simplex
    w1          the first point; None takes the centre of the domain

    >>> from littlestone import ConvexGame, FollowTheLeader
    >>> from littlestone.bounds import LeaderBound
    >>> game = ConvexGame(FollowTheLeader(1), loss="square", bounds=[LeaderBound(radius=1)])
    >>> for z in [1, -1, 1, -1]:
    ...     move = game.predict()
    ...     game.label(move.number, z)
    >>> certificate = game.ledger.certificates[0]
    >>> print(f"{certificate.verdict}: {certificate.paid:.4f} of {certificate.allowed:.4f}")
    holds: 3.7778 of 5.3333
    """

    name = "follow-the-leader"
    theorems = (LeaderBound,)

    variants = ({"d": 3}, {"d": 3, "domain": "simplex"})

    def __init__(self, d: int = 1, *, domain: str | Domain = "ball", w1: Sequence[float] | float | None = None) -> None:
        super().__init__(d, domain=domain)
        self.given_w1 = w1
        self.w1 = frozen(self.domain.centre if w1 is None else np.atleast_1d(w1))
        if self.w1.shape != (self.d,) or not self.domain.contains(self.w1):
            raise BadParameter(f"w1 is a point of {self.domain!r}, not {w1!r}")

    def parameters(self) -> dict[str, Any]:
        given = self.given_w1
        return {**super().parameters(), "w1": None if given is None else self.w1.tolist()}

    def plays_for(self, price: ConvexLoss) -> None:
        if isinstance(loss_sum(price, self.d), LinearSum) and isinstance(self.domain, Space):
            raise BadParameter(
                f"linear losses have no leader on all of R^d, and the {price.name} loss is one; follow it on a ball, "
                f"a box or the simplex, or play FollowTheRegularisedLeader"
            )
        super().plays_for(price)

    def predict(self) -> Any:
        if self.losses.count == 0 or (isinstance(self.losses, LinearSum) and not np.any(self.losses.S)):
            return self.w1
        return self.losses.minimise(self.domain)
