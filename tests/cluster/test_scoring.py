"""A saved game as a function over batches: bit for bit what `littlestone predict` writes."""

from __future__ import annotations

import csv
import io
import pickle

import numpy as np
import pandas as pd
import pytest
from drawn_streams import commands, namespaces, numbers

from littlestone import Game, Perceptron, save
from littlestone.cluster import Scorer
from littlestone.errors import BadParameter, StateError

pa = pytest.importorskip("pyarrow")


@pytest.fixture
def command(capsys):
    return commands(capsys)


def mixed(rows=300, seed=0):
    """A file with numbers, texts, dates, missing cells and zeros."""
    random = np.random.default_rng(seed)
    lines = ["id,size,colour,note,day,y"]
    for t in range(rows):
        size = "" if t % 11 == 0 else repr(round(float(random.normal()), 6)) if t % 7 else "0"
        colour = ["red", "green", "", "blue"][int(random.integers(4))]
        note = " ".join(random.choice(["win", "a", "prize", "now", "hello"], 3))
        y = "spam" if (colour == "red") ^ ("win" in note) else "ham"
        lines.append(f"n{t},{size},{colour},{note},2013-01-{1 + t % 28:02},{y}")
    return "\n".join(lines) + "\n"


def frame_of(path):
    """The file as pandas reads it, without making numbers of what are texts."""
    return pd.read_csv(path, keep_default_na=False, na_values={"size": [""], "colour": [""]})


def predicted(command, model, path, *more):
    code, out, err = command("predict", str(model), str(path), *more)
    assert (code, err) == (0, "")
    return list(csv.DictReader(io.StringIO(out)))


def agree(said, told):
    """Is a frame what was written?"""
    assert len(said) == len(told)
    for name in said.columns:
        if name in told[0]:
            wanted = [one[name] for one in told]
            found = [repr(float(v)) if isinstance(v, float) else str(v) for v in said[name]]
            assert found == wanted, name


PLAYED = [
    (("--learner", "perceptron"), ["act", "guess"]),
    (("--learner", "adagrad", "--set", "loss=log", "--standardise"), ["act", "guess", "chance"]),
    (("--learner", "arow", "-b", "12", "--interactions", "size*colour"), ["act", "guess"]),
    (("--learner", "multiclass-pa1", "--labels", "classes"), ["act"]),
    (("--learner", "adagrad", "--set", "loss=log", "--calibrate", "10"), ["act", "guess", "chance"]),
    (("--learner", "committee"), ["act", "guess", "chance"]),
    (("--learner", "forest", "--set", "trees=3"), ["act", "guess", "chance"]),
    (("--learner", "pruning-tree", "--labels", "classes", "--set", "truth=classes"), ["act", "chance"]),
]


@pytest.mark.parametrize(("how", "columns"), PLAYED, ids=lambda one: "-".join(one))
def test_frames_and_tables_are_scored_as_files_are(command, tmp_path, monkeypatch, how, columns):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.csv").write_text(mixed())
    (tmp_path / "new.csv").write_text(mixed(100, seed=1))
    asked = ("play", "old.csv", "--label", "y", "--drop", "id", "--text", "note", "--save", "m.npz", "--quiet")
    positive = () if "classes" in how else ("--positive", "spam")
    assert command(*asked, *positive, *how)[0] == 0
    told = predicted(command, "m.npz", "new.csv")
    score = Scorer("m.npz")
    assert list(score.columns) == columns
    frame = frame_of("new.csv")
    said = score(frame)
    agree(said, told)
    pd.testing.assert_frame_equal(said, pickle.loads(pickle.dumps(score))(frame.drop(columns="y")))
    table = score(pa.Table.from_pandas(frame, preserve_index=False))
    assert table.to_pydict() == {name: said[name].tolist() for name in said}
    batch = score(pa.RecordBatch.from_pandas(frame, preserve_index=False))
    assert batch.to_pydict() == table.to_pydict()


