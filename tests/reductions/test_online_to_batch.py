from __future__ import annotations

import copy
from itertools import product
from math import log, prod, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import LEARNERS, Perceptron, RowLearner, Winnow
from littlestone.errors import BadBatch, BadFeature, BadLabel, BadParameter
from littlestone.features import as_batch
from littlestone.reductions import (
    Conservative,
    OnlineToBatch,
    average_bound,
    excess_bound,
    majority_bound,
    random_index_bound,
    until_clean,
)

POINTS = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, -0.5]])
CHANCES = np.array([0.5, 0.3, 0.2])
TARGET = np.array([1, -1, 1])  # not by a line through the origin


class Eager(Perceptron):
    """Updates when it was right, too."""

    conservative = False

    def learn(self, x, y, guess):
        self.add(x, y)


def error(h, y=TARGET):
    return float(CHANCES @ (h.labels(POINTS) != y))


def mean_error(played):
    total = sum(rounds * error(h) for h, rounds in zip(played.hypotheses, played.rounds_of, strict=True))
    return total / played.rounds


@pytest.mark.parametrize("learner", [Perceptron(), Perceptron(zero="mistake", bias=0.5), Eager(), Winnow(n=2)])
def test_the_expected_error_of_a_hypothesis_at_random_is_the_expected_share_of_mistakes(learner):
    X = np.abs(POINTS) > 0.6 if learner.boolean else POINTS
    T = 5
    mistakes = errors = 0.0
    for rows in product(range(3), repeat=T):
        rows = list(rows)
        chance = prod(CHANCES[rows])
        played = OnlineToBatch(learner, X[rows].astype(float), TARGET[rows])
        share = sum(
            rounds * float(CHANCES @ (h.labels(X.astype(float)) != TARGET))
            for h, rounds in zip(played.hypotheses, played.rounds_of, strict=True)
        )
        mistakes += chance * played.mistakes / T
        errors += chance * share / T
    assert errors == pytest.approx(mistakes, rel=1e-12)
    assert errors > 0.1


@given(st.lists(st.integers(0, 2), min_size=1, max_size=25), st.sampled_from([Perceptron, Eager]))
@settings(deadline=None, max_examples=60)
def test_the_average_is_over_the_weights_before_each_round_and_never_those_after_the_last(rows, kind):
    learner = kind(bias=2.0, zero="mistake")
    before = []
    for row in rows:
        before.append(np.append(np.zeros(2) if not len(learner.weights) else learner.weights, learner.bias_weight))
        x = as_batch(POINTS).row(row)
        learner.learn(x, TARGET[row], learner.predict(x))
    played = OnlineToBatch(kind(bias=2.0, zero="mistake"), POINTS[rows], TARGET[rows])
    assert sum(played.rounds_of) == played.rounds == len(rows)
    mean = played.average().learner
    assert np.append(mean.weights, mean.bias_weight) == pytest.approx(np.mean(before, axis=0), abs=1e-12)


def test_a_mistake_in_the_last_round_teaches_nothing_that_counts():
    rows = [0, 1, 1, 2]
    one = OnlineToBatch(Perceptron(), POINTS[rows], [1, -1, -1, 1])
    other = OnlineToBatch(Perceptron(), POINTS[rows], [1, -1, -1, -1])
    assert one.mistakes != other.mistakes
    assert np.array_equal(one.average().learner.weights, other.average().learner.weights)
    assert len(one.hypotheses) == len(other.hypotheses)


@given(st.lists(st.integers(0, 2), min_size=1, max_size=25), st.sampled_from(["+1", "-1", "mistake"]))
@settings(deadline=None, max_examples=60)
def test_the_majority_errs_at_most_twice_as_often_as_its_voters(rows, zero):
    played = OnlineToBatch(Perceptron(zero=zero), POINTS[rows], TARGET[rows])
    assert error(played.majority()) <= 2 * mean_error(played) + 1e-12


def test_a_vote_counts_every_round():
    played = OnlineToBatch(Perceptron(zero="-1"), [[1.0], [1.0], [1.0], [1.0]], [1, 1, 1, 1])
    vote = played.majority()
    assert vote.votes == (1, 3)
    assert vote.guess([1.0]) == 0.5
    assert (vote([1.0]), vote([-1.0])) == (1, -1)
    assert repr(vote).startswith("Vote(4 votes of Hypothesis(Perceptron(")
    tie = OnlineToBatch(Perceptron(zero="-1"), [[1.0], [1.0]], [1, 1]).majority()
    assert (tie.guess([1.0]), tie([1.0])) == (0.0, 1)


def test_every_round_is_as_likely_as_any_other_to_be_drawn():
    played = OnlineToBatch(Perceptron(zero="-1"), [[1.0], [1.0], [1.0], [1.0]], [1, 1, 1, 1])
    first = sum(played.at_random(seed) is played.hypotheses[0] for seed in range(2000))
    assert abs(first - 500) < 4 * sqrt(2000 * 0.25 * 0.75)
    assert played.at_random(7) is played.at_random(7)


