"""Conjunctions: elimination errs at most n + 1 times; n can be forced, and the exact optimum is n + 1."""

from __future__ import annotations

import numpy as np

from ...boolean.conjunction import Conjunction
from ...boolean.halving import Halving
from ...concepts.concept_class import ConceptClass
from ...concepts.worst_case import worst_case
from ...natures.adversaries import AllTrue, ConjunctionAdversary
from ...rows.game import Game
from ..chapter import Chapter, Claim, Erratum, Figure, Measure, Section, Series, Table, cite, erratum
from ..runs import course, dimension, played, seeds


def play(quick: bool, seed: int) -> Chapter:
    """Literals instead of variables: the bound, the forced mistakes, and which of them is tight."""
    sizes = range(1, 4 if quick else 5)
    return Chapter(
        "conjunctions",
        "Conjunctions",
        "Begin with all $2n$ literals and strike out those that a missed positive denies: at most $n + 1$ mistakes, "
        "and from two variables on nobody can promise fewer.",
        (
            Section("At most $n + 1$ mistakes", (worked(), upper(quick, seed), attained(quick))),
            Section("At least $n$, and really $n + 1$", (forced(quick), optimum(sizes), not_tight(sizes), functions())),
        ),
    )


def worked() -> Claim:
    """The example of the notes: the first mistake is on 1001."""
    learner = Conjunction(n=4)
    game = played(learner, [([1, 0, 0, 1], +1)])
    return Claim(
        "first-mistake",
        "If the first mistake is on `1001`, the hypothesis becomes $x_1$ and not $x_2$ and not $x_3$ and $x_4$.",
        cite("N4, Conjunctions", "N4, Conjunctions, 1001"),
        f"One round on four variables; the learner's hypothesis reads `{learner.hypothesis()}`.",
        (
            Measure("mistakes", game.ledger.mistakes, "=", 1),
            Measure("literals left", learner.left, "=", 4),
            Measure("variables left plain, of $x_1$ and $x_4$", int(np.asarray(learner.plain)[[0, 3]].sum()), "=", 2),
            Measure(
                "variables left negated, of $x_2$ and $x_3$", int(np.asarray(learner.negated)[[1, 2]].sum()), "=", 2
            ),
        ),
    )


def upper(quick: bool, seed: int) -> Claim:
    """M <= n + 1 - k on drawn conjunctions."""
    games, rounds, n = (10, 200, 12) if quick else (60, 600, 20)
    rng = seeds(seed, "conjunctions")
    worst, slack = 0, n + 1
    for _ in range(games):
        k = int(rng.integers(0, n + 1))
        relevant, signs = rng.permutation(n)[:k], rng.integers(0, 2, size=k)
        X = rng.integers(0, 2, size=(rounds, n))
        X[rng.random(rounds) < 0.5, :] = X[0]  # so that long conjunctions have positives at all
        for row in X[::2]:
            row[relevant] = signs
        y = np.where((X[:, relevant] == signs).all(axis=1), 1, -1)
        paid = played(Conjunction(n=n), zip(X, y, strict=True)).ledger.mistakes
        worst, slack = max(worst, paid), min(slack, n + 1 - k - paid)
    return Claim(
        "conjunction-elimination",
        "Elimination makes at most $n + 1 - k$ mistakes, hence at most $n + 1$, on examples that a conjunction of $k$ "
        "literals fits: the first leaves $n$ literals, every other strikes out at least one.",
        cite("N4, Conjunctions", "N4, Conjunctions, invariant", "N4, Conjunctions, bound"),
        f"{games} drawn conjunctions of 0 to {n} literals over {n} variables, {rounds} examples each.",
        (
            Measure("most mistakes in a game", worst, "<=", n + 1),
            Measure("smallest slack below $n + 1 - k$", slack, ">=", 0),
        ),
    )


def attained(quick: bool) -> Claim:
    """The sequence that makes elimination err n + 1 times, and the exact search."""
    sizes = (1, 2, 4, 8) if quick else (1, 2, 4, 8, 16, 32)
    runs = [course(Conjunction(n=n), AllTrue(n)) for n in sizes]
    searched = range(1, 4 if quick else 5)
    found = [worst_case(Conjunction(n=n), ConceptClass.parse(f"conjunctions:{n}")).mistakes for n in searched]
    return Claim(
        "conjunction-attained",
        "The bound $n + 1$ is attained: the empty conjunction, which is always true, takes every literal away.",
        cite("N4, Conjunctions, bound", "N4, Conjunctions, which is tight?"),
        "All ones, then all ones but one, all of them positive. The exact worst case over all targets is searched, "
        "too.",
        (
            *(
                Measure(f"mistakes on that sequence, $n = {n}$", game.ledger.mistakes, "=", n + 1)
                for n, (game, _) in zip(sizes, runs, strict=True)
            ),
            *(
                Measure(f"exact worst case, $n = {n}$", worst, "=", n + 1)
                for n, worst in zip(searched, found, strict=True)
            ),
        ),
    )


