"""kill -9 in the middle of load, a disk that is full, errors of the disk: what was acknowledged is there afterwards."""

import os
import signal
import time

import pytest
from service_process import Clients, Process, audited, lost, play_for
from service_runs import LONG

from littlestone.service.journal.sqlite_journal import SQLiteJournal

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}
pytestmark = pytest.mark.system


def killed_under_load(folder, cycles, seconds, mutant="", batch=0):
    """Kill the service under load, again and again; what was lost, and how much was acknowledged."""
    everybody, missing = [], []
    for cycle in range(cycles):
        process = Process(folder, mutant=mutant).wait()
        assert process.ask("PUT", "/v1/games/spam", SPAM)[0] in (200, 201)
        clients = play_for(process, f"c{cycle}", seconds, 2 if batch else 8, batch)
        process.kill()
        clients.stop()
        everybody.append(clients)
        missing += lost(folder, everybody)
        if mutant:
            if missing:
                break
            continue
        assert audited(folder).good
    return missing, sum(len(each.predictions) + len(each.labels) for each in everybody)


def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path):
    missing, acknowledged = killed_under_load(tmp_path, 100 if LONG else 3, 0.4)
    print(f"{acknowledged:,} events were acknowledged")
    assert missing == []
    assert acknowledged > 100


ACTS = {
    "actions": ["old", "new", "none"],
    "floor": 0.02,
    "shadows": {"second": {"learner": "exp3"}},
    "promote_when": 0.9,
}
ENDS = {"label_timeout": 0.2, "default_reward": 0.0}


def test_kill_9_loses_no_decision_and_no_reward_and_counts_none_twice(tmp_path):
    everybody, cycles = [], 50 if LONG else 3
    for cycle in range(cycles):
        process = Process(tmp_path).wait()
        assert cycle or process.ask("PUT", "/v1/games/spam", ACTS)[0] == 201
        if cycle == cycles // 2:  # from here on rounds expire, and count in the order of decisions
            assert process.ask("POST", "/v1/games/spam/settings", ENDS)[0] == 200
        clients = Clients(process, f"c{cycle}", 4, acts=True).start()
        for _ in range(100):  # a busy machine needs longer
            time.sleep(0.3 if LONG else 0.1)
            if len(clients.labels) > 30:
                break
        process.kill()
        clients.stop()
        everybody.append(clients)
        assert lost(tmp_path, everybody) == []
        assert cycle % 5 or audited(tmp_path).good
    assert audited(tmp_path).good
    told = sum(len(each.labels) for each in everybody)
    process = Process(tmp_path).wait()
    try:
        account = process.ask("GET", "/v1/games/spam/account")[1]
        for _ in range(100):  # those that were open expire
            if not account["open"]:
                break
            time.sleep(0.1)
            account = process.ask("GET", "/v1/games/spam/account")[1]
        assert (account["open"], account["behind"]) == (0, 0)
        assert account["rounds"] == account["labelled"] == account["actions"]["old"]["rounds"]
        rewarded = account["labelled"] - account["expired"]
        assert told <= rewarded <= told + 4 * len(everybody), "those on their way when it was killed may be in"
        print(f"{cycles} kills, {account['rounds']:,} decisions, {told:,} rewards told, {account['expired']:,} expired")
        for each in everybody:
            for id, said in list(each.predictions.items())[-3:]:
                assert process.ask("POST", "/v1/games/spam/predict", {"id": id}) == (200, said)
    finally:
        assert process.end() == 0
    assert told, "nothing was labelled before it was killed"


def test_kill_9_loses_nothing_of_batches_that_another_thread_writes(tmp_path):
    missing, acknowledged = killed_under_load(tmp_path, 30 if LONG else 2, 0.5, batch=300)
    print(f"{acknowledged:,} events were acknowledged")
    assert missing == []
    assert acknowledged > 300


def test_the_harness_catches_answers_of_batches_before_the_commit(tmp_path):
    missing, _ = killed_under_load(tmp_path, 60, 0.4, mutant="answers_in_flight", batch=300)
    assert missing


def test_the_harness_catches_answers_before_the_commit(tmp_path):
    missing, _ = killed_under_load(tmp_path, 60, 0.3, mutant="answers_before_commit")
    assert missing


def test_what_was_journaled_but_not_answered_is_answered_after_the_restart(tmp_path):
    process = Process(tmp_path).wait()
    process.ask("PUT", "/v1/games/spam", SPAM)
    clients = play_for(process, "c", 0.3)
    process.kill()
    clients.stop()
    process = Process(tmp_path).wait()
    try:
        for id, said in list(clients.predictions.items())[-20:]:
            assert process.ask("POST", "/v1/games/spam/predict", {"id": id, "x": {"other": 1}}) == (200, said)
        for id, (y, told) in list(clients.labels.items())[-20:]:
            assert process.ask("POST", "/v1/games/spam/label", {"id": id, "y": y}) == (200, told)
    finally:
        assert process.end() == 0


def test_sigterm_drains_and_stops(tmp_path):
    process = Process(tmp_path).wait()
    process.ask("PUT", "/v1/games/spam", SPAM)
    clients = play_for(process, "c", 0.4)
    assert process.end(signal.SIGTERM) == 0
    clients.stop()
    assert lost(tmp_path, [clients]) == []
    assert audited(tmp_path).good


@pytest.mark.parametrize("batch", [0, 300], ids=["single", "batches"])
def test_a_full_disk_is_503_and_the_state_of_before(tmp_path, batch):
    """A limit on the size of files stands for the disk: writing beyond it fails."""
    wrap = ("prlimit", f"--fsize={600_000}")
    if os.system("command -v prlimit > /dev/null"):
        pytest.skip("prlimit (util-linux) is not here")
    process = Process(tmp_path, wrap=wrap).wait()
    process.ask("PUT", "/v1/games/spam", SPAM)
    clients = Clients(process, "c", 4, batch=batch).start()
    try:
        for _ in range(200):
            if clients.refused:
                break
            time.sleep(0.1)
        time.sleep(0.3)
        clients.stop()
        assert clients.refused
        assert {status for status, _ in clients.refused} == {503}
        assert {answer["error"] for _, answer in clients.refused} == {"no_room"}
        assert process.ask("GET", "/healthz")[0] == 200
        status, digest = process.ask("GET", "/v1/games/spam/digest")
        assert status == 200
    finally:
        process.end()
    assert lost(tmp_path, [clients]) == []
    found = audited(tmp_path)
    assert (found.good, found.digest) == (True, digest["digest"]), "memory is what the journal says"
    journal = SQLiteJournal(tmp_path / "journal.sqlite", writes=False)
    assert journal.connection.execute("pragma integrity_check").fetchone() == ("ok",)
    journal.close()
