"""CW, SCW-I and SCW-II: the papers' rules, and what their updates are there for."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest
from confidence_games import any_rounds, play, reference, shapes
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import CW, SCW1, SCW2
from littlestone.errors import BadParameter
from littlestone.features import as_batch

quick = settings(deadline=None, max_examples=50)
kinds = st.sampled_from([CW, SCW1, SCW2])


def length(kind, phi, C, m, v):
    """alpha as the root of the equation that the Lagrangian of the paper leads to, not by its formula.

    After a step alpha the margin is m + alpha v and the spread u, sqrt(u) = (-alpha v phi + sqrt(...))/2; the
    constraint is met if m + alpha v = phi sqrt(u), less alpha/(2C) where falling short has a squared price.
    """

    def excess(alpha):
        push = alpha * v * phi
        return m + alpha * v + (alpha / (2 * C) if kind is SCW2 else 0) - phi * (np.sqrt(push**2 + 4 * v) - push) / 2

    if excess(0.0) >= 0:
        return 0.0
    low, high = 0.0, 1.0
    while excess(high) < 0:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return min(C, high) if kind is SCW1 else high


@quick
@given(
    any_rounds(most=20),
    shapes,
    st.sampled_from([CW, SCW1, SCW2]),
    st.sampled_from([0.6, 0.9]),
    st.sampled_from([0.1, 2]),
)
def test_the_rules_are_the_papers(rounds, shape, kind, eta, C):
    phi = NormalDist().inv_cdf(eta)

    def factors(m, v):
        alpha = length(kind, phi, C, m, v)
        push = alpha * v * phi
        return alpha, alpha * phi / ((np.sqrt(push**2 + 4 * v) - push) / 2 + push)

    learner = kind(eta=eta, **shape) if kind is CW else kind(eta=eta, C=C, **shape)
    game, guesses = play(learner, rounds)
    expected, w = reference(rounds, factors, **shape)
    np.testing.assert_allclose(guesses, expected, atol=1e-6)
    np.testing.assert_allclose(learner.weights, w[1 : 1 + len(learner.weights)], atol=1e-6)
    assert game.ledger.certificates == []


@quick
@given(any_rounds(most=20), st.sampled_from([None, 1.0]))
def test_after_cw_has_learned_an_example_it_is_as_sure_of_it_as_it_was_asked_to_be(rounds, bias):
    learner = CW(eta=0.8, covariance="full", bias=bias)
    for x, y in rounds:
        row = as_batch([x]).row(0)
        learner.learn(row, float(y), learner.predict(row))
        spread = learner.spread(row)
        if spread > 1e-9:
            assert y * learner.predict(row) >= learner.phi * np.sqrt(spread) - 1e-6


@pytest.mark.parametrize("kind", [SCW1, SCW2])
def test_one_wrong_label_undoes_less_the_lower_its_price(kind):
    row = as_batch([[1.0]]).row(0)
    drops = []
    for C in (0.01, 1.0):
        learner = play(kind(C=C), 20 * [([1.0], 1)])[0].learner
        before = learner.predict(row)
        learner.learn(row, -1.0, before)
        drops.append(before - learner.predict(row))
    assert 0 < drops[0] < drops[1]


@pytest.mark.parametrize(
    ("kind", "setting"), [(CW, {"eta": 0.5}), (SCW1, {"eta": 1}), (SCW1, {"C": 0}), (SCW2, {"C": -1.0})]
)
def test_settings_out_of_range_are_refused(kind, setting):
    with pytest.raises(BadParameter):
        kind(**setting)
