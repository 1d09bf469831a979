"""A part of the chapter on weighted majority: the rate of N3, with which the coin has no regret and the vote has."""

from __future__ import annotations

from itertools import pairwise
from math import log, sqrt
from typing import Any

import numpy as np

from ...experts.advice import as_advice
from ...experts.randomised_weighted_majority import RandomisedWeightedMajority
from ...experts.weighted_majority import WeightedMajority
from ...natures.adversaries import TwoConstants
from ...rows.game import Game
from ..chapter import Claim, Figure, Measure, Series, cite
from ..runs import seeds, zero_rule

GUESSERS = 16


def no_regret(quick: bool, seed: int) -> Claim:
    """The regret a round at the rate 1/sqrt(T), of either, as the game gets longer."""
    spans = [2**power for power in range(4, 11 if quick else 14)]
    vote: list[float] = []
    paid: dict[str, list[float]] = {"two who contradict": [], "16 who guess": []}
    allowed: dict[str, list[float]] = {nature: [] for nature in paid}
    for T in spans:
        eta = 1 / sqrt(T)
        voted: Any = Game(WeightedMajority(eta=eta)).play(TwoConstants(T))
        vote.append(voted.best_regret / T)
        random = seeds(seed, "guessers", str(T))
        drawn = as_advice(random.choice((-1.0, 1.0), (T, GUESSERS)), random.choice((-1.0, 1.0), T))
        games: list[Any] = [Game(RandomisedWeightedMajority(eta=eta)) for _ in paid]
        ledgers = games[0].play(TwoConstants(T)), games[1].play_batch(drawn)
        for nature, ledger in zip(paid, ledgers, strict=True):
            paid[nature].append(ledger.best_regret / T)
            allowed[nature].append((eta * float(np.min(ledger.expert_losses)) + log(ledger.n) / eta) / T)
    coin, guessers = paid.values()
    figure = Figure(
        name="no-regret-chart",
        caption="Regret a round at $\\eta = 1/\\sqrt T$: the vote against a truth that contradicts it, the coin "
        "against the same and against chance.",
        alt=f"The vote stays at {vote[-1]:g}; the coin falls from {coin[0]:.3f} for {spans[0]} rounds to "
        f"{coin[-1]:.4f} for {spans[-1]:,}, below its bound.",
        x_label="rounds T",
        y_label="regret a round",
        series=(
            Series("the vote", spans, vote),
            *(Series(f"the coin, {nature}", spans, regrets) for nature, regrets in paid.items()),
            *(Series(f"its bound, {nature}", spans, most, "bound") for nature, most in allowed.items()),
        ),
        log_x=True,
        log_y=True,
    )
    return Claim(
        name="no-regret",
        statement="With $\\eta = 1/\\sqrt T$ the coin is a no-regret algorithm: its regret a round is at most $(m/T + "
        "ln N)/\\sqrt T$ and falls to 0. The vote is none: whatever the rate, there is a truth against which its "
        "regret a round stays at one half.",
        source=cite(
            "N3, Section 1.1, not no-regret", "N3, Section 1.1, equation 3", "N3, Section 1.2, equation 5", "E9"
        ),
        run=f"For $T = {spans[0]}$ to ${spans[-1]:,}$, two experts who always contradict each other and a truth "
        f"against every guess, for both; and {GUESSERS} experts who guess, with a truth by chance, for the coin.",
        measures=(
            Measure("the vote: smallest regret a round", min(vote), ">=", 0.5),
            *(
                Measure(
                    f"the coin, {nature}: largest share of $\\eta m + ln N/\\eta$",
                    max(np.divide(paid[nature], allowed[nature])),
                    "<=",
                    1.0,
                )
                for nature in paid
            ),
            Measure("the coin: largest regret a round over that at half of the rounds", most_kept(coin), "<", 0.8),
            Measure("16 who guess: the longest game over the shortest", guessers[-1] / guessers[0], "<", 0.5),
        ),
        figures=(figure,),
        zero=zero_rule(WeightedMajority()),
    )


def most_kept(regrets: list[float]) -> float:
    """The largest share of the regret a round that is left when the game is twice as long."""
    return max(later / sooner for sooner, later in pairwise(regrets))
