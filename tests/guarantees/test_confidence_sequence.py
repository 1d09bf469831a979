"""Confidence sequences: the inequality, the mixture and the bounds, against scipy; coverage at all times."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.special import logsumexp

from littlestone.errors import BadParameter, StateError
from littlestone.guarantees import Advantage, ConfidenceSequence, PolicyAdvantage, PolicyValue, compare_losses
from littlestone.guarantees.confidence_sequence import LAMBDAS, LOGS, PSIS

VALUES = st.lists(st.floats(0.0, 30.0), min_size=1, max_size=60)


def worked_out(values, low, scale, first):
    """The sum of the values and that of squares, by the definition."""
    total = squares = 0.0
    for t, value in enumerate(values):
        guess = min(low + scale, (first + total) / (t + 1))
        squares += ((value - guess) / scale) ** 2
        total += value
    return total, squares


def log_mixture(excess, squares):
    """The logarithm of the mixture, of arrays too."""
    excess, squares = np.asarray(excess)[..., None], np.asarray(squares)[..., None]
    return logsumexp(LOGS + LAMBDAS * excess - PSIS * squares, axis=-1)


def sums(values, low=0.0, scale=1.0, first=0.5):
    """The sum of the values and that of squares, after each value of every stream."""
    total = np.cumsum(values, axis=1)
    t = np.arange(1, values.shape[1] + 1)
    before = np.concatenate([np.zeros((len(values), 1)), total[:, :-1]], axis=1)
    guess = np.minimum(low + scale, (first + before) / t)
    return total, np.cumsum(((values - guess) / scale) ** 2, axis=1)


def test_each_rate_is_at_most_one_on_average():
    """The inequality that all rests on: e^(lam x - psi(lam) x^2) <= 1 + lam x for x >= -1."""
    x = np.concatenate([np.linspace(-1.0, 3.0, 4001), np.geomspace(3.0, 1e3, 500)])
    for lam, psi in zip(LAMBDAS, PSIS, strict=True):
        assert (np.exp(lam * x - psi * x * x) <= (1.0 + lam * x) * (1.0 + 1e-12) + 1e-15).all()
    assert abs(np.exp(LOGS).sum() - 1.0) < 1e-12


@given(VALUES, st.sampled_from([(0.0, 1.0, 0.5), (0.0, 2.0, 1.0), (-1.0, 1.0, 0.0)]), st.floats(1e-9, 0.9))
def test_bounds_are_those_of_the_definition(values, setting, delta):
    low, scale, first = setting
    found = ConfidenceSequence(low, scale, first)
    for value in values:
        found.record(value)
    total, squares = worked_out(values, low, scale, first)
    assert found.squares == pytest.approx(squares, rel=1e-12)
    t, target = len(values), np.log(1.0 / delta)
    oracle = (total - scale * brentq(lambda excess: log_mixture(excess, squares) - target, -1e7, 1e7, xtol=1e-10)) / t
    assert found.lower(delta) == pytest.approx(max(low, oracle), rel=1e-6, abs=1e-6)
    for mean in (low, 0.5, oracle + 1e-3, oracle - 1e-3):
        evidence = log_mixture((total - t * mean) / scale, squares)
        assert np.log(found.evidence(mean)) == pytest.approx(evidence, rel=1e-9, abs=1e-9) or evidence > 700.0
    assert found.evidence(oracle - 1e-3) > 1.0 / delta
    assert not found.evidence(oracle + 1e-3) > 1.0 / delta
    assert found.lower(delta) <= found.lower(min(0.95, 1.5 * delta))


def test_state_is_all_there_is():
    rng = np.random.default_rng(1)
    one, other = Advantage(0.5), Advantage(0.5)
    for pair in rng.random((200, 2)).tolist():
        one.record(*pair)
    other.restore(one.state())
    for pair in rng.random((50, 2)).tolist():
        one.record(*pair)
        other.record(*pair)
    assert one.as_dict(0.05) == other.as_dict(0.05)
    assert min(one.clipped, one.cut_gain, one.cut_loss) > 0.0
    before = other.as_dict(0.05)
    with pytest.raises(StateError):
        other.restore({**one.state(), "for/sums": np.array([np.nan, 1.0])})
    assert other.as_dict(0.05) == before


@pytest.mark.parametrize("value", [-1e-9, float("nan"), float("inf")])
def test_what_is_no_value_is_refused(value):
    found = ConfidenceSequence()
    with pytest.raises(BadParameter, match="0 or more"):
        found.record(value)
    assert (found.count, found.lower(0.05)) == (0, 0.0)
    for wrong in (0.0, 1.0, -1.0, float("nan")):
        with pytest.raises(BadParameter, match="delta"):
            found.lower(wrong)
    with pytest.raises(BadParameter, match="first"):
        ConfidenceSequence(first=2.0)
    with pytest.raises(BadParameter, match="losses are numbers"):
        Advantage().record(float("inf"), float("inf"))


def test_what_is_cut_is_counted():
    found = compare_losses([3.0, 0.0, 1.0], [0.0, 5.0, 1.0], clip=2.0)
    assert (found.clipped, found.cut_gain, found.cut_loss, found.mean) == (2, 1.0, 3.0, 0.0)
    with pytest.raises(ValueError, match="zip"):
        compare_losses([1.0, 2.0], [1.0])


def test_better_first_and_then_worse_is_no_advantage():
    """The other statement, that the shadow was better in some round, is true here; this one is not, and is not made."""
    D = np.concatenate([np.full(300, 0.2), np.full(400, -0.2)])
    rng = np.random.default_rng(2)
    promoted = 0
    for _ in range(40):
        found = Advantage()
        for mean in D.tolist():
            found.record(1.0 if rng.random() < 0.5 + mean / 2 else 0.0, 1.0 if rng.random() < 0.5 - mean / 2 else 0.0)
        promoted += found.better(0.05)
    assert promoted <= 2


@pytest.mark.parametrize("streams", [400, pytest.param(4000, marks=pytest.mark.long)])
def test_intervals_of_values_cover_at_all_times(streams):
    """Importance-weighted rewards of a policy that plays what is hardly ever played, with rewards that drift."""
    rng = np.random.default_rng(3)
    T, floor, delta = 500, 0.05, 0.1
    reward = 0.5 + 0.4 * np.sin(np.arange(T) / 50.0)
    played = rng.random((streams, T)) < floor
    r = rng.random((streams, T)) < reward
    true = np.cumsum(reward) / np.arange(1, T + 1)
    wrong = np.zeros(streams, dtype=bool)
    for values, mean in ((played * r / floor, true), (played * ~r / floor, 1.0 - true)):
        total, squares = sums(values)
        excess = total - mean * np.arange(1, T + 1)
        wrong |= (log_mixture(excess, squares) > np.log(2.0 / delta)).any(axis=1)
    assert wrong.mean() <= delta
    found = PolicyValue()
    for w, reward_ in zip((played[0] / floor).tolist(), r[0].tolist(), strict=True):
        found.record(w, float(reward_))
    low, high = found.interval(delta)
    assert low <= true[-1] <= high
    assert found.rounds == T
    scaled = PolicyValue(-1.0, 3.0)
    for w, reward_ in zip((played[0] / floor).tolist(), r[0].tolist(), strict=True):
        scaled.record(w, 4.0 * reward_ - 1.0)
    assert scaled.interval(delta) == pytest.approx((4.0 * low - 1.0, 4.0 * high - 1.0))
    for wrong_ in ((-1.0, 0.5), (1.0, float("nan"))):
        with pytest.raises(BadParameter):
            found.record(*wrong_)


def test_what_is_large_is_a_number_still():
    """A weight whose square is none is cut, which only widens what is said; evidence without end has a largest one."""
    for kind in (PolicyValue(), PolicyAdvantage()):
        for _ in range(3):
            kind.record(1e200, 1.0)
            kind.record(0.0, 1.0)
        told = kind.as_dict(0.05)
        assert all(np.isfinite(told[key]) for key in ("lower", "upper"))
        assert told["lower"] <= 0.0
    with pytest.raises(BadParameter, match="weight"):
        PolicyValue().record(float("inf"), 1.0)
    sure = compare_losses([1.0] * 20_000, [0.0] * 20_000)
    assert 1e300 < sure.evidence < float("inf")
    assert sure.better(1e-300)
    assert 0.97 < sure.lower(0.05) <= 1.0


def test_many_rounds_leave_no_error_that_shows():
    """10^8 rounds, by sums as they are then: the bound is that of the definition in exact arithmetic, to 10^-9."""
    for squares, total in ((25_000_000.3, 50_000_123.7), (1e8 / 0.02, 1e8 * 0.31), (1e14, 3e7)):
        found = ConfidenceSequence()
        found.restore({"counts": np.array([10**8]), "sums": np.array([total, squares])})
        target = np.log(1.0 / 0.05)
        width = brentq(lambda excess: log_mixture(excess, squares) - target, 0.0, 1e12, xtol=1e-6, rtol=1e-14)  # noqa: B023
        assert found.lower(0.05) == pytest.approx(max(0.0, (total - width) / 1e8), abs=1e-9)
