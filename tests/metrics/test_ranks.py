"""The area under the ROC curve: exact, and from a sketch that keeps within what it states."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.metrics.ranks import CELLS, EXACT, Ranks, merged
from littlestone.truth import SIGNS


def told(guesses, positives, weights=None):
    tally = Ranks(None, SIGNS)
    for k, (guess, positive) in enumerate(zip(guesses, positives, strict=True)):
        tally.add(1.0 if positive else -1.0, guess, 0.0, 0.0, 0.0, 1.0 if weights is None else weights[k])
    return tally


def by_ranks(guesses, positives):
    """The area by mid-ranks (Mann and Whitney 1947), without cells."""
    _, where, counts = np.unique(guesses, return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - (counts - 1) / 2
    ups = int(np.sum(positives))
    return (middle[where][positives].sum() - ups * (ups + 1) / 2) / (ups * (len(guesses) - ups))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(-5, 5), st.booleans(), st.integers(1, 4)), max_size=80))
def test_few_rounds_are_exact_with_ties_and_weights(drawn):
    guesses, positives, weights = ([each[k] for each in drawn] for k in range(3))
    tally = told(guesses, positives, weights)
    pairs = [
        (w * v, 1.0 if g > h else 0.5 if g == h else 0.0)
        for g, p, w in zip(guesses, positives, weights, strict=True)
        for h, q, v in zip(guesses, positives, weights, strict=True)
        if p and not q
    ]
    total = sum(weight for weight, _ in pairs)
    assert tally.error("auc") == 0.0
    if not pairs:
        assert tally.auc() is None
    else:
        assert tally.auc() == pytest.approx(sum(weight * right for weight, right in pairs) / total, abs=1e-12)


STREAMS = {
    "separable": lambda rng, n: (s := rng.random(n) < 0.3, rng.random(n) + s)[::-1],
    "noise": lambda rng, n: (rng.normal(size=n), rng.random(n) < 0.5),
    "skewed": lambda rng, n: (s := rng.random(n) < 0.01, rng.normal(size=n) ** 3 + s)[::-1],
    "drifting": lambda rng, n: (s := rng.random(n) < 0.5, np.arange(n) / 1000 + rng.normal(size=n) + s)[::-1],
    "sorted": lambda rng, n: (np.arange(float(n)), rng.random(n) < np.linspace(0, 1, n)),
    "growing": lambda rng, n: (s := rng.random(n) < 0.5, 1.001 ** np.arange(n) % 1e300 * (rng.normal(size=n) + s))[
        ::-1
    ],
}


@pytest.mark.parametrize("name", STREAMS)
def test_the_sketch_is_off_by_no_more_than_it_states(name):
    rng = np.random.default_rng(7)
    guesses, positives = STREAMS[name](rng, 4 * EXACT + 1234)
    tally = told(guesses, positives)
    off = abs(tally.auc() - by_ranks(guesses, positives))
    error = tally.error("auc")
    assert off <= error + 1e-12
    assert error <= 4.0 / CELLS
    assert tally.all_cells().shape[1] <= 2 * CELLS + EXACT


def test_the_sketch_stays_small_and_reading_it_changes_nothing():
    rng = np.random.default_rng(1)
    guesses, positives = rng.normal(size=3 * EXACT), rng.random(3 * EXACT) < 0.5
    read, unread = Ranks(None, SIGNS), Ranks(None, SIGNS)
    for k, (guess, positive) in enumerate(zip(guesses, positives, strict=True)):
        for tally in (read, unread):
            tally.add(1.0 if positive else -1.0, guess, 0.0, 0.0, 0.0, 1.0)
        if k % 20_000 == 0:
            read.auc()
    one, other = read.state(), unread.state()
    assert all(np.array_equal(one[key], other[key]) for key in one)
    assert one["cells"].shape[1] <= CELLS + 1
    assert one["rounds"].shape[1] <= EXACT
    again = Ranks(None, SIGNS)
    again.restore(one)
    assert (again.auc(), again.error("auc")) == (read.auc(), read.error("auc"))


def test_guesses_of_few_values_are_exact_for_ever():
    rng = np.random.default_rng(2)
    guesses, positives = rng.integers(0, 1000, 2 * EXACT + 5).astype(float), rng.random(2 * EXACT + 5) < 0.2
    tally = told(guesses, positives)
    assert tally.error("auc") == 0.0
    assert tally.auc() == pytest.approx(by_ranks(guesses, positives), abs=1e-12)


def test_merged_cells_hold_the_same_and_are_few():
    rng = np.random.default_rng(3)
    values = np.sort(rng.normal(size=50_000))
    cells = np.array([values, values, rng.integers(0, 3, 50_000), rng.integers(0, 3, 50_000)], dtype=float)
    few = merged(cells)
    assert few.shape[1] <= CELLS + 1
    assert few[2:].sum(axis=1).tolist() == cells[2:].sum(axis=1).tolist()
    ends = few[:2].T.ravel()
    assert (ends[1:] >= ends[:-1]).all()
    assert set(ends) <= set(values)


def test_a_guess_that_is_no_number_ranks_as_zero():
    assert told([float("nan"), -1.0, 1.0], [True, False, False]).auc() == 0.5
