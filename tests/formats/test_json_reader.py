"""JSON lines by the compiled reader: the batches, names and complaints that come of reading them pair by pair."""

from __future__ import annotations

import io
import json
from contextlib import closing

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reading_account import account

from littlestone import Game, Perceptron
from littlestone.features.features import Features
from littlestone.features.hashing import HashedFeatures
from littlestone.formats.named_source import NamedSource
from littlestone.formats.tables import cell_reader
from littlestone.formats.tables.json_lines import JsonLines
from littlestone.formats.tables.json_reader import JsonReader


def agree(data: bytes, chunk: int, columns=lambda: None, **choices) -> dict:
    """What the compiled reader says, and the plain one as well."""

    def lines() -> JsonLines:
        made = JsonLines(io.BytesIO(data), chunk=chunk, **choices)
        if columns() is not None:
            made.take_columns(columns())
        return made

    plain, fast, early = lines(), lines(), lines()
    expected = account(plain, NamedSource.batches(plain))
    assert account(fast, fast.batches()) == expected
    assert account(early, early.fast(early=True)) == expected
    return expected


NUMBERS = ["0", "1", "-1", "7", "-0", "-0.0", "2.5", "1e3", "-3E-2", "1234567", "12345678", "0.1", "100.25", "1.0"]
LONG = ["123456789012345", "9007199254740993", "-00", "0.12345678901234567", "1" * 400, "1" * 5000, "1e-999", "1e999"]
WRONG = [
    "+4",
    ".5",
    "5.",
    "00012",
    "1e",
    "1.e3",
    "-",
    "tru",
    "nul",
    "NaN",
    "Infinity",
    "-Infinity",
    "",
    "x",
    "'a'",
    "01",
]
LITERALS = ["true", "false", "null"]
TEXTS = [
    "a",
    "b",
    "UA",
    "é",
    "𝄞",
    "true",
    "NA",
    "nan",
    "?",
    "",
    " ",
    " a ",
    "1",
    "2.5",
    "inf",
    "1_0",
    "٣",
    "a=b",
    "NULL",
]
DATES = ["2013-01-31", "2013-02-30", "2013-01-31T05:00"]
ESCAPED = [r'"\n"', r'"a\"b"', r'"\u00e9"', r'"\ud800"', r'"\ud834\udd1e"', r'"\q"', '"a', '"\t"', '"\x7f"', '"a"b"']
NESTED = ["[]", '["a", "b"]', "[1, 0, 2.5]", '{"a": 1}', '{"b": {"c": "x"}}', "[1", "{}", '["a", 1]']
plain = st.sampled_from(NUMBERS + LITERALS) | st.sampled_from(TEXTS + DATES).map(
    lambda text: json.dumps(text, ensure_ascii=False)
)
cells = plain | plain | st.sampled_from(LONG + WRONG + ESCAPED + NESTED)
keys = st.sampled_from(['"a"', '"b"', '"c"', '"a"', '"b"', '"é"', '"a=b"', '""', r'"\u0061"', '"a.b"', "a", '"y"'])
labels = st.sampled_from(
    ["0", "1", "1.0", "-1", '"yes"', '""', "null", "2.5", '"spam"', "true", "-0", "[1]", "12345678"]
)
blank = st.sampled_from(["", "", "", " ", "\t", "\r", "  "])


@st.composite
def line(draw, cells=cells, keys=keys, labels=labels):
    """A line, most often an object."""
    pairs = draw(st.lists(st.tuples(keys, cells), max_size=5))
    if draw(st.integers(0, 5)):
        pairs.insert(draw(st.integers(0, len(pairs))), ('"y"', draw(labels)))
    space = draw(blank)
    inside = f",{space}".join(f"{key}{space}:{draw(blank)}{value}" for key, value in pairs)
    return draw(blank) + "{" + space + inside + "}" + draw(blank)


good = line(plain, st.sampled_from(['"a"', '"b"', '"c"', '"é"']), st.sampled_from(["0", "1"]))
lines = st.lists(line(), max_size=8) | st.lists(good, max_size=8) | st.lists(good | line() | st.just(""), max_size=8)
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


@settings(deadline=None, max_examples=500)
@given(lines, st.sampled_from(["\n", "\r\n"]), st.integers(1, 80) | st.just(1 << 16), choices, columns)
@example(['{"a":1,"y":1}', '{"a":2}', "{}"], "\n", 7, {"skip_bad": False}, lambda: None)
@example(['{"a":1}', "{}"], "\n", 7, {"skip_bad": False}, lambda: None)
@example(['{"y":1}', '{"a=b":1,"a":"b","y":1}', '{"a":"b","y":0}'], "\n", 99, {"skip_bad": True}, lambda: None)
@example(['{"y":1,"a":"é"}', '{"y":0,"a":-0}', '{"y":0,"a":-0.0}'], "\n", 99, {"zeros": True}, lambda: None)
def test_drawn_lines_give_the_batches_and_complaints_of_the_plain_reader(rows, end, chunk, chosen, made):
    agree(end.join(rows).encode(), chunk, made, label="y", **chosen)


