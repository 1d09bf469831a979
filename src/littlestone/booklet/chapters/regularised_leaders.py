"""Follow the Regularised Leader: a charge on points far away keeps the leader from changing sides."""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np

from ...convex.convex_game import ConvexGame
from ...convex.convex_ledger import ConvexLedger
from ...convex.follow_leader import FollowTheLeader
from ...convex.follow_regularised_leader import FollowTheRegularisedLeader
from ...convex.follow_regularised_leader_theorems import RegularisedLeaderBound, StabilityBound
from ...natures.adversaries import FlipFlop, Opposite
from ..chapter import Chapter, Claim, Erratum, Figure, Measure, Section, Series, cite, erratum
from ..runs import seeds
from .leaders_stability import regularised_stable

NATURES = ("flip-flop", "opposite", "coin")


def play(quick: bool, seed: int) -> Chapter:
    """The chapter, played."""
    spans = [2**power for power in range(4, 10 if quick else 12)]
    return Chapter(
        name="regularised-leaders",
        title="Follow the Regularised Leader",
        summary="A charge on far-away points makes the leader stable: regret $O(\\sqrt T)$ against every convex loss.",
        sections=(
            Section("A fixed charge", (RULE, fixed(spans, seed), stable(seed))),
            Section("A charge that falls", (REFINED, refined(spans, seed), race(spans))),
            Section("Stability, both ways", (regularised_stable(40 if quick else 120, seed),)),
            Section("Where the notes slip", (stability(), not_a_leader(), printed_rate(), printed_zero())),
        ),
    )


RULE = (
    "Add $\\lambda \\Psi(w)$ to every loss and follow the leader of that, where $\\Psi >= 0$ is $\\alpha$-strongly "
    "convex. The leader can then no longer jump: if no gradient is longer than $G$, its round-$t$ bracket is at most "
    "$2 G^2/(\\lambda \\alpha t)$. The charge itself costs $T \\lambda \\Psi(u)$ against the fixed point $u$. With "
    "$\\Psi = |w|^2$ as in the notes $\\alpha = 2$; our learner has $|w|^2/2$ and $\\alpha = 1$, which is the same "
    "with twice the $\\lambda$."
)
REFINED = (
    "A fixed $\\lambda$ has to know $T$, and costs a logarithm. With $\\lambda_t = \\sqrt(2 G^2/(\\alpha B^2 t))$ in "
    "round $t$ neither is so: for every $u$ with $\\Psi(u) <= B^2$ the regret is at most $3 \\sqrt(2 G^2 B^2 "
    "T/\\alpha)$, at every moment of the game."
)


def signs(rounds: int, seed: int) -> Any:
    """Fair coins."""
    return seeds(seed, "coin").choice((-1.0, 1.0), rounds)


def against(nature: str, learner: Any, rounds: int, seed: int, **settings: Any) -> ConvexLedger:
    """A game of linear losses on [-1, 1] against one of the three natures."""
    game = ConvexGame(learner, **settings)
    if nature == "coin":
        for z in signs(rounds, seed):
            game.label(game.predict().number, z)
        return game.ledger
    game.play(FlipFlop(rounds) if nature == "flip-flop" else Opposite(rounds))
    return game.ledger


def tuned(rounds: int) -> FollowTheRegularisedLeader:
    """The learner whose fixed charge is made for so many rounds, with G = B = 1."""
    return FollowTheRegularisedLeader(1, domain="box", lam=2 * sqrt((1 + log(rounds)) / rounds))


def fixed(spans: list[int], seed: int) -> Claim:
    """A charge that knows T."""
    T = spans[-1]
    measures = []
    for nature in NATURES:
        ledger = against(nature, tuned(T), T, seed, bounds=[RegularisedLeaderBound(G=1)])
        measures.append(Measure.of(f"{nature}: regret, and what the theorem allows", ledger.certificates[0]))
        most = 2 * sqrt(T * (1 + log(T)))
        measures.append(Measure(f"{nature}: regret, and $2\\sqrt(T(1 + ln T))$", float(ledger.regret or 0), "<=", most))
    return Claim(
        name="fixed",
        statement=(
            "With a fixed $\\lambda$, $R_T(u) <= T \\lambda \\Psi(u) + (2 G^2/(\\lambda \\alpha)) H_T$ for every $u$; "
            "for $\\Psi = |w|^2$ and $\\lambda = (G/B)\\sqrt((1 + ln T)/T)$ that is at most $2 G B \\sqrt(T(1 + ln "
            "T))$ if $|u| <= B$."
        ),
        source=cite("N2, Follow the Regularized Leader", "N2, Follow the Regularized Leader, regret", "E14", "E15c"),
        run=f"{T:,} rounds of linear losses on $[-1, 1]$: the flip-flop, a nature that always says the sign of the "
        "point, and a fair coin.",
        measures=tuple(measures),
    )


