"""The learners under scikit-learn's contract: its own checks, its tools, and the receipts that it does not have."""

from __future__ import annotations

import json
import pickle
from inspect import signature

import joblib
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import make_blobs, make_classification, make_regression
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from littlestone import AROW, Committee, Game, LinearDescent, Perceptron
from littlestone.errors import BadLabel, BadParameter, NotBoolean
from littlestone.facades import sklearn as facade
from littlestone.facades.sklearn import (
    AROWClassifier,
    FTRLProximalClassifier,
    LinearDescentRegressor,
    OnlineClassifier,
    OnlineRegressor,
    PassiveAggressiveClassifier,
    PerceptronClassifier,
    RandomisedOptimalClassifier,
    WinnowClassifier,
)
from littlestone.features import as_batch
from littlestone.learners import LEARNERS

NAMES = facade.__all__
DEAR = {  # a prediction costs as much as all that was learned, or a search: one pass shows as much as a hundred
    "VotedPerceptronClassifier",
    "SecondOrderPerceptronClassifier",
    "HalvingClassifier",
    "StandardOptimalClassifier",
    "RandomisedOptimalClassifier",
    "MulticlassOptimalClassifier",
    "BanditOptimalClassifier",
    "AgnosticClassifier",
    "LinearVAWRegressor",
}
TABLE_OF_EIGHT = {
    "check_dtype_object": "without a class of its own it has all disjunctions of up to 8 variables; here are 10 columns"
}
ONE_BY_ONE = {  # rows are learned one by one, in an order by chance: a weight is no repetition
    f"check_sample_weight_equivalence_on_{kind}_data": "a row of weight 2 is learned once, with twice the weight"
    for kind in ("dense", "sparse")
}
OVER_ONE = "weights above 1 have to be promised: heaviest=..."
PROMISED = dict.fromkeys(("check_sample_weights_list", "check_sample_weights_not_overwritten"), OVER_ONE)
EXTREME = {"check_class_weight_classifiers": "weights of 1000 and 0.0001 are too far apart for its steps"}
HEAVY = {"check_class_weight_classifiers": OVER_ONE}
CANNOT = {
    "RandomisedOptimalClassifier": TABLE_OF_EIGHT,
    "AgnosticClassifier": TABLE_OF_EIGHT,
    "BanditOptimalClassifier": TABLE_OF_EIGHT,
    "AveragedPerceptronClassifier": EXTREME,
    "LinearCoinBettingClassifier": EXTREME,
    "LinearNewtonStepClassifier": EXTREME,
    "ScaleFreeClassifier": PROMISED | EXTREME,
    "CommitteeClassifier": PROMISED | EXTREME,
    "ScaleFreeRegressor": PROMISED,
    "PruningTreeClassifier": PROMISED | HEAVY,
    "ForestClassifier": PROMISED | HEAVY,
    "PruningTreeRegressor": PROMISED,
    "ForestRegressor": PROMISED,
}
LINEAR = {
    f"{name}Classifier"
    for name in (
        "Perceptron",
        "AveragedPerceptron",
        "PNormPerceptron",
        "ROMMA",
        "PA",
        "AROW",
        "CW",
        "SCW1",
    )
} | {f"{name}{task}" for name in ("LinearDescent", "FTRLProximal") for task in ("Classifier", "Regressor")}


def made(name, **more):
    return getattr(facade, name)(**({"max_iter": 1} if name in DEAR else {}), **more)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if k % 6 else []) for k, name in enumerate(NAMES)]
)
def test_every_estimator_passes_the_checks_of_scikit_learn(name):
    cannot = CANNOT.get(name, {}) | ONE_BY_ONE
    checked = check_estimator(made(name), on_skip=None, on_fail=None, expected_failed_checks=cannot)
    assert len(checked) > 40
    assert [one["check_name"] for one in checked if one["status"] == "failed"] == []
    assert {one["check_name"] for one in checked if one["status"] == "xfail"} >= set(CANNOT.get(name, ()))


def test_every_learner_of_the_table_is_here_with_its_own_settings():
    for name, learner in LEARNERS.items():
        found = [entry for entry in facade.ENTRIES.values() if entry.learner is learner]
        assert found, f"{name} is no estimator"
    assert set(AROW().parameters()) < set(signature(AROWClassifier).parameters)
    assert AROWClassifier(r=2.0).get_params()["r"] == 2.0
    assert "Crammer, Kulesza and Dredze 2009" in AROWClassifier.__doc__
    assert LinearDescentRegressor().loss == "square"
    with pytest.raises(TypeError, match="unexpected keyword argument 'rr'"):
        AROWClassifier(rr=2.0)
    with pytest.raises(TypeError, match="too many positional"):
        AROWClassifier(2.0)
    with pytest.raises(ImportError, match="AROWClassifer"):
        exec("from littlestone.facades.sklearn import AROWClassifer")


