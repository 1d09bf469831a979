"""Where the notes on weighted majority slip: each slip with its counterexample, played."""

from __future__ import annotations

from itertools import count, islice, takewhile
from math import exp, log, sqrt
from typing import Any

import numpy as np

from ...errors import BadParameter
from ...experts.advice import as_advice
from ...experts.randomised_weighted_majority import RandomisedWeightedMajority
from ...experts.weighted_majority import WeightedMajority
from ...natures.adversaries import CyclicExperts, MajorityAdversary
from ...rows.game import Game
from ..chapter import Erratum, Figure, Measure, Series, erratum
from ..runs import zero_rule


def errata() -> tuple[Erratum, ...]:
    """All of them."""
    return (one_round_late(), steep(), few_mistakes(), eager_vote(), eager_coin(), closed_interval(), TIES)


def one_round_late() -> Erratum:
    """E5."""
    game = Game(WeightedMajority(alpha=0.5))
    game.label(game.predict([-1, -1]).number, 1)
    learner: Any = game.learner
    after = 2 * exp(learner.log_mass)
    return erratum(
        "E5",
        run="One round, two experts, both wrong, $\\alpha = \\half$.",
        evidence=(
            Measure("$W_1$; the notes say at most 1.5", 2.0, ">", 2 * 0.75**game.ledger.mistakes),
            Measure("$W_2$", after, "<=", 2 * 0.75**game.ledger.mistakes),
        ),
        zero=zero_rule(learner),
    )


def steep() -> Erratum:
    """E6."""
    xs = [0.02 * step for step in range(48)]
    figure = Figure(
        name="steep",
        caption="The inequality behind the tuned rate holds up to $x = 0.6838$ and fails beyond.",
        alt="The curve of ln(1 - x) lies above that of -x - x squared up to 0.68 and falls below it afterwards.",
        x_label="x",
        y_label="value",
        series=(
            Series("ln(1 - x)", xs, [log(1 - x) for x in xs]),
            Series("-x - x^2", xs, [-x - x * x for x in xs], "bound"),
        ),
    )
    below = [x for x in np.linspace(0.0, 0.6838, 500) if log(1 - x) < -x - x * x - 1e-12]
    return erratum(
        "E6",
        run="$x = 0.9$.",
        evidence=(
            Measure("$ln(1 - 0.9)$ lies below $-0.9 - 0.81$", log(0.1), "<", -0.9 - 0.81),
            Measure("points up to 0.6838 where it fails", float(len(below)), "=", 0.0),
        ),
        figures=(figure,),
    )


def cyclic(learner: RandomisedWeightedMajority, n: int, m: int) -> Any:
    """The account of the cyclic game, played a cycle at a time: its adversary does not look at the guesses."""
    game = Game(learner, keep=0)
    adversary = CyclicExperts(n, m)
    questions = takewhile(lambda x: x is not None, (adversary.question() for _ in count()))
    while cycle := list(islice(questions, n)):
        game.play_batch(as_advice(np.array(cycle), np.ones(len(cycle))))
    return game.ledger


def few_mistakes() -> Erratum:
    """E7."""
    n, m = 1000, 7
    alpha = 1 - sqrt(log(n) / m)
    ledger = cyclic(RandomisedWeightedMajority(alpha=alpha), n, m)
    refused = 0
    try:
        RandomisedWeightedMajority(m_bar=m, n_experts=n, tuning="lecture")
    except BadParameter:
        refused = 1
    valid = cyclic(RandomisedWeightedMajority(m_bar=m, n_experts=n), n, m)
    return erratum(
        "E7",
        run="1,000 experts, wrong one at a time and in turn, the best one last, until it would err an eighth time.",
        evidence=(
            Measure("expected mistakes, and the bound of the notes", ledger.expected, ">", m + 2 * sqrt(m * log(n))),
            Measure("expected mistakes", ledger.expected, "=", 39.70, within=0.005),
            Measure("our learner refuses that rate", float(refused), "=", 1.0),
            Measure.of("the other tuning", valid.certificates[0]),
        ),
    )


def eager_vote() -> Erratum:
    """E8."""
    n, m, eta, small = 64, 20, 0.999, 0.5
    eager: Any = Game(WeightedMajority(eta=eta)).play(MajorityAdversary(n, m, alpha=1 - eta))
    calm: Any = Game(WeightedMajority(eta=small)).play(MajorityAdversary(n, m, alpha=1 - small))
    return erratum(
        "E8",
        run=(
            "64 experts and $\\eta = 0.999$; in every round just enough weight is wrong, until the best "
            "expert has erred 20 times."
        ),
        evidence=(
            Measure("mistakes, and the bound of the notes", float(eager.mistakes), ">", bound(2, eta, m, n)),
            Measure("mistakes", float(eager.mistakes), "=", 125.0),
            Measure.of("mistakes, and the bound that holds", eager.certificates[0]),
            Measure("the simple bound at a rate of one half", float(calm.mistakes), "<=", bound(2, small, m, n)),
        ),
        zero=zero_rule(eager.learner, calm.learner),
    )


def bound(factor: float, eta: float, m: float, n: int) -> float:
    """The simple bound of the notes: factor ((1 + eta) m + ln n/eta)."""
    return factor * ((1 + eta) * m + log(n) / eta)


def eager_coin() -> Erratum:
    """E9."""
    n, m, eta, small = 1000, 5, 0.99, 0.5
    eager = cyclic(RandomisedWeightedMajority(eta=eta), n, m)
    calm = cyclic(RandomisedWeightedMajority(eta=small), n, m)
    return erratum(
        "E9",
        run="1,000 experts in turn as in E7, $\\eta = 0.99$, the best errs 5 times: until it would err a sixth time.",
        evidence=(
            Measure("expected mistakes, and the bound of the notes", eager.expected, ">", bound(1, eta, m, n)),
            Measure("expected mistakes", eager.expected, "=", 27.5, within=0.05),
            Measure.of("expected mistakes, and the bound that holds", eager.certificates[0]),
            Measure("the simple bound at a rate of one half", calm.expected, "<=", bound(1, small, m, n)),
        ),
    )


def closed_interval() -> Erratum:
    """E10."""
    refused = 0
    for alpha in (0.0, 1.0):
        try:
            RandomisedWeightedMajority(alpha=alpha)
        except BadParameter:
            refused += 1
    weights = np.ones(2)
    for wrong in (0, 1):
        weights[wrong] *= 0.0  # literally, with alpha = 0
    game = Game(WeightedMajority(realizable=True))
    for advice in ([1, -1, -1, 1], [1, 1, -1, -1], [1, 1, 1, 1]):
        game.label(game.predict(advice).number, 1)
    return erratum(
        "E10",
        run="Two experts, each wrong once, $\\alpha = 0$; then four experts of whom one is right.",
        evidence=(
            Measure("weight that is left to divide by", float(weights.sum()), "=", 0.0),
            Measure("ends of the interval that are refused", float(refused), "=", 2.0),
            Measure.of("mistakes with a perfect expert, and $log_2 n$", game.ledger.certificates[0]),
        ),
        zero=zero_rule(game.learner),
    )


TIES = erratum(
    "E31",
    run="Two experts who contradict each other in the first round.",
)
