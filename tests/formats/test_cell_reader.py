"""Tables by the compiled reader: the batches, names and complaints that come of reading them pair by pair."""

from __future__ import annotations

import io
from contextlib import closing

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reading_account import account

from littlestone import Game, Perceptron
from littlestone.errors import LittlestoneError
from littlestone.features.features import Features
from littlestone.features.hashing import HashedFeatures
from littlestone.formats.ahead import ahead
from littlestone.formats.named_source import NamedSource
from littlestone.formats.tables import cell_reader
from littlestone.formats.tables.cell_rows import CellRows
from littlestone.formats.tables.csv_file import CsvFile
from littlestone.formats.text.vw_text import VwReader


def agree(data: bytes, chunk: int, columns=lambda: None, **choices) -> dict:
    """What the compiled reader says, and the plain one as well."""

    def table(chunk: int = chunk) -> CsvFile:
        made = CsvFile(io.BytesIO(data), chunk=chunk, **choices)
        if columns() is not None:
            made.take_columns(columns())
        return made

    plain, fast = table(), table()
    expected = account(plain, NamedSource.batches(plain))
    found = account(fast, fast.batches())
    assert found == expected
    early = table()
    assert account(early, early.fast(early=True)) == expected
    return found


NUMBERS = [
    "0",
    "1",
    "-1",
    "7",
    "-0",
    "2.5",
    ".5",
    "5.",
    "1e3",
    "-3E-2",
    "+4",
    "00012",
    "1234567",
    "12345678",
    "-9999999",
]
LONG = [
    "123456789012345",
    "9007199254740993",
    "-00000000000000001",
    "0.12345678901234567",
    "1" * 400,
    "1e-999",
    "1e999",
]
TEXTS = [
    "a",
    "b",
    "UA",
    "é",
    "𝄞",
    "true",
    "FALSE",
    "NA",
    "nan",
    "?",
    "",
    " ",
    " a ",
    "\t",
    "inf",
    "1_0",
    "٣",
    "1,5",
    "1.5.2",
]
DATES = ["2013-01-31", "2013-02-30", "2013-01-31T05:00", "2013-01-31 05:00:00Z"]
QUOTED = ['"a"', '"1"', '""', '"a,b"', '"a""b"', '"a', 'a"b', '"a"b', '"a\nb"', '"a\r\nb"', ' "a"', "'a'", '"""']
ODD = ["\r", "\0", "\x01", "\x0b", "\x1f", "\x7f", "a=b", "b=c", "x" * 40, "1;2"]
cells = st.sampled_from(NUMBERS + TEXTS) | st.sampled_from(NUMBERS + LONG + TEXTS + DATES + QUOTED + ODD)
labels = st.sampled_from(["0", "1", "1.0", " 1", "-1", "yes", "", "NA", "2.5", "spam", '"1"', "12345678", "é"])
plain_labels = st.sampled_from(["0", "1"])
lines = st.builds(
    lambda row, y: [*row, y],
    st.lists(cells, min_size=3, max_size=3) | st.lists(cells, max_size=5),
    labels | plain_labels,
)
good = st.builds(lambda row, y: [*row, y], st.lists(cells, min_size=3, max_size=3), plain_labels)
choices = st.fixed_dictionaries(
    {"skip_bad": st.booleans()},
    optional={
        "positive": st.sampled_from(["1", "spam", "yes"]),
        "drop": st.sampled_from(["a", "b"]),
        "categorical": st.sampled_from(["a", "b", ("a", "b")]),
        "text": st.just("c"),
        "boolean": st.booleans(),
        "zeros": st.booleans(),
        "dates": st.sampled_from(["cycles", "none"]),
        "quote": st.sampled_from([None, "'", "1"]),
        "decimal": st.just(","),
        "counts": st.booleans(),
    },
)
columns = st.sampled_from(
    [
        lambda: None,
        lambda: HashedFeatures(3),
        lambda: HashedFeatures(10, seed=2),
        lambda: Features(max_names=4),
        lambda: Features(["b=UA", "late"], max_names=9),
    ]
)


