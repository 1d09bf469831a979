"""Training on shards: the same bits whoever played, saved games that go on, and what goes wrong."""

from __future__ import annotations

import errno
import os
import signal
from concurrent.futures import Executor, Future
from functools import partial

import numpy as np
import pytest
from drawn_streams import commands, namespaces, numbers, strict, vectors
from lost_workers import killed, killed_once

from littlestone import LEARNERS, load
from littlestone.cluster import states, train, training
from littlestone.cluster.engine_names import as_engine, executor_for
from littlestone.cluster.shards import Shard, play_shard
from littlestone.cluster.shared_rows import SharedRows
from littlestone.cluster.training import digest_of, played_by
from littlestone.errors import BadFile, BadParameter, StateError, WorkerLost
from littlestone.features import as_batch


@pytest.fixture
def command(capsys):
    return commands(capsys)


def data(rows=400, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(rows, 5))
    return X, np.where(X @ [1, -1, 2, 0, 0.5] + random.normal(size=rows) > 0, 1, -1)


class Here(Executor):
    """Plays every task at once, in this process."""

    def submit(self, fn, /, *args, **kwargs):
        done = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


@pytest.mark.parametrize("mix", ["uniform", "updates"])
@pytest.mark.parametrize("workers", [(2,), pytest.param((1, 8, 16), marks=pytest.mark.system)])
def test_the_digest_is_the_same_with_any_number_of_workers(mix, workers):
    X, y = data()
    asked = {"shards": 16, "epochs": 3, "mix": mix}
    digests = {digest_of(train(X, y, workers=count, **asked)) for count in workers}
    digests.add(digest_of(train(X, y, executor=Here(), **asked)))
    assert len(digests) == 1


@pytest.mark.system
def test_a_worker_that_is_killed_changes_nothing(monkeypatch, tmp_path):
    X, y = data()
    whole = digest_of(train(X, y, shards=4, epochs=3, executor=Here()))
    monkeypatch.setattr(training, "play_shard", partial(killed_once, tmp_path / "killed"))
    assert digest_of(train(X, y, shards=4, epochs=3, workers=2)) == whole
    assert (tmp_path / "killed").exists()


@pytest.mark.system
def test_a_shard_whose_workers_always_die_is_lost_with_the_reason(monkeypatch):
    X, y = data()
    monkeypatch.setattr(training, "play_shard", killed)
    with pytest.raises(WorkerLost, match=r"shard \d of epoch 1 is lost: 3 workers ended"):
        train(X, y, shards=2, workers=1)


def test_a_short_epoch_is_no_epoch(monkeypatch):
    def short(shard):
        return play_shard(shard._replace(rows=(shard.rows[0], shard.rows[1] - 1)))

    monkeypatch.setattr(training, "play_shard", short)
    with pytest.raises(WorkerLost, match="epoch 1 is short: shard 1 has 100 rows, and 99 were played"):
        train(*data(), shards=4, executor=Here())


def test_a_worker_that_does_not_see_the_rows_says_so(tmp_path):
    tasks = [Shard(str(tmp_path / "elsewhere"), 0, (0, 10), 0, "perceptron", {})]
    with pytest.raises(BadFile, match=r"shard 1 of epoch 1: .*need a folder that all of them see"):
        played_by(as_engine(Here()), tasks, 1)


def test_a_worker_of_another_version_is_refused(tmp_path):
    SharedRows.write(as_batch(*data()), None, tmp_path)
    task = Shard(str(tmp_path), 0, (0, 10), 0, "perceptron", {}, version="0.0.1")
    with pytest.raises(StateError, match=r"begun with 0\.0\.1: install the same version"):
        played_by(as_engine(Here()), [task], 1)


@pytest.mark.parametrize("name", [name for name, kind in LEARNERS.items() if kind.mixes])
def test_every_learner_with_a_mean_is_trained_saved_and_goes_on(name, tmp_path):
    X, y = data()
    kind = str(LEARNERS[name]().truths)
    y = {"signs": y, "numbers": X @ [1, -1, 2, 0, 0.5], "classes": np.digitize(X[:, 0], [-0.5, 0.5])}[kind]
    game = train(X, y, learner=name, shards=4, epochs=2, executor=Here())
    assert game.ledger.rounds in (400, 800)  # one epoch more if something was learned
    from littlestone import save

    save(game, tmp_path / "model.npz")
    again = load(tmp_path / "model.npz")
    assert digest_of(again) == digest_of(game)
    for one in (game, again):
        for x, label in zip(X[:20], y[:20].tolist(), strict=True):
            one.label(one.predict(x).number, label)
    assert digest_of(again) == digest_of(game)
    assert all(certificate.violated is None for certificate in again.ledger.certificates)


