"""Linear separators without a margin: a mistake in every round, and what the Perceptron's theorem says to it."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import numpy as np

from ...concepts.concept_class import ConceptClass
from ...concepts.exact_vc import vc_dimension
from ...learner import RowLearner
from ...linear.arow import AROW
from ...linear.passive_aggressive import PA
from ...linear.perceptron import Perceptron
from ...natures.adversaries import LineAdversary
from ...rows.game import Game
from ...rows.round import Round
from ..chapter import Chapter, Claim, Figure, Measure, Section, Series, Table, cite
from ..runs import Watched, zero_rule


def play(quick: bool, seed: int) -> Chapter:
    """No mistake bound for separators of a line; with a margin there is one."""
    rounds = 24 if quick else 40
    return Chapter(
        "no-margin",
        "Separators without a margin",
        "Separators of a line, in both directions, have VC dimension 2 and no mistake bound at all: the adversary "
        "halves, for ever.",
        (
            Section(
                "A mistake every round",
                (
                    "In between any two thresholds lies another. So the adversary shows the middle of where the "
                    "threshold may still be and denies the guess; whatever it said, infinitely many thresholds still "
                    "fit. The Littlestone dimension is infinite, although the VC dimension is 2; and it is so already "
                    "of thresholds in one direction, whose VC dimension is 1.",
                    forced(rounds),
                    margin(rounds),
                ),
            ),
        ),
    )


def forced(rounds: int) -> Claim:
    """T mistakes in T rounds, of several learners."""
    learners: dict[str, RowLearner] = {
        "Perceptron": Perceptron(),
        "passive-aggressive": PA(),
        "AROW": AROW(),
    }
    rows, fits = [], 0
    for name, learner in learners.items():
        adversary = LineAdversary(rounds)
        shown: list[tuple[float, float]] = []  # every point, and the label it was given: not what was said of it
        look = partial(take_down, shown)
        ledger = Game(learner).play(Watched(adversary, look))
        fits += all((1 if Fraction(x) >= adversary.target else -1) == y for x, y in shown)
        rows.append((name, ledger.rounds, ledger.mistakes, float(adversary.target)))
    one_way = np.tri(9, 8, -1, dtype=int)
    both = ConceptClass(np.unique(np.concatenate((one_way, 1 - one_way)), axis=0))
    return Claim(
        "mistake-every-round",
        "Linear separators are not online learnable without a margin: $T$ mistakes can be forced in $T$ rounds.",
        cite("N2, Linear Predictors, not online", "N0, Section 3, linear thresholds"),
        f"Three learners against the adversary on the points $(x, 1)$, {rounds} rounds; the threshold at the end fits "
        "every label it gave.",
        (
            *(Measure(f"mistakes of {name} in {t} rounds", paid, "=", t) for name, t, paid, _ in rows),
            Measure("games whose labels the final threshold fits", fits, "=", len(rows)),
            Measure("VC dimension of separators of 8 points in both directions", vc_dimension(both).dimension, "=", 2),
        ),
        tables=(Table("The games.", ("learner", "rounds", "mistakes", "threshold at the end"), tuple(rows)),),
        zero=zero_rule(*learners.values()),
    )


def take_down(shown: list[tuple[float, float]], last: Round) -> None:
    """Note a point and the opposite of what was said of it."""
    shown.append((float(last.x.values[0]), -last.sign))


def margin(rounds: int) -> Claim:
    """The Perceptron's bound grows faster than its mistakes."""
    game = Game(Perceptron())
    mistakes: list[int] = []
    allowed: list[float] = []
    broken = 0

    def look(last: Round) -> None:
        nonlocal broken
        certificate = game.ledger.certificates[0]
        mistakes.append(game.ledger.mistakes)
        if certificate.allowed is None:
            broken += 1
        else:
            allowed.append(certificate.allowed)

    game.play(Watched(LineAdversary(min(rounds, 20)), look))
    places = list(range(1, len(mistakes) + 1))
    return Claim(
        "margin-shrinks",
        "This does not contradict the Perceptron's theorem: the margin is halved every round, and $R^2 / \\gamma^2$ "
        "grows fourfold.",
        cite("N2, Linear Predictors, not online", "N0, Theorem 4"),
        f"The Perceptron's certificate after each of {len(mistakes)} rounds, its margin found in hindsight.",
        (
            Measure("rounds after which the certificate does not hold", broken, "=", 0),
            Measure(
                "smallest slack of the bound", min(a - m for a, m in zip(allowed, mistakes, strict=False)), ">=", 0
            ),
            Measure("mistakes at the end", mistakes[-1], "=", len(mistakes)),
        ),
        figures=(
            Figure(
                "margin-shrinks-chart",
                "Mistakes and what the margin of the examples so far allows.",
                "Mistakes rise by one a round; the bound on a logarithmic axis rises much faster.",
                "round",
                "mistakes",
                (
                    Series("mistakes", places, mistakes, "step"),
                    Series("allowed", places[: len(allowed)], allowed, "bound"),
                ),
                log_y=True,
            ),
        ),
        zero=zero_rule(game.learner),
    )
