"""Data frames, Arrow tables and relations: the rows, names and guesses of the same records as dicts and in files."""

from __future__ import annotations

import sys
from datetime import date, datetime
from decimal import Decimal

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from reading_account import account

from littlestone import PA1, Committee, Game, LinearDescent, MulticlassPA1, Perceptron, Schema, Winnow, read
from littlestone.cluster import Scorer
from littlestone.errors import BadBatch, BadFeature, BadFile, BadParameter, MissingExtra, NotBoolean, UnknownName
from littlestone.formats.tables.arrow_reader import ArrowReader
from littlestone.store import to_bytes

ROWS = 300
OPEN = []  # connections that relations need
COLOURS = ["red", "green", None, "blue"]


def records(rows=ROWS, seed=0):
    """Numbers, holes, texts, truth values, dates and a label."""
    random = np.random.default_rng(seed)
    found = []
    for t in range(rows):
        colour = COLOURS[int(random.integers(4))]
        found.append(
            {
                "size": None if t % 11 == 0 else round(float(random.normal()), 3),
                "count": int(random.integers(-2, 3)),
                "colour": colour,
                "kind": ["a", "b", "c"][int(random.integers(3))],
                "member": bool(random.random() < 0.5),
                "day": date(2024, 1 + t % 12, 1 + t % 28),
                "at": datetime(2024, 1, 1 + t % 28, t % 24, 30),
                "note": " ".join(random.choice(["win", "a", "prize"], 2)),
                "spam": int((colour == "red") ^ (t % 5 == 0)),
            }
        )
    return found


def polars_frame():
    return pl.DataFrame(records()).with_columns(pl.col("kind").cast(pl.Categorical))


def pandas_frame():
    frame = pd.DataFrame(records())
    return frame.assign(kind=frame.kind.astype("category"), day=pd.Series(frame.day, dtype="object"))


def relation():
    found = polars_frame().to_arrow()
    connection = duckdb.connect()
    connection.register("found", found)
    made = connection.sql("SELECT * FROM found")
    OPEN.append(connection)
    return made


FRAMES = {
    "polars": polars_frame,
    "lazy": lambda: polars_frame().lazy(),
    "pandas": pandas_frame,
    "objects": lambda: pd.DataFrame(records()).astype(object),
    "table": lambda: polars_frame().to_arrow(),
    "batch": lambda: polars_frame().to_arrow().combine_chunks().to_batches()[0],
    "reader": lambda: polars_frame().to_arrow().to_reader(max_chunksize=7),
    "relation": relation,
}


class Streams:
    """Something of another library that gives a stream of Arrow, and nothing else."""

    def __init__(self) -> None:
        self.table = polars_frame().to_arrow()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


def weights(game):
    return dict(game.weights()), game.ledger.mistakes, game.ledger.rounds


def by_dicts(**settings):
    """A game of the same rows as dicts."""
    game = Game(PA1(bias=1), schema=Schema(**settings))
    for record in records():
        y = record.pop("spam")
        game.label(game.predict(record).number, 1 if y else -1)
    return game


@pytest.mark.parametrize("kind", [*FRAMES, "streams"])
def test_a_frame_is_played_as_its_rows_are_as_dicts(kind):
    frame = Streams() if kind == "streams" else FRAMES[kind]()
    game = Game(PA1(bias=1))
    ledger = game.play(frame, label="spam", text="note")
    assert ledger is game.ledger
    assert ledger.rounds == ROWS
    assert weights(game) == weights(by_dicts(text="note"))
    assert game.schema.text == ("note",)  # a dict is read as the frame was from now on
    move = game.predict({"note": "win prize", "spam": 1})
    assert {game.features.names[column] for column in move.x.columns.tolist()} == {"note:win", "note:prize"}


@pytest.mark.parametrize("kind", [kind for kind in FRAMES if kind != "reader"])
def test_as_one_batch_and_as_a_source_it_is_the_same(kind):
    frame = FRAMES[kind]()
    wanted = weights(by_dicts())
    game, other = Game(PA1(bias=1)), Game(PA1(bias=1))
    game.play_batch(frame, label="spam")
    assert weights(game) == wanted
    source = read(frame, label="spam")
    assert other.play(source).rounds == ROWS
    assert weights(other) == wanted


