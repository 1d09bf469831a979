"""The Perceptron: the margin bound with both lemmas along the run, the analysts, XOR, and epochs."""

from __future__ import annotations

from itertools import product
from math import sqrt

import numpy as np

from ...concepts.worst_case import worst_case
from ...linear.perceptron import Perceptron
from ...linear.perceptron_theorems import MarginBound
from ...natures import Analysts, PlantedHalfspace
from ...reductions import until_clean
from ...rows.game import Game
from ...rows.round import Round
from ..chapter import Chapter, Claim, Figure, Measure, Section, Series, Table, cite
from ..runs import MOST, Watched, course, level, over_time, zero_rule
from .perceptron_errata import (
    bias_is_not_free,
    dividing_by_nothing,
    gained_on_mistakes,
    guess_of_zero,
    normalising,
    printed_signs,
    radius,
    squared_length,
    updates_not_iterations,
)
from .perceptron_frames import turning
from .perceptron_xor import kernel, no_line

ANALYSTS = {(1, 1): 1, (2, 1): 2, (3, 1): 2, (3, 3): 3, (4, 1): 4, (4, 3): 9, (5, 1): 4, (5, 3): 12}  # exact


def play(quick: bool, seed: int) -> Chapter:
    """Novikoff's theorem, played."""
    return Chapter(
        "perceptron",
        "The Perceptron",
        "Add the examples that were got wrong, each with its sign. With margin $\\gamma$ and radius $R$ there are at "
        "most $R^2 / \\gamma^2$ mistakes, in any number of dimensions.",
        (
            Section("The step", (turning(),)),
            Section(
                "The margin bound",
                (
                    bound(quick, seed),
                    lemmas(quick, seed),
                    printed_signs(),
                    guess_of_zero(),
                    squared_length(),
                    gained_on_mistakes(),
                    dividing_by_nothing(),
                    radius(),
                ),
            ),
            Section("Thresholds and lengths", (bias_is_not_free(quick), normalising())),
            Section("Analysts and the market", (analysts(quick), analysts_drawn(quick, seed))),
            Section("Many epochs", (epochs(quick, seed), updates_not_iterations())),
            Section("XOR", (no_line(), kernel())),
        ),
    )


def bound(quick: bool, seed: int) -> Claim:
    """M <= 1/margin^2 on drawn examples in the unit ball."""
    n, rounds = (50, 1000) if quick else (200, 5000)
    rows, longest = [], []
    margins = (0.2, 0.1, 0.05)
    for margin in margins:
        nature = PlantedHalfspace(n, margin=margin, rounds=rounds, seed=seed)
        game, mistakes = course(Perceptron(), nature, bounds=[MarginBound(margin=margin), MarginBound()])
        promised, found = game.ledger.certificates
        rows.append((margin, mistakes[-1], promised, found))
        longest = mistakes
    return Claim(
        "margin-bound",
        "If $|x_t| <= R$ and some unit vector $u$ has $y_t \\langle u, x_t \\rangle >= \\gamma > 0$ on every example, "
        "the Perceptron makes at most $R^2 / \\gamma^2$ mistakes.",
        cite(
            "N0, Algorithm 1",
            "N0, Section 3, margin",
            "N0, Theorem 4",
            "N1, Rosenblatt's Perceptron",
            "N1, Theorem",
            "N2, Online Perceptron Rule",
            "N2, Online Perceptron Rule, theorem",
            "N3, Algorithm 1",
            "N3, Theorem 2",
        ),
        f"{rounds:,} examples drawn from the unit ball in {n} dimensions, none nearer to a planted hyperplane than "
        "$\\gamma$. Only mistaken examples count, so the margin can be sought among them in hindsight.",
        (
            *(Measure.of(f"mistakes, margin {margin} promised", promised) for margin, _, promised, _ in rows),
            *(
                Measure.of(f"mistakes, margin found in hindsight (planted {margin})", found)
                for margin, _, _, found in rows
            ),
        ),
        figures=(
            Figure(
                "margin-mistakes",
                f"Mistakes with margin {margins[-1]}, against $1/\\gamma^2$.",
                f"A rising curve that ends at {longest[-1]} mistakes, below the dashed line at "
                f"{1 / margins[-1] ** 2:.0f}.",
                "round",
                "mistakes",
                (over_time("mistakes", longest), level("allowed", 1 / margins[-1] ** 2, 1, rounds)),
            ),
        ),
        zero=zero_rule(Perceptron()),
    )