def separable(seed=0, rows=60):
    random = np.random.default_rng(seed)
    X = random.normal(size=(rows, 4))
    return X, np.where(X @ [1, -1, 2, 0] > 0, "yes", "no")


def test_partial_fit_is_the_game():
    X, y = separable()
    model = AROWClassifier().partial_fit(X[:20], y[:20], classes=["no", "yes"]).partial_fit(X[20:], y[20:])
    game = Game(AROW(bias=1.0), labels=("no", "yes"))
    game.play_batch(as_batch(X, y, labels=("no", "yes")))
    assert model.ledger_.as_dict() == game.ledger.as_dict()
    np.testing.assert_allclose(model.coef_[0], game.learner.weights, rtol=1e-9)
    assert model.intercept_.tolist() == [game.learner.bias_weight]


def test_fitting_ends_with_a_pass_without_mistakes_and_a_certificate_for_all_passes():
    X, y = separable()
    model = PerceptronClassifier(random_state=0, tol=None, max_iter=1000).fit(X, y)
    assert model.n_iter_ < 1000
    assert model.score(X, y) == 1.0
    assert model.ledger_.rounds == model.n_iter_ * len(y)
    assert model.certificates_[0].verdict == "holds"
    assert PerceptronClassifier(max_iter=2, random_state=0).fit(X, y).n_iter_ == 2


def test_fitting_ends_when_nothing_gets_better():
    X = np.ones((20, 1))
    y = np.arange(20) % 2
    assert PerceptronClassifier(n_iter_no_change=3, shuffle=False).fit(X, y).n_iter_ == 4
    assert PerceptronClassifier(tol=None, shuffle=False).fit(X, y).n_iter_ == 100


@pytest.mark.parametrize("name", [name for name in NAMES if name not in DEAR])
def test_coefficients_are_those_of_the_guess_wherever_there_are_any(name):
    X, y = make_blobs(40, 3, centers=3, random_state=1)
    model = made(name, random_state=0).fit(X, y)
    if hasattr(model, "coef_"):
        says = model.predict if name.endswith("Regressor") else model.decision_function
        np.testing.assert_allclose(np.squeeze(X @ model.coef_.T + model.intercept_), says(X), rtol=1e-9, atol=1e-9)
    else:
        assert name not in LINEAR


def test_learners_that_guess_by_no_line_have_no_coefficients():
    X, y = separable()
    assert not hasattr(AROWClassifier(), "coef_")
    assert hasattr(AROWClassifier().fit(X, y), "coef_")
    curved = (made("VotedPerceptronClassifier"), made("SecondOrderPerceptronClassifier"))
    for model in (AROWClassifier(normalise=True), WinnowClassifier(), *curved):
        assert not hasattr(model.fit(X, y), "coef_")


@pytest.mark.parametrize(("loss", "rate"), [("hinge", "pa1"), ("squared_hinge", "pa2")])
@pytest.mark.parametrize("centers", [2, 3])
def test_without_an_intercept_the_weights_are_those_of_scikit_learn(loss, rate, centers):
    X, y = make_blobs(80, 5, centers=centers, random_state=3, cluster_std=4.0)
    ours = PassiveAggressiveClassifier(C=0.3, loss=loss, fit_intercept=False).partial_fit(X, y, np.unique(y))
    theirs = SGDClassifier(
        loss="hinge", penalty=None, learning_rate=rate, eta0=0.3, fit_intercept=False, shuffle=False
    ).partial_fit(X, y, np.unique(y))
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-9)
    assert ours.predict(X).tolist() == theirs.predict(X).tolist()


def test_what_has_no_meaning_here_is_refused_when_it_is_used():
    X, y = separable()
    for setting in ({"early_stopping": True}, {"warm_start": True}, {"average": True}):
        with pytest.raises(BadParameter, match=f"{next(iter(setting))} is a setting of scikit-learn that"):
            PassiveAggressiveClassifier(**setting).fit(X, y)
    with pytest.raises(BadParameter, match="loss is one of 'hinge', 'squared_hinge', not 'log'"):
        PassiveAggressiveClassifier(loss="log").fit(X, y)
    assert PassiveAggressiveClassifier(verbose=1, n_jobs=2).fit(X, y).score(X, y) > 0.9
    with pytest.raises(BadParameter, match="max_iter is a number of passes"):
        AROWClassifier(max_iter=0).fit(X, y)


