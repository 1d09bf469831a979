"""Sweeps: grids, the same table whoever plays, what is kept and gone on with, and what goes wrong."""

from __future__ import annotations

import json
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from drawn_streams import commands, gaps, strict, vectors
from lost_workers import killed

from littlestone import PA1, Batch, Game
from littlestone.cluster.engine_names import as_engine, executor_for
from littlestone.cluster.shared_rows import SharedRows
from littlestone.errors import BadParameter, StateError, UnknownName, WorkerLost
from littlestone.features import as_batch
from littlestone.sweeps import read_grid, sweep
from littlestone.sweeps.grids import settings_of, written
from littlestone.sweeps.run import results, tasks_of
from littlestone.sweeps.tasks import Task, play


@pytest.fixture
def command(capsys):
    return commands(capsys)


def data(rows=200, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(rows, 4))
    return X, np.where(X @ [1, -1, 2, 0] + random.normal(size=rows) > 0, 1, -1)


class Here(Executor):
    """Plays every task at once, in this process."""

    def submit(self, fn, /, *args, **kwargs):
        done = Future()
        done.set_result(fn(*args, **kwargs))
        return done


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2^-2..2^2", [0.25, 0.5, 1.0, 2.0, 4.0]),
        ("10^-1..10^1", [0.1, 1.0, 10.0]),
        ("3..5", [3, 4, 5]),
        ("0.1, 1,10", [0.1, 1, 10]),
        ("true,none,log", [True, None, "log"]),
        ("7", [7]),
    ],
)
def test_grids_as_they_are_written(text, values):
    assert read_grid(text) == values


@pytest.mark.parametrize("text", ["", "1..", "2^1..3^2", "5..3", "0.1..0.5", "1,,2", "0..1000000000"])
def test_what_is_no_grid_says_what_one_is(text):
    with pytest.raises(BadParameter, match="grid"):
        read_grid(text)


def test_a_grid_is_for_those_who_have_the_parameter():
    found = settings_of(["arow", "pa1"], [("r", [1, 2]), ("pa1.C", [0.5]), ("bias", [None, 1.0])])
    assert len(found) == 4 + 2
    assert found[0] == ("arow", {"r": 1, "bias": None})
    assert found[-1] == ("pa1", {"C": 0.5, "bias": 1.0})
    assert written(found[-1]) == "pa1:C=0.5:bias=1.0"
    with pytest.raises(UnknownName, match="rr"):
        settings_of(["arow"], [("rr", [1])])
    with pytest.raises(UnknownName, match="pa2"):
        settings_of(["arow"], [("pa2.C", [1])])


def test_a_game_of_a_sweep_is_the_game_that_one_plays_oneself(tmp_path):
    X, y = data()
    rows = SharedRows.write(as_batch(X, y), None, tmp_path)
    found = play(str(tmp_path), Task("pa1", {"C": 0.1}, order=22, passes=2, metrics=("auc",)))
    game = Game(PA1(C=0.1), metrics="auc", bounds=[])
    random = np.random.default_rng(22)
    for _ in range(2):
        order = random.permutation(len(y))
        game.play_batch(as_batch(X[order], y[order]))
    assert (found["mistakes"], found["updates"]) == (game.ledger.mistakes, game.ledger.updates)
    assert found["auc"] == game.ledger.metrics["auc"]
    assert found["digest"] == rows.digest


def test_the_table_is_the_same_on_any_engine_and_with_any_number_of_workers():
    X, y = data()
    asked = {"learners": "arow,pa1", "grid": {"r": "2^-1..2^1", "C": [0.1, 1.0]}, "shuffles": 3}
    tables = [sweep(X, y, executor=Here(), **asked)]
    tables += [sweep(X, y, workers=count, **asked) for count in (1, 2)]
    with ThreadPoolExecutor(3) as threads:
        tables.append(sweep(X, y, executor=threads, **asked))
    first, *others = [table.drop(columns="seconds") for table in tables]
    assert len(first) == (3 + 2) * 3
    for other in others:
        pd.testing.assert_frame_equal(first, other)


def test_names_marks_weights_and_classes_are_those_of_the_rows(tmp_path):
    path = tmp_path / "t.csv"
    lines = [f"{t % 5},{'abc'[t % 3]},{['red', 'green', 'blue'][(t * t) % 3]},{t % 2 + 0.5}" for t in range(60)]
    path.write_text("size,kind,y,cost\n" + "\n".join(lines) + "\n")
    from littlestone import OneVsRest, Standardised, read

    source = read(path, label="y", labels="classes", weight="cost", zeros=True)
    (batch,) = source.batches()
    rows = SharedRows.write(batch, source.features, tmp_path / "rows")
    found = play(str(rows.folder), Task("one-vs-rest", {"base": "arow"}, rescaled="standardised"))
    game = Game(Standardised(OneVsRest("arow")), features=source.features, bounds=[])
    game.play_batch(batch)
    assert found["mistakes"] == game.ledger.mistakes
    assert len(rows.batch.weights) == 60


