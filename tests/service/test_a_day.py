"""A day of time-outs on a clock that the test moves, and that jumps: nothing of it changes what a replay gives."""

import json
import random

import pytest
from service_asking import asking, audited
from service_runs import LONG

from littlestone import Game, Perceptron
from littlestone.service import clock as service_clock
from littlestone.service.hosted import digest_of
from littlestone.service.journal.journal import EXPIRE, FORGET, LABEL, LATE, PREDICT
from littlestone.service.journal.sqlite_journal import SQLiteJournal

HOUR = 3600
STEP = 30 if LONG else 600  # seconds between two looks at the clock
TIMEOUT = 1800


class Day:
    """A service whose clock is moved, and everything that was sent to it."""

    def __init__(self, folder, default, seed):
        self.folder, self.draw = folder, random.Random(seed)
        self.now = 1_700_000_000.0
        self.settings = {"labels": ["ham", "spam"], "learner": "perceptron", "label_timeout": float(TIMEOUT)}
        if default is not None:
            self.settings["default_label"] = default
        self.waiting, self.count = [], 0
        self.told = {200: 0, 410: 0}

    def predict(self, ask):
        id = f"m{self.count}"
        self.count += 1
        x = {f"f{self.draw.randrange(30)}": self.draw.randrange(-2, 3) for _ in range(4)}
        assert ask("POST", "/v1/games/spam/predict", {"id": id, "x": x})[0] == 200
        if self.draw.random() < 0.8:  # the labels of the others never come
            self.waiting.append((self.now + self.draw.choice([0.1, 0.5, 0.9, 1.5, 5]) * TIMEOUT, id))

    def label(self, ask):
        """Send the labels whose time has come: before their round expires, or long after."""
        due = [id for at, id in self.waiting if at <= self.now]
        self.waiting = [(at, id) for at, id in self.waiting if at > self.now]
        for id in due:
            status, answer = ask("POST", "/v1/games/spam/label", {"id": id, "y": self.draw.choice(["ham", "spam"])})
            assert status == 200 or (status, answer["error"]) == (410, "expired"), answer
            self.told[status] += 1

    def look(self, ask):
        """Wake the writer up, so that it looks at the clock."""
        ask.service.writer.looked = 0.0
        ask("GET", "/v1/games")
        ask("GET", "/v1/games")

    def play(self, hours):
        """So many hours, with a restart in the middle of each sixth."""
        end = self.now + hours * HOUR
        while self.now < end:
            until = min(end, self.now + 6 * HOUR)
            with asking(self.folder) as ask:
                ask("PUT", "/v1/games/spam", self.settings)
                while self.now < until:
                    self.now += STEP
                    for _ in range(self.draw.randrange(4)):
                        self.predict(ask)
                    self.label(ask)
                    self.look(ask)
                digest = ask("GET", "/v1/games/spam/digest")[1]["digest"]
        return digest


def plain_game(folder, default):
    """A plain game, fed with the rows in order; and how many rows there are of each kind."""
    game, numbers, kinds = Game(Perceptron(), labels=("ham", "spam")), {}, {}
    journal = SQLiteJournal(folder / "journal.sqlite", writes=False)
    for row in journal.rows(1):
        kinds[row.kind] = kinds.get(row.kind, 0) + 1
        if row.kind == PREDICT:
            numbers[row.id] = game.predict(json.loads(row.record)).number
        elif row.kind == LABEL or (row.kind == EXPIRE and default is not None):
            game.label(numbers[row.id], json.loads(row.record)["y"])
        elif row.kind in (EXPIRE, FORGET):
            game.forget(numbers[row.id])
    journal.close()
    return game, kinds


@pytest.mark.parametrize("default", [None, "ham"])
@pytest.mark.parametrize("jumps", [(), (-5 * HOUR, 9 * HOUR, -30 * HOUR)], ids=["moved", "jumping"])
def test_24_hours_of_time_outs_change_nothing_in_the_replay(tmp_path, monkeypatch, default, jumps):
    day = Day(tmp_path, default, f"{default}{jumps}")
    for clock in ("passed", "said_by_machine"):
        monkeypatch.setattr(service_clock, clock, lambda: int(day.now * 1e6))
    digest = ""
    for jump in (*jumps, 0):
        digest = day.play(24 // (len(jumps) + 1))
        day.now += jump
        day.waiting = [(at + jump, id) for at, id in day.waiting]
    assert all(day.told.values()), "labels came before their time was over, and after"
    found = audited(tmp_path)
    plain, kinds = plain_game(tmp_path, default)
    assert (found.good, found.digest) == (True, digest)
    assert digest_of(plain) == digest
    assert kinds[EXPIRE] > 20
    assert kinds[LATE] == day.told[410]
    day.now += 10 * 365 * 24 * HOUR  # who audits later gets the same
    assert audited(tmp_path).digest == digest
