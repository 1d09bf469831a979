"""Many events from many connections, and many games: what is served is what a plain `Game` plays in journal order."""

import json
import random
import threading
import tracemalloc

import pytest
from service_asking import asking, audited
from service_process import Process, ask
from service_runs import LONG

from littlestone import Game, Perceptron
from littlestone.service.hosted import digest_of
from littlestone.service.journal.journal import FORGET, LABEL, PREDICT
from littlestone.service.journal.sqlite_journal import SQLiteJournal

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}
CONNECTIONS = 64
EVENTS = 1_000_000 if LONG else 12_000


def stream(seed, count):
    """Events of one connection: duplicates, retries, labels out of order, labels that never come."""
    draw = random.Random(seed)
    open_, events = [], []
    while len(events) < count:
        t = len(events)
        kind = draw.random()
        if kind < 0.5 or not open_:
            x = {f"f{draw.randrange(60)}": draw.randrange(-2, 3) for _ in range(5)}
            events.append({"id": f"{seed}-{t}", "x": x})
            if draw.random() < 0.9:
                open_.append(f"{seed}-{t}")
        elif kind < 0.85:
            id = open_.pop(draw.randrange(len(open_)))
            events.append({"id": id, "y": draw.choice(["ham", "spam"])})
        elif kind < 0.95:
            events.append(events[draw.randrange(max(0, t - 300), t)])
        else:
            events.append({"id": f"nobody-{t}", "y": "ham"})
    return events


def client(process, events, problems):
    """Send events, some one by one and most in batches; every answer has to be one that the contract knows."""
    draw = random.Random(len(events))
    connection = process.connect()
    place = 0
    while place < len(events):
        if draw.random() < 0.2:
            event = events[place]
            move = "predict" if "x" in event else "label"
            status, _ = ask(connection, "POST", f"/v1/games/spam/{move}", event)
            statuses, place = [status], place + 1
        else:
            some = events[place : place + draw.choice([1, 30, 500])]
            connection.request("POST", "/v1/games/spam/events", "\n".join(map(json.dumps, some)))
            answer = connection.getresponse()
            statuses = [json.loads(line)["status"] for line in answer.read().splitlines()]
            place += len(some)
            if len(statuses) != len(some):
                problems.append(f"{len(some)} events, {len(statuses)} answers")
        problems += [f"status {status}" for status in statuses if status not in (200, 404, 409)]
    connection.close()


@pytest.mark.system
def test_many_events_from_many_connections(tmp_path):
    process = Process(tmp_path).wait()
    try:
        process.ask("PUT", "/v1/games/spam", SPAM)
        problems = []
        streams = [stream(k, EVENTS // CONNECTIONS) for k in range(CONNECTIONS)]
        threads = [threading.Thread(target=client, args=(process, events, problems)) for events in streams]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert problems == []
        digest = process.ask("GET", "/v1/games/spam/digest")[1]["digest"]
    finally:
        assert process.end() == 0
    found = audited(tmp_path)
    assert (found.good, found.digest) == (True, digest)
    assert found.rows > EVENTS // 2
    assert digest_of(in_journal_order(tmp_path)) == digest


def in_journal_order(folder):
    """A plain game, fed with the rows one after the other."""
    game, numbers = Game(Perceptron(), labels=("ham", "spam")), {}
    journal = SQLiteJournal(folder / "journal.sqlite", writes=False)
    for row in journal.rows(1):
        if row.kind == PREDICT:
            numbers[row.id] = game.predict(json.loads(row.record)).number
        elif row.kind == LABEL:
            game.label(numbers[row.id], json.loads(row.record)["y"])
        elif row.kind == FORGET:
            game.forget(numbers[row.id])
    journal.close()
    return game


def test_many_games_take_little_memory(tmp_path):
    """A game that is put away takes next to nothing, and one in memory that has not played yet at most 20 kB."""
    many = 10_000 if LONG else 200
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/warm", SPAM)
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        for k in range(many):
            assert ask("PUT", f"/v1/games/g{k}", SPAM)[0] == 201 or k >= 9_999
        loaded = tracemalloc.get_traced_memory()[0] - before

        async def away():
            names = [f"g{k}" for k in range(many) if f"g{k}" in ask.service.writer.books.loaded]
            await ask.service.look(lambda books: [books.put_away(name) for name in names])

        ask.loop.run_until_complete(away())
        idle = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        assert ask("POST", "/v1/games/g7/predict", {"id": "a", "x": {"f": 1}})[0] == 200
    assert loaded / many < 20_000
    assert idle / many < 2_000
