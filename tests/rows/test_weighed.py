"""Weights of rounds: what they change, what they do not, and the theorems by weight."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import (
    AROW,
    PA1,
    AggregatingAlgorithm,
    ConvexGame,
    Game,
    Halving,
    Hedge,
    LinearAdaGrad,
    LinearDescent,
    OnlineGradientDescent,
    Perceptron,
    Standardised,
    load,
    save,
)
from littlestone.bounds import MarginBound
from littlestone.errors import BadParameter, BadWeight
from littlestone.features import as_batch
from littlestone.row import Batch


def stream(seed, rows=80, width=4, noise=0.2):
    random = np.random.default_rng(seed)
    X = random.normal(size=(rows, width))
    y = np.where(X @ random.normal(size=width) + noise * random.normal(size=rows) > 0, 1, -1)
    return X, y, random.choice([0.25, 0.5, 1.0, 3.0, 7.0], rows)


def played(learner, X, y, weights, late=0, **more):
    game = Game(learner, **more)
    waiting = []
    for x, truth, weight in zip(X, y, weights, strict=True):
        waiting.append((game.predict(x).number, int(truth), weight))
        if len(waiting) > late:
            game.label(*waiting.pop(0))
    for one in waiting:
        game.label(*one)
    return game


def test_a_perceptron_moves_by_the_weight_and_counts_mistakes_by_weight():
    game = played(Perceptron(), [[1, 0], [0, 1], [0, 1]], [1, -1, -1], [2.0, 5.0, 1.0])
    assert game.learner.weights.tolist() == [0.0, -5.0]
    ledger = game.ledger
    assert (ledger.mistakes, ledger.weights.mistakes, ledger.weights.total, ledger.weights.heaviest) == (
        1,
        5.0,
        8.0,
        5.0,
    )
    margin = ledger.certificates[0]
    assert (margin.verdict, margin.paid, margin.allowed) == ("holds", 5.0, pytest.approx(5.0))  # h (R/gamma)^2, reached
    assert "rounds weigh 1 to 5, 8 in all, 5 of it on mistakes" in str(ledger)
    assert ledger.as_dict()["weights"]["mistakes"] == 5.0


@pytest.mark.parametrize("late", [0, 4])
@pytest.mark.parametrize("learner", [Perceptron(), PA1(C=0.3), LinearDescent(), LinearAdaGrad(), AROW()])
@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_no_theorem_is_violated_by_weight_at_any_moment(learner, late, seed):
    X, y, weights = stream(seed, rows=40)
    game = played(learner.clone(), X, y, weights, late)
    for certificate in game.ledger.certificates:
        assert certificate.verdict != "violated", certificate


class Careless(Perceptron):
    """A Perceptron that takes every label alike, and says otherwise."""

    theorems = Perceptron.theorems

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            self.add(x, y)


def test_a_rule_that_forgets_the_weights_is_found_out():
    game = played(Careless(), *stream(1))
    assert {certificate.verdict for certificate in game.ledger.certificates} >= {"violated"}


class CarelessDescent(LinearDescent):
    """Gradient descent that pays for all rounds alike, and says otherwise."""

    theorems = LinearDescent.theorems

    def learn(self, x, y, guess):
        weight, self.importance = self.importance, 1.0
        super().learn(x, y, guess)
        self.importance = weight


def test_losses_by_weight_are_compared_with_the_ledger():
    game = played(CarelessDescent(), *stream(1), loss="hinge")
    assert game.ledger.certificates[0].verdict == "violated"
    assert "losses are" in game.ledger.certificates[0].violated


def test_a_promised_margin_is_refuted_by_weight_too():
    X, y, weights = stream(3, rows=300, noise=1.0)
    game = played(Perceptron(), X, y, weights, bounds=[MarginBound(0.5)])
    assert game.ledger.certificates[0].verdict == "broken premise"


def test_weight_k_is_k_repetitions_where_the_update_is_invariant():
    X, y, _ = stream(5, rows=30)
    heavy, often = Game(PA1(C=0.05)), Game(PA1(C=0.05))
    for x, truth in zip(X, y, strict=True):
        heavy.label(heavy.predict(x).number, int(truth), 3)
        for _ in range(3):
            often.label(often.predict(x).number, int(truth))
    assert heavy.learner.weights == pytest.approx(often.learner.weights, rel=1e-9)


def test_learners_that_treat_labels_alike_keep_their_plain_bound_times_the_largest_weight():
    game = Game(Halving(n=3))
    rows = [([1, 0, 0], 1), ([0, 1, 0], -1), ([0, 0, 1], -1)] * 3
    for (x, y), weight in zip(rows, [4.0, 1.0, 2.0] * 3, strict=True):
        game.label(game.predict(x).number, y, weight)
    plain = Game(Halving(n=3))
    for x, y in rows:
        plain.label(plain.predict(x).number, y)
    by_weight, as_before = game.ledger.certificates[0], plain.ledger.certificates[0]
    assert game.ledger.mistakes == plain.ledger.mistakes
    assert by_weight.allowed == 4.0 * as_before.allowed
    assert by_weight.paid == game.ledger.weights.mistakes
    assert "treats every label alike" in str(game.ledger)


def test_weight_zero_changes_nothing_but_that_the_round_is_forgotten():
    game = Game(Perceptron())
    game.label(game.predict([1, 0]).number, -1)
    before = game.learner.state()
    game.label(game.predict([0, 1]).number, -1, 0)
    assert game.ledger.weights is None
    assert (game.ledger.labelled, game.ledger.forgotten, game.ledger.open) == (1, 1, 0)
    assert all(np.array_equal(before[name], value) for name, value in game.learner.state().items())


@pytest.mark.parametrize("weight", [-1, -1e-300, math.nan, math.inf, "heavy", None.__class__, [1, 2]])
def test_a_wrong_weight_is_an_error_and_the_round_stays_open(weight):
    game = Game(Perceptron())
    number = game.predict([1, 0]).number
    with pytest.raises(BadWeight, match="a weight is "):
        game.label(number, 1, weight)
    assert (game.ledger.open, game.ledger.labelled, game.learner.lessons, game.learner.importance) == (1, 0, 0, 1.0)
    game.label(number, 1, "2.5")
    assert game.ledger.weights.total == 2.5


def test_a_wrong_weight_in_a_batch_names_the_row():
    with pytest.raises(BadWeight, match="row 1 has -2"):
        Batch([0, 1, 2], [0, 0], [1.0, 1.0], 1, [1, -1], None, [1.0, -2.0])
    with pytest.raises(ValueError, match="2 rows but 3 weights"):
        Batch([0, 1, 2], [0, 0], [1.0, 1.0], 1, [1, -1], None, [1.0, 1.0, 1.0]).check()


def test_a_label_that_is_refused_leaves_no_weights_behind():
    game = Game(Perceptron())
    number = game.predict([1, 0]).number
    with pytest.raises(ValueError, match="label"):
        game.label(number, 3, 2.0)
    assert game.ledger.weights is None


def test_games_without_weights_say_what_to_do():
    game = ConvexGame(OnlineGradientDescent(), loss="linear")
    with pytest.raises(BadParameter, match="multiply the loss"):
        game.label(game.predict().number, [1.0], 2.0)
    game.label(game.predict().number, [1.0], 1.0)


def test_a_weighed_game_is_saved_and_goes_on_to_the_last_bit(tmp_path):
    X, y, weights = stream(7)
    for late in (0, 3):
        game = played(Standardised("perceptron"), X[:50], y[:50], weights[:50], late, class_weight="balanced")
        save(game, tmp_path / "game.npz")
        twin = load(tmp_path / "game.npz")
        for each in (game, twin):
            for x, truth, weight in zip(X[50:], y[50:], weights[50:], strict=True):
                each.label(each.predict(x).number, int(truth), weight)
        assert game.ledger.as_dict() == twin.ledger.as_dict()
        assert str(game.ledger) == str(twin.ledger)


def test_class_weights_as_given():
    X, y, _ = stream(2)
    given = played(Perceptron(), X, y, [None] * len(y), class_weight={1: 2.5, -1: 0.5})
    by_hand = played(Perceptron(), X, y, np.where(y > 0, 2.5, 0.5))
    batch = Game(Perceptron(), class_weight=[[1, 2.5], [-1, 0.5]])
    batch.play_batch(as_batch(X, y))
    for other in (by_hand, batch):
        assert given.learner.weights.tobytes() == other.learner.weights.tobytes()
        assert given.ledger.as_dict() == other.ledger.as_dict()


def test_balanced_classes_weigh_by_how_often_they_came_so_far():
    game = Game(Perceptron(), class_weight="balanced", labels=("no", "yes"))
    seen = []
    for y in ("no", "no", "no", "yes", "no", "yes"):
        before = game.ledger.weights.total if game.ledger.weights else float(game.ledger.labelled)
        game.label(game.predict([1]).number, y)
        seen.append((game.ledger.weights.total if game.ledger.weights else game.ledger.labelled) - before)
    assert seen == pytest.approx([1, 1, 1, 4 / 2, 5 / (2 * 4), 6 / (2 * 2)])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("heavy", "'balanced' or a weight"),
        ({"maybe": 2.0}, "maybe"),
        ({1: -1.0}, "a weight is "),
        ({1: "x"}, "weight"),
    ],
)
def test_wrong_class_weights_are_refused(given, words):
    with pytest.raises(ValueError, match=words):
        Game(Perceptron(), class_weight=given)


def test_class_weights_are_for_classes():
    with pytest.raises(BadParameter, match="numbers"):
        Game(LinearDescent(loss="square"), class_weight="balanced")


def test_hedge_counts_losses_by_weight_of_everybody():
    game = Game(Hedge(eta=0.5), loss="absolute")
    for y, weight in ((1, 1.0), (0, 4.0), (1, 2.0)):
        game.label(game.predict({"always": 1.0, "never": 0.0}).number, y, weight)
    ledger = game.ledger
    assert ledger.expert_losses.tolist() == [4.0, 3.0]
    assert (
        ledger.own == ledger.weights.loss == pytest.approx(0.5 + 4.0 * (1 / (1 + math.exp(-0.5))) + ledger_last(ledger))
    )
    assert ledger.certificates[0].verdict == "holds"


def ledger_last(ledger):
    """What the third round cost, from what the experts had lost by then: 4 and 1."""
    return 2.0 * (1 - math.exp(-0.5 * 4) / (math.exp(-0.5 * 4) + math.exp(-0.5 * 1)))


def test_mixing_chances_needs_the_largest_weight_beforehand():
    """With weight 2, chances 1 and 0 and the rate of weight 1, twice ln 2 is paid: more than ln 2 allows."""
    game = Game(AggregatingAlgorithm(), loss="log")
    number = game.predict({"sure": 1.0, "never": 0.0}).number
    with pytest.raises(BadWeight, match="heaviest"):
        game.label(number, 1, 2.0)
    assert game.ledger.open == 1
    ready = Game(AggregatingAlgorithm(heaviest=2.0), loss="log")
    ready.label(ready.predict({"sure": 1.0, "never": 0.0}).number, 1, 2.0)
    certificate = ready.ledger.certificates[0]
    assert (certificate.verdict, certificate.allowed) == ("holds", pytest.approx(2 * math.log(2)))
    assert certificate.paid == pytest.approx(2 * math.log(2))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.booleans(), st.floats(0.01, 5)), max_size=25))
def test_the_aggregating_algorithm_holds_by_weight_up_to_the_promise(rounds):
    for loss in ("log", "brier", "square"):
        game = Game(AggregatingAlgorithm(heaviest=5.0), loss=loss)
        for one, other, y, weight in rounds:
            game.label(game.predict({"a": one, "b": other}).number, float(y), weight)
        assert game.ledger.certificates[0].verdict in ("holds", "open")  # where losses are too small to be squared
