"""The linear learners of many classes against their rules in plain numpy, their theorems, and wrong rules found out."""

from __future__ import annotations

import bz2
import lzma

import numpy as np
import pytest
from class_games import class_rounds, dense, numbered, planted
from hypothesis import given, settings
from hypothesis import strategies as st
from linear_games import play
from shared_data import shared

from littlestone import (
    Batch,
    Game,
    MulticlassAROW,
    MulticlassPA,
    MulticlassPA1,
    MulticlassPA2,
    MulticlassPerceptron,
    OneVsRest,
    Perceptron,
    load,
    save,
)
from littlestone.bounds import MulticlassMarginBound
from littlestone.errors import BadLabel, BadParameter, StateError, UnknownName

quick = settings(deadline=None, max_examples=30)
AGGRESSIVE = [MulticlassPA, MulticlassPA1, MulticlassPA2]
KINDS = [MulticlassPerceptron, *AGGRESSIVE, MulticlassAROW]
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
certified = pytest.mark.parametrize("kind", KINDS[:-1], ids=lambda kind: kind.name)
shapes = st.builds(dict, bias=st.sampled_from([None, 0.5]), normalise=st.booleans())


def reference(kind, rounds, C, bias, normalise):
    """The rules as the papers write them, over dense matrices; the guesses, -1 for none, and the weights."""
    W = np.zeros((0, len(rounds[0][0]) + 1))
    S = np.ones_like(W)
    guesses = []
    for x, y in numbered(rounds):
        z = dense(x, bias, normalise)
        guess = int((W @ z).argmax()) if len(W) else -1
        guesses.append(guess)
        if y == len(W):
            W, S = np.vstack((W, 0 * z)), np.vstack((S, 0 * z + 1))
        scores = W @ z
        others = np.where(np.arange(len(W)) == y, -np.inf, scores)
        rival = int(others.argmax())
        loss, square = max(0.0, 1 - scores[y] + others[rival]), 2 * z @ z
        if kind is MulticlassPerceptron:
            if guess not in (y, -1):
                W[y] += z
                W[guess] -= z
        elif kind is MulticlassAROW:
            spread = (S[y] + S[rival]) @ z**2
            if len(W) > 1 and loss and spread:
                beta = 1 / (spread + C)
                W[y] += loss * beta * S[y] * z
                W[rival] -= loss * beta * S[rival] * z
                for c in (y, rival):
                    S[c] -= beta * (S[c] * z) ** 2
        elif len(W) > 1 and square:
            step = [loss / square, min(C, loss / square), loss / (square + 1 / (2 * C))][AGGRESSIVE.index(kind)]
            W[y] += step * z
            W[rival] -= step * z
    return guesses, W


def made(kind, C, **given):
    names = kind().parameters()
    return kind(**{name: C for name in ("C", "r") if name in names}, **given)


def drawn_rounds(seed, noise=0.2):
    """Rounds without ties, so that two ways of adding up cannot tell classes apart differently."""
    return planted(rows=80, seed=seed, noise=noise)[0]


@kinds
@quick
@given(st.integers(0, 10_000), st.sampled_from([0.05, 1.0, 30.0]), shapes)
def test_it_plays_the_rule_of_the_paper(kind, seed, C, shape):
    rounds = drawn_rounds(seed)
    game = Game(made(kind, C, **shape))
    guesses = []
    for x, y in rounds:
        move = game.predict(x)
        guesses.append(move.guess)
        game.label(move.number, y)
    expected, W = reference(kind, rounds, C, **shape)
    assert guesses == expected
    assert np.allclose(game.learner.weights, W[:, 1:], rtol=1e-8, atol=1e-10)
    if shape["bias"]:
        assert np.allclose(game.learner.bias_weights, W[:, 0], rtol=1e-8, atol=1e-10)


@certified
@quick
@given(class_rounds(), st.sampled_from([0.05, 1.0, 30.0]), shapes)
def test_its_theorems_hold_on_any_data(kind, rounds, C, shape):
    game = play(made(kind, C, **shape), rounds)
    for certificate in game.ledger.certificates:
        assert certificate.verdict != "violated", certificate
        if certificate.allowed is not None:
            assert game.ledger.mistakes - 1 <= certificate.paid * (1 + 1e-9) + 1e-9
            assert certificate.paid <= certificate.allowed * (1 + 1e-8) + 1e-9
    assert game.ledger.certificates[-1].verdict == "holds"  # only a margin is a premise about the data


