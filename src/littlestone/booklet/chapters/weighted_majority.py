"""Weighted majority, with and without a coin: almost as good as the best expert, whoever that turns out to be."""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

from ...experts.advice import as_advice
from ...experts.majority import MajorityLearner
from ...experts.randomised_weighted_majority import RandomisedWeightedMajority
from ...experts.weighted_majority import WeightedMajority
from ...natures.adversaries import TwoConstants
from ...rows.game import Game
from ..chapter import Chapter, Claim, Figure, Measure, Section, Series, Table, cite
from ..runs import over_time, seeds, zero_rule
from .weighted_majority_errata import errata
from .weighted_majority_learners import learners_as_experts
from .weighted_majority_rates import no_regret

EXPERTS, RATE = 16, 0.25
ALPHAS = [0.02 * step for step in range(1, 50)]


class Played(NamedTuple):
    """A game seen at some moments: its mistakes, those it expected, and those of the best expert so far."""

    ledger: Any
    times: list[int]
    mistakes: list[float]
    expected: list[float]
    best: list[float]


def play(quick: bool, seed: int) -> Chapter:
    """The chapter, played."""
    rounds = 2_000 if quick else 10_000
    advice, truths = drawn(rounds, seed)
    vote = played(WeightedMajority(alpha=0.5), advice, truths, seed)
    coin = played(RandomisedWeightedMajority(alpha=0.5), advice, truths, seed)
    return Chapter(
        name="weighted-majority",
        title="Weighted majority",
        summary="Halve the weight of whoever was wrong; with a coin, pay little more than the best expert.",
        sections=(
            Section("The vote", (RULE, half(vote), twice())),
            Section("The coin", (COIN, randomised(vote, coin), mass(coin), guessing(), converges(quick, seed))),
            Section("No regret", (no_regret(quick, seed),)),
            Section("Learners as experts", (learners_as_experts(quick, seed),)),
            Section("The constants", (coefficients(),)),
            Section("Where the notes slip", errata()),
        ),
    )


RULE = (
    "There are $n$ experts, none of them perfect. Every expert begins with the weight one and is left with $\\alpha$ "
    "times its weight after each mistake; the learner says what more than half of the weight says. If the learner "
    "errs, at least half of the weight was wrong and loses a factor $\\alpha$. But the weight of the best expert, "
    "which errs $m$ times, is still $\\alpha^m$, and the total cannot be less."
)
COIN = (
    "Instead of following the majority, draw an expert by weight and follow that. If a share $p_t$ of the weight is "
    "wrong, the chance of a mistake is $p_t$, and the total weight becomes exactly $1 - (1 - \\alpha) p_t$ of what it "
    "was. An adversary that must commit before the coin falls can no longer make every round a mistake."
)


def drawn(rounds: int, seed: int, n: int = EXPERTS) -> tuple[Any, Any]:
    """Experts who err by chance: the first in a quarter of the rounds, the others more often."""
    random = seeds(seed, "experts", str(rounds))
    rates = np.concatenate(([RATE], random.uniform(0.3, 0.5, n - 1)))
    truths = random.choice((-1.0, 1.0), rounds)
    wrong = random.random((rounds, n)) < rates
    return np.where(wrong, -truths[:, None], truths[:, None]), truths


