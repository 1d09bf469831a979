"""Many classes by learners of two: one for each class, given by name or as it is."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import AROW, Batch, Game, OneVsRest, RowLearner, as_batch
from littlestone.checks import check_learner
from littlestone.errors import BadParameter


def blobs(rows=60, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, rows)
    return rng.normal(size=(rows, 3)) + 2 * np.eye(3)[y], y


@pytest.mark.parametrize("base", ["perceptron", "winnow", "randomised-soa"])
def test_it_is_a_learner_like_any_other(base):
    settings = {"concepts": "monotone-disjunctions:6,k=1"} if base == "randomised-soa" else {}
    check_learner(lambda: OneVsRest(base, classes=3, **settings))


def test_each_learns_its_class_against_the_rest():
    X, y = blobs()
    batch = as_batch(X)
    game = Game(OneVsRest(AROW(r=2.0), classes=3), labels=range(3))
    game.play_batch(Batch(batch.starts, batch.columns, batch.values, batch.width, y))
    for k, learner in enumerate(game.learner.learners):
        alone = Game(AROW(r=2.0))
        alone.play_batch(as_batch(X, np.where(y == k, 1, -1)))
        assert learner.weights.tolist() == alone.learner.weights.tolist()


def test_learners_of_one_s_own_can_be_many_too():
    class Yes(RowLearner):
        """Always says yes."""

        def predict(self, x):
            return 1.0

        def learn(self, x, y, guess):
            self.updates += 1

    game = Game(OneVsRest(Yes(), classes=2).clone())
    game.label(game.predict([1.0]).number, "a")
    assert [learner.updates for learner in game.learner.learners] == [1, 1]


def test_a_learner_that_was_taught_is_copied_without_what_it_learned():
    taught = AROW()
    Game(taught).play_batch(as_batch([[1.0], [2.0]], [1, -1]))
    assert OneVsRest(taught).first.updates == 0


@pytest.mark.parametrize("wrong", [lambda: OneVsRest("vaw"), lambda: OneVsRest(AROW(), r=2.0), lambda: OneVsRest(3)])
def test_what_cannot_tell_a_class_from_the_rest_is_refused(wrong):
    with pytest.raises(BadParameter):
        wrong()