@quick
@given(st.integers(0, 10_000))
def test_mistakes_on_planted_classes_stay_within_twice_the_squared_radius_over_the_squared_margin(seed):
    rounds, U = planted(seed=seed)
    game = play(MulticlassPerceptron(), rounds)
    scores = np.array([x @ U.T for x, _ in rounds])
    truths = np.array([y for _, y in rounds])
    own = scores[np.arange(len(rounds)), truths].copy()
    scores[np.arange(len(rounds)), truths] = -np.inf
    margin = (own - scores.max(axis=1)).min() / np.linalg.norm(U)
    radius = max(np.linalg.norm(x) for x, _ in rounds)
    certificate = game.ledger.certificates[0]
    assert certificate.verdict == "holds"
    assert certificate.allowed <= 2 * (radius / margin) ** 2 * (1 + 1e-9)
    assert game.ledger.mistakes == certificate.paid + 1
    assert play(MulticlassPerceptron(), rounds, bounds=[MulticlassMarginBound(margin)]).ledger.certificates[0].allowed


@certified
def test_an_adversary_that_always_contradicts_is_allowed_for(kind):
    game = Game(kind())
    chance = np.random.default_rng(0)
    for _ in range(60):
        move = game.predict(chance.integers(-1, 2, 3))
        game.label(move.number, int(((move.act or 0) + chance.integers(1, 4)) % 4))
    assert game.ledger.mistakes == 60
    certificate = game.ledger.certificates[-1]
    assert certificate.verdict == "holds"
    assert certificate.allowed >= 59


def test_a_promised_margin_that_is_too_large_is_refuted():
    rounds, _ = planted(seed=3)
    game = play(MulticlassPerceptron(), rounds, bounds=[MulticlassMarginBound(5.0)])
    assert "promised margin" in game.ledger.certificates[0].broken


def test_of_two_classes_the_perceptron_makes_the_updates_of_the_perceptron_of_two():
    rounds = [(x, 2 * y - 1) for x, y in planted(classes=2, seed=5, noise=0.1)[0]]
    rounds = [(rounds[0][0], -1), *rounds]  # -1 is the class that comes first
    many, two = play(MulticlassPerceptron(), rounds, labels=[-1, 1]), play(Perceptron(zero="-1"), rounds)
    assert many.ledger.mistakes == two.ledger.mistakes + 1  # no class was known
    assert np.allclose(many.learner.weights[1], two.learner.weights)
    assert np.allclose(many.learner.weights[0], -two.learner.weights)


class PushesNobodyAway(MulticlassPerceptron):
    """Moves the true class only."""

    def learn(self, x, y, guess):
        if guess != y:
            self.add(x, self.meet(x, y), 1.0)
            self.updates += 1


class PushesTheWrongOne(MulticlassPerceptron):
    """Takes class 0 for the rival."""

    def learn(self, x, y, guess):
        super().learn(x, y, 0.0 if guess > 0 and y > 0 else guess)


class ForgetsTheTwo(MulticlassPA):
    """Takes |x|^2 where twice that is meant."""

    def step(self, shortfall, square):
        return 2 * shortfall / square


class Uncapped(MulticlassPA1):
    """Forgets C."""

    def step(self, shortfall, square):
        return shortfall / square


class TwiceTheReserve(MulticlassPA2):
    """1/C instead of 1/(2C)."""

    def step(self, shortfall, square):
        return shortfall / (square + 1 / self.C)


class OnMistakesOnly(MulticlassPA):
    """Learns from mistakes alone."""

    def learn(self, x, y, guess):
        if guess != y:
            super().learn(x, y, guess)


class HighestWinsTies(MulticlassPA):
    """Says the class after the best."""

    def predict(self, x):
        return (super().predict(x) + 1) % max(1, self.classes) if self.classes else -1.0


@pytest.mark.parametrize(
    "wrong",
    [PushesNobodyAway, PushesTheWrongOne, ForgetsTheTwo, Uncapped, TwiceTheReserve, OnMistakesOnly, HighestWinsTies],
)
def test_a_wrong_rule_is_found_out(wrong):
    learner = wrong(C=0.1) if "C" in wrong().parameters() else wrong()
    rounds, _ = planted(seed=2, noise=0.1)
    verdicts = {certificate.verdict for certificate in play(learner, rounds).ledger.certificates}
    assert "violated" in verdicts


@kinds
def test_many_classes_and_columns_that_come_one_by_one_get_the_room_they_need(kind):
    game = Game(kind())
    for k in range(70):
        game.label(game.predict({f"feature {k}": 1.0, f"feature {k - 1}": 0.5}).number, k)
    assert game.learner.weights.shape[0] == 70
    assert game.ledger.mistakes == 70
    whole = Game(kind(), features=[f"feature {k}" for k in (0, -1, *range(1, 70))])
    for k in range(70):
        whole.label(whole.predict({f"feature {k}": 1.0, f"feature {k - 1}": 0.5}).number, k)
    assert np.array_equal(whole.learner.weights[:, :71], game.learner.weights[:, :71])


