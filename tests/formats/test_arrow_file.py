"""Parquet and Arrow files: the same examples as the same records in JSON lines."""

from __future__ import annotations

import datetime
import decimal
import io
import json
import os
import subprocess
import sys

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from littlestone import Game, Perceptron, read
from littlestone.errors import BadFile, LittlestoneError, MissingExtra
from littlestone.formats.tables.arrow_file import ArrowFile
from littlestone.formats.tables.json_lines import JsonLines

QUICK = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def write_stream(table, path):
    with pa.OSFile(path, "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table)


WRITERS = {
    "parquet": parquet.write_table,
    "feather": feather.write_feather,
    "arrows": write_stream,
}


@pytest.fixture(params=WRITERS)
def write(request, tmp_path):
    def write(table):
        table = pa.table(table) if isinstance(table, dict) else table
        path = tmp_path / f"t.{request.param}"
        WRITERS[request.param](table, str(path))
        return path

    return write


RECORD = st.fixed_dictionaries(
    {
        "y": st.sampled_from([0, 1, None]),
        "n": st.integers(-(2**53), 2**53) | st.none(),
        "x": st.floats(allow_nan=False, allow_infinity=False) | st.none(),
        "on": st.booleans() | st.none(),
        "word": st.sampled_from(["ham", " eggs ", "", "NA", "7", None]),
        "tags": st.lists(st.sampled_from(["a", "b"]), max_size=3) | st.none(),
        "v": st.lists(st.floats(-1, 1), max_size=2),
        "in": st.fixed_dictionaries({"a": st.integers(-3, 3), "b": st.sampled_from(["p", "q"])}),
        "m": st.sampled_from(["Hello, you!", "", "win win"]),
    }
)
SCHEMA = pa.schema(
    {
        "y": pa.int8(),
        "n": pa.int64(),
        "x": pa.float64(),
        "on": pa.bool_(),
        "word": pa.string(),
        "tags": pa.list_(pa.string()),
        "v": pa.list_(pa.float64()),
        "in": pa.struct({"a": pa.int16(), "b": pa.string()}),
        "m": pa.large_string(),
    }
)


@QUICK
@given(records=st.lists(RECORD, min_size=1, max_size=6), boolean=st.booleans())
def test_rows_are_read_as_the_same_records_in_json_lines(write, records, boolean):
    options = {"label": "y", "text": "m", "ngrams": 2, "boolean": boolean, "categorical": "in.a"}
    path = write(pa.Table.from_pylist(records, schema=SCHEMA))
    lines = io.BytesIO("\n".join(map(json.dumps, records)).encode())
    assert list(ArrowFile(path, **options)) == list(JsonLines(lines, **options))


def test_dictionaries_decimals_halves_and_nan_are_what_they_stand_for(write):
    table = {
        "y": pa.array(["no", "yes"]).dictionary_encode(),
        "kind": pa.array(["a", None]).dictionary_encode(),
        "price": pa.array([decimal.Decimal("1.25"), None]),
        "half": pa.array([0.5, float("nan")], pa.float32()),
        "none": pa.nulls(2),
    }
    assert list(ArrowFile(write(table), label="y")) == [({"kind=a": 1.0, "price": 1.25, "half": 0.5}, -1), ({}, 1)]


def test_a_date_is_its_parts_or_a_category(write):
    path = write({"y": [1, 0], "day": [datetime.date(2026, 1, 2), None]})
    parts = {"day.year=2026": 1.0, "day.month=1": 1.0, "day.weekday=fri": 1.0}
    assert list(ArrowFile(path, label="y")) == [(parts, 1), ({}, -1)]
    assert list(ArrowFile(path, label="y", drop="day")) == [({}, 1), ({}, -1)]
    assert list(ArrowFile(path, label="y", categorical="day")) == [({"day=2026-01-02": 1.0}, 1), ({}, -1)]


def test_a_time_of_day_is_refused_unless_dropped_or_a_category(write):
    path = write({"y": [1], "at": [datetime.time(5, 30)]})
    with pytest.raises(BadFile, match="column 'at' is of type time64"):
        list(ArrowFile(path, label="y"))
    assert list(ArrowFile(path, label="y", categorical="at")) == [({"at=05:30:00.000000": 1.0}, 1)]


def test_a_bad_row_is_told_or_counted(write):
    path = write({"y": ["1", "0", "2", "1"], "a": [1.0, float("inf"), 2.0, 3.0], "b": [2**60, 1, 1, 1]})
    with pytest.raises(BadFile, match=r"row 1, column 'b': 'b' is \d+, a whole number beyond 2\^53"):
        list(ArrowFile(path, label="y"))
    with pytest.raises(BadFile, match="row 2, column 'a': 'a' is 'inf', and not a finite number"):
        list(ArrowFile(path, label="y", drop="b"))
    source = ArrowFile(path, label="y", skip_bad=True)
    assert list(source) == [({"a": 3.0, "b": 1.0}, 1)]
    assert source.bad == 3
    assert "row 3, column 'y'" in source.complaints[2]


def test_columns_are_found_by_name_or_the_nearest_is_told(write):
    path = write({"label": [1], "a": [1]})
    for options in ({"label": "lable"}, {"label": "label", "drop": "lable"}, {"label": "a", "text": "labell"}):
        with pytest.raises(BadFile, match="did you mean 'label'"):
            list(ArrowFile(path, **options))


def test_a_long_file_is_read_in_pieces_by_a_game(write):
    n = 300_005
    source = ArrowFile(write({"y": [t % 2 for t in range(n)], "a": [1 + t % 2 for t in range(n)]}), label="y")
    game = Game(Perceptron(bias=1), features=source.features, bounds=[])
    seen = []
    for batch in source.batches():
        game.play_batch(batch)
        seen.append(source.progress)
    assert game.ledger.rounds == n
    assert seen in ([None] * len(seen), sorted(seen, key=lambda part: part or 0.0))
    assert Game(Perceptron(bias=1), bounds=[]).play(source).mistakes == game.ledger.mistakes


@QUICK
@given(data=st.binary(max_size=40), at=st.integers(0, 10_000), cut=st.booleans())
def test_damage_is_an_error_of_ours_or_goes_unnoticed(write, data, at, cut):
    path = write({"y": [1, 0] * 20, "a": ["x", "y"] * 20})
    whole = path.read_bytes()
    at %= len(whole)
    path.write_bytes(whole[:at] + (b"" if cut else data + whole[at + len(data) :]))
    try:
        for _, y in ArrowFile(path, label="y"):
            assert y in (1, -1, None)
    except LittlestoneError:
        pass


def test_what_is_no_such_file_is_a_bad_file(tmp_path):
    for content in (None, b"", b"PAR1", b"ARROW1", b"a,b\n1,2\n"):
        path = tmp_path / "t.parquet"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(BadFile, match="cannot read"):
            list(ArrowFile(path, label="y"))


def test_without_its_package_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"pip install 'littlestone\[arrow\]'"):
        list(ArrowFile("x.parquet", label="y"))


