"""Features on one scale, as release 0.1.0 read them: by the past alone, the same example by example and in batches."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import AROW, Game, read
from littlestone.formats.scaled import Scaled

NUMBERS = st.floats(-1e6, 1e6).map(lambda number: round(number, 3))
TABLES = st.lists(st.tuples(NUMBERS, NUMBERS, st.sampled_from("01")), min_size=1, max_size=12)


def table(rows):
    text = "a,b,y\n" + "".join(f"{a!r},{b!r},{y}\n" for a, b, y in rows)
    return Scaled(read(io.BytesIO(text.encode()), label="y"))


@settings(deadline=None)
@given(TABLES)
def test_every_feature_is_divided_by_its_largest_so_far(rows):
    for t, (x, _) in enumerate(table(rows)):
        for at, name in enumerate("ab"):
            largest = max(abs(row[at]) for row in rows[: t + 1])
            assert x.get(name, 0.0) == (rows[t][at] / largest if rows[t][at] else 0.0)


@settings(deadline=None)
@given(TABLES, st.integers(0, 11))
def test_what_comes_later_changes_nothing(rows, cut):
    before = rows[: cut + 1]
    assert list(table(rows))[: len(before)] == list(table(before))


@settings(deadline=None)
@given(TABLES)
def test_batches_and_examples_are_the_same_bits(rows):
    source = table(rows)
    (batch,) = source.batches()
    names = source.features.names
    found = [
        {names[column]: value for column, value in zip(row.columns, row.values, strict=True)}
        for row in map(batch.row, range(len(batch)))
    ]
    assert found == [x for x, _ in table(rows)]
    batch.checked = False
    batch.check()


@settings(deadline=None)
@given(TABLES, st.floats(1e-3, 1e3), st.floats(1e-3, 1e3))
def test_a_game_does_not_depend_on_powers_of_two_of_the_units(rows, a, b):
    one, other = 2.0 ** round(np.log2(a)), 2.0 ** round(np.log2(b))
    ledgers = [
        Game(AROW(), bounds=[]).play(table([(a * x, b * z, y) for x, z, y in rows]))
        for a, b in ((1.0, 1.0), (one, other))
    ]
    assert ledgers[0].mistakes == ledgers[1].mistakes


def test_numbered_columns_are_scaled_too_and_each_reading_begins_anew(tmp_path):
    path = tmp_path / "x.svm"
    path.write_text("1 1:2 3:-4\n-1 1:4 7:0\n1 1:1 3:8\n")
    with pytest.warns(DeprecationWarning, match=r"is now MaxScaled\(learner\)") as warned:
        source = read(path, scale=True)
    assert warned[0].filename == __file__
    for _ in range(2):
        rows = [(dict(zip(x.columns.tolist(), x.values.tolist(), strict=True)), y) for x, y in source]
        assert rows == [({1: 1.0, 3: -1.0}, 1.0), ({1: 1.0, 7: 0.0}, -1.0), ({1: 0.25, 3: 1.0}, 1.0)]
    assert isinstance(source, Scaled)
    assert (source.bad, source.name, source.repeatable, source.features) == (0, str(path), True, None)
