from __future__ import annotations

import copy
import os
import pickle
import signal
import threading
import time
from contextlib import suppress

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import PA1, Batch, Bound, Game, Label, LinearAdaGrad, Perceptron, RowLearner, Watcher, Winnow
from littlestone.bounds import MarginBound
from littlestone.errors import (
    AlreadyLabelled,
    BadBatch,
    BadFeature,
    BadLabel,
    BadParameter,
    BadWidth,
    NotBoolean,
    UnknownName,
    UnknownRound,
)
from littlestone.losses.guess_losses import Mistake
from littlestone.natures import Recorded


def snapshot(game: Game) -> dict[str, bytes]:
    return {name: np.asarray(value).tobytes() for name, value in game.state().items()}


def played() -> Game:
    game = Game(Perceptron())
    for x, y in [({"free": 1, "win": 2}, 1), ({"meeting": 1}, -1), ({"free": 1, "meeting": 1}, -1)]:
        game.label(game.predict(x).number, y)
    game.predict({"win": 1})
    return game


def test_the_two_moves_of_the_readme():
    game = Game(Perceptron())
    for x, y in [({"free": 1, "win": 1}, +1), ({"meeting": 1}, -1)]:
        move = game.predict(x)
        game.label(move.number, y)
    assert (game.ledger.rounds, game.ledger.mistakes, game.ledger.updates) == (2, 1, 1)
    assert "2 rounds, 1 mistake " in str(game.ledger)


def test_a_round_knows_its_number_example_guess_and_act():
    game = Game(Perceptron(), labels=("ham", "spam"))
    move = game.predict({"free": 1})
    assert (move.number, move.guess, move.act) == (1, 0.0, "spam")
    assert move.x.columns.tolist() == [0]
    assert repr(move) == "Round(number=1, x=Row({0: 1}), guess=0, act='spam')"


def test_one_example_may_come_in_any_of_its_forms():
    vector = np.array([0.0, 2.0, 0.0, -1.0])
    batch = Batch([0, 2], [1, 3], [2.0, -1.0], 4).check()
    forms = [vector, vector.tolist(), vector[None], tuple(vector), sp.csr_array(vector[None]), batch.row(0)]
    forms += [sp.coo_matrix(vector[None]), ([3, 1], [-1.0, 2.0])]
    for x in forms:
        row = Game(Perceptron()).predict(x).x
        assert row.dense(4).tolist() == vector.tolist()


def test_labels_may_come_late_out_of_order_or_never():
    game = Game(Perceptron())
    moves = [game.predict({"a": 1}) for _ in range(4)]
    for number in (3, 1):
        game.label(number, -1)
    assert sorted(game.open) == [2, 4]
    assert game.ledger.open == 2
    assert (game.ledger.labelled, game.ledger.mistakes) == (2, 2)
    assert (game.ledger.longest_delay, game.ledger._total_delay) == (3, 4)
    assert moves[1].guess == 0.0
    game.forget(2)
    assert game.ledger.open == 1
    assert "1 round still without a label" in str(game.ledger)


def test_a_late_label_is_learned_from_what_the_learner_would_say_when_it_comes():
    seen = []

    class Listener(RowLearner):
        def predict(self, x):
            return float(len(seen)) + 1

        def learn(self, x, y, guess):
            seen.append(guess)

    game = Game(Listener())
    first, second = game.predict([1]), game.predict([1])
    game.label(second.number, 1)
    third = game.predict([1])
    game.label(first.number, 1)
    game.label(third.number, 1)
    assert seen == [1.0, 2.0, 3.0]  # of which 1, 1 and 2 were given
    assert third.guess == 2.0