@settings(deadline=None, max_examples=400)
@given(
    st.lists(lines, max_size=8) | st.lists(good, max_size=8),
    st.sampled_from([",", ";", "\t", "|", "é", "-"]),
    st.sampled_from(["\n", "\r\n"]),
    st.integers(1, 80) | st.just(1 << 16),
    choices,
    columns,
)
@example([["1", "a", "2", "1"], ["1", '"a', 'b"', "0"]], ",", "\n", 1, {"skip_bad": True}, lambda: None)
@example([["0", "a=b", "2", "1"], ["0", "x", "2", "0"]], ",", "\n", 1000, {"zeros": True}, lambda: HashedFeatures(1))
def test_drawn_tables_give_the_batches_and_complaints_of_the_plain_reader(rows, delimiter, end, chunk, chosen, made):
    text = end.join(delimiter.join(row) for row in [["a", "b", "c", "y"], *rows])
    agree(text.encode(), chunk, made, label="y", delimiter=delimiter, **chosen)


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.lists(cells, min_size=4, max_size=4), max_size=8),
    st.sampled_from(["a", "b", "c"]),
    st.integers(1, 80) | st.just(1 << 16),
    choices,
)
def test_weights_are_those_of_the_plain_reader(rows, weight, chunk, chosen):
    for name in ("drop", "categorical", "text"):
        if weight in chosen.get(name, ()):
            chosen = {key: value for key, value in chosen.items() if key != name}
    labelled = [[*row[:3], str(t % 2)] for t, row in enumerate(rows)]
    text = "\n".join(",".join(row) for row in [["a", "b", "c", "y"], *labelled])
    agree(text.encode(), chunk, label="y", weight=weight, **chosen)


def test_rows_with_weights_are_not_read_one_by_one(monkeypatch):
    monkeypatch.setattr(CsvFile, "described", lambda *_: pytest.fail("a plain weight was read alone"))
    (batch,) = CsvFile(io.BytesIO(b"a,w,y\nx,2,1\ny,.5,0\n"), label="y", weight="w").batches()
    assert np.asarray(batch.weights).tolist() == [2.0, 0.5]


@settings(deadline=None, max_examples=150)
@given(
    st.lists(lines, max_size=8),
    st.sampled_from(["numbers", "classes", (0, 1), "none", None]),
    st.booleans(),
    st.integers(1, 80) | st.just(1 << 16),
)
def test_labels_of_every_kind_are_those_of_the_plain_reader(rows, kind, skip_bad, chunk):
    text = "\n".join(",".join(row) for row in [["a", "b", "c", "y"], *rows])
    label = None if kind == "none" else "y"
    agree(text.encode(), chunk, label=label, labels=kind, skip_bad=skip_bad)


@settings(deadline=None, max_examples=300)
@given(
    st.binary(max_size=60)
    | st.text('01,;"\n\r\t ay-.eé\0', max_size=60).map(str.encode)
    | st.text('01,"\n\ray', max_size=60).map(lambda text: b"a,y\n" + text.encode()),
    st.integers(1, 70),
    st.booleans(),
    st.sampled_from([(), ("a", "y"), ("y",)]),
)
def test_random_bytes_give_the_batches_and_complaints_of_the_plain_reader(data, chunk, skip_bad, named):
    found = []
    for way in (NamedSource.batches, CsvFile.batches, lambda table: table.fast(early=True)):
        table = CsvFile(io.BytesIO(data), chunk=chunk, label="y", skip_bad=skip_bad, columns=named)
        found.append(account(table, way(table)))
    assert found[0] == found[1] == found[2]


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_one_changed_byte_is_never_a_silent_wrong_parse(draw):
    text = 'a,b,y\n1,"x",1\n2.5,é,0\r\n"3",y,1\n\n-4,"z z",0\n'.encode()
    at = draw.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + bytes([draw.draw(st.integers(0, 255))]) + text[at + 1 :]
    for skip_bad in (False, True):
        agree(changed, draw.draw(st.integers(1, 60)), label="y", skip_bad=skip_bad)


@settings(deadline=None, max_examples=200)
@given(st.lists(st.from_regex(r"[+-]?[0-9]{1,9}(\.[0-9]{0,9})?(e-?[0-9]{1,2})?", fullmatch=True), min_size=1))
def test_numbers_have_the_bits_that_python_gives_them(written):
    text = "\n".join(["a,y", *(f"{number},1" for number in written)])
    (batch,) = CsvFile(io.BytesIO(text.encode()), label="y", zeros=True).batches()
    assert [value.hex() for value in np.asarray(batch.values).tolist()] == [float(number).hex() for number in written]
    text = "\n".join(f"1 |f a:{number}" for number in written)
    (batch,) = VwReader(io.BytesIO(text.encode())).batches()
    assert np.asarray(batch.values).tolist() == [float(number) for number in written]


def test_a_file_may_be_cut_into_blocks_at_any_byte():
    data = '\ufeffa,b,y\r\n1,"x\r\n,y",1\n\n2,é,0\n3,"",\n,w,1'.encode()
    for chunk in range(1, len(data) + 3):
        assert len(agree(data, chunk, label="y")["rows"]) == 4


