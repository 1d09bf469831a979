"""Sweeps and trainings on a Dask cluster of this machine: the same bits, a worker killed, and failures said aloud."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from functools import partial
from threading import Thread

import numpy as np
import pandas as pd
import pytest
from drawn_streams import commands, strict, vectors
from lost_workers import killed, killed_once, older, swept_once

from littlestone.cluster import dask_engine, train, training
from littlestone.cluster.engine_names import executor_for
from littlestone.cluster.shards import Shard
from littlestone.cluster.training import digest_of, played_by
from littlestone.errors import BadFile, BadParameter, StateError, WorkerLost
from littlestone.sweeps import sweep

distributed = pytest.importorskip("distributed", reason="needs distributed: pip install 'littlestone[dask]'")
pytestmark = [
    pytest.mark.system,
    pytest.mark.filterwarnings("ignore"),  # what libraries of others warn of is not ours
]


def local(workers):
    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50
    )


@pytest.fixture(scope="module")
def cluster():
    with local(2) as found:
        yield found


@pytest.fixture
def address(cluster):
    with distributed.Client(cluster.scheduler_address) as client:
        client.wait_for_workers(2, timeout=180)
    return cluster.scheduler_address.replace("tcp://", "dask://")


@pytest.fixture
def command(capsys):
    return commands(capsys)


def data(rows=400, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(rows, 5))
    return X, np.where(X @ [1, -1, 2, 0, 0.5] + random.normal(size=rows) > 0, 1, -1)


def test_training_has_the_digest_of_processes_with_a_worker_killed_too(address, monkeypatch, tmp_path):
    asked = {"shards": 4, "epochs": 3}
    whole = digest_of(train(*data(), workers=1, **asked))
    assert digest_of(train(*data(), executor=address, **asked)) == whole
    monkeypatch.setattr(training, "play_shard", partial(killed_once, tmp_path / "killed"))
    assert digest_of(train(*data(), executor=address, **asked)) == whole
    assert (tmp_path / "killed").exists()


def test_a_sweep_has_the_table_of_processes_with_a_worker_killed_too(address, monkeypatch, tmp_path):
    asked = {"learners": "arow,pa1", "grid": {"r": [1.0, 2.0, 4.0], "C": [0.1, 1.0]}, "shuffles": 2}
    first = sweep(*data(), workers=1, **asked).drop(columns="seconds")
    pd.testing.assert_frame_equal(first, sweep(*data(), executor=address, **asked).drop(columns="seconds"))
    monkeypatch.setattr("littlestone.sweeps.run.play", partial(swept_once, tmp_path / "killed"))
    pd.testing.assert_frame_equal(first, sweep(*data(), executor=address, **asked).drop(columns="seconds"))
    assert (tmp_path / "killed").exists()


def test_the_commands_run_on_dask(address, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.svm").write_text(vectors(120))
    asked = ("train", "two.svm", "--base", "1", "--shards", "3", "--json")
    there = strict(command(*asked, "--on", address)[1])
    assert there["digest"] == strict(command(*asked, "--workers", "1")[1])["digest"]
    assert there["workers"] >= 1  # one that was killed before may still be on its way back
    found = strict(command("sweep", "two.svm", "--base", "1", "--grid", "r=1,2", "--on", address, "--json")[1])
    assert len(found["settings"]) == 2


def test_a_wrong_address_is_said_within_ten_seconds(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.svm").write_text(vectors(20))
    for name in ("sweep", "train"):
        begun = time.monotonic()
        code, out, err = command(name, "two.svm", "--base", "1", "--on", "dask://127.0.0.1:9")
        assert (code, out) == (2, "")
        assert "no Dask scheduler answers at 127.0.0.1:9 within 5 seconds" in err
        assert time.monotonic() - begun < 10  # five of them are patience


def test_what_is_no_address_is_said(monkeypatch):
    with pytest.raises(BadParameter, match="no Dask scheduler answers"):
        executor_for("dask://no such place")


def test_a_worker_of_another_version_is_refused(address, monkeypatch):
    monkeypatch.setattr(dask_engine, "version_here", older)
    with pytest.raises(StateError, match=r"has littlestone 0\.1\.0, and this is .*: install the same version"):
        executor_for(address)


def not_there():
    raise ModuleNotFoundError("No module named 'littlestone.cluster'")


def test_a_worker_without_this_package_is_refused(address, monkeypatch):
    monkeypatch.setattr(dask_engine, "version_here", not_there)
    with pytest.raises(StateError, match="cannot run littlestone"):
        executor_for(address)


def test_a_lost_shard_is_said(address, tmp_path):
    engine = executor_for(address)
    task = Shard(str(tmp_path / "elsewhere"), 0, (0, 10), 0, "perceptron", {})
    with engine, pytest.raises(BadFile, match="need a folder that all of them see"):
        played_by(engine, [task], 1)


def test_a_cluster_without_workers_is_said():
    with local(0) as empty:
        address = empty.scheduler_address.replace("tcp://", "dask://")
        with pytest.raises(BadParameter, match="has no workers"):
            executor_for(address)


def test_a_cluster_that_loses_all_its_workers_is_said_within_ten_seconds(monkeypatch):
    with local(1) as small:
        engine = executor_for(small.scheduler_address.replace("tcp://", "dask://"))
        small.scale(0)
        while engine.count():
            time.sleep(0.1)
        monkeypatch.setattr(dask_engine, "PATIENCE", 2)
        begun = time.monotonic()
        with pytest.raises(WorkerLost, match=r"has had no workers for \d s"):
            train(*data(), shards=2, executor=engine)
        assert time.monotonic() - begun < 10
        engine.shutdown(wait=False, cancel_futures=True)


def test_a_scheduler_that_ends_in_the_middle_is_said(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.svm").write_text(vectors(120))
    asked = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--no-dashboard"]
    known = tmp_path / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = subprocess.Popen([*asked, "--port", "0", "--scheduler-file", str(known)], **quiet)
    worker = None
    try:
        while not known.exists() or not known.read_text().endswith("}"):
            time.sleep(0.1)
        address = json.loads(known.read_text())["address"]
        asked = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard"]
        worker = subprocess.Popen([*asked, "--no-nanny"], **quiet)
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=180)
        begun = []

        def kill():
            time.sleep(3)
            scheduler.kill()
            begun.append(time.monotonic())

        Thread(target=kill).start()
        asked = ("train", "two.svm", "--base", "1", "--learner", "arow", "--shards", "2", "--epochs", "100000")
        code, out, err = command(*asked, "--on", address.replace("tcp://", "dask://"))
        assert (code, out) == (2, "")
        assert "Dask" in err
        assert time.monotonic() - begun[0] < 10
    finally:
        for process in filter(None, (scheduler, worker)):
            process.kill()
            process.wait()


def test_a_task_that_kills_every_worker_is_given_up(monkeypatch):
    monkeypatch.setattr(training, "play_shard", killed)
    # A nanny whose workers are killed while they start may give up, so no other test has these.
    with local(2) as doomed:
        address = doomed.scheduler_address.replace("tcp://", "dask://")
        begun = time.monotonic()
        with pytest.raises(WorkerLost, match=r"is lost|no workers"):  # nannies may be slow to bring new ones
            train(*data(), shards=1, executor=address)
        assert time.monotonic() - begun < 120


def test_a_rule_of_the_users_own_is_played_or_refused_where_workers_do_not_have_it(address, monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "mine_on_dask.py").write_text(
        "from littlestone import Perceptron\n\n\nclass Never(Perceptron):\n    def learn(self, x, y, guess):\n"
        "        pass\n"
    )
    mine = __import__("mine_on_dask")
    with pytest.raises(StateError, match="no learner mine_on_dask:Never"):
        train(*data(), learner=mine.Never(), executor=address, shards=4, epochs=2)
    with distributed.Client(address.replace("dask://", "tcp://")) as client:
        client.run(lambda: sys.path.insert(0, str(tmp_path)))
    assert train(*data(), learner=mine.Never(), executor=address, shards=4, epochs=2).ledger.updates == 0