def test_a_setting_that_cannot_play_is_told_and_the_others_go_on():
    X, y = data()
    found = sweep(X, y, learners="arow", grid={"r": [-1.0, 1.0]}, executor=Here())
    assert found["error"].tolist()[0].startswith("r is")
    assert found["mistakes"].tolist()[1] > 0


def test_what_was_played_is_not_played_again(tmp_path):
    X, y = data()
    rows = SharedRows.write(as_batch(X, y), None, tmp_path / "rows")
    tasks = tasks_of([("arow", {"r": float(r)}) for r in range(1, 5)], 2)
    kept, played = tmp_path / "kept.jsonl", []
    whole = results(rows, tasks, as_engine(Here()))
    first = results(rows, tasks[:3], as_engine(Here()), kept, played.append)
    with kept.open("a") as file:
        file.write('{"key": "cut o')  # as after a power cut
    kept.write_text(kept.read_text() + "\n")
    again = results(rows, tasks, as_engine(Here()), kept, played.append)
    assert len(played) == len(tasks)
    assert [one["mistakes"] for one in again] == [one["mistakes"] for one in whole]
    assert again[:3] == first
    other = SharedRows.write(as_batch(-X, y), None, tmp_path / "other")
    results(other, tasks[:1], as_engine(Here()), kept, played.append)
    assert len(played) == len(tasks) + 1  # other rows, another game


def test_a_worker_of_another_version_is_refused(tmp_path):
    SharedRows.write(as_batch(*data()), None, tmp_path)
    with pytest.raises(StateError, match=r"begun with 0\.0\.1: install the same version"):
        play(str(tmp_path), Task("arow", {}, version="0.0.1"))


def test_a_worker_that_is_killed_ends_the_sweep_with_the_reason(tmp_path, monkeypatch):
    rows = SharedRows.write(as_batch(*data()), None, tmp_path)
    monkeypatch.setattr("littlestone.sweeps.run.play", killed)
    engine = executor_for("processes", 1)
    with engine, pytest.raises(WorkerLost, match="killed, or out of memory"):
        results(rows, [Task("arow", {})], engine)


@pytest.mark.parametrize("on", ["ray", "dask", "processes:2"])
def test_an_engine_that_is_not_known_is_refused(on):
    with pytest.raises(BadParameter, match="'processes', 'dask://host:port'"):
        executor_for(on)


def test_rows_that_are_not_there_are_said(tmp_path):
    with pytest.raises(ValueError, match="no rows that could be played"):
        SharedRows(tmp_path)


