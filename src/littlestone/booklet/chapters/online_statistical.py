"""Online and statistical learning side by side: the table at the end of the notes, every cell of it played."""

from __future__ import annotations

from math import ceil, log, log2, sqrt
from typing import Any

import numpy as np

from ...boolean.halving import Halving
from ...concepts.concept_class import ConceptClass
from ...concepts.exact_vc import vc_dimension
from ...concepts.worst_case import worst_case
from ...convex.convex_game import ConvexGame
from ...convex.follow_regularised_leader import FollowTheRegularisedLeader
from ...linear.passive_aggressive import PA
from ...linear.perceptron import Perceptron
from ...natures.adversaries import LineAdversary
from ...rows.game import Game
from ..chapter import Chapter, Claim, Figure, Measure, Section, Series, Table, cite, erratum
from ..runs import seeds, zero_rule
from .margin_samples import examples_needed, judged


def play(quick: bool, seed: int) -> Chapter:
    """The chapter, played."""
    repeats = 300 if quick else 2_000
    return Chapter(
        name="online-statistical",
        title="Online and statistical learning",
        summary="What one example at a time costs, against all at once: the same for finite and for convex classes, "
        "not for those that only have a finite dimension.",
        sections=(
            Section("The table", (WHY, TABLE)),
            Section("Finitely many hypotheses", (finite_online(), finite_statistical(repeats, seed))),
            Section("Finite dimension", (line_online(), line_statistical(repeats, seed))),
            Section("Convex, with a scale", (convex(quick, seed),)),
            Section("Margins", (MARGINS, judged(seed), examples_needed(5 if quick else 20, seed))),
            Section("Where the notes slip", (PAC,)),
        ),
    )


WHY = (
    "In the statistical setting examples are drawn independently and the learner sees them all; what counts is the "
    "error on the next one. Online they come as somebody pleases, and every mistake counts. The notes end with a table "
    "of what either depends on, and two question marks in it, which the next chapter answers."
)
MARGINS = (
    "Separators alone cannot be learned online, those with a margin can: if some $w$ has $y \\langle w, x\\rangle >= "
    "\\gamma$ on every example, $w/\\gamma$ pays nothing in the margin loss. The notes say that the Perceptron's "
    "number of mistakes *matches* what is known statistically. Here both are measured."
)
TABLE = Table(
    caption="What the number of mistakes, or of examples, grows with",
    head=("class", "online", "statistical"),
    rows=(
        (
            "finite",
            "$log_2 |H|$, Halving; with no fit, [Hedge](what-came-after.html#agnostic)",
            "$ln |H|$, any hypothesis that fits (ERM); with no fit as well",
        ),
        (
            "finite dimension",
            "nothing: a mistake every round. Finite Littlestone dimension is what is needed",
            "the VC dimension, ERM; with no fit as well",
        ),
        (
            "convex, with a scale",
            "$|w|^2$ or the largest $\\Psi(w)$, Follow the Regularised Leader; or [one step at a "
            "time](what-came-after.html#streaming)",
            "the same, regularised ERM; with no fit as well",
        ),
    ),
)


def finite_online() -> Claim:
    """Halving, exactly, on classes of growing size."""
    measures = []
    for n in (1, 2, 3, 4):
        concepts = ConceptClass.parse(f"thresholds:{2**n}")
        forced = worst_case(Halving(concepts), concepts).mistakes
        measures.append(
            Measure(f"thresholds on {2**n} points: forced, and $log_2 |H|$", float(forced), "<=", log2(concepts.size))
        )
    return Claim(
        name="finite-online",
        statement="Online, Halving makes at most $log_2 |H|$ mistakes, whatever comes.",
        source=cite("N2, Halving", "N2, Table", "E11"),
        run="The worst game against Halving on thresholds over $2^n$ points, searched to its end.",
        measures=tuple(measures),
    )


def finite_statistical(repeats: int, seed: int) -> Claim:
    """Any hypothesis that fits so many examples is good, but for a chance of delta."""
    points, epsilon, delta = 64, 0.1, 0.1
    concepts = ConceptClass.parse(f"thresholds:{points}")
    table = np.asarray(concepts.table)
    m = ceil(log(concepts.size / delta) / epsilon)
    random = seeds(seed, "finite")
    bad = 0
    for _ in range(repeats):
        chances = random.dirichlet(np.full(points, 0.3))
        target = table[random.integers(len(table))]
        drawn = random.choice(points, m, p=chances)
        fits = (table[:, drawn] == target[drawn]).all(axis=1)
        worst = float(((table[fits] != target) @ chances).max())  # the worst that ERM might have picked
        bad += worst > epsilon
    return Claim(
        name="finite-statistical",
        statement="Statistically, whatever fits $(1/\\epsilon) ln(|H|/\\delta)$ examples errs on more than a share "
        "$\\epsilon$ of the rest with probability $\\delta$ at most.",
        source=cite("N2, Halving", "N2, Table", "N1, Outline"),
        run=f"{repeats:,} times a distribution, a threshold among {concepts.size} and {m} examples at random; the "
        f"*worst* hypothesis that fits is judged, $\\epsilon = \\delta = {epsilon}$.",
        measures=(Measure("share of failures, and $\\delta$", bad / repeats, "<=", delta),),
    )