def test_a_frame_and_its_csv_leave_the_same_game(tmp_path):
    frame = polars_frame().drop("member", "at")  # texts of dates with times, and true, are written otherwise
    frame.write_csv(tmp_path / "d.csv")
    games = [Game(PA1(bias=1)), Game(PA1(bias=1))]
    games[0].play(frame, label="spam", text="note")
    source = read(tmp_path / "d.csv", label="spam", text="note")
    games[1] = Game(PA1(bias=1), features=source.features, schema=source.schema)
    for batch in source.batches():
        games[1].play_batch(batch)
    assert to_bytes(games[0]) == to_bytes(games[1])


def test_columns_are_not_read_row_by_row(monkeypatch):
    alone = []
    monkeypatch.setattr(ArrowReader, "single", lambda self, piece, row: alone.append(row))
    for kind in ("polars", "pandas", "relation", "table"):
        Game(Perceptron()).play(FRAMES[kind](), label="spam")
    assert alone == []


def test_labels_are_those_of_the_game():
    frame = pl.DataFrame({"x": [1.0, -1.0, 2.0, None], "y": ["spam", "ham", "spam", None], "n": [1.5, 2.0, 0.0, 1.0]})
    for y in ("ham", "spam"):
        game = Game(Perceptron(), labels=("ham", "spam"))
        game.play(frame, label="y", drop="n")
        assert (game.ledger.labelled, game.ledger.forgotten) == (3, 1)
        assert game.predict({"x": 1.0}).act == "spam", y
    flags = Game(Perceptron(), labels=(False, True))
    flags.play(frame.with_columns(y=pl.col("y") == "spam"), label="y", drop="n")
    assert flags.ledger.labelled == 3
    numbers = Game(LinearDescent(loss="square"))
    assert numbers.play(frame, label="n", drop="y").labelled == 4
    classes = Game(MulticlassPA1())
    assert classes.play(frame, label="y", drop="n").labelled == 3
    assert classes.predict({"x": 1.0}).act == "spam"
    one = Game(Perceptron())
    assert one.play(frame, label="y", positive="spam", drop="n").labelled == 3


def test_weights_are_a_column():
    frame = pl.DataFrame({"x": [1.0, -1.0, 2.0, 3.0], "y": [1, 0, 1, 0], "w": [2.0, 1.0, 0.0, 0.5]})
    game, plain = Game(PA1()), Game(PA1())
    game.play(frame, label="y", weight="w")
    for record in frame.to_dicts():
        plain.label(plain.predict({"x": record["x"]}).number, 2 * record["y"] - 1, record["w"])
    assert weights(game) == weights(plain)
    for wrong in (-1.0, float("nan"), float("inf"), None):
        bad = frame.with_columns(w=pl.Series([1.0, wrong, 1.0, 1.0]))
        with pytest.raises(BadFile, match="the DataFrame, row 2, column 'w'"):
            Game(PA1()).play(bad, label="y", weight="w")


def test_a_game_goes_on_with_the_next_frame_by_its_schema():
    game = Game(PA1(bias=1))
    game.play(polars_frame()[:100], label="spam", text="note")
    game.play(pandas_frame()[100:])  # label and text are known
    assert weights(game) == weights(by_dicts(text="note"))
    with pytest.raises(BadParameter, match=r"text='kind' is how this frame is to be read, but the schema .*'note'"):
        game.play(polars_frame(), text="kind")


def test_a_wrong_row_is_said_with_its_place_and_rows_before_it_are_played():
    frame = pl.DataFrame({"x": [1.0, 2.0, float("inf"), 1.0], "y": [1, 0, 1, 0]})
    game = Game(Perceptron())
    with pytest.raises(BadFile, match="the DataFrame, row 3, column 'x': 'x' is 'inf', and not a finite number"):
        game.play(frame, label="y")
    assert game.ledger.rounds == 2
    assert game.play(frame, label="y", skip_bad=True).rounds == 5
    winnow = Game(Winnow(n=2))
    with pytest.raises(NotBoolean, match=r"the DataFrame, example 2: .*boolean=True"):
        winnow.play(frame[:2], label="y")
    assert winnow.ledger.rounds == 1


