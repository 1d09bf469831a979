"""Winnow: weights that are multiplied, a potential, and a bound that knows the number of variables by its logarithm."""

from __future__ import annotations

from itertools import product
from math import floor, log2
from typing import Any

import numpy as np

from ...boolean.winnow import Winnow
from ...boolean.winnow_theorems import DisjunctionBound, most_mistakes
from ...concepts.worst_case import worst_case
from ...natures import PlantedDisjunction
from ...rows.game import Game
from ..chapter import Chapter, Claim, Erratum, Figure, Measure, Section, Series, Table, cite, erratum
from ..runs import course, level, over_time, played

SETTINGS: tuple[dict[str, Any], ...] = ({}, {"strict": False}, {"demote": "eliminate"})


def play(quick: bool, seed: int) -> Chapter:
    """The chapter, played."""
    return Chapter(
        name="winnow",
        title="Winnow",
        summary="Multiply instead of adding, and irrelevant variables count only by their logarithm.",
        sections=(
            Section("The rule", (RULE, MORE, bound(seed), potential(seed))),
            Section("Only the logarithm of N", (logarithm(quick, seed), exact())),
            Section("Where the notes slip", (equal_weights(), at_the_threshold(), whole_numbers(), ONE_OFF)),
        ),
    )


RULE = (
    "Winnow learns a disjunction of few variables among many. All $N$ weights begin at one; it says yes if "
    r"$\langle w, x\rangle > N$. When a positive was missed, the weights of the variables that are on are doubled; "
    r"when a "
    "negative was taken for a positive, they are halved. In general they are multiplied or divided by "
    r"$1 + \beta$, and the threshold is some $\theta >= 1$."
)
MORE = (
    r"The proof follows one number, the potential $\Phi = w_1 + ... + w_N$. A missed positive adds at most $N$ to it, "
    "since the weights that are doubled sum to $N$ at most; a false positive takes away more than $N/2$. It can never "
    "fall to zero, so negatives cannot be mistaken for ever; and a relevant variable, which is off in every negative, "
    "is only ever doubled, which ends once its weight alone passes the threshold."
)
N, K, ROUNDS = 100, 5, 1500


def allowed(n: int, k: int) -> int:
    """1 + 3k (1 + floor(log2 N)), as the bound itself counts it."""
    return most_mistakes(Winnow(n=n), n, k)


def bound(seed: int) -> Claim:
    """The theorem along one game."""
    nature = PlantedDisjunction(N, K, rounds=ROUNDS, seed=seed)
    game, mistakes = course(Winnow(n=N), nature, bounds=[DisjunctionBound(k=K)])
    certificate = game.ledger.certificates[0]
    literal = 2 + 3 * K * (log2(N) + 1)
    figure = Figure(
        name="winnow-bound",
        caption=f"Winnow on a planted disjunction of {K} among {N} variables, half of the labels positive.",
        alt=f"Mistakes of Winnow rise to {mistakes[-1]} and stay there; the bound is a line at "
        f"{certificate.allowed:g}.",
        x_label="round",
        y_label="mistakes",
        series=(
            over_time("Winnow", mistakes),
            level("allowed", allowed(N, K), 0, ROUNDS),
        ),
    )
    return Claim(
        name="winnow-bound-holds",
        statement=(
            "If some disjunction of $k$ variables fits, Winnow with $\\beta = 1$ and $\\theta = N$ makes at most $1 + "
            "3k(1 + \\lfloor log_2 N\\rfloor)$ mistakes."
        ),
        source=cite("N3, Algorithm 2", "N3, Theorem 5"),
        run=f"{ROUNDS:,} random examples of a planted disjunction, $k = {K}$ and $N = {N}$.",
        measures=(
            Measure.of("mistakes, and what the theorem allows", certificate),
            Measure("our whole number, and $2 + 3k(log_2 N + 1)$ of the notes", certificate.allowed, "<", literal),
        ),
        text=(
            "The notes state $M < 2 + 3k(log_2 N + 1)$. That is true; whole numbers make it a little sharper, for a "
            f"weight can be doubled only a whole number of times. {lesson(certificate.teaches)}",
        ),
        figures=(figure,),
    )


