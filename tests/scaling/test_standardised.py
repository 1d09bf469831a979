"""Numbers standardised as they come: what the learner inside is shown."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import Game, LinearAdaGrad, Standardised
from littlestone.features import as_batch
from littlestone.learners import make_learner


def shown(*values):
    """What a column becomes, value by value."""
    learner = Standardised("perceptron")
    seen = []
    for value in values:
        x = as_batch([[1.0, value]]).row(0)
        seen.append(learner.embed(x).values.tolist()[-1] if len(x) > 1 else 0.0)
        learner.widen(x.width)
        learner.learn(x, 1.0, learner.predict(x))
        learner.lessons += 1
    return seen


def test_a_number_is_less_its_mean_over_the_deviation_so_far():
    values = [3.0, 5.0, -1.0, 4.0]
    due = [0.0] + [(values[t] - np.mean(values[: t + 1])) / np.std(values[: t + 1]) for t in range(1, 4)]
    assert shown(*values) == pytest.approx(due)


def test_a_column_of_one_value_says_that_it_is_there():
    assert shown(1.0, 1.0, 1.0) == [0.0, 1.0, 1.0]
    assert shown(-7.5, -7.5) == [0.0, -1.0]
    assert shown(2.0, 2.0, 4.0)[2] == pytest.approx((4 - 8 / 3) / np.std([2, 2, 4]))


def test_ones_of_a_sparse_file_are_learned_from():
    random = np.random.default_rng(0)
    X = (random.random((400, 12)) < 0.3).astype(float)
    y = np.where(X[:, 0] + X[:, 1] > X[:, 2], 1, -1)
    game = Game(Standardised(LinearAdaGrad(bias=1.0)))
    game.play_batch(as_batch(X, y))
    assert game.ledger.mistakes < 0.3 * game.ledger.best_constant


@pytest.mark.parametrize("around", ["products", "max-scaled", "standardised", "one-vs-rest", "committee"])
def test_whoever_is_around_a_learner_that_wants_zeros_wants_them(around):
    inside = {"one-vs-rest": {"base": "forest"}, "committee": {"members": ["forest"]}}
    learner = make_learner(around, inside.get(around, {"learner": "forest"}))
    assert learner.wants_zeros
    assert len(Game(learner).predict({"a": 0.0, "b": 1.0}).x.columns) == 2
    if around != "standardised":
        other = {"one-vs-rest": {"base": "arow"}, "committee": {"members": ["arow"]}}
        assert not make_learner(around, other.get(around, {"learner": "arow"})).wants_zeros