def line_online() -> Claim:
    """Every learner errs in every round."""
    rounds = 50
    players: dict[str, Any] = {
        "Perceptron": Perceptron(),
        "Passive-aggressive": PA(),
    }
    measures = []
    for name, learner in players.items():
        ledger = Game(learner, bounds=[]).play(LineAdversary(rounds))
        measures.append(Measure(f"{name}: mistakes in {rounds} rounds", float(ledger.mistakes), ">=", float(rounds)))
    concepts = ConceptClass.parse("thresholds:16")
    measures.append(Measure("the VC dimension of thresholds", float(vc_dimension(concepts).dimension), "=", 1.0))
    return Claim(
        name="line-online",
        statement="Thresholds on a line have VC dimension 1, and yet no online learner has any mistake bound for them.",
        source=cite("N2, Linear Predictors, not online", "N2, Table"),
        run=f"An adversary that halves the interval of thresholds that still fit, {rounds} rounds.",
        measures=tuple(measures),
        text=("Floating-point numbers end the game after 53 rounds or so; on paper it never ends.",),
        zero=zero_rule(*players.values()),
    )


def line_statistical(repeats: int, seed: int) -> Claim:
    """The error of a threshold that fits m examples."""
    sizes = [2**power for power in range(2, 11)]
    random = seeds(seed, "line")
    errors = []
    for m in sizes:
        targets, xs = random.random(repeats), random.random((repeats, m))
        below = np.where(xs < targets[:, None], xs, 0.0).max(axis=1)
        above = np.where(xs >= targets[:, None], xs, 1.0).min(axis=1)
        errors.append(float(np.maximum(targets - below, above - targets).mean()))  # the worse end of what fits
    bounds = [2 / (m + 1) for m in sizes]
    figure = Figure(
        name="line-error",
        caption="Mean error of the worst threshold that fits $m$ uniform examples, and $2/(m + 1)$.",
        alt=f"The error falls from {errors[0]:.2f} at 4 examples to {errors[-1]:.4f} at {sizes[-1]}, below the bound.",
        x_label="examples m",
        y_label="error",
        series=(Series("worst that fits", sizes, errors), Series("2/(m + 1)", sizes, bounds, "bound")),
        log_x=True,
        log_y=True,
    )
    return Claim(
        name="line-statistical",
        statement="Statistically the same class is learned with error of order $1/m$.",
        source=cite("N2, Linear Predictors, PAC", "N2, Table", "E32"),
        run=f"{repeats:,} times a threshold and $m$ examples, uniform on $[0, 1]$; the worse end of the interval of "
        "thresholds that fit is judged.",
        measures=(Measure("largest share of $2/(m + 1)$", max(np.divide(errors, bounds)), "<=", 1.0),),
        figures=(figure,),
    )


def convex(quick: bool, seed: int) -> Claim:
    """Regularised ERM on all examples, and the average of an online game over the same ones."""
    sizes = [2**power for power in range(4, 11 if quick else 13)]
    mean, repeats, sure = 0.1, 20, 1e-6
    random = seeds(seed, "convex")
    online: list[float] = []
    batch: list[float] = []
    regrets: list[float] = []
    for T in sizes:
        excess: list[tuple[float, float, float]] = []
        for _ in range(repeats if T < 1000 else 4):
            zs = np.where(random.random(T) < (1 + mean) / 2, 1.0, -1.0)
            game = ConvexGame(FollowTheRegularisedLeader(1, domain="box", G=1), bounds=[])
            for z in zs:
                game.label(game.predict().number, z)
            average = float(np.mean(game.ledger.points))
            erm = float(np.clip(-zs.mean() * sqrt(T), -1, 1))  # least of mean loss + w^2/(2 sqrt T)
            excess.append((mean * (average + 1), mean * (erm + 1), float(game.ledger.regret or 0) / T))
        for each, kept in zip(np.mean(excess, axis=0), (online, batch, regrets), strict=True):
            kept.append(float(each))
    chance = [2 * 2 * sqrt(log(2 / sure) / (2 * T)) for T in sizes]  # losses in an interval of length 2
    room = [r + c - o for r, c, o in zip(regrets, chance, online, strict=True)]
    bounds = [3 / sqrt(T) for T in sizes]
    figure = Figure(
        name="convex-both",
        caption="Expected loss above the best point: the average of an online game, and regularised ERM on all "
        "examples.",
        alt=f"Both excess losses fall, to {online[-1]:.3f} and {batch[-1]:.3f} at {sizes[-1]} examples, below 3 over "
        "the root of T.",
        x_label="examples T",
        y_label="excess loss",
        series=(
            Series("average of the online game", sizes, online),
            Series("regularised ERM", sizes, batch),
            Series("3/sqrt(T)", sizes, bounds, "bound"),
        ),
        log_x=True,
    )
    return Claim(
        name="convex",
        statement="For convex losses with a scale both are of order $\\sqrt(G^2 B^2/T)$; and the average of the points "
        "of an online game is as good as its regret a round, but for chance.",
        source=cite("N2, Refined FTRL, conclusion", "N2, Table", "N2, Online Regret"),
        run=f"Linear losses on $[-1, 1]$, $z = +-1$ with mean {mean}, for $T = {sizes[0]}$ to ${sizes[-1]:,}$.",
        measures=(
            Measure("online: largest share of $3/\\sqrt T$", max(np.divide(online, bounds)), "<=", 1.0),
            Measure("ERM: largest share of $3/\\sqrt T$", max(np.divide(batch, bounds)), "<=", 1.0),
            Measure("least room below regret a round and chance", min(room), ">=", 0.0),
        ),
        figures=(figure,),
    )


PAC = erratum(
    "E32",
    run=(
        "The figure above: at 1,024 examples the error of what fits is below $2/1025$, where the root would say $1/32$."
    ),
)