@pytest.mark.parametrize(
    ("error", "act", "words"),
    [
        (AlreadyLabelled, lambda game: game.label(1, 1), "round 1 is not open"),
        (UnknownRound, lambda game: game.label(99, 1), "4 rounds predicted"),
        (UnknownRound, lambda game: game.label(0, 1), "round 0 is not open"),
        (UnknownRound, lambda game: game.label("4", 1), "round '4' is not open"),
        (AlreadyLabelled, lambda game: game.forget(2), "round 2 is not open"),
        (BadLabel, lambda game: game.label(4, 0), r"labels=\(0, 1\)"),
        (BadLabel, lambda game: game.label(4, "spam"), "labels="),
        (BadLabel, lambda game: game.label(4, float("nan")), "not nan"),
        (BadLabel, lambda game: game.label(4, [1]), r"not \[1\]"),
        (BadFeature, lambda game: game.predict({"new": 1, "bad": float("inf")}), "'bad' is 'inf'"),
        (BadFeature, lambda game: game.predict({"new": 1, "bad": 10**400}), "'bad' is 1000"),
        (BadFeature, lambda game: game.predict({"new": 1, "bad": object()}), "a cell is a number, a text"),
        (BadFeature, lambda game: game.predict({"new": 1, "bad": ["a", 1]}), "texts only or of numbers only"),
        (BadFeature, lambda game: game.predict({"new": 1, 7.5: 1.0}), "a text, or a whole number, not 7.5"),
        (BadFeature, lambda game: game.predict([1.0, 2.0]), "named columns"),
        (BadFeature, lambda game: game.predict("free"), "mapping or a vector"),
        (BadFeature, lambda game: game.predict([[1.0], [2.0]]), "play_batch"),
        (BadFeature, lambda game: game.predict([float("inf")]), "finite"),
        (BadBatch, lambda game: game.play_batch(Batch([0, 1], [0], [1.0], 4)), "no labels"),
        (BadBatch, lambda game: game.play_batch(Batch([0, 1], [0], [1.0], 9, [1])), "named columns"),
        (BadLabel, lambda game: game.play_batch(Batch([0, 1], [0], [1.0], 1, [0])), "row 0 has 0"),
    ],
)
def test_bad_input_is_named_and_leaves_no_trace(error, act, words):
    game = played()
    before = snapshot(game)
    with pytest.raises(error, match=words):
        act(game)
    assert snapshot(game) == before


def test_boolean_learners_refuse_other_numbers_and_leave_no_trace():
    game = Game(Winnow(n=3))
    game.predict({"a": 1})
    before = snapshot(game)
    with pytest.raises(NotBoolean, match="0 or 1"):
        game.predict({"b": 0.5})
    with pytest.raises(NotBoolean, match="row 1 has 2 in column 0"):
        game.play_batch(Batch([0, 1, 2], [0, 0], [1.0, 2.0], 1, [1, 1]))
    assert snapshot(game) == before


def test_winnow_names_the_width_it_was_not_told():
    with pytest.raises(BadWidth, match="how many variables"):
        Game(Winnow()).predict({"a": 1})
    game = Game(Winnow(n=1))
    game.predict({"a": 1})
    before = snapshot(game)
    with pytest.raises(BadWidth, match="1 variable,"):
        game.predict({"b": 1})
    assert snapshot(game) == before
    with pytest.raises(BadWidth, match="0 or more"):
        Perceptron().widen(-1)
    with pytest.raises(BadParameter, match="0 or more"):
        Winnow(n=-1)


def test_a_misspelt_setting_is_an_error_with_a_hint():
    with pytest.raises(UnknownName, match="did you mean 'hinge'"):
        Game(Perceptron(), loss="hnge")
    with pytest.raises(TypeError):
        Perceptron(biass=1)
    with pytest.raises(BadParameter, match="two different labels"):
        Game(Perceptron(), labels=(1, 1))
    with pytest.raises(BadParameter, match="zero is one of"):
        Perceptron(zero="0")
    with pytest.raises(BadParameter, match="seed"):
        Game(Perceptron(), seed=-1)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Perceptron(normalise="maybe"),
        lambda: Perceptron(bias="x"),
        lambda: Perceptron(bias=float("nan")),
        lambda: Perceptron(bias=True),
        lambda: Winnow(n=1.5),
        lambda: Winnow(n=True),
        lambda: Winnow(n=3, theta=0.5),
        lambda: Winnow(n=3, beta=0),
        lambda: Winnow(n=3, beta="1"),
        lambda: Winnow(n=3, strict=1),
        lambda: Winnow(n=3, demote="halve"),
        lambda: Game(Perceptron(), keep=-1),
        lambda: Game(Perceptron(), keep=2.5),
        lambda: Game("perceptron"),
        lambda: Game(Perceptron(), labels=("a", "b", "c")),
        lambda: Game(Perceptron(), labels=([1], [2])),
        lambda: Game(Perceptron(), seed="x"),
        lambda: Game(Perceptron(), seed=0.5),
        lambda: Game(Perceptron(), bounds=MarginBound()),
        lambda: Game(Perceptron(), bounds=[MarginBound]),
        lambda: Game(Perceptron(), keep=10**30),
        lambda: MarginBound("0.1"),
    ],
)
def test_a_setting_of_the_wrong_kind_is_said_at_once(make):
    with pytest.raises(BadParameter, match=" not "):
        make()


