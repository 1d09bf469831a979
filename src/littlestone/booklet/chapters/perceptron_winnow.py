"""Perceptron versus Winnow: the figure of Kivinen, Warmuth and Auer, as far as it can be known, drawn again."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from ...boolean.winnow import Winnow
from ...boolean.winnow_theorems import most_mistakes
from ...concepts.worst_case import worst_case
from ...features.arrays import as_batch
from ...learner import RowLearner
from ...linear.perceptron import Perceptron
from ...natures import PlantedDisjunction
from ...row import Batch
from ...rows.game import Game
from ..chapter import Chapter, Claim, Erratum, Figure, Measure, Section, Series, Table, cite, erratum, zero_words
from ..runs import played, zero_rule

K, SIZES, STEP = 20, (200, 400), 50
Curves = dict[tuple[str, int], Any]  # by learner and N: cumulative mistakes, a row a seed


def play(quick: bool, seed: int) -> Chapter:
    """The chapter, played."""
    rounds, seeds = (5_000, 6) if quick else (10_000, 10)
    curves = race(rounds, [seed + s for s in range(seeds)])
    return Chapter(
        name="perceptron-winnow",
        title="Perceptron versus Winnow",
        summary="The same disjunctions for both: twice as many variables hurt the one that adds, hardly the other.",
        sections=(
            Section(
                "The figure", (WHY, figure(curves, rounds, seeds), table(curves, rounds), assumptions(rounds, seeds))
            ),
            Section("What it shows", (ratios(curves, rounds), below(curves), bounds(curves), forced())),
            Section("Where the notes slip", (degenerate(quick, seed), prose())),
        ),
    )


WHY = (
    "Kivinen, Warmuth and Auer (*Artificial Intelligence* 97, 1997) asked what it costs to learn a disjunction of few "
    "variables by adding examples up, as the Perceptron does, and by multiplying weights, as Winnow does. For $k$ "
    "relevant variables among $N$ the Perceptron may need of the order of $k N$ mistakes, Winnow only of the order of "
    "$k log N$. The last page of the notes shows their figure for $k = 20$ and $N = 200$ and $400$. Here it is played."
)


def learners(n: int) -> tuple[RowLearner, RowLearner]:
    """The two of them, for n variables."""
    return Perceptron(bias=1.0, zero="mistake"), Winnow(n=n)


ZERO = zero_rule(learners(1)[0])


def drawn(n: int, rounds: int, seed: int, chance: float | None = None) -> list[Batch]:
    """Examples of a planted disjunction, in blocks of STEP rounds."""
    nature = PlantedDisjunction(n, K, rounds=rounds, chance=chance, seed=seed)
    pairs = [nature.draw() for _ in range(rounds)]
    X, y = np.array([x for x, _ in pairs], dtype=float), np.array([y for _, y in pairs])
    return [as_batch(X[t : t + STEP], y[t : t + STEP]) for t in range(0, rounds, STEP)]


def mistakes(learner: RowLearner, blocks: list[Batch]) -> list[int]:
    """Cumulative mistakes, block by block, from zero on."""
    game = Game(learner, bounds=[], keep=0)
    return [0, *(game.play_batch(block).mistakes for block in blocks)]


def race(rounds: int, seeds: list[int]) -> Curves:
    """Both learners on the same examples, for both sizes and all seeds."""
    curves: dict[tuple[str, int], list[list[int]]] = {}
    for n in SIZES:
        for seed in seeds:
            blocks = drawn(n, rounds, seed)
            for learner in learners(n):
                curves.setdefault((learner.name, n), []).append(mistakes(learner, blocks))
    return {who: np.array(each) for who, each in curves.items()}


def figure(curves: Curves, rounds: int, seeds: int) -> Figure:
    """The figure."""
    times = list(range(0, rounds + 1, STEP))
    names = {"perceptron": "Perceptron", "winnow": "Winnow"}
    ends = {who: float(each[:, -1].mean()) for who, each in curves.items()}
    return Figure(
        name="perceptron-winnow",
        caption=f"Cumulative mistakes on random examples of a disjunction of {K} variables, mean of {seeds} runs. "
        + zero_words(ZERO),
        alt=(
            f"Four rising curves that flatten. After {rounds:,} trials the Perceptron has made "
            f"{ends['perceptron', 200]:.0f} mistakes for N = 200 and {ends['perceptron', 400]:.0f} for N = 400, Winnow "
            f"{ends['winnow', 200]:.0f} and {ends['winnow', 400]:.0f}."
        ),
        x_label="trials",
        y_label="cumulative mistakes",
        series=tuple(
            Series(f"{names[name]}, N = {n}", times, curves[name, n].mean(axis=0).tolist())
            for name in names
            for n in reversed(SIZES)
        ),
    )


def table(curves: Curves, rounds: int) -> Table:
    """The numbers behind the figure."""
    marks = [t for t in (500, 1000, 2000, 5000, 10_000) if t <= rounds]
    return Table(
        caption="Mean mistakes after so many trials",
        head=("learner", "N", *(f"{t:,}" for t in marks)),
        rows=tuple(
            (name.capitalize(), n, *(round(float(each[:, t // STEP].mean()), 1) for t in marks))
            for (name, n), each in sorted(curves.items())
        ),
        zero=ZERO,
    )


def assumptions(rounds: int, seeds: int) -> Table:
    """What is known of the original, and what had to be assumed."""
    return Table(
        caption="What is known of the original figure, and what is assumed here",
        head=("what", "here", "how we know"),
        rows=(
            ("relevant variables", f"$k = {K}$", "said below the figure in N3"),
            ("variables", "$N = 200$ and $400$", "said below the figure in N3"),
            ("axes", "cumulative mistakes over trials", "N3"),
            (
                "kind of target",
                "monotone disjunction $x_1 \\or ... \\or x_{20}$",
                "*inferred* from the paper's abstract",
            ),
            ("examples", "each variable on by chance $1 - 2^{-1/20} = 0.034$, so half are positive", "*assumed*"),
            ("inputs", "0 and 1", "*assumed*"),
            ("Perceptron", "a constant feature; a guess of 0 is a mistake", "*assumed*"),
            ("Winnow", "$\\beta = 1$, $\\theta = N$, strict", "*assumed*; N3's algorithm"),
            ("trials and runs", f"{rounds:,} trials, mean of {seeds} runs", "*assumed*"),
        ),
    )


def ratios(curves: Curves, rounds: int) -> Claim:
    """What doubling N does to either."""
    grown = {
        name: curves[name, 400][:, -1].mean() / curves[name, 200][:, -1].mean() for name in ("perceptron", "winnow")
    }
    return Claim(
        name="ratios",
        statement=(
            "With $k$ fixed, the mistakes of the Perceptron grow almost in proportion to $N$; those of Winnow hardly "
            "change."
        ),
        source=cite("N3, Figure 2", "E33"),
        run=f"Mistakes after {rounds:,} trials for $N = 400$, divided by those for $N = 200$.",
        measures=(
            Measure("Perceptron, at least", grown["perceptron"], ">=", 1.4),
            Measure("Perceptron, at most", grown["perceptron"], "<=", 2.1),
            Measure("Winnow, at least", grown["winnow"], ">=", 1.0),
            Measure("Winnow, at most", grown["winnow"], "<=", 1.35),
        ),
        text=("The limits are those that an independent reproduction gave with room to both sides.",),
        zero=ZERO,
    )


def below(curves: Curves) -> Claim:
    """Winnow is ahead from early on, and both flatten."""
    first = 500 // STEP
    shares = [
        float((curves["winnow", n].mean(axis=0)[first:] / curves["perceptron", n].mean(axis=0)[first:]).max())
        for n in SIZES
    ]
    late = []
    for each in curves.values():
        mean = each.mean(axis=0)
        half = len(mean) // 2
        late.append(float((mean[-1] - mean[half]) / mean[half]))
    return Claim(
        name="below",
        statement="Winnow is below the Perceptron from trial 500 on, and all curves flatten.",
        source=cite("N3, Figure 2"),
        run="The curves above.",
        measures=(
            *(
                Measure(f"largest share of the Perceptron's mistakes, $N = {n}$", share, "<", 1.0)
                for n, share in zip(SIZES, shares, strict=True)
            ),
            Measure("largest growth in the second half of the trials", max(late), "<", 0.5),
        ),
        zero=ZERO,
    )


def bounds(curves: Curves) -> Claim:
    """Neither makes more than its theorem allows."""
    measures = []
    for n in SIZES:
        most = {"perceptron": (n + 1) * (4 * K + 1), "winnow": most_mistakes(Winnow(n=n), n, K)}
        for name, allowed in most.items():
            paid = float(curves[name, n][:, -1].max())
            measures.append(Measure(f"{name.capitalize()}, $N = {n}$", paid, "<=", float(allowed)))
    return Claim(
        name="bounds",
        statement=(
            "The Perceptron makes at most $(N + 1)(4k + 1)$ mistakes on a $k$-literal disjunction of 0/1 variables "
            "with a constant feature, Winnow at most $1 + 3k(1 + \\lfloor log_2 N\\rfloor)$."
        ),
        source=cite("N3, Theorem 2", "N3, Theorem 5", "N3, Section 1"),
        run="The worst run of each.",
        measures=tuple(measures),
        zero=ZERO,
    )


def forced() -> Claim:
    """The exact worst cases at small sizes: what the Perceptron can be made to pay."""
    perceptron = Perceptron(bias=1.0)
    rows = []
    for n in (1, 2, 3):
        X = np.array(list(product((0, 1), repeat=n)))
        for k in range(1, n + 1):
            labels = np.where(X[:, :k].any(axis=1), 1, -1)
            adds = worst_case(perceptron, X, labels).mistakes
            multiplies = worst_case(Winnow(n=n), X, labels).mistakes
            rows.append((n, k, adds, 2 * k * (n - k + 1) + 1, (n + 1) * (4 * k + 1), multiplies))
    return Claim(
        name="forced",
        statement="The Perceptron can be forced to $2k(N - k + 1) + 1$ mistakes on $k$-literal disjunctions.",
        source=cite("N3, Figure 2", "Kivinen, Warmuth and Auer 1997"),
        run="Every game against the Perceptron with a constant feature, for small $N$, searched to its end.",
        measures=(
            Measure("worst cases below it", float(sum(row[2] < row[3] for row in rows)), "=", 0.0),
            Measure("worst cases above the bound", float(sum(row[2] > row[4] for row in rows)), "=", 0.0),
        ),
        tables=(
            Table(
                "Exact worst cases",
                ("$N$", "$k$", "Perceptron", "$2k(N - k + 1) + 1$", "its bound", "Winnow"),
                tuple(rows),
            ),
        ),
        zero=zero_rule(perceptron),
    )


def degenerate(quick: bool, seed: int) -> Erratum:
    """E33."""
    rounds = 2_000 if quick else 10_000
    blocks = drawn(200, rounds, seed, chance=0.5)
    positives = sum(int((np.asarray(block.labels) > 0).sum()) for block in blocks)
    adds, multiplies = (mistakes(learner, blocks)[-1] for learner in learners(200))
    return erratum(
        "E33",
        run=f"{rounds:,} examples with every variable on by chance one half, $N = 200$.",
        evidence=(
            Measure("negatives among them", float(rounds - positives), "<=", 2.0),
            Measure("mistakes of the Perceptron", float(adds), "<=", 3.0),
            Measure("mistakes of Winnow", float(multiplies), "<=", 5.0),
        ),
        zero=ZERO,
    )


def prose() -> Erratum:
    """E30."""
    learner = Winnow(n=3)
    played(learner, [([1, 1, 1], +1)])
    move = Game(learner, bounds=[]).predict([0, 1, 1])
    return erratum(
        "E30",
        run="$N = 3$, the target is $x_1$. The positive `111` is missed; then `011`, with $x_1$ off.",
        evidence=(
            Measure("what an or of the relevant variables says of it", -1.0, "<", float(move.act)),
            Measure("what Winnow says of it", float(move.act), "=", 1.0),
        ),
    )
