"""What a mistake bound is good for: conservative learners, equivalence queries, and PAC learning."""

from __future__ import annotations

from math import ceil, log, log2, log10
from typing import Any

import numpy as np

from ...boolean.elimination import Elimination
from ...boolean.halving import Halving
from ...concepts.concept_class import ConceptClass
from ...concepts.worst_case import worst_case
from ...errors import BadParameter
from ...experts.randomised_weighted_majority import RandomisedWeightedMajority
from ...linear.perceptron import Perceptron
from ...reductions import Conservative, FromQueries, learn_by_queries, replay, survival, survival_size, teacher
from ..chapter import Chapter, Claim, Erratum, Figure, Measure, Section, Series, Table, cite, erratum
from ..runs import seeds, zero_rule

EPSILON = 0.1
VARIABLES = 4


def play(quick: bool, seed: int) -> Chapter:
    """Three reductions, each played, and where the notes count differently."""
    return Chapter(
        "reductions",
        "Conservative learners, queries, PAC",
        "A mistake bound is worth more than its game: it survives forgetting what was right, answers equivalence "
        "queries, and learns from random samples.",
        (
            Section("Conservative learners", (conservative(quick, seed), not_for_all(quick))),
            Section("Equivalence queries", (queries(quick), counting())),
            Section("Random samples", (pac(quick, seed), which_logarithm(), how_many(), no_mistakes(), history())),
        ),
    )


def conservative(quick: bool, seed: int) -> Claim:
    """Lemma 1: the conservative copy keeps the bound."""
    spec = "decision-lists:2" if quick else "decision-lists:3"
    cls = ConceptClass.parse(spec)
    full = worst_case(Halving(cls, conservative=False), cls).mistakes
    wrapped = worst_case(Conservative(Halving(cls, conservative=False)), cls).mistakes
    rng = seeds(seed, "replay")
    cube = cls.cube()
    replayed, alone = 0, 0
    for _ in range(5 if quick else 20):
        target = cls.labels(int(rng.integers(cls.size)))
        order = rng.integers(0, cls.points, size=60)
        rows = replay(Halving(cls, conservative=False), cube[order], target[order])
        replayed += len(rows)
        alone += len(replay(Halving(cls, conservative=False), cube[order[list(rows)]], target[order[list(rows)]]))
    return Claim(
        "conservative",
        "If a deterministic learner has mistake bound $M$ on every consistent sequence, so has the copy of it that "
        "learns only from its mistakes.",
        cite("N0, Definition 2", "N0, Lemma 1", "E29"),
        f"Halving that learns every round, and its conservative copy, on `{spec}`; then drawn games whose mistakes are "
        "played alone: the learner itself errs on every one.",
        (
            Measure("worst case of the copy, against the learner's", wrapped, "<=", full),
            Measure("mistakes that are mistakes again, played alone", alone, "=", replayed),
        ),
    )


def not_for_all(quick: bool) -> Erratum:
    """E29: what Lemma 1 needs."""
    try:
        Conservative(RandomisedWeightedMajority())
        refused = 0
    except BadParameter:
        refused = 1
    cls = ConceptClass.parse("decision-lists:3")
    wrapped = worst_case(Conservative(Halving(cls, conservative=False)), cls).mistakes
    return erratum(
        "E29",
        run=(
            "Decision lists on three bits: Halving that learns every round can be made to err six times, its "
            "conservative copy five. A learner with a coin is not wrapped at all."
        ),
        evidence=(
            Measure("full Halving at worst", worst_case(Halving(cls, conservative=False), cls).mistakes, "=", 6),
            Measure("its conservative copy at worst", wrapped, "=", 5),
            Measure("learners with a coin that are refused", refused, "=", 1),
        ),
    )


