"""The index of ids finds every row that was added, and no other, whatever becomes one and whatever fails."""

from __future__ import annotations

import random
import sqlite3

import numpy as np
import pytest

from littlestone.service.journal import id_runs
from littlestone.service.journal.id_runs import PARTS, SCHEMA, IdRuns


class Index:
    """An index in memory, and what it should hold."""

    def __init__(self):
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.executescript(SCHEMA)
        self.open()
        self.held: dict[tuple[int, int], list[int]] = {}
        self.seq = 0

    def open(self):
        self.runs = IdRuns(self.connection, self.connection)

    def add(self, draw, games, most, good=True):
        """Add rows of some games in one transaction, which is written or not."""
        new = []
        self.connection.execute("begin")
        self.runs.begin()
        for game in games:
            count = draw.randrange(1, most)
            hashes = [
                draw.choice([draw.getrandbits(63), *(hash for _, hash in list(self.held)[-3:])]) for _ in range(count)
            ]
            seqs = list(range(self.seq + 1, self.seq + count + 1))
            self.seq += count
            self.runs.add(game, np.array(hashes, np.int64), np.array(seqs, np.int64))
            new += [(game, hash, seq) for hash, seq in zip(hashes, seqs, strict=True)]
        self.connection.execute("commit" if good else "rollback")
        if good:
            self.check(draw)  # it is on disk, and nobody knows yet
            self.runs.took_effect()
            for game, hash, seq in new:
                self.held.setdefault((game, hash), []).append(seq)

    def check(self, draw):
        games = {game for game, _ in self.held}
        for game in games:
            hashes = [hash for of, hash in self.held if of == game]
            asked = [*draw.sample(hashes, min(20, len(hashes))), draw.getrandbits(63)]
            found = self.runs.seqs(game, asked)
            assert {hash: sorted(seqs) for hash, seqs in found.items()} == {
                hash: self.held[game, hash] for hash in asked if (game, hash) in self.held
            }

    def merge(self, draw, good=True):
        """A step of the merging of large runs, in a transaction that is written or not; is there more to do?"""
        if not self.runs.may_merge():
            return False
        self.connection.execute("begin")
        self.runs.merge()
        self.connection.execute("commit" if good else "rollback")
        if good:
            self.check(draw)  # it is on disk, and nobody knows yet
            self.runs.has_merged()
        return True

    def check_kept(self):
        """The first game has the runs that it knows of, whole, and no part of another one."""
        alive = {run.number for run in self.runs.games[1]} | set(self.runs.dead)
        assert {key // PARTS for (key,) in self.connection.execute("select key from parts")} == alive
        assert {number for (number,) in self.connection.execute("select number from runs")} == alive


@pytest.mark.parametrize("seed", range(15))
def test_all_rows_are_found_and_no_others(seed, monkeypatch):
    draw = random.Random(seed)
    monkeypatch.setattr(id_runs, "FACTOR", draw.choice([2, 3, 8]))
    monkeypatch.setattr(id_runs, "LARGEST", draw.choice([50, 1000, 10**6]))
    monkeypatch.setattr(id_runs, "HELD", draw.choice([1, 3, 200]))
    monkeypatch.setattr(id_runs, "SLICE", draw.choice([1, 7, 64]))
    index = Index()
    for _ in range(40):
        index.add(draw, draw.sample(range(1, 4), draw.randrange(1, 4)), draw.choice([2, 30, 300]), draw.random() < 0.8)
        index.check(draw)
        for _ in range(draw.randrange(6)):
            index.merge(draw, draw.random() < 0.8)
            index.check(draw)
        if draw.random() < 0.2:
            index.open()
            index.check(draw)
    for game in range(1, 4):
        hashes = [hash for of, hash in index.held if of == game]
        found = list(index.runs.all_hashes(game))
        assert set(np.concatenate(found).tolist() if found else []) == set(hashes)


def test_what_became_one_is_removed_and_runs_stay_few():
    draw, index = random.Random(1), Index()
    for _ in range(200):
        index.add(draw, [1], 50)
    assert len(index.runs.games[1]) <= 3 * (id_runs.FACTOR - 1)
    index.add(draw, [1], 50)
    index.check_kept()


def test_large_runs_become_one_a_slice_at_a_time(monkeypatch):
    monkeypatch.setattr(id_runs, "LARGEST", 1000)
    monkeypatch.setattr(id_runs, "HELD", 5)
    draw, index = random.Random(4), Index()
    for _ in range(200):
        index.add(draw, [1], 100)
    before, steps = len(index.runs.games[1]), 0
    while index.merge(draw):
        steps += 1
        assert steps < 10_000
    index.check(draw)
    assert before > 20
    assert len(index.runs.games[1]) < before - id_runs.FACTOR
    assert max(run.size for run in index.runs.games[1]) > 2000
    index.check_kept()
    index.open()
    index.check(draw)
    assert not index.runs.may_merge()


def test_a_game_that_is_removed_is_not_merged_any_more(monkeypatch):
    monkeypatch.setattr(id_runs, "LARGEST", 1000)
    monkeypatch.setattr(id_runs, "SLICE", 1)
    draw, index = random.Random(5), Index()
    for _ in range(100):
        index.add(draw, [1], 100)
    assert index.merge(draw)
    index.runs.remove(1)
    assert not index.runs.may_merge()
    assert index.connection.execute("select count(*) from parts").fetchone() == (0,)


def test_a_run_that_is_large_enough_is_left_alone(monkeypatch):
    monkeypatch.setattr(id_runs, "LARGEST", 1000)
    draw, index = random.Random(2), Index()
    for _ in range(60):
        index.add(draw, [1], 100)
    assert max(run.size for run in index.runs.games[1]) <= 1000
    index.check(draw)


def test_large_runs_do_not_keep_small_ones_apart(monkeypatch):
    monkeypatch.setattr(id_runs, "LARGEST", 1000)
    draw, index = random.Random(3), Index()
    for most in 10 * [500] + 200 * [8]:
        index.add(draw, [1], most)
    assert len(index.runs.games[1]) < 10 + 4 * id_runs.FACTOR
    index.check(draw)
