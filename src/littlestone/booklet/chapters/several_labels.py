"""Several labels: four games on a class, their exact values, and who attains them."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from ...boolean.label_optimal import BanditOptimal, MulticlassOptimal
from ...concepts.concept_class import ConceptClass
from ...concepts.forcing import KINDS, KnownSequence, extreme_orders
from ...concepts.game_values import game_value
from ...concepts.labellings import Labellings
from ...concepts.strategies import check_promises, check_strategy
from ...concepts.worst_case import worst_case
from ...natures.adversaries import BanditAdversary, MulticlassAdversary
from ...rows.game import Game
from ..chapter import Chapter, Claim, Figure, Measure, Section, Series, Table, cite
from ..runs import dimension

QUICK = (
    "constant-labels:3,k=4", "levels:4", "levels:6", "sparse-labels:4", "coloured-intervals:4", "assignments:3",
    "modular-sums:2", "coloured-dictators:3", "label-stumps:2", "label-lists:1", "intervals:5", "thresholds:8",
    "table:0001,0011,0100,0111,1000,1010,1110,1111",
)  # fmt: skip
FULL = (
    *QUICK,
    "levels:8,k=4", "sparse-labels:5,k=4", "sparse-labels:5,most=2", "coloured-intervals:6,k=4", "assignments:4",
    "modular-sums:2,k=5", "modular-sums:3", "label-stumps:3", "label-lists:2", "halfspaces:3",
)  # fmt: skip
LETTERS = {"multiclass": "L", "bandit": "B", "known-sequence": "T", "self-directed": "S"}


class Row(NamedTuple):
    """A class and its values, by kind; `proofs` counts the witnesses that were checked."""

    spec: str
    size: int
    labels: int
    values: dict[str, int]
    proofs: int


def play(quick: bool, seed: int) -> Chapter:
    """Four values of every class, each proven from both sides, and played."""
    rows = [measured(spec) for spec in (QUICK if quick else FULL)]
    return Chapter(
        "several-labels",
        "Several labels, told or not",
        "With $k$ labels a mistake says less about the truth, and where only *right* or *wrong* is told it says less "
        "still. Four games on a class, their exact values, and learners and adversaries that attain them.",
        (
            Section(
                "All labellings",
                (
                    "A class of concepts that give each point one of $k$ labels. The adversary asks points, and the "
                    "learner is told the label: the value of this game is $L(C)$, the Littlestone dimension of several "
                    "labels. If it is told only whether it was right, the value is $B(C)$, the bandit dimension.",
                    labellings(quick),
                ),
            ),
            Section("Four games, in order", (ordered(rows), sequences(quick), two_labels(quick))),
            Section("Played", (attained(quick),)),
        ),
    )


def measured(spec: str) -> Row:
    """The values of a class, and how many of the witnesses hold."""
    cls = Labellings.parse(spec)
    values, proofs = {}, 0
    for kind in KINDS:
        found = game_value(cls, kind)
        assert found.strategy is not None
        assert found.promises is not None
        values[kind] = found.dimension
        proofs += check_strategy(found.strategy, cls) == found.dimension == check_promises(found.promises, cls)
    return Row(spec, cls.size, cls.labels, values, proofs)


def labellings(quick: bool) -> Claim:
    """All k-labellings of n points: n and n (k - 1)."""
    sizes = [(n, k) for n, k in product(range(1, 5), range(2, 6)) if k**n <= (64 if quick else 256)]
    rows = []
    for n, k in sizes:
        cls = Labellings.parse(f"labellings:{n},k={k}")
        rows.append((n, k, cls.size, *(game_value(cls, kind, witness=False).dimension for kind in LETTERS)))
    return Claim(
        "all-labellings",
        "All $k^n$ labellings of $n$ points cost $n$ mistakes if labels are told, and $n (k - 1)$ if they are not.",
        cite("ours"),
        f"{len(rows)} classes of up to {max(row[2] for row in rows)} concepts, by exact search.",
        (
            Measure("largest $|L - n|$", max(abs(row[3] - row[0]) for row in rows), "=", 0),
            Measure("largest $|B - n (k - 1)|$", max(abs(row[4] - row[0] * (row[1] - 1)) for row in rows), "=", 0),
            Measure("largest $|S - n|$", max(abs(row[6] - row[0]) for row in rows), "=", 0),
        ),
        tables=(Table("The classes.", ("$n$", "$k$", "concepts", *(f"${x}$" for x in LETTERS.values())), tuple(rows)),),
    )


def ordered(rows: list[Row]) -> Claim:
    """S <= T <= L <= B, with every value proven from both sides."""
    chains = [
        [row.values[kind] for kind in ("self-directed", "known-sequence", "multiclass", "bandit")] for row in rows
    ]
    gaps = [min(chain[place + 1] - chain[place] for chain in chains) for place in range(3)]
    places = list(range(1, len(rows) + 1))
    return Claim(
        "order-of-values",
        "$S(C) <= T(C) <= L(C) <= B(C)$: it helps the learner to choose the points, less to know their sequence, and "
        "it hurts if labels are not told. Each inequality is strict somewhere.",
        cite("ours"),
        f"{len(rows)} classes. Every value has an adversary's strategy from below and a learner's promises from above, "
        "each checked by a small program that knows nothing of the search.",
        (
            *(
                Measure(f"smallest ${b} - {a}$", gap, ">=", 0)
                for (a, b), gap in zip((("S", "T"), ("T", "L"), ("L", "B")), gaps, strict=True)
            ),
            Measure("classes with $S < T$", sum(chain[0] < chain[1] for chain in chains), ">", 0),
            Measure("classes with $T < L$", sum(chain[1] < chain[2] for chain in chains), ">", 0),
            Measure("classes with $L < B$", sum(chain[2] < chain[3] for chain in chains), ">", 0),
            Measure("values proven from both sides", sum(row.proofs for row in rows), "=", len(KINDS) * len(rows)),
        ),
        figures=(
            Figure(
                "four-values",
                "A place on the axis is a class, in the order of the table.",
                "Four stairs: self-directed lowest, then known sequence, multiclass, and bandit highest.",
                "class",
                "mistakes",
                tuple(
                    Series(kind, places, [row.values[kind] for row in rows], style)
                    for kind, style in zip(
                        ("bandit", "multiclass", "known-sequence", "self-directed"),
                        ("bound", "points", "step", "forced"),
                        strict=True,
                    )
                ),
            ),
        ),
        tables=(
            Table(
                "The classes of the chart, as `littlestone dimension` reads them; $T$ is of the points in their order.",
                ("class", "concepts", "labels", *(f"${letter}$" for letter in LETTERS.values())),
                tuple((f"`{row.spec}`", row.size, row.labels, *(row.values[kind] for kind in LETTERS)) for row in rows),
            ),
        ),
    )


def sequences(quick: bool) -> Claim:
    """The order of a known sequence matters; the separations of the literature."""
    halves = {3: (1, 0, 2), 7: (3, 1, 5, 0, 2, 4, 6)}
    n = 3 if quick else 7
    cls = ConceptClass.parse(f"thresholds:{n},constants=true")
    straight, halved = (KnownSequence(cls, order=order).value(cls.full) for order in (None, halves[n]))
    swapped = ConceptClass.from_lines(["000", "100", "010", "101"])
    best, worst = (KnownSequence(swapped, order=order).value(swapped.full) for order in extreme_orders(swapped))
    eight = ConceptClass.from_lines(["0000", "1000", "0100", "0001", "1101", "0011", "1011", "1111"])
    worst_of_eight = KnownSequence(eight, order=extreme_orders(eight)[1]).value(eight.full)
    return Claim(
        "known-sequences",
        "A learner that knows the sequence of points may err less than one that does not, and the order matters.",
        cite("Ben-David, Kushilevitz, Mansour 1997"),
        f"Thresholds on {n} points, in a row and by halves; a class of four concepts in its best and worst order; and "
        "eight concepts that are easier in every known order than without one.",
        (
            Measure("thresholds, from left to right", straight, "=", 1),
            Measure("thresholds, the middle first, then the middles of the halves", halved, "=", dimension(cls)),
            Measure("four concepts, best order", best, "=", 1),
            Measure("four concepts, worst order", worst, "=", 2),
            Measure("eight concepts, worst order", worst_of_eight, "=", 2),
            Measure("eight concepts, sequence not known", dimension(eight), "=", 3),
        ),
    )


def two_labels(quick: bool) -> Claim:
    """With two labels, wrong says it all."""
    specs = ("intervals:5", "thresholds:8", "decision-lists:2") + (() if quick else ("halfspaces:3", "conjunctions:3"))
    found = []
    for spec in specs:
        cls = ConceptClass.parse(spec)
        found.append([dimension(cls), *(game_value(cls, kind, witness=False).dimension for kind in LETTERS)])
    return Claim(
        "two-labels",
        "With two labels *wrong* tells the other one: $B(C) = L(C) = Ldim(C)$.",
        cite("ours"),
        f"{len(specs)} classes of two labels, by the search of two labels and by that of several.",
        (
            Measure("largest $|L - Ldim|$", max(abs(row[1] - row[0]) for row in found), "=", 0),
            Measure("largest $|B - Ldim|$", max(abs(row[2] - row[0]) for row in found), "=", 0),
        ),
    )


def attained(quick: bool) -> Claim:
    """The optimal learners against the adversaries, and against all."""
    specs = ("levels:4", "labellings:2", "constant-labels:2,k=4") + (
        () if quick else ("coloured-intervals:4", "label-stumps:2", "modular-sums:2")
    )
    rows = []
    for spec in specs:
        cls = Labellings.parse(spec)
        for name, learner, adversary, kind in (
            ("told", MulticlassOptimal, MulticlassAdversary, "multiclass"),
            ("not told", BanditOptimal, BanditAdversary, "bandit"),
        ):
            game = Game(learner(cls))
            forced = game.play(adversary(cls)).mistakes
            (certificate,) = game.ledger.certificates
            value = game_value(cls, kind, witness=False).dimension
            worst = int(worst_case(learner(cls), cls).mistakes)
            rows.append((f"`{spec}`", name, value, forced, worst, certificate.allowed or 0.0, certificate.verdict))
    return Claim(
        "attained",
        "The learner that guesses the label whose concepts could cost most makes at most $L(C)$ mistakes; the one that "
        "guesses the label that leaves least to fear if it is wrong, and is told only that, at most $B(C)$. An "
        "adversary forces as many.",
        cite("Daniely, Sabato, Ben-David, Shalev-Shwartz 2015"),
        "Each learner against its adversary, and its worst case over all games and targets, by exact search.",
        (
            Measure("largest |forced - value|", max(abs(row[3] - row[2]) for row in rows), "=", 0),
            Measure("largest |worst case - value|", max(abs(row[4] - row[2]) for row in rows), "=", 0),
            Measure("certificates that hold", sum(row[6] == "holds" for row in rows), "=", len(rows)),
        ),
        tables=(
            Table(
                "The games.",
                ("class", "labels", "value", "forced", "worst case", "allowed"),
                tuple(row[:6] for row in rows),
            ),
        ),
    )
