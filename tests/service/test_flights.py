"""Groups that are written on another thread while the next is played: what is answered when, and what if they fail."""

import json
import threading
from time import monotonic

import pytest

from littlestone.service.books import Books
from littlestone.service.journal.journal import JournalError, JournalFull
from littlestone.service.journal.sqlite_journal import SQLiteJournal
from littlestone.service.limits import Limits
from littlestone.service.making import read_settings
from littlestone.service.requests import Batch, Label, Look, Make, Predict
from littlestone.service.writer import Disk, Writer

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron", "seed": 1}


class Gated(SQLiteJournal):
    """A journal whose `put` waits until the gate is open, and then does what it is told."""

    gate = None
    error = None

    def put(self, rows, games=()):
        if self.gate is not None:
            assert self.gate.wait(30)
            if self.error is not None:
                raise self.error
        super().put(rows, games)


class Desk:
    """A writer without its thread, whose groups all fly; `left` are the requests whose answers have left, in order."""

    def __init__(self, folder):
        self.left, self.ended = [], threading.Event()
        self.writer = Writer(lambda: None, Limits(), lambda group, changed: self.left.extend(group))
        self.writer.apart = 1
        self.journal = Gated(folder / "journal.sqlite")
        self.writer.books = Books(self.journal, Limits())
        self.writer.disk = Disk(self.journal, self.writer.written, self.writer.queue.put, self.ended.set)
        self.writer.disk.start()
        self.settle(Make("spam", read_settings(SPAM)))
        self.writer.land()

    def settle(self, *requests):
        self.writer.settle(list(requests))
        return requests

    def close_gate(self, error=None):
        self.writer.land()
        self.journal.gate, self.journal.error = threading.Event(), error
        return self.journal.gate

    def digest(self):
        return self.writer.books.hosted("spam").digest()

    def close(self):
        self.writer.land()
        self.writer.disk.queue.put(None)
        self.writer.disk.join()
        self.journal.close()


@pytest.fixture
def desk(tmp_path):
    made = Desk(tmp_path)
    yield made
    made.close()


def opening(gate, seen=None):
    """A request that opens the gate when it is played: the last of a group that is played during a flight."""
    return Look(lambda books: (gate.set(), None if seen is None else seen.append(books.away is not None)))


def predict(id, a=1):
    return Predict("spam", id, json.dumps({"a": a}).encode())


def test_an_answer_leaves_after_its_own_commit_and_those_before_it(desk):
    gate, seen = desk.close_gate(), []
    (first,) = desk.settle(predict("m1"))
    before = len(desk.left)
    assert desk.writer.flight is not None
    assert first not in desk.left
    second, reading, _ = desk.settle(
        predict("m2"), Look(lambda hosted: hosted.seq, "spam"), opening(gate, seen)
    )  # played while the first is in the air
    desk.writer.land()
    assert seen == [True]
    assert desk.left[before:][:2] == [first, second]
    assert reading.found == 3


def test_what_is_in_the_air_is_known(desk):
    desk.settle(predict("m1"), predict("m2"))
    gate = desk.close_gate()
    closing, *_ = desk.settle(Label("spam", "m1", "spam", None), predict("m3"))
    again, same, other, fresh, _ = desk.settle(
        predict("m1", 5),
        Label("spam", "m1", "spam", None),
        Label("spam", "m1", "ham", None),
        predict("m3", 5),
        opening(gate),
    )
    desk.writer.land()
    assert (again.status, json.loads(again.body)["seq"]) == (200, 2)
    assert (same.status, same.body) == (200, closing.body)
    assert other.status == 409
    assert (fresh.status, json.loads(fresh.body)["seq"]) == (200, 5)


@pytest.mark.parametrize("during", [True, False], ids=["another was played on top", "alone"])
def test_without_room_all_that_was_played_is_dropped_and_can_be_sent_again(desk, during):
    desk.settle(predict("m1"))
    desk.writer.land()
    digest = desk.digest()
    gate = desk.close_gate(JournalFull("no room"))
    batch = b"\n".join(json.dumps({"id": f"b{k}", "x": {"a": k}, "y": "spam"}).encode() for k in range(9))
    sent = [*desk.settle(Batch("spam", batch, 100), Label("spam", "m1", "spam", None))]
    if during:
        sent += desk.settle(predict("m2"), Look(lambda hosted: hosted.seq, "spam"), opening(gate))
    gate.set()
    assert desk.writer.land() is during  # it has landed already, and was looked after
    assert [request.status for request in sent] == [503] * len(sent)
    assert desk.left[-len(sent) :] == sent
    assert desk.digest() == digest
    desk.journal.gate = None
    again, labelled = desk.settle(Batch("spam", batch, 100), Label("spam", "m1", "spam", None))
    desk.writer.land()
    assert {json.loads(line)["status"] for line in again.body.splitlines()} == {200}
    assert labelled.status == 200