def test_a_batch_with_a_wrong_row_changes_nothing():
    frame = pl.DataFrame({"x": [1.0, float("inf")], "c": ["a", "b"], "y": [1, 0]})
    game = Game(Perceptron())
    before = to_bytes(game)
    with pytest.raises(BadFile, match="row 2"):
        game.play_batch(frame, label="y", text="c")
    assert to_bytes(game) == before


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        (lambda game, frame: game.play(frame), BadParameter, "which column of the DataFrame is the label"),
        (lambda game, frame: game.play(frame, label="spamm"), BadFile, "did you mean 'spam'"),
        (lambda game, frame: game.play(frame, label="spam", drop="qqqq"), BadFile, "no column 'qqqq'; there is 'size'"),
        (lambda game, frame: game.play(frame, label="spam", delimeter=";"), UnknownName, "did you mean 'delimiter'"),
        (lambda game, frame: game.play(frame, label="spam", delimiter=";"), BadParameter, "setting of csv"),
        (lambda game, frame: read(frame), BadParameter, "there is 'size', 'count'"),
        (lambda game, frame: read(frame, label="spam", format="csv"), BadParameter, "leave out format='csv'"),
        (lambda game, frame: game.play([({"a": 1}, 1)], label="y"), BadParameter, "label= is said of a frame"),
        (lambda game, frame: game.play_batch([1]), BadBatch, "or a frame, not list"),
        (lambda game, frame: game.predict(frame), BadBatch, "an example is one row, and this DataFrame has 300"),
        (lambda game, frame: game.play(frame["spam"]), BadParameter, "play takes"),
    ],
)
def test_what_is_asked_wrongly_is_answered_with_what_is_there(asked, error, words):
    for frame in (polars_frame(), pandas_frame()):
        game = Game(Perceptron())
        before = to_bytes(game)
        with pytest.raises(error, match=words):
            asked(game, frame)
        assert to_bytes(game) == before


def test_a_game_of_numbered_columns_wants_an_array():
    game = Game(Perceptron())
    game.predict([1.0, 2.0])
    with pytest.raises(BadFeature, match=r"give frame.to_numpy\(\)"):
        game.play(polars_frame(), label="spam")


def test_a_reader_is_read_once():
    reader = read(FRAMES["reader"](), label="spam")
    assert not reader.repeatable
    assert sum(len(batch) for batch in reader.batches()) == ROWS
    with pytest.raises(BadFile, match="can be read only once"):
        list(reader.batches())


def test_objects_of_several_types_are_what_they_are_as_dicts():
    cells = [
        1,
        1.5,
        "1",
        "x",
        True,
        None,
        float("nan"),
        pd.NA,
        date(2024, 1, 2),
        Decimal("2.5"),
        ["a", "b"],
        np.int8(3),
    ]
    frame = pd.DataFrame({"a": pd.Series(cells, dtype=object), "y": [t % 2 for t in range(len(cells))]})
    schema = Schema()
    assert [x for x, _ in read(frame, label="y")] == [schema.features({"a": cell}) for cell in cells]
    choice = Schema(categorical="a")
    numbers = pd.DataFrame({"a": pd.Series([1, 1.0, -0.0], dtype=object), "y": [1, 0, 1]})
    told = [choice.features({"a": cell}) for cell in (1, 1.0, -0.0)]
    assert [x for x, _ in read(numbers, label="y", categorical="a")] == told


