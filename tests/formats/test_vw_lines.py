"""VW text by the compiled parser: the examples and the complaints of the plain one, as pairs and as batches."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from plain_vw import PlainVw
from shared_data import shared

from littlestone import Game, Perceptron, load, save
from littlestone.errors import BadFile, BadParameter
from littlestone.features.features import Features
from littlestone.features.name_table import murmur3
from littlestone.formats.ahead import ahead
from littlestone.formats.text.vw_lines import VwLines
from littlestone.formats.text.vw_text import VwReader


def account(reader, examples):
    """All that comes of reading: the examples, what was refused and skipped, and how many had a weight."""
    found, told = [], ""
    try:
        for one in examples:
            found.append(one._replace(x=sorted((name, value.hex()) for name, value in one.x.items())))
    except BadFile as error:
        told = str(error)
    return found, told, reader.bad, reader.complaints, reader.weighted


def from_batches(reader):
    """The rows of batches as pairs, with names from the reader's features."""
    found, told = [], ""
    try:
        for batch in reader.batches():
            batch.checked = batch.ordered = False
            assert batch.first_fault() == -1  # what the reader vouched for
            batch.trust() if not np.isnan(batch.labels).any() else None
            names = reader.features.names
            for t in range(len(batch)):
                entries = slice(batch.starts[t], batch.starts[t + 1])
                columns, values = np.asarray(batch.columns)[entries], np.asarray(batch.values)[entries]
                x = sorted((names[c], v.hex()) for c, v in zip(columns, values.tolist(), strict=True))
                found.append((x, None if np.isnan(batch.labels[t]) else float(batch.labels[t])))
    except BadFile as error:
        told = str(error)
    return found, told


def agree(data: bytes, chunk: int, **choices) -> None:
    for skip_bad in (False, True):
        plain = PlainVw(io.BytesIO(data), skip_bad=skip_bad, **choices)
        reader = VwReader(io.BytesIO(data), skip_bad=skip_bad, chunk=chunk, **choices)
        expected = account(plain, plain.examples())
        assert account(reader, reader.examples()) == expected
        assert from_batches(VwReader(io.BytesIO(data), skip_bad=skip_bad, chunk=chunk, **choices)) == (
            [(one.x, one.y) for one in expected[0]],
            expected[1],
        )
        came = dict.fromkeys(name for one in expected[0] for name, _ in one.x)
        assert set(reader.features.names) == set(came)  # a line that was refused has left no name


PIECES = ["1", "-1", "0.5", "0", "1|f", "2", "'tag", "tag|", "|f", "|f:2", "|g:x", "|", "a", "b:2", "c:-.5e1", "c:nan"]
LARGE = [":3", "a:1e308", "a:-1e308", "|f:1e200", "b:1e200", "-0", "a:-0"]
ODD = ["a:1:2", "d:", "e:1e400", "x^y", "|h^i", "f|g", "1_0", "é", "٣", "é:٣", "\r", "\0", "", "f^a", "\t", "|é", "𝄞"]
words = st.sampled_from([*PIECES, *LARGE, *ODD])
lines = st.lists(words, max_size=9).flatmap(lambda chosen: st.sampled_from(" \t").map(lambda blank: blank.join(chosen)))
headed = st.builds("{} |f {}".format, st.sampled_from(["1", "-1 1", "", "0", "1 3", "-1 1 0 'x", "1 1 2", "5"]), lines)
files = st.builds(
    lambda parts, end: end.join(parts).encode(), st.lists(lines | headed, max_size=6), st.sampled_from(["\n", "\r\n"])
)
choices = st.fixed_dictionaries(
    {
        "labels": st.sampled_from([None, "numbers", (0, 1), (5, -1)]),
        "importance": st.sampled_from(["use", "refuse", "ignore"]),
    }
)


