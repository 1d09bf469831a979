from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Batch, Game, Perceptron
from littlestone.errors import BadBatch, BadFeature, BadLabel, BadWidth, InputError


@pytest.mark.parametrize(
    ("error", "arguments", "words"),
    [
        (BadWidth, ([0], [], [], -1), "0 to 2,147,483,648 columns, not -1"),
        (BadWidth, ([0, 1], [3], [1.0], 3), "row 0 has column 3"),
        (BadWidth, ([0, 0, 1], [-1], [1.0], 3), "row 1 has column -1"),
        (BadBatch, ([0, 2], [0], [1.0], 3), "rise from 0 to 1"),
        (BadBatch, ([], [], [], 3), "rise from 0"),
        (BadBatch, ([0, 2, 1], [0], [1.0], 3), "rise"),
        (BadBatch, ([0, 1], [0], [1.0, 2.0], 3), "1 and 2"),
        (BadBatch, ([0, 2], [1, 1], [1.0, 2.0], 3), "row 0 has its columns out of order"),
        (BadBatch, ([0, 0, 2], [1, 0], [1.0, 2.0], 3), "row 1 has its columns out of order"),
        (BadFeature, ([0, 1, 2], [0, 1], [1.0, np.nan], 3), "row 1, column 1 is nan"),
        (BadFeature, ([0, 1, 2], [0, 1], [-np.inf, 1.0], 3), "row 0, column 0 is -inf"),
        (BadBatch, ([0, 1], [0], [1.0], 3, [1, 1]), "1 rows but 2 labels"),
        (BadLabel, ([0, 1], [0], [1.0], 3, ["spam"]), "as_batch"),
        (BadWidth, ([0, 1], [2**31], [1.0], 3), "2,147,483,648"),
        (BadBatch, ([0, 1], [0.5], [1.0], 3), "whole numbers"),
    ],
)
def test_a_batch_that_makes_no_rows_says_which_row_is_wrong(error, arguments, words):
    with pytest.raises(error, match=words):
        Batch(*arguments).check()


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.integers(-2, 6), max_size=5),
    st.lists(st.integers(-2, 6), max_size=6),
    st.integers(-1, 5),
)
def test_check_lets_pass_exactly_what_the_loops_can_run_over(starts, columns, width):
    batch = Batch(starts, columns, np.ones(len(columns)), width)
    sound = (
        width >= 0
        and len(starts) > 0
        and starts[0] == 0
        and starts[-1] == len(columns)
        and all(a <= b for a, b in pairwise(starts))
    )
    if sound:
        rows = [columns[a:b] for a, b in pairwise(starts)]
        sound = all(sorted(set(row)) == row and all(0 <= column < width for column in row) for row in rows)
    if sound:
        assert batch.check() is batch
    else:
        with pytest.raises(InputError):
            batch.check()


@settings(deadline=None)
@given(st.lists(st.integers(-50, 50), min_size=1, max_size=30), st.integers(0, 35), st.integers(0, 2**32 - 1))
def test_the_verbs_agree_with_dense_arithmetic(entries, width, seed):
    vector = np.array(entries, dtype=float)
    columns = np.flatnonzero(vector)
    x = Batch([0, len(columns)], columns, vector[columns], len(vector)).check().row(0)
    w = np.random.default_rng(seed).integers(-9, 9, size=width).astype(float)
    shared = min(width, len(vector))
    assert x.dot(w) == vector[:shared] @ w[:shared]
    assert x.squared_norm() == vector @ vector
    assert x.norm() == pytest.approx(np.linalg.norm(vector))
    longer = np.zeros(40)
    x.add_to(longer, 2.0)
    assert longer[: len(vector)].tolist() == (2 * vector).tolist()
    assert x.is_boolean() == bool(np.isin(vector, (0, 1)).all())
    assert x.is_finite()
    assert x.dense(len(vector)).tolist() == vector.tolist()
    assert len(x) == len(columns)


def test_a_row_keeps_its_batch_alive():
    x = Batch([0, 2], [0, 5], [1.5, 2.0], 6).check().row(0)
    assert repr(x) == "Row({0: 1.5, 5: 2})"
    assert repr(x.batch) == "Batch(1 unlabelled rows, 6 columns, 2 entries)"
    assert len(x.batch) == 1


def test_a_batch_reads_arrays_that_nobody_may_write():
    values = np.ones(2)
    values.setflags(write=False)
    batch = Batch([0, 1, 2], [0, 0], values, 1, [1, -1]).check()
    assert np.shares_memory(np.asarray(batch.values), values)
    assert Game(Perceptron()).play_batch(batch).mistakes == 1
