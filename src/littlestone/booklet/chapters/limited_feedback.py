"""Chapter: limited feedback, where only the reward, or the label, of what was done is told."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from ...bandits.action_game import ActionGame
from ...bandits.epsilon_greedy import EpsilonGreedy
from ...bandits.estimated_regret_theorems import EstimatedRegretBound
from ...bandits.exp3 import EXP3
from ...bandits.exp3_ix import EXP3IX
from ...bandits.exp3_ix_theorems import EXP3IXBound
from ...bandits.exp4 import EXP4
from ...bandits.expected_regret_theorems import expected
from ...bandits.off_policy import OffPolicy
from ...bandits.tsallis_inf import TsallisINF
from ...guarantees.apple_tasting import AppleTasting
from ...linear.perceptron import Perceptron
from ...natures import Arms, Delayed, OneSided
from ...natures.adversaries import Likeliest, SecretPositives
from ...rows.game import Game
from ..chapter import Chapter, Claim, Figure, Measure, Section, Series, Table, cite
from ..runs import over_time, zero_rule

INTRODUCTION = (
    "In the game of the notes the label is revealed in every round. Often it is not: a page that was not shown brings "
    "no click, and nobody knows what it would have brought. A *bandit* does one of $K$ things in a round and is told "
    "the reward of that one. It has to draw what it does, and divides what it hears by the chance that it heard it "
    "with: an estimate that is right on average, for what was done and for what was not."
)
ONE_SIDE = (
    "Of two acts only the positive one tells anything: an apple has to be bitten into. The learner's own mistake bound "
    "is of no use by itself, since a learner that has come to say no is never told that it is wrong."
)
LOGS = (
    "What was drawn with a known chance answers questions that were not asked at the time: what another policy would "
    "have cost. How sure that is, is said by an interval that holds at all times at once."
)
DELTA = 0.1


def play(quick: bool, seed: int) -> Chapter:
    """Bandits on every path, with a chance and on average; apple tasting; off-policy values."""
    return Chapter(
        name="limited-feedback",
        title="Limited feedback",
        summary="Bandits, apple tasting, and what another policy would have brought.",
        sections=(
            Section(
                "Bandits",
                (INTRODUCTION, every_path(quick, seed), with_a_chance(quick, seed), against_the_sure(quick, seed)),
            ),
            Section("Apple tasting", (ONE_SIDE, tasting(quick, seed))),
            Section("What another policy would have cost", (LOGS, covered(quick, seed))),
        ),
    )


def every_path(quick: bool, seed: int) -> Claim:
    """The inequality on estimates, on drawn and adversarial games, with late rewards too."""
    rounds, runs = (150, 3) if quick else (1000, 10)
    learners: dict[str, Callable[[], Any]] = {
        "EXP3": lambda: EXP3(3),
        "EXP3, doubling": lambda: EXP3(3, horizon="doubling"),
        "EXP3-IX": lambda: EXP3IX(3),
        "Tsallis-INF": lambda: TsallisINF(3),
        "EXP4": lambda: EXP4(3, "one-vs-rest/pa1, multiclass-pa1"),
    }
    worlds: dict[str, Callable[[int], Any]] = {
        "drawn": lambda s: Arms([0.2, 0.5, 0.8], rounds=rounds, seed=s),
        "against the likeliest": lambda s: Likeliest(rounds),
        "30 rounds late": lambda s: Delayed(Arms([[0.9, 0.5, 0.1], [0.1, 0.5, 0.9]], rounds=rounds, seed=s), delay=30),
    }
    rows, failed, games = [], 0, 0
    for name, make in learners.items():
        largest = []
        for world in worlds.values():
            shares = []
            for run in range(runs):
                game = ActionGame(make(), bounds=[EstimatedRegretBound()], seed=runs * seed + run)
                (certificate,) = game.play(world(runs * seed + run)).certificates
                games += 1
                failed += certificate.verdict != "holds"
                shares.append((certificate.paid or 0.0) / (certificate.allowed or 1.0))
            largest.append(max(shares))
        rows.append((name, *(f"{100 * share:.0f} %" for share in largest)))
    return Claim(
        name="bandit-path",
        statement="On every path, for estimated losses $\\ell_t >= 0$ and the shares $q_t$ of a learner that follows "
        "the regularised leader: $\\sum \\langle q_t, \\ell_t \\rangle - min_i \\sum \\ell_t(i) <= \\sum (1/\\eta_t - "
        "1/\\eta_{t-1}) D(q_t) + \\sum \\eta_t/2 S_t$. With exponential weights $D$ is the entropy and $S = \\sum q "
        "\\ell^2$; with Tsallis-INF $D = 4 (\\sum \\sqrt q - 1)$ and $S = \\sum q^{3/2} \\ell^2$.",
        source=cite("Auer, Cesa-Bianchi, Freund and Schapire 2002; Zimmert and Seldin 2021"),
        run=f"Three actions, {rounds:,} rounds, {runs} runs each: rewards by chance, against the likeliest action, and "
        "rewards that come 30 rounds late, each weighed by the chance that its action was drawn with.",
        measures=(Measure(f"certificates that do not hold, of {games}", failed, "=", 0),),
        tables=(Table("The largest share of what is allowed.", ("learner", *worlds), tuple(rows)),),
    )


def with_a_chance(quick: bool, seed: int) -> Claim:
    """EXP3-IX: how often the bound with chance 1 - delta fails."""
    rounds, runs = (150, 40) if quick else (1000, 200)
    regrets, failed, most = [], 0, 0.0
    for run in range(runs):
        game = ActionGame(EXP3IX(3), bounds=[EXP3IXBound(DELTA)], seed=runs * seed + run)
        ledger = game.play(Arms([[0.3, 0.5, 0.4], [0.7, 0.5, 0.4]], rounds=rounds, seed=runs * seed + run))
        (certificate,) = ledger.certificates
        failed += certificate.verdict != "holds"
        most = certificate.allowed or most
        regrets.append(float(ledger.regret or 0.0))
    return Claim(
        name="bandit-chance",
        statement="With chance $1 - \\delta$ the regret of EXP3-IX is at most $2 ln(K)/\\eta_T + K \\sum \\eta_t + "
        "(1/\\eta_T + 1) ln(2/\\delta)$, whatever the losses.",
        source=cite("Neu 2015"),
        run=f"{runs} runs of {rounds:,} rounds, $\\delta = {DELTA}$; the best of three actions changes half way.",
        measures=(
            Measure("share of the runs in which it fails", failed / runs, "<=", DELTA),
            Measure("the largest regret, and what is allowed", max(regrets), "<=", most),
        ),
    )


def against_the_sure(quick: bool, seed: int) -> Claim:
    """The adversary of the likeliest action: regret on average, beside epsilon-greedy."""
    rounds, runs = (400, 8) if quick else (2000, 30)
    learners: dict[str, Callable[[], Any]] = {
        "EXP3": lambda: EXP3(2),
        "Tsallis-INF": lambda: TsallisINF(2),
        "epsilon-greedy": lambda: EpsilonGreedy(2),
    }
    courses: dict[str, Any] = {name: np.zeros(rounds) for name in learners}
    for run in range(runs):
        for name, make in learners.items():
            courses[name] += regrets(ActionGame(make(), bounds=[], seed=runs * seed + run), rounds) / runs
    ends = {name: float(course[-1]) for name, course in courses.items()}
    allowed = {name: expected(learners[name](), rounds) for name in ("EXP3", "Tsallis-INF")}
    figure = Figure(
        name="bandits",
        caption="Regret, on average over the coins, against an adversary who knows the chances and not the coins.",
        alt=f"The regret of epsilon-greedy is a line, up to {ends['epsilon-greedy']:.0f} after {rounds:,} rounds; "
        f"those of EXP3, {ends['EXP3']:.0f}, and of Tsallis-INF, {ends['Tsallis-INF']:.0f}, bend.",
        x_label="round",
        y_label="regret",
        series=tuple(over_time(name, course, "line") for name, course in courses.items()),
    )
    return Claim(
        name="bandit-average",
        statement="On average over the coins the regret against every action that is fixed beforehand is at most "
        "$2 \\sqrt(K T ln K)$ for EXP3, and $4 \\sqrt(K T)$ for Tsallis-INF, whatever the losses. Epsilon-greedy has "
        "no such theorem: its regret can grow with every round.",
        source=cite("Auer, Cesa-Bianchi, Freund and Schapire 2002; Zimmert and Seldin 2021"),
        run=f"Two actions, {rounds:,} rounds, {runs} runs: whichever is likelier brings nothing, the other one 1.",
        measures=(
            *(Measure(f"{name}: mean regret", ends[name], "<=", most) for name, most in allowed.items()),
            Measure(
                "epsilon-greedy: mean regret, and a quarter of the rounds", ends["epsilon-greedy"], ">", rounds / 4
            ),
        ),
        figures=(figure,),
    )


def regrets(game: ActionGame, rounds: int) -> Any:
    """The regret after every round against the better action so far."""
    nature, found = Likeliest(rounds), []
    while nature.ask(None) is not None:
        move = game.predict()
        game._told(nature.answer(move.number, game._stance(move)))
        found.append(float(game.ledger.regret or 0.0))
    return np.array(found)


BANDITS = (every_path, with_a_chance, against_the_sure)


def tasting(quick: bool, seed: int) -> Claim:
    """Apple tasting against its adversary."""
    misses, rounds, runs = (4, 900, 30) if quick else (9, 2500, 100)
    mistakes, blind = [], Perceptron(zero="-1")
    for run in range(runs):
        tasting = AppleTasting(misses=misses, horizon=rounds, seed=runs * seed + run)
        game = Game(Perceptron(zero="-1"), bounds=[], guarantees=[tasting])
        game.play(SecretPositives(misses, rounds))
        mistakes.append(tasting.account.mistakes)
    unknown = AppleTasting(seed=seed)
    Game(Perceptron(zero="-1"), bounds=[], guarantees=[unknown]).play(SecretPositives(misses, rounds))
    hidden = OneSided(SecretPositives(misses, rounds))
    Game(blind, bounds=[]).play(hidden)
    mean, error = float(np.mean(mistakes)), float(np.std(mistakes)) / sqrt(runs)
    bound = 2.0 * sqrt(rounds * misses) - misses
    return Claim(
        name="apple-tasting",
        statement="A learner that misses at most $M_-$ positives and accepts at most $M_+$ negatives, on any sequence, "
        "makes $M_+ + 2 \\sqrt(T M_-) - M_-$ mistakes at most, on average, if it accepts what it would refuse with "
        "chance $\\sqrt(M_-/T)$; and some adversary makes it pay that.",
        source=cite("Helmbold, Littlestone and Long 2000"),
        run=f"A Perceptron that refuses what it does not know; {misses} positives, each asked until it is found, then "
        f"negatives only; {rounds:,} rounds, {runs} runs.",
        measures=(
            Measure("mean number of mistakes, less three standard errors", mean - 3.0 * error, "<=", bound),
            Measure("mean number of mistakes, and four fifths of the bound", mean, ">=", 0.8 * bound),
            Measure("without exploring: rounds in which a positive is missed", hidden.hidden, "=", rounds),
            Measure(
                "neither $M_-$ nor $T$ known: mistakes, and $4 \\sqrt(T (M_- + 1))$",
                unknown.account.mistakes,
                "<=",
                4.0 * sqrt(rounds * (misses + 1)),
            ),
        ),
        zero=zero_rule(blind),
    )


def covered(quick: bool, seed: int) -> Claim:
    """Coverage of off-policy confidence sequences, at all times, while world and log change."""
    rounds, runs = (200, 60) if quick else (1000, 300)
    failed = {"IPS": 0, "SNIPS": 0}
    course: list[tuple[float, float, float]] = []
    for run in range(runs):
        rng = np.random.default_rng([seed, run])
        value, true = OffPolicy(DELTA, least_chance=0.1), 0.0
        wrong = dict.fromkeys(failed, False)
        for t in range(1, rounds + 1):
            chance, mean = 0.1 + 0.8 * float(rng.random()), 0.2 if t < rounds / 2 else 0.7
            done = rng.random() < chance
            value.add(1.0 / chance if done else 0.0, float(rng.random() < (mean if done else 0.5)))
            true += mean
            if t % (rounds // 20) == 0:
                for name, one in (("IPS", value.ips), ("SNIPS", value.snips)):
                    wrong[name] |= not one.low <= true / t <= one.high
                if run == 0:
                    course.append((value.ips.low, true / t, value.ips.high))
        for name in failed:
            failed[name] += wrong[name]
    lows, trues, highs = (list(each) for each in zip(*course, strict=True))
    at = [(k + 1) * (rounds // 20) for k in range(len(course))]
    figure = Figure(
        name="limits",
        caption="What one action costs on average so far, and between what it lies by a log that rarely tries it.",
        alt=f"The limits close in on the true mean, from {lows[0]:.2f} and {highs[0]:.2f} to {lows[-1]:.2f} and "
        f"{highs[-1]:.2f}, and follow it when it rises.",
        x_label="round",
        y_label="mean cost",
        series=(
            Series("truth", at, trues, "line"),
            Series("at least", at, lows, "bound"),
            Series("at most", at, highs, "bound"),
        ),
    )
    return Claim(
        name="off-policy",
        statement="With chance $1 - \\alpha$ the intervals around the estimated cost of a policy hold its true mean at "
        "all times at once, while world, log and policy change as they like.",
        source=cite(
            "Howard, Ramdas, McAuliffe and Sekhon 2021; Waudby-Smith, Wu, Ramdas, Karampatziakis and Mineiro 2024"
        ),
        run=f"{runs} replays of {rounds:,} rounds, $\\alpha = {DELTA}$; the cost changes half way, and the chances of "
        "the log in every round.",
        measures=tuple(
            Measure(f"{name}: share of the replays in which it ever fails", count / runs, "<=", DELTA)
            for name, count in failed.items()
        ),
        figures=(figure,),
    )
