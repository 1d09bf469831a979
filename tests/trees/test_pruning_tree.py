"""The mixture on one path is the sum over all prunings, and the theorem is never broken."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tree_prunings import drawn_game

from littlestone import Forest, Game, PruningTree, Schema, load, save

TRUTHS = ("signs", "classes")
COUNTS = [60, pytest.param(1000, marks=pytest.mark.long)]
MANY = [100, pytest.param(10_000, marks=pytest.mark.long)]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("truths", TRUTHS)
def test_the_loss_is_that_of_all_prunings_mixed(truths, late, count):
    several = 0
    for seed in range(count // 4):
        witness = drawn_game(seed, truths, late=late)
        costs = witness.costs()
        several += len(costs) > 1
        mixed = -math.log(math.fsum(math.exp(-cost) for cost in costs))
        assert witness.tree.own == pytest.approx(mixed, abs=1e-10)
    assert several > count // 12


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("truths", TRUTHS)
def test_epochs_add_up(truths, late, count):
    over = 0
    for seed in range(count // 4):
        witness = drawn_game(seed, truths, late=late, run_length=(1.5, 3.0, 6.0)[seed % 3])
        epochs = [*witness.ended, witness.costs()]
        over += len(epochs) - 1
        mixed = sum(-math.log(math.fsum(math.exp(-cost) for cost in costs)) for costs in epochs)
        assert witness.tree.own == pytest.approx(mixed, abs=1e-10)
        certificate = witness.game.ledger.certificates[0]
        assert certificate.verdict == "holds"
        assert certificate.allowed == pytest.approx(sum(map(min, epochs)), abs=1e-9)
        assert witness.tree.past.over + 1 == len(epochs)
    assert over > count // 8


@pytest.mark.parametrize("count", COUNTS)
def test_epochs_of_any_weight_and_of_numbers_never_break_the_theorem(count):
    for seed in range(count // 4):
        truths = ("signs", "classes", "numbers")[seed % 3]
        witness = drawn_game(seed, truths, late=seed % 2 == 0, weighed=True, run_length=2.0)
        epochs = [*witness.ended, witness.costs()]
        assert witness.tree.own <= sum(map(min, epochs)) + 1e-9
        assert witness.game.ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize("kind", [PruningTree, Forest])
def test_a_tree_that_has_become_worse_begins_anew(kind):
    rng = np.random.default_rng(5)
    games = [Game(kind(run_length=length), loss="log") for length in (None, 1000.0)]
    for t in range(1200):
        x = rng.random(3)
        y = 1 if (x[0] > 0.5) != (t >= 600) else -1
        for game in games:
            game.label(game.predict(x).number, y)
    stays, follows = games
    assert follows.ledger.loss < 0.5 * stays.ledger.loss
    assert {one.verdict for one in follows.ledger.certificates} == {"holds"}
    (found,) = follows.learner.accounts().values()
    assert found["epochs"] == 2 * getattr(follows.learner, "size", 1)
    assert "epochs" in follows.learner.account_lines()[0]
    assert "epochs" in follows.ledger.certificates[-1].theorem
    assert "epochs" not in stays.learner.account_lines()[0]


def test_a_tree_that_does_no_worse_does_not():
    rng = np.random.default_rng(6)
    tree = PruningTree(run_length=10_000.0)
    game = Game(tree)
    for _ in range(3000):
        x = rng.random(2)
        game.label(game.predict(x).number, 1 if (x[0] > 0.4) != (rng.random() < 0.2) else -1)
    assert tree.past.over == 0


def test_a_saved_tree_remembers_its_epochs(tmp_path):
    rng = np.random.default_rng(7)
    game = Game(Forest(trees=3, leaf=3, run_length=4.0))
    for t in range(300):
        x = rng.random(2)
        game.label(game.predict(x).number, 1 if (x[0] > 0.5) != (t // 50 % 2 == 1) else -1)
        if t == 149:
            save(game, tmp_path / "game.npz")
            rows, other = [], load(tmp_path / "game.npz")
        elif t > 149:
            rows.append((x, 1 if (x[0] > 0.5) != (t // 50 % 2 == 1) else -1))
    for x, y in rows:
        other.label(other.predict(x).number, y)
    assert [tree.past.over for tree in other.learner.trees] == [tree.past.over for tree in game.learner.trees]
    assert other.ledger.certificates == game.ledger.certificates
    assert min(tree.past.over for tree in game.learner.trees) > 1


@pytest.mark.parametrize("count", MANY)
@pytest.mark.parametrize("settings", [{}, {"low": -1.0, "high": 5.0}])
def test_numbers_of_any_weight_never_break_the_theorem(settings, count):
    for seed in range(count // 4):
        witness = drawn_game(seed, "numbers", late=seed % 2 == 0, weighed=seed % 3 == 0, **settings)
        assert witness.tree.own <= min(witness.costs()) + 1e-9
        assert witness.game.ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize("count", MANY)
@pytest.mark.parametrize("truths", TRUTHS)
def test_classes_of_any_weight_never_break_the_theorem(truths, count):
    for seed in range(count // 4):
        witness = drawn_game(seed, truths, late=seed % 2 == 0, weighed=True)
        assert witness.tree.own <= min(witness.costs()) + 1e-9
        assert witness.game.ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("truths", ["signs", "classes", "numbers"])
def test_the_best_pruning_is_that_of_all(truths, count):
    for seed in range(count // 3):
        witness = drawn_game(seed, truths, late=seed % 2 == 0, weighed=seed % 4 == 0)
        best, _ = witness.tree.accounted()
        assert best[0] == pytest.approx(min(witness.costs()), abs=1e-9)


def test_an_example_without_the_column_goes_to_a_child_of_its_own():
    tree = PruningTree(leaf=4, gain=0.0, tries=64)
    game = Game(tree)
    for _ in range(20):
        for x, y in (({"size": 1.0, "bias": 1.0}, -1), ({"size": 0.0, "bias": 1.0}, -1), ({"bias": 1.0}, +1)):
            game.label(game.predict(x).number, y)
    assert game.predict({"bias": 1.0}).act == 1  # neither as zero nor as one
    assert {game.predict({"size": size, "bias": 1.0}).act for size in (0.0, 1.0)} == {-1}
    assert (np.asarray(tree.nodes)["absent"][: tree.count] > 0).any()


@pytest.mark.parametrize("dates", ["cycles", "categories"])
def test_a_date_that_is_absent_is_missing_where_it_is_of_numbers_and_zero_where_it_is_of_categories(dates):
    tree = PruningTree(leaf=4, gain=0.0)
    game = Game(tree, schema=Schema(dates=dates))
    for day in range(1, 10):
        for x, y in (({"when": f"2026-01-0{day}"}, -1), ({"when": f"2026-03-0{day}"}, -1), ({"bias": 1.0}, +1)):
            game.label(game.predict(x).number, y)
    nodes = np.asarray(tree.nodes)[: tree.count]
    asked = nodes[nodes["column"] >= 0]
    assert len(asked)
    named = [game.features.names[column] for column in asked["column"]]
    assert [third >= 0 for third in asked["absent"]] == [dates == "cycles" or name == "bias" for name in named]
    assert game.predict({"bias": 1.0}).act == 1


def test_of_a_sparse_row_only_what_it_has_is_kept():
    tree = PruningTree()
    game = Game(tree)
    for t in range(50):
        game.label(game.predict({f"word {t}": "yes", f"word {997 * t}": "yes"}).number, 1 if t % 2 else -1)
    assert tree.pool.live == 99  # two of each, one of the first
    assert len(game.features.names) == 99


def test_a_word_that_is_absent_is_zero():
    tree = PruningTree(leaf=4, gain=0.0, tries=64)
    game = Game(tree)
    for _ in range(20):
        for x, y in (({"colour": "red"}, -1), ({"colour": "blue"}, +1)):
            game.label(game.predict(x).number, y)
    nodes = np.asarray(tree.nodes)[: tree.count]
    assert (nodes["absent"][nodes["column"] >= 0] == -1).all()
    assert game.predict({"colour": "blue"}).act == 1


@pytest.mark.parametrize("kind", [PruningTree, Forest])
@pytest.mark.parametrize("truth", TRUTHS)
def test_a_balanced_xor_of_two_cells_is_split_though_no_question_saves_anything(kind, truth):
    game = Game(kind(truth))
    for x, y in 64 * [([0, 0], -1), ([0, 1], +1), ([1, 0], +1), ([1, 1], -1)]:
        game.label(game.predict(x).number, y)
        if game.ledger.labelled == 64:
            early = game.ledger.mistakes
    assert early > 16
    assert game.ledger.mistakes == early  # the first 64 examples are held, and then the leaf is split
    assert {one.verdict for one in game.ledger.certificates} == {"holds"}


def test_numbers_that_no_question_sorts_are_split_too():
    game = Game(PruningTree("numbers"))
    for x, y in 64 * [([0, 0], 0.0), ([0, 1], 1.0), ([1, 0], 1.0), ([1, 1], 0.0)]:
        game.label(game.predict(x).number, y)
    assert [round(game.predict(x).guess, 2) for x in ([0, 0], [0, 1], [1, 0], [1, 1])] == [0.0, 1.0, 1.0, 0.0]


def test_a_full_tree_holds_nothing_and_goes_on_learning():
    rng = np.random.default_rng(0)
    tree = PruningTree(leaf=4, gain=0.0, max_nodes=9)
    game = Game(tree, loss="log")
    for t in range(400):
        x = rng.random(3)
        game.label(game.predict(x).number, 1 if (x[0] > 0.5) != (t > 200) else -1)
    assert tree.full
    assert tree.count <= 9
    assert tree.pool.count == tree.pool.free
    assert np.asarray(tree.tallies)[0] == 400
    assert game.ledger.certificates[0].verdict == "holds"


def test_examples_that_are_kept_are_few_however_long_the_stream():
    rng = np.random.default_rng(1)
    tree = PruningTree(leaf=4, max_kept=8, max_nodes=101)
    game = Game(tree)
    for _ in range(3000):
        x = rng.random(2)
        game.label(game.predict(x).number, 1)  # nothing to split
    assert tree.pool.count <= 10
    assert len(tree.pool.batch()) == 8


def test_other_seeds_draw_other_questions_and_the_same_seed_the_same():
    rng = np.random.default_rng(2)
    X = rng.random((300, 4))
    games = [Game(PruningTree(seed=seed), loss="log") for seed in (1, 1, 2)]
    for game in games:
        for x in X:
            game.label(game.predict(x).number, 1 if x[0] + x[1] > 1 else -1)
    losses = [game.ledger.loss for game in games]
    assert losses[0] == losses[1] != losses[2]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"truth": "colours"}, "truth is one of"),
        ({"low": 0.0, "high": 1.0}, "for numbers"),
        ({"truth": "numbers", "low": 0.0}, "together"),
        ({"truth": "numbers", "low": 1.0, "high": 1.0}, "more than low"),
        ({"leaf": 1}, "leaf is"),
        ({"leaf": 32, "max_kept": 16}, "max_kept is"),
        ({"seed": -1}, "seed is"),
        ({"run_length": 0.5}, "run_length is"),
    ],
)
def test_bad_settings_are_refused(settings, words):
    with pytest.raises(ValueError, match=words):
        PruningTree(**settings)


def test_a_number_out_of_the_promised_range_breaks_the_premise():
    game = Game(PruningTree("numbers", low=0.0, high=1.0))
    for y in (0.5, 2.0, 0.1):
        game.label(game.predict([1.0]).number, y)
    certificate = game.ledger.certificates[0]
    assert certificate.verdict == "broken premise"
    assert "label 2" in certificate.broken


def test_the_random_numbers_are_those_of_a_coin():
    from littlestone.coin import Coin

    tree = PruningTree(seed=7)
    if hasattr(tree, "toss"):  # compiled, nobody else can call it
        assert [tree.toss() for _ in range(5)] == [Coin(7).toss(t) for t in range(5)]
