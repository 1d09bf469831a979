"""Follow the Regularised Leader."""

from __future__ import annotations

from math import isinf, sqrt
from typing import Any

from ..errors import BadParameter
from ..geometry.domain import Domain
from ..geometry.geometry_names import GEOMETRIES, find_regulariser
from ..geometry.regulariser import Regulariser
from ..support.linear_algebra import squared
from ..support.settings import real
from .follow_regularised_leader_theorems import RegularisedLeaderBound, StabilityBound
from .leader import LeaderLearner


class FollowTheRegularisedLeader(LeaderLearner):
    """Play the point that would have paid least so far, with a charge on points far from where it started.

        w <- argmin F + t lambda Psi,   F = l_1 + ... + l_t                         (Shalev-Shwartz 2007)

    In round t + 1, that is; w_1 = argmin Psi. If gradients are at most G and Psi is alpha-strongly convex, then
    for every point u

        R_T(u) <= T lambda Psi(u) + 2 G^2 / (lambda alpha) (1 + 1/2 + ... + 1/T).

    Given G instead of lambda it takes lambda_t = sqrt(2 G^2 / (alpha B^2 t)) in round t, and for all u with
    Psi(u) <= B^2, whatever T will be, R_T(u) <= 3 sqrt(2 G^2 B^2 T / alpha).

    Psi is |w|^2/2 ("euclidean", alpha = 1), on the simplex also ln d + sum w_i ln w_i ("entropy", alpha = 1 in the
    norm sum |w_i|), or your own. A lecture that takes |w|^2 (alpha = 2) means half our lambda, and the same learner.

    d           how many coordinates a point has
    domain      where points lie
    psi         "euclidean", "entropy", or a Regulariser
    lam         lambda, the charge each round adds; None stands for 1, or for lambda_t if G is given
    G           the largest gradient that lambda_t is made for
    B           the root of the largest Psi(u) that lambda_t is made for; None takes it from the domain

    >>> from littlestone import ConvexGame, FollowTheRegularisedLeader
    >>> from littlestone.natures.adversaries import FlipFlop
    >>> game = ConvexGame(FollowTheRegularisedLeader(1, domain="box", G=1))
    >>> ledger = game.play(FlipFlop(100))
    >>> print(f"{ledger.regret:.3f}")
    5.393
    >>> certificate = ledger.certificates[1]
    >>> print(f"{certificate.verdict}: {certificate.paid:.3f} of {certificate.allowed:.0f}")
    holds: 5.393 of 30
    """

    name = "follow-the-regularised-leader"
    theorems = (StabilityBound, RegularisedLeaderBound)

    variants = (
        {"d": 3},
        {"d": 3, "lam": 0.5},
        {"d": 3, "domain": "ball:2"},
        {"d": 3, "domain": "box", "G": 9.0},
        {"d": 3, "psi": "entropy", "domain": "simplex"},
    )

    def __init__(
        self,
        d: int = 1,
        *,
        domain: str | Domain = "space",
        psi: str | Regulariser = "euclidean",
        lam: float | None = None,
        G: float | None = None,
        B: float | None = None,
    ) -> None:
        super().__init__(d, domain=domain)
        self.psi = find_regulariser(psi)
        self.psi.check(self.domain)
        if lam is not None and G is not None:
            raise BadParameter(f"lambda is fixed by lam or made from G, not both; here are lam = {lam} and G = {G}")
        for name, value, what in (("lam", lam, "a charge"), ("G", G, "a size of gradients"), ("B", B, "a root of Psi")):
            if value is not None and real(name, value, what) <= 0:
                raise BadParameter(f"{name} is {what}, more than 0, not {value}")
        if B is not None and G is None:
            raise BadParameter("B is for the lambda_t that is made from G; give G as well")
        self.given = {"lam": lam, "G": G, "B": B}
        self.lam = 1.0 if lam is None else float(lam)
        self.G = None if G is None else float(G)
        self.B = (sqrt(self.psi.most(self.domain)) or 1.0) if B is None else float(B)
        if G is not None and isinf(self.B):
            raise BadParameter(
                f"Psi has no largest value on {self.domain!r}; give B, with Psi(u) <= B^2 for the u of interest"
            )

    def parameters(self) -> dict[str, Any]:
        ours = type(self.psi) in GEOMETRIES.values()
        return {**super().parameters(), "psi": self.psi.name if ours else self.psi, **self.given}

    def charge(self, t: int) -> float:
        """lambda_t."""
        return self.lam if self.G is None else sqrt(2.0 * squared(self.G) / (self.psi.alpha * squared(self.B) * t))

    def weight(self, t: int) -> float:
        """What Psi is multiplied by in round t: (t - 1) lambda_t."""
        return (t - 1) * self.charge(t)

    def predict(self) -> Any:
        if self.losses.count == 0:
            return self.psi.least(self.domain)
        return self.losses.minimise(self.domain, self.psi, self.weight(self.losses.count + 1))
