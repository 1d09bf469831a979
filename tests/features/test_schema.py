"""One rule for raw records: however they come, they give the same features, the same guess, to the last bit."""

from __future__ import annotations

import csv
import datetime
import io
import json
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import AROW, Game, LinearAdaGrad, Perceptron, Schema, Standardised, load, read, save
from littlestone.errors import BadFeature, BadParameter, StateError
from littlestone.features import HashedFeatures
from littlestone.features.dates import read_date
from littlestone.features.features import SHARED, Features
from littlestone.features.indicator import Indicator

RECORD = {
    "carrier": "UA",
    "delay": 3,
    "left": "2013-01-31T05:40",
    "note": "Win, win!",
    "gate": None,
    "late": True,
    "tags": ["a", "b", "a"],
    "user": {"age": 40, "land": "de"},
}


def test_every_kind_of_cell_is_what_the_rules_say():
    assert Schema(text="note").features(RECORD) == {
        "carrier=UA": 1.0,
        "delay": 3.0,
        "left.year=2013": 1.0,
        "left.month=1": 1.0,
        "left.weekday=thu": 1.0,
        "left.hour=5": 1.0,
        "note:win": 1.0,
        "note:,": 1.0,
        "note:!": 1.0,
        "late": 1.0,
        "tags=a": 1.0,
        "tags=b": 1.0,
        "user.age": 40.0,
        "user.land=de": 1.0,
    }


@pytest.mark.parametrize(
    ("cell", "same"),
    [
        ("3.5", 3.5),
        (" 3.5 ", 3.5),
        ("true", True),
        ("FALSE", False),
        ("0", 0),
        ("", None),
        ("NA", math.nan),
        ("2013-01-31", datetime.date(2013, 1, 31)),
        ("2013-01-31 05:40:00", datetime.datetime(2013, 1, 31, 5, 40)),
        ("2013-01-31T05:40", pd.Timestamp("2013-01-31 05:40")),
        ("2013-01-31T05:40", np.datetime64("2013-01-31T05:40")),
        (None, pd.NA),
        (None, pd.NaT),
        (None, np.datetime64("NaT")),
        ("7", np.int64(7)),
        ("UA", np.str_("UA")),
    ],
)
def test_a_text_and_the_value_it_stands_for_are_the_same_cell(cell, same):
    for schema in (Schema(), Schema(dates="cycles"), Schema(boolean=True)):
        assert schema.features({"a": cell}) == schema.features({"a": same})


def test_numbers_are_names_where_a_column_is_categorical():
    schema = Schema(categorical=["zip", "flag"])
    assert schema.features({"zip": 80331, "flag": True}) == {"zip=80331": 1.0, "flag=true": 1.0}
    assert schema.features({"zip": "080331", "flag": "False"}) == {"zip=080331": 1.0, "flag=false": 1.0}


def test_dates_may_be_points_on_circles_or_texts():
    x = Schema(dates="cycles").features({"t": "2013-01-01T06:00"})
    assert x["t.day.sin"] == pytest.approx(1.0)
    assert x["t.week.cos"] == pytest.approx(math.cos(2 * math.pi * 1.25 / 7))
    assert x["t.year=2013"] == 1.0
    assert Schema(dates="none").features({"t": "2013-01-01"}) == {"t=2013-01-01": 1.0}
    assert read_date("2013-13-01") is None


def test_a_comma_may_stand_before_the_fraction():
    schema = Schema(decimal=",")
    assert schema.features({"a": "1,5", "b": "-2,25", "c": "3.5", "d": "x,y"}) == {
        "a": 1.5,
        "b": -2.25,
        "c": 3.5,
        "d=x,y": 1.0,
    }
    with pytest.raises(BadFeature, match=r"'a' is '1\.234,5', with a point and a comma"):
        schema.features({"a": "1.234,5"})
    assert list(read(io.BytesIO(b"a;y\n1,5;1\n"), label="y")) == [({"a": 1.5}, 1)]
    assert list(read(io.BytesIO(b'a,y\n"1,5",1\n'), label="y")) == [({"a=1,5": 1.0}, 1)]


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({"a": math.inf}, "'a' is 'inf', and not a finite number"),
        ({"a": "1e999"}, "'a' is '1e999', and not a finite number"),
        ({"a": 2**53 + 1}, "beyond 2\\^53"),
        ({"a": "9007199254740993"}, "beyond 2\\^53"),
        ({"a": b"x"}, "of type bytes"),
        ({"a": [1, "x"]}, "texts only or of numbers only"),
        ({(7,): "x"}, "a text, or a whole number, not"),
        ({"a=b": 1, "a": "b"}, "the feature 'a=b' too|feature 'a=b'"),
        ({"a.b": 1, "a": {"b": 2}}, "two values under 'a.b'"),
    ],
)
def test_what_cannot_be_a_cell_is_named_and_leaves_no_trace(record, words):
    for features in ((), HashedFeatures(6)):
        game = Game(AROW(), features=features)
        game.predict({"ok": 1.0})
        before = game.state()
        with pytest.raises(BadFeature, match=words):
            game.predict({"new": "x", **record})
        after = game.state()
        assert all(np.array_equal(before[name], after[name]) for name in before)


