from __future__ import annotations

from functools import partial
from itertools import product
from math import ceil, exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Perceptron, Winnow
from littlestone.concepts.worst_case import worst_case
from littlestone.errors import BadLabel, BadParameter, BrokenPremise
from littlestone.features import as_batch
from littlestone.reductions import Hypothesis, survival, survival_size, two_stage, two_stage_size

RUNS = 2000
CHANCES = st.floats(0.01, 0.99)


class World:
    """A finite domain with a distribution and a target; counts what was drawn."""

    def __init__(self, X, y, chances, seed=0):
        self.batch = as_batch(X, y)
        self.rows = [self.batch.row(t) for t in range(len(y))]
        self.y = [int(label) for label in y]
        self.chances = np.asarray(chances) / np.sum(chances)
        self.random = np.random.default_rng(seed)
        self.queue = []
        self.drawn = 0

    def draw(self):
        if not self.queue:
            self.queue = self.random.choice(len(self.y), 10_000, p=self.chances).tolist()
        row = self.queue.pop()
        self.drawn += 1
        return self.rows[row], self.y[row]

    def error(self, h):
        return float(self.chances @ (h.labels(self.batch) != self.y))


def memory():
    """Points of their own, all positive: the Perceptron learns them one by one, as many mistakes as points."""
    return World(np.eye(4), [1, 1, 1, 1], [0.5, 0.22, 0.16, 0.12]), Perceptron(zero="-1"), 4


def disjunction():
    """x_1 among four variables, the telling examples rare."""
    cube = np.array(list(product((0, 1), repeat=4)), dtype=float)
    chances = np.where(cube.sum(axis=1) <= 1, 3.0, 1.0)
    return World(cube, np.where(cube[:, 0] > 0, 1, -1), chances), Winnow(n=4), 5


@given(CHANCES, CHANCES, st.integers(0, 1000))
@settings(deadline=None, max_examples=200)
def test_the_sizes_are_the_least_that_the_proof_needs(epsilon, delta, mistakes):
    for certain in (True, False):
        tested = mistakes + (not certain)
        run, most = survival_size(epsilon=epsilon, delta=delta, mistakes=mistakes, certain=certain)
        assert tested * exp(-epsilon * run) <= delta * (1 + 1e-9) or tested == 0
        assert tested * exp(-epsilon * (run - 1)) > delta * (1 - 1e-9) or run == 0
        assert most == tested * run
    run, test = two_stage_size(epsilon=epsilon, delta=delta, mistakes=mistakes)
    assert run == ceil(8 / epsilon * max(mistakes, log(2 / delta)))
    assert test == ceil(32 / epsilon * log(2 * (mistakes + 1) / delta))
    # Chernoff, as in the proof: a run without a good hypothesis, and a test that takes a bad for a good one
    mean = run * epsilon / 2
    assert exp(-mean / 2 * (1 - mistakes / mean) ** 2) <= delta / 2 * (1 + 1e-9)
    assert (mistakes + 1) * exp(-epsilon * test / 32) <= delta / 2 * (1 + 1e-9)


@pytest.mark.parametrize("world", [memory, disjunction])
@pytest.mark.parametrize("certain", [True, False])
@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 0.2), pytest.param(0.2, 0.1, marks=pytest.mark.long)])
def test_survival_fails_no_more_often_than_delta(world, certain, epsilon, delta):
    world, learner, mistakes = world()
    assert mistakes == worst_case(learner, world.batch, world.y).mistakes
    run, most = survival_size(epsilon=epsilon, delta=delta, mistakes=mistakes, certain=certain)
    failed = 0
    for _ in range(RUNS):
        before = world.drawn
        found = survival(learner, world.draw, epsilon=epsilon, delta=delta, mistakes=mistakes, certain=certain)
        assert found.samples == world.drawn - before <= most
        assert found.mistakes <= mistakes
        assert found.samples >= run or (certain and found.mistakes == mistakes)
        failed += world.error(found.hypothesis) > epsilon
    assert failed <= delta * RUNS


