"""The largest margin and the hinge losses in hindsight, against closed forms, proofs and brute force."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import linprog

from littlestone import Batch
from littlestone.errors import BadBatch
from littlestone.solvers import margin as comparators
from littlestone.solvers.margin import first_clash, hinge_comparators, largest_margin
from littlestone.solvers.sums import products, some_rows
from littlestone.support.effort import Effort

quick = settings(deadline=None, max_examples=60)


def batch_of(x, y):
    x = np.asarray(x, dtype=float)
    rows, columns = np.nonzero(x)
    starts = np.append(0, np.cumsum(np.bincount(rows, minlength=len(x))))
    return Batch(starts, columns, x[rows, columns], x.shape[1], y).check()


def cube(n, values):
    return np.array(list(product(values, repeat=n)), dtype=float)


def with_constant(x):
    return np.column_stack((x, np.ones(len(x))))


def separable(x, y):
    """Is there a u with y <u, x> >= 1 on every row? A linear program decides."""
    points = np.asarray(x, dtype=float) * np.asarray(y)[:, None]
    width = points.shape[1]
    return linprog(np.zeros(width), -points, -np.ones(len(points)), bounds=[(None, None)] * width).status == 0


@st.composite
def labelled_rows(draw, most_rows=12, most_columns=4):
    shape = draw(st.tuples(st.integers(1, most_rows), st.integers(1, most_columns)))
    x = draw(arrays(np.int64, shape, elements=st.integers(-3, 3)))
    y = draw(arrays(np.int64, shape[0], elements=st.sampled_from([-1, 1])))
    return x, y


DISJUNCTIONS = [(n, k) for n in range(1, 6) for k in range(1, n + 1)]


@pytest.mark.parametrize(("n", "k"), DISJUNCTIONS)
def test_disjunctions_of_k_of_n_bits_with_a_constant_allow_4k_plus_1_times_n_plus_1(n, k):
    x = cube(n, (0, 1))
    found = largest_margin(batch_of(with_constant(x), np.where(x[:, :k].any(axis=1), 1, -1)))
    assert (n + 1) / found.margin**2 == pytest.approx((n + 1) * (4 * k + 1), rel=1e-9)
    assert found.ceiling == pytest.approx(found.margin, rel=1e-9)


@pytest.mark.parametrize(("n", "k"), DISJUNCTIONS)
def test_disjunctions_of_signs_with_a_constant_allow_k_squared_minus_k_plus_1_times_n_plus_1(n, k):
    x = cube(n, (-1, 1))
    found = largest_margin(batch_of(with_constant(x), np.where((x[:, :k] > 0).any(axis=1), 1, -1)))
    assert (n + 1) / found.margin**2 == pytest.approx((n + 1) * (k * k - k + 1), rel=1e-9)


@pytest.mark.parametrize(("n", "k"), [(n, k) for n in range(1, 8) for k in range(1, n + 1, 2)])
def test_a_majority_of_k_analysts_has_margin_1_over_root_k(n, k):
    x = cube(n, (-1, 1))
    found = largest_margin(batch_of(x, np.sign(x[:, :k].sum(axis=1))))
    assert found.margin == pytest.approx(k**-0.5, rel=1e-9)
    assert found.u == pytest.approx(np.r_[np.ones(k), np.zeros(n - k)] / k**0.5, abs=1e-9)


@pytest.mark.parametrize("values", [(0, 1), (-1, 1)])
def test_xor_with_a_constant_clashes_at_its_last_row(values):
    x = with_constant(cube(2, values))
    found = largest_margin(batch_of(x, [-1, 1, 1, -1]))
    assert (found.margin, found.clash, found.proved) == (0.0, 3, True)
    assert not found.u.any()


def test_xor_without_a_constant_clashes_as_soon_as_it_can():
    assert largest_margin(batch_of(cube(2, (0, 1)), [-1, 1, 1, -1])).clash == 0  # the zero row
    assert largest_margin(batch_of(cube(2, (-1, 1)), [-1, 1, 1, -1])).clash == 2  # the second is minus the third


@pytest.mark.parametrize(
    ("x", "y", "margin"),
    [
        ([[3, 4]], [1], 5.0),
        ([[3, 4]], [-1], 5.0),
        ([[3, 4], [3, 4], [3, 4]], [1, 1, 1], 5.0),
        ([[6, 8], [3, 4], [30, 40]], [-1, -1, -1], 5.0),
        ([[3, 4], [-3, -4]], [1, -1], 5.0),
        ([[2, 0], [0, 2]], [1, 1], 2**0.5),
        ([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], [1, 1, 1, 1], 3**-0.5),
    ],
)
def test_small_figures_have_the_margin_of_the_drawing(x, y, margin):
    found = largest_margin(batch_of(x, y))
    assert found.margin == pytest.approx(margin, rel=1e-12)
    assert np.linalg.norm(found.u) == pytest.approx(1.0, rel=1e-12)


@pytest.mark.parametrize(
    ("x", "y", "clash"),
    [
        ([[3, 4], [3, 4]], [1, -1], 1),
        ([[3, 4], [6, 8]], [1, -1], 1),
        ([[3, 4], [-3, -4]], [1, 1], 1),
        ([[3, 4], [0, 0]], [1, 1], 1),
        ([[0, 0]], [1], 0),
        ([[1, 0], [0, 1], [1, 1], [-1, -1]], [1, 1, -1, -1], 2),
    ],
)
def test_rows_that_contradict_each_other_clash_at_the_first_that_does(x, y, clash):
    found = largest_margin(batch_of(x, y))
    assert (found.margin, found.clash) == (0.0, clash)


@pytest.mark.parametrize("gap", [1e-2, 1e-4, 1e-6, 1e-8])
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_a_tiny_margin_is_found_at_any_scale(gap, scale):
    found = largest_margin(batch_of([[scale, scale], [scale, scale * (1 + gap)]], [1, -1]))
    assert found.margin == pytest.approx(scale * gap / np.hypot(2, 2 + gap), rel=1e-5)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("flipped", [False, True])
def test_rows_of_very_different_lengths_are_decided_all_the_same(seed, flipped):
    random = np.random.default_rng(seed)
    x = random.normal(size=(100, 8))
    y = np.sign(x @ np.arange(1, 9))
    if flipped:
        y[50:] *= -1
    x *= 10 ** random.uniform(-3, 3, size=(100, 1))  # changes the margins, not which rows can be separated
    found = largest_margin(batch_of(x, y))
    assert found.proved
    assert (found.margin > 0) == separable(x / np.linalg.norm(x, axis=1)[:, None], y) == (not flipped)


def test_a_batch_without_rows_has_no_margin():
    with pytest.raises(BadBatch, match="at least one"):
        largest_margin(batch_of(np.zeros((0, 2)), []))


@quick
@given(labelled_rows())
def test_the_margin_is_the_one_the_vector_has_and_nothing_beats_its_ceiling(rows):
    x, y = rows
    batch = batch_of(x, y)
    found = largest_margin(batch)
    if found.margin > 0:
        assert np.linalg.norm(found.u) == pytest.approx(1.0, rel=1e-12)
        assert found.margin == products(batch, found.u).min()
        assert found.ceiling <= found.margin * (1 + 1e-9)
    else:
        assert found.ceiling <= 1e-9 * np.linalg.norm(x, axis=1).max()


@quick
@given(labelled_rows())
def test_a_linear_program_agrees_about_separability_and_about_the_first_clash(rows):
    x, y = rows
    found = largest_margin(batch_of(x, y))
    first = next((t for t in range(len(y)) if not separable(x[: t + 1], y[: t + 1])), None)
    assert found.clash == first
    assert (found.margin > 0) == (first is None)


@quick
@given(labelled_rows(), st.floats(0.05, 3.0))
def test_a_promised_margin_clashes_at_the_first_row_that_leaves_less(rows, promised):
    x, y = rows
    clash = first_clash(batch_of(x, y), promised)
    end = len(y) if clash is None else clash
    assert end == 0 or largest_margin(batch_of(x[:end], y[:end])).margin >= promised * (1 - 1e-8)
    if clash is not None:
        assert largest_margin(batch_of(x[: end + 1], y[: end + 1])).ceiling <= promised * (1 + 1e-8)


def noisy(rows, columns, flips, seed=0):
    """Random rows of 8 entries labelled by a hidden vector, with the last `flips` labels turned round."""
    random = np.random.default_rng(seed)
    x = np.zeros((rows, columns))
    for row in x:
        row[random.choice(columns, 8, replace=False)] = random.normal(size=8)
    hidden = random.normal(size=columns)
    y = np.sign(x @ hidden)
    y[rows - flips :] *= -1
    return batch_of(x, y)


def test_more_than_a_hundred_columns_are_exact_all_the_same():
    found = largest_margin(noisy(400, 120, 0))
    assert found.margin > 0
    assert found.ceiling <= found.margin * (1 + 1e-9)


def test_more_than_a_hundred_columns_clash_at_the_first_row_all_the_same():
    batch = noisy(500, 105, 150)
    found = largest_margin(batch)
    assert found.clash is not None
    assert found.clash >= 350
    before = some_rows(batch, np.arange(found.clash))
    assert largest_margin(before).margin > 0


def test_descent_alone_comes_near_the_largest_margin(monkeypatch):
    batch = noisy(300, 120, 0)
    exact = largest_margin(batch)
    monkeypatch.setattr(comparators, "CORRAL", 0)
    found = largest_margin(batch)
    assert 0.9 * exact.margin < found.margin <= exact.margin * (1 + 1e-9)
    assert exact.margin * (1 - 1e-9) <= found.ceiling < 1.1 * exact.margin
    assert products(batch, found.u).min() == found.margin


def test_descent_alone_proves_that_many_rows_contradict_each_other(monkeypatch):
    batch = noisy(700, 105, 100)
    monkeypatch.setattr(comparators, "CORRAL", 0)
    found = largest_margin(batch)
    assert found.margin == 0.0
    assert found.clash is not None
    assert found.clash >= 600  # the rows before are separable
    assert found.ceiling <= 1e-9 * comparators.longest(batch)


def test_descent_alone_finds_two_equal_rows_of_opposite_labels(monkeypatch):
    batch = noisy(300, 1000, 0)
    twice = some_rows(batch, np.append(np.arange(300), 17))
    labels = np.array(twice.labels)
    labels[300] *= -1
    monkeypatch.setattr(comparators, "CORRAL", 0)
    found = largest_margin(Batch(twice.starts, twice.columns, twice.values, twice.width, labels))
    assert (found.margin, found.clash) == (0.0, 300)


def test_descent_alone_knows_that_a_zero_row_cannot_be_separated(monkeypatch):
    batch = noisy(300, 1000, 0)
    empty = Batch(np.append(batch.starts, batch.starts[300]), batch.columns, batch.values, 1000, np.ones(301))
    monkeypatch.setattr(comparators, "CORRAL", 0)
    assert largest_margin(empty).clash == 300


def test_with_little_effort_the_question_stays_open(monkeypatch):
    batch = noisy(700, 105, 100)
    monkeypatch.setattr(comparators, "CORRAL", 0)
    found = largest_margin(batch, Effort(1_000_000))
    assert (found.margin, found.clash, found.proved) == (0.0, None, False)
    assert found.ceiling > 0


def hinge_bound(loss, length, radius):
    return loss + radius * length * loss**0.5 + (radius * length) ** 2


@quick
@given(labelled_rows())
def test_hinge_comparators_begin_with_zero_and_are_losses_some_vector_can_have(rows):
    x, y = rows
    pairs = list(hinge_comparators(batch_of(x, y), float(np.linalg.norm(x, axis=1).max())))
    assert pairs[0] == (len(y), 0.0)
    w = np.linalg.norm((x * y[:, None]).sum(axis=0))
    assert all(loss >= max(0.0, len(y) - w * length) - 1e-9 * len(y) for loss, length in pairs)


@pytest.mark.parametrize("seed", range(4))
def test_the_best_hinge_comparator_in_the_plane_is_as_good_as_brute_force(seed):
    random = np.random.default_rng(seed)
    x = random.normal(size=(200, 2))
    y = np.sign(x @ [1.0, 2.0] + random.normal(size=200) * seed / 2)
    radius = np.linalg.norm(x, axis=1).max()
    best = min(hinge_bound(*pair, radius) for pair in hinge_comparators(batch_of(x, y), radius))
    brute = min(
        hinge_bound(np.maximum(0, 1 - y * (x @ (length * np.array([np.cos(a), np.sin(a)])))).sum(), length, radius)
        for length in np.linspace(0.0, 6.0, 61)
        for a in np.linspace(0, 2 * np.pi, 61)
    )
    assert best <= 1.005 * brute


def test_hinge_comparators_are_the_same_every_time():
    batch = noisy(200, 50, 20)
    assert list(hinge_comparators(batch, 2.0)) == list(hinge_comparators(batch, 2.0))


PROGRAM = """
import json, sys
import numpy as np
from littlestone import Batch
from littlestone.solvers.margin import hinge_comparators, largest_margin
random = np.random.default_rng(0)
out = []
for columns, flips in ((6, 0), (6, 3), (110, 0)):
    x = random.integers(-2, 3, size=(120, columns)).astype(float)
    y = np.where(x @ random.normal(size=columns) > 0, 1.0, -1.0)
    y[120 - flips:] *= -1
    rows, cols = np.nonzero(x)
    starts = np.append(0, np.cumsum(np.bincount(rows, minlength=120)))
    batch = Batch(starts, cols, x[rows, cols], columns, y)
    found = largest_margin(batch)
    out.append([found.margin, found.ceiling, found.clash, list(hinge_comparators(batch, 5.0))])
print(json.dumps(out))
"""


def test_the_interpreted_core_finds_the_same_comparators_to_the_last_bit():
    def run(**settings):
        ran = subprocess.run(
            [sys.executable, "-c", PROGRAM], env={**os.environ, **settings}, capture_output=True, text=True, check=True
        )
        return json.loads(ran.stdout)

    assert run(LITTLESTONE_CORE="interpreted") == run(LITTLESTONE_CORE="compiled")