def stable(seed: int) -> Claim:
    """The brackets along a run, and that it is FTL on charged losses."""
    ledger = against("coin", FollowTheRegularisedLeader(1, domain="box", lam=1.0), 300, seed, bounds=[StabilityBound()])
    zs, points = signs(300, seed), np.array(ledger.points).ravel()
    direct = np.clip(-np.cumsum(zs)[:-1] / np.arange(1, 300), -1.0, 1.0)
    return Claim(
        name="stable",
        statement=(
            "In one dimension with linear losses the point is $w_t = -(z_1 + ... + z_{t-1})/((t - 1)\\lambda)$, kept "
            "in the interval; each bracket is at most $|s_t|^2/(2 \\alpha c_{t+1})$, whatever the data."
        ),
        source=cite("N2, Follow the Regularized Leader, stability", "E14"),
        run="300 rounds against a fair coin, $\\lambda = 1$.",
        measures=(
            Measure("largest distance from the formula", float(np.abs(points[1:] - direct).max()), "<=", 1e-9),
            Measure.of("regret, and the sum of the limits of the brackets", ledger.certificates[0]),
        ),
    )


def refined(spans: list[int], seed: int) -> Claim:
    """A charge that falls with the root of time."""
    T = spans[-1]
    measures = []
    for nature in NATURES:
        ledger = against(nature, FollowTheRegularisedLeader(1, domain="box", G=1), T, seed)
        for certificate, what in zip(ledger.certificates, ("its brackets", "$3\\sqrt T$"), strict=True):
            measures.append(Measure.of(f"{nature}: regret, and {what}", certificate))
    measures.append(Measure("our constant, and that of the notes", sqrt(18), "<=", sqrt(32)))
    return Claim(
        name="refined",
        statement="With $\\lambda_t$ in proportion to $1/\\sqrt t$, $R_T(u) <= 3 \\sqrt(2 G^2 B^2 T/\\alpha)$ for "
        "every $u$ with $\\Psi(u) <= B^2$, whatever $T$.",
        source=cite(
            "N2, Refined FTRL",
            "N2, Refined FTRL, conclusion",
            "N2, Follow the Regularized Leader, any regulariser",
            "E15",
            "E15b",
        ),
        run=f"The same three natures, {T:,} rounds; here $3 \\sqrt(2 G^2 B^2 T/\\alpha) = 3\\sqrt T$.",
        measures=tuple(measures),
        text=("The notes have $\\sqrt(32 G^2 B^2 T/\\alpha)$; the proof gives $\\sqrt 18$ for $\\sqrt 32$.",),
    )


def race(spans: list[int]) -> Claim:
    """The leader and the two regularised ones on the flip-flop."""
    makers: dict[str, Any] = {
        "Follow the Leader": lambda T: FollowTheLeader(1, domain="box"),
        "fixed charge": tuned,
        "falling charge": lambda T: FollowTheRegularisedLeader(1, domain="box", G=1),
    }
    regrets = {
        name: [float(against("flip-flop", make(T), T, 0, bounds=[]).regret or 0) for T in spans]
        for name, make in makers.items()
    }
    bounds = [3 * sqrt(T) for T in spans]
    figure = Figure(
        name="three-leaders",
        caption="Regret on the flip-flop. The leader loses every round; regularised, it learns to stay in the middle.",
        alt=f"Follow the Leader's regret grows to {regrets['Follow the Leader'][-1]:.0f} after {spans[-1]} rounds, "
        f"along a straight line; the regularised ones stay at {regrets['falling charge'][-1]:.0f} and below.",
        x_label="rounds T",
        y_label="regret",
        series=(
            *(Series(name, spans, each) for name, each in regrets.items()),
            Series("3 sqrt(T)", spans, bounds, "bound"),
        ),
        log_x=True,
        log_y=True,
    )
    return Claim(
        name="race",
        statement="Where Follow the Leader has a regret of $T - \\half$, Follow the Regularised Leader has one of "
        "order $\\sqrt T$.",
        source=cite("N2, Follow the Regularized Leader, regret", "E13"),
        run=f"The flip-flop for $T = {spans[0]}$ to ${spans[-1]:,}$.",
        measures=(
            Measure("Follow the Leader", regrets["Follow the Leader"][-1], "=", spans[-1] - 0.5),
            *(
                Measure(f"{name}: largest share of $3\\sqrt T$", max(np.divide(regrets[name], bounds)), "<=", 1.0)
                for name in ("fixed charge", "falling charge")
            ),
        ),
        figures=(figure,),
    )


