"""A game per key over a plain iterator: what Spark is compared with, and what is refused."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from keyed_events import events_of

from littlestone import AROW, PA1, Game, Perceptron, save
from littlestone.cluster import KeyedGames, play_stream
from littlestone.cluster.keyed import FIELDS, Kept
from littlestone.errors import BadParameter, StateError

many_or_few = pytest.mark.parametrize(("keys", "rounds"), [(6, 12), pytest.param(12, 20, marks=pytest.mark.long)])


def new_game():
    return Game(PA1(C=0.5), labels=("down", "up"))


@many_or_few
def test_every_key_plays_the_game_that_it_would_play_alone(keys, rounds):
    events = events_of(keys, rounds)
    said = list(play_stream(KeyedGames(new_game()), events))
    for key in ("k0", "k5"):
        game, numbers = new_game(), {}
        answers = [one for one in said if one["key"] == key]
        mistakes = None
        for event in (one for one in events if one["key"] == key):
            (answer,) = [one for one in answers if one["seq"] == event["seq"]]
            if answer["kind"] == "prediction":
                move = game.predict(json.loads(event["record"]))
                numbers[event["id"]] = move.number
                assert (answer["guess"], answer["act"]) == (move.guess, move.act)
            elif answer["kind"] == "account":
                game.label(numbers[event["id"]], json.loads(event["label"]))
                mistakes = answer["mistakes"]
                assert mistakes == game.ledger.mistakes
        assert mistakes is not None


@many_or_few
@pytest.mark.parametrize("expires", [None, 10.0])
def test_the_cut_into_batches_and_their_order_do_not_matter(expires, keys, rounds):
    games, events = KeyedGames(new_game(), expires=expires), events_of(keys, rounds)
    one_by_one = list(play_stream(games, events))
    random = np.random.default_rng(1)
    states, batched = {}, []
    for begin in range(0, len(events), 37):
        batch = events[begin : begin + 37]
        random.shuffle(batch)  # an engine gives no order within a batch
        for key in sorted({event["key"] for event in batch}):
            events_of_key = [event for event in batch if event["key"] == key]
            states[key], answers = games.play(states.get(key), events_of_key)
            batched += answers
    order = lambda one: (one["key"], one["seq"], one["kind"], one["id"])  # noqa: E731
    assert sorted(batched, key=order) == sorted(one_by_one, key=order)
    kinds = {one["kind"] for one in one_by_one}
    assert kinds == {"prediction", "account", "refused"} | ({"expired"} if expires else set())


def test_what_comes_twice_or_too_late_is_refused():
    games, events = KeyedGames(new_game()), events_of(keys=1, rounds=5)
    state, _ = games.play(None, events)
    again, answers = games.play(state, events)
    assert {one["kind"] for one in answers} == {"refused"}
    assert all("not above" in one["why"] for one in answers)
    assert again == state


def test_questions_expire_by_the_time_of_events():
    games = KeyedGames(new_game(), expires=60)
    record = '{"a": 1}'

    def event(seq, kind, id, time, **more):
        return {"key": "k", "seq": seq, "kind": kind, "id": id, "time": time, "record": None, "label": None, **more}

    said = list(
        play_stream(
            games,
            [
                event(1, "ask", "old", 0.0, record=record),
                event(2, "ask", "new", 50.0, record=record),
                event(3, "label", "new", 61.0, label='"up"'),
                event(4, "label", "old", 62.0, label='"up"'),
            ],
        )
    )
    assert [(one["kind"], one["id"]) for one in said] == [
        ("prediction", "old"),
        ("prediction", "new"),
        ("expired", "old"),
        ("account", "new"),
        ("refused", "old"),
    ]
    assert "expired" in said[-1]["why"]
    assert said[2]["seq"] == 1  # that of its record


def test_questions_of_idle_keys_expire_by_the_time_of_all():
    def event(key, seq, kind, id, time, **more):
        return {"key": key, "seq": seq, "kind": kind, "id": id, "time": time, "record": '{"a": 1}', **more}

    events = [
        event("idle", 1, "ask", "a", 0.0),
        event("idle", 2, "ask", "b", 10.0),
        event("busy", 1, "ask", "c", 65.0),
        event("busy", 2, "label", "c", 66.0, label='"up"', weight=2.0),
        event("busy", 3, "ask", "d", 70.0),  # a is 70 seconds old, and 5 may come late
        event("busy", 4, "forget", "d", 76.0),
        event("busy", 5, "ask", "e", 200.0),
    ]
    games = KeyedGames(new_game(), expires=60)

    def told(late):
        return [(one["key"], one["seq"], one["kind"], one["id"]) for one in play_stream(games, events, late)]

    plain = told(None)
    assert plain == [
        ("idle", 1, "prediction", "a"),
        ("idle", 2, "prediction", "b"),
        ("busy", 1, "prediction", "c"),
        ("busy", 2, "account", "c"),
        ("busy", 3, "prediction", "d"),
        ("busy", 4, "forgotten", "d"),
        ("busy", 5, "prediction", "e"),
    ]
    first, second = ("idle", 1, "expired", "a"), ("idle", 2, "expired", "b")
    assert told(5) == [*plain[:4], first, *plain[4:6], second, plain[6]]
    assert sorted(set(told(5)) - set(plain)) == sorted(set(told(0)) - set(plain)) == [first, second]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"kind": "buy"}, "'ask', 'label' or 'forget'"),
        ({"kind": None}, "'ask', 'label' or 'forget'"),
        ({"record": "{"}, "property name"),
        ({"record": None}, "JSON"),
        ({"record": '{"a": 1e999}'}, "finite"),
        ({"time": None}, "float"),
        ({"time": float("nan")}, "number of seconds"),
        ({"kind": "forget", "id": "q9"}, "no open round has the id 'q9'"),
        ({"kind": "label", "id": "q9"}, "no open round has the id 'q9'"),
    ],
)
def test_a_wrong_event_is_refused_and_changes_nothing_but_the_place(wrong, words):
    games = KeyedGames(new_game())
    event = {"key": "k", "seq": 1, "id": "q", "kind": "ask", "record": '{"a": 1}', "label": '"up"', "time": 0.0}
    state, answers = games.play(None, [event | wrong])
    assert answers[0]["kind"] == "refused"
    assert words in answers[0]["why"]
    kept = Kept.of(state)
    assert (kept.game.ledger.rounds, kept.seq, kept.asked) == (0, 1, {})


def test_a_label_that_is_none_of_the_two_is_refused_and_the_question_stays_open():
    games = KeyedGames(new_game())
    event = {"key": "k", "seq": 1, "id": "q", "kind": "ask", "record": '{"a": 1}', "label": '"left"', "time": 0.0}
    state, answers = games.play(None, [event, event | {"seq": 2, "kind": "label"}])
    assert [one["kind"] for one in answers] == ["prediction", "refused"]
    _, answers = games.play(state, [event | {"seq": 3, "kind": "label", "label": '"up"'}])
    assert answers[0]["labelled"] == 1


def test_the_state_is_versioned():
    state, _ = KeyedGames(new_game()).play(None, events_of(keys=1, rounds=3))
    head, _, game = state.partition(b"\n")
    assert json.loads(head)["format"] == 1
    newer = json.dumps({**json.loads(head), "format": 9}).encode() + b"\n" + game
    with pytest.raises(StateError, match="in format 9 by littlestone"):
        Kept.of(newer)
    for damaged in (b"", b"nonsense", state[:-40], b"{}\n" + game):
        with pytest.raises(StateError):
            Kept.of(damaged)


def test_keys_begin_with_a_saved_game(tmp_path):
    game = new_game()
    for x, y in 5 * [({"a": 1}, "up"), ({"b": 1}, "down")]:
        game.label(game.predict(x).number, y)
    save(game, tmp_path / "m.npz")
    games = pickle.loads(pickle.dumps(KeyedGames(tmp_path / "m.npz")))
    event = {"key": "k", "seq": 1, "id": "q", "kind": "ask", "record": '{"a": 1}', "label": None, "time": 0.0}
    _, (answer,) = games.play(None, [event])
    assert answer["guess"] == game.predict({"a": 1}).guess > 0
    assert list(answer) == FIELDS
    with pytest.raises(StateError, match="install the same version"):
        games.__setstate__(vars(games) | {"version": "0.0.1"})


def test_numbers_classes_and_chances():
    from littlestone import LinearAdaGrad, MulticlassPA1

    event = {"key": "k", "seq": 1, "id": "q", "kind": "ask", "record": '{"a": 2}', "label": "3.5", "time": 0.0}
    both = [event, event | {"seq": 2, "kind": "label"}]
    _, answers = KeyedGames(Game(LinearAdaGrad(loss="square"))).play(None, both)
    assert (answers[1]["loss"], answers[1]["mistakes"]) == (pytest.approx(3.5**2), None)
    _, answers = KeyedGames(Game(LinearAdaGrad(loss="log"))).play(None, both[:1])
    assert answers[0]["chance"] == 0.5
    _, answers = KeyedGames(Game(MulticlassPA1())).play(None, both)
    assert answers[0]["act"] is None
    assert answers[1]["mistakes"] == 1


def test_wrong_games_are_refused():
    from littlestone import Hedge

    with pytest.raises(BadParameter, match="game of examples"):
        KeyedGames(Game(Hedge(eta=0.1)))
    with pytest.raises(BadParameter, match="above 0"):
        KeyedGames(Game(Perceptron()), expires=0)
    assert KeyedGames(Game(AROW())).expires is None


def test_a_game_per_key_keeps_its_guarantees():
    from littlestone.guarantees import Calibrated

    game = Game(Perceptron(), guarantees=[Calibrated(4)])
    games, state = KeyedGames(game), None
    for t in range(20):
        y = 1 if t % 3 else -1
        event = {"key": "k", "seq": 2 * t, "id": f"q{t}", "kind": "ask", "record": f'{{"a": {t % 3}}}', "time": 0.0}
        state, (answer,) = games.play(state, [event | {"label": None}])
        move = game.predict({"a": t % 3})
        assert answer["chance"] == move.chance
        game.label(move.number, y)
        state, _ = games.play(state, [event | {"seq": 2 * t + 1, "kind": "label", "label": str(y)}])