def forced(quick: bool) -> Claim:
    """The adversary of the notes against two learners."""
    sizes = (1, 2, 3, 4) if quick else (1, 2, 3, 4, 5, 6)
    rows = {
        "elimination": [Game(Conjunction(n=n)).play(ConjunctionAdversary(n)).mistakes for n in sizes],
        "Halving": [
            Game(Halving(ConceptClass.parse(f"conjunctions:{n}"))).play(ConjunctionAdversary(n)).mistakes for n in sizes
        ],
    }
    return Claim(
        "conjunction-forced",
        "No deterministic learner can promise fewer than $n$ mistakes.",
        cite("N4, Conjunctions, lower bound"),
        "The adversary clears one bit of all ones after another and denies every guess; $x_i$ is in its target if the "
        "example without it was called negative.",
        tuple(
            Measure(f"mistakes forced on {name}, $n = {n}$", paid, ">=", n)
            for name, row in rows.items()
            for n, paid in zip(sizes, row, strict=True)
            if n == sizes[-1]
        ),
        tables=(
            Table(
                "Mistakes that this adversary forces.",
                ("learner", *(f"$n = {n}$" for n in sizes)),
                tuple((name, *row) for name, row in rows.items()),
            ),
        ),
    )


def optimum(sizes: range) -> Claim:
    """OPT, exactly, between the two."""
    best = {n: dimension(f"conjunctions:{n}") for n in sizes}
    eliminated = {n: worst_case(Conjunction(n=n), ConceptClass.parse(f"conjunctions:{n}")).mistakes for n in sizes}
    return Claim(
        "conjunction-optimum",
        "The exact optimum of the $3^n$ conjunctions is $n + 1$ for $n >= 2$: elimination is optimal there.",
        cite("N4, Conjunctions, which is tight?", "E25", "ours"),
        f"The Littlestone dimension, computed exactly for $n$ up to {sizes[-1]}.",
        tuple(Measure(f"optimum, $n = {n}$", best[n], "=", 1 if n == 1 else n + 1) for n in sizes),
        figures=(
            Figure(
                "conjunction-chart",
                "What is forced by the simple adversary, what is optimal, and what elimination pays at worst.",
                "Three lines over n: the forced n below, the optimum and elimination together at n + 1 from n = 2 on.",
                "n",
                "mistakes",
                (
                    Series("elimination", list(sizes), [eliminated[n] for n in sizes], "line"),
                    Series("optimum", list(sizes), [best[n] for n in sizes], "points"),
                    Series("forced: n", list(sizes), list(sizes), "forced"),
                ),
            ),
        ),
    )


def not_tight(sizes: range) -> Erratum:
    """E25: n is true, but not tight."""
    return erratum(
        "E25",
        run="The exact optimum, by search:",
        evidence=tuple(
            Measure(f"optimum, $n = {n}$", dimension(f"conjunctions:{n}"), "=", 1 if n == 1 else n + 1) for n in sizes
        ),
    )


def functions() -> Erratum:
    """E21: 3^n or 3^n + 1."""
    sizes = {n: ConceptClass.parse(f"disjunctions:{n}").size for n in (1, 2, 3)}
    constant = {n: ConceptClass.parse(f"disjunctions:{n},constant=true").size for n in (1, 2, 3)}
    return erratum(
        "E21",
        run="Counted, for disjunctions; conjunctions are their opposites.",
        evidence=(
            *(Measure(f"functions, $n = {n}$", sizes[n], "=", 3**n) for n in sizes),
            *(Measure(f"with the constant, $n = {n}$", constant[n], "=", 3**n + 1) for n in sizes),
            Measure("optimum for $n = 1$", dimension("disjunctions:1"), "=", 1),
            Measure("optimum for $n = 1$ with the constant", dimension("disjunctions:1,constant=true"), "=", 2),
        ),
    )
