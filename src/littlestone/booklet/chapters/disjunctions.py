"""Disjunctions: elimination errs at most n times, and an adversary forces n on anyone."""

from __future__ import annotations

from ...boolean.elimination import Elimination
from ...boolean.halving import Halving
from ...boolean.winnow import Winnow
from ...concepts.concept_class import ConceptClass
from ...concepts.worst_case import worst_case
from ...learner import RowLearner
from ...linear.perceptron import Perceptron
from ...natures import PlantedDisjunction
from ...natures.adversaries import DisjunctionAdversary
from ...rows.game import Game
from ..chapter import Chapter, Claim, Erratum, Figure, Measure, Section, Series, Table, cite, erratum
from ..runs import course, dimension, level, over_time, played, zero_rule


def play(quick: bool, seed: int) -> Chapter:
    """The first algorithm of the notes, its bound, and why no other can do better."""
    return Chapter(
        "disjunctions",
        "Disjunctions",
        "Begin with all variables, strike out those that are on in a false positive: at most $n$ mistakes, and $n$ can "
        "be forced on anybody.",
        (
            Section("At most $n$ mistakes", (upper(quick, seed), exact(quick), inconsistent())),
            Section("At least $n$ mistakes", (forced(quick), optimum(quick), empty(quick))),
        ),
    )


def upper(quick: bool, seed: int) -> Claim:
    """M <= n - k on drawn disjunctions."""
    n, k, rounds = (32, 4, 500) if quick else (100, 5, 3000)
    learner = Elimination(n=n)
    game, mistakes = course(learner, PlantedDisjunction(n, k, rounds=rounds, seed=seed))
    (certificate,) = game.ledger.certificates
    return Claim(
        "elimination",
        "Elimination makes at most $n - k$ mistakes, hence at most $n$, on examples that a monotone disjunction of $k$ "
        "of the $n$ variables fits.",
        cite("N0, Example: Disjunctions", "N1, Mistake Bound Model, disjunctions"),
        f"{rounds:,} drawn examples of {n} variables; the target has {k}. Every mistake is a false positive and "
        "strikes out at least one variable that does not belong.",
        (
            Measure.of("mistakes, against the certificate", certificate),
            Measure("mistakes, against $n - k$ of the planted target", mistakes[-1], "<=", n - k),
            Measure("false negatives", game.ledger.false_negatives, "=", 0),
            Measure("variables left, against $n - M$", learner.left, "<=", n - mistakes[-1]),
        ),
        figures=(
            Figure(
                "elimination-mistakes",
                "Random examples strike out many variables at once; the bound is for the worst of all sequences.",
                f"A staircase that stops at {mistakes[-1]} mistakes, far below the dashed line at {n - k}.",
                "round",
                "mistakes",
                (over_time("mistakes", mistakes), level("n - k", n - k, 1, rounds)),
            ),
        ),
    )


def exact(quick: bool) -> Claim:
    """The longest game of mistakes, searched."""
    sizes = range(1, 5 if quick else 6)
    found = []
    for n in sizes:
        cls = ConceptClass.parse(f"monotone-disjunctions:{n}")
        found.append(worst_case(Elimination(n=n), cls).mistakes)
    return Claim(
        "elimination-worst-case",
        "The bound $n$ is the exact worst case of elimination.",
        cite("N0, Example: Disjunctions"),
        f"A search through all games against all targets, the empty disjunction among them, for $n$ up to {sizes[-1]}.",
        tuple(
            Measure(f"most mistakes that can be forced, $n = {n}$", worst, "=", n)
            for n, worst in zip(sizes, found, strict=True)
        ),
    )


def inconsistent() -> Erratum:
    """E3: what the update does on a missed positive."""
    stream = [([1, 1], -1)] + 20 * [([1, 0], +1)]
    game = played(Elimination(n=2), stream)
    (certificate,) = game.ledger.certificates
    return erratum(
        "E3",
        run=(
            "`11` is negative, then `10` is positive twenty times: no disjunction fits. The certificate does not stay "
            f"silent: {certificate.broken}."
        ),
        evidence=(
            Measure("mistakes of the literal rule with $n = 2$", game.ledger.mistakes, "=", 21),
            Measure("which is more than $n$", game.ledger.mistakes, ">", 2),
            Measure("certificates that name the broken premise", int(certificate.verdict == "broken premise"), "=", 1),
        ),
    )


def forced(quick: bool) -> Claim:
    """The adversary of unit vectors against several learners."""
    sizes = (1, 2, 4, 6) if quick else (1, 2, 4, 6, 8, 10)
    made: dict[str, list[int]] = {"elimination": [], "Winnow": [], "Halving": [], "Perceptron": []}
    for n in sizes:
        learners: dict[str, RowLearner] = {
            "elimination": Elimination(n=n),
            "Winnow": Winnow(n=n),
            "Halving": Halving(ConceptClass.parse(f"monotone-disjunctions:{n}")),
            "Perceptron": Perceptron(bias=1.0),
        }
        for name, learner in learners.items():
            made[name].append(Game(learner).play(DisjunctionAdversary(n)).mistakes)
    n = sizes[-1]
    _, mistakes = course(Elimination(n=n), DisjunctionAdversary(n))
    return Claim(
        "forced-n",
        "No deterministic learner can promise fewer than $n$ mistakes.",
        cite("N0, Example: Disjunctions, lower bound", "N0, Section 1, no distribution", "E24"),
        "The adversary shows $e_1, ..., e_n$ and denies every guess. The variables it called positive make a "
        "disjunction that fits everything it said.",
        tuple(
            Measure(
                f"least forced on {name}, less $n$", min(m - n for m, n in zip(made[name], sizes, strict=True)), ">=", 0
            )
            for name in made
        ),
        figures=(
            Figure(
                "forced-and-allowed",
                f"Elimination against the adversary, $n = {n}$: a mistake in every round, up to the bound and not "
                "beyond.",
                f"Mistakes rise by one a round and meet the bound and the forced lower bound at {n}.",
                "round",
                "mistakes",
                (
                    over_time("mistakes", mistakes),
                    level("allowed: n", n, 1, n),
                    Series("forced", list(range(1, n + 1)), list(range(1, n + 1)), "forced"),
                ),
            ),
        ),
        tables=(
            Table(
                "Mistakes that the adversary forces.",
                ("learner", *(f"$n = {n}$" for n in sizes)),
                tuple((name, *row) for name, row in made.items()),
            ),
        ),
        zero=zero_rule(Perceptron(bias=1.0)),
    )


def optimum(quick: bool) -> Claim:
    """OPT = n, exactly."""
    sizes = range(1, 5 if quick else 6)
    return Claim(
        "disjunction-optimum",
        "So $n$ is the optimum for monotone disjunctions: elimination cannot be beaten in the worst case.",
        cite("N0, Example: Disjunctions, lower bound"),
        f"The Littlestone dimension of the class, computed exactly for $n$ up to {sizes[-1]}.",
        tuple(Measure(f"optimum for $n = {n}$", dimension(f"monotone-disjunctions:{n}"), "=", n) for n in sizes),
    )


def empty(quick: bool) -> Erratum:
    """E24: the empty disjunction is needed."""
    sizes = range(1, 5 if quick else 6)
    found = {n: dimension(f"monotone-disjunctions:{n},empty=false") for n in sizes}
    return erratum(
        "E24",
        run=(
            "The adversary may have called every $e_i$ negative; then only the empty disjunction fits. The exact "
            "optimum without it:"
        ),
        evidence=tuple(Measure(f"optimum without the empty one, $n = {n}$", found[n], "=", n - 1) for n in sizes),
    )
