"""`read` of every format: which format it is, and the same account of it whatever it is."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import sys
import threading
from contextlib import closing

import numpy as np
import pytest
import zstandard
from drawn_streams import gaps
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from shared_data import shared

from littlestone import PA1, Game, Perceptron, PruningTree, read
from littlestone.errors import BadFile, BadParameter, LittlestoneError, MissingExtra, UnknownName
from littlestone.formats.ahead import ahead
from littlestone.formats.named_source import ENTRIES, ROWS
from littlestone.formats.opening import find_format, sniff_format

QUICK = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
PACK = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}
TEXTS = {
    "t.svm": b"1 1:2\n-1 2:1\n",
    "t.vw": b"1 |n a:2\n-1 |n b\n",
    "t.csv": b"a,b,y\n2,0,1\n0,1,0\n",
    "t.tsv": b"a\tb\ty\n2\t0\t1\n0\t1\t0\n",
    "t.jsonl": b'{"a": 2, "y": 1}\n{"b": 1, "y": 0}\n',
}


def options_for(name):
    return {"label": "y"} if name.endswith(("csv", "tsv", "jsonl")) else {}


def played(batches, features):
    game = Game(Perceptron(bias=1), features=features or (), bounds=[])
    for batch in batches:
        game.play_batch(batch)
    return game


# which format


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize("name", TEXTS)
def test_the_suffix_says_the_format_and_compressed_is_as_plain(tmp_path, name, suffix):
    plain, packed = tmp_path / name, tmp_path / (name + suffix)
    plain.write_bytes(TEXTS[name] * 1)
    packed.write_bytes(PACK[suffix](TEXTS[name]))
    assert find_format(packed) == find_format(plain)
    assert str(list(read(packed, **options_for(name)))) == str(list(read(plain, **options_for(name))))


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize("name", TEXTS)
def test_without_a_suffix_the_first_line_says_it_and_is_not_lost(tmp_path, monkeypatch, name, suffix):
    path = tmp_path / ("data" + suffix)
    path.write_bytes(PACK[suffix](TEXTS[name]))
    assert len(list(read(path, **options_for(name)))) == 2
    assert len(list(read(io.BytesIO(TEXTS[name]), **options_for(name)))) == 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(TEXTS[name]))))
    assert len(list(read("-", **options_for(name)))) == 2


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b"-1 3:1 11:0.5 # note", "svmlight"),
        (b"# a comment", "svmlight"),
        (b"+1 qid:3 1:2", "svmlight"),
        (b"1 2.0 'tag|words free win:2", "vw"),
        (b"|words free", "vw"),
        (b"'tag|words free", "vw"),
        (b"\n\n 0.5 | a", "vw"),
        (b'\xef\xbb\xbf {"a": 1}', "json"),
        (b"ham\tOk lar... Joking wif u oni...", "csv"),
        (b"a|b,c", "csv"),
        (b"a|b|c", None),
        (b"name;age", "csv"),
        (b"5.1,3.5,setosa", "csv"),
        (b"hello", None),
        (b"", None),
        (b"1", None),
        (b"PAR1\x15\x04", "parquet"),
        (b"ARROW1\x00\x00", "arrow"),
        (b"PK\x03\x04", "npz"),
    ],
)
def test_a_first_line_looks_like_its_format(line, kind):
    assert sniff_format(line) == kind


def test_what_says_nothing_is_asked_for(tmp_path):
    path = tmp_path / "mystery"
    path.write_bytes(b"hello\n")
    with pytest.raises(BadFile, match="give its format: svmlight, vw, event, json, parquet, arrow, npz, rows, csv"):
        read(path)
    with pytest.raises(BadFile, match="No such file"):
        read(tmp_path / "nowhere")
    with pytest.raises(UnknownName, match="did you mean 'csv'"):
        read(path, format="cvs")
    assert list(read(path, format="csv", label="hello")) == []


def test_a_setting_that_a_format_does_not_have_is_an_error():
    for name, setting in (("x.svm", {"drop": "a"}), ("x.vw", {"delimiter": ","}), ("x.jsonl", {"quote": None})):
        with pytest.raises(BadParameter, match=f"no {next(iter(setting))}="):
            read(name, **setting)
    for name in ("x.csv", "x.jsonl", "x.parquet"):
        with pytest.raises(BadParameter, match="give label="):
            read(name)


@pytest.mark.parametrize("name", ["x.parquet", "x.arrow", "x.npz"])
def test_what_is_not_text_is_a_file_as_it_lies_on_disk(name):
    kind = find_format(name)
    streams = () if kind == "arrow" else ("-", io.BytesIO())  # a stream of Arrow is made for pipes
    for path in (*streams, name + ".gz"):
        with pytest.raises(BadParameter):
            read(path, format=kind, **({} if kind == "npz" else {"label": "y"}))


# batches

ROW = st.tuples(
    st.dictionaries(st.sampled_from("abcdefg"), st.integers(-3, 3), max_size=5), st.sampled_from([True, False, None])
)


@QUICK
@given(st.lists(ROW, max_size=20), st.integers(1, 60))
@example([({}, None)], 1)
def test_batches_have_the_pairs_in_order_under_their_names(rows, chunk):
    import json

    data = "\n".join(json.dumps({**x, "y": y}) for x, y in rows).encode()
    source = read(io.BytesIO(data), format="json", label="y")
    source.chunk = chunk
    found = []
    for batch in source.batches():
        names = source.features.names
        for t in range(len(batch)):
            x = batch.row(t)
            assert (np.diff(x.columns) > 0).all()
            y = float(batch.labels[t])
            found.append(({names[c]: v for c, v in zip(x.columns, x.values, strict=True)}, None if y != y else y > 0))
    assert found == [({name: value for name, value in x.items() if value}, y) for x, y in rows]


def test_long_files_come_in_batches_of_bounded_size_read_ahead_by_another_thread():
    wide = b",".join(b"c%d" % c for c in range(200))
    lines = b"".join(b",".join([b"1"] * 200) + b",%d\n" % (t % 2) for t in range(ROWS))
    source = read(io.BytesIO(wide + b",y\n" + lines), format="csv", label="y")
    batches = list(ahead(source.batches()))
    assert sum(map(len, batches)) == ROWS
    assert len(batches) > 1
    assert max(len(batch.values) for batch in batches) < ENTRIES + 200


@pytest.mark.parametrize("name", TEXTS)
def test_batches_make_the_game_that_examples_make(tmp_path, name):
    path = tmp_path / name
    head, body = (TEXTS[name].split(b"\n", 1)) if name in ("t.csv", "t.tsv") else (b"", TEXTS[name])
    path.write_bytes((head + b"\n" if head else b"") + body * 50)
    source = read(path, **options_for(name))
    one = played(source.batches(), source.features)
    other = Game(Perceptron(bias=1), bounds=[])
    other.play(read(path, **options_for(name)))
    assert one.ledger.rounds == other.ledger.rounds == 100
    assert one.ledger.mistakes == other.ledger.mistakes
    assert source.repeatable
    assert source.place(7) == f"{path}, example 7"


def test_a_game_keeps_zeros_of_a_file_where_they_are_no_missing_cells(tmp_path):
    text = gaps()
    (tmp_path / "gaps.csv").write_text(text)
    one, other = (Game(PruningTree(leaf=4, gain=0.0), loss="log") for _ in range(2))
    one.play(read(tmp_path / "gaps.csv", label="y"))
    for line in text.splitlines()[1:]:
        heat, speed, colour, y = line.split(",")
        x = {"heat": float(heat), "colour": colour} | ({"speed": float(speed)} if speed else {})
        other.label(other.predict(x).number, int(y) * 2 - 1)
    assert one.ledger.loss == pytest.approx(other.ledger.loss, rel=1e-12)
    assert one.ledger.mistakes == other.ledger.mistakes
    plain = Game(Perceptron())
    plain.play(read(tmp_path / "gaps.csv", label="y"))
    assert not plain.features.zeros


def test_an_error_comes_after_the_examples_before_it():
    source = read(io.BytesIO(b"a,y\n1,1\n2,0\ninf,1\n"), label="y")
    game = Game(Perceptron(), features=source.features, bounds=[])
    batches = source.batches()
    game.play_batch(next(batches))
    with pytest.raises(BadFile, match="line 4"):
        next(batches)
    assert game.ledger.rounds == 2


def test_a_source_that_is_left_early_closes_its_file(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(b"a,y\n" + b"1,1\n" * 3 * ROWS)
    source = read(path, label="y")
    with closing(source.batches()) as batches:
        next(batches)
    assert source.raw.closed


# bytes


@QUICK
@given(data=st.binary(max_size=80), kind=st.sampled_from(["svmlight", "vw", "csv", "json"]), skip_bad=st.booleans())
def test_any_bytes_give_batches_or_an_error_of_ours(data, kind, skip_bad):
    label = {"label": "y", "columns": ("y", "a")} if kind == "csv" else {"label": "y"} if kind == "json" else {}
    source = read(io.BytesIO(data), format=kind, skip_bad=skip_bad, **label)
    try:
        for batch in source.batches():
            assert len(batch)
    except LittlestoneError:
        pass
    assert skip_bad or source.bad == 0


@QUICK
@given(data=st.binary(max_size=300), cut=st.integers(1, 12))
def test_a_zst_file_is_read_whole_or_refused(tmp_path, data, cut):
    frames = zstandard.ZstdCompressor().compress(b"a,y\n" + b"1,1\n" * 100) + PACK[".zst"](b"2,0\n")
    path = tmp_path / "t.csv.zst"
    path.write_bytes(frames)
    assert len(list(read(path, label="y"))) == 101
    path.write_bytes(frames[:-cut])
    with pytest.raises(BadFile, match=r"cannot read .*: the file ends within a frame"):
        list(read(path, label="y"))
    path.write_bytes(b"\x00" + data)
    with pytest.raises(BadFile, match="not zstandard"):
        list(read(path, label="y"))


def test_without_its_package_a_zst_file_says_what_to_install(tmp_path, monkeypatch):
    (tmp_path / "t.csv.zst").write_bytes(b"")
    monkeypatch.setitem(sys.modules, "zstandard", None)
    monkeypatch.setitem(sys.modules, "compression.zstd", None)
    with pytest.raises(MissingExtra, match=r"pip install 'littlestone\[zst\]'"):
        list(read(tmp_path / "t.csv.zst", label="y"))


def test_lines_from_a_pipe_are_handed_on_as_they_come(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    seen = threading.Event()

    def write():
        with open(path, "wb", buffering=0) as pipe:
            pipe.write(b"a,y\n1,1\n2,")
            assert seen.wait(10)
            pipe.write(b"0\n")

    writer = threading.Thread(target=write)
    writer.start()
    pairs = iter(read(path, format="csv", label="y"))
    assert next(pairs) == ({"a": 1.0}, 1)
    seen.set()
    assert list(pairs) == [({"a": 2.0}, -1)]
    writer.join()


# the texts of others


def test_spam_is_told_from_ham_in_one_pass_with_less_than_two_mistakes_in_a_hundred():
    source = read(
        shared("sms_spam/SMSSpamCollection"),
        columns=("label", "message"),
        label="label",
        labels=("ham", "spam"),
        text="message",
        quote=None,
    )
    game = Game(PA1(bias=1, normalise=True), features=source.features, bounds=[])
    for batch in source.batches():
        game.play_batch(batch)
    assert game.ledger.rounds == 5574
    assert game.ledger.mistakes < 0.02 * 5574


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
def test_a_compressed_file_of_no_bytes_was_cut_short(tmp_path, suffix):
    path = tmp_path / f"a.svm{suffix}"
    path.write_bytes(b"")
    with pytest.raises(BadFile):
        list(read(path))
