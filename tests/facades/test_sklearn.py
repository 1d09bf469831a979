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
from sklearn.datasets import load_diabetes, make_blobs, make_classification, make_regression
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.estimator_checks import check_estimator

from littlestone import AROW, Committee, Game, LinearDescent, OneVsRest, Perceptron, Standardised
from littlestone.errors import BadLabel, BadParameter, NotBoolean, UnknownName
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
from littlestone.row import Batch

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
EXTREME = {"check_class_weight_classifiers": "weights of 1000 and 0.0001 are too far apart for its steps"}
CANNOT = {
    "RandomisedOptimalClassifier": TABLE_OF_EIGHT,
    "AgnosticClassifier": TABLE_OF_EIGHT,
    "BanditOptimalClassifier": TABLE_OF_EIGHT,
    "AveragedPerceptronClassifier": EXTREME,
    "LinearCoinBettingClassifier": EXTREME,
    "LinearNewtonStepClassifier": EXTREME,
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
    with pytest.raises(TypeError, match=r"AROWClassifier\(\) got an unexpected keyword argument 'rr': did you mean r"):
        AROWClassifier(rr=2.0)
    with pytest.raises(TypeError, match="AROWClassifier takes 0 arguments without a name, not 1: name them"):
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
    model = getattr(facade, name)(max_iter=1, random_state=0)
    scores = cross_val_score(model, X, words, cv=3, scoring="neg_log_loss", error_score="raise")
    assert (scores < 0).all()
    assert scores.mean() > -np.log(classes)  # better than to know nothing
    chances = model.fit(X, words).predict_proba(X)
    assert chances.shape == (60, classes)
    np.testing.assert_allclose(chances.sum(axis=1), 1)
    assert (model.classes_[chances.argmax(axis=1)] == model.predict(X)).all()
    np.testing.assert_array_equal(model.predict_log_proba(X), np.log(chances))


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("name", ["CommitteeClassifier", "ForestClassifier", "ScaleFreeClassifier"])
def test_the_heaviest_round_is_found_in_y(name, classes):
    X, y = make_blobs(60, 3, centers=classes, random_state=0)
    few = np.flatnonzero((y > 0) | (np.arange(60) % 4 == 0))
    X, y = X[few], np.array(["ant", "bee", "cow"])[y[few]]
    weights = np.linspace(0.0, 3.0, len(y))
    model = getattr(facade, name)(class_weight="balanced", random_state=0, max_iter=2).fit(X, y, sample_weight=weights)
    by_class = dict(zip(*np.unique(y[1:], return_counts=True), strict=True))  # the first row weighs nothing
    due = [w * (len(y) - 1) / (classes * by_class[label]) for label, w in zip(y, weights, strict=True)]
    learner = model.game_.learner
    assert getattr(learner, "first", learner).heaviest == pytest.approx(max(due))
    assert model.ledger_.weights.heaviest == pytest.approx(max(due))
    assert all(one.verdict != "violated" for one in model.certificates_)
    again = getattr(facade, name)().partial_fit(X, y, np.unique(y), sample_weight=weights)
    assert getattr(again.game_.learner, "first", again.game_.learner).heaviest == 3.0


def test_balanced_is_by_all_of_y_in_fit_as_in_scikit_learn():
    X, y = separable()
    y[:20] = "no"
    model = AROWClassifier(class_weight="balanced", max_iter=1, shuffle=False).fit(X, y)
    expected = compute_class_weight("balanced", classes=np.array(["no", "yes"]), y=y)
    assert model.class_weight_ == pytest.approx(dict(zip(["no", "yes"], expected, strict=True)))
    by_hand = AROWClassifier(class_weight=model.class_weight_, max_iter=1, shuffle=False).fit(X, y)
    assert by_hand.coef_.tolist() == model.coef_.tolist()


def test_the_usual_committee_of_many_classes_is_the_one_for_them():
    X, y = make_blobs(60, 3, centers=3, random_state=0)
    for more in ({}, {"heaviest": 2.0}):
        model = facade.CommitteeClassifier(**more).fit(X, y)
        assert model.game_.learner.titles == Committee("classes", **more).titles
    own = OnlineClassifier(Committee("perceptron, standardised/scale-free")).fit(X, y)
    plain, rescaled = own.game_.learner.members
    assert (plain.name, plain.first.name) == ("one-vs-rest", "perceptron")
    assert (rescaled.name, rescaled.inside.name, rescaled.inside.first.name) == (
        "standardised",
        "one-vs-rest",
        "scale-free",
    )
    assert own.predict_proba(X).shape == (60, 3)


def test_committees_and_trees_are_told_once_what_they_remember():
    X, y = make_blobs(60, 3, centers=2, random_state=0, cluster_std=6.0)
    for name in ("Committee", "Forest", "PruningTree"):
        for task, truths in (("Classifier", y), ("Regressor", X[:, 0])):
            assert getattr(facade, name + task)().fit(X, truths).n_iter_ == 1
    assert OnlineClassifier(Standardised(Committee("perceptron, pa1"))).fit(X, y).n_iter_ == 1
    assert AROWClassifier(tol=None).fit(X, y).n_iter_ > 1
    assert facade.CommitteeClassifier(max_iter=3, tol=None).fit(X, y).n_iter_ == 3


FOLLOWS_EVERY_LABEL = {"PARegressor", "PA2Regressor"}  # however noisy it is: R2 is about 0


@pytest.mark.parametrize("name", [n for n in NAMES if n.endswith("Regressor") and n not in FOLLOWS_EVERY_LABEL])
def test_regressors_are_better_than_the_mean(name):
    X, y = load_diabetes(return_X_y=True)  # labels from 25 to 346
    model = make_pipeline(StandardScaler(), made(name, random_state=0))
    assert cross_val_score(model, X, y, cv=3).mean() > 0.2


def test_labels_are_standardised_for_those_that_follow_the_square_loss_unless_told_not_to():
    X, y = make_regression(100, 3, noise=0.1, random_state=0)
    y = 500.0 + y
    model = LinearDescentRegressor(random_state=0).fit(X, y)
    np.testing.assert_allclose(X @ model.coef_.T + model.intercept_, model.predict(X)[:, None], rtol=1e-9)
    assert (model.label_mean_, model.label_deviation_) == (y.mean(), y.std())
    assert model.score(X, y) > 0.99
    plain = LinearDescentRegressor(standardise=False).partial_fit(X, y)
    game = Game(LinearDescent(loss="square", bias=1.0, eta=0.01), labels="numbers")
    game.play_batch(Batch(*(getattr(as_batch(X), part) for part in ("starts", "columns", "values", "width")), y))
    assert plain.ledger_.as_dict() == game.ledger.as_dict()
    assert OnlineRegressor("pa1-regression").fit(X, y).label_mean_ == 0.0
    assert OnlineRegressor().partial_fit(X[:1], y[:1]).label_deviation_ == 1.0


def test_settings_of_a_learner_inside_are_set_from_outside():
    X, y = separable()
    model = OnlineClassifier(Standardised("adagrad", eta=0.1))
    assert model.get_params()["learner__eta"] == 0.1
    assert "learner__eta" not in model.get_params(deep=False)
    model.set_params(learner__eta=0.3, max_iter=7)
    assert model.learner.inside.parameters()["eta"] == 0.3
    assert clone(model).get_params()["learner__eta"] == 0.3
    search = GridSearchCV(model, {"learner__eta": [0.01, 0.5], "learner__bias": [None, 1.0]}, cv=2).fit(X, y)
    assert search.best_estimator_.learner.inside.parameters()["eta"] == search.best_params_["learner__eta"]
    deep = OnlineClassifier(Standardised(OneVsRest("arow"))).set_params(learner__r=3.0)
    assert deep.learner.inside.first.parameters()["r"] == 3.0
    named = OnlineClassifier("arow").set_params(learner__r=2.0)
    assert named.learner.parameters() == AROW(r=2.0, bias=1.0).parameters()
    wrapper = facade.StandardisedClassifier(learner="arow").set_params(learner__r=2.0).fit(X, y)
    assert wrapper.game_.learner.inside.parameters()["r"] == 2.0
    piped = make_pipeline(wrapper).set_params(standardisedclassifier__learner__r=4.0)
    assert piped[-1].get_params()["learner__r"] == 4.0
    with pytest.raises(UnknownName, match="did you mean 'eta'"):
        model.set_params(learner__etta=1.0)


def test_classes_may_come_later_where_the_learner_is_of_many():
    X, y = make_blobs(90, 3, centers=4, random_state=0)
    names = np.array(["dog", "bee", "cow", "ant"])[y]
    model = OnlineClassifier(OneVsRest("scale-free", bias=1.0))
    first = np.isin(names, ["dog", "bee", "cow"])
    model.partial_fit(X[first], names[first], classes=["bee", "cow", "dog"])
    for _ in range(5):
        model.partial_fit(X, names, classes=["ant", "bee", "cow", "dog"])
    assert model.classes_.tolist() == ["ant", "bee", "cow", "dog"]
    assert model.score(X, names) > 0.9
    chances = model.predict_proba(X)
    assert (model.classes_[chances.argmax(axis=1)] == model.predict(X)).all()
    assert (model.classes_[model.decision_function(X).argmax(axis=1)] == model.predict(X)).all()
    two = AROWClassifier().partial_fit(X[:9], names[:9] == "ant", classes=[False, True])
    with pytest.raises(BadParameter, match="takes no third"):
        two.partial_fit(X[:9], [0, 1, 2] * 3, classes=[0, 1, 2])
    with pytest.raises(BadParameter, match="name all"):
        model.partial_fit(X, names, classes=["ant", "bee"])


def test_weights_have_the_names_of_a_frame():
    X, y = separable()
    model = AROWClassifier().fit(pd.DataFrame(X, columns=["a", "b", "c", "d"]), y)
    assert set(model.game_.weights()) == {"a", "b", "c", "d"}


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
    with pytest.raises(BadParameter, match="since the first call"):
        model.partial_fit(X, y, classes=["no", "yes", "maybe"])
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
    model = made(name, random_state=0, standardise=False).set_params(max_iter=1 if name in DEAR else 100)
    model.fit(X, y / np.abs(y).max())
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


def test_texts_in_a_frame_are_answered_with_what_takes_them():
    frame = pd.DataFrame({"colour": ["red", "blue"] * 5, "size": range(10)})
    for method in ("fit", "partial_fit"):
        with pytest.raises(ValueError, match=r"X has texts, and estimators take numbers; encode them"):
            getattr(facade.CommitteeClassifier(), method)(
                frame, [0, 1] * 5, **({} if method == "fit" else {"classes": [0, 1]})
            )