@pytest.mark.parametrize(
    "wrong", [{"dates": "month"}, {"decimal": ";"}, {"base": 2}, {"ngrams": 0}, {"text": "a", "drop": "a"}]
)
def test_settings_that_are_wrong_are_refused(wrong):
    with pytest.raises(BadParameter):
        Schema(**wrong)


# one record, five ways in

CELLS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**53), 2**53),
    st.floats(-1e100, 1e100),
    st.sampled_from(["UA", "x y", "0", "12", "-1.5", "NA", "", "true", "2013-01-31", "1_0", "ä=b", "1,5"]),
    st.dates(datetime.date(1900, 1, 1), datetime.date(2100, 1, 1)),
    st.datetimes(datetime.datetime(1900, 1, 1), datetime.datetime(2100, 1, 1)).map(lambda t: t.replace(microsecond=0)),
)
COLUMNS = ("carrier", "delay", "note", "zip")
TABLES = st.lists(st.tuples(*[CELLS] * len(COLUMNS)), min_size=1, max_size=6)


def as_json(value):
    return str(value) if isinstance(value, datetime.date) else value


@settings(deadline=None, max_examples=150)
@given(TABLES, st.booleans(), st.sampled_from([(), ("carrier*delay",)]))
def test_file_dict_frame_and_json_give_the_same_guess(rows, standardised, interactions):
    roles = {"text": ["note"], "categorical": ["zip"], "interactions": interactions}

    def game():
        inside = LinearAdaGrad()
        return Game(Standardised(inside) if standardised else inside, schema=Schema(**roles))

    records = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
    labels = [1 if t % 2 else -1 for t in range(len(rows))]
    text = io.StringIO()
    csv.writer(text).writerows([(*COLUMNS, "y"), *((*row, y) for row, y in zip(rows, labels, strict=True))])
    lines = "\n".join(
        json.dumps({**{name: as_json(value) for name, value in x.items()}, "y": y})
        for x, y in zip(records, labels, strict=True)
    )
    frame = pd.DataFrame([list(row) for row in rows], columns=list(COLUMNS), dtype=object)
    ways = {
        "dict": records,
        "csv": [x for x, _ in read(io.BytesIO(text.getvalue().encode()), label="y", format="csv", zeros=True, **roles)],
        "json": [x for x, _ in read(io.BytesIO(lines.encode()), label="y", format="json", zeros=True, **roles)],
        "frame": [row for _, row in frame.iterrows()],
        "raw csv": list(csv.DictReader(io.StringIO(text.getvalue()))),
    }
    guesses = {}
    for way, examples in ways.items():
        play = game()
        if way == "raw csv":
            play._take_schema(Schema(label="y", **roles))
        for x, y in zip(examples, labels, strict=True):
            move = play.predict(x)
            guesses.setdefault(way, []).append(move.guess)
            play.label(move.number, y)
    assert all(guesses[way] == guesses["dict"] for way in ways), guesses


@settings(deadline=None, max_examples=100)
@given(
    st.dictionaries(
        st.sampled_from("abcdefgh"), st.one_of(CELLS, st.lists(st.text(max_size=3), max_size=3)), max_size=8
    )
)
def test_the_fast_way_and_the_rules_agree(record):
    schema, features = Schema(categorical=["h"], drop=["g"]), Features(schema=Schema(categorical=["h"], drop=["g"]))
    expected = schema.features(record)
    row = features.row(record)
    names = features.names
    assert {
        names[column]: value for column, value in zip(row.columns.tolist(), row.values.tolist(), strict=True)
    } == expected
    assert row.columns.tolist() == sorted(row.columns.tolist())
    again = features.row(record)
    assert (again.columns.tolist(), again.values.tolist()) == (row.columns.tolist(), row.values.tolist())
    assert [bool(features.marks[names.index(name)]) for name in expected] == [
        isinstance(value, Indicator) for value in expected.values()
    ]