def lesson(teaches: str) -> str:
    """What the certificate teaches, as a sentence."""
    return f"Read backwards, the mistakes of this run prove that {teaches}." if teaches else ""


def potential(seed: int) -> Claim:
    """The potential and its ceiling after every mistake, and the weights of the relevant variables."""
    nature = PlantedDisjunction(N, K, rounds=ROUNDS, seed=seed)
    learner = Winnow(n=N)
    game = Game(learner, bounds=[])
    sums, ceilings = [float(N)], [float(N)]
    for _ in range(ROUNDS):
        x, y = nature.draw()
        before = game.ledger.mistakes
        game.label(game.predict(x).number, y)
        if game.ledger.mistakes > before:
            sums.append(float(learner.weights.sum()))
            ceilings.append(N * (1.0 + game.ledger.false_negatives - game.ledger.false_positives / 2))
    exponents = np.asarray(learner.state()["exponents"])[list(nature.target)]
    times = list(range(len(sums)))
    figure = Figure(
        name="winnow-potential",
        caption="The potential after each mistake, and the ceiling that the proof gives it.",
        alt="The sum of the weights stays between zero and a ceiling that rises with missed positives.",
        x_label="mistakes so far",
        y_label="sum of the weights",
        series=(Series("potential", times, sums, "step"), Series("ceiling", times, ceilings, "bound")),
    )
    return Claim(
        name="winnow-potential-holds",
        statement=(
            "After $m^+$ missed positives and $m^-$ false positives, $0 < \\Phi <= N + m^+ N - m^- N/2$. A relevant "
            "variable is never halved, was doubled at most $1 + \\lfloor log_2 N\\rfloor$ times, and together they "
            "were doubled $m^+$ times or more."
        ),
        source=cite(
            "N3, Lemma 3", "N3, Lemma 4", "N3, Theorem 5, potential", "N3, Theorem 5, relevant weights", "E16a", "E16b"
        ),
        run="The same game, looked at after every mistake.",
        measures=(
            Measure("smallest room below the ceiling", min(np.subtract(ceilings, sums)), ">=", 0.0),
            Measure("smallest potential", min(sums), ">", 0.0),
            Measure("fewest doublings of a relevant variable", float(exponents.min()), ">=", 0.0),
            Measure("most doublings of a relevant variable", float(exponents.max()), "<=", 1 + floor(log2(N))),
            Measure("their doublings, and missed positives", float(exponents.sum()), ">=", game.ledger.false_negatives),
        ),
        figures=(figure,),
    )


def logarithm(quick: bool, seed: int) -> Claim:
    """Ever more irrelevant variables, the same three that matter."""
    k, sizes = 3, [2**power for power in range(4, 10 if quick else 13)]
    mistakes = []
    for n in sizes:
        natures = [PlantedDisjunction(n, k, rounds=600, seed=seed + 1000 * s) for s in range(2 if quick else 4)]
        mistakes.append([Game(Winnow(n=n), bounds=[]).play(nature).mistakes for nature in natures])
    means = [float(np.mean(each)) for each in mistakes]
    bounds = [float(allowed(n, k)) for n in sizes]
    figure = Figure(
        name="winnow-logarithm",
        caption=f"Mistakes of Winnow in 600 rounds, $k = {k}$, as the number of variables doubles and doubles.",
        alt=f"Mistakes grow slowly from {means[0]:.0f} at N = {sizes[0]} to {means[-1]:.0f} at N = {sizes[-1]}.",
        x_label="number of variables N",
        y_label="mistakes",
        series=(Series("Winnow, mean", sizes, means), Series("allowed", sizes, bounds, "bound")),
        log_x=True,
    )
    worst = max(max(each) / most for each, most in zip(mistakes, bounds, strict=True))
    return Claim(
        name="winnow-logarithm-holds",
        statement="The number of variables enters the mistakes only by its logarithm.",
        source=cite("N3, Theorem 5"),
        run=f"Planted disjunctions of {k} variables among {sizes[0]} to {sizes[-1]:,}.",
        measures=(
            Measure("largest share of what is allowed that was used", worst, "<=", 1.0),
            Measure(f"mistakes at N = {sizes[-1]} over those at N = {sizes[0]}", means[-1] / means[0], "<", 4.0),
        ),
        text=(f"The number of variables grew {sizes[-1] // sizes[0]} times.",),
        figures=(figure,),
    )