def played(learner: MajorityLearner, advice: Any, truths: Any, seed: int, moments: int = 100) -> Played:
    """The learner over this advice, seen at so many moments."""
    game = Game(learner, seed=seed)
    account: Any = game.ledger
    seen = Played(account, [0], [0.0], [0.0], [0.0])
    step = max(1, len(truths) // moments)
    for t in range(0, len(truths), step):
        game.play_batch(as_advice(advice[t : t + step], truths[t : t + step]))
        seen.times.append(account.labelled)
        seen.mistakes.append(float(account.mistakes))
        seen.expected.append(float(account.expected))
        seen.best.append(float(np.min(account.expert_losses)))
    return seen


def vote_bound(m: float, n: int, alpha: float) -> float:
    """(m ln(1/alpha) + ln n)/ln(2/(1 + alpha))."""
    return (m * log(1 / alpha) + log(n)) / log(2 / (1 + alpha))


def coin_bound(m: float, n: int, alpha: float) -> float:
    """(m ln(1/alpha) + ln n)/(1 - alpha)."""
    return (m * log(1 / alpha) + log(n)) / (1 - alpha)


def half(vote: Played) -> Claim:
    """Weighted majority with alpha = 1/2 at every moment of a game."""
    bounds = [2.41 * m + 3.48 * log(EXPERTS) for m in vote.best]
    room = min(most - paid for most, paid in zip(bounds, vote.mistakes, strict=True))
    return Claim(
        name="vote",
        statement=(
            "With the best of $n$ experts making $m$ mistakes, $M <= (m ln(1/\\alpha) + ln n)/ln(2/(1 + \\alpha))$, at "
            "every moment and whatever the data. For $\\alpha = \\half$ that is $M <= 2.41 m + 3.48 ln n$."
        ),
        source=cite(
            "N1, WMA", "N1, WMA: Analysis", "N1, WMA: Analysis, one half", "N3, Section 1.1, equations 1 and 2", "E5"
        ),
        run=f"{EXPERTS} experts over {vote.times[-1]:,} rounds; the best errs in a quarter of them, the others more.",
        measures=(
            Measure.of("mistakes, and what the theorem allows", vote.ledger.certificates[0]),
            Measure("least room below $2.41 m + 3.48 ln n$ at any moment", room, ">=", 0.0),
        ),
        text=(f"Read backwards, the mistakes teach that {vote.ledger.certificates[0].teaches}.",),
        zero=zero_rule(vote.ledger.learner),
    )


def twice() -> Claim:
    """No rule without a coin can beat twice the best expert."""
    ledger: Any = Game(WeightedMajority(alpha=0.5)).play(TwoConstants(100))
    best = float(np.min(ledger.expert_losses))
    return Claim(
        name="twice",
        statement="No deterministic rule can make fewer than $2m$ mistakes on every sequence.",
        source=cite("N1, Randomized WMA, why", "Littlestone and Warmuth 1994"),
        run="One expert always says yes, one always no, and the truth is what the learner did not say; 100 rounds.",
        measures=(
            Measure("mistakes, one every round", float(ledger.mistakes), "=", 100.0),
            Measure("mistakes, and twice those of the best expert", float(ledger.mistakes), ">=", 2 * best),
        ),
        zero=zero_rule(ledger.learner),
    )


def randomised(vote: Played, coin: Played) -> Claim:
    """The same advice with a coin."""
    bounds = [1.39 * m + 2 * log(EXPERTS) for m in coin.best]
    room = min(most - paid for most, paid in zip(bounds, coin.expected, strict=True))
    T, sure = coin.times[-1], 1e-6
    figure = Figure(
        name="weighted-majority",
        caption="One game: the best expert errs in a quarter of the rounds. Dashed, what the theorems allow.",
        alt=f"After {T:,} rounds the best expert has erred {coin.best[-1]:.0f} times, the coin expects "
        f"{coin.expected[-1]:.0f} mistakes, the vote made {vote.mistakes[-1]:.0f}.",
        x_label="round",
        y_label="mistakes",
        series=(
            Series("the vote", vote.times, vote.mistakes),
            Series("the coin, expected", coin.times, coin.expected),
            Series("best expert", coin.times, coin.best),
            Series("2.41 m + 3.48 ln n", vote.times, [2.41 * m + 3.48 * log(EXPERTS) for m in vote.best], "bound"),
            Series("1.39 m + 2 ln n", coin.times, bounds, "bound"),
            Series("guessing", [0, T], [0, T / 2], "forced"),
        ),
    )
    return Claim(
        name="coin",
        statement=(
            "With a coin, the expected mistakes are at most $(m ln(1/\\alpha) + ln n)/(1 - \\alpha)$; for $\\alpha = "
            "\\half$ at most $1.39 m + 2 ln n$."
        ),
        source=cite(
            "N1, Randomized WMA",
            "N1, RWMA: Analysis",
            "N1, RWMA: Observations, one half",
            "N3, Section 1.2, equation 4",
            "E5",
        ),
        run="The same advice as above.",
        measures=(
            Measure.of("expected mistakes, and what the theorem allows", coin.ledger.certificates[0]),
            Measure("least room below $1.39 m + 2 ln n$ at any moment", room, ">=", 0.0),
            Measure(
                "tossed less expected mistakes, and what chance permits but once in a million",
                abs(coin.mistakes[-1] - coin.expected[-1]),
                "<=",
                sqrt(T / 2 * log(2 / sure)),
            ),
        ),
        text=(
            "On these easy experts the vote does well too, far below its bound. The bound is about the worst advice, "
            "which is played below.",
        ),
        figures=(figure,),
        zero=zero_rule(vote.ledger.learner),
    )


def mass(coin: Played) -> Claim:
    """The total weight is exactly what the proof says."""
    losses = np.asarray(coin.ledger.expert_losses)
    total = float(np.log(np.sum(0.5 ** (losses - losses.min()))) + losses.min() * log(0.5))
    followed = log(EXPERTS) + coin.ledger.learner.log_mass
    return Claim(
        name="mass",
        statement="$W_{T+1} = n \\prod (1 - (1 - \\alpha) p_t) <= n e^{-(1-\\alpha) \\sum p_t}$, and $\\alpha^m <= "
        "W_{T+1}$.",
        source=cite("N1, RWMA: Analysis, proof", "N1, WMA: Analysis, proof", "E5"),
        run="The logarithm of the total weight, followed round by round and added up from the experts' mistakes.",
        measures=(
            Measure("round by round, and from the mistakes", followed, "=", total, within=1e-6),
            Measure("and its ceiling", followed, "<=", log(EXPERTS) - 0.5 * coin.expected[-1]),
            Measure("the best expert alone, and all together", coin.best[-1] * log(0.5), "<=", followed),
        ),
    )


def guessing() -> Claim:
    """A best expert at 25 % is worth nothing to a vote against the worst advice."""
    rounds = 1000
    game = Game(WeightedMajority(alpha=0.5))
    coin = Game(RandomisedWeightedMajority(m_bar=RATE * rounds, n_experts=2))
    account: Any = game.ledger
    courses: list[list[float]] = [[], [], []]
    for t in range(rounds):
        advice = [1, -1] if t % 2 else [1, 1]
        move = game.predict(advice)
        truth = -int(move.act) if t % 2 else 1
        game.label(move.number, truth)
        coin.label(coin.predict(advice).number, truth)
        now = (account.mistakes, coin.ledger.expected, np.min(account.expert_losses))
        for course, number in zip(courses, now, strict=True):
            course.append(float(number))
    best = courses[2][-1]
    names = ("the vote", "the coin, expected", "best expert")
    figure = Figure(
        name="worst-advice",
        caption="The worst advice for a vote: it errs in every other round, twice as often as the best expert.",
        alt=f"After {rounds:,} rounds the vote has made {courses[0][-1]:.0f} mistakes, the coin expects "
        f"{courses[1][-1]:.0f}, the best expert has made {best:.0f}.",
        x_label="round",
        y_label="mistakes",
        series=tuple(over_time(name, course, "line") for name, course in zip(names, courses, strict=True)),
    )
    least = min(vote_bound(RATE, 1, alpha) for alpha in ALPHAS)
    return Claim(
        name="guessing",
        statement=(
            "If the best expert errs in a quarter of the rounds, the bound of the vote is no better than guessing, and "
            "neither need the vote be. With the coin there is something left."
        ),
        source=cite("N1, Randomized WMA, why"),
        run=f"Two experts, {rounds:,} rounds: agreeing and right in every other one, else contradicting each other, "
        "with the truth against the vote. The coin is played on the same rounds.",
        measures=(
            Measure("share of rounds in which the best expert erred", best / rounds, "<=", 0.25),
            Measure("smallest bound of the vote for $m = T/4$, a round, over all $\\alpha$", least, ">=", 0.5),
            Measure("share of rounds in which the vote erred", account.mistakes / rounds, ">=", 0.5),
            Measure("share in which the coin is expected to err", coin.ledger.expected / rounds, "<", 0.3),
        ),
        figures=(figure,),
        zero=zero_rule(game.learner),
    )


def converges(quick: bool, seed: int) -> Claim:
    """The regret a round with the rate tuned to the best expert."""
    spans = [2**power for power in range(7, 12 if quick else 15)]
    paid, allowed, valid = [], [], []
    for T in spans:
        advice, truths = drawn(T, seed)
        m = float((advice[:, 0] != truths).sum())
        game = Game(RandomisedWeightedMajority(m_bar=m, n_experts=EXPERTS, tuning="lecture"))
        ledger: Any = game.play_batch(as_advice(advice, truths))
        best = float(np.min(ledger.expert_losses))
        paid.append((ledger.expected - best) / T)
        allowed.append(2 * sqrt(m * log(EXPERTS)) / T)
        other = Game(RandomisedWeightedMajority(m_bar=m, n_experts=EXPERTS)).play_batch(as_advice(advice, truths))
        certificate = other.certificates[0]
        valid.append(certificate.verdict == "holds")
    figure = Figure(
        name="convergence",
        caption="What the coin loses more than the best expert, a round, as the game gets longer.",
        alt=f"Regret a round falls from {paid[0]:.3f} after {spans[0]} rounds to {paid[-1]:.4f} after {spans[-1]:,}.",
        x_label="rounds T",
        y_label="regret a round",
        series=(
            Series("the coin, tuned", spans, paid),
            Series("2 sqrt(m ln n)/T", spans, allowed, "bound"),
        ),
        log_x=True,
        log_y=True,
    )
    return Claim(
        name="converges",
        statement=(
            "If the best expert errs in a constant share of the rounds and $\\alpha$ is tuned to it, the share of "
            "rounds the coin errs in comes as near to it as $O(1/\\sqrt T)$."
        ),
        source=cite("N1, RWMA: Observations, tuning", "N1, RWMA: Observations, the limit", "E7"),
        run=f"{EXPERTS} experts, the best at 25 %, for $T = {spans[0]}$ to ${spans[-1]:,}$ rounds.",
        measures=(
            Measure("largest share of $2\\sqrt(m ln n)$ used", max(np.divide(paid, allowed)), "<=", 1.0),
            Measure(
                "bound of the longest over that of the shortest",
                allowed[-1] / allowed[0],
                "<",
                1.5 * sqrt(spans[0] / spans[-1]),
            ),
            Measure("tunings that need no premise and hold", float(sum(valid)), "=", float(len(spans))),
        ),
        figures=(figure,),
    )


def coefficients() -> Claim:
    """What stands before m, as a function of alpha."""
    vote = [log(1 / a) / log(2 / (1 + a)) for a in ALPHAS]
    coin = [log(1 / a) / (1 - a) for a in ALPHAS]
    figure = Figure(
        name="coefficients",
        caption="The factor of $m$ in the two bounds. The vote never gets below 2, the coin comes down to 1.",
        alt="Two falling curves: the vote's factor ends at 2, the coin's at 1.",
        x_label="alpha",
        y_label="factor of m",
        series=(
            Series("the vote", ALPHAS, vote),
            Series("the coin", ALPHAS, coin),
            Series("2", [0, 1], [2, 2], "bound"),
        ),
    )
    near = 1 - 1e-6
    both = (vote_bound, coin_bound)
    rows = tuple(
        (
            alpha,
            *(round(bound(1, 1, alpha), 3) for bound in both),
            *(round(bound(0, 3, alpha) / log(3), 3) for bound in both),
        )
        for alpha in (0.1, 0.5, 0.9)
    )
    return Claim(
        name="constants",
        statement="At $\\alpha = \\half$ the constants are 2.41 and 3.48 for the vote, 1.39 and 2 for the coin, "
        "rounded up; the factor of $m$ falls with $\\alpha$, to 2 for the vote and to 1 for the coin.",
        source=cite("N1, WMA: Analysis, one half", "N1, RWMA: Observations, one half", "N1, Randomized WMA, why"),
        run="The formulas.",
        measures=(
            Measure("the vote, before $m$", vote_bound(1, 1, 0.5), "<=", 2.41),
            Measure("the vote, before $ln n$", 1 / log(4 / 3), "<=", 3.48),
            Measure("the coin, before $m$", coin_bound(1, 1, 0.5), "<=", 1.39),
            Measure("largest rise of the factor between neighbours", max(np.diff(vote)), "<", 0.0),
            Measure("the vote as $\\alpha -> 1$", log(1 / near) / log(2 / (1 + near)), "=", 2.0, within=1e-5),
        ),
        figures=(figure,),
        tables=(Table("The constants", ("$\\alpha$", "vote: $m$", "coin: $m$", "vote: $ln n$", "coin: $ln n$"), rows),),
    )
