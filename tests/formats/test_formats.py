"""The table of formats: each is found, is a source, and has the settings that its reader says it has."""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from littlestone import Game, Perceptron, formats, read
from littlestone.errors import BadFile, BadParameter, UnknownName
from littlestone.features.features import Features
from littlestone.features.hashing import HashedFeatures
from littlestone.formats import PackedFile, SvmlightReader, VwReader, pack
from littlestone.formats.format import READERS, Format
from littlestone.formats.format_table import FORMATS
from littlestone.formats.interacting import Interacting
from littlestone.formats.opening import all_formats, find_format, format_named, sniff_format
from littlestone.formats.scaled import Scaled
from littlestone.formats.source import Source
from littlestone.formats.tables.csv_file import CsvFile
from littlestone.formats.wrapped import NamedReader

ROOT = Path(__file__).parents[2]


# the table


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_registered_by_its_own_module_and_read_by_a_source(name):
    format = format_named(name)
    assert format.name == name
    assert format.reader.__module__ == f"littlestone.formats.{FORMATS[name]}"
    assert issubclass(format.reader, Source)
    assert not format.reader.__abstractmethods__
    assert all(re.fullmatch(r"\.[a-z]+", suffix) for suffix in format.suffixes)
    assert not (format.magic and format.first_line)


def test_every_format_has_its_own_suffixes():
    suffixes = [suffix for format in all_formats() for suffix in format.suffixes]
    assert len(set(suffixes)) == len(suffixes)


def test_the_page_of_formats_has_every_suffix():
    table = (ROOT / "docs" / "formats.md").read_text().split("\n\n")[2]
    assert set(re.findall(r" (\.[a-z]+)", table)) - {".npy"} == {
        suffix for format in all_formats() for suffix in format.suffixes
    }


def test_a_reader_that_nobody_marked_is_found_out(monkeypatch):
    monkeypatch.setitem(FORMATS, "toy", "bad_lines")
    with pytest.raises(AssertionError, match=r"no class in formats.bad_lines is marked with @reads\('toy', ...\)"):
        format_named("toy")