@settings(deadline=None, max_examples=250)
@given(files, st.integers(1, 40), choices)
@example(b"1 |f a:1e308 b a:1e308 c:x\n", 9, {"labels": None})
@example(b"1 |f a:1e308 b a:1e308 |^\n", 9, {"labels": None})
@example(b"7 |f a:1e308 b:1e308 b:1e308 a:1e308\n", 9, {"labels": None})
def test_drawn_files_give_the_examples_and_complaints_of_the_plain_parser(data, chunk, choices):
    agree(data, chunk, **choices)


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=40) | st.text("01|:. fa'^\n\t-eé\r", max_size=40).map(str.encode), st.integers(1, 40))
def test_random_bytes_give_the_examples_and_complaints_of_the_plain_parser(data, chunk):
    agree(data, chunk)


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.sampled_from([0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xF5, 97]))
)
def test_bytes_are_utf8_where_python_says_so(data):
    agree(b"1 |f a" + bytes(data) + b" b\n-1 |f c\n", 20)


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_one_changed_byte_is_never_a_silent_wrong_parse(draw):
    good = "1 'x|f a b:2.5 |é:2 c d:-1e-3\n-1 1 |f b:0.1 a |g d\n".encode()
    at = draw.draw(st.integers(0, len(good) - 1))
    agree(good[:at] + bytes([draw.draw(st.integers(0, 255))]) + good[at + 1 :], 64)


ALIKE = ["a", "aa", "eightabc", "eightabcd", "fourteen_bytes", "fifteen_bytes_x", "sixteen_bytes_xy", "e" * 25]
alike = st.builds(
    "{}{}".format, st.sampled_from(ALIKE), st.sampled_from([":1", ":2.5", ":", "", ":x", ":-0", "\x01:3"])
)
likely = st.builds(
    "{} |{} {}".format, st.sampled_from(["1", "0"]), st.sampled_from(["", "f", "g:2"]), st.lists(alike).map(" ".join)
)


@settings(max_examples=200, deadline=None)
@given(st.lists(likely, min_size=1, max_size=4), st.lists(st.integers(0, 3), max_size=30), st.integers(16, 500))
@example(["1 | a:1 aa:2", "1 | a:1 aa:x"], [0, 0, 0, 1, 0, 0], 500)
@example(["1 | " + " ".join(f"n{k}:1" for k in range(70))], [0, 0, 0], 5000)
def test_names_that_are_expected_where_they_stood_before_are_no_others(some, order, chunk):
    text = "\n".join(some[which % len(some)] for which in order)
    agree(text.encode(), chunk)
    for bits in (3, 18):
        whole, cut = (
            VwReader(io.BytesIO(text.encode()), hash_bits=bits, skip_bad=True, chunk=n) for n in (4096, chunk)
        )
        assert [repr(batch.row(t)) for batch in whole.batches() for t in range(len(batch))] == [
            repr(batch.row(t)) for batch in cut.batches() for t in range(len(batch))
        ]


def test_a_file_may_be_cut_into_blocks_at_any_byte():
    data = "\ufeff1 2 'tag|words:0.5 free win:4 |  bare:2 |words free\r\n\n-1 |é a\t b:3 \n|f x".encode()
    for chunk in range(1, len(data) + 3):
        agree(data, chunk, importance="ignore")


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(st.integers(0, 300), st.integers(-4, 4)), max_size=300), st.sampled_from([None, 3, 8, 17, 30])
)
def test_rows_of_any_length_go_by_column_and_add_up(entries, bits):
    """Longer and shorter rows are sorted in two ways, and hashed columns need more digits than others."""
    text = b"1 |f " + b" ".join(b"%d:%d" % entry for entry in entries)
    reader = VwReader(io.BytesIO(b"1 |f 7 200 12\n" + text), hash_bits=bits)
    (batch,) = reader.batches()
    plain: dict[int, float] = {}
    for name, value in entries:
        code = murmur3(b"f^%d" % name)
        column = reader.features.columns[f"f^{name}"] if bits is None else code % 2**bits
        plain[column] = plain.get(column, 0.0) + (value if bits is None or code < 2**31 else -value)
    row = batch.row(1)
    assert row.columns.tolist() == sorted(plain)
    assert row.values.tolist() == [plain[column] for column in sorted(plain)]
    assert batch.width == (len(reader.features) if bits is None else 2**bits)


