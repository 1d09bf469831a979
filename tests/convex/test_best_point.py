from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.errors import BadBatch, BadLabel, BadParameter, UnknownName
from littlestone.geometry.domain import Ball, Box, Simplex, Space
from littlestone.hindsight import best_crp, best_point
from littlestone.losses.point_losses import Given

DOMAINS = [Ball(3, 2.0), Box(3, -1.0, 0.5), Simplex(3)]
QUARTIC = Given(lambda w, z: float(((w - z) ** 4).sum()), lambda w, z: 4.0 * (w - z) ** 3)
DISTANCE = Given(lambda w, z: float(np.abs(w - z).sum()), lambda w, z: np.sign(w - z))


def inside(domain, rng):
    return [domain.project(scale * rng.normal(size=domain.d)) for scale in (0.1, 1.0, 10.0) for _ in range(20)]


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
@pytest.mark.parametrize("loss", ["linear", "square", QUARTIC], ids=["linear", "square", "quartic"])
@given(seed=st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=15)
def test_no_point_of_the_domain_pays_less_than_loss_minus_gap(domain, loss, seed):
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(7, 3))
    best = best_point(z, domain, loss=loss)
    price = {"linear": lambda w: float((z @ w).sum()), "square": lambda w: float(((w - z) ** 2).sum())}
    total = price.get(loss) if isinstance(loss, str) else lambda w: float(((w - z) ** 4).sum())
    assert domain.contains(best.weights)
    assert best.loss == pytest.approx(total(best.weights))
    near = [0.99 * best.weights + 0.01 * w for w in inside(domain, rng)]
    assert min(map(total, inside(domain, rng) + near)) >= best.loss - best.gap - 1e-9
    assert best.gap <= 1e-6 * max(1.0, abs(best.loss))
    assert best.rounds == 7


def test_linear_and_square_have_the_points_of_the_lecture():
    assert best_point([3.0, -1.0], Box(1)).weights.tolist() == [-1.0]
    assert best_point([[3.0, 0.0], [0.0, 4.0]], Ball(2)).weights == pytest.approx([-0.6, -0.8])
    assert best_point([[1.0, 0.0], [0.0, 2.0]], loss="square").weights.tolist() == [0.5, 1.0]
    assert best_point([[6.0, 0.0], [0.0, 8.0]], Ball(2), loss="square").weights == pytest.approx([0.6, 0.8])


def test_wealth_on_the_simplex_is_the_best_constant_rebalanced_portfolio():
    x = np.exp(np.random.default_rng(0).normal(size=(50, 3)))
    best = best_point(x, Simplex(3), loss="wealth")
    assert best.loss == best_crp(x).loss
    assert (best.model, best.price) == ("point", "wealth")


@given(st.lists(st.floats(-2, 2), min_size=1, max_size=9))
@settings(deadline=None, max_examples=60)
def test_on_a_line_kinks_are_welcome_and_the_distance_has_a_median(z):
    best = best_point(z, Box(1), loss=DISTANCE)
    median = np.clip(np.median(z), -1.0, 1.0)
    assert best.loss == pytest.approx(float(np.abs(median - np.array(z)).sum()), abs=1e-9)
    assert best.gap <= 1e-9


def test_without_an_end_of_the_domain_nothing_is_proved():
    z = np.array([[1.0, 2.0], [3.0, 4.0]])
    best = best_point(z, Space(2), loss=QUARTIC)
    assert best.weights == pytest.approx([2.0, 3.0], abs=1e-3)
    assert np.isnan(best.gap)
    assert "nothing says" in best.detail["note"]


def test_any_object_with_the_methods_is_a_domain():
    line = SimpleNamespace(d=1, project=lambda w: np.clip(w, 0.0, 1.0), minimise_linear=lambda g: (g < 0) * 1.0)
    assert best_point([-2.0], line).loss == -2.0
    assert best_point([0.25, 0.75], line, loss=QUARTIC).weights == pytest.approx([0.5])
    square = SimpleNamespace(d=2, project=lambda w: np.clip(w, 0.0, 1.0))
    assert best_point([[2.0, 0.5]], square, loss="square").weights.tolist() == [1.0, 0.5]
    assert np.isnan(best_point([[2.0, 0.5]], square, loss=QUARTIC).gap)


@pytest.mark.parametrize(
    ("error", "says", "revealed", "domain", "loss"),
    [
        (BadParameter, "no smallest value", [[1.0, 0.0]], None, "linear"),
        (BadParameter, "minimise_linear", [[1.0]], SimpleNamespace(d=1), "linear"),
        (BadParameter, "method project", [[1.0]], SimpleNamespace(d=1), "square"),
        (BadParameter, "attribute d", [[1.0]], object(), "square"),
        (BadBatch, "at least one round", [], Ball(2), "linear"),
        (BadLabel, "vector of 3 numbers", [[1.0, 2.0]], Ball(3), "linear"),
        (BadLabel, "finite", [[1.0, float("nan")]], Ball(2), "linear"),
        (UnknownName, "did you mean 'linear'", [[1.0]], Ball(1), "linaer"),
    ],
)
def test_what_has_no_best_point_is_refused(error, says, revealed, domain, loss):
    with pytest.raises(error, match=says):
        best_point(revealed, domain, loss=loss)