def queries(quick: bool) -> Claim:
    """Mistakes and equivalence queries."""
    n = 3 if quick else 4
    cls = ConceptClass.parse(f"monotone-disjunctions:{n}")
    cube = cls.cube()
    asked, seen, exact, back = 0, 0, 0, 0
    for concept in range(cls.size):
        labels = cls.labels(concept)
        found = learn_by_queries(Elimination(n=n), teacher(cube, labels), mistakes=n)
        asked, seen = max(asked, found.queries), max(seen, len(found.counterexamples))
        exact += all(found.hypothesis(x) == y for x, y in zip(cls_rows(cls), labels, strict=True))
        back = max(back, int(worst_case(FromQueries(elimination_by_queries(n)), cube, labels).mistakes))
    return Claim(
        "equivalence-queries",
        "A learner with mistake bound $M$ learns exactly with at most $M + 1$ equivalence queries; and a learner by "
        "queries makes as many mistakes as it is answered no.",
        cite("N0, Remark, first exercise", "N0, Remark, second exercise", "E26"),
        f"Elimination as a learner by queries, for each of the {cls.size} monotone disjunctions of {n} variables; and "
        "back again, that learner by queries as a learner in the game.",
        (
            Measure("most counterexamples", seen, "<=", n),
            Measure("most queries", asked, "<=", n + 1),
            Measure("targets that were learned exactly", exact, "=", cls.size),
            Measure("worst case of the round trip", back, "<=", n),
        ),
    )


def cls_rows(cls: ConceptClass) -> list[Any]:
    """The points of a class as rows."""
    rows = cls.examples()
    return [rows.row(t) for t in range(rows.rows)]


def elimination_by_queries(n: int) -> Any:
    """A coroutine that asks about disjunctions and strikes out what a counterexample denies."""

    def asking() -> Any:
        left = set(range(n))
        while True:
            x, _ = yield lambda x, left=frozenset(left): 1 if left & set(x.columns[x.values != 0].tolist()) else -1
            left -= set(x.columns[x.values != 0].tolist())

    return asking


def counting() -> Erratum:
    """E26: is the last query asked?"""
    first, second = (1, 1), (1, -1)

    def concept(labels: tuple[int, int]) -> Any:
        return lambda x: labels[int(x.columns[0])]

    def asking() -> Any:
        yield concept(first)
        yield concept(second)

    def stopping() -> Any:
        yield concept(first)
        return concept(second)

    oracle = teacher(np.eye(2), second)
    asked, stopped = (learn_by_queries(make(), oracle).queries for make in (asking, stopping))
    paid = worst_case(FromQueries(asking), np.eye(2), second).mistakes
    return erratum(
        "E26",
        run="Two concepts; the learner asks about the first, and then asks about the second or returns it unasked.",
        evidence=(
            Measure("queries of the one that asks", asked, "=", 2),
            Measure("queries of the one that stops", stopped, "=", 1),
            Measure("mistakes of either in the game", paid, "=", 1),
            Measure("mistakes, against the queries of the first", paid, "<=", asked - 1),
        ),
    )


def failure_rate(delta: float, runs: int, rng: np.random.Generator) -> tuple[float, int]:
    """How often survival returns a hypothesis worse than epsilon, and the most samples it took.

    A nature made for failing: e_i with chance slightly above epsilon each, else nothing; the target is constant -1. A
    hypothesis that still has a variable is too bad, and only its own e_i can tell.
    """
    chance = 1.1 * EPSILON
    failures = samples = 0
    eye = np.eye(VARIABLES)
    nothing = np.zeros(VARIABLES)
    for _ in range(runs):
        drawn = iter(rng.random(10_000))

        def draw(drawn: Any = drawn) -> tuple[Any, int]:
            i = int(next(drawn) / chance)
            return (eye[i] if i < VARIABLES else nothing), -1

        found = survival(Elimination(n=VARIABLES), draw, epsilon=EPSILON, delta=delta, mistakes=VARIABLES)
        failures += chance * float((found.hypothesis.labels(eye) > 0).sum()) > EPSILON
        samples = max(samples, found.samples)
    return failures / runs, samples


