"""Windows, saved games, errors and reports of metrics."""

from __future__ import annotations

import copy
import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Batch, Game, LinearDescent, MulticlassPerceptron, OneVsRest, Perceptron, load, save
from littlestone.command_line.printing import strict_json
from littlestone.errors import BadParameter, StateError, UnknownName
from littlestone.metrics import Confusion, ErrorSums, Metrics
from littlestone.metrics.metric_names import METRICS, read_names, sort_key
from littlestone.metrics.window import Window
from littlestone.truth import CLASSES, NUMBERS, SIGNS

QUICK = settings(deadline=None, max_examples=40)
OF_SIGNS = [name for name, tally in METRICS.items() if SIGNS in tally.truths]
OF_CLASSES = [name for name, tally in METRICS.items() if CLASSES in tally.truths]
OF_NUMBERS = [name for name, tally in METRICS.items() if NUMBERS in tally.truths and not tally.needs_chance]
GAMES = {  # how a game is made, and its labels
    "signs": (lambda metrics: Game(LinearDescent(loss="log"), metrics=metrics), OF_SIGNS, [-1, 1]),
    "classes": (lambda metrics: Game(OneVsRest("ogd", loss="log"), metrics=metrics), OF_CLASSES, ["a", "b", "c", 4]),
    "numbers": (lambda metrics: Game(LinearDescent(loss="square"), metrics=metrics), OF_NUMBERS, [0.5, -2.0, 3.25]),
}


def rows(draws, labels):
    return [([1.0, a / 10.0, b / 10.0], labels[c % len(labels)]) for a, b, c in draws]


DRAWS = st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20), st.integers(0, 11)), max_size=60)


def play(game, examples, delays=None):
    """Every label comes so many rounds late, in order; the rest is left open."""
    waiting = []
    for t, (x, y) in enumerate(examples):
        waiting.append((t + (delays[t % len(delays)] if delays else 0), game.predict(x).number, y))
        for due in [one for one in waiting if one[0] <= t]:
            game.label(*due[1:])
            waiting.remove(due)


@QUICK
@given(DRAWS, st.sampled_from(sorted(GAMES)), st.integers(1, 25), st.lists(st.integers(0, 4), min_size=1, max_size=5))
def test_a_window_is_the_metric_of_its_rounds_alone(draws, kind, size, delays):
    make, names, labels = GAMES[kind]
    game = make([f"{name}@{size}" for name in names])
    play(game, rows(draws, labels), delays)
    window = game.ledger.metrics.windows[size]
    assert len(window.rounds()) == min(size, game.ledger.labelled)
    whole = Metrics(names, game.learner, game.ledger.metrics.truth, game.labels, game.price)
    for round_ in window.rounds():
        for tally in whole.tallies.values():
            tally.add(*round_)
    assert {f"{name}@{size}": value for name, value in whole.items()} == dict(game.ledger.metrics)


@QUICK
@given(DRAWS, st.sampled_from(sorted(GAMES)), st.integers(1, 25))
def test_windows_by_brute_force(draws, kind, size):
    """From the rounds as the player saw them, without anything of this room."""
    make, _, labels = GAMES[kind]
    name = "mae" if kind == "numbers" else "accuracy"
    game = make((name, f"{name}@{size}"))
    costs = []
    for x, y in rows(draws, labels):
        move = game.predict(x)
        game.label(move.number, y)
        costs.append(abs(y - move.act) if kind == "numbers" else float(y == move.act))
    for written, part in ((name, costs), (f"{name}@{size}", costs[-size:])):
        assert game.ledger.metrics[written] == (pytest.approx(sum(part) / len(part), abs=1e-12) if part else None)


@QUICK
@given(DRAWS, st.sampled_from(sorted(GAMES)), st.integers(0, 60), st.lists(st.integers(0, 4), min_size=1, max_size=5))
def test_saved_in_the_middle_a_game_goes_on_to_the_last_bit(tmp_path_factory, draws, kind, cut, delays):
    make, names, labels = GAMES[kind]
    asked = [*names, *(f"{name}@7" for name in names)]
    examples = rows(draws, labels)
    game = make(asked)
    play(game, examples[:cut], delays)
    path = tmp_path_factory.mktemp("saved") / "game.npz"
    save(game, path)
    again, copied = load(path), copy.deepcopy(game)
    assert list(again.ledger.metrics) == asked
    for number in list(game.open):
        assert again.open[number].chance == game.open[number].chance == copied.open[number].chance
        for one in (game, again, copied):
            one.label(number, labels[0])
    for one in (game, again, copied):
        play(one, examples[cut:])
    assert dict(game.ledger.metrics) == dict(again.ledger.metrics) == dict(copied.ledger.metrics)


