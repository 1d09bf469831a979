"""A shadow is promoted by evidence: when, what the journal says of it, and that an audit and a restart say the same."""

import json
import random

import pytest
from service_asking import asking, audited, journal_of

from littlestone import Game, KernelPerceptron, Perceptron
from littlestone.guarantees import Advantage
from littlestone.service.http.contract import decode_any, encode
from littlestone.service.journal.journal import PROMOTE
from littlestone.service.journal.snapshots import parts_of, revived
from littlestone.service.row_events import row_event
from littlestone.service.trial import Trial

NAME = "/v1/games/spam"
GAME = {
    "labels": ["ham", "spam"],
    "learner": "perceptron",
    "shadows": {"second": {"learner": "kernel-perceptron"}, "third": {"learner": "perceptron"}},
    "promote_when": 0.95,
}


def examples(count, seed=1):
    """Examples whose label is the exclusive or of two columns, which a Perceptron never learns."""
    toss = random.Random(seed)
    pairs = [(toss.choice([0, 1]), toss.choice([0, 1])) for _ in range(count)]
    return [(f"m{t}", {"a": a, "b": b}, ("ham", "spam")[a ^ b]) for t, (a, b) in enumerate(pairs)]


def play(ask, events):
    for id, x, y in events:
        assert ask("POST", f"{NAME}/predict", {"id": id, "x": x})[0] == 200
        assert ask("POST", f"{NAME}/label", {"id": id, "y": y})[0] == 200


def promotions(folder):
    """The rows of a journal that say that another one answers."""
    journal = journal_of(folder)
    try:
        return [(row.seq, decode_any(row.record)) for row in journal.structure(1) if row.kind == PROMOTE]
    finally:
        journal.close()


def expected(events, share):
    """At which label the shadow's evidence is enough, and what it is then, by plain games."""
    leader, shadow = (Game(player, labels=("ham", "spam")) for player in (Perceptron(), KernelPerceptron()))
    found = Advantage()
    for t, (_, x, y) in enumerate(events):
        paid = []
        for game in (leader, shadow):
            move = game.predict(x)
            paid.append(float(move.act != y))
            game.label(move.number, y)
        found.record(*paid)
        if found.better(share):
            return t, found.as_dict(share)
    return None, None


@pytest.mark.parametrize("batch", [False, True])
def test_a_shadow_is_promoted_when_the_evidence_is_enough_and_the_journal_says_why(tmp_path, batch):
    events = examples(120)
    t, why = expected(events, (1.0 - 0.95) / 2)
    assert 20 < t < 100
    with asking(tmp_path) as ask:
        ask("PUT", NAME, GAME)
        if batch:
            lines = "\n".join(json.dumps({"id": id, "x": x, "y": y}) for id, x, y in events)
            assert all(each["status"] == 200 for each in ask("POST", f"{NAME}/events", lines.encode())[1])
        else:
            play(ask, events[: t + 1])
            assert ask("GET", NAME)[1]["answering"] == "second"
            play(ask, events[t + 1 :])
        said = ask("GET", f"{NAME}/account")[1]
        kept = ask("GET", f"{NAME}/digest")
    assert said["answering"] == "second"
    assert said["trial"] == {
        "trial": 2,
        "since": 2 * t + 4,
        "by": "mistakes",
        "level": 0.95,
        "shared_by": 2,
        "promotes": True,
        "statement": said["trial"]["statement"],
    }
    assert "0.975 or more, at all times at once" in said["trial"]["statement"]
    assert set(said["shadows"]) == {"main", "third"}
    assert said["shadows"]["main"]["evidence"]["rounds"] == len(events) - t - 1
    assert said["shadows"]["main"]["evidence"]["upper"] < 0.0
    ((seq, told),) = promotions(tmp_path)
    assert seq == 2 * t + 4, "the row after the label, the row of the game counted"
    first = {"trial": 1, "since": 1, "by": "mistakes", "level": 0.95, "shared_by": 2, "promotes": True}
    assert told == {"name": "second", "why": {**first, **why}}
    with asking(tmp_path) as ask:
        assert ask("GET", f"{NAME}/digest") == kept
        assert ask("GET", f"{NAME}/account")[1] == said
    found = audited(tmp_path)
    assert (found.good, found.compared) == (True, 2 * len(events) + 1)


def test_an_audit_finds_a_promotion_that_was_not_due_and_one_that_is_missing(tmp_path, monkeypatch):
    with asking(tmp_path) as ask:
        ask("PUT", NAME, GAME)
        play(ask, examples(80))
    monkeypatch.setattr(Trial, "best", lambda self: None)
    (found,) = audited(tmp_path).mismatches
    assert (found.what, found.computed) == ("promotion", "nothing")
    monkeypatch.setattr(Trial, "best", lambda self: "third")
    found = audited(tmp_path).mismatches
    assert {each.what for each in found} == {"promotion"}
    assert '"name":"third"' in found[0].computed or found[0].computed == '"third"'


