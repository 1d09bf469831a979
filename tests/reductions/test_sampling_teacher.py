"""A teacher that draws examples: what its "yes" is worth, and that it is the survival test in another dress."""

from __future__ import annotations

import random
from itertools import product
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone import Elimination, Perceptron, Winnow
from littlestone.errors import BadParameter
from littlestone.reductions import SamplingTeacher, learn_by_queries, query_size, survival, survival_size

CUBE = [list(x) for x in product((0, 1), repeat=5)]


def drawing(seed, k):
    """Draws points of the cube, unevenly, labelled by the disjunction of the first k variables."""
    chance = random.Random(seed)

    def draw():
        x = [int(chance.random() < 0.15) for _ in range(5)]
        return x, 1 if any(x[:k]) else -1

    return draw


def error(h, k):
    """The chance that the hypothesis errs on an example of `drawing`, exactly."""
    chances = [float(np.prod([0.15 if on else 0.85 for on in x])) for x in CUBE]
    return sum(p for x, p in zip(CUBE, chances, strict=True) if h(x) != (1 if any(x[:k]) else -1))


@given(st.integers(0, 10**6), st.integers(0, 5), st.sampled_from([Winnow(n=5), Elimination(n=5), Perceptron(bias=1)]))
def test_with_as_many_examples_a_query_it_is_the_survival_test(seed, k, learner):
    size = survival_size(epsilon=0.2, delta=0.1, mistakes=200, certain=False)
    other = survival(learner, drawing(seed, k), epsilon=0.2, delta=0.1, mistakes=200, certain=False)
    asked = SamplingTeacher(drawing(seed, k), m=size.run)
    found = learn_by_queries(learner, asked, mistakes=200)
    assert (asked.samples, asked.queries) == (other.samples, other.mistakes + 1)
    assert [found.hypothesis(x) for x in CUBE] == [other.hypothesis(x) for x in CUBE]


def failures(**settings):
    """In how many of 300 runs a hypothesis worse than 0.2 was said yes to."""
    found = 0
    for seed in range(300):
        asked = SamplingTeacher(drawing(seed, 2), **settings)
        found += error(learn_by_queries(Elimination(n=5), asked).hypothesis, 2) > 0.2
    return found


def test_a_yes_is_wrong_no_more_often_than_promised_and_fewer_examples_would_not_do():
    assert failures(epsilon=0.2, delta=0.1) <= 30
    assert failures(m=1) > 30


@pytest.mark.parametrize(("epsilon", "delta"), [(0.5, 0.5), (0.1, 0.05), (0.01, 0.001)])
def test_the_chances_of_a_wrong_yes_sum_to_delta_at_most(epsilon, delta):
    chances = [(1 - epsilon) ** query_size(i, epsilon=epsilon, delta=delta) for i in range(1, 60)]
    assert sum(chances) <= delta
    fewer = [(1 - epsilon) ** (query_size(i, epsilon=epsilon, delta=delta) * 0.5) for i in range(1, 60)]
    assert sum(fewer) > delta


def test_a_counterexample_is_the_first_drawn_that_is_wrong():
    asked = SamplingTeacher(iter([([0], -1), ([1], 1), ([1], -1), ([0], 1)]).__next__, m=3)
    assert asked(lambda x: 1 if x[0] else -1) == ([1], -1)
    assert (asked.queries, asked.samples) == (1, 3)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "give epsilon and delta, or else m"),
        ({"epsilon": 0.1}, "give epsilon and delta, or else m"),
        ({"epsilon": 0.1, "delta": 0.1, "m": 5}, "give epsilon and delta, or else m"),
        ({"m": 0}, "m is a number of examples, 1 or more"),
        ({"epsilon": 1.5, "delta": 0.1}, "epsilon is an error between 0 and 1"),
        ({"epsilon": 0.1, "delta": inf}, "delta is a chance of failure, a finite number"),
    ],
)
def test_what_it_cannot_teach_by_is_refused(settings, words):
    with pytest.raises(BadParameter, match=words):
        SamplingTeacher(drawing(0, 1), **settings)
    with pytest.raises(BadParameter, match=r"calls draw\(\)"):
        SamplingTeacher([], m=1)
