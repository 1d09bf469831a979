"""Follow the Leader: regret, the prophet who is the leader, stability, the centre of mass, and the flip-flop."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from ...convex.be_the_leader import be_the_leader
from ...convex.convex_game import ConvexGame
from ...convex.follow_leader import FollowTheLeader
from ...convex.follow_leader_theorems import LeaderBound
from ...convex.follow_regularised_leader import FollowTheRegularisedLeader
from ...natures.adversaries import FlipFlop
from ..chapter import Chapter, Claim, Erratum, Figure, Measure, Section, Series, cite, erratum
from ..runs import level, over_time, seeds
from .leaders_stability import STABLE, leaders_stable


def play(quick: bool, seed: int) -> Chapter:
    """The chapter, played."""
    rounds = 400 if quick else 2_000
    return Chapter(
        name="leaders",
        title="Follow the Leader",
        summary="Play what would have been best so far: splendid if the leader moves little, hopeless if it can be "
        "made to change sides.",
        sections=(
            Section("Regret", (REGRET, prophet(seed), brackets(seed))),
            Section("A leader that moves little", (MASS, centre(rounds, seed))),
            Section("A leader that changes sides", (FLIP, flip_flop(), hinge_flip_flop(7 if quick else 10))),
            Section("Stability", (STABLE, leaders_stable(points_in_ball(40 if quick else 120, 2, seed)))),
            Section("Where the notes slip", (printed_sequence(), minus(rounds, seed), *NOTATION)),
        ),
    )


REGRET = (
    "Now nothing has to fit. In every round the learner plays a point $w_t$, nature reveals $z_t$, and $\\ell(w_t, "
    "z_t)$ is paid. The *regret* is what was paid more than by the best fixed point in hindsight. Follow the Leader "
    "plays the point that would have paid least so far; Be the Leader, which is a prophet, includes the round that is "
    "about to come."
)
MASS = (
    "If nature shows points of the unit ball and $\\ell(w, z) = |w - z|^2$, the leader is the centre of mass of the "
    "points seen so far. A new point moves it by a $t$-th of its distance only."
)
FLIP = (
    "With linear losses, $\\ell(h, z) = h z$ on $[-1, 1]$, the leader is always at an end of the interval. Nature "
    "shows $\\half, -1, +1, -1, ...$ and the leader is on the wrong side every time."
)


def track(zs: Any, *, loss: str, **settings: Any) -> ConvexGame:
    """Follow the Leader on what nature reveals, in a ball wide enough for it."""
    game = ConvexGame(FollowTheLeader(zs.shape[1]), loss=loss, **settings)
    for z in zs:
        game.label(game.predict().number, z)
    return game


def points_in_ball(rounds: int, d: int, seed: int) -> Any:
    """Points of the unit ball."""
    zs = seeds(seed, "ball").normal(size=(rounds, d))
    return zs / np.maximum(1.0, np.linalg.norm(zs, axis=1))[:, None]


def tidy(number: Any) -> float:
    """The number without its rounding errors, which are nothing to look at."""
    return round(float(number), 9)


def prophet(seed: int) -> Claim:
    """Be the Leader pays no more than any fixed point."""
    zs = points_in_ball(200, 2, seed)
    flips = [0.5, *(-1.0 if t % 2 else 1.0 for t in range(1, 200))]
    prophecies = {
        "linear losses, points at random": be_the_leader(zs, 2, loss="linear"),
        "squared distances, points at random": be_the_leader(zs, 2, loss="square"),
        "linear losses, the flip-flop": be_the_leader(flips, 1, domain="box", loss="linear"),
    }
    return Claim(
        name="prophet",
        statement="The regret of Be the Leader is never above zero.",
        source=cite("N2, Follow The Leader, Be The Leader", "N2, Follow The Leader, proof", "E23"),
        run="The prophet on three sequences of 200 rounds.",
        measures=tuple(Measure.of(what, each.certificate) for what, each in prophecies.items()),
        text=("So what Follow the Leader loses, it loses by being one round late.",),
    )


def brackets(seed: int) -> Claim:
    """The regret of the leader is a sum of brackets, exactly."""
    zs = points_in_ball(300, 2, seed)
    game = track(zs, loss="square")
    points = np.array([*game.ledger.points, game.learner.predict()])
    t = np.arange(1, len(zs) + 1)
    paid = ((points[:-1] - zs) ** 2).sum(axis=1)
    late = ((points[1:] - zs) ** 2).sum(axis=1)
    sums = [float(((points[[s, s + 1], None] - zs[: s + 1]) ** 2).sum(axis=(1, 2)) @ [1, -1]) for s in range(len(zs))]
    regret = float(game.ledger.regret or 0.0)
    return Claim(
        name="brackets",
        statement=(
            "With $F_t$ the sum of the first $t$ losses, the regret is $\\sum F_t(w_t) - F_t(w_{t+1})$, and each of "
            "these is at most $\\ell_t(w_t) - \\ell_t(w_{t+1})$: a leader that is stable has little regret."
        ),
        source=cite("N2, Follow The Leader", "N2, Stability, regret"),
        run=f"Follow the Leader on {len(zs)} points of the unit disc, squared distances.",
        measures=(
            Measure("regret, and the sum of the brackets", regret, "=", float(np.sum(sums)), within=1e-9 * len(zs)),
            Measure("regret, and the sum of the changes of the last loss", regret, "<=", float((paid - late).sum())),
            Measure("largest bracket less its change", tidy(np.max(np.array(sums) - (paid - late))), "<=", 0.0),
            Measure(
                "stability: largest difference from $(2/t - 1/t^2)|w_t - z_t|^2$",
                tidy(np.abs(paid - late - (2 / t - 1 / t**2) * paid).max()),
                "=",
                0.0,
            ),
        ),
    )


def centre(rounds: int, seed: int) -> Claim:
    """The centre of mass: logarithmic regret."""
    streams = {
        "points at random": points_in_ball(rounds, 2, seed),
        "to and fro": np.array([[1.0, 0.0] if t % 2 else [-1.0, 0.0] for t in range(rounds)]),
    }
    harmonic = np.cumsum(1 / np.arange(1, rounds + 1))
    curves, measures = [], []
    for what, zs in streams.items():
        game = track(zs, loss="square", bounds=[LeaderBound(radius=1)])
        points = np.array(game.ledger.points)
        exact = np.cumsum(((points - zs) ** 2).sum(axis=1) / np.arange(1, rounds + 1))
        curves.append(over_time(what, exact, "line"))
        measures.append(Measure.of(f"{what}: regret, and $4 H_T - 3$", game.ledger.certificates[0]))
        regret = float(game.ledger.regret or 0.0)
        measures.append(
            Measure(f"{what}: regret, and $\\sum |z_t - w_t|^2/t$", regret, "=", float(exact[-1]), within=1e-8 * rounds)
        )
    notes = 8 * (1 + log(rounds))
    measures.append(Measure("our bound, and $8(1 + ln T)$ of the notes", 4 * float(harmonic[-1]) - 3, "<=", notes))
    figure = Figure(
        name="centre-of-mass",
        caption="Regret of the centre of mass, and what the theorem allows: all of them logarithms.",
        alt=f"Regret grows like a logarithm, to {curves[1].y[-1]:.1f} after {rounds} rounds; the bound is at "
        f"{4 * harmonic[-1] - 3:.1f}.",
        x_label="round",
        y_label="regret",
        series=(*curves, over_time("4 H_T - 3", 4 * harmonic - 3, "bound")),
        log_x=True,
    )
    return Claim(
        name="centre",
        statement="For squared distances in the unit ball, with $w_1 = 0$, the regret is exactly $\\sum |z_t - "
        "w_t|^2/t$, and at most $4 H_T - 3$, where $H_T = 1 + 1/2 + ... + 1/T$.",
        source=cite("N2, When is FTL Stable?, centre of mass", "E22"),
        run=f"{rounds:,} rounds, against points at random and against points that alternate.",
        measures=tuple(measures),
        figures=(figure,),
    )


def flip_flop() -> Claim:
    """Linear losses: the leader pays in every round."""
    T = 100
    measures = []
    for first, expected in ((-1, T - 1.0), (0, T - 0.5), (1, float(T))):
        ledger = ConvexGame(FollowTheLeader(1, domain="box", w1=first)).play(FlipFlop(T))
        measures.append(Measure(f"regret with $h_1 = {first}$", float(ledger.regret), "=", expected))
    game = ConvexGame(FollowTheLeader(1, domain="box"))
    regrets: list[float] = []
    nature = FlipFlop(T)
    while nature.ask(None) is not None:
        move = game.predict()
        game.label(move.number, nature.reveal(move.guess))
        regrets.append(float(game.ledger.regret or 0.0))
    figure = Figure(
        name="flip-flop",
        caption="Regret of Follow the Leader on the flip-flop: one more every round.",
        alt=f"Regret rises along a straight line to {regrets[-1]:.1f} after {T} rounds.",
        x_label="round",
        y_label="regret",
        series=(over_time("Follow the Leader", regrets), level("best fixed point", 0.0, 1, T)),
    )
    return Claim(
        name="flip-flop-regret",
        statement="On the flip-flop Follow the Leader pays 1 in every round but the first, and its regret after $T$ "
        "rounds is $T - 1$, $T - \\half$ or $T$ if it begins with $-1$, $0$ or $+1$.",
        source=cite("N2, FTL for a Linear Problem", "N2, Convex Lipschitz Bounded", "E13"),
        run=f"{T} rounds, from each of the three first points.",
        measures=tuple(measures),
        figures=(figure,),
    )


def flipping_pairs(rounds: int) -> list[tuple[float, int]]:
    """Examples and labels that make the leader change sides: (1/2, -1), (1, +1), (1, -1), (1, +1), ..."""
    return [(0.5, -1), *((1.0, +1 if t % 2 else -1) for t in range(1, rounds))]


def hinge_flip_flop(powers: int) -> Claim:
    """The same with the hinge loss of a linear predictor on pairs."""
    spans = [2**power for power in range(4, powers + 1)]
    makers: dict[str, Any] = {
        "Follow the Leader": lambda: FollowTheLeader(1, domain="box", w1=-1),
        "regularised": lambda: FollowTheRegularisedLeader(1, domain="box", G=1),
    }
    regrets: dict[str, list[float]] = {name: [] for name in makers}
    last: dict[str, Any] = {}
    for name, make in makers.items():
        game = ConvexGame(make(), loss="hinge")
        for t, pair in enumerate(flipping_pairs(spans[-1]), start=1):
            game.label(game.predict().number, pair)
            if t in spans:
                regrets[name].append(tidy(game.ledger.regret))
        last[name] = game.ledger.certificates[-1]
    roots = [3 * sqrt(T) for T in spans]
    figure = Figure(
        name="hinge-flip-flop",
        caption="Regret in hinge losses on pairs that alternate: a straight line for the leader, a root where it is "
        "regularised.",
        alt=f"Follow the Leader's regret grows to {regrets['Follow the Leader'][-1]:.0f} after {spans[-1]} rounds, the "
        f"regularised one's to {regrets['regularised'][-1]:.1f}.",
        x_label="rounds T",
        y_label="regret",
        series=(
            *(Series(name, spans, each) for name, each in regrets.items()),
            Series("3 sqrt(T)", spans, roots, "bound"),
        ),
        log_x=True,
        log_y=True,
    )
    return Claim(
        name="hinge-flip-flop-regret",
        statement="It is the same with the hinge loss $max(0, 1 - y h x)$ of a predictor $h$ on pairs $(x, y)$: Follow "
        "the Leader has a regret of $T - 1$ where the regularised leader has one of $3\\sqrt T$ at most.",
        source=cite("N2, FTL for a Linear Problem, hinge"),
        run=f"The pairs $(\\half, -1), (1, +1), (1, -1), (1, +1), ...$ on $[-1, 1]$, up to {spans[-1]:,} rounds, from "
        "$h_1 = -1$.",
        measures=(
            *(
                Measure(f"Follow the Leader, $T = {T:,}$", paid, "=", T - 1.0)
                for T, paid in zip(spans, regrets["Follow the Leader"], strict=True)
            ),
            Measure(
                "regularised: largest share of $3\\sqrt T$", max(np.divide(regrets["regularised"], roots)), "<=", 1.0
            ),
            Measure.of("Follow the Leader: regret, and the changes of the last loss", last["Follow the Leader"]),
            Measure.of("regularised: regret, and what the theorem allows", last["regularised"]),
        ),
        text=(
            "On $[-1, 1]$ with $|x| <= 1$ the kink of the hinge is never passed: the loss is $1 - y x h$, linear "
            "again, and $-y x$ runs through the flip-flop.",
        ),
        figures=(figure,),
    )


def printed_sequence() -> Erratum:
    """E13."""
    T = 100
    game = ConvexGame(FollowTheLeader(1, domain="box"), bounds=[])
    for z in [0.5] + (T - 1) * [-1.1]:
        game.label(game.predict().number, z)
    right = ConvexGame(FollowTheLeader(1, domain="box", w1=-1))
    right.play(FlipFlop(T))
    points = np.array(right.ledger.points).ravel()[1:]
    signs = np.array([(-1.0) ** (t - 1) for t in range(2, T + 1)])
    return erratum(
        "E13",
        run=f"Both sequences, {T} rounds.",
        evidence=(
            Measure("regret on the printed sequence; the notes say 99", float(game.ledger.regret or 0), "<", 2.0),
            Measure("regret on the printed sequence", float(game.ledger.regret or 0), "=", 1.7, within=1e-9),
            Measure("regret on the right one, from $h_1 = -1$", float(right.ledger.regret or 0), "=", T - 1.0),
            Measure("rounds in which $h_t = (-1)^{t-1}$", float((points == signs).sum()), "=", T - 1.0),
        ),
    )


def minus(rounds: int, seed: int) -> Erratum:
    """E22."""
    zs = points_in_ball(rounds, 2, seed)
    game = track(zs, loss="square", bounds=[])
    points = np.array([*game.ledger.points, game.learner.predict()])
    before, after = (((points[k : len(zs) + k] - zs) ** 2).sum(axis=1) for k in (0, 1))
    t = np.arange(1, rounds + 1)
    change = (2 / t - 1 / t**2) * before
    return erratum(
        "E22",
        run=f"{rounds:,} points of the unit disc.",
        evidence=(
            Measure("largest error with a minus", tidy(np.abs(before - after - change).max()), "=", 0.0),
            Measure("largest error with a plus", float(np.abs(before + after - change).max()), ">", 0.1),
        ),
    )


NOTATION = (
    erratum(
        "E23",
        run="Read the line again with $h_t$ on both sides: it compares a thing with itself.",
    ),
)