def test_a_new_game_that_did_not_land_is_not_there(desk):
    gate = desk.close_gate(JournalFull("no room"))
    (made,) = desk.settle(Make("other", read_settings(SPAM)))
    (there, _) = desk.settle(Predict("other", "m1", b"{}"), opening(gate))
    desk.writer.land()
    assert (made.status, there.status) == (503, 503)
    desk.journal.gate = None
    (gone,) = desk.settle(Predict("other", "m1", b"{}"))
    assert gone.status == 404


def test_an_error_that_nobody_understands_ends_the_process(desk):
    gate = desk.close_gate(JournalError("the disk is strange"))
    desk.settle(predict("m1"))
    gate.set()
    assert desk.ended.wait(10)
    desk.journal.gate = None


def test_a_bug_in_one_group_leaves_the_one_in_the_air_alone(desk, capsys):
    gate = desk.close_gate()
    (first,) = desk.settle(predict("m1"))

    class Buggy(Predict):
        def play(self, books):
            super().play(books)
            gate.set()
            raise ZeroDivisionError

    (second,) = desk.settle(Buggy("spam", "m2", b"{}"))
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert (first.status, second.status) == (200, 500)
    assert [request.status for request in desk.settle(predict("m1"), predict("m2"))] == [200, 200]
    desk.writer.land()
    assert desk.writer.books.hosted("spam").seq == 3


@pytest.mark.parametrize("room", [True, False], ids=["room", "no room"])
def test_what_comes_while_the_disk_is_busy_is_played_and_written_together(desk, room):
    gate = desk.close_gate(None if room else JournalFull("no room"))
    desk.settle(predict("m1"))
    written, put = [], desk.journal.put
    desk.journal.put = lambda rows, games=(): (written.append(len(rows)), put(rows, games))
    sent = [predict(f"m{k}", k) for k in range(2, 6)]
    for request in sent[:-1]:
        desk.writer.queue.put(request)  # more waits: nobody waits for the disk
        desk.writer.settle([request])
        assert desk.writer.queue.get() is request
    assert desk.writer.books.hosted("spam").seq == 5
    assert desk.writer.played == sent[:-1]
    assert not any(request in desk.left for request in sent)
    gate.set()
    desk.writer.settle(sent[-1:])
    desk.writer.land()
    assert not desk.writer.played
    assert [request.status for request in sent] == 4 * [200 if room else 503]
    assert desk.left[-4:] == sent
    assert written == ([4] if room else [])
    assert desk.writer.books.hosted("spam").seq == (6 if room else 1)


def test_a_transaction_ends_though_more_waits(desk):
    desk.writer.limits = Limits(group=3)
    gate = desk.close_gate()
    desk.settle(predict("m1"))
    desk.writer.queue.put(predict("waits"))
    for k in range(2, 5):
        assert len(desk.writer.played) == k - 2
        if k == 4:
            gate.set()
        desk.settle(predict(f"m{k}"))
    assert not desk.writer.played
    desk.writer.queue.get()


def test_one_that_is_settled_alone_comes_after_all_that_was_played(desk):
    gate = desk.close_gate()
    desk.settle(predict("m1"))
    desk.writer.queue.put(predict("waits"))
    (second,) = desk.settle(predict("m2"))
    assert second not in desk.left
    gate.set()

    class Alone(Look):
        alone = True

    (looked,) = desk.settle(Alone(lambda books: (books.away, len(books.sheet.rows))))
    assert looked.found == (None, 0)
    assert second in desk.left
    desk.writer.queue.get()


def test_what_was_played_is_written_when_the_end_comes(desk):
    """Also if something came after the end, which nobody plays any more."""
    gate = desk.close_gate()
    desk.settle(predict("m1"))
    last = predict("m2")
    for item in (last, None, predict("too late")):
        desk.writer.queue.put(item)
    threading.Timer(0.05, gate.set).start()
    desk.writer.looked = monotonic()  # it is not time for anything else
    assert not desk.writer.work()
    assert (last.status, desk.left[-1]) == (200, last)
    assert desk.journal.last(1) == 3
