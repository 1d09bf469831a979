"""The meaning of the service, drawn by Hypothesis: whatever is asked in any order, a plain `Game` says the same."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from service_runs import LONG

from littlestone import Game
from littlestone.errors import LittlestoneError
from littlestone.learners import make_learner
from littlestone.service import clock as module
from littlestone.service.books import Books
from littlestone.service.hosted import digest_of
from littlestone.service.journal.audit import audit
from littlestone.service.journal.journal import JournalFull
from littlestone.service.journal.snapshots import Snapshots
from littlestone.service.journal.sqlite_journal import SQLiteJournal
from littlestone.service.limits import Limits
from littlestone.service.making import read_settings
from littlestone.service.requests import Batch, Forget, Label, Make, Predict
from littlestone.service.writer import Disk, Writer

IDS = st.sampled_from([f"m{k}" for k in range(12)])
RECORDS = st.dictionaries(st.sampled_from("abc"), st.sampled_from([0, 1, -2.5, "x", "", None, "1e999"]), max_size=3)
LABELS = st.sampled_from(["ham", "spam", "spam", "eggs"])
WEIGHTS = st.sampled_from([None, None, 1.0, 2.0, 0.0])
TIMEOUT = 100


class Meaning(RuleBasedStateMachine):
    """A writer without its thread, and what a plain game and a table of ids say that it must answer."""

    @initialize(
        learner=st.sampled_from(["perceptron", "arow", "selective-perceptron", "ogd"]),
        timed=st.booleans(),
        apart=st.booleans(),
    )
    def begin(self, learner, timed, apart):
        self.folder = Path(tempfile.mkdtemp())
        self.now = 10**9
        self.clock = module.passed, module.said_by_machine
        module.passed = module.said_by_machine = lambda: self.now * 10**6
        self.writer = Writer(lambda: None, Limits(), lambda group, changed: None)
        self.writer.books = self.opened()
        self.writer.disk = Disk(self.writer.books.journal, lambda flight: None, lambda flight: None, lambda: None)
        self.writer.disk.start()
        if apart:  # every group is written on another thread, while the next is played
            self.writer.apart = 1
        made = {"labels": ["ham", "spam"], "learner": learner, "seed": 5}
        if timed:
            made |= {"label_timeout": float(TIMEOUT), "default_label": "ham"}
        self.settle(Make("spam", read_settings(made)))
        self.plain = Game(make_learner(learner), labels=("ham", "spam"), seed=5)
        self.timed = timed
        self.rounds = {}  # id: number, time and answer of its prediction
        self.closed = {}  # id: how, and with which answer

    def opened(self):
        return Books(SQLiteJournal(self.folder / "journal.sqlite"), Limits(), Snapshots(self.folder / "snapshots"))

    def settle(self, *requests):
        self.writer.settle(list(requests))
        return [(request.status, json.loads(request.body or b"null")) for request in requests]

    def expect_predict(self, id, x):
        """What a prediction has to be answered with."""
        if id in self.rounds:
            return 200, self.rounds[id][2]
        try:
            move = self.plain.predict(x)
        except LittlestoneError:
            return 422, None
        self.rounds[id] = [move.number, self.now, None, move]
        return 200, move

    def check_predict(self, id, expected, found):
        status, answer = found
        assert status == expected[0], answer
        if status == 200:
            move = self.rounds[id][3]
            assert (answer["act"], answer["guess"]) == (move.act, move.guess)
            said = {key: value for key, value in answer.items() if key != "status"}
            self.rounds[id][2] = {"seq": said["seq"], **(self.rounds[id][2] or said)}
            assert said == self.rounds[id][2]

    def expect_label(self, id, y, weight):
        if id not in self.rounds:
            return 404
        if id in self.closed:
            how, told = self.closed[id]
            return 410 if how != "label" else 200 if told == (y, weight) else 409
        try:
            self.plain.label(self.rounds[id][0], y, weight)
        except LittlestoneError:
            return 422
        self.closed[id] = "label", (y, weight)
        return 200

    @rule(id=IDS, x=RECORDS)
    def predict(self, id, x):
        expected = self.expect_predict(id, x)
        self.check_predict(id, expected, self.settle(Predict("spam", id, json.dumps(x).encode()))[0])

    @rule(id=IDS, y=LABELS, weight=WEIGHTS)
    def label(self, id, y, weight):
        expected = self.expect_label(id, y, weight)
        status, answer = self.settle(Label("spam", id, y, weight))[0]
        if not (status == 422 and expected == 410 and y == "eggs"):  # a label that is none, after its time
            assert status == expected, answer

    @rule(ids=st.lists(st.tuples(IDS, RECORDS, st.sampled_from(["x", "y", "xy"]), LABELS), max_size=6))
    def batch(self, ids):
        lines, expected = [], []
        for id, x, what, y in ids:
            event = {"id": id}
            said = told = None
            if "x" in what:
                event["x"] = x
                said = self.expect_predict(id, x)
            if "y" in what:
                event["y"] = y
                told = self.expect_label(id, y, None) if said is None or said[0] == 200 else said[0]
            lines.append(json.dumps(event).encode())
            expected.append((id, said, told))
        request = Batch("spam", b"\n".join(lines), 100)
        self.writer.settle([request])
        for (id, said, told), line in zip(expected, request.body.splitlines(), strict=True):
            answer = json.loads(line)
            if told is None:
                self.check_predict(id, said, (answer["status"], answer))
            else:
                assert answer["status"] in (told, 422)
            if said is not None and said[0] == 200 and answer["status"] == 200 and self.rounds[id][2] is None:
                own = [key for key in answer if key not in ("status", "seq", "mistake")]  # seq is that of the label
                self.rounds[id][2] = {key: answer[key] for key in own}

    @rule(id=IDS)
    def forget(self, id):
        status, answer = self.settle(Forget("spam", id))[0]
        if id not in self.rounds:
            assert status == 404
        elif id in self.closed:
            assert status == (200 if self.closed[id][0] == "forget" else 409), answer
        else:
            assert status == 200
            self.plain.forget(self.rounds[id][0])
            self.closed[id] = "forget", None

    @rule(seconds=st.sampled_from([1, 40, 90, 250]))
    def time_passes(self, seconds):
        self.now += seconds
        self.writer.land()
        self.writer.books.tick()
        self.writer.books.expire()
        self.writer.books.commit()
        for id, (number, at, *_) in self.rounds.items():
            if self.timed and id not in self.closed and at + TIMEOUT <= self.now:
                self.plain.label(number, "ham")
                self.closed[id] = "expire", None

    @rule(kept=st.booleans())
    def crash(self, kept):
        """A restart: what is in memory is gone."""
        self.writer.land()
        if kept:
            self.writer.books.snapshot(self.writer.books.hosted("spam"), 1)
        self.writer.books.journal.close()
        self.writer.books = self.opened()
        self.writer.disk.journal = self.writer.books.journal

    @rule()
    def idle(self):
        self.writer.land()
        if "spam" in self.writer.books.loaded:
            self.writer.books.put_away("spam")
        if self.timed:
            self.writer.books.hosted("spam")

    @rule(id=IDS, x=RECORDS, y=LABELS)
    def full(self, id, x, y):
        """The disk has no room: everything is refused, and nothing has changed."""
        self.writer.land()
        put = SQLiteJournal.put

        def no_room(self, rows, games=(), gone=()):
            if list(rows):
                raise JournalFull("no room")

        SQLiteJournal.put = no_room
        try:
            requests = Predict("spam", id, json.dumps(x).encode()), Label("spam", id, y, None)
            self.settle(*requests)
            self.writer.land()
        finally:
            SQLiteJournal.put = put
        if id not in self.rounds:
            assert requests[0].status in (503, 422)

    @invariant()
    def the_game_is_the_plain_one(self):
        if hasattr(self, "plain"):
            assert self.writer.books.hosted("spam").digest() == digest_of(self.plain)

    def teardown(self):
        if hasattr(self, "plain"):
            self.writer.land()
            self.writer.disk.queue.put(None)
            self.writer.disk.join()
            found = audit(self.writer.books.journal, "spam")
            assert found.good
            assert found.digest == digest_of(self.plain)
            self.writer.books.journal.close()
            shutil.rmtree(self.folder)
            module.passed, module.said_by_machine = self.clock


TestMeaning = Meaning.TestCase
TestMeaning.settings = settings(max_examples=300 if LONG else 30, stateful_step_count=30, deadline=None)
