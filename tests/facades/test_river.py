"""The learners under River's contract: its own checks, its tools, and the receipts that it does not have."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from river import evaluate, feature_extraction, metrics, multiclass, preprocessing
from river.checks import check_estimator

from littlestone import AROW, Committee, Game, LinearDescent, Perceptron, Schema, Standardised
from littlestone.errors import BadFeature, BadLabel, BadWidth, NotBoolean
from littlestone.facades import river as facade
from littlestone.facades.river import (
    AROWClassifier,
    FTRLProximalClassifier,
    LinearAdaGradRegressor,
    OnlineClassifier,
    OnlineRegressor,
    PerceptronClassifier,
    WinnowClassifier,
)
from littlestone.learners import LEARNERS
from littlestone.multiclass.one_vs_rest import OneVsRest


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if k % 6 else []) for k, name in enumerate(facade.__all__)]
)
def test_every_model_passes_the_checks_of_river(name):
    kind = getattr(facade, name)
    for parameters in kind._unit_test_params():
        check_estimator(kind(**parameters))


def test_every_learner_of_the_table_is_here():
    assert {entry.learner for entry in facade.ENTRIES.values()} == set(LEARNERS.values())


def mails(rounds=100, seed=0):
    draw = random.Random(seed)
    words = ["free", "win", "meeting", "monday", "lunch", "prize"]
    for _ in range(rounds):
        x = {word: draw.randint(1, 3) for word in draw.sample(words, 3)}
        yield x, x.get("free", 0) + x.get("win", 0) > x.get("meeting", 0)


def test_learn_one_is_a_round_of_the_game_and_predict_one_leaves_no_trace():
    model = AROWClassifier()
    game = Game(AROW(bias=1.0), labels=(False, True))
    for x, y in mails():
        assert model.predict_one({**x, "never seen": 1.0}) in (False, True)
        model.learn_one(x, y)
        game.label(game.predict(x).number, y)
    assert model.ledger.as_dict() == game.ledger.as_dict()
    assert list(model._game.features.columns) == game.features.names
    assert [model.predict_one(x) for x, _ in mails()] == [game.predict(x).act for x, _ in mails()]


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 1000), st.sampled_from(["AROWClassifier", "WinnowClassifier", "LinearAdaGradRegressor"]))
def test_many_at_once_are_one_after_the_other(seed, name):
    rows = [(x, y if name.endswith("Classifier") else float(sum(x.values()))) for x, y in mails(30, seed)]
    one, many = getattr(facade, name)(), getattr(facade, name)()
    for part in (rows[:7], rows[7:8], rows[8:]):
        for x, y in part:
            one.learn_one({k: x[k] for k in sorted(x)}, y)
        many.learn_many(
            pd.DataFrame([x for x, _ in part])[sorted({k for x, _ in part for k in x})], pd.Series([y for _, y in part])
        )
    assert one.ledger.rounds == many.ledger.rounds == 30
    assert many.ledger.loss == pytest.approx(one.ledger.loss)
    X = pd.DataFrame([x for x, _ in rows], index=range(100, 130))
    assert many.predict_many(X).tolist() == pytest.approx([one.predict_one(x) for x, _ in rows])
    assert many.predict_many(X).index.tolist() == list(X.index)


def test_before_the_first_example_there_is_an_answer():
    assert PerceptronClassifier().predict_one({"a": 1}) is True
    assert FTRLProximalClassifier().predict_proba_one({}) == {False: 0.5, True: 0.5}
    assert LinearAdaGradRegressor().predict_one({"a": 1}) == 0.0
    with pytest.raises(NotImplementedError, match="are not probabilities"):
        PerceptronClassifier().predict_proba_one({"a": 1})


def test_chances_agree_with_the_answer():
    model = FTRLProximalClassifier(alpha=1.0)
    for x, y in mails(200):
        model.learn_one(x, y)
    for x, _ in mails(50, seed=1):
        chances = model.predict_proba_one(x)
        assert sum(chances.values()) == 1.0
        assert model.predict_one(x) == (chances[True] > 0.5)


def test_a_committee_says_its_chance():
    model = OnlineClassifier("committee")
    before = {False: 0.5, True: 0.5}
    assert model.predict_proba_one({"free": 1}) == pytest.approx(before)
    for x, y in mails():
        said = model.predict_proba_one({**x, "never seen": 1.0})
        assert sum(said.values()) == pytest.approx(1.0)
        assert said[model.predict_one(x)] >= 0.5
        model.learn_one(x, y)
    loss = evaluate.progressive_val_score(mails(), OnlineClassifier("committee"), metrics.LogLoss())
    assert loss.get() < 0.69


@pytest.mark.parametrize("learner", [Committee("classes"), OneVsRest("scale-free")])
def test_classes_may_come_at_any_time_and_each_has_its_chance(learner):
    model = OnlineClassifier(learner)
    assert model.predict_one({"a": 1.0}) is None
    assert model.predict_proba_one({"a": 1.0}) == {}
    for t, (x, y) in enumerate(20 * [({"a": 1.0}, "ant"), ({"b": 1.0}, "bee")]):
        model.learn_one(x, y)
        assert set(model.predict_proba_one(x)) == ({"ant", "bee"} if t else {"ant"})
    for _ in range(20):
        model.learn_one({"c": 1.0}, "cow")
    said = model.predict_proba_one({"c": 1.0})
    assert max(said, key=said.get) == model.predict_one({"c": 1.0}) == "cow"
    assert sum(said.values()) == pytest.approx(1.0)
    frame = pd.DataFrame({"a": [1.0, 0.0], "c": [0.0, 1.0]})
    many = model.predict_proba_many(frame)
    assert list(many.columns) == ["ant", "bee", "cow"]
    assert many.to_numpy()[1].tolist() == list(model.predict_proba_one({"a": 0.0, "c": 1.0}).values())


def test_it_works_in_the_tools_of_river():
    draw = random.Random(0)
    points = [{"a": draw.gauss(5, 2), "b": draw.gauss(5, 2)} for _ in range(400)]
    for scaled in (
        preprocessing.StandardScaler() | AROWClassifier(),
        preprocessing.StandardScaler() | FTRLProximalClassifier(alpha=1.0),
    ):
        accuracy = evaluate.progressive_val_score([(x, x["a"] > x["b"]) for x in points], scaled, metrics.Accuracy())
        assert accuracy.get() > 0.85
    words = feature_extraction.BagOfWords(ngram_range=(1, 2)) | PerceptronClassifier()
    for text, y in 3 * [("win a free prize", True), ("meeting on monday", False)]:
        words.learn_one(text, y)
    assert words.predict_one("a free prize") is True
    error = evaluate.progressive_val_score(
        [({"x": t % 5}, 2.0 * (t % 5)) for t in range(500)],
        preprocessing.StandardScaler() | LinearAdaGradRegressor(eta=1.0),
        metrics.MAE(),
    )
    assert error.get() < 0.5


def test_many_classes_by_river_s_wrapper_or_by_a_learner_of_many():
    draw = random.Random(0)
    rows = [({kind: 1, "x": draw.random()}, kind) for kind in draw.choices(["ant", "bee", "cow"], k=200)]
    wrapped = multiclass.OneVsRestClassifier(FTRLProximalClassifier(alpha=1.0))
    own = OnlineClassifier(OneVsRest(AROW(), classes=3))
    assert own.predict_one({"ant": 1}) is None
    for model in (wrapped, own):
        for x, y in rows:
            model.learn_one(x, y)
        assert [model.predict_one({kind: 1}) for kind in ("ant", "bee", "cow")] == ["ant", "bee", "cow"]
    assert own.ledger.classes.keys() == {"ant", "bee", "cow"}
    again = OnlineClassifier(OneVsRest(AROW(), classes=3))
    again.learn_many(pd.DataFrame([x for x, _ in rows]), pd.Series([y for _, y in rows]))
    assert again.ledger.as_dict() == own.ledger.as_dict()
    assert pickle.loads(pickle.dumps(own)).predict_one({"bee": 1}) == "bee"


def test_a_copy_goes_on_as_the_model_would():
    model = PerceptronClassifier()
    for x, y in mails(50):
        model.learn_one(x, y)
    for twin in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        assert twin.ledger.as_dict() == model.ledger.as_dict()
        before = model.ledger.rounds
        for x, y in mails(20, seed=9):
            twin.learn_one(x, y)
        assert twin.ledger.rounds == before + 20
        assert model.ledger.rounds == before
        assert twin.certificates[0].verdict != "violated"


def test_any_name_will_do_and_a_bad_value_or_label_changes_nothing():
    model = PerceptronClassifier()
    model.learn_one({1: 1.0, ("a", "b"): 2.0, "c": 3}, np.bool_(True))
    known = pickle.dumps(model)
    for x, y, kind in (
        ({"new": float("inf")}, True, BadFeature),
        ({"new": object()}, True, BadFeature),
        ({"new": 1}, "spam", BadLabel),
    ):
        with pytest.raises(kind):
            model.learn_one(x, y)
    with pytest.raises(BadLabel):
        model.learn_many(pd.DataFrame({"new": [1.0]}), pd.Series(["spam"]))
    assert pickle.dumps(model) == known


def test_a_frame_without_columns_is_rounds_without_features():
    model = PerceptronClassifier()
    model.learn_many(pd.DataFrame(index=[0, 1]), pd.Series([True, False]))
    model.learn_one({"a": 1}, True)
    assert model.ledger.rounds == 3


def test_boolean_models_have_room_for_names_that_come_later():
    model = WinnowClassifier(n=4)
    for name in "abcd":
        model.learn_one({name: 0.7}, name == "c")
    with pytest.raises(BadWidth, match="4 variables"):
        model.learn_one({"e": 1}, True)
    strict = WinnowClassifier(binarize=None)
    with pytest.raises(NotBoolean, match=r"'a' is 0\.5"):
        strict.learn_one({"a": 0.5}, True)
    with pytest.raises(NotBoolean):
        strict.predict_one({"a": 0.5})
    assert strict.ledger.rounds == 0


def test_a_learner_that_is_given_is_left_alone():
    learner = Perceptron(normalise=True)
    model = OnlineClassifier(learner)
    for x, y in mails():
        model.learn_one(x, y)
    assert learner.updates == 0
    assert model.ledger.updates > 0
    fresh = model.clone()
    assert fresh.ledger.rounds == 0
    assert fresh.learner.parameters() == learner.parameters()
    counts = OnlineRegressor(LinearDescent(loss="poisson"))
    counts.learn_one({"a": 1}, 3)
    assert counts.predict_one({}) == 1.0


def test_names_of_a_frame_that_was_played_in_part_keep_their_columns():
    class Interrupted(Perceptron):
        def learn(self, x, y, guess):
            if self.updates == 2:
                raise KeyboardInterrupt
            super().learn(x, y, guess)

    model = OnlineClassifier(Interrupted())
    frame = pd.DataFrame({"old": [1.0, 0.0, 0.0], "new": [0.0, 1.0, 1.0]})
    with pytest.raises(KeyboardInterrupt):
        model.learn_many(frame, pd.Series([False, False, True]))
    assert model.predict_one({"old": 1.0}) is False
    assert model.predict_one({"new": 1.0}) is False
    assert model._game.learner.predict(model._game.features.row({"other": 1.0})) == 0.0


@pytest.mark.parametrize("name", ["AROWClassifier", "PerceptronClassifier", "FTRLProximalClassifier"])
def test_the_order_of_features_changes_guesses_by_no_more_than_rounding(name):
    rng = np.random.default_rng(0)
    one, other = getattr(facade, name)(), getattr(facade, name)()
    names = [f"feature {k}" for k in range(9)]
    for values in rng.normal(size=(200, 9)):
        x = dict(zip(names, values.tolist(), strict=True))
        shuffled = {key: x[key] for key in rng.permutation(names)}
        assert one._stance(x) == pytest.approx(other._stance(shuffled), rel=1e-9, abs=1e-12)
        one.learn_one(x, bool(values[0] + values[1] > 0.1))
        other.learn_one(shuffled, bool(values[0] + values[1] > 0.1))


def test_all_names_are_listed():
    assert set(facade.__all__) <= set(dir(facade))


RECORDS = [
    ({"note": "win a prize", "size": 900 + 40 * t % 300, "day": f"2024-01-{t % 28 + 1:02}", "gate": t % 3}, t % 2 == 0)
    for t in range(60)
]


@pytest.mark.parametrize(
    "learner", [AROW(), Standardised(AROW()), OneVsRest("pa1")], ids=lambda one: type(one).__name__
)
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))])
def test_a_model_with_a_schema_is_pickled_with_it(learner, copied):
    model = OnlineClassifier(learner, schema=Schema(text="note", categorical="gate", drop="id"))
    for x, y in RECORDS:
        model.learn_one({"id": "z", **x}, y)
    again = copied(model)
    for x, y in RECORDS:
        new = {**x, "note": "a prize again"}
        assert again._stance(new) == model._stance(new)
        assert again.predict_one(new) == model.predict_one(new)
        model.learn_one(new, y)
        again.learn_one(new, y)
    assert again.ledger.mistakes == model.ledger.mistakes
    assert again._game.schema == model._game.schema
    assert again._game.features.marks == model._game.features.marks
    frame = pd.DataFrame([x for x, _ in RECORDS])
    assert again.predict_many(frame).tolist() == [model.predict_one(x) for x, _ in RECORDS]


def test_a_pickled_model_that_calls_its_schema_door_is_read():
    model = OnlineClassifier("perceptron", schema=Schema(text="note"))
    for x, y in RECORDS:
        model.learn_one(x, y)
    settings, *more = model.__getstate__()
    again = OnlineClassifier.__new__(OnlineClassifier)
    again.__setstate__(({"door" if name == "schema" else name: value for name, value in settings.items()}, *more))
    assert again.schema == again._game.schema == Schema(text="note")
    assert again._stance(RECORDS[0][0]) == model._stance(RECORDS[0][0])


def test_words_stay_words_without_a_schema_too():
    model = OnlineClassifier(Standardised(AROW()))
    for x, y in RECORDS:
        model.learn_one(x, y)
    again = pickle.loads(pickle.dumps(model))
    for x, y in RECORDS:
        assert again._stance(x) == model._stance(x)
        model.learn_one(x, y)
        again.learn_one(x, y)


def test_frames_are_read_by_the_schema(tmp_path):
    one, many = (OnlineRegressor("ogd", schema=Schema(categorical="gate", boolean=True)) for _ in range(2))
    frame = pd.DataFrame({"gate": [1, 2, 1], "size": [3.0, np.nan, 0.0]})
    many.learn_many(frame, [1.0, 2.0, 3.0])
    for x, y in (({"gate": 1, "size": 3.0}, 1.0), ({"gate": 2}, 2.0), ({"gate": 1, "size": 0.0}, 3.0)):
        one.learn_one(x, y)
    assert many._game.features.names == one._game.features.names == ["gate=1", "size", "gate=2"]
    assert many.predict_many(frame).tolist() == [
        one.predict_one({"gate": 1, "size": 3.0}),
        *(one.predict_one(x) for x in ({"gate": 2}, {"gate": 1})),
    ]
