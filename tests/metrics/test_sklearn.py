"""Metrics of recorded runs, against scikit-learn's."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import EWA, AggregatingAlgorithm, Game, LinearDescent, OneVsRest, Perceptron
from littlestone.features import as_batch

sk = pytest.importorskip("sklearn.metrics")
SAME = {"rel": 0.0, "abs": 1e-12}
CLASS_METRICS = (
    "accuracy,balanced_accuracy,precision,recall,f1,precision_by_class,recall_by_class,f1_by_class,confusion"
)


def drawn(rounds=2000, width=6, seed=0, noise=1.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rounds, width))
    return X, X @ rng.normal(size=width) + noise * rng.normal(size=rounds) + 0.7


def played(game, X, y):
    """The rounds as they were when they were opened; labels come three rounds late."""
    moves = []
    for t, x in enumerate(X):
        moves.append(game.predict(x))
        if t >= 3:
            game.label(moves[t - 3].number, y[t - 3])
    for t in range(max(0, len(X) - 3), len(X)):
        game.label(moves[t].number, y[t])
    return moves


@pytest.mark.parametrize(
    "learner", [LinearDescent(loss="log"), Perceptron(zero="mistake"), LinearDescent(loss="hinge")]
)
def test_two_classes(learner):
    X, score = drawn()
    y = np.where(score > 0, "spam", "ham")
    game = Game(learner, labels=("ham", "spam"), metrics=f"{CLASS_METRICS},auc")
    moves = played(game, X, y.tolist())
    acts, guesses = [str(move.act) for move in moves], [move.guess for move in moves]
    metrics, labels = game.ledger.metrics, ["ham", "spam"]
    one = {"pos_label": "spam", "labels": labels, "average": "binary", "zero_division": 0.0}
    if "0" in acts:  # neither class: scikit-learn then asks for an average over the one that is wanted
        one = {"labels": ["spam"], "average": "macro", "zero_division": 0.0}
    assert metrics["accuracy"] == pytest.approx(sk.accuracy_score(y, acts), **SAME)
    assert metrics["precision"] == pytest.approx(sk.precision_score(y, acts, **one), **SAME)
    assert metrics["recall"] == pytest.approx(sk.recall_score(y, acts, **one), **SAME)
    assert metrics["f1"] == pytest.approx(sk.f1_score(y, acts, **one), **SAME)
    assert metrics["auc"] == pytest.approx(sk.roc_auc_score(y == "spam", guesses), **SAME)
    recalls = sk.recall_score(y, acts, labels=labels, average=None)
    assert metrics["balanced_accuracy"] == pytest.approx(recalls.mean(), **SAME)
    for name, score_of in (("precision", sk.precision_score), ("recall", sk.recall_score), ("f1", sk.f1_score)):
        each = score_of(y, acts, labels=labels, average=None)
        assert metrics[f"{name}_by_class"] == pytest.approx(dict(zip(labels, each, strict=True)), **SAME)
    matrix = sk.confusion_matrix(y, acts, labels=labels)
    for i, truth in enumerate(labels):
        for j, act in enumerate(labels):
            assert metrics["confusion"].get((truth, act), 0) == matrix[i, j]


def test_chances_of_two_classes():
    X, score = drawn()
    y = np.where(score > 0, 1, -1)
    game = Game(LinearDescent(loss="log", eta=2.0), metrics=("log_loss", "brier"))
    chances = [move.chance for move in played(game, X, y.tolist())]
    assert game.ledger.metrics["log_loss"] == pytest.approx(sk.log_loss(y, chances), **SAME)
    assert game.ledger.metrics["brier"] == pytest.approx(sk.brier_score_loss(y, chances), **SAME)


def test_many_classes_and_their_chances():
    X, score = drawn()
    names = np.array(["low", "middle", "top", "rare"])
    y = names[np.digitize(score, [-1, 1, 6])]
    order = ["low", "middle", "top", "rare"]
    game = Game(OneVsRest("ogd", classes=4, loss="log"), labels=order, metrics=f"{CLASS_METRICS},log_loss,brier")
    moves = played(game, X, y.tolist())
    acts = [move.act for move in moves]
    metrics = game.ledger.metrics
    assert metrics["accuracy"] == pytest.approx(sk.accuracy_score(y, acts), **SAME)
    assert metrics["balanced_accuracy"] == pytest.approx(sk.balanced_accuracy_score(y, acts), **SAME)
    for name, score_of in (("precision", sk.precision_score), ("recall", sk.recall_score), ("f1", sk.f1_score)):
        assert metrics[name] == pytest.approx(score_of(y, acts, average="macro", zero_division=0.0), **SAME)
        each = score_of(y, acts, labels=order, average=None, zero_division=0.0)
        assert metrics[f"{name}_by_class"] == pytest.approx(dict(zip(order, each, strict=True)), **SAME)
    matrix = sk.confusion_matrix(y, acts, labels=order)
    assert metrics["confusion"] == {
        (a, b): matrix[i, j] for i, a in enumerate(order) for j, b in enumerate(order) if matrix[i, j]
    }
    given = np.array([[move.chance[name] for name in sorted(order)] for move in moves])
    assert given.sum(axis=1) == pytest.approx(1.0, **SAME)
    assert all(max(move.chance, key=move.chance.get) == move.act for move in moves)
    assert metrics["log_loss"] == pytest.approx(sk.log_loss(y, given, labels=sorted(order)), **SAME)
    squares = ((given - (y[:, None] == np.array(sorted(order)))) ** 2).sum(axis=1)
    assert metrics["brier"] == pytest.approx(squares.mean(), **SAME)


@pytest.mark.parametrize("loss", ["square", "poisson"])
def test_numbers(loss):
    X, score = drawn()
    y = np.exp(0.3 * score).round() if loss == "poisson" else score
    game = Game(LinearDescent(loss=loss, eta=0.01), metrics=("mae", "rmse", "r2"))
    said = [move.act for move in played(game, X, y.tolist())]
    metrics = game.ledger.metrics
    assert metrics["mae"] == pytest.approx(sk.mean_absolute_error(y, said), **SAME)
    assert metrics["rmse"] == pytest.approx(sk.root_mean_squared_error(y, said), **SAME)
    assert metrics["r2"] == pytest.approx(sk.r2_score(y, said), **SAME)


@pytest.mark.parametrize("loss", ["log", "brier"])
def test_a_mixture_of_chances_is_a_chance(loss):
    rng = np.random.default_rng(3)
    y = (rng.random(500) < 0.3).astype(float)
    advice = np.clip(np.column_stack((0.6 * y + 0.2, rng.random(500), np.full(500, 0.3))), 0.01, 0.99)
    game = Game(AggregatingAlgorithm() if loss == "log" else EWA(), loss=loss, metrics="log_loss,brier,rmse")
    moves = played(game, advice, y.tolist())
    assert all(move.chance == move.guess for move in moves)
    chances = [move.chance for move in moves]
    assert game.ledger.metrics["log_loss"] == pytest.approx(sk.log_loss(y, chances), **SAME)
    assert game.ledger.metrics["brier"] == pytest.approx(sk.brier_score_loss(y, chances), **SAME)
    assert game.ledger.metrics["rmse"] == pytest.approx(sk.root_mean_squared_error(y, chances), **SAME)


def test_batches_and_events_give_the_same_bits():
    X, score = drawn()
    y = np.where(score > 0, 1, -1)
    names = f"{CLASS_METRICS},auc,log_loss,brier,auc@100,log_loss@77"
    one, other = (Game(LinearDescent(loss="log"), metrics=names) for _ in range(2))
    one.play_batch(as_batch(X, y))
    for x, label in zip(X, y, strict=True):
        other.label(other.predict(x).number, label)
    assert dict(one.ledger.metrics) == dict(other.ledger.metrics)