def test_chances_are_there_where_guesses_mean_chances():
    X, y = separable()
    assert not hasattr(AROWClassifier(), "predict_proba")
    assert not hasattr(FTRLProximalClassifier(loss="hinge"), "predict_proba")
    assert not hasattr(FTRLProximalClassifier(alpha=-1), "predict_proba")
    model = FTRLProximalClassifier(random_state=0).fit(X, y)
    chances = model.predict_proba(X)
    np.testing.assert_allclose(chances[:, 1], 1 / (1 + np.exp(-model.decision_function(X))))
    coin = RandomisedOptimalClassifier(max_iter=2).fit(X, y)
    assert ((coin.predict_proba(X) >= 0) & (coin.predict_proba(X) <= 1)).all()
    with pytest.raises(NotFittedError):
        FTRLProximalClassifier().predict_proba(X)


SAYS_CHANCES = ["CommitteeClassifier", "ForestClassifier", "PruningTreeClassifier", "FTRLProximalClassifier"]


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("name", SAYS_CHANCES)
def test_whoever_says_chances_is_scored_by_the_log_loss(name, classes):
    X, y = make_blobs(60, 3, centers=classes, random_state=0, cluster_std=3.0)
    words = np.array(["ant", "bee", "cow"])[y]
    model = getattr(facade, name)(max_iter=1)
    scores = cross_val_score(model, X, words, cv=3, scoring="neg_log_loss", error_score="raise")
    assert (scores < 0).all()
    assert scores.mean() > -np.log(classes)  # better than to know nothing
    chances = model.fit(X, words).predict_proba(X)
    assert chances.shape == (60, classes)
    np.testing.assert_allclose(chances.sum(axis=1), 1)
    assert (model.classes_[chances.argmax(axis=1)] == model.predict(X)).all()
    np.testing.assert_array_equal(model.predict_log_proba(X), np.log(chances))


def test_the_chances_are_those_of_the_game():
    X, y = separable()
    model = OnlineClassifier(Committee("perceptron, ogd:loss=log")).partial_fit(X, y, classes=["no", "yes"])
    batch = as_batch(X)
    told = [model.game_.learner.chance_of(model.game_.learner.predict(batch.row(t))) for t in range(len(y))]
    assert model.predict_proba(X)[:, 1].tolist() == told


def test_many_classes_have_a_learner_each_and_one_account():
    X, y = make_blobs(90, 3, centers=3, random_state=0)
    names = np.array(["ant", "bee", "cow"])[y]
    model = FTRLProximalClassifier(random_state=0).fit(X, names)
    assert model.score(X, names) > 0.95
    assert model.decision_function(X).shape == model.predict_proba(X).shape == (90, 3)
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)
    assert model.ledger_.rounds == 90 * model.n_iter_
    assert sum(model.ledger_.classes.values()) == model.ledger_.rounds
    assert json.loads(json.dumps(model.ledger_.as_dict()))["mistakes"] == model.ledger_.mistakes
    again = pickle.loads(pickle.dumps(model))
    assert again.decision_function(X).tolist() == model.decision_function(X).tolist()


def test_partial_fit_wants_the_classes_first_and_knows_no_others_later():
    X, y = separable()
    with pytest.raises(BadParameter, match="classes must be passed on the first call"):
        AROWClassifier().partial_fit(X, y)
    with pytest.raises(BadLabel, match="not among the classes"):
        AROWClassifier().partial_fit(X, y, classes=["no", "maybe"])
    model = AROWClassifier().partial_fit(X, y, classes=["yes", "no"])
    with pytest.raises(BadParameter, match="since the first call"):
        model.partial_fit(X, y, classes=["no", "maybe"])
    with pytest.raises(BadLabel, match="two classes at least"):
        AROWClassifier().fit(X, ["yes"] * len(y))


def test_boolean_learners_take_a_threshold_or_nothing_but_0_and_1():
    X, y = separable()
    with pytest.raises(NotBoolean):
        WinnowClassifier(binarize=None).fit(X, y)
    on = (X > 0.5).astype(int)
    exact = WinnowClassifier(binarize=None, random_state=0).fit(on, y)
    cut = WinnowClassifier(binarize=0.5, random_state=0).fit(X, y)
    assert exact.predict(on).tolist() == cut.predict(X).tolist()
    assert exact.ledger_.as_dict() == cut.ledger_.as_dict()


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32 - 1), st.sampled_from(["perceptron", "arow", "pa1", "winnow", "decision-list", "halving"]))
def test_what_is_predicted_is_what_the_learner_would_act(seed, name):
    random = np.random.default_rng(seed)
    X = random.integers(0, 2, size=(30, 5))
    y = random.integers(0, 2, size=30) | (np.arange(30) == 0)
    y[1] = 0
    model = OnlineClassifier(LEARNERS[name]()).partial_fit(X, y, classes=[0, 1])
    learner, batch = model.game_.learner, as_batch(X)
    acts = [learner.act(learner.predict(batch.row(t))) for t in range(30)]
    assert model.predict(X).tolist() == [int(act > 0) for act in acts]
    assert ((model.decision_function(X) > 0) == model.predict(X)).all()


