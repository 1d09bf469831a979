"""Errors of the disk, and the loss of power: short forms here, long ones by `make test-service`."""

import os
import shutil
import subprocess
import time
from contextlib import contextmanager

import pytest
from service_process import Process, audited, lost, play_for
from service_runs import LONG

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}
pytestmark = pytest.mark.system
SYNCS = "fsync,fdatasync"


def needs(*programs):
    """Skip if a program is not there."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not here")


def harmless(trace, folder):
    """Was it a sync of the folder by SQLite, which keeps quiet about the error? The journal syncs the folder itself."""
    lines = trace.read_text().splitlines() if trace.exists() else []
    failed = [line for line in lines if "INJECTED" in line]
    return bool(failed) and f"<{folder}>" in failed[0] and " fdatasync(" in failed[0]


@pytest.mark.parametrize("n", range(1, 51) if LONG else (3, 25))
def test_an_error_of_fsync_ends_the_process_and_nothing_is_wrong_afterwards(tmp_path, n):
    needs("strace")
    trace, folder = tmp_path / "trace", tmp_path / "games"
    wrap = ("strace", "-f", "-y", "-qq", "--seccomp-bpf", "-o", str(trace), "-e", f"trace={SYNCS}")
    process = Process(folder, wrap=(*wrap, "-e", f"inject={SYNCS}:error=EIO:when={n}"))
    clients = None
    try:
        process.wait()
        process.ask("PUT", "/v1/games/spam", SPAM)
        clients = play_for(process, "c", 0.0, 2, 300 if n % 2 else 0)  # batches are written on another thread
        for _ in range(300):
            if process.process.poll() is not None or harmless(trace, folder):
                break
            time.sleep(0.1)
    except (RuntimeError, OSError, ValueError):
        pass  # it ended before it began, or while it was asked
    code = process.end()
    if clients is not None:
        clients.stop()
        assert {status for status, _ in clients.refused} <= {503}
    assert code != 0 or harmless(trace, folder), "it went on after an error of fsync"
    process = Process(folder).wait()
    try:
        assert process.ask("PUT", "/v1/games/spam", SPAM)[0] in (200, 201)
        assert lost(folder, [] if clients is None else [clients]) == []
        again = play_for(process, "d", 0.2, 2)
        again.stop()
        assert again.predictions
        digest = process.ask("GET", "/v1/games/spam/digest")[1]["digest"]
    finally:
        assert process.end() == 0
    found = audited(folder)
    assert (found.good, found.digest) == (True, digest)


@contextmanager
def mounted(image, place):
    """An ext4 image as a folder."""
    place.mkdir(exist_ok=True)
    done = subprocess.run(["mount", "-o", "loop,commit=300", image, place], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no image can be mounted here, which the loss of power is simulated by: {done.stderr.strip()}")
    try:
        yield place
    finally:
        done = subprocess.run(["umount", place], capture_output=True, text=True)
        if done.returncode:  # a test that was interrupted: nothing stays behind
            subprocess.run(["umount", "--lazy", place], check=False)
        done.check_returncode()


def power_lost(folder, cycles, mutant=""):
    """Let the power go under load, again and again; what was lost, and how much was acknowledged.

    The service writes to a file system in a file. That file, copied while the service stands still, is what a disk
    holds that lost its power: all that was not yet asked to be on disk is missing in it.
    """
    needs("mkfs.ext4", "mount")
    if os.geteuid():
        pytest.skip("only root can mount an image, which the loss of power is simulated by")
    image, copy = folder / "disk.img", folder / "copy.img"
    with image.open("wb") as file:
        file.truncate(48_000_000)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    missing, acknowledged, everybody = [], 0, []
    for cycle in range(cycles):
        with mounted(image, folder / "disk") as disk:
            process = Process(disk / "games", mutant=mutant).wait()
            try:
                assert process.ask("PUT", "/v1/games/spam", SPAM)[0] in (200, 201)
                clients = play_for(process, f"c{cycle}", 0.5, 8, 0 if mutant or cycle % 2 else 150)
                os.killpg(process.process.pid, 19)  # SIGSTOP
                shutil.copyfile(image, copy)
            finally:
                process.kill()
            clients.stop()
        os.replace(copy, image)
        everybody.append(clients)
        acknowledged += len(clients.predictions) + len(clients.labels)
        with mounted(image, folder / "disk") as disk:
            try:
                missing += lost(disk / "games", everybody)
            except Exception as error:
                missing.append(f"the journal itself: {error}")
            if missing:
                return missing, acknowledged
            assert audited(disk / "games").good
    return missing, acknowledged


def test_the_loss_of_power_loses_nothing_that_was_acknowledged(tmp_path):
    missing, acknowledged = power_lost(tmp_path, 20 if LONG else 1)
    print(f"{acknowledged:,} events were acknowledged")
    assert missing == []
    assert acknowledged > 50


@pytest.mark.skipif(not LONG, reason="`make test-service` runs it")
def test_the_loss_of_power_finds_out_who_does_not_wait_for_the_disk(tmp_path):
    assert power_lost(tmp_path, 3, "synchronous_normal")[0]


@pytest.mark.skipif(not LONG, reason="`make test-service` runs it")
def test_the_loss_of_power_finds_out_who_answers_before_the_commit(tmp_path):
    assert power_lost(tmp_path, 20, "answers_before_commit")[0]