def test_metrics_are_about_the_guesses_given_not_those_learned_from():
    game = Game(Perceptron(), metrics=("accuracy", "confusion"))
    first, second = game.predict([1.0]), game.predict([1.0])  # both say +1
    game.label(first.number, -1)
    game.label(second.number, -1)  # asked again, it would have said -1
    assert game.ledger.in_order.mistakes == 1
    assert game.ledger.metrics["accuracy"] == 0.0
    assert game.ledger.metrics["confusion"] == {(-1, 1): 2}


def test_a_round_without_label_is_not_judged():
    game = Game(Perceptron(), metrics=("accuracy", "auc", "f1", "confusion"))
    game.forget(game.predict([1.0]).number)
    assert dict(game.ledger.metrics) == {"accuracy": None, "auc": None, "f1": None, "confusion": {}}
    game.play_batch(Batch([0, 1, 2], [0, 0], [1.0, 2.0], 1, [np.nan, 1.0]))
    assert game.ledger.metrics["accuracy"] == 1.0


def test_an_act_that_is_neither_class_is_none():
    game = Game(Perceptron(zero="mistake"), metrics=("confusion", "precision", "recall"))
    game.label(game.predict([1.0]).number, 1)
    assert dict(game.ledger.metrics) == {"confusion": {(1, None): 1}, "precision": 0.0, "recall": 0.0}


@pytest.mark.parametrize(
    ("learner", "metrics", "error", "words"),
    [
        (Perceptron(), "log_loss", BadParameter, "log_loss judges chances.*log loss"),
        (LinearDescent(loss="hinge"), "brier@10", BadParameter, "brier judges chances"),
        (MulticlassPerceptron(), "log_loss", BadParameter, "judges chances"),
        (LinearDescent(loss="square"), "log_loss", BadParameter, "judges chances"),
        (Perceptron(), "mae", BadParameter, "mae is a metric of numbers, and this is a game of two classes"),
        (MulticlassPerceptron(), "auc", BadParameter, "auc is a metric of two classes.*many classes"),
        (LinearDescent(loss="square"), ["f1"], BadParameter, "two classes and many classes.*numbers"),
        (Perceptron(), "acuracy", UnknownName, "did you mean 'accuracy'"),
        (Perceptron(), "f1@0", BadParameter, "last 1,000"),
        (Perceptron(), "f1@many", BadParameter, "'many'"),
        (Perceptron(), "f1@99999999", BadParameter, "10,000,000 at most"),
        (Perceptron(), [7], BadParameter, "by its name"),
    ],
)
def test_what_cannot_be_measured_is_refused_when_the_game_is_made(learner, metrics, error, words):
    with pytest.raises(error, match=words):
        Game(learner, metrics=metrics)


def test_names_are_read_in_several_spellings_and_once():
    found = [one.written for one in read_names("auc, roc_auc,log-loss,f1@1_000,f1@1000,")]
    assert found == ["auc", "log_loss", "f1@1000"]


def test_the_better_value_sorts_first_and_none_last():
    for name, better, worse in (("auc", 0.9, 0.1), ("log_loss@5", 0.1, 0.9), ("r2", 1.0, -3.0)):
        _, key = sort_key(name)
        assert sorted([None, worse, float("nan"), better], key=key)[:2] == [better, worse]
    with pytest.raises(BadParameter, match="is a table"):
        sort_key("confusion")


def test_without_metrics_there_are_none():
    game = Game(Perceptron())
    assert not game.ledger.metrics
    assert "metrics" not in game.ledger.as_dict()
    assert game.settings()["metrics"] == []


