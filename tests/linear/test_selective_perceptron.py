from __future__ import annotations

import numpy as np
import pytest
from confidence_games import any_rounds, play
from gradient_games import columns, seeing
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Perceptron, SelectivePerceptron, load, save
from littlestone.errors import BadParameter, StateError
from littlestone.features import as_batch

quick = settings(deadline=None, max_examples=60)
seeds = st.integers(0, 50)
eagerness = st.sampled_from([0.05, 1.0, 20.0])


def planted(rounds=600, seed=0, noise=0.05):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rounds, 5))
    y = np.where(x @ [2.0, -1.0, 0.5, 0.0, 0.0] >= 0, 1, -1)
    y[rng.random(rounds) < noise] *= -1
    return list(zip(x, y.tolist(), strict=True))


@quick
@given(any_rounds(), seeing, eagerness, seeds)
def test_it_is_a_perceptron_on_the_rounds_it_asks_about_and_deaf_to_the_others(rounds, how, b, seed):
    learner = SelectivePerceptron(b=b, seed=seed, **how)
    _, guesses = play(learner, rounds)
    w, queries = np.zeros(len(columns(rounds[0][0], how))), 0
    for k, ((raw, y), guess) in enumerate(zip(rounds, guesses, strict=True), 1):
        x = columns(raw, how)
        assert guess == pytest.approx(w @ x, abs=1e-9)
        if learner.coin.toss(k) < b / (b + abs(guess)):
            queries += 1
            if (1 if guess >= 0 else -1) != y:
                w = w + y * x
    assert learner.queries == queries
    assert learner.rounds == len(rounds)


@quick
@given(any_rounds(), seeing, eagerness, seeds)
def test_the_theorem_holds_in_every_single_game(rounds, how, b, seed):
    game, _ = play(SelectivePerceptron(b=b, seed=seed, **how), rounds)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds", certificate


@pytest.mark.parametrize("seed", range(5))
def test_labels_that_contradict_every_guess_violate_nothing(seed):
    rng = np.random.default_rng(seed)
    game = Game(SelectivePerceptron(b=0.5, seed=seed))
    for x in rng.normal(size=(300, 4)):
        move = game.predict(x)
        game.label(move.number, -move.act)
    assert game.ledger.certificates[0].verdict == "holds"


def test_on_average_over_the_coin_what_is_paid_is_the_number_of_mistakes():
    """The mistakes it asked about, each counted by one over its chance, are an unbiased estimate of all of them."""
    batch = as_batch(*map(np.array, zip(*planted(200), strict=True)))
    differences = []
    for seed in range(200):
        ledger = Game(SelectivePerceptron(b=0.3, seed=seed)).play_batch(batch)
        differences.append(ledger.certificates[0].paid - ledger.mistakes)
    error = np.std(differences) / len(differences) ** 0.5
    assert abs(np.mean(differences)) < 4 * error
    assert np.std(differences) > 1.0


@pytest.mark.parametrize("delay", [0, 3])
def test_asking_for_real_is_the_same_game_as_being_told_all(delay):
    rounds = planted(150)
    told, asked = SelectivePerceptron(b=0.3, seed=4), SelectivePerceptron(b=0.3, seed=4, labels="asked")
    every, costly = Game(told), Game(asked)
    waiting = []
    for x, y in rounds:
        move = costly.predict(x)
        if asked.asks(move.guess, move.number):
            waiting.append((move.number, y))
        else:
            costly.forget(move.number)
        if len(waiting) > delay:
            costly.label(*waiting.pop(0))
        if delay == 0:
            same = every.predict(x)
            assert same.guess == move.guess
            every.label(same.number, y)
    for number, y in waiting:
        costly.label(number, y)
    assert costly.ledger.forgotten == len(rounds) - asked.queries > 20
    assert costly.ledger.certificates[0].verdict == ("holds" if delay == 0 else "open")
    if delay:
        assert "late" in costly.ledger.certificates[0].open
    else:
        assert asked.queries == told.queries
        assert np.array_equal(asked.weights, told.weights)
        assert costly.ledger.certificates[0].paid == every.ledger.certificates[0].paid


def test_asking_changes_nothing_and_says_the_same_every_time():
    learner = play(SelectivePerceptron(b=0.2), planted(50))[0].learner
    before = {name: np.asarray(value).tobytes() for name, value in learner.state().items()}
    answers = [[learner.asks(guess, number) for number in range(1, 200)] for guess in (0.0, 0.5, 0.5, -4.0)]
    assert answers[1] == answers[2]
    assert all(answers[0])  # who is wholly unsure always asks
    assert 0 < sum(answers[3]) < sum(answers[1]) < 199
    assert before == {name: np.asarray(value).tobytes() for name, value in learner.state().items()}


def test_a_saved_game_goes_on_with_the_same_coins(tmp_path):
    rounds = planted(200)
    whole = play(SelectivePerceptron(b=0.3), rounds)[0]
    half = play(SelectivePerceptron(b=0.3), rounds[:90])[0]
    save(half, tmp_path / "half.npz")
    again = load(tmp_path / "half.npz")
    for x, y in rounds[90:]:
        again.label(again.predict(x).number, y)
    assert again.ledger.certificates == whole.ledger.certificates
    assert np.array_equal(again.learner.weights, whole.learner.weights)


def test_some_of_the_labels_do_for_almost_the_mistakes_of_all():
    batch = as_batch(*map(np.array, zip(*planted(4000), strict=True)))
    selective = Game(SelectivePerceptron(b=1.0), bounds=[]).play_batch(batch)
    perceptron = Game(Perceptron(), bounds=[]).play_batch(batch)
    assert selective.learner.queries < 0.6 * 4000
    assert selective.mistakes < 1.15 * perceptron.mistakes


class Eavesdropper(SelectivePerceptron):
    """Learns from labels it did not ask for."""

    def asks(self, guess, number):
        return super().asks(guess, number) and number % 2 == 0

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        if self.act(guess) != y and not self.asks(guess, self.rounds):
            self.add(x, y)


class Doubtful(SelectivePerceptron):
    """Takes steps half as long."""

    def add(self, x, amount):
        super().add(x, amount / 2)


class Right(SelectivePerceptron):
    """Learns when it was right, too."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        if self.act(guess) == y:
            self.add(x, y)


@pytest.mark.parametrize("rule", [Eavesdropper, Doubtful, Right])
def test_a_wrong_rule_is_found_out(rule):
    assert play(rule(), planted(60))[0].ledger.certificates[0].verdict == "violated"


@pytest.mark.filterwarnings("ignore:.*encountered:RuntimeWarning")  # the interpreted core computes with numpy's numbers
@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e-30, 1e30, 1e160, 1e300])
def test_numbers_without_squares_violate_nothing(scale):
    rng = np.random.default_rng(5)
    x = rng.normal(size=(25, 3)) * np.where(rng.random((25, 1)) < 0.5, scale, 1.0)
    for rows in (x, scale * rng.normal(size=(25, 3))):
        ledger = Game(SelectivePerceptron()).play_batch(as_batch(rows, rng.choice([-1.0, 1.0], 25)))
        assert ledger.certificates[0].verdict in ("holds", "open")


def test_settings_and_states_that_do_not_fit_are_refused():
    for wrong in ({"b": 0}, {"labels": "some"}, {"seed": -1}):
        with pytest.raises(BadParameter):
            SelectivePerceptron(**wrong)
    with pytest.raises(StateError, match="counts"):
        SelectivePerceptron().restore(Perceptron().state())
