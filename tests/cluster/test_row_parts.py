"""Text that workers parse in parts, states in files, tasks in runs: the bits of one reader and of one process."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from drawn_streams import commands, namespaces, strict, vectors
from lost_workers import parsed_once, squared

from littlestone import read
from littlestone.cluster import row_parts
from littlestone.cluster.engine_names import executor_for
from littlestone.cluster.engines import Processes
from littlestone.cluster.handing_out import done_by
from littlestone.cluster.row_parts import RowParts, open_rows
from littlestone.cluster.shared_rows import SharedRows
from littlestone.cluster.states import read_state, write_state
from littlestone.commands import train as command_train
from littlestone.errors import BadBatch, BadFile, BadParameter
from littlestone.formats.excerpts import excerpts_of


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def engine():
    with executor_for("processes", 2) as found:
        yield found


def test_states_come_back_as_they_were(tmp_path):
    state = {
        "w": np.arange(5.0),
        "matrix": np.arange(6, dtype=np.int32).reshape(2, 3),
        "none": np.zeros((0, 3)),
        "updates": np.int64(7),
        "share": np.float64(0.1),
    }
    write_state(tmp_path / "s", state)
    first = read_state(tmp_path / "s")
    assert list(first) == list(state)
    for name, value in state.items():
        assert np.array_equal(first[name], value)
        assert np.shape(first[name]) == np.shape(value)
        assert np.asarray(first[name]).dtype == np.asarray(value).dtype
    write_state(tmp_path / "s", {"w": np.ones(9)})
    assert first["w"].tolist() == [0, 1, 2, 3, 4]  # what was mapped stays as it was
    assert read_state(tmp_path / "s")["w"].tolist() == [1] * 9


def test_parts_have_the_rows_of_one_reader(tmp_path, engine):
    (tmp_path / "a.svm").write_text(vectors(90))
    source = read(tmp_path / "a.svm", base=1)
    whole = SharedRows.gather(source.batches(), tmp_path / "whole", lambda: None)
    (tmp_path / "parts").mkdir()
    parts = RowParts.parse(excerpts_of(source, 500), tmp_path / "parts", None, engine)
    assert len(parts.ends) > 3
    again = open_rows(str(tmp_path / "parts"))
    assert isinstance(again, RowParts)
    assert (len(again), again.width, again.truths()) == (90, whole.width, whole.truths())
    for begin, end in [(0, 90), (0, 0), (13, 14), (10, 60), (89, 90), (90, 90)]:
        one, other = whole.piece(begin, end), again.piece(begin, end)
        for name in ("starts", "columns", "values", "labels"):
            assert np.asarray(getattr(one, name)).tolist() == np.asarray(getattr(other, name)).tolist()
    with pytest.raises(BadBatch, match="there are 90 rows, and none from 80 to 91"):
        list(again.pieces(80, 91))
    (tmp_path / "parts" / "values1.bin").write_bytes(b"")
    with pytest.raises(BadFile, match="has no part 2 that could be played"):
        open_rows(str(tmp_path / "parts")).piece(0, 90)


@pytest.mark.parametrize(
    ("more", "workers"),
    [
        ((), (2,)),
        pytest.param((), (1, 3), marks=pytest.mark.system),
        pytest.param(("--learner", "arow"), (1, 2, 3), marks=pytest.mark.system),
        pytest.param(("--promise", "margin=0.001"), (1, 2, 3), marks=pytest.mark.system),
    ],
)
def test_workers_that_parse_change_no_bit(command, tmp_path, monkeypatch, more, workers):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.svm").write_text(vectors(200))
    (tmp_path / "b.svm").write_text(vectors(77, seed=5))
    asked = ("train", "a.svm", "b.svm", "--base", "1", "--shards", "5", "--epochs", "3", "--json", *more)
    here = strict(command(*asked, "--workers", "1")[1])
    monkeypatch.setattr(command_train, "PART", 700)
    for count in workers:
        there = strict(command(*asked, "--workers", str(count))[1])
        assert there["digest"] == here["digest"]
        assert there["certificates"] == here["certificates"]
        assert there["rows"] == 277


def test_hashed_names_with_importances_are_parsed_by_workers(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = namespaces(120).splitlines()
    (tmp_path / "a.vw").write_text("".join(line.replace(" |", " 2.5 |", 1) + "\n" for line in lines))
    asked = ("train", "a.vw", "-b", "8", "--shards", "3", "--learner", "pa1", "--json", "--save", "m.npz")
    here = strict(command(*asked)[1])
    monkeypatch.setattr(command_train, "PART", 400)
    called = []
    parse = RowParts.parse
    monkeypatch.setattr(RowParts, "parse", lambda *given: called.append(1) or parse(*given))
    assert strict(command(*asked)[1])["digest"] == here["digest"]
    assert called
    assert command("predict", "m.npz", "a.vw")[0] == 0


@pytest.mark.parametrize("worse", ["1 3:4 2:5\n", "7 1:1\n", "0 1:1\n", "1 1:nan\n"])
def test_what_is_wrong_is_said_as_by_one_reader(command, tmp_path, monkeypatch, worse):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.svm").write_text(vectors(50) + worse + vectors(50, seed=3))
    asked = ("train", "a.svm", "--base", "1", "--shards", "2")
    here = command(*asked)
    assert here[0] == 2
    assert "line 51" in here[2]
    monkeypatch.setattr(command_train, "PART", 600)
    assert command(*asked) == here


@pytest.mark.system
def test_a_worker_that_is_killed_while_it_parses_changes_nothing(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.svm").write_text(vectors(200))
    asked = ("train", "a.svm", "--base", "1", "--shards", "4", "--json", "--workers", "2")
    here = strict(command(*asked)[1])
    monkeypatch.setattr(command_train, "PART", 700)
    monkeypatch.setattr(row_parts, "parse_part", partial(parsed_once, tmp_path / "killed"))
    assert strict(command(*asked)[1])["digest"] == here["digest"]
    assert (tmp_path / "killed").exists()


@pytest.mark.parametrize("runs", [1, 2, 100])
def test_runs_give_results_in_order(engine, monkeypatch, runs):
    monkeypatch.setattr(Processes, "runs", runs)
    assert done_by(engine, squared, range(6), str) == [k * k for k in range(6)]
    assert done_by(engine, squared, [], str) == []
    with pytest.raises(BadParameter, match="task 7: not seven"):
        done_by(engine, squared, range(12), lambda number: f"task {number}")


DEADLY = """
import sys
import lost_workers
from littlestone.cli import run
from littlestone.cluster import training
from littlestone.sweeps import run as sweeps
training.play_shard = sweeps.play = lost_workers.killed
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.system
@pytest.mark.parametrize(("name", "more"), [("train", ["--learner", "arow"]), ("sweep", ["--grid", "r=1,2,3"])])
def test_workers_that_die_again_and_again_are_said_by_the_program(tmp_path, name, more):
    (tmp_path / "a.svm").write_text(vectors(300))
    asked = [sys.executable, "-c", DEADLY, name, "a.svm", "--base", "1", "--workers", "2", *more]
    paths = os.pathsep.join([str(Path(__file__).parents[1] / "helpers"), *sys.path])
    ended = subprocess.run(
        asked, cwd=tmp_path, capture_output=True, text=True, timeout=60, env={**os.environ, "PYTHONPATH": paths}
    )
    assert ended.returncode == 2  # and not by SIGPIPE, without a word
    assert "were they killed" in ended.stderr or "was it killed" in ended.stderr
