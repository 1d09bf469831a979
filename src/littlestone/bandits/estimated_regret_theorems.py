"""What holds of a learner of actions on every path: the inequality on estimated losses."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Case
from ..errors import StateError
from ..state import Counts, Held, Numbers, Vector, fields
from ..support import elementary
from ..support.elementary import log
from ..support.linear_algebra import combined, dot
from ..support.settings import counted
from .action_ledger import ActionWatcher, Done

NEAR = 1e-7  # how far a share may be from what the rule gives, by rounding
TSALLIS = "tsallis-inf"


def rate_of(learner: Any, t: int) -> tuple[float, bool]:
    """The rate that the theorem has for round t, and whether the learner begins anew there."""
    if learner.name == TSALLIS:
        return 2.0 / sqrt(t), t == 1
    c = sqrt(log(max(2, learner.n)) / learner.K)
    horizon = learner.schedule.horizon
    if horizon is None:
        return c / sqrt(t), t == 1
    if horizon == "doubling":
        length = 2 ** (t.bit_length() - 1)
        return c * sqrt(2.0 / length), t == length
    return c * sqrt(2.0 / horizon), t == 1


class EstimatedRegretBound(Bound, ActionWatcher):
    """sum <q_t, l_t> - min_i sum l_t(i) <= sum (1/eta_t - 1/eta_{t-1}) D(q_t) + sum eta_t/2 S_t, on every path.

    l_t are the losses as estimated in the order in which rewards came, whatever they are, as long as they are not
    negative; q_t the shares that the learner gave to its actions, or policies, at that moment. A learner that follows
    the regularised leader, q_t = argmin <q, L_{t-1}> + psi(q)/eta_t, has D = psi(corner) - psi(q): the entropy of q for
    exponential weights, 4 (sum sqrt(q) - 1) for Tsallis-INF. S_t bounds how far one round can move it: sum q l^2 for
    the former, sum q^1.5 l^2 for the latter. (The proof: with F_t(L) = min <q, L> + psi(q)/eta_t, what q_t pays is at
    most F_t(L_t) - F_t(L_{t-1}) and eta_t/2 S_t; in the sum over t, F_t(L_t) is at most F_{t+1}(L_t) and what q_{t+1}
    loses by the change of the rate.) With one rate that is ln(K)/eta + eta/2 sum sum q l^2. Where the learner begins
    anew, by doubling, the sums of the parts add up. It needs no chance and no assumption, so it is certified on every
    run, with rewards as late as they like. That the shares are those of the rule is checked in every round.
    """

    excess = "the estimated regret is more than it can be on any path"
    saved = fields(
        Numbers("sums", "own", "spread", "moved", "before"),
        Counts("counts", "t", "wrong"),
        Vector("losses", size=lambda own, _: len(own.losses), least=0.0, finite=True),
        Vector("part", size=lambda own, _: len(own.losses), least=0.0),
    )

    def __init__(self) -> None:
        self.t = 0
        self.own = 0.0  # sum <q, l>
        self.spread = 0.0  # sum (1/eta_t - 1/eta_{t-1}) D(q_t)
        self.moved = 0.0  # sum eta/2 S
        self.before = inf  # the rate of the round before
        self.wrong = 0  # the first round whose shares are not those of the rule
        self.losses = np.zeros(0)  # estimated, of all rounds
        self.part = np.zeros(0)  # the same since the last new beginning

    def begin(self, learner: Any, keep: int) -> None:
        self.losses, self.part = np.zeros(len(learner.names) or learner.K), np.zeros(len(learner.names) or learner.K)

    def see(self, learner: Any, done: Done) -> None:
        self.t += 1
        eta, anew = rate_of(learner, self.t)
        if anew:
            self.before, self.part = inf, np.zeros(len(self.part))
        gamma = eta / 2.0 if learner.name == "exp3-ix" else 0.0
        estimated = done.loss / (done.chance + gamma)
        losses = np.zeros(len(self.losses))
        if done.advice is None:
            losses[done.action] = estimated
        else:
            losses = done.advice[:, done.action] * estimated
        q = done.shares
        if not self.wrong and not self.follows(learner, done, eta):
            self.wrong = done.number
        roots = learner.name == TSALLIS
        apart = 4.0 * (np.sqrt(q).sum() - 1.0) if roots else entropy(q)
        self.spread += (1.0 / eta - 1.0 / self.before) * float(apart)
        self.moved += eta / 2.0 * float(((q**1.5 if roots else q) * losses**2).sum())
        self.own += dot(q, losses)
        self.losses, self.part, self.before = self.losses + losses, self.part + losses, eta

    def follows(self, learner: Any, done: Done, eta: float) -> bool:
        """Are the shares, and the chances that come of them, those of the rule?"""
        q = p = done.shares
        if q.shape != self.part.shape or not np.isfinite(q).all() or abs(q.sum() - 1.0) > NEAR or (q < 0.0).any():
            return False
        if done.advice is not None:
            p = (1.0 - learner.explore) * combined(q, done.advice) + learner.explore / learner.K
        if (
            p.shape != done.now.shape
            or np.abs(p - done.now).max() > NEAR
            or (not done.late and abs(done.due - done.chance) > NEAR)
        ):
            return False
        if learner.name == TSALLIS:
            levels = 2.0 / (eta * np.sqrt(q)) - self.part  # the same for all, where q is the minimum
            return bool(levels.max() - levels.min() <= NEAR * (1.0 + np.abs(levels).max() + self.part.max()))
        weights = elementary.exps(-eta * (self.part - self.part.min()))
        return bool(np.abs(weights / weights.sum() - q).max() <= NEAR)

    def statement(self, case: Case) -> str:
        learner = case.learner
        if learner.name == TSALLIS:
            right = "sum (1/eta - 1/eta') 4 (sum sqrt(p) - 1) + sum eta/2 sum p^1.5 l^2, eta = 2/sqrt(t)"
        else:
            right = "sum (1/eta - 1/eta') H(q) + sum eta/2 sum q l^2"
        return f"{learner.title}, estimated losses l, on every path: sum <q, l> - min sum l <= {right}"

    def unmeasurable(self, case: Case) -> str | None:
        if narrow := came_narrow(case):
            return narrow
        whole = np.isfinite(self.own + self.spread + self.moved)
        return None if whole else "the estimated losses are beyond what floats can add up"

    def against(self, case: Any) -> str:
        return "the best action, estimated"

    def paid(self, case: Case) -> float:
        return self.own - float(self.losses.min()) if len(self.losses) else 0.0

    def invariant(self, case: Case) -> str | None:
        if self.wrong:
            return f"the shares of round {self.wrong} are not those that the rule gives"
        if self.t != case.ledger.labelled:
            return f"{self.t} rounds were seen, and {case.ledger.labelled} have a reward"
        return None

    def allowed(self, case: Case) -> float:
        return self.spread + self.moved

    def slack(self, case: Case, paid: float, allowed: float) -> float:
        return SLACK * (1.0 + abs(allowed) + self.own)

    def lesson(self, case: Case, allowed: float | None) -> str:
        ledger = case.ledger
        if not ledger.labelled:
            return ""
        best = int(np.argmin(ledger.estimates))
        return (
            f"{ledger._rivals()[best]} would have lost {ledger.estimates[best]:,.6g}, by estimates that are right "
            f"on average; {ledger.loss:,.6g} was lost"
        )

    def check_state(self, held: Held) -> None:
        if np.isnan(held["sums"]).any() or np.isnan(held["part"]).any():
            raise StateError("'sums' and 'part' add up estimated losses, which are numbers, 0 or more")


def came_narrow(case: Case) -> str | None:
    """Why there is no theorem where not every action could be chosen."""
    count = case.ledger._narrowed
    return (
        f"in {counted(count, 'round')} not every action could be chosen, and the theorem is about rounds with all"
        if count
        else None
    )


def entropy(q: Any) -> float:
    """-sum q ln q."""
    some = q[q > 0.0]
    return float(-(some * elementary.logs(some)).sum())


def rates(learner: Any, rounds: int) -> tuple[float, float, float]:
    """The sum of the rates of so many rounds, the sum of 1/eta at the end of every part, and the last rate."""
    if not rounds:
        return 0.0, 0.0, rate_of(learner, 1)[0]
    last = rate_of(learner, rounds)[0]
    if learner.name == TSALLIS or learner.schedule.horizon is None:
        scale = last * sqrt(rounds)
        return scale * float((1.0 / np.sqrt(np.arange(1.0, rounds + 1))).sum()), 1.0 / last, last
    if learner.schedule.horizon != "doubling":
        return rounds * last, 1.0 / last, last
    total, ends, begun = 0.0, 0.0, 1
    while begun <= rounds:
        eta = rate_of(learner, begun)[0]
        total, ends, begun = total + eta * (min(2 * begun, rounds + 1) - begun), ends + 1.0 / eta, 2 * begun
    return total, ends, last