def test_a_label_that_never_comes_frees_its_round():
    record = Recorded([({"a": 1}, 1), ({"a": 1}, None), ({"b": 1}, float("nan")), ({"b": 1}, -1)])
    game = Game(Perceptron())
    ledger = game.play(record)
    assert (ledger.rounds, ledger.labelled, ledger.forgotten, ledger.open, len(game.open)) == (4, 2, 2, 0, 0)


@pytest.mark.parametrize("learner", [Perceptron(), PA1()], ids=lambda learner: learner.name)
def test_a_game_that_keeps_nothing_certifies_nothing(learner):
    game = Game(learner, keep=0)
    game.play(Recorded([([1.0, 0.0], -1), ([1.0, 1.0], -1)]))
    for certificate in game.ledger.certificates:
        assert (certificate.verdict, certificate.allowed, certificate.teaches) == ("open", None, "")
        assert certificate.open.startswith("only the first 0 of ")


def test_messages_stay_short_however_long_the_example():
    with pytest.raises(NotBoolean, match="'w77' is 7") as caught:
        Game(Winnow(n=100_000)).predict({f"w{i}": 7 if i == 77 else 1 for i in range(100_000)})
    assert len(str(caught.value)) < 200
    assert len(repr(Game(Perceptron()).predict(np.ones(10_000)))) < 300


def test_an_exception_of_a_learner_arrives_whole_and_the_round_stays_open():
    class Fragile(Perceptron):
        def learn(self, x, y, guess):
            raise ZeroDivisionError("on purpose")

    game = Game(Fragile())
    move = game.predict([1.0])
    before = snapshot(game)
    with pytest.raises(ZeroDivisionError, match="on purpose"):
        game.label(move.number, -1)
    assert snapshot(game) == before
    fresh = Game(Fragile())
    with pytest.raises(ZeroDivisionError, match="on purpose"):
        fresh.play_batch(Batch([0, 1], [0], [1.0], 1, [-1]))


def test_a_learner_of_plain_python_plays_in_the_loop_and_may_keep_its_rows():
    class Memory(RowLearner):
        """Remembers everything it was shown."""

        def __init__(self):
            super().__init__()
            self.rows = []

        def predict(self, x):
            return 1.0

        def learn(self, x, y, guess):
            self.rows.append((x, y))

    batch = Batch([0, 1, 3], [0, 0, 1], [1.0, 2.0, 3.0], 2, [1, -1])
    game = Game(Memory())
    ledger = game.play_batch(batch)
    assert (ledger.rounds, ledger.mistakes) == (2, 1)
    assert [(repr(x), y) for x, y in game.learner.rows] == [("Row({0: 1})", 1.0), ("Row({0: 2, 1: 3})", -1.0)]


def test_a_randomised_learner_commits_to_a_chance_and_the_game_tosses_the_coin():
    class Torn(RowLearner):
        randomised = True

        def predict(self, x):
            return 0.5

        def act(self, guess):
            return guess

        def learn(self, x, y, guess):
            pass

    rounds = 4000
    batch = Batch(np.zeros(rounds + 1), [], [], 0, np.ones(rounds))
    games = [Game(Torn(), seed=seed) for seed in (1, 1, 2)]
    for game in games:
        game.play_batch(batch)
    mistakes = [game.ledger.mistakes for game in games]
    assert mistakes[0] == mistakes[1] != mistakes[2]
    assert games[0].ledger.expected == rounds / 4
    assert abs(mistakes[0] - rounds / 4) < 5 * (rounds * 3 / 16) ** 0.5
    by_hand = Game(Torn(), seed=1)
    for _ in range(rounds):
        by_hand.label(by_hand.predict([]).number, 1)
    assert by_hand.ledger.mistakes == mistakes[0]


class Backwards:
    """Answers every second round at once, and the others at the end, last first."""

    def __init__(self, rounds):
        self.rounds = rounds
        self.held = []
        self.heard = []

    def ask(self, last):
        if last is not None and last.number == self.rounds:
            return None
        return {"x": 1.0}

    def answer(self, number, guess):
        self.heard.append(guess)
        if number % 2:
            self.held.append(Label(number, -1))
            return []
        return [Label(number, -1)]

    def close(self):
        return reversed(self.held)