def test_a_snapshot_has_the_evidence_and_settings_begin_it_anew(tmp_path):
    def taken(books):
        return books.snapshot(books.hosted("spam"), 1)

    with asking(tmp_path) as ask:
        ask("PUT", NAME, GAME)
        play(ask, examples(15))
        before = ask("GET", f"{NAME}/account")[1]
        assert ask.loop.run_until_complete(ask.service.look(taken))
    assert list((tmp_path / "snapshots").rglob("about.json"))
    with asking(tmp_path) as ask:
        assert ask.service.writer.books.loaded["spam"].begun_at == before["seq"]
        assert ask("GET", f"{NAME}/account")[1] == before
        assert ask("POST", f"{NAME}/settings", {"label_timeout": 1000.0})[0] == 200
        assert ask("GET", f"{NAME}/account")[1]["trial"]["trial"] == 1
        assert ask("POST", f"{NAME}/settings", {"promote_when": 0.9})[0] == 200
        now = ask("GET", f"{NAME}/account")[1]
        assert (now["trial"]["trial"], now["trial"]["level"]) == (2, 0.9)
        assert now["shadows"]["second"]["evidence"]["rounds"] == 0
        assert ask("POST", f"{NAME}/shadows", {"name": "fourth", "learner": "arow"})[0] == 200
        now = ask("GET", f"{NAME}/account")[1]
        assert (now["trial"]["trial"], now["trial"]["shared_by"]) == (3, 3)
        play(ask, [(f"n{id}", x, y) for id, x, y in examples(80)])
        assert ask("GET", NAME)[1]["answering"] in ("second",)
        kept = ask("GET", f"{NAME}/account")[1]
    with asking(tmp_path) as ask:
        assert ask("GET", f"{NAME}/account")[1] == kept
    assert audited(tmp_path).good


def test_a_base_of_an_earlier_release_begins_the_evidence_anew(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", NAME, GAME)
        play(ask, examples(15))

        def without(books):
            parts = parts_of(books.hosted("spam"))
            about = decode_any(parts.pop("about.json"))
            del about["trial"], parts["about.sha256"]
            return revived("spam", 1, {**parts, "about.json": encode(about)})

        found = ask.loop.run_until_complete(ask.service.look(without))
        assert found.trial.told("second")["rounds"] == 0


def test_expired_rounds_count_too_and_a_shadow_without_an_open_round_waits(tmp_path):
    events = examples(120)
    shadows = {"second": {"learner": "kernel-perceptron"}}
    settings = {**GAME, "shadows": shadows, "label_timeout": 0.001, "default_label": "ham"}
    with asking(tmp_path) as ask:
        ask("PUT", NAME, settings)
        hosted = ask.service.writer.books.hosted("spam")

        def late(books):
            """Every round expires, with the label that it would have had."""
            for id, x, y in events:
                hosted.settings.default_label = y
                hosted.predict(id, x, hosted.seq + 1, 0)
                hosted.expire_oldest(books.sheet)
                if hosted.answering == "second":
                    return id
            return None

        assert ask.loop.run_until_complete(ask.service.look(late)) is not None
        ask.service.writer.books.give_up()
    with asking(tmp_path / "other") as ask:
        ask("PUT", NAME, {**GAME, "shadows": shadows})
        hosted = ask.service.writer.books.hosted("spam")
        ask("POST", f"{NAME}/predict", {"id": "old", "x": {"a": 1}})
        hosted.players["second"].forget(1)
        play(ask, events)
        assert ask("GET", NAME)[1]["answering"] == "main", "it could not answer for the open round"
        assert ask("GET", f"{NAME}/account")[1]["shadows"]["second"]["evidence"]["lower"] > 0.0
        ask("POST", f"{NAME}/label", {"id": "old", "y": "ham"})
        assert ask("GET", NAME)[1]["answering"] == "second"


def test_losses_of_numbers_are_cut_and_that_is_counted(tmp_path):
    numbers = {"labels": "numbers", "learner": "vaw", "shadows": {"second": {"learner": "pa-regression"}}}
    with asking(tmp_path) as ask:
        assert ask("PUT", NAME, numbers)[0] == 201
        ask("POST", f"{NAME}/predict", {"id": "m1", "x": {"a": 1.0}})
        ask("POST", f"{NAME}/label", {"id": "m1", "y": 3.0})
        said = ask("GET", f"{NAME}/account")[1]
        assert said["shadows"]["second"]["evidence"] is None
        assert "promote_clip" in said["trial"]["statement"]
        assert ask("POST", f"{NAME}/settings", {"promote_clip": 0.5})[0] == 200
        for t in range(30):
            ask("POST", f"{NAME}/predict", {"id": f"n{t}", "x": {"a": float(t % 7)}})
            ask("POST", f"{NAME}/label", {"id": f"n{t}", "y": 3.0 * (t % 7) + 1.0})
        found = ask("GET", f"{NAME}/account")[1]["shadows"]["second"]["evidence"]
        assert (found["rounds"], found["clip"]) == (30, 0.5)
        assert found["clipped"] > 0
        assert found["cut_gain"] + found["cut_loss"] > 0.0


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"promote_when": 1.0}, "above 0 and below 1"),
        ({"promote_when": 0.95, "frozen": True, "shadows": {}}, "frozen"),
        ({"promote_by": "luck"}, "promote_by"),
        ({"promote_clip": 2.0}, "never cut"),
        ({"promote_by": "loss", "promote_when": 0.9}, "promote_clip"),
        ({"promote_by": "loss", "promote_clip": 0.0}, "promote_clip"),
        ({"labels": "numbers", "learner": None, "shadows": {}, "promote_by": "mistakes"}, "no mistakes"),
        ({"labels": ["a", "b", "c"], "learner": None, "shadows": {}, "promote_by": "loss"}, "many classes"),
    ],
)
def test_settings_by_which_nobody_could_be_promoted_are_refused(tmp_path, settings, words):
    with asking(tmp_path) as ask:
        given = {key: value for key, value in {**GAME, **settings}.items() if value is not None}
        status, answer = ask("PUT", NAME, given)
        assert status == 422
        assert words in answer["message"]


def test_rows_say_who_answers(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", NAME, GAME)
        play(ask, examples(80))
    journal = journal_of(tmp_path)
    row = next(row for row in journal.structure(1) if row.kind == PROMOTE)
    journal.close()
    assert b'"name":"second"' in row_event(row)
    assert b'"lower":0.' in row_event(row)
