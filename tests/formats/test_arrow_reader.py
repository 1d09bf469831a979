"""Arrow tables by their columns: the batches, names and complaints that come of reading them row by row."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reading_account import account

from littlestone.features.features import Features
from littlestone.features.hashing import HashedFeatures
from littlestone.formats.named_source import NamedSource
from littlestone.formats.tables import cell_reader
from littlestone.formats.tables.arrow_file import ArrowFile
from littlestone.formats.tables.arrow_reader import ArrowReader

arrow = pytest.importorskip("pyarrow")
ipc = pytest.importorskip("pyarrow.ipc")
parquet = pytest.importorskip("pyarrow.parquet")
QUICK = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def write(tmp_path):
    def write(table, rows: int = 3):
        path = tmp_path / "t.arrow"
        with ipc.new_file(path, table.schema) as file:
            file.write_table(table, max_chunksize=rows)
        return path

    return write


def agree(path, columns=lambda: None, **choices) -> dict:
    """What the reader of columns says, and the plain one as well."""

    def table() -> ArrowFile:
        made = ArrowFile(path, **choices)
        if columns() is not None:
            made.take_columns(columns())
        return made

    plain, fast, early = table(), table(), table()
    expected = account(plain, NamedSource.batches(plain))
    assert account(fast, fast.batches()) == expected
    assert account(early, early.fast(early=True)) == expected
    return expected


TEXTS = ["a", "b", "UA", "é", "true", "NA", "", " a ", "1", "2.5", "2013-01-31", "9007199254740993", "inf", "b=UA"]
WHOLE = [0, 1, -1, 7, 2**53, 2**53 + 1, -(2**53) - 1, 2**62]
REAL = [0.0, -0.0, 1.0, -2.5, 0.1, 1e300, float("nan"), float("inf"), float("-inf")]
KINDS = {
    "string": (arrow.string(), st.sampled_from(TEXTS)),
    "large": (arrow.large_string(), st.sampled_from(TEXTS)),
    "dictionary": (arrow.dictionary(arrow.int32(), arrow.string()), st.sampled_from(TEXTS)),
    "int": (arrow.int64(), st.sampled_from(WHOLE[:4]) | st.sampled_from(WHOLE)),
    "byte": (arrow.int8(), st.integers(-3, 3)),
    "uint": (arrow.uint64(), st.sampled_from([0, 1, 5, 2**63 + 5])),
    "double": (arrow.float64(), st.sampled_from(REAL[:5]) | st.sampled_from(REAL)),
    "float": (arrow.float32(), st.sampled_from([0.0, 0.5, -1.25])),
    "bool": (arrow.bool_(), st.booleans()),
    "date": (arrow.date32(), st.sampled_from([date(2013, 1, 31), date(2020, 2, 29)])),
    "time": (arrow.timestamp("us"), st.sampled_from([datetime(2013, 1, 31, 5, 30), datetime(2020, 2, 29)])),
    "null": (arrow.null(), st.none()),
    "list": (arrow.list_(arrow.int64()), st.just([1, 2])),
}
LABELS = {
    "whole": (arrow.int64(), st.sampled_from([0, 1]) | st.sampled_from([0, 1, -1, 5])),
    "real": (arrow.float64(), st.sampled_from([0.0, 1.0, -0.0, 2.5, float("nan"), float("inf")])),
    "truth": (arrow.bool_(), st.booleans()),
    "word": (arrow.string(), st.sampled_from(["yes", "no", "spam", "", "1"])),
}


@st.composite
def tables(draw):
    """A table of up to three columns, and a label."""
    count = draw(st.integers(1, 9))
    columns, names = [], []
    for name in draw(st.lists(st.sampled_from(["a", "b", "c", "a=b"]), unique=True, max_size=3)):
        kind, values = KINDS[draw(st.sampled_from(list(KINDS)))]
        names.append(name)
        columns.append(arrow.array(draw(st.lists(values | st.none(), min_size=count, max_size=count)), kind))
    kind, values = LABELS[draw(st.sampled_from(list(LABELS)))]
    names.append("y")
    columns.append(arrow.array(draw(st.lists(values | st.none(), min_size=count, max_size=count)), kind))
    return arrow.table(columns, names=names)


choices = st.fixed_dictionaries(
    {"skip_bad": st.booleans()},
    optional={
        "labels": st.sampled_from(["numbers", "classes"]),
        "boolean": st.booleans(),
        "zeros": st.booleans(),
        "dates": st.sampled_from(["cycles", "none"]),
    },
)
columns = st.sampled_from(
    [lambda: None, lambda: HashedFeatures(3), lambda: HashedFeatures(9, seed=2), lambda: Features(max_names=4)]
)


@QUICK
@given(tables(), choices, columns, st.sampled_from(["", "categorical", "text", "drop"]), st.integers(1, 9))
def test_drawn_tables_give_the_batches_and_complaints_of_the_plain_reader(write, table, chosen, made, role, rows):
    roles = {role: table.schema.names[0]} if role and len(table.schema.names) > 1 else {}
    agree(write(table, rows), made, label="y", **roles, **chosen)


def test_flat_columns_are_not_read_row_by_row(write, monkeypatch):
    alone = []
    real = ArrowReader.single
    monkeypatch.setattr(ArrowReader, "single", lambda self, piece, row: alone.append(row) or real(self, piece, row))
    table = arrow.table({"a": [1.5, None, 3.0], "b": ["x", "y", None], "c": [1, 2, 2**60], "y": [1, 0, 1]})
    assert len(agree(write(table), label="y", skip_bad=True)["rows"]) == 2
    assert alone == [2, 2]


def test_parquet_is_read_in_pieces_and_values_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr(cell_reader, "REMEMBERED", 50)
    path = tmp_path / "t.parquet"
    count = 40_000
    words = [f"k{t * t % 997}" for t in range(count)]
    parquet.write_table(
        arrow.table({"a": words, "b": [t / 8 for t in range(count)], "y": [t % 2 for t in range(count)]}), path
    )
    assert len(agree(path, label="y")["rows"]) == count