@settings(deadline=None, max_examples=200)
@given(lines, st.sampled_from(["numbers", "classes", (0, 1), "none", None]), st.booleans(), st.integers(1, 80))
def test_labels_of_every_kind_are_those_of_the_plain_reader(rows, kind, skip_bad, chunk):
    label = None if kind == "none" else "y"
    agree("\n".join(rows).encode(), chunk, label=label, labels=kind, skip_bad=skip_bad)


@settings(deadline=None, max_examples=300)
@given(
    st.binary(max_size=60) | st.text('01,:{}[]"\n\r\t ay-.eé\\\0tru', max_size=60).map(str.encode),
    st.integers(1, 70),
    st.booleans(),
)
def test_random_bytes_give_the_batches_and_complaints_of_the_plain_reader(data, chunk, skip_bad):
    agree(data, chunk, label="y", skip_bad=skip_bad)


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_one_changed_byte_is_never_a_silent_wrong_parse(draw):
    text = '{"a":1,"b":"x","y":1}\n{"y": 0, "a": 2.5, "b": "é"}\r\n{"b":null,"y":true}\n\n{"a":-4e0,"y":0}\n'.encode()
    at = draw.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + bytes([draw.draw(st.integers(0, 255))]) + text[at + 1 :]
    for skip_bad in (False, True):
        agree(changed, draw.draw(st.integers(1, 60)), label="y", skip_bad=skip_bad)


@settings(deadline=None, max_examples=200)
@given(st.lists(st.from_regex(r"-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?(e-?[0-9]{1,2})?", fullmatch=True), min_size=1))
def test_numbers_have_the_bits_that_python_gives_them(written):
    text = "\n".join(f'{{"a":{number},"y":1}}' for number in written)
    (batch,) = JsonLines(io.BytesIO(text.encode()), label="y", zeros=True).batches()
    expected = [float(json.loads(number)).hex() for number in written]
    assert [value.hex() for value in np.asarray(batch.values).tolist()] == expected


def test_plain_lines_are_not_read_one_by_one(monkeypatch):
    text = b'{"a": 1, "b": "x", "y": 1}\n{"y": 0, "b": null, "a": true, "new": "1"}\n{"a": [1], "y": 1}\n'
    alone = []
    real = JsonReader.single
    monkeypatch.setattr(JsonReader, "single", lambda self, piece, row: alone.append(row) or real(self, piece, row))
    assert len(agree(text, 1 << 16, label="y")["rows"]) == 3
    assert alone == [2, 2]


def test_the_values_that_are_remembered_are_so_many_and_no_more(monkeypatch):
    monkeypatch.setattr(cell_reader, "REMEMBERED", 20)
    data = "\n".join(f'{{"a": "k{t % 70}", "b": "m{t % 3}", "y": {t % 2}}}' for t in range(500)).encode()
    assert len(agree(data, 300, label="y")["names"]) == 73


def test_keys_may_be_many():
    data = "\n".join(f'{{"k{t}": {t % 3}, "m{t % 90}": "x", "y": {t % 2}}}' for t in range(400)).encode()
    assert len(agree(data, 500, label="y")["names"]) == 356


def test_names_run_out_in_the_compiled_reader_as_they_do_in_the_plain_one():
    data = "\n".join(f'{{"a": "k{t}", "b": {t % 5}, "y": {t % 2}}}' for t in range(60)).encode()
    assert agree(data, 90, lambda: Features(max_names=20), label="y")["shared"] > 30


def test_a_label_within_another_object_and_one_that_comes_late():
    data = b'{"a": 1}\n{"a": 2, "u": {"y": 1}}\n{"a": 3, "u.y": 0}\n{"a": 4}\n'
    assert [y for y, _ in agree(data, 50, label="u.y")["told"]] == [None, 1, -1, None]


def test_names_reach_the_game_with_their_examples_and_not_before(tmp_path):
    path = tmp_path / "drawn.jsonl"
    path.write_text("\n".join(f'{{"a": "k{t}", "y": {t % 2}}}' for t in range(2000)))
    source = JsonLines(path, label="y", chunk=500)
    game, seen = Game(Perceptron(), features=source.features), 0
    with closing(source.passing()) as batches:
        for batch in batches:
            seen += len(batch)
            assert game.features.names == [f"a=k{t}" for t in range(seen)]
            game.play_batch(batch)
    assert seen == 2000
