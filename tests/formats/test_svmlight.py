"""Svmlight files: read as a slow, plain parser reads them, or refused where it refuses."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import math
import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shared_data import shared

from littlestone import Game, Perceptron
from littlestone.errors import BadFile, BadParameter
from littlestone.formats.text.svmlight import SvmlightReader
from littlestone.formats.text.svmlight_lines import SvmlightLines

NUMBER = re.compile(rb"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
ENTRY = re.compile(rb"([0-9]{1,10}):(.*)", re.S)


def plain_number(text: bytes) -> float:
    value = float(text) if NUMBER.fullmatch(text) else math.nan
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def plain_line(line: bytes, base: int, most: int):
    """None for an empty line, else the label and the entries; ValueError if it is wrong."""
    line = line.removesuffix(b"\r") if b"#" not in line else line.split(b"#")[0]
    words = [word for word in re.split(rb"[ \t]+", line) if word]
    if not words:
        return None
    y = plain_number(words[0])
    entries = []
    for k, word in enumerate(words[1:]):
        if k == 0 and re.fullmatch(rb"qid:[0-9]+", word):
            continue
        found = ENTRY.fullmatch(word)
        if not found:
            raise ValueError(word)
        column = int(found[1]) - base
        if not 0 <= column <= most or (entries and column <= entries[-1][0]):
            raise ValueError(word)
        entries.append((column, plain_number(found[2])))
    return y, entries


def plain_file(data: bytes, *, base=0, width=None, skip_bad=False, classes=None):
    """The rows before the first bad line and its number (0 if there is none), or all good rows and how many are bad."""
    rows, bad = [], 0
    negative, positive = classes or (None, 1.0)
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        try:
            row = plain_line(line, base, 2**31 - 1 if width is None else width - 1)
            if row is None:
                continue
            y = row[0]
            if y != positive and y not in ((negative,) if negative is not None else (0.0, -1.0)):
                raise ValueError(y)
        except ValueError:
            if not skip_bad:
                return rows, number
            bad += 1
            continue
        if y != positive:
            negative = y
        rows.append((1.0 if y == positive else -1.0, row[1]))
    return rows, bad


def fast_file(data: bytes, **settings):
    reader = SvmlightReader(io.BytesIO(data), **settings)
    rows, line = [], 0
    try:
        for batch in reader:
            batch.checked = False
            batch.check()  # what the reader vouched for
            for t in range(len(batch)):
                x = batch.row(t)
                entries = list(zip(x.columns.tolist(), x.values.tolist(), strict=True))
                rows.append((float(batch.labels[t]), entries))
    except BadFile as error:
        line = int(re.search(r"line (\d+), column", str(error))[1])
    return rows, reader.bad if reader.skip_bad else line


def agree(data: bytes, chunk: int = 1 << 18, base: int = 0, width: int | None = None) -> None:
    for skip_bad in (False, True):
        plain = plain_file(data, base=base, width=width, skip_bad=skip_bad)
        assert repr(fast_file(data, chunk=chunk, base=base, width=width, skip_bad=skip_bad)) == repr(plain)


words = st.sampled_from(
    b"1 -1 0 +1 1:2 2:0.5 3:-1e-3 7:.5 9:1e400 0:1 qid:3 qid: # : 5: 5:nan 6:0x1 6:1_0 8:12345678901234567890.5 -3:1 "
    b"4294967296:1 2147483647:1 2147483648:1 00000000011:1 12:1:2 11:1#x \0 \r \xef\xbb\xbf".split(b" ")
)
lines = st.lists(words, max_size=6).flatmap(
    lambda chosen: st.sampled_from([b" ", b"\t", b"  "]).map(lambda blank: blank.join(chosen))
)
good = st.builds(
    lambda y, x: y + b"".join(b" %d:%s" % (c, repr(v).encode()) for c, v in sorted(x.items())),
    st.sampled_from([b"1", b"-1"]),
    st.dictionaries(st.integers(0, 2**31 - 1), st.floats(allow_nan=False, allow_infinity=False), max_size=5),
)
files = st.builds(
    lambda mark, parts, end: mark + end.join(parts),
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
    st.lists(lines | good, max_size=8),
    st.sampled_from([b"\n", b"\r\n"]),
)


@settings(deadline=None, max_examples=400)
@given(files, st.integers(1, 64), st.sampled_from([0, 1]), st.sampled_from([None, 0, 3, 100]))
@example(b"1 1:2\r-1 1:2\n", 5, 0, None)
@example(b"1 1:2\r", 5, 0, None)
@example(b"0 0:x\n-1 1:1\n0 1:1\n", 3, 0, None)
def test_drawn_files_are_read_as_plainly_or_refused_at_the_same_line(data, chunk, base, width):
    agree(data, chunk, base, width)


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=60) | st.text("01:.-+e #\n\t\rqid", max_size=60).map(str.encode), st.integers(1, 64))
def test_random_bytes_are_read_as_plainly_or_refused_at_the_same_line(data, chunk):
    agree(data, chunk)


@settings(deadline=None, max_examples=200)
@given(st.lists(good, min_size=1, max_size=5).map(b"\n".join), st.data())
def test_one_changed_byte_is_never_a_silent_wrong_parse(data, draw):
    at = draw.draw(st.integers(0, len(data) - 1))
    byte = draw.draw(st.integers(0, 255))
    agree(data[:at] + bytes([byte]) + data[at + 1 :])


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_file_may_be_cut_into_blocks_at_any_byte(end):
    data = (
        b"\xef\xbb\xbf+1 qid:7 1:0.25 20:-3e2 # note\r\n\n  # only a note\n-1 3:1\t4:12345678901234567e-5 \r\n1" + end
    )
    rows, line = plain_file(data)
    assert len(rows) == 3
    assert line == 0
    for chunk in range(1, len(data) + 3):
        agree(data, chunk)


def test_a_fault_is_told_with_file_line_column_and_text():
    data = b"1 1:2\n\n-1 2:1 " + b" ".join(b"%d:1" % c for c in range(3, 40)) + b" 40:x 41:1\n"
    with pytest.raises(
        BadFile, match=r"a stream, line 3, column \d+: a value, a finite number, was exp.* '\.\.\..*40:x"
    ) as e:
        list(SvmlightReader(io.BytesIO(data)))
    column = int(re.search(r"column (\d+)", str(e.value))[1])
    assert data.split(b"\n")[2][column - 1 :].startswith(b"x 41")


@pytest.mark.parametrize(
    ("text", "settings", "told"),
    [
        (b"1 5:1", {"width": 5}, "at most 4"),
        (b"1 5:1\n1 6:1", {"width": 5, "base": 1}, "line 2, .*at most 5"),
        (b"1 2147483648:1", {}, "at most 2,147,483,647"),
        (b"1 0:1", {"base": 1}, "base=0 takes"),
        (b"2 1:1", {}, "-1 and 1, or 0 and 1"),
        (b"0 1:1\n-1 1:1", {}, "0 and 1"),
        (b"3 1:1", {"labels": (2, 1)}, "2 and 1"),
        (b"1 2:1 2:1", {}, "columns must rise"),
        (b"1 2:1,3:1", {}, "a blank was expected"),
        (b"1 2", {}, "column:value"),
        (b"1 2:1 qid:1", {}, "column:value"),
        (b"1,2 2:1", {}, "column 2: a blank"),
        (b"x 2:1", {}, "a label"),
    ],
)
def test_a_fault_says_what_to_do(text, settings, told):
    with pytest.raises(BadFile, match=told):
        list(SvmlightReader(io.BytesIO(text), **settings))


def test_bad_lines_are_skipped_and_counted_when_told_so():
    reader = SvmlightReader(io.BytesIO(b"1 1:1\nx\n-1 2:y\n" + b"7\n" * 9 + b"-1 1:2"), skip_bad=True)
    (batch,) = reader
    assert list(batch.labels) == [1.0, -1.0]
    assert reader.bad == 11
    assert len(reader.complaints) == 5
    assert "line 3, column 6" in reader.complaints[1]


def test_two_numbers_become_the_two_classes_and_outcomes_stay():
    text = b"2 1:1\n1 1:1\n"
    assert [list(b.labels) for b in SvmlightReader(io.BytesIO(text), labels=(2, 1))] == [[-1.0, 1.0]]
    assert [list(b.labels) for b in SvmlightReader(io.BytesIO(text + b"-3.5\n"), labels="numbers")] == [
        [2.0, 1.0, -3.5]
    ]


def test_a_batch_lasts_until_the_next_unless_copied():
    text = b"1 1:1\n" * 50 + b"-1 2:3\n" * 50
    kept, *_ = SvmlightReader(io.BytesIO(text), chunk=60, copy=True)
    assert set(kept.values) == {1.0}
    lent, *_ = SvmlightReader(io.BytesIO(text), chunk=60)
    assert 3.0 in set(lent.values)


@pytest.mark.parametrize(
    ("suffix", "pack"), [("", bytes), (".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)]
)
def test_compressed_files_are_read_on_the_way_and_again(tmp_path, suffix, pack):
    path = tmp_path / ("rows" + suffix)
    path.write_bytes(pack(b"1 1:1\n-1 2:1\n" * 3000))
    reader = SvmlightReader(path, chunk=1000)
    for _ in range(2):
        assert sum(len(batch) for batch in reader) == 6000
    assert reader.line == 6000
    assert reader.repeatable
    assert reader.progress is None
    assert 0 < next(reader.progress for _ in reader) <= 1


def test_what_cannot_be_read_is_a_bad_file(tmp_path):
    with pytest.raises(BadFile, match="cannot read"):
        list(SvmlightReader(tmp_path / "none"))
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"1 1:1\n" * 1000)[:40])
    with pytest.raises(BadFile, match="cannot read"):
        list(SvmlightReader(tmp_path / "cut.gz"))


@pytest.mark.parametrize(
    "settings",
    [{"base": 2}, {"labels": (1, 1)}, {"labels": "two"}, {"labels": (1, 2, 3)}, {"chunk": 0}, {"width": 2**31 + 1}],
)
def test_wrong_settings_are_refused(settings):
    with pytest.raises(BadParameter):
        SvmlightReader(io.BytesIO(), **settings)


def test_a_text_stream_is_refused():
    with pytest.raises(BadParameter, match="rb"):
        SvmlightReader(io.StringIO("1 1:1"))


def test_a_line_without_end_is_refused_before_it_fills_the_memory():
    with pytest.raises(BadFile, match="line 2: longer than"):
        list(SvmlightReader(io.BytesIO(b"1 1:1\n" + b"1" * (1 << 25))))


def test_standard_input_is_read_once(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1 1:1\n-1 1:2")))
    reader = SvmlightReader("-")
    assert [len(batch) for batch in reader] == [2]
    assert not reader.repeatable
    with pytest.raises(BadFile, match="only once"):
        list(reader)


def test_the_compiled_loop_refuses_what_it_has_no_newline_or_no_room_for():
    lines = SvmlightReader(io.BytesIO()).scanner()
    lines.take(bytearray(b"1\n-1\n1 1:1"))
    assert lines.parse(0, 5) == 0
    assert lines.rows == 2
    for start, stop in ((5, 10), (5, 11), (-1, 5), (5, 0)):
        with pytest.raises(BadFile, match="no whole lines"):
            lines.parse(start, stop)
    for rows in (4, 6):
        assert lines.parse(0, 5) == 0
        assert lines.rows == rows
    with pytest.raises(BadFile, match="room"):
        lines.parse(0, 5)
    with pytest.raises((TypeError, AttributeError)):
        SvmlightLines.__new__(SvmlightLines).parse(0, 1)


def test_batches_play_the_game_that_one_matrix_plays():
    path = shared("a1a/a1a")
    parts, whole = Game(Perceptron()), Game(Perceptron())
    for batch in SvmlightReader(path, chunk=5000):
        parts.play_batch(batch)
    (everything,) = SvmlightReader(path)
    whole.play_batch(everything)
    assert parts.ledger.rounds == whole.ledger.rounds == 1605
    assert parts.ledger.mistakes == whole.ledger.mistakes
    assert np.array_equal(
        np.asarray(everything.labels) > 0, [line[:1] == b"+" for line in path.read_bytes().splitlines()]
    )
