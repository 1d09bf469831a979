"""Shadows play along, another one may answer, settings change by a replay; many games are loaded and put away."""

import threading

from service_asking import asking, audited

from littlestone import AROW, Game, Perceptron
from littlestone.service.hosted import digest_of
from littlestone.service.journal.snapshots import Copy
from littlestone.service.limits import Limits

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}
EVENTS = [(f"m{t}", {"a": t % 5 - 2, "b": f"w{t % 3}"}, ("ham", "spam")[t * t % 3 % 2]) for t in range(40)]


def play(ask, events, name="spam"):
    for id, x, y in events:
        assert ask("POST", f"/v1/games/{name}/predict", {"id": id, "x": x})[0] == 200
        if int(id[1:]) % 5:
            assert ask("POST", f"/v1/games/{name}/label", {"id": id, "y": y})[0] == 200


def plain(learner, events=EVENTS, **settings):
    game = Game(learner, labels=("ham", "spam"), **settings)
    for id, x, y in events:
        move = game.predict(x)
        if int(id[1:]) % 5:
            game.label(move.number, y)
    return game


def test_a_shadow_is_as_if_it_had_always_been_there(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {**SPAM, "shadows": {"first": {"learner": "arow"}}})
        play(ask, EVENTS[:20])
        assert ask("POST", "/v1/games/spam/shadows", {"name": "second", "learner": "arow"})[0] == 200
        play(ask, EVENTS[20:])
        digests = ask("GET", "/v1/games/spam/digest")[1]["players"]
        assert digests["first"] == digests["second"] == digest_of(plain(AROW()))
        assert digests["main"] == digest_of(plain(Perceptron()))
        assert set(ask("GET", "/v1/games/spam/account")[1]["shadows"]) == {"first", "second"}
        assert set(ask("GET", "/v1/games/spam/history")[1]["shadows"]) == {"first", "second"}
        assert ask("POST", "/v1/games/spam/shadows", {"name": "second", "learner": "arow"})[0] == 409
        assert ask("POST", "/v1/games/spam/shadows", {"name": "x", "learner": "arw"})[0] == 422
        assert ask("POST", "/v1/games/spam/shadows", {"learner": "arow"})[0] == 422
        for wrong in ("", [], 0, False):  # which are no objects, empty as they are
            assert ask("POST", "/v1/games/spam/shadows", {"name": "x", "settings": wrong})[0] == 422
        assert ask("POST", "/v1/games/spam/shadows", {"name": "x", "learner": "arow", "eta": 1})[0] == 422
        kept = ask("GET", "/v1/games/spam/digest")
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == kept


def test_a_shadow_that_cannot_take_a_record_disturbs_nobody(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {**SPAM, "shadows": {"boolean": {"learner": "winnow"}}})
        play(ask, EVENTS)
        kept = ask("GET", "/v1/games/spam/digest")
        assert kept[1]["digest"] == digest_of(plain(Perceptron()))
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == kept


def test_another_player_answers(tmp_path):
    arow = plain(AROW(), EVENTS[:20])
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {**SPAM, "shadows": {"second": {"learner": "arow"}}})
        play(ask, EVENTS[:20])
        assert ask("POST", "/v1/games/spam/promote", {"name": "nobody"})[0] == 422
        assert ask("POST", "/v1/games/spam/promote", {"name": "second"})[1]["answering"] == "second"
        said = ask("POST", "/v1/games/spam/predict", {"id": "next", "x": {"a": 1}})[1]
        assert said["guess"] == arow.predict({"a": 1}).guess
        assert ask("POST", "/v1/games/spam/label", {"id": "m5", "y": "ham"})[0] == 200
        kept = ask("GET", "/v1/games/spam/digest")
        assert ask("GET", "/v1/games/spam")[1]["learner"] == "arow"
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == kept
    found = audited(tmp_path)
    assert (found.good, found.digest) == (True, kept[1]["digest"])