def test_two_stages_fail_no_more_often_than_delta():
    world = World([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, 1, 1], [0.1, 0.2, 0.41, 0.29])
    epsilon, delta, mistakes = 0.4, 0.3, 2
    run, test = two_stage_size(epsilon=epsilon, delta=delta, mistakes=mistakes)
    failed = 0
    for _ in range(RUNS):
        found = two_stage(Winnow(n=2), world.draw, epsilon=epsilon, delta=delta, mistakes=mistakes)
        assert found.samples == run + test
        failed += world.error(found.hypothesis) > epsilon
    assert failed <= delta * RUNS


def test_the_simulation_would_notice_a_run_too_short():
    world, learner, mistakes = memory()
    found = (survival(learner, world.draw, epsilon=0.5, delta=0.5, mistakes=mistakes) for _ in range(500))
    assert sum(world.error(each.hypothesis) > 0.1 for each in found) > 0.2 * 500


def test_two_stages_need_fewer_examples_than_survival_if_mistakes_are_many():
    sizes = {"epsilon": 0.05, "delta": 0.05, "mistakes": 10**30}
    assert sum(two_stage_size(**sizes)) < survival_size(**sizes).most


def test_without_mistakes_there_is_nothing_to_draw():
    found = survival(Perceptron(), None, epsilon=0.1, delta=0.1, mistakes=0)
    assert (found.samples, found.mistakes, found.hypothesis([1])) == (0, 0, 1)


def test_the_last_mistake_of_a_certain_bound_ends_the_run_at_once():
    found = survival(Winnow(n=1), lambda: ([1], 1), epsilon=0.01, delta=0.01, mistakes=1)
    assert (found.samples, found.mistakes) == (1, 1)
    found = survival(Winnow(n=1), lambda: ([1], 1), epsilon=0.01, delta=0.01, mistakes=1, certain=False)
    assert (found.samples, found.mistakes) == (1 + ceil(100 * log(2 / 0.01)), 1)


@pytest.mark.parametrize("reduction", [partial(survival, certain=False), two_stage])
def test_one_mistake_too_many_is_loud(reduction):
    xor = World([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1], np.ones(4))
    with pytest.raises(BrokenPremise, match="more than the 3 mistakes promised"):
        reduction(Perceptron(bias=1.0), xor.draw, epsilon=0.1, delta=0.1, mistakes=3)


def test_a_learner_that_learns_when_it_was_right_is_made_conservative():
    class Eager(Perceptron):
        """Updates always."""

        conservative = False

        def learn(self, x, y, guess):
            self.add(x, y)

    world, _, mistakes = memory()
    for reduction in (survival, two_stage):
        learner = Eager(zero="-1")
        found = reduction(learner, world.draw, epsilon=0.2, delta=0.2, mistakes=mistakes)
        assert found.hypothesis.learner.updates <= mistakes
        assert learner.updates == 0


def test_names_work_as_examples():
    names = iter(1000 * ["a", "b"])

    def draw():
        name = next(names)
        return {name: 1}, 1 if name == "a" else -1

    for reduction in (survival, two_stage):
        h = reduction(Perceptron(), draw, epsilon=0.3, delta=0.3, mistakes=2).hypothesis
        assert isinstance(h, Hypothesis)
        assert (h({"a": 1}), h({"b": 1})) == (1, -1)


def test_numbers_outside_their_range_are_said():
    good = {"epsilon": 0.1, "delta": 0.1, "mistakes": 1}
    for bad in ({"epsilon": 0}, {"epsilon": 1}, {"delta": 0.0}, {"delta": "x"}, {"mistakes": -1}, {"mistakes": 1.5}):
        for reduction in (survival, two_stage):
            with pytest.raises(BadParameter, match=next(iter(bad))):
                reduction(Perceptron(), None, **{**good, **bad})
    with pytest.raises(BadLabel):
        survival(Perceptron(), lambda: ([1], 0), **good)