def lemmas(quick: bool, seed: int) -> Claim:
    """Both lemmas after every mistake."""
    n, margin, rounds = 20, 0.05, 1000 if quick else 4000
    nature = PlantedHalfspace(n, margin=margin, rounds=rounds, seed=seed)
    learner = Perceptron()
    game = Game(learner)
    along, length, total = [0.0], [0.0], [0.0]
    worst_guess = -np.inf  # the largest y <w, x> at an update

    def look(last: Round) -> None:
        nonlocal worst_guess
        if game.ledger.mistakes == len(along):
            w = learner.weights
            along.append(float(w @ nature.target))
            length.append(float(np.linalg.norm(w)))
            total.append(total[-1] + last.x.squared_norm())
            worst_guess = max(worst_guess, -last.sign * last.guess)

    game.play(Watched(nature, look))
    M = np.arange(len(along))
    shown = M[:: max(1, len(M) // MOST)].tolist()
    return Claim(
        "lemmas",
        "After $M$ mistakes $\\langle w, u \\rangle >= M \\gamma$ and $|w|^2 <= M R^2$. A vector cannot reach further "
        "than it is long, and so $M \\gamma <= R \\sqrt M$.",
        cite(
            "N0, Lemma 2",
            "N0, Lemma 3",
            "N0, Theorem 4, proof",
            "N1, Fact 1",
            "N1, Fact 2",
            "N1, Theorem, proof",
            "N2, Perceptron Analysis, Claim 1",
            "N2, Perceptron Analysis, Claim 2",
            "N2, Perceptron Analysis, conclusion",
            "N3, Theorem 2, upper bound",
            "N3, Theorem 2, lower bound",
            "E17",
            "E18",
        ),
        f"{len(M) - 1} mistakes in {rounds:,} rounds, both sides of both lemmas computed after each.",
        (
            Measure("smallest $\\langle w, u \\rangle - M \\gamma$", float(np.min((along - M * margin)[1:])), ">=", 0),
            Measure(
                "smallest $\\sum |x|^2 - |w|^2$ over the mistakes",
                float(np.min(np.subtract(total, np.square(length)))),
                ">=",
                0,
            ),
            Measure("smallest $M R^2 - |w|^2$, $R = 1$", float(np.min(M - np.square(length))), ">=", 0),
            Measure("largest $y \\langle w, x \\rangle$ at an update", float(worst_guess), "<=", 0),
            Measure("smallest $|w| - \\langle w, u \\rangle$", float(np.min(np.subtract(length, along)[1:])), ">=", 0),
        ),
        figures=(
            Figure(
                "lemmas-chart",
                "The weights are squeezed: their length stays below $R \\sqrt M$, their reach along $u$ above $M "
                "\\gamma$. Where the two lines would cross, at $M = R^2 / \\gamma^2$, no mistake is left.",
                "Length and reach of the weights over mistakes, between a dashed square root above and a dotted line "
                "below.",
                "mistakes",
                "length",
                (
                    Series("R sqrt M", shown, [sqrt(m) for m in shown], "bound"),
                    Series("|w|", shown, [length[m] for m in shown]),
                    Series("<w, u>", shown, [along[m] for m in shown]),
                    Series("M gamma", shown, [m * margin for m in shown], "forced"),
                ),
            ),
        ),
        zero=zero_rule(learner),
    )


def analysts(quick: bool) -> Claim:
    """nk, exactly."""
    cases = [case for case in ANALYSTS if case[0] <= (4 if quick else 5)]
    found = {}
    for n, k in cases:
        X = np.array(list(product((-1, 1), repeat=n)))
        found[n, k] = int(worst_case(Perceptron(), X, np.where(X[:, :k].sum(axis=1) > 0, 1, -1)).mistakes)
    return Claim(
        "analysts",
        "If the majority of $k$ (odd) of $n$ analysts is always right, the Perceptron errs at most $n k$ times: margin "
        "$1/\\sqrt k$, radius $\\sqrt n$.",
        cite("N0, Theorem 4, the analysts", "N1, A Slightly Different View"),
        "The longest game of mistakes over all days in $\\{-1,+1\\}^n$, by exact search.",
        (
            *(Measure(f"worst case, $n = {n}$, $k = {k}$", found[n, k], "<=", n * k) for n, k in cases),
            *(Measure(f"the exact number, $n = {n}$, $k = {k}$", found[n, k], "=", ANALYSTS[n, k]) for n, k in cases),
        ),
        text=("The bound is attained for one analyst among 1, 2 and 4.",),
        tables=(
            Table(
                "Exact worst cases against $nk$.",
                ("$n$", "$k$", "exact", "$nk$"),
                tuple((n, k, found[n, k], n * k) for n, k in cases),
                tuple(place for place, (n, k) in enumerate(cases) if found[n, k] == n * k),
            ),
        ),
        zero=zero_rule(Perceptron()),
    )


def analysts_drawn(quick: bool, seed: int) -> Claim:
    """A market of many days."""
    n, k, days = (20, 3, 500) if quick else (60, 5, 3000)
    game, mistakes = course(
        Perceptron(), Analysts(n, k, rounds=days, seed=seed), bounds=[MarginBound(margin=1 / sqrt(k))]
    )
    (certificate,) = game.ledger.certificates
    return Claim(
        "market",
        "The same on drawn days: the certificate with the promised margin holds, and the errors cease.",
        cite("N0, Theorem 4, the analysts"),
        f"{n} analysts of whom {k} decide, {days:,} days.",
        (
            Measure.of("days called wrongly", certificate),
            Measure("what the theorem allows, against $nk$", certificate.allowed, "=", n * k),
        ),
        figures=(
            Figure(
                "market-mistakes",
                "Days called wrongly, against $nk$.",
                f"A curve that flattens at {mistakes[-1]}, below the dashed line at {n * k}.",
                "day",
                "mistakes",
                (over_time("mistakes", mistakes), level("nk", n * k, 1, days)),
            ),
        ),
        zero=zero_rule(game.learner),
    )


def epochs(quick: bool, seed: int) -> Claim:
    """Cycling until a clean pass."""
    S = 100 if quick else 300
    nature = PlantedHalfspace(10, margin=0.05, rounds=S, seed=seed)
    X, y = [], []
    while (x := nature.ask(None)) is not None:
        X.append(x)
        y.append(nature.y)
    done = until_clean(Perceptron(), np.array(X), np.array(y))
    assert done.certificate is not None
    most = done.certificate.allowed or 0.0
    return Claim(
        "epochs",
        "Cycling through a separable sample of $S$ examples, the Perceptron comes to a clean pass within $B = "
        "\\lfloor R^2 / \\gamma^2 \\rfloor$ updates, that is within $S (B + 1)$ iterations.",
        cite("N2, Online Perceptron Rule, epochs", "E12"),
        f"{S} drawn examples with margin at least 0.05; the largest margin of the sample is found in hindsight.",
        (
            Measure.of("updates", done.certificate),
            Measure("iterations until a clean pass was seen", done.iterations, "<=", S * (int(most) + 1)),
            Measure("errors left on the sample", int((done.hypothesis.labels(np.array(X)) != y).sum()), "=", 0),
        ),
        zero=zero_rule(done.game.learner),
    )
