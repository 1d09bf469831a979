"""Many classes by one learner for each, and what stands in for a guess where others want a score."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from littlestone import AROW, Batch, Game, Perceptron, RowLearner, as_batch
from littlestone.checks import check_learner
from littlestone.facades.many import Many, many
from littlestone.facades.stance import stance


def test_it_is_a_learner_like_any_other():
    check_learner(lambda: Many("perceptron", 3))
    check_learner(lambda: Many("winnow", 3))


def test_each_learns_its_class_against_the_rest():
    X, y = make_blobs(60, 3, centers=3, random_state=0)
    batch = as_batch(X)
    game = Game(many(AROW(r=2.0), 3), labels=range(3))
    game.play_batch(Batch(batch.starts, batch.columns, batch.values, batch.width, y))
    for k, learner in enumerate(game.learner.each):
        alone = Game(AROW(r=2.0))
        alone.play_batch(as_batch(X, np.where(y == k, 1, -1)))
        assert learner.weights.tolist() == alone.learner.weights.tolist()
    assert game.learner.updates == sum(learner.updates for learner in game.learner.each)


def test_learners_of_one_s_own_can_be_many_too():
    class Yes(RowLearner):
        """Always says yes."""

        def predict(self, x):
            return 1.0

        def learn(self, x, y, guess):
            self.updates += 1

    game = Game(Many(Yes(), 2).clone())
    game.label(game.predict([1.0]).number, "a")
    assert game.learner.updates == 2


@pytest.mark.parametrize(("zero", "sign"), [("+1", 1), ("-1", -1), ("mistake", 0)])
def test_a_stance_has_the_sign_of_the_act(zero, sign):
    learner = Perceptron(zero=zero)
    assert np.sign(stance(learner, 0.0)) == learner.act(0.0) == sign
    assert stance(learner, -2.0) == -2.0


@pytest.mark.parametrize("missing", ["sklearn", "river"])
def test_who_lacks_the_package_is_told_what_to_install(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; import littlestone.facades.{missing}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"pip install 'littlestone[{missing}]'" in done.stderr.splitlines()[-1]