def test_the_ledger_tells_its_metrics():
    game = Game(MulticlassPerceptron(), metrics=("accuracy", "f1_by_class", "confusion"))
    play(game, [([1, 0], "a"), ([0, 1], "b"), ([1, 0], "a"), ([0, 1], "b")])
    account = json.loads(strict_json(game.ledger.as_dict("none")))
    assert account["metrics"] == {
        "accuracy": 0.5,
        "f1_by_class": {"a": 0.5, "b": 2 / 3},
        "confusion": [["a", None, 1], ["a", "a", 1], ["b", "a", 1], ["b", "b", 1]],
    }
    assert account["metric_errors"] == {}
    assert "accuracy 0.5" in str(game.ledger)
    assert "confusion a for nothing 1" in str(game.ledger)


def test_weights_count_as_repetitions():
    for kind, truth, labels in ((Confusion, SIGNS, [-1.0, 1.0]), (ErrorSums, NUMBERS, [0.5, -2.0])):
        once, often = kind(None, truth), kind(None, truth)
        for k, y in enumerate(labels * 3):
            once.add(y, 0.3 * k, 1.0, 0.0, 0.0, 1.0 + k)
            for _ in range(1 + k):
                often.add(y, 0.3 * k, 1.0, 0.0, 0.0, 1.0)
        for name in (*kind.higher, *kind.lower):
            assert getattr(once, name)() == pytest.approx(getattr(often, name)(), rel=1e-12)


def test_chances_that_learners_have_and_have_not():
    assert Game(Perceptron()).predict([1.0]).chance is None
    assert Game(LinearDescent(loss="square")).predict([1.0]).chance is None
    assert Game(OneVsRest("perceptron")).predict([1.0]).chance is None
    game = Game(LinearDescent(loss="log"), labels=("ham", "spam"))
    assert game.predict([1.0]).chance == 0.5
    assert LinearDescent(loss="log").chance_of(-800.0) == 0.0
    assert LinearDescent(loss="log").chance_of(800.0) == 1.0


def test_the_chance_of_an_open_round_is_that_of_its_guess():
    game = Game(OneVsRest("ogd", loss="log"))
    play(game, [([1, 0], "a"), ([0, 1], "b")] * 3)
    move = game.predict([1, 0])
    before = move.chance
    play(game, [([1, 0], "b")] * 5)
    assert move.chance == before
    assert game.predict([1, 0]).chance != before


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("metrics/Confusion/counts", np.zeros((2, 8))),
        ("metrics/Confusion/taken", np.array([[0.0, 1.0, -5.0]])),
        ("metrics/Ranks/cells", np.array([[0.0, -1.0], [1.0, 2.0], [1.0, 1.0], [1.0, 1.0]])),
        ("metrics/Ranks/rounds", np.zeros((3, 4))),
        ("metrics/ChanceSums/sums", np.zeros(2)),
        ("metrics/last 5/rounds", np.zeros((9, 6))),
        ("metrics/last 5/rounds", np.full((4, 6), 7.0)),
    ],
)
def test_a_meddled_state_is_refused(name, value):
    game = Game(LinearDescent(loss="log"), metrics=("accuracy", "auc", "brier", "accuracy@5"))
    play(game, [([1.0], 1), ([2.0], -1)] * 2)
    state = game.state()
    assert f"ledger/{name}" in state
    with pytest.raises(StateError, match="metrics"):
        game.restore({**state, f"ledger/{name}": value})


def test_a_window_of_one_round_is_that_round():
    window = Window(1)
    window.add(1, 2, 3, 4, 5, 6)
    window.add(6, 5, 4, 3, 2, 1)
    assert window.rounds().tolist() == [[6, 5, 4, 3, 2, 1]]


class Certain(MulticlassPerceptron):
    """Gives all chance to the first of two classes."""

    has_chances = True

    def class_chances(self, x):
        return [1.0, 0.0]


def test_the_log_loss_of_many_classes_is_clipped_at_both_ends():
    """A class that was given no chance costs -ln 2^-52, not an infinity; one that was given all, hardly anything."""
    for label, surprise in (("a", -math.log(1.0 - 2.0**-52)), ("b", 52 * math.log(2.0)), ("new", 52 * math.log(2.0))):
        game = Game(Certain(), labels=["a", "b"], metrics="log_loss")
        game.label(game.predict([1.0]).number, label)
        assert game.ledger.metrics["log_loss"] == pytest.approx(surprise, rel=1e-12)
        assert game.ledger.metrics["log_loss"] > 0.0