def test_the_command_prints_the_best_settings_and_what_choosing_costs(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.svm").write_text(vectors(120))
    asked = ("sweep", "two.svm", "--base", "1", "--learner", "arow,pa1", "--grid", "r=2^0..2^1", "--grid", "C=0.1,1")
    code, out, err = command(*asked, "--shuffles", "2", "--workers", "1", "--out", "all.csv")
    assert (code, err) == (0, "")
    assert "4 settings on two.svm" in out
    assert "what choosing costs: a committee of the best 4" in out
    assert "holds" in out
    table = pd.read_csv("all.csv")
    assert len(table) == 8
    assert not (tmp_path / "all.csv.partial.jsonl").exists()
    found = strict(command(*asked, "--shuffles", "2", "--workers", "2", "--json", "--sort", "auc")[1])
    assert found["sorted_by"] == "auc"
    scores = [one["auc"] for one in found["settings"]]
    assert scores == sorted(scores, reverse=True)
    again = table.groupby(["learner", "r", "C"], dropna=False)["mistakes"].mean()
    assert sorted(again.tolist()) == pytest.approx(sorted(one["mistakes"] for one in found["settings"]))


def test_the_command_takes_numbers_and_classes(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("x,y,z\n" + "".join(f"{t % 7},{t % 7 * 2 + 1},{'abc'[t % 3]}\n" for t in range(60)))
    of = ("sweep", "t.csv", "--workers", "1", "--json")
    numbers = strict(
        command(
            *of,
            "--label",
            "y",
            "--drop",
            "z",
            "--labels",
            "numbers",
            "--learner",
            "pa1-regression",
            "--grid",
            "C=0.1,1",
        )[1]
    )
    assert [one["parameters"]["C"] for one in numbers["settings"]] in ([1, 0.1], [0.1, 1])
    classes = strict(
        command(*of, "--label", "z", "--labels", "classes", "--learner", "multiclass-pa1", "--grid", "C=0.1,1")[1]
    )
    assert len(classes["settings"]) == 2


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--grid", "r"), "--grid wants NAME=VALUE"),
        (("--grid", "rr=1"), "rr"),
        (("--out", "all.txt"), ".csv or .parquet"),
        (("--out", "two.csv"), "two.csv"),
        (("--on", "ray://x"), "dask://host:port"),
        (("--sort", "confusion"), "table"),
    ],
)
def test_wrong_options_say_what_is_right(command, tmp_path, monkeypatch, more, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.csv").write_text("a,y\n1,1\n2,-1\n")
    code, out, err = command("sweep", "two.csv", "--label", "y", *more)
    assert (code, out) == (2, "")
    assert words in err
    assert (tmp_path / "two.csv").read_text().startswith("a,y")


def test_a_zero_is_no_missing_cell_to_those_who_tell_them_apart(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gaps.csv").write_text(gaps())
    learners = ("forest", "standardised", "perceptron")
    of = ("gaps.csv", "--label", "y", "--loss", "log", "--json")
    found = strict(command("sweep", *of, "--workers", "1", "--learner", ",".join(learners))[1])
    mixed = strict(
        command("play", *of, "--learner", "committee", "--members", ",".join(found["committee"]["members"]))[1]
    )
    assert found["committee"]["log_loss"] == pytest.approx(mixed["mean_loss"], rel=1e-12)
    for one in found["settings"]:
        alone = strict(command("play", *of, "--learner", one["learner"])[1])
        assert one["mistakes"] == alone["mistakes"]
        assert one["mean_loss"] == pytest.approx(alone["mean_loss"], rel=1e-12)


def test_the_results_as_parquet(command, tmp_path, monkeypatch):
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.svm").write_text(vectors(60))
    assert (
        command("sweep", "two.svm", "--base", "1", "--grid", "r=1,2", "--workers", "1", "--out", "all.parquet")[0] == 0
    )
    assert len(pd.read_parquet("all.parquet")) == 2


def test_a_batch_may_be_swept_over_as_it_is():
    X, y = data()
    batch = as_batch(X, y)
    weighed = Batch(batch.starts, batch.columns, batch.values, batch.width, batch.labels, None, np.full(len(y), 2.0))
    found = sweep(weighed, learners="perceptron", executor=Here())
    assert json.dumps(found["mistakes"].tolist())
    assert found["rounds"].tolist() == [200]


class Contrary(PA1):
    """PA-I, told the opposite: nobody else plays so."""

    def learn(self, x, y, guess):
        super().learn(x, -y, guess)


def test_a_sweep_plays_classes_of_ours_and_of_ones_own():
    X, y = data()
    found = sweep(X, y, learners=[Contrary, PA1, "arow"], grid={"C": [0.1, 1.0]}, executor=Here())
    own = f"{__name__}:Contrary"
    assert list(found["learner"]) == [own, own, "pa1", "pa1", "arow"]
    by_hand = Game(Contrary(C=0.1), bounds=[])
    by_hand.play_batch(as_batch(X, y, labels=(-1, 1)))
    assert found["mistakes"][0] == by_hand.ledger.mistakes > 100 > found["mistakes"][2]
    with pytest.raises(UnknownName, match=f"parameter of {own} 'r'|no parameter 'r'"):
        sweep(X, y, learners=[Contrary], grid={"r": [1]}, executor=Here())
    with pytest.raises(BadParameter, match="of learners by name, such as 'arow', or of classes of them, not 3"):
        sweep(X, y, learners=[3])


def test_a_sweep_on_the_command_line_plays_a_learner_of_ones_own(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "swept_rules.py").write_text(
        "from littlestone import PA1\n\n\nclass Contrary(PA1):\n    theorems = ()\n\n"
        "    def learn(self, x, y, guess):\n        super().learn(x, -y, guess)\n"
    )
    (tmp_path / "t.csv").write_text("a,b,y\n" + "".join(f"{t % 7},{t % 3},{int(t % 7 > 3)}\n" for t in range(80)))
    words = ("sweep", "t.csv", "--label", "y", "--learner", "swept_rules:Contrary,pa1", "--grid", "C=0.1,1")
    code, out, _ = command(*words, "--json", "--workers", "1")
    assert code == 0
    standing = json.loads(out)["settings"]
    assert {one["learner"] for one in standing[:2]} == {"pa1"}
    assert {one["learner"] for one in standing[2:]} == {"swept_rules:Contrary"}
    assert standing[-1]["mistake_rate"] > 0.6
