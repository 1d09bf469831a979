"""How commands end: SIGTERM saves what is finished, workers do not outlive their parent, a busy port is bad usage."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from drawn_streams import commands, namespaces

from littlestone import AROW, Game, load, save
from littlestone.command_line import set_up
from littlestone.features import HashedFeatures

HERE = [sys.executable, "-m", "littlestone"]


@pytest.fixture
def command(capsys):
    return commands(capsys)


def alive(number):
    try:
        return "Z" not in Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def children_of(number):
    return [int(one) for one in Path(f"/proc/{number}/task/{number}/children").read_text().split()]


def begun(path, *more):
    """A training that would take long, when its workers are at it, and these."""
    arguments = ["train", str(path), "--shards", "8", "--epochs", "1000000", "--workers", "2", *more]
    process = subprocess.Popen([*HERE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while len(children_of(process.pid)) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(3)
    return process, children_of(process.pid)


@pytest.fixture
def noisy(tmp_path):
    random = np.random.default_rng(0)
    lines = [f"{random.choice([-1, 1])} |w " + " ".join(f"w{k}" for k in random.integers(0, 40, 6)) for _ in range(900)]
    (tmp_path / "f.vw").write_text("\n".join(lines) + "\n")
    return tmp_path / "f.vw"


@pytest.mark.system
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="asks the system for processes by /proc")
def test_sigterm_saves_the_finished_epochs_and_leaves_no_workers(noisy, tmp_path):
    process, workers = begun(noisy, "--save", str(tmp_path / "m.npz"))
    os.kill(process.pid, signal.SIGTERM)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"interrupted" in out
    assert load(tmp_path / "m.npz").ledger.rounds % 900 == 0
    time.sleep(0.5)
    assert not any(map(alive, workers))


@pytest.mark.system
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="asks the system for processes by /proc")
def test_workers_end_when_their_parent_is_killed(noisy):
    process, workers = begun(noisy)
    process.kill()
    process.communicate(timeout=60)
    until = time.monotonic() + 30
    while any(map(alive, workers)) and time.monotonic() < until:
        time.sleep(0.1)
    assert workers
    assert not any(map(alive, workers))


@pytest.mark.system
@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="has no signal of closed pipes")
def test_a_closed_pipe_saves_the_game(noisy, tmp_path):
    play = [*HERE, "play", str(noisy), "--learner", "arow", "--passes", "20", "-p", "-", "--quiet"]
    for kept, code in [(["-f", str(tmp_path / "m.npz")], 2), ([], -signal.SIGPIPE)]:
        process = subprocess.Popen([*play, *kept], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.read(20_000)
        process.stdout.close()
        with process.stderr as words:
            err = words.read()
        assert process.wait(timeout=60) == code
        assert (b"cannot write standard output: Broken pipe" in err) == bool(kept)
    assert 0 < load(tmp_path / "m.npz").ledger.labelled < 20 * 900


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no named pipes")
def test_what_is_no_file_is_written_to_and_not_replaced(command, noisy, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)
        assert command("play", noisy, "--learner", "arow", "--quiet", "-f", pipe)[0] == 0
        found = read.result(timeout=60)
    assert pipe.is_fifo()
    assert command("play", noisy, "--learner", "arow", "--quiet", "-f", tmp_path / "m.npz")[0] == 0
    assert found == (tmp_path / "m.npz").read_bytes()


def test_serving_on_a_busy_port_is_bad_usage(command, tmp_path):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        code, _, err = command("serve", "--data", tmp_path / "games", "--port", port)
    assert code == 2
    assert f"cannot listen on port {port} of 127.0.0.1" in err
    assert "--port" in err


@pytest.mark.parametrize("name", ["play", "train"])
def test_more_bits_than_there_is_memory_for_are_refused(command, tmp_path, monkeypatch, name):
    path = tmp_path / "f.vw"
    path.write_text(namespaces())
    monkeypatch.setattr(set_up, "free_memory", lambda: 2**34)
    code, out, err = command(name, path, "-b", "28", "--learner", "perceptron")
    assert (code, out) == (2, "")
    assert "268,435,456 columns, for which perceptron may need 40.5 GiB of memory" in err
    assert "and 16.0 are free" in err
    assert command(name, path, "-b", "12", "--learner", "perceptron")[0] == 0


PEAK = """
import sys
from pathlib import Path
from littlestone import Game, load, make_learner, save
from littlestone.command_line.set_up import memory_of
from littlestone.features import HashedFeatures

def most(): return int(next(l for l in open("/proc/self/status") if l.startswith("VmHWM")).split()[1]) * 1024

def play(bits):
    game = Game(make_learner(sys.argv[1]), features=HashedFeatures(bits))
    for t in range(60):
        game.label(game.predict({f"w{t % 7}": 1.0 + t % 3, f"v{t % 5}": 2.0}).number, 1 if t % 3 else -1)
    game.ledger.certificates
    save(game, sys.argv[2])
    load(sys.argv[2])

play(8)  # what is imported on the way
before = most()
play(21)
print((most() - before) / memory_of(make_learner(sys.argv[1]), 2**21))
"""


@pytest.mark.system
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks the system for memory by /proc")
@pytest.mark.parametrize("learner", ["perceptron", "adagrad", "pa1", "arow", "committee"])
def test_what_hashed_columns_are_said_to_need_is_what_they_take(learner, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", PEAK, learner, str(tmp_path / "m.npz")], capture_output=True, text=True, check=True
    )
    assert 0.2 < float(done.stdout) < 1.1


def test_a_saved_game_with_hashed_names_is_as_large_as_what_it_has_met(tmp_path):
    game = Game(AROW(), features=HashedFeatures(18))
    for t in range(200):
        game.label(game.predict({f"w{t % 50}": 1.0, f"v{t % 7}": 2.0}).number, 1 if t % 3 else -1)
    save(game, tmp_path / "m.npz")
    assert (tmp_path / "m.npz").stat().st_size < 20_000 < 2 * 8 * 2**18
    other = load(tmp_path / "m.npz")
    assert np.array_equal(other.learner.weights, game.learner.weights)
    save(other, tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == (tmp_path / "m.npz").read_bytes()
