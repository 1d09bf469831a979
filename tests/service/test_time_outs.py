"""Time-outs are rows: replays know them without a clock, and a label after its time is journaled."""

import pytest
from service_asking import asking, audited

from littlestone import Game, Perceptron
from littlestone.service import clock as service_clock
from littlestone.service.hosted import digest_of

TIMED = {"labels": ["ham", "spam"], "learner": "perceptron", "label_timeout": 60.0}


@pytest.fixture
def clock(monkeypatch):
    """The time that passes, and the clock with it, which a test may set as well: "ahead" is by how much."""
    now = {"at": 1_700_000_000, "ahead": 0}
    monkeypatch.setattr(service_clock, "passed", lambda: now["at"] * 10**6)
    monkeypatch.setattr(service_clock, "said_by_machine", lambda: (now["at"] + now["ahead"]) * 10**6)
    return now


def after(ask, clock, seconds):
    """Move the clock, and let the writer look at it."""
    clock["at"] += seconds
    ask.service.writer.looked = 0.0
    ask("GET", "/v1/games")  # wakes the writer up, which looks after time-outs when it is done
    return ask("GET", "/v1/games")


@pytest.mark.parametrize("default", [None, "spam"])
def test_a_round_expires(tmp_path, clock, default):
    settings = TIMED if default is None else {**TIMED, "default_label": default}
    plain = Game(Perceptron(), labels=("ham", "spam"))
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", settings)
        for id in "ab":
            ask("POST", "/v1/games/spam/predict", {"id": id, "x": {"f": 1}})
            plain.predict({"f": 1})
        after(ask, clock, 59)
        assert ask("GET", "/v1/games/spam")[1]["expired"] == 0
        assert ask("POST", "/v1/games/spam/label", {"id": "b", "y": "ham"})[0] == 200
        plain.label(2, "ham")
        after(ask, clock, 2)
        found = ask("GET", "/v1/games/spam")[1]
        assert (found["expired"], found["open"]) == (1, 0)
        if default:
            plain.label(1, default)
        else:
            plain.forget(1)
        for _ in range(2):
            status, answer = ask("POST", "/v1/games/spam/label", {"id": "a", "y": "ham"})
            assert (status, answer["error"]) == (410, "expired")
        assert ask("GET", "/v1/games/spam")[1]["late"] == 1, "it is journaled once"
        assert ask("POST", "/v1/games/spam/label", {"id": "a", "y": "eggs"})[0] == 410
        assert ask("GET", "/v1/games/spam/digest")[1]["digest"] == digest_of(plain)
        kept = ask("GET", "/v1/games/spam")
    clock["at"] -= 10**6
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam") == kept
        assert ask("GET", "/v1/games/spam/digest")[1]["digest"] == digest_of(plain)
    assert audited(tmp_path).good


def test_a_day_of_time_outs_under_a_clock_that_jumps(tmp_path, clock):
    """What is replayed does not depend on any clock, be it a day ahead or a month behind."""
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {**TIMED, "label_timeout": 3600.0, "default_label": "ham"})
        for hour in range(24):
            for k in range(4):
                ask("POST", "/v1/games/spam/predict", {"id": f"{hour}-{k}", "x": {"f": k - 1.5}})
            ask("POST", "/v1/games/spam/label", {"id": f"{hour}-0", "y": "spam"})
            after(ask, clock, -6000 if hour % 7 == 3 else 4000)
        before = ask("GET", "/v1/games/spam/digest"), ask("GET", "/v1/games/spam")
        assert before[1][1]["expired"] > 20
    clock["at"] -= 30 * 86400
    with asking(tmp_path) as ask:
        assert (ask("GET", "/v1/games/spam/digest"), ask("GET", "/v1/games/spam")) == before
    assert audited(tmp_path).good


def test_a_game_that_was_put_away_still_expires(tmp_path, clock):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", TIMED)
        ask("POST", "/v1/games/spam/predict", {"id": "a", "x": {"f": 1}})

        async def away():
            return await ask.service.look(lambda books: books.put_away("spam"))

        ask.loop.run_until_complete(away())
        after(ask, clock, 30)
        assert not ask("GET", "/v1/games")[1]["games"][0]["loaded"]
        after(ask, clock, 31)
        after(ask, clock, 1)
        assert ask("GET", "/v1/games")[1]["games"][0]["loaded"]
        assert ask("GET", "/v1/games/spam")[1]["expired"] == 1


def test_rounds_without_a_time_out_wait_for_ever(tmp_path, clock):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {"labels": ["ham", "spam"]})
        ask("POST", "/v1/games/spam/predict", {"id": "a", "x": {"f": 1}})
        after(ask, clock, 10**9)
        assert ask("POST", "/v1/games/spam/label", {"id": "a", "y": "ham"})[0] == 200
        assert ask.service.writer.books.loaded["spam"].due() is None


@pytest.mark.parametrize("ahead", [10**7, -(10**7)])
def test_a_clock_that_jumps_expires_no_round_and_is_said(tmp_path, clock, capfd, ahead):
    """A clock that ran ahead for a second had expired all open rounds, for good, with the default label learned."""
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {**TIMED, "default_label": "ham"})
        for k in range(20):
            ask("POST", "/v1/games/spam/predict", {"id": f"m{k}", "x": {"f": k}})
        clock["ahead"] = ahead
        after(ask, clock, 1)
        after(ask, clock, 1)
        assert ask("GET", "/v1/games/spam")[1]["open"] == 20
        assert ask.service.writer.books.clock.jumps == 1
        assert ask("POST", "/v1/games/spam/label", {"id": "m0", "y": "spam"})[0] == 200
        clock["ahead"] = 0
        after(ask, clock, 1)
        found = ask("GET", "/v1/games/spam")[1]
        assert (found["open"], found["expired"]) == (19, 0)
        after(ask, clock, 60)
        found = ask("GET", "/v1/games/spam")[1]
        assert (found["open"], found["expired"]) == (0, 19), "time that passes counts as ever"
    said = capfd.readouterr().err
    assert said.count("the clock of this machine has jumped by") == 1
    assert audited(tmp_path).good


def test_a_clock_that_is_adjusted_is_followed(tmp_path, clock):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", TIMED)
        clock["ahead"] = 3
        after(ask, clock, 1)
        books = ask.service.writer.books
        assert books.now == (clock["at"] + 3) * 10**6
        assert books.clock.jumps == 0
