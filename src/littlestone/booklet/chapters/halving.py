"""Halving: log2 |C| mistakes, the projections of the notes and what they really cost, and binary search."""

from __future__ import annotations

from math import floor, log, log2

import numpy as np

from ...boolean.halving import Halving
from ...boolean.standard_optimal import StandardOptimal
from ...concepts.concept_class import ConceptClass
from ...concepts.worst_case import worst_case
from ...natures.adversaries import BinarySearch, MinimaxAdversary
from ...natures.recorded import Recorded
from ...rows.game import Game
from ..chapter import Chapter, Claim, Erratum, Figure, Measure, Section, Series, cite, erratum
from ..runs import Watched, dimension, over_time, played, seeds


def play(quick: bool, seed: int) -> Chapter:
    """The majority of what is possible; every mistake strikes out half."""
    return Chapter(
        "halving",
        "Halving",
        "Say what most of the concepts say that are still possible. A mistake strikes out at least half of them, so "
        "there are at most $log_2 |C|$.",
        (
            Section("A mistake halves the class", (bounded(quick, seed), three_to_the_n(quick), natural_logarithm())),
            Section("Projections", (projections(quick), projections_slip(quick))),
            Section("Binary search", (binary_search(quick), about_n(quick))),
        ),
    )


def bounded(quick: bool, seed: int) -> Claim:
    """|V| after every mistake, and the bound, on a drawn class."""
    size, points = (200, 60) if quick else (2000, 200)
    rng = seeds(seed, "halving")
    concepts = ConceptClass(rng.integers(0, 2, size=(size, points)))
    learner = Halving(concepts)
    game = Game(learner)
    left: list[int] = [concepts.size]
    adversary = MinimaxAdversary(ConceptClass(concepts.table[:64]))
    target = concepts.labels(int(rng.integers(concepts.size)))
    mistakes = [0]

    def look(last: object) -> None:
        left.append(learner.left)
        mistakes.append(game.ledger.mistakes)

    game.play(Watched(Recorded(np.eye(points), target), look))
    forced = Game(Halving(adversary.concepts)).play(adversary)
    promised = [concepts.size / 2**m for m in mistakes]
    return Claim(
        "halving-bound",
        "Halving makes at most $\\lfloor log_2 |C| \\rfloor$ mistakes if some concept of the class $C$ fits: after "
        "$M$ of them at most $|C| / 2^M$ concepts are left.",
        cite("N0, Halving Algorithm", "N0, Theorem 3", "N1, Mistake Bound Model, Halving", "N2, Halving"),
        f"{concepts.size:,} drawn concepts on {points} points, one of them the target, every point shown once; and the "
        "minimax adversary on 64 of them.",
        (
            Measure("mistakes on drawn labels", mistakes[-1], "<=", floor(log2(concepts.size))),
            Measure("mistakes that the adversary forces, $|C| = 64$", forced.mistakes, "<=", 6),
            Measure(
                "largest ratio of concepts left to $|C| / 2^M$",
                max(have / may for have, may in zip(left, promised, strict=True)),
                "<=",
                1.0,
            ),
        ),
        figures=(
            Figure(
                "concepts-left",
                "Concepts left after each round, and what the mistakes so far promise.",
                "Concepts left fall faster than the dashed promise, to one.",
                "round",
                "concepts",
                (over_time("left", left), over_time("promised", promised, "bound-step")),
                log_y=True,
            ),
        ),
    )


def three_to_the_n(quick: bool) -> Claim:
    """3^n disjunctions."""
    sizes = (1, 2, 3) if quick else (1, 2, 3, 4)
    found = {
        n: worst_case(Halving(f"disjunctions:{n}"), ConceptClass.parse(f"disjunctions:{n}")).mistakes for n in sizes
    }
    return Claim(
        "three-to-the-n",
        "For the $3^n$ disjunctions of literals the bound is $n log_2 3$.",
        cite("N0, Theorem 3, disjunctions", "E21"),
        "The exact worst case of Halving over all targets.",
        tuple(Measure(f"worst case, $n = {n}$", found[n], "<=", floor(n * log2(3))) for n in sizes),
    )


def natural_logarithm() -> Erratum:
    """E11: log2, not ln."""
    concepts = ConceptClass([[0], [1]])
    paid = worst_case(Halving(concepts), concepts).mistakes
    return erratum(
        "E11",
        run="Two concepts on one point: whichever is predicted, the other is true.",
        evidence=(
            Measure("mistakes, against $ln 2$", paid, ">", log(2)),
            Measure("mistakes, against $log_2 2$", paid, "<=", 1),
        ),
    )


