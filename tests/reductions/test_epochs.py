from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from littlestone import Perceptron, Winnow
from littlestone.errors import BadBatch, BadParameter
from littlestone.features import as_batch
from littlestone.reductions import Conservative, OnlineToBatch, until_clean

XOR = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
LATE = np.array([[1.0, 0.0, 0.0]] * 98 + [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])  # three directions, two of them last


def test_three_updates_take_two_hundred_iterations_if_the_telling_examples_come_last():
    done = until_clean(Perceptron(zero="mistake"), LATE, np.ones(100))
    assert (done.updates, done.last_update, done.iterations, done.passes, done.clean) == (3, 100, 200, 2, True)
    assert done.certificate.verdict == "holds"
    assert done.certificate.allowed == 3
    assert "200 iterations of 400 allowed" in done.certificate.teaches


def test_one_update_at_iteration_one_hundred():
    done = until_clean(Perceptron(), LATE, [1] * 99 + [-1])
    assert (done.updates, done.last_update, done.iterations) == (1, 100, 200)


SAMPLES = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=12)


@given(SAMPLES, st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.integers(-2, 2)), st.booleans())
@settings(deadline=None, max_examples=80)
def test_separable_samples_are_fitted_within_the_margin_bound(points, u, normalise):
    X = np.array(points, dtype=float)
    scores = X @ u[:2] + u[2]
    assume((scores != 0).all())
    y = np.sign(scores)
    learner = Perceptron(bias=1.0, normalise=normalise)
    done = until_clean(learner, X, y)
    allowed = int(done.certificate.allowed)
    assert done.clean
    assert done.certificate.verdict == "holds"
    assert done.updates <= allowed
    assert done.last_update <= len(X) * allowed
    assert done.iterations == done.last_update + len(X) <= len(X) * (allowed + 1)
    assert done.hypothesis.labels(X).tolist() == y.tolist()
    assert learner.updates == 0


@pytest.mark.parametrize("keep", ["pocket", "average"])
def test_what_no_line_separates_ends_with_the_last_pass_and_says_so(keep):
    y = np.array([-1, 1, 1, -1])
    done = until_clean(Perceptron(bias=1.0), XOR, y, most=20, keep=keep)
    assert (done.clean, done.passes, done.iterations) == (False, 20, 80)
    assert done.certificate.verdict == "broken premise"
    assert done.certificate.allowed is None
    assert "row 3" in done.certificate.broken


def test_the_pocket_has_the_best_that_ever_came_by_on_xor():
    y = np.array([-1, 1, 1, -1])
    played = OnlineToBatch(Perceptron(bias=1.0), np.tile(XOR, (20, 1)), np.tile(y, 20))
    best = min((h.labels(XOR) != y).sum() for h in played.hypotheses)
    done = until_clean(Perceptron(bias=1.0), XOR, y, most=20)
    assert (done.hypothesis.labels(XOR) != y).sum() == best == 2


def test_the_pocket_is_better_than_the_last_hypothesis_on_noisy_data():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(200, 3))
    y = np.where(X[:, 0] > 0, 1, -1)
    y[:20] *= -1
    done = until_clean(Perceptron(), X, y, most=10)
    last = OnlineToBatch(Perceptron(), np.tile(X, (10, 1)), np.tile(y, 10)).hypotheses[-1]
    assert not done.clean
    assert (done.hypothesis.labels(X) != y).mean() <= 0.13 < (last.labels(X) != y).mean()


def test_the_average_is_that_of_the_weights_before_every_iteration():
    y = [-1, 1, 1, -1]
    learner = Perceptron(bias=1.0)
    total = np.zeros(3)
    rows = as_batch(XOR)
    learner.widen(2)
    for t in range(4 * 7):
        total += [*learner.weights, learner.bias_weight]
        x = rows.row(t % 4)
        learner.learn(x, y[t % 4], learner.predict(x))
    done = until_clean(Perceptron(bias=1.0), XOR, y, most=7, keep="average").hypothesis.learner
    assert [*done.weights, done.bias_weight] == pytest.approx(total / 28)


def test_a_sample_it_knows_takes_one_pass():
    done = until_clean(Perceptron(), [[1], [2]], [1, 1])
    assert (done.updates, done.iterations, done.passes, done.last_update, done.clean) == (0, 2, 1, 0, True)
    assert done.certificate.verdict == "holds"


def test_a_learner_that_was_taught_before_is_not_certified():
    learner = Perceptron(zero="mistake")
    learner.learn(as_batch([[1.0]]).row(0), 1.0, 0.0)
    done = until_clean(learner, [[1.0], [-1.0]], [1, -1])
    assert done.clean
    assert "did not start afresh" in done.certificate.broken


def test_other_learners_cycle_without_that_certificate():
    X = [[0, 0], [0, 1], [1, 0], [1, 1]]
    done = until_clean(Winnow(n=2), X, [-1, -1, 1, 1])
    assert done.clean
    assert done.updates == 2
    assert done.certificate is None


def test_a_learner_that_learns_when_it_was_right_is_made_conservative():
    class Eager(Perceptron):
        """Updates always."""

        conservative = False

        def learn(self, x, y, guess):
            self.add(x, y)

    done = until_clean(Eager(zero="mistake"), LATE, np.ones(100))
    assert (done.updates, done.clean, done.certificate.allowed) == (3, True, 3)
    assert isinstance(done.hypothesis.learner, Conservative)
    assert not until_clean(Eager(bias=1.0), XOR, [-1, 1, 1, -1], most=3, keep="average").clean


def test_what_cannot_be_done_is_said():
    with pytest.raises(BadBatch, match="has no rows"):
        until_clean(Perceptron(), np.zeros((0, 1)), [])
    with pytest.raises(BadParameter, match="'pocket', 'average'"):
        until_clean(Perceptron(), [[1]], [1], keep="best")
    with pytest.raises(BadParameter, match="most"):
        until_clean(Perceptron(), [[1]], [1], most=0)
    with pytest.raises(BadParameter, match="linear"):
        until_clean(Winnow(n=1), [[1]], [1], keep="average")
