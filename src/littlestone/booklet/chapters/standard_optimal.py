"""The Standard Optimal Algorithm: the smallest class where it beats Halving, with its mistake tree."""

from __future__ import annotations

from ...boolean.halving import Halving
from ...boolean.standard_optimal import StandardOptimal
from ...concepts.class_search import worst_game
from ...concepts.concept_class import ConceptClass
from ...concepts.exact_littlestone import mistake_tree
from ...concepts.mistake_tree import check
from ...concepts.worst_case import worst_case
from ...natures.adversaries import MinimaxAdversary
from ...rows.game import Game
from ..chapter import Chapter, Claim, Drawing, Measure, Section, Table, cite
from ..runs import dimension, played

POINTS = ("x0", "a", "b", "c", "d")
NINE = ("00000", "01000", "00100", "00010", "00001", "10000", "11000", "10100", "11100")
EIGHT = ("0000", "0001", "0010", "0011", "0101", "0110", "1001", "1110")


def play(quick: bool, seed: int) -> Chapter:
    """Predict so that, if it is wrong, what is left can cost the least."""
    nine = ConceptClass([[int(label) for label in line] for line in NINE], names=POINTS)
    return Chapter(
        "standard-optimal",
        "The Standard Optimal Algorithm",
        "The number of concepts left is the wrong thing to halve. Predict the label whose concepts could still cost "
        "more mistakes, and nobody can promise fewer.",
        (
            Section(
                "The optimum is a number of the class",
                (
                    "Let $Ldim(V)$ be the most mistakes that an adversary can force on anybody who knows that the "
                    "target is in $V$. It is 0 for a single concept, and otherwise the largest $1 + min(Ldim(V_0), "
                    "Ldim(V_1))$ over the points $x$ that split $V$. The algorithm predicts the label with the larger "
                    "of the two.",
                    optimal(quick),
                ),
            ),
            Section("Where Halving is not optimal", (smallest(nine), tree(nine), natural(quick))),
        ),
    )


def optimal(quick: bool) -> Claim:
    """SOA's exact worst case is Ldim, and the adversary forces it."""
    specs: tuple[str, ...] = ("thresholds:8", "conjunctions:2", "intervals:5", "decision-lists:2", "singletons:5")
    specs += () if quick else ("conjunctions:3", "intervals:8", "parities:3", "halfspaces:2", "monotone-disjunctions:4")
    rows = []
    for spec in specs:
        cls = ConceptClass.parse(spec)
        rows.append(
            (
                f"`{spec}`",
                dimension(cls),
                worst_case(StandardOptimal(cls), cls).mistakes,
                Game(StandardOptimal(cls)).play(MinimaxAdversary(cls)).mistakes,
                Game(Halving(cls)).play(MinimaxAdversary(cls)).mistakes,
            )
        )
    return Claim(
        "optimal",
        "The Standard Optimal Algorithm makes at most $Ldim(C)$ mistakes, and an adversary forces as many on every "
        "deterministic learner.",
        cite("N0, Standard Optimal Algorithm"),
        "For every class: the exact worst case by search of the whole game, and the minimax adversary against two "
        "learners.",
        (
            *(Measure(f"worst case on {row[0]}", row[2], "=", row[1]) for row in rows),
            Measure("least forced on the optimal algorithm, less $Ldim$", min(row[3] - row[1] for row in rows), "=", 0),
            Measure("least forced on Halving, less $Ldim$", min(row[4] - row[1] for row in rows), ">=", 0),
        ),
        tables=(
            Table(
                "The dimension, the exact worst case of the algorithm, and what the minimax adversary forces.",
                ("class", "$Ldim$", "worst case", "forced on it", "forced on Halving"),
                tuple(rows),
            ),
        ),
    )