def test_the_mean_error_exceeds_its_bound_no_more_often_than_delta():
    rng = np.random.default_rng(4)
    delta, T, runs = 0.3, 30, 1000
    exceeded = 0
    for _ in range(runs):
        rows = rng.choice(3, T, p=CHANCES)
        played = OnlineToBatch(Perceptron(), POINTS[rows], TARGET[rows])
        exceeded += mean_error(played) > average_bound(played.mistakes, T, delta=delta)
        assert error(played.majority()) <= 2 * mean_error(played) + 1e-12
    assert exceeded <= delta * runs


def test_the_bounds_are_those_of_the_board():
    assert random_index_bound(10, 100) == 0.1
    assert average_bound(10, 100, delta=0.05) == pytest.approx(0.1 + sqrt(log(20) / 200))
    assert majority_bound(10, 100, delta=0.05) == pytest.approx(0.2 + 2 * sqrt(log(20) / 200))
    assert excess_bound(10, 100, delta=0.05) == pytest.approx(0.1 + 2 * sqrt(log(40) / 200))
    for delta in (0, 1, -1):
        with pytest.raises(BadParameter, match="delta"):
            average_bound(1, 10, delta=delta)
    with pytest.raises(BadParameter, match="rounds"):
        random_index_bound(1, 0)


def test_the_average_of_a_wrapped_perceptron_is_that_of_the_perceptron():
    rows = [0, 1, 2, 1, 0, 2, 1]
    plain = OnlineToBatch(Perceptron(), POINTS[rows], TARGET[rows])
    wrapped = OnlineToBatch(Conservative(Eager()), POINTS[rows], TARGET[rows])
    assert np.array_equal(plain.average().learner.weights, wrapped.average().learner.weights)


def test_every_hypothesis_of_a_table_has_numbered_columns():
    played = OnlineToBatch(Perceptron(), POINTS, TARGET)
    for h in (played.hypotheses[0], played.hypotheses[-1], played.average(), played.majority()):
        with pytest.raises(BadFeature, match="numbered"):
            h({"a": 1})


def test_what_cannot_be_done_is_said():
    with pytest.raises(BadParameter, match="linear"):
        OnlineToBatch(Winnow(n=1), [[1]], [1]).average()
    with pytest.raises(BadBatch, match="at least one row"):
        OnlineToBatch(Perceptron(), np.zeros((0, 2)), [])
    with pytest.raises(BadBatch, match="no labels"):
        OnlineToBatch(Perceptron(), [[1]])
    with pytest.raises(BadLabel):
        OnlineToBatch(Perceptron(), [[1]], [3])

    class Coin(RowLearner):
        """Fair."""

        randomised = True

    with pytest.raises(BadParameter, match="coin"):
        OnlineToBatch(Coin(), [[1]], [1])


NOT_LINEAR = {
    # what they see of a row depends on the rows before,
    "standardised",
    "max-scaled",
    # what they teach depends on the labels before,
    "standardised-labels",
    # what they see of it are products of its features too,
    "products",
    # their guess is no weighted sum of the columns,
    "pruning-tree",
    "forest",
    "elimination",
    "conjunction",
    "decision-list",
    "winnow",  # which subtracts a threshold
    "halving",
    "soa",
    "voted-perceptron",
    "committee",
    # nor here, where it is divided by what depends on the example, or cut off,
    "second-order-perceptron",
    "scale-free",
    "vaw",
    "ons",
    # nor one of the columns, but of what they are turned into.
    "kernel-perceptron",
    "rbp",
    "forgetron",
    "projectron",
}
OF_MANY_CLASSES = {name for name, kind in LEARNERS.items() if kind().truths == "classes"}
TOSSES_A_COIN = {name for name, kind in LEARNERS.items() if kind().randomised}
SETTINGS = [{}, {"bias": 0.7}, {"normalise": True}, {"bias": 2.0, "normalise": True}]
# Where a rule keeps something else than its weights, or its loss is of numbers.
VARIANTS = {
    "rda": [{"loss": "square", "l1": 0.05}, {"loss": "hinge", "gamma": 3.0, "bias": 1.0}],
    "eg": [{"loss": "log", "eta": 0.7, "U": 3.0, "bias": 1.0}],
    "balanced-winnow": [{"eta": 1.5, "bias": 0.5}],
    "p-norm-perceptron": [{"p": 2.0}, {"p": 40.0, "bias": 1.0}],
    "coin": [{"loss": "log", "normalise": False, "G": 5.0}],
    "alma": [{"alpha": 0.9, "bias": 1.0, "normalise": False}],
    "perceptron": [{"zero": "mistake"}, {"zero": "-1"}],
    "ogd": [{"loss": "square"}, {"loss": "pinball:0.9", "rate": "root"}],
    "adagrad": [{"loss": "square", "bias": 1.0}],
    "ftrl": [{"l1": 0.3, "l2": 0.1, "bias": 1.0}],
    "arow": [{"covariance": "full", "bias": 1.0}],
    "cw": [{"covariance": "full"}],
    "selective-perceptron": [{"b": 0.1, "seed": 3}],
}