def as_stream(table):
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=7)
    return sink.getvalue().to_pybytes()


@pytest.mark.parametrize("way", ["pairs", "batches"])
def test_a_stream_of_arrow_is_read_from_a_pipe(tmp_path, way):
    table = pa.table({"a": list(range(40)), "kind": ["p", "q"] * 20, "y": [0, 1, 1, 0] * 10})
    data = as_stream(table)
    (tmp_path / "t.arrows").write_bytes(data)

    def played(source):
        if way == "pairs":
            return list(source)
        return [
            (batch.row(t).values.tolist(), batch.labels[t]) for batch in source.batches() for t in range(len(batch))
        ]

    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as end:
        end.write(data)
    with os.fdopen(reading, "rb") as pipe:
        source = read(pipe, label="y", format="arrow")
        assert not source.repeatable
        found = played(source)
        with pytest.raises(BadFile, match="only once"):
            played(source)
    assert found == played(read(tmp_path / "t.arrows", label="y"))
    assert len(found) == 40


def test_the_command_line_plays_arrow_from_standard_input(tmp_path):
    table = pa.table({"a": list(range(40)), "kind": ["p", "q"] * 20, "y": [0, 1, 1, 0] * 10})
    command = [sys.executable, "-m", "littlestone", "play", "-", "--label", "y", "--learner", "arow", "--json"]
    for more in ([], ["--format", "arrow"]):
        done = subprocess.run([*command, *more], input=as_stream(table), capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["rounds"] == 40
    done = subprocess.run(
        [*command, "--format", "arrow"], input=b"ARROW1\0\0 and so on", capture_output=True, check=False
    )
    assert done.returncode == 2
    assert b"save it to a file" in done.stderr