def smallest(nine: ConceptClass) -> Claim:
    """Nine concepts on five points, and eight on four for fixed ties."""
    eight = ConceptClass.from_lines(EIGHT)
    halving = {
        (words, tie): worst_case(Halving(nine, conservative=kind, tie=tie), nine).mistakes
        for words, kind in (("conservative", True), ("full", False))
        for tie in ("0", "1")
    }
    row = nine.examples().row(0)
    votes = nine.split(nine.full, 0)
    game = worst_game(Halving(nine), nine)
    labels = [nine.labels(game.target)[point] for point in game.path]
    lost = played(Halving(nine), zip((nine.examples().row(p) for p in game.path), labels, strict=True)).ledger
    return Claim(
        "smallest-gap",
        "The smallest class on which Halving is not optimal, however it breaks ties, has nine concepts on five points: "
        "Halving can be made to err three times, the optimal algorithm twice.",
        cite("N0, Standard Optimal Algorithm, exercise"),
        "Points $x_0, a, b, c, d$; concepts: nothing or one of $a, b, c, d$, and $x_0$ with any of $a, b$. The first "
        "question is $x_0$: five say 0, four say 1, and the four could still cost two mistakes, the five only one.",
        (
            Measure("$Ldim$", dimension(nine), "=", 2),
            Measure("worst case of the optimal algorithm", worst_case(StandardOptimal(nine), nine).mistakes, "=", 2),
            *(
                Measure(f"worst case of Halving, {words}, ties to {tie}", paid, "=", 3)
                for (words, tie), paid in halving.items()
            ),
            Measure("mistakes in the worst game, played", lost.mistakes, "=", 3),
            Measure("concepts that say 0 at $x_0$", votes[0].bit_count(), "=", 5),
            Measure("Halving's vote at $x_0$", Halving(nine).predict(row), "<", 0),
            Measure("the optimal algorithm's", StandardOptimal(nine).predict(row), ">", 0),
            Measure("eight concepts, $Ldim$", dimension(eight), "=", 2),
            *(
                Measure(
                    f"eight concepts, Halving with ties to {tie}",
                    worst_case(Halving(eight, tie=tie), eight).mistakes,
                    "=",
                    3,
                )
                for tie in ("0", "1")
            ),
        ),
        text=(
            "With fewer than nine it cannot be: a losing vote leaves a minority that still costs two mistakes, four "
            "concepts at least, and a larger majority. With ties broken badly, eight concepts on four points suffice.",
        ),
        tables=(
            Table(
                "The nine concepts.",
                ("concept", *(f"${name}$" if len(name) == 1 else "$x_0$" for name in POINTS)),
                tuple((number, *map(int, line)) for number, line in enumerate(NINE, start=1)),
            ),
        ),
    )


def tree(nine: ConceptClass) -> Claim:
    """The witness that two mistakes can be forced, drawn."""
    grown = mistake_tree(nine)
    sixteen = mistake_tree(ConceptClass.parse("intervals:5"))
    return Claim(
        "mistake-tree",
        "A mistake tree of depth $d$ proves that $d$ mistakes can be forced: whatever the learner says on the way "
        "down is wrong, and the concept at the end was right all along.",
        cite("N0, Standard Optimal Algorithm"),
        "The deepest trees of the nine concepts and of the intervals on five points, checked by a small program of "
        "their own that looks at every path.",
        (
            Measure("depth of the tree of the nine concepts", check(grown, nine), "=", dimension(nine)),
            Measure("depth of the tree of the intervals", check(sixteen, sixteen.cls), "=", 3),
        ),
        figures=(
            Drawing(
                "tree-of-nine",
                "Dashed lines: the truth is 0. Solid lines: it is 1. Boxes are concepts, their labels in the order of "
                "the points.",
                f"A mistake tree of depth {grown.depth} for the nine concepts.",
                grown.svg(),
            ),
            Drawing(
                "tree-of-intervals",
                "The intervals on five points: three mistakes, where Halving, with ties to 0, can be made to err four "
                "times.",
                f"A mistake tree of depth {sixteen.depth} for the intervals on five points.",
                sixteen.svg(),
            ),
        ),
    )


def natural(quick: bool) -> Claim:
    """Natural classes with a gap."""
    cases = [("intervals:5", True, 4, 3)]
    cases += [] if quick else [("decision-lists:3", False, 6, 5), ("dnf:3", True, 7, 6)]
    rows = []
    for spec, conservative, halving, ldim in cases:
        cls = ConceptClass.parse(spec)
        paid = worst_case(Halving(cls, conservative=conservative), cls, states=3_000_000).mistakes
        rows.append((f"`{spec}`", "conservative" if conservative else "full", paid, dimension(cls), halving, ldim))
    return Claim(
        "natural-gaps",
        "The gap occurs in natural classes, too.",
        cite("N0, Standard Optimal Algorithm, exercise", "ours"),
        "The exact worst case of Halving, ties to 0, and the optimum.",
        (
            *(Measure(f"Halving ({row[1]}) on {row[0]}", row[2], "=", row[4]) for row in rows),
            *(Measure(f"optimum of {row[0]}", row[3], "=", row[5]) for row in rows),
        ),
    )