def test_a_nature_never_sees_the_coin_of_a_round_it_has_not_answered():
    class Torn(RowLearner):
        randomised = True

        def predict(self, x):
            return 0.0

        def learn(self, x, y, guess):
            pass

        def act(self, guess):
            return guess

    class Spy(Backwards):
        seen = ()

        def ask(self, last):
            self.seen += () if last is None else (last.act,)
            return super().ask(last)

    spy = Spy(6)
    Game(Torn()).play(spy)
    assert [act is None for act in spy.seen] == [True, False] * 3


def test_a_nature_that_knows_its_columns_tells_the_learner():
    frame = Recorded(np.array([[1, 0], [0, 1], [1, 1]]), [1, -1, 1], names=["a", "b"])
    game = Game(Winnow())
    game.play(frame)
    assert game.learner.n == 2


def test_a_nature_may_hold_labels_back_until_the_end():
    nature = Backwards(6)
    ledger = Game(Perceptron()).play(nature)
    assert (ledger.rounds, ledger.labelled, ledger.open) == (6, 6, 0)
    assert nature.heard[:2] == [1.0, 1.0]
    assert nature.heard[2:] == [-1.0] * 4
    assert ledger.longest_delay == 5


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_any_order_of_labels_is_played_to_the_end(data):
    game = Game(Perceptron())
    waiting: list[int] = []
    for _ in range(data.draw(st.integers(1, 25))):
        if waiting and data.draw(st.booleans()):
            game.label(waiting.pop(data.draw(st.integers(0, len(waiting) - 1))), data.draw(st.sampled_from([-1, 1])))
        else:
            waiting.append(game.predict(data.draw(st.lists(st.integers(-3, 3), min_size=2, max_size=2))).number)
    assert sorted(waiting) == sorted(game.open)
    assert game.ledger.open == len(waiting)
    assert game.ledger.labelled == game.ledger.rounds - len(waiting)
    assert all(certificate.verdict != "violated" for certificate in game.ledger.certificates)


class Fussy(Mistake):
    """A loss that has had enough of positives."""

    def value(self, y, guess, act):
        if y > 0:
            raise ArithmeticError("enough")
        return super().value(y, guess, act)


class Nosy(Bound, Watcher):
    """A watcher that raises on every second round it sees."""

    def __init__(self):
        self.seen = 0

    def suits(self, learner):
        return True

    def see(self, number, x, y, guess, mistaken):
        self.seen += 1
        if self.seen % 2 == 0:
            raise ArithmeticError("enough")

    def statement(self, case):
        return "seen"

    def paid(self, case):
        return self.seen

    def allowed(self, case):
        return 2.0


def test_a_loss_that_raises_leaves_the_round_open_and_nothing_learned():
    game = Game(Perceptron(zero="mistake"), loss=Fussy())
    move = game.predict([1.0])
    before = snapshot(game)
    with pytest.raises(ArithmeticError):
        game.label(move.number, 1)
    assert snapshot(game) == before
    game.label(move.number, -1)
    assert (game.ledger.labelled, game.ledger.mistakes, game.ledger.updates) == (1, 1, 1)


def test_a_watcher_that_raises_finds_the_round_over_and_the_account_in_order():
    game = Game(Perceptron(zero="mistake"), bounds=[MarginBound(), Nosy()])
    for _ in range(2):
        move = game.predict([1.0])
        if _ == 0:
            game.label(move.number, -1)
        else:
            with pytest.raises(ArithmeticError):
                game.label(move.number, -1)
    assert (game.ledger.labelled, game.ledger.open, len(game.open)) == (2, 0, 0)
    assert [certificate.verdict for certificate in game.ledger.certificates] == ["holds", "holds"]


def test_a_batch_that_ends_in_an_exception_has_no_phantom_round():
    class Fragile(Perceptron):
        def learn(self, x, y, guess):
            if self.updates == 2:
                raise ZeroDivisionError
            super().learn(x, y, guess)

    game = Game(Fragile(zero="mistake"))
    with pytest.raises(ZeroDivisionError):
        game.play_batch(Batch([0, 1, 2, 3], [0, 1, 2], [1.0, 1.0, 1.0], 3, [1, 1, 1]))
    assert (game.ledger.rounds, game.ledger.labelled, game.ledger.open) == (2, 2, 0)


