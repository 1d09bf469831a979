"""Labels less their mean, divided by their deviation."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import Committee, Forest, Game, Perceptron, Standardised, StandardisedLabels, load, save
from littlestone.checks import check_learner
from littlestone.committees.members import read, written
from littlestone.errors import BadParameter, LittlestoneError

TEXT = "standardised-labels/standardised/adagrad:loss=square:bias=1.0"


def stream(rounds=200, seed=1):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rounds, 3))
    return x, x @ [2.0, -1.0, 0.5] + 3.0 + 0.1 * rng.normal(size=rounds)


def played(learner, X, y):
    game, guesses = Game(learner, loss="square"), []
    for x, label in zip(X, y, strict=True):
        move = game.predict(x)
        guesses.append(move.guess)
        game.label(move.number, float(label))
    return game, np.array(guesses)


def test_the_contract():
    check_learner(StandardisedLabels)


def test_the_rule_by_hand():
    X, y = stream(60)
    game, guesses = played(StandardisedLabels("ogd", loss="square", eta=0.05, bias=1.0), X, y)
    plain = Game(game.learner.inside.clone(), loss="square")
    for t, (x, label) in enumerate(zip(X, y, strict=True)):
        before = y[:t]
        s = before.std() if t > 1 else 1.0
        move = plain.predict(x)
        assert guesses[t] == pytest.approx((before.mean() if t else 0.0) + s * move.guess, rel=1e-9, abs=1e-9)
        now = y[: t + 1]
        plain.label(move.number, float((label - now.mean()) / (now.std() if t else 1.0)))
    assert (game.learner.mean, game.learner.deviation) == (pytest.approx(y.mean()), pytest.approx(y.std()))


@pytest.mark.parametrize("inside", ["vaw", TEXT.partition("/")[2]])
def test_neither_the_unit_nor_the_zero_of_labels_matters(inside):
    X, y = stream()
    _, guesses = played(StandardisedLabels(read(inside)), X, y)
    _, moved = played(StandardisedLabels(read(inside)), X, 1024.0 * y)
    np.testing.assert_allclose(moved, 1024.0 * guesses, rtol=1e-9, atol=1e-6)
    _, shifted = played(StandardisedLabels(read(inside)), X, y + 4096.0)
    np.testing.assert_allclose(shifted[1:] - 4096.0, guesses[1:], rtol=1e-6, atol=1e-6)


def test_weights_are_those_of_the_labels_as_they_come():
    X, y = stream()
    game, _ = played(StandardisedLabels(read("adagrad:loss=square:bias=1.0")), X, y)
    (whole,) = game.learner.whole_weights()
    for x in X[:5]:
        assert whole.constant + np.dot(whole.weights[:3], x) == pytest.approx(game.predict(x).guess)


def test_it_is_saved_and_goes_on_bit_for_bit(tmp_path):
    X, y = stream()
    game, guesses = played(read(TEXT), X, y)
    first, _ = played(read(TEXT), X[:90], y[:90])
    save(first, tmp_path / "g.npz")
    again = load(tmp_path / "g.npz")
    for t in range(90, 200):
        move = again.predict(X[t])
        assert move.guess == guesses[t]
        again.label(move.number, float(y[t]))
    assert again.learner.updates == game.learner.updates
    assert again.ledger.certificates == []  # no theorem is claimed


def test_a_member_learns_as_it_does_alone():
    X, y = stream()
    texts = ["standardised/ogd:loss=square:eta=0.01", TEXT]
    together = Committee(texts)
    game, _ = played(together, X, y)
    alone = [played(read(text), X, y)[0].learner for text in texts]
    row = game.predict(X[0]).x
    for member, one in zip(together.members, alone, strict=True):
        assert member.predict(row) == one.predict(row)
    assert written(read(TEXT)) == TEXT


def test_what_is_refused():
    for inside in (Perceptron(), StandardisedLabels("vaw"), Forest()):
        with pytest.raises(BadParameter):
            StandardisedLabels(inside)
    with pytest.raises(BadParameter):
        Standardised(StandardisedLabels("vaw"))


def test_a_label_that_the_learner_inside_refuses_is_not_in_the_mean():
    learner = StandardisedLabels(Committee("linear-numbers"))
    game = Game(learner)
    game.label(game.predict([1.0]).number, 5.0)
    move = game.predict([1.0])
    with pytest.raises(LittlestoneError):
        game.label(move.number, 7.0, weight=3.0)
    assert (learner.count, learner.mean) == (1, 5.0)