def pac(quick: bool, seed: int) -> Claim:
    """Theorem 1: a hypothesis that survives is probably approximately correct."""
    runs = 150 if quick else 2000
    deltas = (0.05, 0.1, 0.2, 0.3, 0.5)
    rng = seeds(seed, "pac")
    rates, samples = zip(*(failure_rate(delta, runs, rng) for delta in deltas), strict=True)
    sizes = [survival_size(epsilon=EPSILON, delta=delta, mistakes=VARIABLES) for delta in deltas]
    return Claim(
        "pac",
        "A conservative learner with mistake bound $M$ is a PAC learner: return the hypothesis that is right "
        "$m = \\lceil (1/\\epsilon) ln(M/\\delta) \\rceil$ times in a row, or the one after mistake $M$. Its error is "
        "above $\\epsilon$ with chance at most $\\delta$, after at most $M m$ samples.",
        cite("N0, Theorem 1", "N0, Theorem 1, proof", "N1, Outline", "E4"),
        f"Elimination on {VARIABLES} variables, $\\epsilon = {EPSILON}$, {runs:,} runs for every $\\delta$, on a "
        "distribution made for failing: each variable on alone, just more often than $\\epsilon$.",
        (
            *(
                Measure(f"failures of {runs:,} runs, $\\delta = {delta}$", rate, "<=", delta)
                for delta, rate in zip(deltas, rates, strict=True)
            ),
            *(
                Measure(f"most samples, $\\delta = {delta}$", most, "<=", size.most)
                for delta, most, size in zip(deltas, samples, sizes, strict=True)
            ),
        ),
        figures=(
            Figure(
                "failure-rate",
                "How often the returned hypothesis is worse than $\\epsilon$, against how often it may be.",
                "Measured failure rates stay below the dashed diagonal.",
                "delta",
                "failure rate",
                (
                    Series("measured", deltas, rates, "points"),
                    Series("allowed", deltas, deltas, "bound"),
                ),
            ),
        ),
        tables=(
            Table(
                "What the theorem asks for, and what was drawn.",
                ("$\\delta$", "in a row", "samples allowed", "most drawn", "failure rate"),
                tuple(
                    (delta, size.run, size.most, most, rate)
                    for delta, size, most, rate in zip(deltas, sizes, samples, rates, strict=True)
                ),
            ),
        ),
    )


def chance(m: float) -> float:
    """That one of ten hypotheses worse than 0.1 survives m examples."""
    return float(10 * 0.9**m)


def which_logarithm() -> Erratum:
    """E4a: natural, and rounded up."""
    return erratum(
        "E4a",
        run="$\\epsilon = \\delta = 0.1$, $M = 10$: the chance $M (1 - \\epsilon)^m$ that a bad hypothesis survives.",
        evidence=(
            Measure("with $log_{10}$, against $\\delta$", chance(log10(100) / 0.1), ">", 0.1),
            Measure("that chance", chance(log10(100) / 0.1), "=", 1.22, within=0.01),
            Measure("with ln, rounded up", chance(ceil(log(100) / 0.1)), "<=", 0.1),
            Measure("with $log_2$", chance(log2(100) / 0.1), "<=", 0.1),
        ),
    )


def how_many() -> Erratum:
    """E4b: hypotheses and samples."""
    examples = iter([([0.0, 1.0], +1)] * 23 + [([1.0, 0.0], -1)] * 100)
    learner = Perceptron()
    found = survival(learner, lambda: next(examples), epsilon=0.1, delta=0.1, mistakes=1)
    return erratum(
        "E4b",
        run=(
            "$M = 1$, $\\epsilon = \\delta = 0.1$: the claim is 23.03 samples. A run that is right 23 times and then "
            "errs takes 24."
        ),
        evidence=(
            Measure("samples claimed", log(10) / 0.1, "=", 23.03, within=0.01),
            Measure("samples of that run", found.samples, "=", 24),
            Measure("which is more", found.samples, ">", log(10) / 0.1),
            Measure("the right cap", found.samples, "<=", survival_size(epsilon=0.1, delta=0.1, mistakes=1).most),
            Measure(
                "the cap if $M$ is not certain",
                survival_size(epsilon=0.1, delta=0.1, mistakes=1, certain=False).most,
                "=",
                60,
            ),
        ),
        zero=zero_rule(learner),
    )


def no_mistakes() -> Erratum:
    """E4c: M = 0."""
    learner = Perceptron()
    found = survival(learner, lambda: ([1.0], +1), epsilon=0.1, delta=0.1, mistakes=0)
    try:
        defined = int(log(0 / 0.1) < 0)
    except ValueError:
        defined = 0
    return erratum(
        "E4c",
        run="A learner that never errs.",
        evidence=(
            Measure("logarithms of 0 that are numbers", defined, "=", 0),
            Measure("samples drawn for $M = 0$", found.samples, "=", 0),
        ),
        zero=zero_rule(learner),
    )


def history() -> Erratum:
    """E4d: condition on the history."""
    return erratum(
        "E4d",
    )