def test_learning_outside_the_game_breaks_a_premise_and_violates_nothing():
    learner = Perceptron(zero="mistake")
    one, two = Game(learner), Game(learner)
    for game, y in ((one, 1), (two, -1), (one, 1)):
        game.label(game.predict([1.0, 1.0]).number, y)
    alone = Game(Perceptron())
    row = Batch([0, 1], [0], [1.0], 1).row(0)
    alone.learner.learn(row, -1.0, 1.0)
    for game in (one, two, alone):
        assert {certificate.verdict for certificate in game.ledger.certificates} <= {"broken premise", "holds"}
        assert "learned outside this game" in game.ledger.certificates[0].broken


def test_an_error_takes_back_whether_columns_are_numbered():
    game = Game(Winnow(n=3))
    with pytest.raises(NotBoolean):
        game.predict([2, 0, 0])
    game.predict({"a": 1})
    game = Game(Perceptron())
    game.play_batch(Batch([0, 1], [0], [1.0], 1, [1]))
    with pytest.raises(BadFeature, match="numbered columns"):
        game.predict({"a": 1})


def test_two_games_on_one_record_have_columns_of_their_own():
    games = [Game(Perceptron()), Game(Perceptron())]
    for game in games:
        game.play(Recorded(np.eye(2), [1, -1], names=["a", "b"]))
    games[0].predict({"c": 1})
    assert games[1].features.names == ["a", "b"]


def test_a_copy_of_a_game_goes_on_by_itself():
    game = Game(Perceptron(bias=1.0), labels=("ham", "spam"))
    game.label(game.predict({"a": 1}).number, "ham")
    game.predict({"b": 1})
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert snapshot(twin) == snapshot(game)
        twin.label(2, "ham")
        assert game.ledger.open == 1


def interrupt_within(game, over):
    """Send Ctrl-C when the game is within its batch, however long that takes to begin; and not when it is over."""
    while game.ledger.rounds == 0 and not over.is_set():
        time.sleep(0.001)
    if not over.is_set():
        os.kill(os.getpid(), signal.SIGINT)


def play_and_wait(game, rows):
    over = threading.Event()
    other = threading.Thread(target=interrupt_within, args=(game, over))
    batch = Batch(np.zeros(rows + 1), [], [], 0, np.ones(rows))
    other.start()
    try:
        game.play_batch(batch)
    finally:
        over.set()
        other.join()


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_reaches_a_long_batch():
    for rows in (
        1_000_000,
        4_000_000,
        16_000_000,
    ):  # on a busy machine a batch may be over before the other thread runs
        game = Game(LinearAdaGrad(bias=1))
        with suppress(KeyboardInterrupt):
            play_and_wait(game, rows)
        if game.ledger.rounds < rows:
            break
    assert 0 < game.ledger.rounds == game.ledger.labelled < rows


@pytest.mark.parametrize("label", [np.array([1, 2]), None, object()])
def test_labels_of_odd_kinds_are_refused_in_words(label):
    game = Game(Perceptron())
    game.predict([1.0])
    with pytest.raises(BadLabel, match="a label here is"):
        game.label(1, label)


def test_a_late_flood_of_labels_keeps_winnow_finite():
    game = Game(Winnow(n=2))
    for _ in range(2000):
        game.predict([1, 0])
    for number in range(1, 2001):
        game.label(number, 1)
    assert np.isfinite(game.learner.weights).all()
    assert (game.ledger.mistakes, game.ledger.in_order.mistakes) == (2000, 2)  # all of them but two by lateness
    assert game.ledger.certificates[0].verdict == "holds"


def test_names_known_beforehand_tell_the_learner_how_many_there_are():
    game = Game(Winnow(), features=["a", "b"])
    assert (game.learner.n, game.predict({"b": 1}).act) == (2, -1)
    with pytest.raises(BadWidth, match="1 variable,"):
        Game(Winnow(n=1), features=["a", "b"])


def test_a_copy_of_a_game_plays_on_its_own():
    game = Game(Perceptron())
    game.label(game.predict([1.0]).number, -1)
    twin = copy.copy(game)
    twin.label(twin.predict([1.0]).number, 1)
    assert game.learner.updates == 1
    assert twin.learner.updates == 2