def test_names_that_are_whole_numbers_are_names():
    frame = pd.DataFrame({0: [1.5, 2.0], 7: ["a", "b"], "y": [1, 0]})
    game, other = Game(Perceptron()), Game(Perceptron())
    game.play(frame, label="y")
    assert game.features.names == ["0", "7=a", "7=b"]
    for x, y in (({0: 1.5, 7: "a"}, 1), ({"0": 2.0, 7: "b"}, -1)):
        other.label(other.predict(x).number, y)
    assert weights(game) == weights(other)
    assert other.predict({"a": 1.0, 0: 2.0}).x.columns.tolist() == [0, 3]
    with pytest.raises(BadFeature, match="two values under '0'"):
        other.predict({0: 1.0, "0": 2.0})
    for odd in (True, 2.5, None, ("a",)):
        with pytest.raises(BadFeature, match="name is a"):
            other.predict({odd: 1.0})
    with pytest.raises(BadFile, match=r"two columns are named '0'|Duplicate"):
        game.play(pd.DataFrame([[1, 2, 1]], columns=[0, "0", "y"]), label="y")
    with pytest.raises(BadFile, match="a column's name is a text, not"):
        game.play(pd.DataFrame([[1, 2]], columns=[("a", "b"), "y"]), label="y")


def test_an_example_may_be_a_frame_of_one_row():
    game = Game(Perceptron())
    for one in (
        pl.DataFrame({"a": [2.0], "c": ["x"]}),
        pd.DataFrame({"a": [2.0], "c": ["x"]}),
        pa.table({"a": [2.0], "c": ["x"]}),
    ):
        assert game.predict(one).x.values.tolist() == [2.0, 1.0]
    assert game.predict(duckdb.sql("SELECT 2.0::double a, 'x' c")).x.values.tolist() == [2.0, 1.0]
    assert game.predict(pl.DataFrame({"a": [2.0], "c": ["x"]}).lazy()).x.values.tolist() == [2.0, 1.0]


def test_every_kind_of_frame_is_scored_with_a_frame_of_its_kind():
    game = Game(PA1(bias=1), labels=(0, 1))
    game.play(polars_frame(), label="spam", text="note")
    score = Scorer(game, keep="kind")
    kinds = {"polars": pl.DataFrame, "lazy": pl.DataFrame, "pandas": pd.DataFrame, "batch": pa.RecordBatch}
    told = None
    for name, made in FRAMES.items():
        said = score(made())
        assert isinstance(said, kinds.get(name, pd.DataFrame if name == "objects" else pa.Table)), name
        columns = {column: list_of(said[column]) for column in ("kind", "act", "guess")}
        told = told or columns
        assert columns == told, name
    wanted = [game.predict({k: v for k, v in record.items() if k != "kind"}).guess for record in records()]
    assert told["guess"] == wanted


def list_of(column):
    return column.to_pylist() if hasattr(column, "to_pylist") else column.to_list()


def test_nested_columns_are_read_as_records():
    rows = [
        {"tags": ["a", "b"], "in": {"x": 1.5, "c": "q"}, "v": [1.0, 2.0], "y": 1},
        {"tags": [], "in": None, "v": None, "y": 0},
    ]
    schema = Schema()
    wanted = [schema.features({k: v for k, v in row.items() if k != "y"}) for row in rows]
    assert [x for x, _ in read(pl.DataFrame(rows), label="y")] == wanted
    assert [x for x, _ in read(pa.Table.from_pylist(rows), label="y")] == wanted


def test_columns_in_many_chunks_and_slices_are_the_same():
    whole = polars_frame()
    parts = pl.concat([whole[:13], whole[13:14], whole[14:14], whole[14:]], rechunk=False)
    sliced = pl.concat([whole, whole])[ROWS - 50 :][50:]
    wanted = account(read(whole, label="spam"), read(whole, label="spam").batches())["rows"]
    for frame in (parts, sliced, whole.to_arrow().slice(0)):
        source = read(frame, label="spam")
        assert account(source, source.batches())["rows"] == wanted


def test_without_pyarrow_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"data frames are read by pyarrow: pip install 'littlestone\[arrow\]'"):
        Game(Perceptron()).play(pl.DataFrame({"a": [1], "y": [1]}), label="y")


def test_the_default_committee_plays_a_frame():
    assert Game(Committee()).play(polars_frame(), label="spam").rounds == ROWS