def stability() -> Erratum:
    """E14."""
    m = 10
    zs = [-1.0] * (m - 1) + [1.0]  # and lambda = G = 1, Psi = w^2
    before, after = (-sum(zs[:t]) / (2 * t) for t in (m - 1, m))
    change = abs(before - after)
    charged = (before + before**2) - (after + after**2)
    total = sum(zs)
    bracket = (before * total + m * before**2) - (after * total + m * after**2)
    game = ConvexGame(FollowTheRegularisedLeader(1, lam=2.0), bounds=[StabilityBound()])
    for z in zs:
        game.label(game.predict().number, z)
    return erratum(
        "E14",
        run="One dimension, $\\lambda = 1$, $\\Psi = w^2$; nine times $-1$, then $+1$.",
        evidence=(
            Measure("change of the loss, as claimed", change, "=", 1 / m, within=1e-12),
            Measure("change of the loss, and the sharper claim $1/(2m - 1)$", change, ">", 1 / (2 * m - 1)),
            Measure("change of the charged loss, and $1/m$", charged, ">", 1 / m),
            Measure("the bracket, and $1/m$", bracket, "=", 1 / m, within=1e-12),
            Measure.of("regret of the learner, and its brackets' limits", game.ledger.certificates[0]),
        ),
    )


def not_a_leader() -> Erratum:
    """E15."""
    learner = FollowTheRegularisedLeader(1, G=1.0, B=sqrt(2))
    sums = sum(learner.charge(i) for i in range(1, 100))
    return erratum(
        "E15",
        run="$\\lambda_t = 1/\\sqrt t$, round 100.",
        evidence=(
            Measure("what it charges", learner.weight(100), "=", 9.90, within=0.005),
            Measure("what the leader of charged losses would", sums, "=", 18.49, within=0.005),
            Measure("the two differ", sums, ">", 1.5 * learner.weight(100)),
        ),
    )


def printed_rate() -> Erratum:
    """E15b."""
    alpha, T = 0.01, 100

    def value(lam: Callable[[int], float]) -> float:
        """The regret bound a round with these charges, for G = B = 1."""
        return sum(lam(t) + 2 / (alpha * t * lam(t)) for t in range(1, T + 1)) / T

    printed, right = value(lambda t: sqrt(alpha / t)), value(lambda t: sqrt(2 / (alpha * t)))
    return erratum(
        "E15b",
        run="The bound a round for $\\alpha = 0.01$, $G = B = 1$ and 100 rounds, with both.",
        evidence=(
            Measure("with the printed rate", printed, "=", 372.0, within=0.5),
            Measure("with the right one", right, "=", 5.3, within=0.05),
        ),
    )


def printed_zero() -> Erratum:
    """E15c."""
    T = 1000
    right = sqrt((1 + log(T)) / T)
    value = T * right + sum(1 / t for t in range(1, T + 1)) / right
    return erratum(
        "E15c",
        run="The printed $\\lambda$ for one round, and the bound with the right one for 1,000.",
        evidence=(
            Measure("the printed $\\lambda$ for one round", sqrt(log(1) / 1), "=", 0.0),
            Measure("the bound for 1,000 rounds", value, "<=", 2 * sqrt(T * (1 + log(T)))),
        ),
    )
