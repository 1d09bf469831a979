"""VC <= OPT <= log2 |C|: one chart over all small classes, and the smallest ones where the inequalities are strict."""

from __future__ import annotations

from math import log2
from statistics import fmean
from typing import NamedTuple

import numpy as np

from ...boolean.halving import Halving
from ...boolean.standard_optimal import RandomisedOptimal
from ...concepts.concept_class import ConceptClass
from ...concepts.exact_randomised import randomised_dimension
from ...concepts.exact_vc import vc_dimension
from ...natures.adversaries import MinimaxAdversary, ShatteredSet
from ...rows.game import Game
from ..chapter import Chapter, Claim, Figure, Measure, Section, Series, Table, cite
from ..runs import dimension

QUICK = (
    "singletons:3", "singletons:5,empty=true", "dictators:4", "dictators:6", "thresholds:4", "thresholds:8",
    "thresholds:4,constants=true", "monotone-disjunctions:2", "monotone-disjunctions:3",
    "monotone-disjunctions:3,empty=false", "conjunctions:1", "conjunctions:2", "conjunctions:2,constant=true",
    "disjunctions:2", "decision-lists:1", "decision-lists:2", "parities:2", "affine-parities:2", "intervals:3",
    "intervals:5", "halfspaces:1", "halfspaces:2", "functions:3", "monotone-dnf:3",
)  # fmt: skip
FULL = (
    *QUICK,
    "singletons:8", "dictators:8", "thresholds:16", "monotone-disjunctions:4", "monotone-disjunctions:5",
    "monotone-disjunctions:5,atmost=2", "monotone-disjunctions:5,empty=false", "conjunctions:3", "conjunctions:4",
    "disjunctions:3", "decision-lists:3", "parities:4", "affine-parities:4", "intervals:4", "intervals:6",
    "intervals:8", "halfspaces:3", "functions:4", "dnf:2", "dnf:3",
)  # fmt: skip


class Row(NamedTuple):
    """A class and its numbers."""

    spec: str
    size: int
    vc: int
    optimum: int
    randomised: float
    log: float


def play(quick: bool, seed: int) -> Chapter:
    """Every class measured exactly, and put into one picture."""
    rows = sorted((measured(spec) for spec in (QUICK if quick else FULL)), key=lambda row: (row.log, row.optimum))
    return Chapter(
        "dimensions",
        "VC, optimum, logarithm",
        "$VC(C) <= OPT(C) <= log_2 |C|$: all three computed exactly for every small class at hand, and both "
        "inequalities strict somewhere.",
        (
            Section("One chart over all classes", (order(rows),)),
            Section("The lower bounds, forced", (shattered(quick), randomised(quick, seed, rows))),
            Section("Where the inequalities are strict", (separated(),)),
        ),
    )


def measured(spec: str) -> Row:
    """The numbers of a class."""
    cls = ConceptClass.parse(spec)
    return Row(
        spec, cls.size, vc_dimension(cls).dimension, dimension(cls), float(randomised_dimension(cls)), log2(cls.size)
    )


def order(rows: list[Row]) -> Claim:
    """The chart."""
    places = list(range(1, len(rows) + 1))
    return Claim(
        "order",
        "For every finite class $VC(C) <= OPT(C) <= log_2 |C|$, where $OPT$ is the best mistake bound of any "
        "deterministic learner.",
        cite("N0, Theorem 3, the chain"),
        f"{len(rows)} classes, from 3 concepts to {max(row.size for row in rows)}; $OPT$ is the Littlestone "
        "dimension, by exact search.",
        (
            Measure("smallest $OPT - VC$", min(row.optimum - row.vc for row in rows), ">=", 0),
            Measure("smallest $log_2 |C| - OPT$", min(row.log - row.optimum for row in rows), ">=", 0),
            Measure("classes with $VC < OPT$", sum(row.vc < row.optimum for row in rows), ">", 0),
            Measure(
                "classes with $OPT < \\lfloor log_2 |C| \\rfloor$",
                sum(row.optimum < int(row.log) for row in rows),
                ">",
                0,
            ),
        ),
        figures=(
            Figure(
                "all-classes",
                "A place on the axis is a class, in the order of $log_2 |C|$; the table names them.",
                "A dotted line of VC below the points of the optimum, these below the dashed line of the logarithm.",
                "class",
                "dimension",
                (
                    Series("log2 |C|", places, [row.log for row in rows], "bound"),
                    Series("optimum", places, [row.optimum for row in rows], "points"),
                    Series("VC", places, [row.vc for row in rows], "forced"),
                ),
            ),
        ),
        tables=(
            Table(
                "The classes of the chart, as `littlestone dimension` reads them. The randomised optimum is the "
                "expected number of mistakes of the best learner with a coin.",
                ("", "class", "$|C|$", "VC", "OPT", "randomised", "$log_2 |C|$"),
                tuple(
                    (place, f"`{row.spec}`", row.size, row.vc, row.optimum, row.randomised, row.log)
                    for place, row in zip(places, rows, strict=True)
                ),
                tuple(k for k, row in enumerate(rows) if row.vc < row.optimum < int(row.log)),
            ),
        ),
    )


