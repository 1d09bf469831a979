"""Forests: the mean of trees, its theorems, and what is kept for all of them once."""

from __future__ import annotations

import math

import numpy as np
import pytest

from littlestone import Forest, Game, PruningTree
from littlestone.trees.forest import POWERS

ROUNDS = [40, pytest.param(400, marks=pytest.mark.long)]


def label_of(x, truths: str, flipped: bool = False):
    """A label that depends on the example."""
    if truths == "numbers":
        return float(x[0] + x[1])
    return "abcd"[int(3 * x[0])] if truths == "classes" else 1 if (x[0] > x[1]) != flipped else -1


def played(forest, rounds: int = 150, seed: int = 0, weighed: bool = False, **settings) -> Game:
    rng = np.random.default_rng(seed)
    game = Game(forest, **settings)
    for _ in range(rounds):
        x = rng.random(3).round(1)
        y = label_of(x, forest.truths, flipped=rng.random() < 0.1)
        weight = float(rng.choice([0.25, 1.0])) * forest.heaviest if weighed else None
        game.label(game.predict(x).number, y, weight)
    return game


@pytest.mark.parametrize("truths", ["signs", "classes", "numbers"])
def test_a_forest_says_the_mean_of_trees_that_learn_alone(truths):
    forest = Forest(truths, trees=3, leaf=4, gain=1.0)
    alone = [PruningTree(**tree.parameters()) for tree in forest.trees]
    lost = [0.0] * len(POWERS)
    batch = np.random.default_rng(3).random((120, 2))
    game, games = Game(forest), [Game(tree) for tree in alone]
    for x in batch:
        y = label_of(x, truths)
        move, moves = game.predict(x), [each.predict(x) for each in games]
        if truths == "numbers":
            assert move.guess == pytest.approx(np.mean([one.guess for one in moves]), abs=1e-12)
        elif truths == "signs":
            odds = np.mean([one.guess for one in moves])
            chances = [1 / (1 + math.exp(-power * odds)) for power in POWERS]
            weights = [math.exp(min(lost) - one) for one in lost]
            chance = sum(w * p for w, p in zip(weights, chances, strict=True)) / sum(weights)
            assert forest.chance_of(move.guess) == pytest.approx(chance, abs=1e-9)
            lost = [one - math.log(p if y > 0 else 1 - p) for one, p in zip(lost, chances, strict=True)]
        elif moves[0].odds:
            logs = np.log([one.odds for one in moves]).mean(axis=0)
            raised = [np.exp(power * logs) / np.exp(power * logs).sum() for power in POWERS]
            weights = [math.exp(min(lost) - one) for one in lost]
            chances = sum(w * p for w, p in zip(weights, raised, strict=True)) / sum(weights)
            assert move.odds == pytest.approx(chances, abs=1e-9)
            known = list(game.ledger.classes)
            if y in known:
                lost = [one - math.log(p[known.index(y)]) for one, p in zip(lost, raised, strict=True)]
        for each, one in zip((game, *games), (move, *moves), strict=True):
            each.label(one.number, y)
    assert [tree.own for tree in forest.trees] == [tree.own for tree in alone]


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("truths", ["signs", "classes", "numbers"])
def test_the_theorems_hold_at_every_moment(truths, rounds):
    for seed in range(rounds // 20):
        forest = Forest(truths, trees=4, leaf=2, gain=0.5, heaviest=2.0 if seed % 2 else 1.0, seed=seed)
        for t in (1, 5, rounds):
            game = played(forest.clone(), t, seed, weighed=seed % 2 == 1)
            assert {one.verdict for one in game.ledger.certificates} == {"holds"}


@pytest.mark.parametrize("truths", ["signs", "classes", "numbers"])
def test_a_forest_loses_no_more_than_its_trees_on_average(truths):
    forest = played(Forest(truths, trees=5, leaf=3, gain=0.0), 300).learner
    mean = sum(tree.own for tree in forest.trees) / 5
    assert forest.own <= mean + (0.0 if truths == "numbers" else math.log(4)) + 1e-9
    assert len({tree.own for tree in forest.trees}) > 1


def test_an_example_is_stored_once_for_all_trees():
    forest = played(Forest(trees=7), 100).learner
    assert len(forest.pool.batch()) <= 100
    assert forest.accounts()["forest"]["kept"] == len(forest.pool.batch())


def test_memory_is_flat_once_the_trees_are_full():
    forest = Forest(trees=3, leaf=2, gain=0.0, max_nodes=9)
    game = played(forest, 500)
    assert all(tree.full for tree in forest.trees)
    sizes = {name: np.size(value) for name, value in game.learner.state().items()}
    assert forest.accounts()["forest"] == {"trees": 3, "nodes": forest.nodes, "full": 3, "kept": 0}
    rng = np.random.default_rng(9)
    for _ in range(500):
        game.label(game.predict(rng.random(3)).number, int(rng.choice([-1, 1])))
    assert {name: np.size(value) for name, value in game.learner.state().items()} == sizes


def test_asking_a_tree_in_between_changes_nothing():
    rng = np.random.default_rng(4)
    one, other = Forest(trees=2, leaf=3), Forest(trees=2, leaf=3)
    games = Game(one), Game(other)
    for _ in range(60):
        x, z = rng.random(2), rng.random(2)
        y = 1 if x[0] > 0.5 else -1
        numbers = [game.predict(x).number for game in games]
        one.trees[1].predict(games[0].features.row(z))
        for game, number in zip(games, numbers, strict=True):
            game.label(number, y)
    assert one.own == other.own
    assert [tree.own for tree in one.trees] == [tree.own for tree in other.trees]


def test_xor_is_learned():
    rng = np.random.default_rng(0)
    game = Game(Forest(), loss="log")
    for _ in range(1500):
        x = rng.uniform(-1, 1, 2)
        game.label(game.predict(x).number, 1 if x[0] * x[1] > 0 else -1)
    assert game.ledger.mistakes < 300
    assert {one.verdict for one in game.ledger.certificates} == {"holds"}
