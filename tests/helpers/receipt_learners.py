"""Games whose receipts are proved and forged: a learner, what it plays, and its rows."""

from __future__ import annotations

import re
from itertools import product
from random import Random

from receipt_games import recorded

from littlestone import (
    AROW,
    PA,
    PA1,
    PA2,
    Committee,
    Conjunction,
    DecisionList,
    Elimination,
    FixedShare,
    FTRLProximal,
    Game,
    Halving,
    Hedge,
    LinearAdaGrad,
    LinearDescent,
    Perceptron,
    PruningTree,
    RandomisedWeightedMajority,
    StandardOptimal,
    WeightedMajority,
    Winnow,
)
from littlestone.natures import PlantedDisjunction, PlantedHalfspace

CONJUNCTION = [([0, 1, 1], 1), ([1, 1, 1], 1), ([1, 0, 1], -1), ([1, 1, 0], -1)] * 2  # x2 and x3
WEIGHTS = {-1: 2.5, 1: 0.3}
TABLE = "table:111111,011111,001111,000111,000011,000001,000000"


def listed():
    chance = Random(1)
    rows = [[chance.randint(0, 1) for _ in range(4)] for _ in range(60)]
    return [(x, 1 if x[1] else -1 if x[3] else 1) for x in rows]


def thresholds():
    chance = Random(1)
    points = [chance.randrange(6) for _ in range(40)]
    return [([int(i == p) for i in range(6)], 1 if p >= 5 else -1) for p in points]


def cube():
    return [(list(x), 1 if x[0] or x[2] else -1) for x in product((0, 1), repeat=3)] * 2


def votes():
    chance = Random(1)
    for t in range(60):
        y = chance.choice([-1, 1])
        said = {"a": y if t % 5 else -y, "b": chance.choice([-1, 1]), "c": 1}
        if t % 7 == 3:
            del said["b"]
        yield said, y


def forecasts():
    chance = Random(1)
    for _ in range(60):
        y = float(chance.randint(0, 1))
        yield [y, 0.0, chance.random(), 0.25], y


def numbers():
    chance = Random(1)
    for _ in range(60):
        x = [chance.gauss(0, 1) for _ in range(3)]
        yield x, 1 if x[0] > 0.3 else -1


def thirds():
    """Three classes, of which the third comes late, and a column that is missing now and then."""
    chance = Random(1)
    for t in range(150):
        x = {"a": chance.random(), "b": chance.random()}
        y = "abc"[int(2.99 * x["a"])] if t > 20 else "a"
        yield ({"b": x["b"]} if chance.random() < 0.1 else x), y


def sums():
    chance = Random(1)
    for _ in range(120):
        x = [chance.random() for _ in range(3)]
        yield x, float(x[0] > 0.3) + 0.2 * x[1]


def halfspace():
    return PlantedHalfspace(4, margin=0.1, rounds=120, seed=1)


def disjunction():
    return PlantedDisjunction(8, 2, rounds=200, seed=1)


def conjunction():
    return CONJUNCTION