def test_the_cells_that_are_remembered_are_so_many_and_no_more(monkeypatch):
    monkeypatch.setattr(cell_reader, "REMEMBERED", 20)
    data = "\n".join(["a,b,y", *(f"k{t % 70},m{t % 3},{t % 2}" for t in range(500))]).encode()
    made = []
    real = cell_reader.CellReader.meaning
    monkeypatch.setattr(cell_reader.CellReader, "meaning", lambda self, lines: made.append(0) or real(self, lines))
    assert len(agree(data, 100, label="y")["names"]) == 73
    assert len(made) > 10


def test_names_run_out_in_the_compiled_reader_as_they_do_in_the_plain_one():
    data = "\n".join(["a,b,y", *(f"k{t},{t % 5},{t % 2}" for t in range(60))]).encode()
    found = agree(data, 90, lambda: Features(max_names=20), label="y")
    assert found["shared"] > 30


def test_a_feature_that_comes_twice_is_an_error_and_its_names_are_forgotten():
    data = b"a,a.year,y\n1,2,1\n2013-01-31,2013,0\nnew,2013,1\n"
    found = agree(data, 1000, label="y", categorical="a.year", skip_bad=True)
    assert found["names"] == ["a", "a.year=2", "a=new", "a.year=2013"]
    assert found["bad"][0] == 1
    assert (
        "another cell gives the feature 'a.year=2013' too" in agree(data, 9, label="y", categorical="a.year")["error"]
    )


def test_cells_that_are_too_long_for_the_csv_module_are_refused_by_both():
    data = b"a,y\n" + b"x" * 131_072 + b",1\n" + b"y" * 131_073 + b",0\n1,1\n"
    found = agree(data, 1 << 16, label="y", skip_bad=True)
    assert [len(found["rows"]), found["bad"][0]] == [2, 1]


def test_a_text_that_many_words_are_read_from_makes_room_for_itself():
    words = " ".join(f"w{k}" for k in range(5000))
    found = agree(f"t,y\nshort,1\n{words},0\n{words},1\n".encode(), 1 << 16, label="y", text="t")
    assert [len(columns) for columns, _ in found["rows"]] == [1, 5000, 5000]


def test_the_room_that_is_made_for_many_words_does_not_grow_from_block_to_block():
    lines = [f"{' '.join(f'{word}{t % 9}' for word in 'abcdefghijklmnopqrstuvwxyz')},{t % 2}" for t in range(3000)]
    table = CsvFile(io.BytesIO("\n".join(["t,y", *lines]).encode()), chunk=2000, label="y", text="t")
    assert sum(len(batch.columns) for batch in table.batches()) == 26 * 3000


def test_two_passes_and_a_thread_give_the_same_game(tmp_path):
    path = tmp_path / "drawn.csv"
    draw = np.random.default_rng(1)
    rows = (
        f"{draw.choice(list('abc'))},{draw.normal():.3f},k{draw.integers(300)},{draw.integers(2)}" for _ in range(4000)
    )
    path.write_text("\n".join(["a,b,c,y", *rows]))
    weights = []
    for way in ("batches", "passing", "pairs"):
        source = CsvFile(path, label="y", chunk=3000)
        game = Game(Perceptron(), features=source.features)
        for _ in range(2):
            batches = NamedSource.batches(source) if way == "pairs" else getattr(source, way)()
            for batch in batches:
                game.play_batch(batch)
        weights.append(dict(zip(game.features.names, np.asarray(game.learner.weights).tolist(), strict=False)))
    assert weights[0] == weights[1] == weights[2]


def test_names_reach_the_game_with_their_examples_and_not_before(tmp_path):
    path = tmp_path / "drawn.csv"
    path.write_text("\n".join(["a,y", *(f"k{t},{t % 2}" for t in range(2000))]))
    source = CsvFile(path, label="y", chunk=500)
    game, seen = Game(Perceptron(), features=source.features), 0
    with closing(source.passing()) as batches:
        for batch in batches:
            seen += len(batch)
            assert game.features.names == [f"a=k{t}" for t in range(seen)]
            game.play_batch(batch)
    assert seen == 2000


def test_what_a_row_of_codes_consists_of_is_checked():
    rows = CellRows(places=1, zeros=False, boolean=False, hashed=False, told=True)
    with pytest.raises(LittlestoneError, match="as many"):
        rows.give(*(np.zeros(2, dtype=kind) for kind in ("i8", "i4", "f8", "i4", "f8")))
    assert list(ahead(iter([rows.run(0, 0, 1)]))) == [0]