def test_dense_sparse_and_frames_are_one():
    X, y = separable()
    frame = pd.DataFrame(X, columns=list("abcd"))
    models = [AROWClassifier(random_state=0).fit(data, y) for data in (X, sparse.csr_matrix(X), frame)]
    assert (
        len({model.decision_function(data).tobytes() for model, data in zip(models, (X, X, frame), strict=True)}) == 1
    )
    assert models[2].feature_names_in_.tolist() == list("abcd")
    assert models[0].decision_function(sparse.csc_array(X)).tolist() == models[0].decision_function(X).tolist()


def test_it_works_in_the_tools_of_scikit_learn(tmp_path):
    X, y = make_classification(200, 6, random_state=0)
    model = make_pipeline(StandardScaler(), AROWClassifier(random_state=0))
    assert cross_val_score(model, X, y, cv=3).mean() > 0.8
    search = GridSearchCV(model, {"arowclassifier__r": [0.1, 10.0]}, cv=3).fit(X, y)
    assert search.best_params_["arowclassifier__r"] in (0.1, 10.0)
    chances = CalibratedClassifierCV(model, cv=3).fit(X, y).predict_proba(X)
    assert chances.shape == (200, 2)
    fitted = model.fit(X, y)
    joblib.dump(fitted, tmp_path / "model")
    loaded = joblib.load(tmp_path / "model")
    assert loaded.predict(X).tolist() == fitted.predict(X).tolist()
    assert loaded[-1].ledger_.as_dict() == fitted[-1].ledger_.as_dict()
    assert not hasattr(clone(fitted)[-1], "game_")


def test_words_in_a_pipeline():
    mails = ["free win now", "meeting on monday", "win free prize", "monday lunch meeting"]
    model = make_pipeline(TfidfVectorizer(), PassiveAggressiveClassifier(random_state=0))
    model.fit(mails, ["spam", "ham", "spam", "ham"])
    assert model.predict(["free prize", "lunch on monday"]).tolist() == ["spam", "ham"]


def test_any_learner_may_be_given_and_is_left_alone():
    X, y = separable()
    learner = Perceptron(normalise=True)
    model = OnlineClassifier(learner, random_state=0).fit(X, y)
    assert learner.updates == 0
    assert model.ledger_.updates > 0
    assert clone(model).learner.parameters() == learner.parameters()
    with pytest.raises(BadParameter, match="'perceptron' is no regressor"):
        OnlineRegressor("perceptron").fit(X, X[:, 0])
    numbers = OnlineRegressor(LinearDescent(loss="poisson", eta=0.01)).fit(X, np.abs(X[:, 0]).round())
    assert (numbers.predict(X) > 0).all()


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("Regressor")])
def test_every_regressor_finds_a_line(name):
    X, y = make_regression(200, 4, noise=0.1, random_state=0)
    model = made(name, random_state=0).fit(X, y / np.abs(y).max())
    assert model.score(X, y / np.abs(y).max()) > 0.9
    assert model.ledger_.rounds == 200 * model.n_iter_
    part = clone(model).partial_fit(X[:100], y[:100]).partial_fit(X[100:], y[100:])
    assert part.ledger_.rounds == 200


def test_all_names_are_listed():
    assert set(facade.__all__) <= set(dir(facade))


@pytest.mark.parametrize("learner", ["multiclass-pa1", "arow"])
@pytest.mark.parametrize("labels", [("late", "on time", "early"), (10, 20, 30), (3.0, 7.0, 5.0)])
def test_many_classes_are_those_that_were_written(learner, labels):
    X, y = make_blobs(n_samples=60, centers=3, random_state=1)
    written = np.array(labels)[y]
    model = OnlineClassifier(learner, random_state=0).fit(X, written)
    assert model.classes_.tolist() == sorted(labels)
    assert set(model.ledger_.classes) == set(labels)
    assert (model.predict(X) == written).mean() > 0.7
    again = pickle.loads(pickle.dumps(model))
    assert again.ledger_.classes == model.ledger_.classes
    again.partial_fit(X, written)
    assert set(again.ledger_.classes) == set(labels)
    plain = OnlineClassifier(learner, random_state=0).fit(X, np.searchsorted(model.classes_, written))
    assert plain.ledger_.mistakes == model.ledger_.mistakes
