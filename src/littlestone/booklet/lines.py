"""A line to run for every claim: a command, or at most six lines of Python, and what it prints.

Lines are run when a chapter is played, in the same process; `tests/booklet/test_lines.py` runs every one of them.
"""

from __future__ import annotations

import io
import re
import shlex
from contextlib import redirect_stdout
from dataclasses import replace
from importlib import import_module
from typing import Any

from ..errors import LittlestoneError
from .chapter import Chapter, Section

COMMAND = "littlestone "
MOST_LINES = 6  # of Python
MOST_SHOWN = 24  # lines of what is printed


def run_line(line: str) -> str:
    """What a line prints: a command, run in this process, or Python."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        if line.startswith(COMMAND):
            code = import_module("littlestone.cli").run(shlex.split(line.removeprefix(COMMAND)))
            if code != 0:
                raise LittlestoneError(f"{line!r} ended with the exit code {code}")
        else:
            exec(compile(line, "<line>", "exec"), {})  # our own text, as it stands in this file  # noqa: S102
    shown = [text.rstrip() for text in printed.getvalue().strip("\n").splitlines()]
    return "\n".join([*shown[:MOST_SHOWN], "..."] if len(shown) > MOST_SHOWN else shown)


def for_the_prompt(line: str) -> str:
    """The line as a page shows it: an empty line ends each block, as Python's prompt wants it."""
    return re.sub(r"^((?:\s|for ).*)\n(?=\S)", r"\1\n\n", line, flags=re.MULTILINE)


def with_lines(chapter: Chapter) -> Chapter:
    """The chapter with a line to run under every claim, and what it prints."""
    sections = tuple(
        Section(section.title, tuple(with_line(chapter.name, part) for part in section.parts))
        for section in chapter.sections
    )
    return replace(chapter, sections=sections)


def with_line(chapter: str, part: Any) -> Any:
    """A part of a chapter; if it is a claim that has a line, with that line."""
    line = LINES.get(f"{chapter}#{part.name}", "") if hasattr(part, "statement") else ""
    return replace(part, line=line, output=run_line(line)) if line else part