def drawn_rows(kind, seed):
    """Rows for a learner of the table, signs or numbers to go with them, and rows it has not seen."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 5)) * (rng.random((60, 5)) < 0.7)
    X[:, 3:] *= np.arange(60)[:, None] > 30  # two columns come late
    if kind().boolean:
        X = (X > 0.3).astype(float)
    y = X[:, 0] - 0.5 * X[:, 1] + 0.3 * rng.normal(size=60) + 0.2
    return X, y, (X[::7] if kind().boolean else 3 * rng.normal(size=(9, 5)))


def averaged(learner, X, y):
    return OnlineToBatch(learner, X, y if learner.truths == "numbers" else np.where(y > 0, 1, -1))


@pytest.mark.parametrize("name", sorted(set(LEARNERS) - NOT_LINEAR - OF_MANY_CLASSES - TOSSES_A_COIN))
def test_the_average_says_the_mean_of_what_the_hypotheses_say(name):
    for seed, chosen in enumerate([*SETTINGS, *VARIANTS.get(name, [])]):
        learner = LEARNERS[name](**chosen)
        X, y, new = drawn_rows(LEARNERS[name], seed)
        played = averaged(learner, X, y)
        average = played.average()
        assert len(played.hypotheses) > 5
        for x in new:
            said = [h.guess(x) for h in played.hypotheses]
            mean = np.dot(said, played.rounds_of) / played.rounds
            assert average.guess(x) == pytest.approx(mean, rel=1e-9, abs=1e-12 * np.abs(said).max()), chosen
            act = average(x)
            assert act == average.guess(x) if learner.truths == "numbers" else act == (1 if mean > 0 else -1)
        twin = copy.deepcopy(average)
        assert [twin.guess(x) for x in new] == [average.guess(x) for x in new]


@pytest.mark.parametrize("name", sorted(NOT_LINEAR | OF_MANY_CLASSES | TOSSES_A_COIN))
def test_what_has_no_linear_guess_says_so_by_name(name):
    kind = LEARNERS[name]
    learner = kind()
    X, y, _ = drawn_rows(kind, 0)
    with pytest.raises(BadParameter, match=kind.__name__):
        learner.linear_guess()
    with pytest.raises(BadParameter, match=kind.__name__):
        averaged(learner, X, y).average()


@pytest.mark.parametrize(
    "name", ["rda", "eg", "balanced-winnow", "p-norm-perceptron", "coin", "alma", "romma", "aromma"]
)
def test_the_average_errs_about_as_rarely_as_the_run(name):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(400, 6))
    y = np.where(X @ [1, -1, 0.5, 0, 0, 0.3] > 0, 1, -1)
    played = OnlineToBatch(LEARNERS[name](), X, y)
    assert (played.average().labels(X) != y).mean() <= played.mistakes / played.rounds


@pytest.mark.parametrize("name", ["rda", "eg", "coin", "ogd", "alma"])
def test_cycling_keeps_the_mean_of_what_was_said_before_every_iteration(name):
    X, y, new = drawn_rows(LEARNERS[name], 3)
    y = np.where(y > 0, 1, -1)
    learner = Conservative(LEARNERS[name]())
    learner.widen(5)
    said = np.zeros(len(new))
    for t in range(3 * len(y)):
        said += [learner.predict(as_batch(new).row(k)) for k in range(len(new))]
        x = as_batch(X).row(t % len(y))
        learner.learn(x, y[t % len(y)], learner.predict(x))
    done = until_clean(LEARNERS[name](), X, y, most=3, keep="average")
    assert not done.clean
    assert [done.hypothesis.guess(x) for x in new] == pytest.approx(said / (3 * len(y)), rel=1e-9)


def test_a_mean_does_not_learn():
    mean = OnlineToBatch(Perceptron(), POINTS, TARGET).average().learner
    with pytest.raises(BadParameter, match="does not learn"):
        mean.learn(as_batch(POINTS).row(0), 1.0, 0.0)


def test_numbers_have_an_average_and_a_loss_and_no_majority():
    X, y = [[1.0], [2.0], [3.0]], [1.5, 2.5, 3.5]
    played = OnlineToBatch(LEARNERS["ogd"](loss="square"), X, y)
    assert played.hypotheses[0]([1.0]) == 0.0
    assert played.average()([1.0]) == pytest.approx(np.mean([h([1.0]) for h in played.hypotheses]))
    assert played.loss == pytest.approx(sum((h(x) - t) ** 2 for h, x, t in zip(played.hypotheses, X, y, strict=True)))
    with pytest.raises(BadParameter, match="no majority"):
        played.majority()