def test_training_is_better_than_one_shard_alone():
    X, y = data(4000)
    alone = train(X[:250], y[:250], learner="pa1", shards=1, epochs=1, executor=Here())
    together = train(X, y, learner="pa1", shards=16, epochs=3, executor=Here())

    def wrong(game):
        guesses = X @ game.learner.weights
        return np.mean(np.where(guesses >= 0, 1, -1) != y)

    assert wrong(together) < wrong(alone)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"learner": "winnow"}, "no mean over shards"),
        ({"shards": 401}, "cannot be cut into 401 shards"),
        ({"shards": 0}, "shards is a number of shards, 1 or more"),
        ({"epochs": 0}, "epochs is a number of epochs, 1 or more"),
        ({"mix": "median"}, "mix is one of"),
        ({"executor": "ray"}, "tasks run on"),
    ],
)
def test_wrong_settings_say_what_is_right(given, words):
    with pytest.raises(BadParameter, match=words):
        train(*data(), **{"executor": Here()} | given)


def test_the_command_saves_a_game_that_others_take(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.vw").write_text(namespaces(200))
    (tmp_path / "b.vw").write_text(namespaces(100, seed=5))
    asked = ("train", "a.vw", "b.vw", "--shards", "4", "--epochs", "3", "--json")
    found = [strict(command(*asked, "--workers", str(n), "--save", f"m{n}.npz")[1]) for n in (1, 2)]
    assert found[0]["digest"] == found[1]["digest"]
    assert [one["number"] for one in found[0]["epochs"]] == [1, 2, 3]
    assert found[0]["rounds"] == 900
    code, out, err = command("predict", "m1.npz", "a.vw")
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 201
    inspected = strict(command("inspect", "m1.npz", "--json")[1])
    assert inspected["certificates"] == found[0]["certificates"]
    code, out, err = command("play", "b.vw", "--resume", "m2.npz")
    assert (code, err) == (0, "")
    assert "1,000" in out


def test_the_command_prints_the_epochs(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.svm").write_text(vectors(120))
    asked = ("train", "two.svm", "--base", "1", "--shards", "3", "--workers", "1")
    code, out, err = command(*asked, "--epochs", "2", "--mix", "updates", "--promise", "margin=0.001")
    assert (code, err) == (0, "")
    assert "perceptron on 3 shards of two.svm" in out
    assert "by share" in out
    code, out, err = command(*asked, "--learner", "pa1", "--shuffle", "3")
    assert "open" in out
    (tmp_path / "n.csv").write_text(numbers(90))
    code, out, err = command("train", "n.csv", "--label", "y", "--learner", "pa1-regression", "--workers", "1")
    assert (code, err) == (0, "")
    assert "loss" in out


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--learner", "winnow"), "no mean over shards"),
        (("--shards", "1000"), "cannot be cut into 1,000 shards"),
        (("--on", "nowhere"), "tasks run on"),
        (("--promise", "k=3"), "no promise 'k'"),
        (("--promise", "margin=wide"), "is a number"),
        (("--save", "two.svm"), "would overwrite"),
    ],
)
def test_wrong_options_say_what_is_right(command, tmp_path, monkeypatch, more, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.svm").write_text(vectors(30))
    code, out, err = command("train", "two.svm", "--base", "1", "--workers", "1", *more)
    assert (code, out) == (2, "")
    assert words in err


def test_a_worker_that_ends_between_epochs_changes_nothing():
    whole = digest_of(train(*data(), shards=4, epochs=3, executor=Here()))
    with executor_for("processes", 2) as engine:
        assert engine.submit(len, "abc").result() == 3
        broken = next(iter(engine.inner._processes))
        os.kill(broken, signal.SIGKILL)
        engine.inner._processes[broken].join()
        assert digest_of(train(*data(), shards=4, epochs=3, executor=engine)) == whole


def test_a_full_disk_is_said(monkeypatch, tmp_path):
    def full(*given, **more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(states.Path, "unlink", full)
    with pytest.raises(BadFile, match=r"rows and weights cannot be written to .*TMPDIR"):
        train(*data(), shards=2, epochs=2, workers=1)
    monkeypatch.undo()
    monkeypatch.setattr(np, "save", full)
    with pytest.raises(BadFile, match=r"cannot be written to .*: No space left on device"):
        train(*data(), shards=2, executor=Here())


def test_processes_are_made_anew_after_one_was_lost():
    engine = executor_for("processes", 1)
    with engine:
        assert engine.submit(len, "abc").result() == 3
        engine.renew()
        assert engine.submit(len, "abcd").result() == 4