LINES: dict[str, str] = {
    "protocol#by-hand": """\
from littlestone import Elimination, Game
game = Game(Elimination(n=3))
for x, y in [([1, 0, 0], +1), ([0, 1, 0], -1), ([0, 0, 1], -1)]:
    move = game.predict(x)
    game.label(move.number, y)
    print("said", move.sign, "is", y, "mistakes", game.ledger.mistakes, "now", game.learner.hypothesis())""",
    "protocol#mistake-bound": "littlestone worst-case elimination --class monotone-disjunctions:4",
    "protocol#late-labels": """\
from littlestone import Elimination, Game
game = Game(Elimination(n=2))
first, second = game.predict([1, 0]), game.predict([0, 1])
game.label(second.number, -1)
game.label(first.number, +1)
print(game.ledger.mistakes, game.ledger.in_order.mistakes, game.ledger.open)""",
    "disjunctions#elimination": """\
from littlestone import Elimination, Game
from littlestone.natures import PlantedDisjunction
game = Game(Elimination(n=20))
game.play(PlantedDisjunction(20, 3, rounds=500, seed=1))
print(game.ledger.certificates[0])""",
    "disjunctions#elimination-worst-case": "littlestone worst-case elimination --class monotone-disjunctions:3",
    "disjunctions#forced-n": "littlestone duel elimination monotone-disjunctions:4",
    "disjunctions#disjunction-optimum": "littlestone dimension monotone-disjunctions:4",
    "conjunctions#first-mistake": """\
from littlestone import Conjunction, Game
game = Game(Conjunction(n=4))
game.label(game.predict([1, 0, 0, 1]).number, +1)
print(game.learner.hypothesis())""",
    "conjunctions#conjunction-elimination": "littlestone worst-case conjunction --class conjunctions:3",
    "conjunctions#conjunction-attained": """\
from littlestone import Conjunction, Game
game = Game(Conjunction(n=3))
for x in [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]:
    game.label(game.predict(x).number, +1)
print(game.ledger.mistakes, game.learner.hypothesis())""",
    "conjunctions#conjunction-forced": "littlestone duel conjunction conjunctions:3",
    "conjunctions#conjunction-optimum": "littlestone dimension conjunctions:3",
    "decision-lists#worked-example": """\
from littlestone import DecisionList, Game
game = Game(DecisionList(n=2, tie=lambda x, zeros, ones: x == (0, 1)))
for x, y in [([0, 1], -1), ([0, 0], +1)]:
    game.label(game.predict(x).number, y)
    print(game.learner.hypothesis())""",
    "decision-lists#decision-list-bound": "littlestone worst-case decision-list --class decision-lists:2",
    "decision-lists#levels": """\
from littlestone import DecisionList, Game
game = Game(DecisionList(n=2))
for x, y in 3 * [([0, 0], +1), ([0, 1], -1), ([1, 0], -1), ([1, 1], -1)]:
    game.label(game.predict(x).number, y)
print(game.learner.levels.max(), game.ledger.certificates[0])""",
    "decision-lists#decision-list-exact": "littlestone worst-case decision-list --class decision-lists:2 --set tie=maj",
    "halving#halving-bound": "littlestone worst-case halving --class thresholds:8",
    "halving#three-to-the-n": "littlestone worst-case halving --class disjunctions:2",
    "halving#projections": "littlestone worst-case halving --class dictators:4",
    "halving#binary-search": "littlestone duel halving thresholds:8",
    "standard-optimal#optimal": "littlestone duel soa intervals:5",
    "standard-optimal#smallest-gap": """\
from littlestone import Halving, StandardOptimal
from littlestone.concepts import ConceptClass
from littlestone.concepts.class_search import worst_game
nine = ConceptClass.find("table:00000,01000,00100,00010,00001,10000,11000,10100,11100")
for learner in (Halving(nine), StandardOptimal(nine)):
    print(learner.name, worst_game(learner, nine).mistakes)""",
    "standard-optimal#mistake-tree": "littlestone dimension thresholds:4",
    "standard-optimal#natural-gaps": """\
from littlestone import Halving, StandardOptimal
from littlestone.concepts import ConceptClass
from littlestone.concepts.class_search import worst_game
intervals = ConceptClass.find("intervals:5")
for learner in (Halving(intervals), StandardOptimal(intervals)):
    print(learner.name, worst_game(learner, intervals).mistakes)""",
    "dimensions#order": "littlestone dimension intervals:5",
    "dimensions#vc-forced": "littlestone duel soa intervals:5 --adversary shattered",
    "dimensions#randomised": "littlestone duel randomised-soa table:100,010,001,000",
    "dimensions#strict": "littlestone dimension thresholds:5",
    "several-labels#all-labellings": "littlestone dimension labellings:2,k=3",
    "several-labels#order-of-values": "littlestone dimension thresholds:8 --kind self-directed",
    "several-labels#known-sequences": (
        "littlestone dimension thresholds:8 --kind known-sequence --order 3,1,5,0,2,4,6,7"
    ),
    "several-labels#two-labels": "littlestone dimension labellings:2,k=2",
    "several-labels#attained": "littlestone duel bandit-soa labellings:2,k=3",
    "reductions#conservative": """\
from littlestone import Game, Halving
from littlestone.concepts import ConceptClass
from littlestone.natures.adversaries import MinimaxAdversary
from littlestone.reductions import Conservative
game = Game(Conservative(Halving("thresholds:16", conservative=False)))
print(game.play(MinimaxAdversary(ConceptClass.find("thresholds:16"))).mistakes)""",
    "reductions#equivalence-queries": (
        "littlestone reduce --to queries --class monotone-disjunctions:4 --target 5 --learner elimination"
    ),
    "reductions#pac": "littlestone reduce --to pac --class monotone-disjunctions:4 --target 5 --learner elimination",
    "perceptron#turning": """\
from littlestone import Game, Perceptron
game = Game(Perceptron(zero="-1"))
for x, y in [([-1.6, 1.2], +1), ([1.6, -1.3], -1), ([-1.9, -0.3], -1)]:
    move = game.predict(x)
    game.label(move.number, y)
    print(x, "said", move.sign, "is", y, "w =", game.learner.weights.round(2).tolist())""",
    "perceptron#margin-bound": """\
from littlestone import Game, Perceptron
from littlestone.bounds import MarginBound
from littlestone.natures import PlantedHalfspace
game = Game(Perceptron(), bounds=[MarginBound(margin=0.1)])
game.play(PlantedHalfspace(50, margin=0.1, rounds=1000, seed=1))
print(game.ledger.certificates[0])""",
    "perceptron#lemmas": """\
from littlestone import Game, Perceptron
from littlestone.natures import PlantedHalfspace
nature, game = PlantedHalfspace(50, margin=0.1, rounds=1000, seed=1), Game(Perceptron())
game.play(nature)
w, M = game.learner.weights, game.ledger.mistakes
print(M * 0.1, "<=", w @ nature.target, "<=", (w @ w) ** 0.5, "<=", M**0.5)""",
    "perceptron#analysts": """\
from littlestone import Game, Perceptron
from littlestone.natures import Analysts
game = Game(Perceptron())
game.play(Analysts(5, 3, rounds=500, seed=1))
print(game.ledger.mistakes, "<= 15")""",
    "perceptron#market": """\
from littlestone import Game, Perceptron
from littlestone.bounds import MarginBound
from littlestone.natures import Analysts
game = Game(Perceptron(), bounds=[MarginBound(margin=1, length=5**0.5)])
game.play(Analysts(25, 5, rounds=1000, seed=1))
print(game.ledger.certificates[0])""",
    "perceptron#epochs": """\
from littlestone import Perceptron
from littlestone.reductions import until_clean
played = until_clean(Perceptron(), 98 * [[1, 0, 0]] + [[0, 1, 0], [0, 0, 1]], 99 * [1] + [-1])
print("updates:", played.updates, "and the last in iteration", played.last_update, "of", played.iterations)""",
    "perceptron#xor": """\
from littlestone import Game, Perceptron
game = Game(Perceptron(bias=1))
for x, y in 20 * [([1, 1], -1), ([1, -1], +1), ([-1, 1], +1), ([-1, -1], -1)]:
    game.label(game.predict(x).number, y)
print(*game.ledger.certificates, sep="\\n")""",
    "perceptron#xor-kernel": """\
from littlestone import Game, KernelPerceptron
game = Game(KernelPerceptron(kernel="polynomial", degree=2))
for x, y in 20 * [([1, 1], -1), ([1, -1], +1), ([-1, 1], +1), ([-1, -1], -1)]:
    game.label(game.predict(x).number, y)
print(game.ledger.certificates[0])""",
    "no-margin#mistake-every-round": """\
from littlestone import Game, Perceptron
from littlestone.natures.adversaries import LineAdversary
adversary = LineAdversary(30)
ledger = Game(Perceptron()).play(adversary)
print(ledger.mistakes, "mistakes in", ledger.rounds, "rounds; the threshold is", float(adversary.target))""",
    "no-margin#margin-shrinks": """\
from littlestone import Game, Perceptron
from littlestone.natures.adversaries import LineAdversary
for rounds in (2, 4, 8, 16):
    print(rounds, Game(Perceptron()).play(LineAdversary(rounds)).certificates[0].allowed)""",
    "winnow#winnow-bound-holds": """\
from littlestone import Game, Winnow
from littlestone.bounds import DisjunctionBound
from littlestone.natures import PlantedDisjunction
game = Game(Winnow(n=100), bounds=[DisjunctionBound(k=5)])
game.play(PlantedDisjunction(100, 5, rounds=1500, seed=1))
print(game.ledger.certificates[0])""",
    "winnow#winnow-potential-holds": """\
from littlestone import Game, Winnow
from littlestone.natures import PlantedDisjunction
game = Game(Winnow(n=100))
game.play(PlantedDisjunction(100, 5, rounds=1500, seed=1))
plus, minus = game.ledger.false_negatives, game.ledger.false_positives
print(game.learner.weights.sum(), "<=", 100 * (1 + plus - minus / 2))""",
    "winnow#winnow-logarithm-holds": """\
from littlestone import Game, Winnow
from littlestone.natures import PlantedDisjunction
for n in (16, 64, 256, 1024):
    print(n, Game(Winnow(n=n)).play(PlantedDisjunction(n, 3, rounds=600, seed=1)).mistakes)""",
    "winnow#winnow-exact": "littlestone worst-case winnow --class monotone-disjunctions:2",
    "perceptron-winnow#ratios": """\
from littlestone import Game, Perceptron, Winnow
from littlestone.natures import PlantedDisjunction
for n in (200, 400):
    for learner in (Perceptron(bias=1), Winnow(n=n)):
        ledger = Game(learner, bounds=[]).play(PlantedDisjunction(n, 20, rounds=1000, seed=1))
        print(n, learner.name, ledger.mistakes)""",
    "perceptron-winnow#below": """\
from littlestone import Game, Perceptron, Winnow
from littlestone.natures import PlantedDisjunction
for rounds in (250, 500, 1000, 2000):
    natures = [PlantedDisjunction(200, 20, rounds=rounds, seed=1) for _ in range(2)]
    learners = Perceptron(bias=1), Winnow(n=200)
    print(rounds, *(Game(one, bounds=[]).play(nature).mistakes for one, nature in zip(learners, natures)))""",
    "perceptron-winnow#bounds": """\
from math import floor, log2
for N, k in [(200, 20), (400, 20)]:
    print(N, k, (N + 1) * (4 * k + 1), 1 + 3 * k * (1 + floor(log2(N))))""",
    "perceptron-winnow#forced": "littlestone worst-case perceptron --class monotone-disjunctions:2 --set bias=1",
    "weighted-majority#vote": """\
import numpy as np
from littlestone import Game, WeightedMajority
from littlestone.experts import as_advice
said = np.where(np.random.default_rng(1).random((1000, 4)) < [0.25, 0.4, 0.4, 0.5], -1.0, 1.0)
game = Game(WeightedMajority(alpha=0.5))
print(game.play_batch(as_advice(said, np.ones(1000))).certificates[0])""",
    "weighted-majority#twice": """\
from littlestone import Game, WeightedMajority
from littlestone.natures.adversaries import TwoConstants
game = Game(WeightedMajority())
game.play(TwoConstants(40))
print(game.ledger.mistakes, "mistakes, the best of two experts", min(game.ledger.expert_losses))""",
    "weighted-majority#coin": """\
import numpy as np
from littlestone import Game, RandomisedWeightedMajority
from littlestone.experts import as_advice
said = np.where(np.random.default_rng(1).random((1000, 4)) < [0.25, 0.4, 0.4, 0.5], -1.0, 1.0)
game = Game(RandomisedWeightedMajority(alpha=0.5))
print(game.play_batch(as_advice(said, np.ones(1000))).certificates[0])""",
    "weighted-majority#mass": """\
from math import exp
from littlestone import Game, RandomisedWeightedMajority
game = Game(RandomisedWeightedMajority(alpha=0.5))
for y in (+1, +1, -1, +1): game.label(game.predict([+1, -1, -1]).number, y)
paid = game.ledger.expected
print(0.5 ** min(game.ledger.expert_losses), "<=", 3 * exp(game.learner.log_mass), "<=", 3 * exp(-paid / 2))""",
    "weighted-majority#guessing": """\
from math import log
m = 0.25  # the share of rounds that the best expert errs in
for alpha in (0.25, 0.5, 0.75, 0.99):
    print(alpha, m * log(1 / alpha) / log(2 / (1 + alpha)), m * log(1 / alpha) / (1 - alpha))""",
    "weighted-majority#converges": """\
import numpy as np
from littlestone import Game, RandomisedWeightedMajority as RWMA
from littlestone.experts import as_advice
for T in (100, 1000, 10_000, 100_000):
    said = np.where(np.random.default_rng(1).random((T, 4)) < [0.25, 0.4, 0.4, 0.5], -1.0, 1.0)
    print(T, Game(RWMA(m_bar=0.3 * T, n_experts=4)).play_batch(as_advice(said, np.ones(T))).expected / T)""",
    "weighted-majority#no-regret": """\
from littlestone import Game, WeightedMajority
from littlestone.natures.adversaries import TwoConstants
for T in (100, 1000):
    game = Game(WeightedMajority(eta=1 / T**0.5))
    game.play(TwoConstants(T))
    print(T, game.ledger.best_regret / T, "a round, of the vote; of the coin at most", (0.5 + 0.7 / T) / T**0.5)""",
    "weighted-majority#learners-as-experts": """\
from littlestone import Committee, Game
from littlestone.natures import PlantedDisjunction
game = Game(Committee(["elimination:n=20", "winnow:n=20", "perceptron"], loss="mistake"))
game.play(PlantedDisjunction(20, 3, rounds=300, seed=1))
print(game.ledger)""",
    "weighted-majority#constants": """\
from math import log
a = 0.5
print("vote", log(1 / a) / log(2 / (1 + a)), 1 / log(2 / (1 + a)))
print("coin", log(1 / a) / (1 - a), 1 / (1 - a))""",
    "leaders#prophet": "littlestone duel be-the-leader --adversary flip-flop --rounds 20",
    "leaders#brackets": "littlestone duel follow-the-leader --adversary opposite --rounds 20",
    "leaders#centre": """\
import numpy as np
from littlestone import ConvexGame, FollowTheLeader
game = ConvexGame(FollowTheLeader(2, domain="space"), loss="square")
for z in np.random.default_rng(1).uniform(-0.7, 0.7, (200, 2)):
    game.label(game.predict().number, z.tolist())
print(game.ledger.regret, "<=", 4 * sum(1 / t for t in range(1, 201)) - 3)""",
    "leaders#flip-flop-regret": "littlestone duel follow-the-leader --adversary flip-flop --rounds 100",
    "leaders#hinge-flip-flop-regret": "littlestone duel follow-the-leader --loss hinge --rounds 64",
    "leaders#leaders-stable": """\
from littlestone import FollowTheLeader
from littlestone.convex.stability import stability
flip_flop = [0.5] + [(-1.0) ** t for t in range(1, 12)]
print(stability(FollowTheLeader(1, domain="box"), flip_flop))""",
    "regularised-leaders#fixed": "littlestone duel follow-the-regularised-leader --set lam=0.1 --rounds 100",
    "regularised-leaders#stable": (
        "littlestone duel follow-the-regularised-leader --set G=1 --adversary opposite --rounds 20"
    ),
    "regularised-leaders#refined": "littlestone duel follow-the-regularised-leader --set G=1 --rounds 400",
    "regularised-leaders#race": (
        "littlestone duel follow-the-regularised-leader --set G=1 --adversary flip-flop --rounds 100"
    ),
    "regularised-leaders#both-stabilities": """\
from littlestone import FollowTheRegularisedLeader
from littlestone.convex.stability import stability
print(stability(FollowTheRegularisedLeader(1, domain="box", lam=1.0), [-1.0] * 9 + [1.0]))""",
    "online-statistical#finite-online": "littlestone worst-case halving --class thresholds:15",
    "online-statistical#finite-statistical": """\
from math import ceil, log
H, epsilon, delta = 1024, 0.1, 0.05
print(ceil(log(H / delta) / epsilon), "examples; online at most", log(H, 2), "mistakes")""",
    "online-statistical#line-online": """\
from littlestone import Game, PA
from littlestone.natures.adversaries import LineAdversary
ledger = Game(PA(), bounds=[]).play(LineAdversary(50))
print(ledger.mistakes, "mistakes in", ledger.rounds, "rounds")""",
    "online-statistical#line-statistical": """\
import numpy as np
rng = np.random.default_rng(1)
for m in (16, 64, 256, 1024):
    draws = np.sort(rng.random((2000, m)), axis=1)
    gaps = [row[k] - row[k - 1] for row in draws if 0 < (k := np.searchsorted(row, 0.5)) < m]
    print(m, float(np.mean(gaps) / 2))""",
    "online-statistical#convex": """\
from math import sqrt
for T in (100, 10_000):
    print(T, "regret a round", 3 * sqrt(2 / T), "excess, statistically", sqrt(1 / T))""",
    "online-statistical#judges": """\
for margin in (-1.0, 0.0, 0.5, 1.0, 2.0):
    mistake, ramp = float(margin <= 0), min(1.0, max(0.0, 1 - margin))
    print(margin, mistake, "<=", ramp, "<=", float(margin < 1), "and", ramp, "<=", max(0.0, 1 - margin))""",
    "online-statistical#margin-samples": """\
R, margin = 1.0, 0.1
for epsilon in (0.1, 0.01):
    print(epsilon, (R / margin) ** 2 / epsilon, "examples; the notes", (R / margin) ** 2 / epsilon**2)""",
    "matrix-games#rock-paper-scissors": """\
from littlestone import MatrixGame
game = MatrixGame([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], "hedge", "best-response", horizon=1000)
game.play(1000)
print(game.lower, "<= 0 <=", game.upper)""",
    "matrix-games#bracket": """\
from littlestone import MatrixGame
game = MatrixGame([[3, 1], [0, 2]], "hedge", "hedge", horizon=500)
game.play(500)
print(game.lower, "<= 1.5 <=", game.upper)""",
    "matrix-games#experts-against-nature": """\
from littlestone import MatrixGame
game = MatrixGame([[1, 0], [0, 1]], "hedge", [0.7, 0.3], horizon=500)
game.play(500)
print(game.players[0].ledger.loss / 500, "a round, where the value is 0.5")""",
    "matrix-games#boosting": """\
from math import exp
for T in (10, 100, 1000):
    print(T, exp(-2 * 0.1**2 * T))""",
    "limited-feedback#bandit-path": "littlestone bandit arms:0.9,0.1 --learner exp3 --rounds 500",
    "limited-feedback#bandit-chance": (
        "littlestone bandit arms:0.9,0.1 --learner exp3-ix --rounds 500 --promise delta=0.1"
    ),
    "limited-feedback#bandit-average": "littlestone bandit arms:0.9,0.1 --learner tsallis-inf --rounds 500",
    "limited-feedback#apple-tasting": """\
from math import sqrt
for T in (100, 10_000):
    missed, accepted = 1, 3
    print(T, accepted + 2 * sqrt(T * missed) - missed)""",
    "limited-feedback#off-policy": """\
from littlestone.bandits import OffPolicy
value = OffPolicy(alpha=0.05)
for t in range(2000):
    value.add(2.0 if t % 2 else 0.0, float(t % 4 == 1))  # half of the rounds agree; of those half cost 1
print(value.ips.low, "<=", value.ips.estimate, "<=", value.ips.high)""",
    "guarantees#coverage-identity": """\
import numpy as np
from littlestone import Game, LinearVAW
from littlestone.guarantees import Intervals
game, rng = Game(LinearVAW(), guarantees=[Intervals(0.9)]), np.random.default_rng(1)
for x in rng.normal(size=(500, 1)): game.label(game.predict(x).number, float(2 * x[0] + rng.normal()))
print(game.ledger)""",
    "guarantees#calibeating": """\
from littlestone import Game, LinearDescent
from littlestone.guarantees import Calibrated
game = Game(LinearDescent(loss="log"), guarantees=[Calibrated()])
for t in range(400): game.label(game.predict([1.0]).number, 1 if t % 4 else -1)
print(game.ledger)""",
    "guarantees#run-length": """\
from littlestone import Game, Perceptron
from littlestone.guarantees import Alarm
game = Game(Perceptron(), guarantees=[Alarm(0.1, run_length=1000)])
for t in range(400): game.label(game.predict([1.0]).number, 1 if t < 200 or t % 2 else -1)
print(game.ledger)""",
    "trees#sum-of-prunings": """\
from littlestone import Game, PruningTree
game = Game(PruningTree(leaf=4, max_nodes=15), loss="log")
for x, y in 20 * [([0, 0], -1), ([0, 1], +1), ([1, 0], -1), ([1, 1], -1)]:
    game.label(game.predict(x).number, y)
best, mixed = game.learner.accounted()
print(game.ledger.loss, "=", mixed[0], "<=", best[0])""",
    "trees#best-pruning": """\
from littlestone import Game, PruningTree
game = Game(PruningTree(), loss="log")
for x, y in 50 * [([0, 0], -1), ([0, 1], +1), ([1, 0], -1), ([1, 1], -1)]:
    game.label(game.predict(x).number, y)
print(game.ledger.certificates[0])
print(game.learner.hypothesis())""",
    "trees#weights-and-numbers": """\
from littlestone import Game, PruningTree
game = Game(PruningTree("numbers", low=-1, high=1, heaviest=2), loss="square")
for x, y in 50 * [([0, 0], -1), ([0, 1], 0.5), ([1, 0], -1), ([1, 1], -1)]:
    game.label(game.predict(x).number, y, 2.0 if y > 0 else 1.0)
print(game.ledger.certificates[0])""",
    "trees#forest": """\
from littlestone import Forest, Game
game = Game(Forest(trees=10), loss="log")
for x, y in 50 * [([0, 0], -1), ([0, 1], +1), ([1, 0], -1), ([1, 1], -1)]:
    game.label(game.predict(x).number, y)
print(*game.ledger.certificates, sep="\\n")""",
    "what-came-after#agnostic": """\
from math import log, sqrt
from littlestone import Game, Hedge
from littlestone.natures.adversaries import TwoConstants
game = Game(Hedge(eta=sqrt(8 * log(2) / 1000)), loss="mistake")
game.play(TwoConstants(1000))
print(game.ledger.best_regret, "<=", sqrt(1000 * log(2) / 2))""",
    "what-came-after#agnostic-dimension": """\
from littlestone import Agnostic, Game
game = Game(Agnostic("thresholds:3", 30))
for t in range(30): game.label(game.predict([1, 0, 0] if t % 2 else [0, 1, 0]).number, 1 if t % 3 else -1)
print(game.ledger.certificates[0])""",
    "what-came-after#streaming": "littlestone duel ogd --adversary flip-flop --rounds 400",
    "what-came-after#same-rule": """\
import numpy as np
from littlestone import Game, Perceptron
rows, w, game = [([1.0, 0.5], 1), ([0.2, -1.0], 1), ([-1.0, 0.3], -1)], np.zeros(2), Game(Perceptron(zero="-1"))
for x, y in rows:
    w -= -y * np.array(x) * (y * (w @ x) <= 0)
    game.label(game.predict(x).number, y); print(w, game.learner.weights)""",
    "what-came-after#better": "littlestone duel soa table:00000,01000,00100,00010,00001,10000,11000,10100,11100",
    "what-came-after#hinge": """\
import numpy as np
from littlestone import Game, Perceptron
rng, game = np.random.default_rng(1), Game(Perceptron())
for x in rng.normal(size=(300, 3)): game.label(game.predict(x).number, 1 if x[0] + rng.normal() > 0 else -1)
print(game.ledger.certificates[1])""",
    "what-came-after#bridge": """\
from math import log
from littlestone import Game, PNormPerceptron
from littlestone.natures import PlantedDisjunction
for n in (64, 1024):
    ledger = Game(PNormPerceptron(p=2 * log(n)), bounds=[]).play(PlantedDisjunction(n, 3, rounds=500, seed=1))
    print(n, ledger.mistakes)""",
    "what-came-after#drift-experts": """\
from littlestone import FixedShare, Game, Hedge
for learner in (Hedge(eta=0.5), FixedShare(eta=0.5, share=0.01)):
    game = Game(learner, loss="square")
    for t in range(400): game.label(game.predict([0.0, 1.0]).number, float(t >= 200))
    print(learner.name, game.ledger.loss)""",
    "what-came-after#drift-separator": """\
import numpy as np
from littlestone import Game, Perceptron
game = Game(Perceptron())
for t, x in enumerate(np.random.default_rng(1).normal(size=(200, 2))):
    game.label(game.predict(x).number, 1 if (x[0] > 0) == (t < 100) else -1)
print(*game.ledger.certificates, sep="\\n")""",
    "what-came-after#one-shot": """\
import numpy as np
first, second = np.array([0.0, 0, 1]), np.array([1.0, 1, -1])  # what the two Perceptrons end with
examples = np.array([[-1.0, 0, 1], [0, 0, 1], [1, 0, 0], [0, 1, -1]])  # y x, two on each machine
right = [int((examples @ (share * first + (1 - share) * second) > 0).sum()) for share in np.linspace(0, 1, 101)]
print("at the best share", max(right), "of 4 are right")""",
    "real-data#emails": "littlestone play sample:email --learner perceptron",
    "real-data#demand": "littlestone mix sample:rain --loss square",
    "real-data#three-stocks": "littlestone invest sample:stocks --learner eg",
    "real-data#rain": "littlestone mix sample:rain --learner wma",
    "exercises#mistakes-to-queries": (
        "littlestone reduce --to queries --class monotone-disjunctions:4 --target 9 --learner elimination"
    ),
    "exercises#queries-to-mistakes": "littlestone worst-case elimination --class monotone-disjunctions:4",
    "exercises#halving-beaten": (
        "littlestone worst-case halving --class table:00000,01000,00100,00010,00001,10000,11000,10100,11100"
    ),
    "exercises#gradient-steps": """\
from littlestone import Game, Perceptron
game = Game(Perceptron(zero="mistake"))
for x, y in 20 * [([0.6, 0.8], 1), ([0.8, -0.6], -1), ([-0.6, 0.8], 1), ([1.0, 0.0], -1), ([0.0, 1.0], 1)]:
    game.label(game.predict(x).number, y)
print(game.ledger.certificates[0])""",
    "exercises#any-loss": "littlestone duel ogd --set eta=root --set G=1 --adversary flip-flop --rounds 400",
    "exercises#any-labels": """\
from math import log, sqrt
from littlestone import Game, Hedge
from littlestone.natures.adversaries import TwoConstants
game = Game(Hedge(eta=sqrt(8 * log(2) / 400)), loss="mistake")
game.play(TwoConstants(400))
print(game.ledger.best_regret, "<=", sqrt(400 * log(2) / 2))""",
    "exercises#gap": "littlestone dimension conjunctions:3 --no-tree",
}