def played(batches, game):
    for batch in batches:
        game.play_batch(batch)
    return game


DRAWN = b"".join(b"%d |w a%d b%d:0.5 |n:2 c%d\n" % (1 if t % 3 else -1, t % 7, t % 5, t) for t in range(300))


def test_batches_pairs_and_batches_read_ahead_play_the_same_named_game():
    reader, early = (VwReader(io.BytesIO(DRAWN), chunk=700) for _ in range(2))
    bulk = played(reader.batches(), Game(Perceptron(), features=reader.features))
    parallel = played(ahead(early.batches()), Game(Perceptron(), features=early.features))
    single = Game(Perceptron())
    single.play(VwReader(io.BytesIO(DRAWN), chunk=50))
    assert bulk.ledger.mistakes == parallel.ledger.mistakes == single.ledger.mistakes > 20
    assert bulk.features.names == parallel.features.names == single.features.names
    assert np.array_equal(bulk.learner.weights, parallel.learner.weights)
    wide, narrow = (game.learner.weights[: len(game.features)] for game in (bulk, single))
    assert np.array_equal(wide[: len(narrow)], narrow)  # the last columns have taught nobody anything
    assert not wide[len(narrow) :].any()


def test_names_that_come_to_the_game_elsewhere_are_known_to_the_reader():
    reader = VwReader(io.BytesIO(DRAWN), chunk=700)
    game = Game(Perceptron(), features=reader.features)
    for number, batch in enumerate(reader.batches()):
        game.play_batch(batch)
        game.label(game.predict({f"n^c{number * 40 + 25}": 1.0, f"only here {number}": 1.0}).number, 1)
    names = game.features.names
    assert len(set(names)) == len(names)
    assert reader.lines.names() == names[: reader.table.count]
    assert {f"only here {k}" for k in range(number)} <= set(reader.lines.names())
    (again,) = VwReader(io.BytesIO(DRAWN), features=game.features).batches()
    assert again.width == len(names)
    for t in (0, 25, 299):
        assert [names[c] for c in again.row(t).columns] == sorted(
            [f"w^a{t % 7}", f"w^b{t % 5}", f"n^c{t}"], key=names.index
        )


def test_names_that_come_to_the_game_while_the_file_is_read_ahead_have_one_column_each(tmp_path):
    path = tmp_path / "drawn.vw"
    path.write_bytes(DRAWN)
    reader = VwReader(path, chunk=700)
    game, rounds = Game(Perceptron(), features=reader.features), 0
    for number, batch in enumerate(reader.passing()):
        names = game.features.names
        for t in range(len(batch)):
            told = [names[c] for c in batch.row(t).columns]
            assert sorted(told) == sorted([f"w^a{rounds % 7}", f"w^b{rounds % 5}", f"n^c{rounds}"])
            rounds += 1
        batch.checked = batch.ordered = False
        game.play_batch(batch)
        game.label(game.predict({f"n^c{number * 40 + 60}": 1.0, f"only here {number}": 1.0}).number, 1)
    assert rounds == 300
    assert len(set(game.features.names)) == len(game.features.names)


def test_a_file_read_ahead_and_left_early_has_given_no_names_that_were_not_played(tmp_path):
    path = tmp_path / "drawn.vw"
    path.write_bytes(DRAWN)
    reader = VwReader(path, chunk=700)
    for _ in range(2):
        batches = reader.passing()
        first = next(batches)
        batches.close()
        assert len(reader.features) == 12 + len(first)
    assert sum(len(batch) for batch in reader.batches()) == 300
    assert len(reader.features) == 12 + 300


def test_names_beyond_the_most_share_the_columns_that_the_game_would_give_them():
    features = Features(max_names=20)
    reader = VwReader(io.BytesIO(DRAWN), features=features, chunk=700)
    alone = Features(max_names=20)
    rows = [(batch, t) for batch in reader.batches() for t in range(len(batch))]
    for (batch, t), (x, _) in zip(rows, VwReader(io.BytesIO(DRAWN)), strict=True):
        expected = alone.row(x)
        found = batch.row(t)
        assert found.columns.tolist() == expected.columns.tolist()
        assert found.values.tolist() == expected.values.tolist()
    assert features.names == alone.names
    assert len(features) == len(alone)