def test_finding_a_format_needs_no_package_that_may_be_missing():
    code = (
        "import sys; from littlestone.formats.opening import find_format, sniff_format;"
        "print(find_format('x.parquet'), find_format('x.csv.gz'), sniff_format(b'PAR1'));"
        "print([name for name in ('pyarrow', 'scipy', 'pandas', 'zstandard') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split("\n")[:2] == ["parquet csv parquet", "[]"]


def test_a_format_that_is_named_imports_no_other():
    code = (
        "import sys; from littlestone.formats.opening import format_named; format_named('csv');"
        "there = ('text.vw_text', 'tables.arrow_file', 'packed.packed_file');"
        "print([name for name in there if 'littlestone.formats.' + name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_command_line_names_no_format_itself():
    tree = ast.parse((ROOT / "src" / "littlestone" / "command_line" / "reading.py").read_text())
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    assert [text for text in texts if text in FORMATS] == ["csv"]  # whose columns can be shown before a label is given


@pytest.fixture
def tally(tmp_path, monkeypatch):
    """The format that the contributing guide adds, in a module of its own."""
    section = (ROOT / "CONTRIBUTING.md").read_text().split("## Adding a format")[1]
    path = tmp_path / "tally_file.py"
    path.write_text(re.search(r"```py\n(.*?)```", section, re.S)[1])
    monkeypatch.setitem(FORMATS, *re.search(r'"(\w+)": "(\w+)",', section).groups())
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    yield
    READERS.pop("tally", None)
    sys.modules.pop("littlestone.formats.tally_file", None)


@pytest.mark.usefixtures("tally")
def test_the_format_of_the_guide_is_found_read_and_played(tmp_path):
    for name in ("marbles.tally", "marbles"):
        path = tmp_path / name
        path.write_bytes(b"tally of marbles\nred\nblue!\n\xff\nred\n")
        assert find_format(path) == "tally"
        source = read(path, skip_bad=True)
        assert list(source) == [({"red": 1.0}, -1), ({"blue": 1.0}, 1), ({"red": 1.0}, -1)]
        assert source.bad == 1
        assert "line 4, column 1: not UTF-8" in source.complaints[0]
        assert list(read(path, mark="?", skip_bad=True))[1] == ({"blue!": 1.0}, -1)
        assert Game(Perceptron()).play(read(path, skip_bad=True)).rounds == 3
    with pytest.raises(
        BadParameter, match="tally files have no drop=; it is a setting of event, json, parquet, arrow, csv"
    ):
        read(path, drop="red")
    with pytest.raises(BadParameter, match="csv files have no mark=; it is a setting of tally"):
        read("x.csv", label="y", mark="?")


# settings


def test_settings_are_those_of_the_reader_and_of_those_it_hands_on_to():
    assert "delimiter" in format_named("csv").settings
    assert format_named("csv").settings["quote"] == '"'
    assert {"columns", "label", "drop", "ngrams", "skip_bad"} <= set(format_named("csv").settings)
    assert {"label", "drop", "ngrams", "skip_bad"} <= set(format_named("arrow").settings)
    assert "columns" not in format_named("json").settings
    assert {"base", "labels", "width"} <= set(format_named("svmlight").settings)
    assert "importance" in format_named("vw").settings
    assert format_named("rows").settings == {}


def test_a_misspelt_setting_gets_the_nearest_name_and_one_at_its_default_says_nothing(tmp_path):
    with pytest.raises(UnknownName, match="no setting 'delimeter'; did you mean 'delimiter'"):
        read("x.csv", label="y", delimeter=";")
    with pytest.raises(UnknownName, match="did you mean 'interactions'"):
        read("x.csv", label="y", interaction="a*b")
    with pytest.raises(
        BadParameter, match=r"rows files have no labels=; it is a setting of svmlight, vw, event, json, "
    ):
        read("x.rows", labels="numbers")
    path = tmp_path / "a.svm"
    path.write_text("1 1:2\n")
    assert len(list(read(path, label=None, drop=(), delimiter=None, quote='"', counts=False))) == 1


def test_settings_that_only_readers_knew_are_settings_of_the_schema(tmp_path):
    (tmp_path / "a.vw").write_text("1 2.0 |n a\n")
    with pytest.raises(BadFile, match="importance"):
        list(read(tmp_path / "a.vw", importance="refuse"))
    assert read(tmp_path / "a.vw", importance="ignore", hash_bits=4).features.hashing[0] == 4
    (tmp_path / "a.svm").write_text("1 1:2\n")
    (batch,) = read(tmp_path / "a.svm", width=7, threads=0).batches()
    assert batch.width == 7


# CSV where nothing else is said


class Once(io.RawIOBase):
    """A stream that can neither be looked into nor wound back."""

    def __init__(self, data):
        self.data = io.BytesIO(data)

    def readable(self):
        return True

    def readinto(self, buffer):
        return self.data.readinto(buffer)


def test_what_has_a_label_and_looks_like_nothing_is_csv(tmp_path):
    path = tmp_path / "mystery.dat"
    path.write_text("y\n1\n0\n")
    assert [y for _, y in read(path, label="y")] == [1, -1]
    assert [y for _, y in read(io.BytesIO(b"y\n1\n0\n"), label="y")] == [1, -1]
    assert [y for _, y in read(Once(b"a,y\n5,1\n5,0\n"), label="y")] == [1, -1]
    for source in (path, io.BytesIO(b"y\n1\n")):
        with pytest.raises(BadFile, match="does not say what it is; give its format"):
            read(source)
    with pytest.raises(BadFile, match="a stream cannot be looked into before it is read; give its format"):
        read(Once(b"a,y\n5,1\n"))
    assert next(iter(read(Once(b"1 1:5\n"), format="svmlight")))[1] == 1


def test_a_pipe_with_a_name_is_not_looked_into_because_what_is_read_is_gone(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_text("a,y\n1,1\n2,0\n"))
    with pytest.raises(BadFile, match="cannot be looked into"):
        read(path)
    writer.start()
    assert list(read(path, label="y")) == [({"a": 1.0}, 1), ({"a": 2.0}, -1)]
    writer.join()


def test_packed_rows_say_what_they_are(tmp_path):
    pack(VwReader(io.BytesIO(b"1 |n a\n")), tmp_path / "packed")
    assert isinstance(read(tmp_path / "packed"), PackedFile)
    assert sniff_format(b"\x93ROWS\r\n\x1a a,b") == "rows"


# what all sources are


def test_a_source_says_what_it_gives():
    class Nothing(Source):
        pass

    with pytest.raises(TypeError, match="abstract"):
        Nothing()


def test_whoever_stands_for_another_says_for_whom():
    table = CsvFile(io.BytesIO(b"a,b,y\n2,1,1\n"), label="y")
    scaled = Scaled(table)
    both = Interacting(scaled, "a*b")
    assert both.source is scaled
    assert both.innermost() is scaled.innermost() is table.innermost() is table
    columns, others = Features(["z"]), HashedFeatures(4)
    scaled.take_columns(columns)
    assert table.features is scaled.features is columns
    both.take_columns(others)
    assert both.features is others
    assert table.features is columns
    assert not any(source.settled for source in (table, scaled, both))
    assert both.bad == 0
    assert both.complaints == []


def test_columns_that_the_file_settles_are_not_taken_but_named_anew(tmp_path):
    text = b"1 |n a b\n-1 |n b\n"
    pack(VwReader(io.BytesIO(text)), tmp_path / "named.rows")
    pack(SvmlightReader(io.BytesIO(b"1 1:4\n-1 2:8 1:2\n".replace(b"2:8 1:2", b"1:2 2:8"))), tmp_path / "numbered.rows")
    named, numbered = read(tmp_path / "named.rows"), Scaled(read(tmp_path / "numbered.rows"))
    assert (named.named, named.settled) == (True, True)
    assert (numbered.named, numbered.settled) == (False, True)
    for source in (named, numbered):
        with pytest.raises(BadParameter, match="fixed by the file"):
            source.take_columns(Features())
    again = NamedReader(named)
    again.take_columns(Features(["n^b"]))
    assert [list(batch.columns) for batch in again.batches()] == [[0, 1, 0]]
    assert [x.values.tolist() for x, _ in numbered] == [[1.0], [0.5, 1.0]]
    with pytest.raises(BadParameter, match="interactions need features with names"):
        Interacting(numbered, "a*b")


def test_packed_rows_are_a_nature(tmp_path):
    lines = b"1 |n a b\n-1 |n b\n" * 5
    pack(VwReader(io.BytesIO(lines)), tmp_path / "a.rows")
    games = [Game(Perceptron(), bounds=[]) for _ in range(2)]
    games[0].play(read(tmp_path / "a.rows"))
    games[1].play(VwReader(io.BytesIO(lines)))
    assert games[0].ledger.mistakes == games[1].ledger.mistakes > 0
    assert games[0].ledger.rounds == 10


def test_a_format_says_what_it_looks_like():
    format = Format("x", PackedFile, (), b"", re.compile(rb"x \d+"), False)
    assert format.looks_like(b"x 12\n", b"x 12")
    assert not format.looks_like(b"x 12 \n", b"x 12 ")
    assert not Format("x", PackedFile, (), b"", None, False).looks_like(b"x", b"x")
