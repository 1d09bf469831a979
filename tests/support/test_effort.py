"""An effort is a number of steps, not seconds: a search that runs out of it has proved what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import linprog

from littlestone import Batch
from littlestone.solvers import margin as comparators
from littlestone.solvers.dual_descent import running_squares, squared_norms
from littlestone.solvers.margin import first_clash, hinge_comparators, largest_margin, longest, shuffled
from littlestone.solvers.sums import by_row, first_rows, products, widest
from littlestone.support.effort import BLINK, Effort

quick = settings(deadline=None, max_examples=60)


def batch_of(x, y):
    x = np.asarray(x, dtype=float)
    rows, columns = np.nonzero(x)
    starts = np.append(0, np.cumsum(np.bincount(rows, minlength=len(x))))
    return Batch(starts, columns, x[rows, columns], x.shape[1], y).check()


def drawn(rows, columns, entries, flips, seed=0):
    """Random sparse rows labelled by a hidden vector, a share of the labels turned round."""
    random = np.random.default_rng(seed)
    places = np.sort(np.argsort(random.random((rows, columns)), axis=1)[:, :entries], axis=1)
    values, hidden = random.normal(size=places.shape), random.normal(size=columns)
    y = np.where((values * hidden[places]).sum(axis=1) > 0, 1.0, -1.0)
    y[random.random(rows) < flips] *= -1
    return Batch(np.arange(rows + 1) * entries, places.ravel().astype(np.int32), values.ravel(), columns, y).check()


def separable(x, y):
    points = np.asarray(x, dtype=float) * np.asarray(y)[:, None]
    free = [(None, None)] * points.shape[1]
    return linprog(np.zeros(points.shape[1]), -points, -np.ones(len(points)), bounds=free).status == 0


def test_what_is_spent_is_gone_and_a_part_takes_it_from_the_whole():
    effort = Effort(100)
    part = effort.part(0.3)
    assert (part.left, part.affords(30), part.affords(31)) == (30.0, True, False)
    assert part.spend(20)
    assert (part.left, effort.left) == (10.0, 80.0)
    assert not part.spend(10)
    assert effort.spend(60)
    assert not effort.spend(10)
    assert (effort.part(0.5).left, effort.part(0.5).affords(1)) == (0.0, False)


def test_a_quick_look_is_a_blink_or_a_tenth_of_the_game_and_a_full_one_has_no_end():
    assert Effort.quick(1000).left == BLINK
    assert Effort.quick(10**9).left == 10**10
    assert Effort.full().left == inf
    assert Effort.full().part(0.1).affords(1e300)


@quick
@given(st.data(), st.floats(0, 6))
def test_whatever_the_effort_a_margin_is_real_and_a_clash_is_true(data, digits):
    shape = data.draw(st.tuples(st.integers(1, 12), st.integers(1, 4)))
    x = data.draw(arrays(np.int64, shape, elements=st.integers(-3, 3)))
    y = data.draw(arrays(np.int64, shape[0], elements=st.sampled_from([-1, 1])))
    batch = batch_of(x, y)
    found = largest_margin(batch, Effort(10**digits))
    if found.margin > 0:
        assert found.margin == products(batch, found.u).min()
        assert np.linalg.norm(found.u) == pytest.approx(1.0)
    if found.clash is not None:
        assert not separable(x[: found.clash + 1], y[: found.clash + 1])
    best = largest_margin(batch)
    assert found.margin <= best.margin * (1 + 1e-9)
    assert found.ceiling >= best.margin * (1 - 1e-9)


@pytest.mark.parametrize("shape", [(3000, 300, 9), (2000, 40, 12), (400, 150, 150)])
@pytest.mark.parametrize("flips", [0.0, 0.2])
@pytest.mark.parametrize("work", [1e5, 3e6, 3e7])
def test_a_search_ends_soon_after_its_effort_does(shape, flips, work):
    batch, effort = drawn(*shape, flips), Effort(work)
    largest_margin(batch, effort)
    assert effort.left > -(work + 200.0 * len(batch.values) + 3e6)
    effort = Effort(work)
    first_clash(batch, 0.1, effort)
    assert effort.left > -(work + 200.0 * len(batch.values) + 3e6)


@pytest.mark.parametrize("flips", [0.0, 0.1, 0.3])
def test_a_little_effort_gives_a_vector_that_is_not_far_from_the_best(flips):
    batch = drawn(4000, 200, 8, flips)
    radius = longest(batch)

    def least(effort):
        return min(loss + (radius * u) ** 2 for loss, u in hinge_comparators(batch, radius, effort))

    whole, little, none = least(None), least(Effort(3e6)), least(Effort(0.0))
    assert whole <= little <= none < batch.rows
    assert batch.rows - little > 0.8 * (batch.rows - whole)


def test_rows_that_no_cache_holds_are_visited_block_by_block_all_of_them_once(monkeypatch):
    rows, chance = np.arange(3, 1000), np.random.default_rng(0)
    assert shuffled(rows, 5, chance).tolist() == np.random.default_rng(0).permutation(rows).tolist()
    monkeypatch.setattr(comparators, "CACHED", 100)
    order = shuffled(rows, 5, chance)
    assert sorted(order) == rows.tolist()
    assert np.mean(np.diff(order) == 1) > 0.9
    assert order[0] != 3


@quick
@given(st.data())
def test_rows_are_reduced_one_by_one_and_an_empty_one_is_zero(data):
    shape = data.draw(st.tuples(st.integers(1, 8), st.integers(1, 5)))
    x = data.draw(arrays(np.float64, shape, elements=st.sampled_from([-2.0, 0.0, 0.0, 0.5, 3.0])))
    y = data.draw(arrays(np.float64, shape[0], elements=st.sampled_from([-1.0, 1.0])))
    batch = batch_of(x, y)
    assert by_row(batch, np.asarray(batch.values)) == pytest.approx(x.sum(axis=1))
    assert widest(batch).tolist() == np.abs(x).max(axis=1).tolist()
    assert squared_norms(batch).tolist() == [batch.row(t).squared_norm() for t in range(batch.rows)]
    sums = np.cumsum(x * y[:, None], axis=0)
    assert running_squares(batch, batch.labels) == pytest.approx((sums**2).sum(axis=1))
    assert len(first_rows(batch, shape[0] - 1)) == shape[0] - 1


PROGRAM = """
import json
import numpy as np
from littlestone import Batch
from littlestone.solvers import margin as comparators
from littlestone.solvers.margin import hinge_comparators, largest_margin
from littlestone.solvers.competitors import best_competitor, hinge
from littlestone.support.effort import Effort
comparators.CACHED = 300
random, out = np.random.default_rng(0), []
for columns, flips in ((6, 3), (110, 0), (110, 30)):
    x = random.normal(size=(120, columns)) * (random.random((120, columns)) < 0.5)
    y = np.where(x @ random.normal(size=columns) > 0, 1.0, -1.0)
    y[120 - flips:] *= -1
    rows, cols = np.nonzero(x)
    starts = np.append(0, np.cumsum(np.bincount(rows, minlength=120)))
    batch = Batch(starts, cols, x[rows, cols], columns, y)
    for work in (1e5, 1e6):
        effort = Effort(work)
        found = largest_margin(batch, effort)
        allows = lambda size, margins: float(hinge(margins).sum()) + size
        best = best_competitor(batch, 5.0, found.u + 1.0, allows, effort=Effort(work))
        pairs = list(hinge_comparators(batch, 5.0, Effort(work)))
        out.append([found.margin, found.ceiling, found.clash, found.exact, effort.left, best.allowed, pairs])
print(json.dumps(out))
"""


def test_the_interpreted_core_runs_out_of_effort_at_the_same_bit():
    def run(**settings):
        ran = subprocess.run(
            [sys.executable, "-c", PROGRAM], env={**os.environ, **settings}, capture_output=True, text=True, check=True
        )
        return json.loads(ran.stdout)

    assert run(LITTLESTONE_CORE="interpreted") == run(LITTLESTONE_CORE="compiled")
