"""Weights of the whole model on raw features: weight times value, summed, and the constant, is the guess."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression

from littlestone import AROW, Committee, Game, MaxScaled, OneVsRest, ScaleFree, Standardised, load
from littlestone.cli import run
from littlestone.facades.sklearn import AROWClassifier, LinearDescentRegressor
from littlestone.learners import LEARNERS, make_learner

NAMES = ("height", "weight", "kind=a", "word")
EXACT = [
    *("perceptron", "averaged-perceptron", "p-norm-perceptron", "selective-perceptron", "balanced-winnow", "romma"),
    *("pa", "pa1", "arow", "narow", "cw", "scw1", "ogd", "adagrad", "ftrl", "rda", "eg", "scale-free"),
    *("pa-regression", "pa1-regression"),
]


def examples(rounds=400, seed=0):
    """Records with two numbers far from zero, and a category; what is to be learned is linear."""
    random = np.random.default_rng(seed)
    for _ in range(rounds):
        height, weight, kind = random.normal(1700.0, 90.0), random.normal(70.0, 12.0), random.integers(2)
        y = (height - 1700.0) / 90.0 - 2.0 * (weight - 70.0) / 12.0 + 1.5 * kind
        yield {"height": height, "weight": weight, "kind": "ab"[kind]}, y


def taught(learner, **settings):
    game = Game(learner, **settings)
    for x, y in examples():
        game.label(game.predict(x).number, y if learner.truths == "numbers" else 1 if y > 0 else -1)
    return game


def values_of(game, x):
    """The values of an example by the name of its column."""
    return {name: float(value) for name, value in game.schema.features(x).items()}


def summed(game, x):
    weights = game.weights()
    return sum(weights.get(name, 0.0) * value for name, value in values_of(game, x).items()) + weights.constant


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("bias", [None, 2.0])
def test_weight_times_value_summed_is_the_guess(name, bias):
    if bias is not None and "bias" not in make_learner(name, {}).parameters():
        pytest.skip("it has no constant")
    game = taught(make_learner(name, {} if bias is None else {"bias": bias}))
    for x, _ in examples(20):
        assert summed(game, x) == pytest.approx(game.predict(x).guess, rel=1e-9, abs=1e-9)
    if name != "scale-free":
        assert game.weights().note == ""


def test_where_nothing_is_said_the_sum_is_the_guess():
    noted = set()
    for name, kind in LEARNERS.items():
        learner = kind()
        if learner.boolean or learner.truths == "classes" or not learner.weight_vectors():
            continue
        game = taught(learner)
        if game.weights().note:
            noted.add(name)
            continue
        for x, _ in examples(5):
            assert summed(game, x) == pytest.approx(game.predict(x).guess, rel=1e-9, abs=1e-9), name
    assert {"voted-perceptron", "second-order-perceptron", "vaw", "coin", "committee", "standardised"} <= noted
    assert not {"perceptron", "arow", "adagrad", "ftrl"} & noted


def said(game, x):
    """What each member of a committee guesses."""
    row = game.predict(x).x
    return np.array([member.predict(row) for member in game.learner.members])


@pytest.mark.parametrize("inside", ["perceptron", "arow", "ogd", "scale-free"])
def test_standardised_weights_are_on_the_numbers_as_they_come(inside):
    game = taught(Standardised(make_learner(inside, {"bias": 1.0} if inside != "perceptron" else {})))
    learner, weights = game.learner, game.weights()
    for x, _ in examples(20, seed=1):
        seen = {}  # as the columns stand, this example not among them
        for name, value in values_of(game, x).items():
            k = game.features.columns[name]
            seen[k] = (
                value if "=" in name else (value - learner.mean[k]) / np.sqrt(learner.spread[k] / learner.count[k])
            )
        (own,) = learner.inside.whole_weights()
        due = sum(own.weights[k] * value for k, value in seen.items()) + own.constant
        assert summed(game, x) == pytest.approx(due, rel=1e-9)
        guess = game.predict(x).guess  # counts the example itself in mean and deviation: about 1/400 of a step
        scale = sum(abs(own.weights[k] * value) for k, value in seen.items()) + abs(own.constant)
        assert abs(guess - due) <= 0.02 * scale
    assert "by the means and deviations so far" in weights.note
    assert abs(weights["height"]) < abs(own.weights[game.features.columns["height"]]) / 50


def test_a_guess_that_is_no_sum_keeps_its_constant():
    game = taught(make_learner("vaw", {"bias": 1.0}))
    for x, _ in examples(20):  # what is said is divided by how new the example is: hardly, after so many
        assert summed(game, x) == pytest.approx(game.predict(x).guess, rel=0.05, abs=0.05)
    assert game.weights().constant
    assert "not the sum" in game.weights().note


def test_a_column_of_one_value_is_seen_as_its_sign():
    game = Game(Standardised("perceptron"))
    for t in range(10):
        game.label(game.predict({"one": 5.0, "x": float(t)}).number, 1 if t > 4 else -1)
    (own,) = game.learner.inside.whole_weights()
    assert 5.0 * game.weights().get("one", 0.0) == pytest.approx(own.weights[0])


def test_max_scaled_weights_are_exact():
    game = taught(MaxScaled(AROW(bias=1.0)))
    for x, _ in examples(20):
        assert summed(game, x) == pytest.approx(game.predict(x).guess, rel=1e-9)


def test_a_committee_of_numbers_is_the_mean_of_its_members():
    game = taught(Committee("ogd:loss=square:eta=1e-8, adagrad:loss=square:eta=0.01, pa1-regression"))
    exact = 0
    for x, _ in examples(60):
        guesses = said(game, x)
        if game.learner.least < min(guesses) and max(guesses) < game.learner.most:
            assert summed(game, x) == pytest.approx(game.predict(x).guess, rel=1e-9, abs=1e-9)
            exact += 1
    assert exact >= 10
    assert game.weights().note == "guesses of members are cut to the range of the labels"


def test_a_committee_of_classes_gives_the_mean_log_odds_and_says_so():
    game = taught(Committee(["perceptron", "ogd:loss=log:bias=1", "arow"], share=0.01), loss="log")
    for x, _ in examples(20):
        mean = float(game.learner.weights @ said(game, x))
        assert summed(game, x) == pytest.approx(mean, rel=1e-9)
    assert "mean of the members' log-odds" in game.weights().note
    alone = taught(Committee(["arow:bias=1"]), loss="log")
    for x, _ in examples(20):
        assert summed(alone, x) == pytest.approx(alone.predict(x).guess, rel=1e-9, abs=1e-9)


def test_members_without_weights_are_told_of():
    game = taught(Committee(["arow", "kernel-perceptron"]), loss="log")
    assert "of the members with weights, which have" in game.weights().note
    assert taught(Committee(["arow", "scale-free"]), loss="log").weights().note != ""


def test_classes_have_a_constant_each():
    game = Game(OneVsRest(ScaleFree(bias=1.0)))
    for x, y in examples(100):
        game.label(game.predict(x).number, "up" if y > 0 else "down")
    weights = game.weights()
    x, _ = next(examples(1))
    (row_of,) = [game.predict(x).x]
    for number in range(2):
        constant = weights.constant[game.labels.outside(number)]
        due = sum(weights.get((game.labels.outside(number), name), 0.0) * v for name, v in values_of(game, x).items())
        assert due + constant == pytest.approx(game.learner.learners[number].predict(row_of), rel=1e-9)
    assert set(weights.constant) == {"up", "down"}


@pytest.mark.parametrize("members", ["linear", "signs"])
def test_inspect_shows_the_weights_of_the_whole_committee(tmp_path, capsys, members):
    path = tmp_path / "d.csv"
    rows = [f"{x['height']},{x['weight']},{x['kind']},{int(y > 0)}" for x, y in examples()]
    path.write_text("\n".join(["height,weight,kind,y", *rows]) + "\n")
    model = str(tmp_path / "m.npz")
    assert run(["play", str(path), "--label", "y", "--members", members, "-f", model, "--quiet"]) == 0
    capsys.readouterr()
    assert run(["inspect", model, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    game = load(model)
    assert found["constant"] == game.weights().constant != 0
    assert {each["column"]: each["weight"] for each in found["weights"]} == dict(game.weights())
    assert "mean of the members' log-odds" in found["note"]
    # Members of the default have products of features too: the note says that the weights are not all of it.
    assert ("products" in found["note"]) == (members == "signs")
    for x, _ in examples(20 if members == "linear" else 0, seed=2):
        mean = float(game.learner.weights @ said(game, x))
        assert summed(game, x) == pytest.approx(mean, rel=0.05, abs=0.05)  # each example counts in its own scale
    assert run(["inspect", model]) == 0
    assert "added to the sum of weight times value" in capsys.readouterr().out


def test_estimators_name_the_weights_by_the_columns_of_the_frame():
    frame = pd.DataFrame([(x["height"], x["weight"]) for x, _ in examples()], columns=["height", "weight"])
    y = np.array([y for _, y in examples()])
    model = AROWClassifier(random_state=0).fit(frame, y > 0)
    assert set(model.game_.weights()) == {"height", "weight"}
    more = AROWClassifier(random_state=0).partial_fit(frame, y > 0, classes=[False, True])
    assert set(more.game_.weights()) == {"height", "weight"}
    many = AROWClassifier(random_state=0).fit(frame, np.digitize(y, [-1.0, 1.0]))
    assert {name for _, name in many.game_.weights()} == {"height", "weight"}
    assert set(AROWClassifier(random_state=0).fit(frame.to_numpy(), y > 0).game_.weights()) == {0, 1}
    line = LinearDescentRegressor(random_state=0).fit((frame - frame.mean()) / frame.std(), y)
    assert set(line.game_.weights()) == {"height", "weight"}
    assert np.sign(list(LinearRegression().fit(frame, y).coef_)).tolist() == [1.0, -1.0]
    assert line.game_.weights()["height"] > 0 > line.game_.weights()["weight"]