NATURES = {
    "perceptron": halfspace,
    "elimination": disjunction,
    "winnow": disjunction,
    "conjunction": conjunction,
    "decision-list": listed,
    "halving": thresholds,
    "halving, cube": cube,
    "soa": thresholds,
    "soa, cube": cube,
    "wma": votes,
    "rwma": votes,
    "hedge": forecasts,
    "hedge, votes": votes,
    "fixed-share": forecasts,
    "ogd": numbers,
    "committee": numbers,
    "pruning-tree": numbers,
    "pruning-tree, classes": thirds,
    "pruning-tree, range": sums,
    "pruning-tree, numbers": sums,
    "ogd, square": sums,
    "pa": numbers,
    "arow": numbers,
    "pa1": numbers,
    "pa2": numbers,
    "adagrad": numbers,
    "adagrad, square": sums,
    "ftrl": numbers,
    "ftrl, square": sums,
}
LEARNERS = {
    "perceptron": Perceptron,
    "perceptron, embedded": lambda: Perceptron(bias=1.0, normalise=True),
    "perceptron, zero": lambda: Perceptron(zero="mistake"),
    "elimination": lambda: Elimination(n=8),
    "elimination, negations": lambda: Elimination(n=8, negations=True),
    "conjunction": lambda: Conjunction(n=3),
    "winnow": lambda: Winnow(n=8),
    "winnow, others": lambda: Winnow(n=8, beta=0.5, negations=True),
    "winnow1": lambda: Winnow(n=8, theta=3.0, demote="eliminate", strict=False),
    "decision-list": lambda: DecisionList(n=4),
    "decision-list, majority": lambda: DecisionList(n=4, tie="maj"),
    "decision-list, 1": lambda: DecisionList(n=4, tie="1"),
    "halving": lambda: Halving(TABLE),
    "halving, prior": lambda: Halving(TABLE, conservative=False, tie="1", prior=[1, 2, 3, 4, 5, 6, 7]),
    "halving, cube": lambda: Halving(n=3),
    "soa": lambda: StandardOptimal(TABLE),
    "soa, cube": lambda: StandardOptimal(n=3, tie="0"),
    "wma": lambda: WeightedMajority(alpha=0.5),
    "wma, lazy": lambda: WeightedMajority(eta=0.25, lazy=True),
    "rwma": lambda: RandomisedWeightedMajority(),
    "hedge": lambda: Hedge(),
    "hedge, given": lambda: Hedge(eta=0.5),
    "hedge, votes": lambda: Hedge(),
    "fixed-share": lambda: FixedShare(),
    "ogd": lambda: LinearDescent(),
    "ogd, root": lambda: LinearDescent(rate="root", loss="log", bias=1.0),
    "ogd, square": lambda: LinearDescent(rate="root", loss="square"),
    "pa": PA,
    "arow": AROW,
    "arow, embedded": lambda: AROW(r=0.3, bias=2.0, normalise=True),
    "pa1": lambda: PA1(C=0.3, bias=0.5, normalise=True),
    "pa2": lambda: PA2(bias=1.0),
    "adagrad": lambda: LinearAdaGrad(eta=0.5, bias=1.0),
    "adagrad, hinge": lambda: LinearAdaGrad(loss="hinge", normalise=True),
    "adagrad, square": lambda: LinearAdaGrad(loss="square"),
    "ftrl": lambda: FTRLProximal(),
    "ftrl, priced": lambda: FTRLProximal(alpha=0.5, l1=0.5, l2=0.1, bias=1.0),
    "ftrl, square": lambda: FTRLProximal(alpha=0.5, beta=0.0, l1=0.05, loss="square"),
    "pruning-tree": lambda: PruningTree(leaf=4, gain=0.5, heaviest=2.5),
    "pruning-tree, epochs": lambda: PruningTree(leaf=3, gain=0.0, max_kept=8, run_length=2.0, heaviest=2.5),
    "pruning-tree, classes": lambda: PruningTree("classes", leaf=4, gain=0.5),
    "pruning-tree, range": lambda: PruningTree("numbers", low=0.0, high=1.25, leaf=4),
    "pruning-tree, numbers": lambda: PruningTree("numbers", leaf=4, gain=0.5, run_length=40.0),
    "committee": lambda: Committee("adagrad:loss=log,ftrl"),
    "committee, path": lambda: Committee("adagrad:loss=log,ftrl", share=0.01),
    "committee, votes": lambda: Committee("perceptron,pa1,arow", loss="mistake"),
    "committee, coin": lambda: Committee("perceptron,pa1,arow", loss="mistake", by="rwma"),
}
LOSSES = {"fixed-share": "absolute", "hedge": "square", "hedge, given": "absolute"}
NUMBERS = {*LOSSES, "ogd, square", "adagrad, square", "ftrl, square", "pruning-tree, range", "pruning-tree, numbers"}


def played(name, **settings):
    game, rows = recorded(Game(LEARNERS[name](), loss=LOSSES.get(name), **settings))
    game.play((NATURES.get(name) or NATURES[re.sub(r"1?(,.*)?$", "", name)])())
    return game, rows