def projections(quick: bool) -> Claim:
    """Dictators: the exact numbers."""
    sizes = list(range(1, 7 if quick else 9))
    halving = []
    for n in sizes:
        cls = ConceptClass.parse(f"dictators:{n}")
        halving.append(worst_case(Halving(cls), cls).mistakes)
    best = [dimension(f"dictators:{n}") for n in sizes]
    return Claim(
        "projections",
        "On the projections $\\pi_j(x) = x_j$ Halving errs exactly $\\lfloor log_2 n \\rfloor$ times at worst, which "
        "is the optimum.",
        cite("N0, Example: Projections", "E2"),
        "A search of the whole game on all $2^n$ points, since any split of the $n$ concepts is some $x$.",
        tuple(
            Measure(f"Halving at worst, $n = {n}$", paid, "=", floor(log2(n)))
            for n, paid in zip(sizes, halving, strict=True)
        ),
        figures=(
            Figure(
                "projections-chart",
                "The worst case of Halving on projections grows with the logarithm; the notes say it stays at one.",
                "Points that rise from 0 to the logarithm of n, above the dashed line at one from n = 4 on.",
                "n",
                "mistakes",
                (
                    Series("Halving, exact", sizes, halving, "points"),
                    Series("optimum", sizes, best, "line"),
                    Series("as printed", sizes, [1] * len(sizes), "bound"),
                ),
            ),
        ),
    )


def projections_slip(quick: bool) -> Erratum:
    """E2: more than one mistake."""
    game = played(Halving("dictators:4"), [([1, 1, 0, 0], +1), ([1, 0, 0, 0], +1)])
    basis = ConceptClass(np.eye(4))
    only = worst_case(Halving(basis), basis).mistakes
    largest = 6 if quick else 8
    return erratum(
        "E2",
        run=(
            "Four projections, target $\\pi_1$: `1100` splits them two and two, `1000` one and one. Ties go to 0, both "
            "labels are 1."
        ),
        evidence=(
            Measure("mistakes on `1100`, `1000`", game.ledger.mistakes, "=", 2),
            Measure("which is more than the one of the notes", game.ledger.mistakes, ">", 1),
            Measure("worst case on $e_1, ..., e_4$ only", only, "=", 1),
            Measure(f"optimum, $n = {largest}$", dimension(f"dictators:{largest}"), "=", floor(log2(largest))),
        ),
    )


def binary_search(quick: bool) -> Claim:
    """VC 1, and n mistakes."""
    sizes = (1, 2, 3, 5) if quick else (1, 2, 3, 5, 7, 9)
    rows = []
    for n in sizes:
        concepts = ConceptClass.parse(f"thresholds:{2**n}")
        rows.append(
            (
                n,
                Game(Halving(concepts)).play(BinarySearch(n)).mistakes,
                Game(StandardOptimal(concepts)).play(BinarySearch(n)).mistakes,
            )
        )
    return Claim(
        "binary-search",
        "Half-lines over $2^n$ points have VC dimension 1, yet $n$ mistakes can be forced on anybody.",
        cite("N0, Example: Binary Search", "E27"),
        "The adversary always asks in the middle of what is possible, and denies.",
        tuple(
            Measure(f"forced on {name}, $n = {row[0]}$", row[k], "=", row[0])
            for k, name in ((1, "Halving"), (2, "the optimal algorithm"))
            for row in rows[-2:]
        ),
        figures=(
            Figure(
                "binary-search-chart",
                "The VC dimension stays at 1 while the number of mistakes grows with the logarithm of the domain.",
                "Forced mistakes rise as n, on the line of the bound; the VC dimension is flat at 1.",
                "n, of 2^n points",
                "mistakes",
                (
                    Series("forced on Halving", sizes, [row[1] for row in rows], "points"),
                    Series("allowed: log2 |C| = n", sizes, sizes, "bound"),
                    Series("VC dimension", sizes, [1] * len(sizes), "forced"),
                ),
            ),
        ),
    )


def about_n(quick: bool) -> Erratum:
    """E27: exactly n."""
    sizes = range(1, 6 if quick else 9)
    plain = [dimension(f"thresholds:{2**n}") - n for n in sizes]
    more = [dimension(f"thresholds:{2**n},constants=true") - n for n in sizes]
    return erratum(
        "E27",
        run=f"The exact optimum for $n$ up to {sizes[-1]}:",
        evidence=(
            Measure("largest difference of the optimum from $n$", max(map(abs, plain)), "=", 0),
            Measure("the same, with all of them +1 allowed", max(map(abs, more)), "=", 0),
        ),
    )