def test_settings_change_by_a_replay_and_never_by_a_reset(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        play(ask, EVENTS[:20])
        first = ask("POST", "/v1/games/spam/predict", {"id": "m0", "x": {}})
        changed = {"learner": "arow", "settings": {"r": 2.0}, "label_timeout": 1000.0}
        assert ask("POST", "/v1/games/spam/settings", changed)[0] == 200
        assert ask("POST", "/v1/games/spam/settings", changed)[0] == 200
        assert ask("POST", "/v1/games/spam/settings", {"labels": ["a", "b"]})[0] == 422
        assert ask("POST", "/v1/games/spam/settings", {"etta": None})[0] == 422
        assert ask("POST", "/v1/games/spam/settings", {"learner": "perceptrn"})[0] == 422
        assert ask("POST", "/v1/games/spam/settings", {"learner": "winnow", "settings": {}})[0] == 409
        play(ask, EVENTS[20:])
        assert ask("POST", "/v1/games/spam/predict", {"id": "m0", "x": {}}) == first, "what was said stays said"
        kept = ask("GET", "/v1/games/spam/digest")
        assert kept[1]["digest"] == digest_of(plain(AROW(r=2.0)))
        assert ask("PUT", "/v1/games/spam", {**SPAM, **changed})[0] == 200
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == kept
        assert ask("GET", "/v1/games/spam")[1]["settings"]["label_timeout"] == 1000.0
    found = audited(tmp_path)
    assert (found.good, found.compared, found.digest) == (True, 72, kept[1]["digest"])


def look(ask, work):
    async def looking():
        return await ask.service.look(work)

    return ask.loop.run_until_complete(looking())


def test_games_are_put_away_and_loaded_again(tmp_path):
    with asking(tmp_path, limits=Limits(loaded=2)) as ask:
        for name in "abcde":
            ask("PUT", f"/v1/games/{name}", SPAM)
            play(ask, EVENTS, name)
        before = ask("GET", "/v1/games/a/digest")
        for name in "abcde":
            look(ask, lambda books, name=name: books.put_away(name) if name in books.loaded else None)
        assert not any(each["loaded"] for each in ask("GET", "/v1/games")[1]["games"])
        assert ask("POST", "/v1/games/a/label", {"id": "m5", "y": "ham"})[0] == 200
        assert ask("GET", "/v1/games/b/digest")[1]["digest"] == before[1]["digest"]


def test_a_snapshot_changes_nothing_and_a_damaged_one_is_no_harm(tmp_path):
    def taken(books):
        return books.snapshot(books.hosted("spam"), 1)

    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {**SPAM, "shadows": {"second": {"learner": "arow"}}, "label_timeout": 1e6})
        play(ask, EVENTS[:20])
        before = ask("GET", "/v1/games/spam/digest"), ask("GET", "/v1/games/spam/history")
        assert look(ask, taken)
        assert (ask("GET", "/v1/games/spam/digest"), ask("GET", "/v1/games/spam/history")) == before
        play(ask, EVENTS[20:])
        ask("POST", "/v1/games/spam/promote", {"name": "second"})
        after = [ask("GET", f"/v1/games/spam/{what}") for what in ("digest", "history", "rounds", "account")]
    files = sorted((tmp_path / "snapshots").rglob("*.npz"))
    assert len(files) == 2
    with asking(tmp_path) as ask:
        assert ask.service.writer.books.loaded["spam"].begun_at == 37
        assert [ask("GET", f"/v1/games/spam/{what}") for what in ("digest", "history", "rounds", "account")] == after
    damaged = bytearray(files[0].read_bytes())
    damaged[len(damaged) // 2] ^= 1
    files[0].write_bytes(damaged)
    with asking(tmp_path) as ask:
        assert ask.service.writer.books.loaded["spam"].begun_at == 0
        assert [ask("GET", f"/v1/games/spam/{what}") for what in ("digest", "history", "rounds", "account")] == after


def test_snapshots_are_written_by_another_thread_while_it_answers(tmp_path, monkeypatch):
    gate, asked = threading.Event(), threading.Event()
    parts = Copy.parts

    def slow(self):
        asked.set()
        assert gate.wait(30)
        return parts(self)

    monkeypatch.setattr(Copy, "parts", slow)
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        play(ask, EVENTS[:20])
        monkeypatch.setattr("littlestone.service.books.EVERY", 30)  # the next look at the games begins one
        assert asked.wait(30)
        monkeypatch.setattr("littlestone.service.books.EVERY", 10**9)
        saving = ask.service.writer.books.saving
        seq = ask("GET", "/v1/games/spam/digest")[1]["seq"]
        play(ask, EVENTS[20:])  # the snapshot is of the moment at which it was begun
        after = ask("GET", "/v1/games/spam/digest")
        gate.set()
        saving.join()
        assert [each.name for each in (tmp_path / "snapshots" / "1").iterdir()] == [str(seq)]
        monkeypatch.setattr("littlestone.service.books.WORTH", 10**9)
    with asking(tmp_path) as ask:
        assert ask.service.writer.books.loaded["spam"].begun_at == seq
        assert ask("GET", "/v1/games/spam/digest") == after


def test_a_shadow_has_the_metrics_that_it_can_have(tmp_path):
    settings = {"labels": ["ham", "spam"], "learner": "ogd", "settings": {"loss": "log"}}
    settings |= {"metrics": ["log_loss", "accuracy"], "shadows": {"second": {"learner": "perceptron"}}}
    with asking(tmp_path) as ask:
        assert ask("PUT", "/v1/games/spam", settings)[0] == 201
        play(ask, EVENTS[:20])
        assert ask("POST", "/v1/games/spam/shadows", {"name": "third", "learner": "arow"})[0] == 200
        players = look(ask, lambda books: books.hosted("spam").players)
        assert {name: list(game.ledger.metrics) for name, game in players.items()} == {
            "main": ["log_loss", "accuracy"],
            "second": ["accuracy"],
            "third": ["accuracy"],
        }
        assert ask("POST", "/v1/games/spam/promote", {"name": "second"})[0] == 200
        play(ask, EVENTS[20:])
        digest = ask("GET", "/v1/games/spam/digest")[1]["digest"]
        status, answer = ask("PUT", "/v1/games/other", {**SPAM, "metrics": ["log_loss"]})
        assert (status, "log_loss" in answer["message"]) == (422, True), "who answers must have it"
    assert audited(tmp_path).digest == digest


def test_it_is_ready_when_the_replay_is_done(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        ask.service.writer.ready.clear()
        assert ask("GET", "/readyz")[1]["error"] == "not_ready"
        assert ask("GET", "/healthz")[0] == 200
        ask.service.writer.ready.set()
        assert ask("GET", "/readyz")[0] == 200