@kinds
@pytest.mark.parametrize("size", [1e-162, 1e-90, 1e90, 1e120, 1e200])
def test_no_scale_of_the_features_ends_in_an_exception(kind, size):
    game = play(kind(), [([size, 0.0], 0), ([0.0, size], 1), ([size, size], 2), ([1.0, 0.0], 1)])
    assert all(certificate.verdict != "violated" for certificate in game.ledger.certificates)


@kinds
def test_what_is_no_class_or_state_is_refused_and_changes_nothing(kind):
    learner = kind()
    row = Batch([0, 1], [0], [1.0], 1).check().row(0)
    for wrong in (-1.0, 0.5):
        with pytest.raises(BadLabel):
            learner.learn(row, wrong, -2.0)
    assert (learner.classes, learner.updates) == (0, 0)
    with pytest.raises(StateError):
        learner.restore({"updates": 1, "classes": 2, "w": np.zeros((3, 1))})


def test_one_against_the_rest_is_one_learner_for_every_class():
    rounds, _ = planted(seed=7, noise=0.1)
    rounds = numbered(rounds)
    game = play(OneVsRest("perceptron", bias=1.0), rounds)
    for c, learner in enumerate(game.learner.learners):
        first = [y for _, y in rounds].index(c)
        alone = play(Perceptron(bias=1.0), [(x, 1 if y == c else -1) for x, y in rounds[first:]])
        assert np.array_equal(alone.learner.weights, learner.weights)
    assert game.ledger.mistakes <= len(game.learner.learners) + sum(each.updates for each in game.learner.learners)


def test_one_against_the_rest_takes_any_learner_of_two_classes(tmp_path):
    rounds = [({"a": 1}, "x"), ({"b": 1}, "y"), ({"c": 1}, "z")] * 6
    game = play(OneVsRest("winnow", n=3), rounds)
    assert game.learner.boolean
    assert game.ledger.mistakes < 12
    save(game, tmp_path / "game")
    assert load(tmp_path / "game").learner.parameters() == game.learner.parameters()
    with pytest.raises(UnknownName):
        OneVsRest("pa1", c=1.0)
    for base in ("rand-soa", "multiclass-pa"):
        with pytest.raises((BadParameter, UnknownName)):
            OneVsRest(base)


def svmlight(lines):
    rows = [line.split() for line in lines]
    entries = [entry.split(b":") for row in rows for entry in row[1:]]
    columns = np.array([int(column) - 1 for column, _ in entries])
    starts = np.concatenate(([0], np.cumsum([len(row) - 1 for row in rows])))
    values = [float(value) for _, value in entries]
    return Batch(starts, columns, values, columns.max() + 1, [float(row[0]) for row in rows])


def test_the_letters_are_told_apart_better_by_the_more_careful():
    with lzma.open(shared("letter_libsvm/letter.scale.xz")) as file:
        batch = svmlight(file)
    learners = (MulticlassPerceptron(bias=1), MulticlassPA1(bias=1, C=0.1), MulticlassAROW(bias=1))
    mistakes = [Game(learner, bounds=[]).play_batch(batch).mistakes for learner in learners]
    assert sorted(mistakes, reverse=True) == mistakes
    assert mistakes[-1] < 0.36 * batch.rows


def test_news_are_sorted_into_their_groups():
    with bz2.open(shared("news20_multiclass/news20.bz2")) as file:
        batch = svmlight(next(file) for _ in range(4000))
    game = Game(MulticlassPA1(normalise=True))
    ledger = game.play_batch(batch)
    assert ledger.mistakes < 0.45 * batch.rows
    assert len(ledger.classes) == 20
    (certificate,) = ledger.certificates
    assert certificate.verdict == "holds"


@kinds
def test_an_example_that_is_written_over_another_is_scored_anew(kind):
    values = np.array([1.0, 0.0])
    batch = Batch([0, 2], [0, 1], values, 2).check()
    learner = kind()
    row = batch.row(0)
    for y in (0.0, 1.0):
        values[:] = [1.0 - y, y]
        learner.learn(row, y, learner.predict(row))
    guesses = []
    for y in (0.0, 1.0):
        values[:] = [1.0 - y, y]
        guesses.append(learner.predict(row))
    assert guesses == [0.0, 1.0]