def shattered(quick: bool) -> Claim:
    """Theorem 2 of N0: a shattered set forces its size."""
    specs = ("monotone-disjunctions:4", "halfspaces:2", "parities:3", "intervals:5") + (
        () if quick else ("halfspaces:3",)
    )
    forced = []
    for spec in specs:
        cls = ConceptClass.parse(spec)
        forced.append((spec, Game(Halving(cls)).play(ShatteredSet(cls)).mistakes, vc_dimension(cls).dimension))
    return Claim(
        "vc-forced",
        "A set of $d$ points that the class shatters forces $d$ mistakes on every deterministic learner.",
        cite("N0, Theorem 2", "N0, Theorem 2, proof"),
        "The adversary shows a largest shattered set, each point once, and denies every guess of Halving.",
        tuple(Measure(f"forced on `{spec}`", paid, ">=", d) for spec, paid, d in forced),
    )


def randomised(quick: bool, seed: int, rows: list[Row]) -> Claim:
    """A coin saves half at most."""
    cls = ConceptClass.parse("monotone-disjunctions:4")
    games = 400 if quick else 4000
    paid = fmean(
        Game(Halving(cls), seed=seed).play(ShatteredSet(cls, seed=seed * games + k)).mistakes for k in range(games)
    )
    best = Game(RandomisedOptimal(cls), seed=seed).play(MinimaxAdversary(cls, randomised=True)).expected
    return Claim(
        "randomised",
        "With a coin, too, $d/2$ mistakes are expected: label a shattered set by fair coins. The best learner with a "
        "coin expects between half the deterministic optimum and all of it.",
        cite("N0, Theorem 2, randomised"),
        f"{games:,} games on a shattered set of four points with coins for labels; the exact randomised optimum of "
        "every class; and the optimal learner with a coin against its adversary.",
        (
            Measure("mean mistakes against coins, $d = 4$", paid, "=", 2.0, within=5 / games**0.5),
            Measure(
                "smallest randomised optimum less $OPT/2$", min(r.randomised - r.optimum / 2 for r in rows), ">=", 0
            ),
            Measure("largest randomised optimum less $OPT$", max(r.randomised - r.optimum for r in rows), "<=", 0),
            Measure("expected mistakes of the optimal learner with a coin, $d = 4$", best, "=", 2.0),
        ),
    )


def separated() -> Claim:
    """The smallest classes between which all three differ."""
    small = ConceptClass.parse("thresholds:4,constants=true")
    table = np.zeros((8, 7), dtype=int)
    for j in range(5):
        table[j, :j] = 1
    table[[5, 6, 7], [4, 5, 6]] = 1
    whole = ConceptClass(table)
    return Claim(
        "strict",
        "Both inequalities are strict at once in small classes: five concepts suffice for $VC < OPT < log_2 |C|$, "
        "eight if the logarithm is rounded down.",
        cite("N0, Theorem 3, the chain"),
        "The thresholds on four points with both constants; and these, together with three singletons on points of "
        "their own.",
        (
            Measure("five concepts: VC", vc_dimension(small).dimension, "=", 1),
            Measure("five concepts: optimum", dimension(small), "=", 2),
            Measure("five concepts: $log_2 5$", log2(small.size), ">", 2),
            Measure("eight concepts: VC", vc_dimension(whole).dimension, "=", 1),
            Measure("eight concepts: optimum", dimension(whole), "=", 2),
            Measure("eight concepts: $log_2 8$", log2(whole.size), "=", 3),
        ),
    )