def exact() -> Claim:
    """The most that any adversary can force, found by searching every state of Winnow."""
    rows, over = [], 0
    for n in (2, 3, 4):
        X = np.array(list(product((0, 1), repeat=n)))
        for k in range(n + 1):
            labels = np.where(X[:, :k].any(axis=1), 1, -1)
            cells: list[Any] = [n, k]
            for settings in SETTINGS:
                learner = Winnow(n=n, **settings)
                forced, most = worst_case(learner, X, labels).mistakes, most_mistakes(learner, n, k)
                cells += [forced, most]
                over += forced > most
            rows.append(tuple(cells))
    table = Table(
        caption="Exact worst cases, each beside its bound",
        head=("N", "k", "strict >", "bound", "at least", "bound", "eliminating", "bound"),
        rows=tuple(rows),
    )
    return Claim(
        name="winnow-exact",
        statement="No adversary can force more than the bound, whatever the threshold convention.",
        source=cite("N3, Theorem 5", "E16d"),
        run="The longest path of mistakes through all states of Winnow, for all targets up to $N = 4$.",
        measures=(
            Measure("worst cases above their bound", float(over), "=", 0.0),
            Measure("the worst case at N = 4, k = 4", float(rows[-1][2]), "=", 12.0),
        ),
        text=(
            "*Strict* says yes above the threshold only, as the notes do; *at least* also on it; *eliminating* sets "
            "weights to zero instead of halving them, which was Littlestone's first version.",
        ),
        tables=(table,),
    )


def equal_weights() -> Erratum:
    """E16a."""
    learner = Winnow(n=4)
    played(learner, [([1, 0, 0, 0], 1), ([0, 1, 0, 0], 1)])
    weights = learner.weights
    return erratum(
        "E16a",
        run="The target is $x_1 \\or x_2$ of four variables. Show $1000$, then $0100$.",
        evidence=(
            Measure("weight of $x_1$ after two positive mistakes; the notes say 4", float(weights[0]), "<", 4.0),
            Measure("weight of $x_2$", float(weights[1]), "=", 2.0),
            Measure("doublings of both, and positive mistakes", float(np.log2(weights[:2]).sum()), ">=", 2.0),
        ),
    )


def at_the_threshold() -> Erratum:
    """E16b."""
    learner = Winnow(n=4)
    game = Game(learner)
    before = []
    for _ in range(10):
        weight = float(learner.weights[0])
        move = game.predict([1, 0, 0, 0])
        game.label(move.number, 1)
        if move.act < 0:
            before.append(weight)
    return erratum(
        "E16b",
        run="Four variables, and $1000$, which is positive, again and again.",
        evidence=(
            Measure("weight at the last positive mistake; the notes say below 4", before[-1], ">=", 4.0),
            Measure("positive mistakes; the notes say fewer than 3", float(len(before)), ">=", 3.0),
            Measure("positive mistakes, and $1 + \\lfloor log_2 N\\rfloor$", float(len(before)), "<=", 3.0),
        ),
    )


def whole_numbers() -> Erratum:
    """E16d."""
    forced = worst_case(Winnow(n=4), np.array(list(product((0, 1), repeat=4))), SIGNS_OF_X1).mistakes
    return erratum(
        "E16d",
        run="Four variables, the target $x_1$; the exact worst case by search.",
        evidence=(
            Measure("the worst case, and the sharper bound", float(forced), "<=", float(allowed(4, 1))),
            Measure("the sharper bound, and that of the notes", float(allowed(4, 1)), "<", 2 + 3 * (log2(4) + 1)),
        ),
    )


SIGNS_OF_X1 = np.where(np.array(list(product((0, 1), repeat=4)))[:, 0] > 0, 1, -1)
ONE_OFF = erratum(
    "E16c",
    run="Read the two exponents.",
)