def test_a_saved_game_goes_on_with_another_file(tmp_path):
    reader = VwReader(io.BytesIO(DRAWN[:2000]), skip_bad=True)
    save(played(reader.batches(), Game(Perceptron(), features=reader.features)), tmp_path / "game.npz")
    game = load(tmp_path / "game.npz")
    other = VwReader(io.BytesIO(b"1 |new word |w a3\n"), features=game.features)
    (batch,) = other.batches()
    before = game.ledger.rounds
    game.play_batch(batch)
    assert game.ledger.rounds == before + 1
    assert game.features.names[-1] == "new^word"
    assert game.features.names[batch.row(0).columns[0]] == "w^a3"


def test_a_second_pass_gives_the_same_columns(tmp_path):
    path = tmp_path / "drawn.vw"
    path.write_bytes(DRAWN)
    reader = VwReader(path)
    (first,), (second,) = reader.batches(), reader.batches()
    assert np.array_equal(first.columns, second.columns)
    assert first.width == second.width == len(reader.features)


def test_a_line_without_label_has_nan_in_a_batch():
    (batch,) = VwReader(io.BytesIO(b"1 |f a\n|f b\n0 |f c\n")).batches()
    assert np.array_equal(batch.labels, [1.0, np.nan, -1.0], equal_nan=True)


def test_names_of_any_length_are_read_and_a_long_namespace_is_put_before_each_of_them():
    space, names = "n" * 3000, ["x" * size for size in (1, 10, 40_000, 2)]
    reader = VwReader(io.BytesIO(f"1 |{space} {' '.join(names)}\n-1 |{space} {names[2]}".encode()), chunk=1000)
    assert [len(batch) for batch in reader.batches()] == [1, 1]
    assert reader.features.names == [f"{space}^{name}" for name in names]


def test_settings_that_contradict_each_other_are_refused():
    numbered = Features()
    numbered.row([1.0, 2.0])
    for wrong in ({"features": Features(), "hash_bits": 3}, {"features": numbered}, {"hash_bits": 31}):
        with pytest.raises(BadParameter):
            VwReader(io.BytesIO(), **wrong)


def test_the_compiled_loop_refuses_what_it_has_no_newline_or_no_room_for():
    lines = VwReader(io.BytesIO()).scanner()
    lines.take(bytearray(b"|\n|\n| a"))
    assert lines.parse(0, 4) == 0
    assert lines.rows == 2
    for start, stop in ((4, 7), (4, 8), (-1, 4), (4, 0)):
        with pytest.raises(BadFile, match="no whole lines"):
            lines.parse(start, stop)
    lines.parse(0, 4)
    with pytest.raises(BadFile, match="room"):
        lines.parse(0, 4)
    with pytest.raises((TypeError, AttributeError)):
        VwLines.__new__(VwLines).parse(0, 1)


@pytest.mark.parametrize(
    ("name", "rows", "positives", "entries"),
    [("rcv1_small.dat.xz", 1000, 459, 77_739), ("rcv1_small_test.data", 500, 245, 39_448)],
)
def test_reuters_in_batches_has_the_counts_of_its_source(name, rows, positives, entries):
    """The entries are the words after the bar and its namespace, counted with awk."""
    reader = VwReader(shared(f"vw_rcv1_small/{name}"), chunk=50_000)
    batches = list(reader.batches())
    assert sum(map(len, batches)) == rows
    assert sum(int((np.asarray(batch.labels) == 1.0).sum()) for batch in batches) == positives
    assert sum(len(batch.values) for batch in batches) == entries
    assert len(reader.features) == batches[-1].width
    assert all(re.fullmatch(r"f\^[0-9]+", feature) for feature in reader.features.names)
