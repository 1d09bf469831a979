"""Guarantees of hosted games: they are answered, journaled, replayed and audited as the game is."""

import numpy as np
from service_asking import asking, audited

from littlestone import Game, LinearVAW, OneVsRest, Perceptron
from littlestone.guarantees import Alarm, AppleTasting, Calibrated, Intervals
from littlestone.service.hosted import digest_of

RNG = np.random.default_rng(0)
EVENTS = [(f"m{t}", {"a": float(a), "b": float(b)}, float(a - b)) for t, (a, b) in enumerate(RNG.normal(size=(60, 2)))]


def promise(name, **settings):
    return {"guarantee": name, "settings": settings}


CASES = {
    "numbers": (
        {"labels": "numbers", "learner": "vaw"},
        [promise("intervals", coverage=0.8, eta=0.1), promise("alarm", level=0.1, run_length=5, largest=2.0)],
        lambda: Game(LinearVAW(), guarantees=[Intervals(0.8, eta=0.1), Alarm(0.1, 5, largest=2.0)]),
        lambda y: y,
    ),
    "adaptive": (  # whose first intervals have no end
        {"labels": "numbers", "learner": "vaw", "shadows": {"same": {"learner": "vaw"}}},
        [promise("intervals")],
        lambda: Game(LinearVAW(), guarantees=[Intervals()]),
        lambda y: y,
    ),
    "chances": (
        {"labels": ["no", "yes"], "learner": "perceptron"},
        [promise("calibrated", bins=5), promise("intervals", coverage=0.7)],
        lambda: Game(Perceptron(), labels=("no", "yes"), guarantees=[Calibrated(5), Intervals(0.7)]),
        lambda y: "yes" if y > 0 else "no",
    ),
    "classes": (
        {"labels": "classes", "learner": "one-vs-rest", "settings": {"base": "ogd", "parameters": {"loss": "log"}}},
        [promise("intervals", coverage=0.7)],
        lambda: Game(OneVsRest("ogd", loss="log"), guarantees=[Intervals(0.7)]),
        lambda y: "abc"[int(y > 0) + int(y > 1)],
    ),
    "tasting": (
        {"labels": ["no", "yes"], "learner": "perceptron", "settings": {"zero": "-1"}},
        [promise("apple-tasting", misses=3)],
        lambda: Game(Perceptron(zero="-1"), labels=("no", "yes"), guarantees=[AppleTasting(misses=3)]),
        lambda y: "yes" if y > 0 else "no",
    ),
}


def ends(interval):
    if interval is None:
        return None
    if interval.labels is not None:
        return interval.labels
    return [end if np.isfinite(end) else None for end in (interval.low, interval.high)]


def test_what_is_promised_is_answered_journaled_and_audited(tmp_path):
    for name, (settings, guarantees, make, label) in CASES.items():
        game, kept, told = make(), {}, []
        with asking(tmp_path / name) as ask:
            assert ask("PUT", f"/v1/games/{name}", {**settings, "guarantees": guarantees})[0] in (200, 201)
            for t, (id, x, y) in enumerate(EVENTS):
                kept[id] = ask("POST", f"/v1/games/{name}/predict", {"id": id, "x": x})
                move = game.predict(x)
                told.append((id, move.number, label(y)))
                assert kept[id][1].get("interval") == ends(move.interval)
                assert kept[id][1]["act"] == move.act
                assert kept[id][1].get("chance") == move.chance
                if t % 3:
                    late, number, said = told.pop(0)
                    assert ask("POST", f"/v1/games/{name}/label", {"id": late, "y": said})[0] == 200
                    game.label(number, said)
            certificates = ask("GET", f"/v1/games/{name}/certificates")[1]["certificates"]
            assert [one["verdict"] for one in certificates] == [one.verdict for one in game.ledger.certificates]
            account = ask("GET", f"/v1/games/{name}/account")[1]
            assert all(each.name in account for each in game.guarantees)
            assert ask("GET", f"/v1/games/{name}/digest")[1]["digest"] == digest_of(game)
        assert audited(tmp_path / name, name).good
        with asking(tmp_path / name) as ask:  # what was said is said again, after a replay too
            assert ask("GET", f"/v1/games/{name}/digest")[1]["digest"] == digest_of(game)
            for id, x, _ in EVENTS[::7]:
                assert ask("POST", f"/v1/games/{name}/predict", {"id": id, "x": x}) == kept[id]


def test_promises_that_cannot_be_kept_are_refused(tmp_path):
    spam = {"labels": ["ham", "spam"], "learner": "perceptron"}
    with asking(tmp_path) as ask:
        for wrong in (
            ["intervals"],
            [promise("interval")],
            [promise("intervals", coverage=2)],
            [promise("intervals", cover=0.9)],
            [promise("intervals", window=10**12)],
            [promise("alarm")],
            [promise("intervals", eta=0.1)],
            [promise("apple-tasting"), promise("calibrated")],
        ):
            assert ask("PUT", "/v1/games/spam", {**spam, "guarantees": wrong})[0] == 422, wrong
        assert ask("PUT", "/v1/games/spam", {**spam, "guarantees": [promise("calibrated")]})[0] in (200, 201)