def test_numbers_and_intervals(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "n.csv").write_text(numbers())
    assert command("play", "n.csv", "--label", "y", "--learner", "vaw", "--interval", "0.9", "--save", "m.npz")[0] == 0
    score = Scorer("m.npz")
    assert list(score.columns) == ["guess", "low", "high"]
    agree(score(pd.read_csv("n.csv")), predicted(command, "m.npz", "n.csv"))


def test_columns_that_are_kept_come_first_and_are_no_features(tmp_path):
    game = Game(Perceptron(), labels=("ham", "spam"))
    for x, y in 5 * [({"free": 1}, "spam"), ({"hello": 1}, "ham")]:
        game.label(game.predict(x).number, y)
    save(game, tmp_path / "m.npz")
    frame = pd.DataFrame({"key": ["a", "b"], "free": [1, 0], "hello": [0, 1]}, index=[7, 9])
    said = Scorer(tmp_path / "m.npz", keep="key")(frame)
    assert said.to_dict("list") == {"key": ["a", "b"], "act": ["spam", "ham"], "guess": said["guess"].tolist()}
    assert said.index.tolist() == [7, 9]
    again = Scorer(tmp_path / "m.npz", keep=["key"])
    assert again(pa.Table.from_pandas(frame)).column_names == ["key", "act", "guess"]
    assert again.meta(frame).columns.tolist() == ["key", "act", "guess"]
    assert Scorer(tmp_path / "m.npz").schema() == "`act` string, `guess` double"


def test_a_game_of_arrays_takes_the_columns_in_order(tmp_path):
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 3))
    game = Game(Perceptron(bias=1.0))
    for x, y in zip(X, np.where(X @ [1, 2, -1] > 0, 1, -1).tolist(), strict=True):
        game.label(game.predict(x).number, y)
    save(game, tmp_path / "m.npz")
    score = Scorer(tmp_path / "m.npz")
    said = score(pd.DataFrame(X, columns=list("abc")))
    assert said["guess"].tolist() == [game.predict(x).guess for x in X]
    assert score.columns == {"act": "bigint", "guess": "double"}


def test_what_cannot_be_scored_is_said(tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StateError, match="not a saved game"):
        Scorer(b"nothing")
    (tmp_path / "a.vw").write_text(namespaces(40))
    command("play", "a.vw", "--learner", "pa1", "--save", "m.npz", "--quiet")
    score = Scorer("m.npz")
    with pytest.raises(BadParameter, match="a batch is a frame, or an Arrow table, not list"):
        score([1])
    state = score.__getstate__() | {"version": "0.0.1"}
    with pytest.raises(BadParameter, match="install the same version"):
        score.__setstate__(state)


def test_nothing_is_learned_and_batches_do_not_matter(tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.csv").write_text(mixed())
    command(
        "play",
        "old.csv",
        "--label",
        "y",
        "--positive",
        "spam",
        "--text",
        "note",
        "--learner",
        "arow",
        "--save",
        "m.npz",
        "--quiet",
    )
    score, frame = Scorer("m.npz"), frame_of("old.csv")
    whole = score(frame)
    parts = pd.concat(Scorer("m.npz").batches(frame.iloc[k : k + 13] for k in range(0, len(frame), 13)))
    pd.testing.assert_frame_equal(whole, parts)
    pd.testing.assert_frame_equal(whole, score(frame))


@pytest.mark.system
def test_partitions_of_dask(tmp_path, command, monkeypatch):
    dd = pytest.importorskip("dask.dataframe", reason="needs dask.dataframe: pip install 'dask[dataframe]'")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.csv").write_text(mixed())
    command(
        "play",
        "old.csv",
        "--label",
        "y",
        "--positive",
        "spam",
        "--text",
        "note",
        "--learner",
        "arow",
        "--save",
        "m.npz",
        "--quiet",
    )
    score, frame = Scorer("m.npz", keep=["id"]), frame_of("old.csv")
    there = dd.from_pandas(frame, npartitions=3).map_partitions(score, meta=score.meta(frame)).compute()
    assert there["guess"].tolist() == score(frame)["guess"].tolist()
    assert there["id"].tolist() == frame["id"].tolist()
