"""Spark on this machine: a game per key with the driver killed in the middle, trainings, sweeps and scoring."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from keyed_events import events_of

import littlestone
from littlestone import PA1, Game, save
from littlestone.cluster import KeyedGames, play_stream

pytest.importorskip("pyspark", reason="needs PySpark 4: pip install 'littlestone[spark]'")
pytestmark = [
    pytest.mark.spark,
    pytest.mark.skipif(
        not (shutil.which("java") or os.environ.get("JAVA_HOME")),
        reason="needs Java 17: apt-get install openjdk-17-jre",
    ),
]
HERE = Path(__file__).parent
FILES = 6


def driver(script, *arguments):
    """The command line of a driver, and its surroundings: workers have to find this package and the tests' helpers."""
    path = os.pathsep.join([str(Path(littlestone.__file__).parents[1]), str(HERE.parent / "helpers")])
    return [sys.executable, str(HERE / script), *map(str, arguments)], {**os.environ, "PYTHONPATH": path}


def written(sink):
    """The answers in the files that the log of the sink has: files of batches that were not finished do not count."""
    log = sorted((sink / "_spark_metadata").glob("[0-9]*"), key=lambda path: int(path.name.split(".")[0]))
    paths = {}
    for one in log:
        for line in one.read_text().splitlines()[1:]:
            entry = json.loads(line)
            paths[entry["path"]] = entry["action"]
    lines = [
        Path(path.removeprefix("file://")).read_text().splitlines() for path, done in paths.items() if done == "add"
    ]
    return [json.loads(line) for each in lines for line in each]


def plain(answer):
    """An answer without what it does not say, as JSON files have it."""
    return json.dumps({name: value for name, value in answer.items() if value is not None}, sort_keys=True)


def test_a_game_per_key_with_the_driver_killed_in_the_middle(tmp_path):
    save(Game(PA1(C=0.5), labels=("down", "up")), tmp_path / "m.npz")
    events = events_of(keys=10, rounds=24)
    source, sink, checkpoint = (tmp_path / name for name in ("events", "answers", "checkpoint"))
    size = -(-len(events) // FILES)
    put(source, [events[k * size : (k + 1) * size] for k in range(FILES)])
    command, around = driver("keyed_driver.py", tmp_path / "m.npz", source, sink, checkpoint)
    with (tmp_path / "first.log").open("w") as log:
        first = subprocess.Popen(command, env=around, stdout=log, stderr=log, start_new_session=True)
    deadline = time.monotonic() + 180
    while len(list((checkpoint / "commits").glob("[0-9]*"))) < 2:
        assert first.poll() is None, (tmp_path / "first.log").read_text()[-3000:]
        assert time.monotonic() < deadline, "no two batches in three minutes"
        time.sleep(0.05)
    os.killpg(first.pid, signal.SIGKILL)  # the driver, its JVM and all workers
    first.wait()
    begun = len(list((checkpoint / "commits").glob("[0-9]*")))
    assert begun < FILES, "it was not killed in the middle"
    second = subprocess.run(command, env=around, capture_output=True, text=True, timeout=240, check=False)
    assert second.returncode == 0, second.stderr[-3000:]
    found = sorted(map(plain, written(sink)))
    wanted = sorted(map(plain, play_stream(KeyedGames(tmp_path / "m.npz", expires=25.0), events)))
    assert len(found) == len(set(found)), "something counted twice"
    assert found == wanted
    # Files are read one by one; but one that was noted when the driver was killed may be read together with the next.
    assert len(list((checkpoint / "commits").glob("[0-9]*"))) >= FILES - 1


def put(source, batches):
    """Write every list of events into a file of its own; Spark reads the oldest first, one a batch."""
    source.mkdir()
    for k, batch in enumerate(batches):
        path = source / f"{k:03}.json"
        path.write_text("".join(json.dumps(event) + "\n" for event in batch))
        os.utime(path, (1_000_000 + k, 1_000_000 + k))


def driven(tmp_path, *more):
    """What a stream without trouble has answered."""
    source, sink, checkpoint = (tmp_path / name for name in ("events", "answers", "checkpoint"))
    command, around = driver("keyed_driver.py", tmp_path / "m.npz", source, sink, checkpoint, *more)
    ran = subprocess.run(command, env=around, capture_output=True, text=True, timeout=240, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return sorted(map(plain, written(sink)))


def test_questions_of_idle_keys_expire_by_timers(tmp_path):
    save(Game(PA1(C=0.5), labels=("down", "up")), tmp_path / "m.npz")
    events = events_of(keys=6, rounds=10)
    idle = {**events[0], "key": "idle"}
    size = -(-len(events) // 4)
    batches = [events[k : k + size] for k in range(0, len(events), size)]
    batches[0] = [{**idle, "seq": 1}, {**idle, "seq": 2, "id": "later", "time": 12.0}, *batches[0]]
    put(tmp_path / "events", batches)
    all_of_them = [event for batch in batches for event in batch]
    wanted = list(play_stream(KeyedGames(tmp_path / "m.npz", expires=25.0), all_of_them, late=5.0))
    assert {one["id"] for one in wanted if (one["key"], one["kind"]) == ("idle", "expired")} == {"q0", "later"}
    assert driven(tmp_path, 5.0) == sorted(map(plain, wanted))


def test_the_journal_of_a_service_is_a_stream(tmp_path):
    pytest.importorskip("starlette", reason="needs the service: pip install 'littlestone[service]'")
    from service_asking import asking

    from littlestone.cli import run

    for first in (0, 15):  # two exports, each a batch
        with asking(tmp_path / "games") as ask:
            for name in ("ann", "bob", "cleo"):
                ask("PUT", f"/v1/games/{name}", {"labels": ["down", "up"], "learner": "pa1"})
                for t in range(first, first + 15):
                    ask("POST", f"/v1/games/{name}/predict", {"id": f"m{t}", "x": {"a": t % 5 - 2, "b": f"w{t % 3}"}})
                    if t % 4 and t % 15 > 2:
                        y = ("down", "up")[t % 2]
                        ask("POST", f"/v1/games/{name}/label", {"id": f"m{t - 2}", "y": y, "weight": 0.5 + t % 3})
        assert run(["export", str(tmp_path / "games"), "--into", str(tmp_path / "events")]) == 0
    save(Game(PA1(), labels=("down", "up")), tmp_path / "m.npz")
    files = sorted((tmp_path / "events").glob("[0-9]*.json"))
    events = [json.loads(line) for path in files for line in path.read_text().splitlines()]
    wanted = list(play_stream(KeyedGames(tmp_path / "m.npz", expires=25.0), events))
    assert {one["kind"] for one in wanted} == {"prediction", "account"}
    assert driven(tmp_path) == sorted(map(plain, wanted))


def test_trainings_sweeps_and_scores_have_the_bits_of_this_machine(tmp_path):
    command, around = driver("tasks_driver.py", tmp_path)
    ran = subprocess.run(command, env=around, capture_output=True, text=True, timeout=240, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    found = json.loads(ran.stdout.splitlines()[-1])
    assert found["here"] == found["there"] == found["killed"]
    assert found["was_killed"]
    assert found["sweep"]
    assert found["scored"]
    assert found["columns"] == ["id", "act", "guess", "chance"]
    assert "no Spark master answers at 127.0.0.1:9" in found["refused"]