# the schema is saved with the game


def test_a_saved_game_reads_records_as_it_was_taught_to(tmp_path):
    game = Game(Perceptron(), labels=("ham", "spam"), schema=Schema(text="note", drop="id", label="kind"))
    for note, kind in 3 * [("win a prize", "spam"), ("see you at noon", "ham")]:
        move = game.predict({"note": note, "id": 7, "kind": kind})
        game.label(move.number, kind)
    save(game, tmp_path / "g.npz")
    again = load(tmp_path / "g.npz")
    assert again.schema == game.schema
    assert again.predict({"note": "a prize"}).act == "spam"
    assert again.features.names == game.features.names
    assert bytes(again.features.marks) == bytes(game.features.marks)


def test_a_saved_game_calls_its_schema_door_so_that_files_keep_their_bytes(tmp_path):
    save(Game(Perceptron(), schema=Schema(text="note")), tmp_path / "g.npz")
    with np.load(tmp_path / "g.npz") as found:
        arrays = dict(found)
    about = json.loads(arrays["about"].tobytes())
    names = ["loss", "labels", "bounds", "seed", "door", "class_weight", "metrics", "keep"]
    assert (list(about["settings"]), about["settings"]["door"]) == (names, {"text": ["note"]})

    def loaded(**more):
        settings = {**{name: value for name, value in about["settings"].items() if name != "door"}, **more}
        head = np.frombuffer(json.dumps({**about, "settings": settings}).encode(), dtype=np.uint8)
        np.savez(tmp_path / "other.npz", **{**arrays, "about": head})
        return load(tmp_path / "other.npz")

    assert loaded(door={"text": ["note"]}).schema == loaded(schema={"text": ["note"]}).schema == Schema(text="note")
    assert loaded()._schema_given is False
    with pytest.raises(StateError, match='give "schema" alone'):
        loaded(door=None, schema={"text": ["note"]})


def test_a_game_without_a_schema_is_saved_without_one(tmp_path):
    game = Game(Perceptron())
    save(game, tmp_path / "g.npz")
    assert load(tmp_path / "g.npz")._schema_given is False


def test_a_schema_with_an_unknown_setting_is_refused(tmp_path):
    with pytest.raises(BadParameter, match="a schema has no setting 'colour'"):
        Game(Perceptron(), schema={"colour": 1})
    game = Game(Perceptron(), features=["a"])
    state = game.state()
    with pytest.raises(StateError, match="indicators or not"):
        game.restore({**state, "features/marks": np.zeros(3, dtype=np.uint8)})


# names without end


def test_names_past_the_limit_share_columns_and_are_counted(tmp_path):
    game = Game(AROW(), features=Features(max_names=3))
    for t in range(50):
        move = game.predict({"a": 1.0, f"word{t}": 1.0, f"other{t}": 2.0})
        game.label(move.number, 1 if t % 2 else -1)
    assert game.features.names == ["a", "word0", "other0"]
    assert len(game.features) == 3 + SHARED
    assert game.features.shared == 98
    save(game, tmp_path / "g.npz")
    again = load(tmp_path / "g.npz")
    assert again.features.shared == 98
    x = {"a": 1.0, "word7": 1.0, "new": 1.0}
    assert again.predict(x).guess == game.predict(x).guess


def test_shared_columns_add_up_in_files_too():
    lines = "\n".join(json.dumps({f"w{t}": 1, "y": t % 2}) for t in range(20))
    source = read(io.BytesIO(lines.encode()), label="y", format="json")
    source.take_columns(Features(max_names=4))
    game = Game(AROW(), features=source.features)
    for batch in source.batches():
        game.play_batch(batch)
    assert game.ledger.rounds == 20
    assert game.features.shared == 16


@pytest.mark.parametrize("given", [3, "note", ["note"]])
def test_what_is_no_schema_is_refused_in_words(given):
    with pytest.raises(BadParameter, match="schema is a Schema, or its settings"):
        Game(Perceptron(), schema=given)
