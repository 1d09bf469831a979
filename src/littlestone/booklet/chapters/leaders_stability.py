"""A part of the chapters on leaders: their stability, measured both ways."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...convex.convex_game import ConvexGame
from ...convex.follow_leader import FollowTheLeader
from ...convex.follow_regularised_leader import FollowTheRegularisedLeader
from ...convex.point import PointLearner
from ...convex.stability import Stability, stability
from ..chapter import Claim, Figure, Measure, cite
from ..runs import over_time, seeds

STABLE = (
    "A rule $A$ is *stable* if one round does not matter much to it. Leave-last-out: having learned $z_m$ or not "
    "changes its loss on $z_m$ by $\\beta(m)$ at most. Replacement: having learned $z'_i$ in place of $z_i$ changes "
    "its loss on $z_i$ by $\\beta(m)$ at most, $m$ rounds in all. Both are measured here, by playing either way."
)


def flips(rounds: int) -> list[float]:
    """The flip-flop: 1/2, -1, +1, -1, ..."""
    return [0.5, *(-1.0 if t % 2 else 1.0 for t in range(1, rounds))]


def regret(rule: PointLearner, zs: Any, loss: str) -> float:
    """What the rule regrets after these rounds."""
    game = ConvexGame(rule.clone(), loss=loss, bounds=())
    for z in zs:
        game.label(game.predict().number, z)
    return float(game.ledger.regret or 0.0)


def leaders_stable(drawn: Any) -> Claim:
    """The centre of mass, of points that were drawn and others, is stable; the leader of linear losses is not."""
    rounds = len(drawn)
    streams = {
        "centre of mass, points at random": drawn,
        "centre of mass, to and fro": np.array([[1.0, 0.0] if t % 2 else [-1.0, 0.0] for t in range(rounds)]),
    }
    m = np.arange(1, rounds + 1)
    measures = []
    for what, zs in streams.items():
        found = stability(FollowTheLeader(2), zs, loss="square")
        last, other = float((m * found.leave_last_out).max()), rounds * float(found.replacement.max())
        measures += [
            Measure(f"{what}: largest $m$ times the change, leave-last-out", last, "<=", 8.0),
            Measure(f"{what}: $m$ times the largest, replacement", other, "<=", 8.0),
            Measure(f"{what}: regret, and the sum", regret(FollowTheLeader(2), zs, "square"), "<=", found.most_regret),
        ]
    leader = FollowTheLeader(1, domain="box")
    found = stability(leader, flips(rounds))
    measures += [
        Measure(
            "flip-flop: smallest change after round 1, leave-last-out", float(found.leave_last_out[1:].min()), "=", 2
        ),
        Measure("flip-flop: largest, replacement", float(found.replacement.max()), "=", 2),
        Measure("flip-flop: regret, and the sum", regret(leader, flips(rounds), "linear"), "<=", found.most_regret),
    ]
    return Claim(
        name="leaders-stable",
        statement="A leader that is $\\beta(m)$-stable, leave-last-out, has regret $\\sum \\beta(t)$ at most. The "
        "centre of mass of points of the unit ball is $8/m$-stable, both ways. The leader of linear losses on $[-1, "
        "1]$ is not stable: on the flip-flop one round changes its loss by 2, all there is, however many came before.",
        source=cite(
            "N2, Stability, definition",
            "N2, Stability, regret",
            "N2, When is FTL Stable?, centre of mass",
            "N2, Convex Lipschitz Bounded",
            "E22",
        ),
        run=f"{rounds} rounds; for replacement, every round is replaced by the next one in turn.",
        measures=tuple(measures),
    )


def regularised_stable(rounds: int, seed: int) -> Claim:
    """Follow the Regularised Leader is stable, both ways."""
    random = seeds(seed, "regularised stability")
    streams: dict[str, list[float]] = {
        "flip-flop": flips(rounds),
        "coin": random.choice((-1.0, 1.0), rounds).tolist(),
        "all $-1$, the last $+1$": [-1.0] * (rounds - 1) + [1.0],
    }
    m = np.arange(1, rounds + 1)
    fixed = FollowTheRegularisedLeader(1, lam=1.0)
    falling = FollowTheRegularisedLeader(1, G=1.0, B=1.0)
    charges = {
        fixed: np.ones(rounds),
        falling: np.array([falling.charge(t) for t in m.tolist()]),
    }
    found: dict[tuple[PointLearner, str], Stability] = {}
    measures = []
    for what, zs in streams.items():
        for rule, words in ((fixed, "fixed"), (falling, "falling")):
            each = found[rule, what] = stability(rule, zs, instead=[-z for z in zs])
            share = float((each.leave_last_out * charges[rule] * m / 2).max())
            measures.append(Measure(f"{what}, {words} charge: largest share, leave-last-out", share, "<=", 1.0))
        share = float(found[fixed, what].replacement.max()) * rounds / 2
        measures.append(Measure(f"{what}, fixed charge: largest share, replacement", share, "<=", 1.0))
    hardest = found[fixed, "all $-1$, the last $+1$"]
    entropy = stability(
        FollowTheRegularisedLeader(5, domain="simplex", psi="entropy", lam=1.0), random.uniform(-1, 1, (rounds, 5))
    )
    measures += [
        Measure("and it is attained, leave-last-out", float(hardest.leave_last_out[-1]), "=", 2 / rounds, within=1e-12),
        Measure("and by replacement", float(hardest.replacement.max()), "=", 2 / rounds, within=1e-12),
        Measure(
            "entropy on the simplex: share, leave-last-out", float((entropy.leave_last_out * m / 2).max()), "<=", 1.0
        ),
        Measure("entropy on the simplex: share, replacement", float(entropy.replacement.max()) * rounds / 2, "<=", 1.0),
    ]
    leader = stability(FollowTheLeader(1, domain="box"), streams["flip-flop"])
    courses = [found[rule, "flip-flop"].leave_last_out for rule in (fixed, falling)]
    ends = [float(course[-1]) for course in courses]
    figure = Figure(
        name="stability",
        caption="What one round more changes, leave-last-out, on the flip-flop: a leader, and two that are charged.",
        alt=f"The leader's change stays at 2; those of the charged ones fall, to {ends[1]:.2g} and {ends[0]:.2g} after "
        f"{rounds} rounds.",
        x_label="rounds m",
        y_label="change of the last loss",
        series=(
            over_time("Follow the Leader", leader.leave_last_out, "line"),
            over_time("fixed charge", courses[0], "line"),
            over_time("falling charge", courses[1], "line"),
            over_time("2/m, for the fixed", 2 / m, "bound"),
            over_time("sqrt(2/m), for the falling", np.sqrt(2 / m), "bound"),
        ),
        log_x=True,
        log_y=True,
    )
    return Claim(
        name="both-stabilities",
        statement="Follow the Regularised Leader is $2 G^2/(\\lambda \\alpha m)$-stable, leave-last-out and by "
        "replacement, and no less will do; with a falling charge leave-last-out with $\\lambda_m$ for $\\lambda$.",
        source=cite(
            "N2, Follow the Regularized Leader, stability", "N2, Follow the Regularized Leader, any regulariser", "E14"
        ),
        run=f"{rounds} rounds of linear losses with $G = 1$; $\\lambda = 1$ or $\\lambda_m = \\sqrt(2/m)$, $\\alpha = "
        "1$; for replacement, every round is turned into its opposite. What is measured is a share of the theorem's "
        "number.",
        measures=tuple(measures),
        text=(
            "With a falling charge the point moves in round $m$ by $m - (m - 2)\\sqrt(1 + 1/m)$ times $G/(\\lambda_m "
            "\\alpha m)$ at most, and that factor is 2 at most from the second round on, $\\sqrt 2$ in the first.",
        ),
        figures=(figure,),
    )
