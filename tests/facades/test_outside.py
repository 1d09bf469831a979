"""Models from outside play the game: small stand-ins with the methods of River's and scikit-learn's, and real ones."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from river import linear_model, naive_bayes, preprocessing
from sklearn.linear_model import Perceptron, SGDClassifier, SGDRegressor

from littlestone import Batch, Committee, Game, Halving, load, save
from littlestone.concepts.concept_class import ConceptClass
from littlestone.errors import BadParameter, StateError
from littlestone.facades.outside import Outside
from littlestone.facades.river import OnlineClassifier
from littlestone.facades.sklearn import AROWClassifier
from littlestone.features import as_batch
from littlestone.natures import PlantedDisjunction
from littlestone.natures.adversaries import DisjunctionAdversary, MinimaxAdversary
from littlestone.rows.class_ledger import ClassLedger
from littlestone.rows.number_ledger import NumberLedger


class RiverLike:
    """A perceptron with River's methods: dicts and truth values, None before the first example."""

    def __init__(self):
        self.weights = {}
        self.asked = []

    def predict_one(self, x):
        self.asked.append(x)
        if not self.weights:
            return None
        return sum(self.weights.get(name, 0.0) * value for name, value in x.items()) > 0

    def learn_one(self, x, y):
        assert isinstance(y, bool)
        if self.predict_one(x) != y:
            for name, value in x.items():
                self.weights[name] = self.weights.get(name, 0.0) + (value if y else -value)


class SklearnLike:
    """A perceptron with scikit-learn's methods, which cannot predict before it was fitted."""

    def __init__(self):
        self.coef_ = None

    def predict(self, X):
        assert X.ndim == 2
        if self.coef_ is None:
            raise RuntimeError("not fitted yet")
        return np.where(X @ self.coef_ > 0, 1, -1)

    def partial_fit(self, X, y, classes=None):
        assert list(classes) == [-1, 1]
        if self.coef_ is None:
            self.coef_ = np.zeros(X.shape[1])
        if self.predict(X)[0] != y[0]:
            self.coef_ += y[0] * X[0]
        return self


def pair():
    model = SklearnLike()
    return (
        lambda x: model.predict(x.reshape(1, -1))[0],
        lambda x, y: model.partial_fit(x.reshape(1, -1), np.array([y]), classes=[-1, 1]),
    )


@pytest.mark.parametrize("make", [RiverLike, SklearnLike, pair])
def test_any_model_learns_in_a_game_and_is_forced_by_an_adversary(make):
    ledger = Game(Outside(make())).play(PlantedDisjunction(5, 2, rounds=400, seed=1))
    assert ledger.rounds == ledger.updates == 400
    assert 0 < ledger.mistakes < 100
    assert Game(Outside(make())).play(DisjunctionAdversary(5)).mistakes == 5
    intervals = ConceptClass([[a <= x <= b for x in range(6)] for a in range(6) for b in range(a, 6)])
    assert Game(Outside(make())).play(MinimaxAdversary(intervals)).mistakes >= 4


def test_the_same_model_plays_the_same_game_however_it_is_spoken_to():
    paid = {Game(Outside(make())).play(PlantedDisjunction(5, 2, rounds=200)).mistakes for make in (SklearnLike, pair)}
    assert len(paid) == 1


def test_a_river_model_gets_the_features_that_are_on():
    model = RiverLike()
    game = Game(Outside(model))
    game.label(game.predict([0.0, 2.0, 0.0]).number, +1)
    game.predict([1.0, 0.0, 3.0])
    assert model.asked[-1] == {0: 1.0, 2: 3.0}


def test_before_the_first_label_and_for_none_it_says_what_it_was_told_to_say():
    for first in (-1, 1):
        game = Game(Outside(SklearnLike(), first=first))
        assert game.predict([1.0]).act == first
    silent = Outside((lambda x: None, lambda x, y: None), first=1)
    game = Game(silent)
    game.label(game.predict([1.0]).number, -1)
    assert game.predict([1.0]).act == 1


def test_a_dense_row_is_as_wide_as_was_said():
    widths = []
    game = Game(Outside((lambda x: 1, lambda x, y: widths.append(len(x))), width=4))
    game.label(game.predict([1.0, 0.0]).number, 1)
    game = Game(Outside((lambda x: 1, lambda x, y: widths.append(len(x)))))
    game.label(game.predict([1.0, 0.0]).number, 1)
    assert widths == [4, 2]


def test_it_has_no_theorem_and_says_how_it_is_saved(tmp_path):
    game = Game(Outside(SklearnLike()))
    assert game.ledger.certificates == []
    with pytest.raises(StateError, match="saved_by=pickle"):
        save(game, tmp_path / "game.npz")
    with pytest.raises(BadParameter, match="saved_by has dumps and loads"):
        Outside(SklearnLike(), saved_by="pickle")


# its chance


def played(player, X, y, **settings):
    game = Game(player, **settings)
    for x, label in zip(X.tolist(), y, strict=True):
        game.label(game.predict(x).number, label)
    return game


@pytest.mark.parametrize(
    "make", [linear_model.LogisticRegression, naive_bayes.GaussianNB, lambda: SGDClassifier(loss="log_loss")]
)
def test_a_model_keeps_its_chance(make):
    X, y = scikit_learn_rounds(classes=False)
    game = played(Outside(make()), X, np.where(y > 0, "yes", "no").tolist(), labels=("no", "yes"))
    model, x = game.learner.model, X[0]
    if hasattr(model, "predict_proba"):
        own = model.predict_proba(x.reshape(1, -1))[0][1]
    else:
        own = model.predict_proba_one(dict(enumerate(x.tolist())))[True]
    move = game.predict(x)
    assert move.chance == pytest.approx(own, abs=1e-12)
    assert move.act == ("yes" if own > 0.5 else "no")
    assert game.ledger.mistakes < 60  # of 300


def test_chances_of_many_classes_are_the_model_s():
    X, y = scikit_learn_rounds(classes=True)
    names = np.array(["red", "green", "blue"])[y].tolist()
    game = played(Outside(naive_bayes.GaussianNB(), truths="classes"), X, names)
    told = list(dict.fromkeys(names))  # classes have numbers in the order in which they come
    own = game.learner.model.predict_proba_one(dict(enumerate(X[0].tolist())))
    assert game.predict(X[0]).chance == pytest.approx({told[number]: chance for number, chance in own.items()})


def test_whoever_says_no_chance_has_none():
    for model in (Perceptron(), SGDClassifier(), RiverLike(), OnlineClassifier("arow")):
        player = Outside(model)
        assert not player.has_chances
        assert player.chance_of(1.0) is None


# in a committee


def test_it_joins_a_committee_which_is_hardly_worse_than_its_best_member():
    X, y = scikit_learn_rounds(classes=False)
    model = linear_model.LogisticRegression()
    members = [Outside(model), Outside(SGDClassifier(loss="log_loss", random_state=0)), "arow"]
    game = played(Committee(members), X, np.where(y > 0, 1, -1).tolist())
    certificate = game.ledger.certificates[0]
    assert certificate.verdict == "holds"
    assert certificate.allowed == pytest.approx(np.log(3))
    assert certificate.paid <= certificate.allowed + 1e-9  # the verdict says as much: sums of losses are rounded
    losses = [member["loss"] for member in game.learner.accounts()["members"]]
    alone = played(Outside(linear_model.LogisticRegression()), X, np.where(y > 0, 1, -1).tolist(), loss="log")
    assert losses[0] == pytest.approx(alone.ledger.loss, rel=1e-9)  # what it says there is what it says alone
    assert not model.weights  # the committee plays a copy


def test_functions_are_no_members():
    with pytest.raises(BadParameter, match=r"Outside\(functions\) is asked once"):
        Committee([Outside(pair()), "arow"])


def test_models_are_asked_again_when_labels_come_late():
    X, y = scikit_learn_rounds(classes=False)
    game = Game(Committee([Outside(linear_model.LogisticRegression()), "arow"]))
    moves = [game.predict(x) for x in X[:100].tolist()]
    for move, label in zip(moves, np.where(y > 0, 1, -1)[:100].tolist(), strict=True):
        game.label(move.number, label)
    assert game.ledger.in_order.mistakes < game.ledger.mistakes
    assert game.ledger.certificates[0].verdict == "holds"


# saved


def two_classes():
    return Outside(SGDClassifier(loss="log_loss", random_state=0), saved_by=pickle)


def three_classes():
    return Outside(naive_bayes.GaussianNB(), truths="classes", saved_by=pickle)


def mixed():
    return Committee([Outside(linear_model.LogisticRegression(), saved_by=pickle), "arow"])


@pytest.mark.parametrize("make", [two_classes, three_classes, mixed])
def test_it_is_saved_by_what_is_named_and_goes_on_the_same(make, tmp_path):
    X, y = scikit_learn_rounds(classes=make is three_classes)
    y = (y if make is three_classes else np.where(y > 0, 1, -1)).tolist()
    game = played(make(), X[:200], y[:200])
    save(game, tmp_path / "game.npz")
    other = load(tmp_path / "game.npz", learner=make())
    for x, label in zip(X[200:].tolist(), y[200:], strict=True):
        one, two = game.predict(x), other.predict(x)
        assert (one.guess, one.chance) == (two.guess, two.chance)
        game.label(one.number, label)
        other.label(two.number, label)
    assert game.ledger.mistakes == other.ledger.mistakes
    with pytest.raises(StateError, match=r"load\(path, learner="):
        load(tmp_path / "game.npz")


def test_nothing_is_unpickled_unasked(tmp_path):
    X, y = scikit_learn_rounds(classes=False)
    save(played(two_classes(), X, np.where(y > 0, 1, -1).tolist()), tmp_path / "game.npz")
    with pytest.raises(StateError, match="saved_by=pickle"):
        load(tmp_path / "game.npz", learner=Outside(SGDClassifier(loss="log_loss", random_state=0)))
    with pytest.raises(StateError, match="it was played by"):
        load(tmp_path / "game.npz", learner=Outside(Perceptron(), saved_by=pickle))


def test_what_cannot_play_is_turned_away():
    with pytest.raises(BadParameter, match="a player has predict_one and learn_one"):
        Outside(3)
    with pytest.raises(BadParameter, match="first is"):
        Outside(SklearnLike(), first=0)
    assert Game(Halving("table:01,10")).predict([1, 0]).act == -1


def scikit_learn_rounds(classes, seed=0):
    X = np.random.default_rng(seed).normal(size=(300, 3))
    y = X @ [[1.0, -1.0, 0.0], [0.0, 1.0, -1.0], [-1.0, 0.0, 1.0]]
    return X, y.argmax(axis=1) if classes else y[:, 0]


def river_models():
    return (
        (linear_model.LinearRegression(), None),
        (preprocessing.StandardScaler() | linear_model.LinearRegression(), None),
        (naive_bayes.GaussianNB(), "classes"),
    )


def sklearn_models():
    return (
        (SGDRegressor(random_state=0), None),
        (SGDClassifier(random_state=0), 3),
        (Perceptron(random_state=0), 3),
    )


def players():
    for model, truths in river_models():
        yield Outside(model, truths=truths)
    for model, classes in sklearn_models():
        yield Outside(model, classes=classes)


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("how", ["array", "dict", "batch"])
def test_regressors_and_classifiers_of_many_classes_play_too(number, how):
    player = list(players())[number]
    numbers = player.truths == "numbers"
    X, y = scikit_learn_rounds(classes=not numbers)
    game = Game(player)
    if how == "batch":
        batch = as_batch(X)
        game.play_batch(Batch(batch.starts, batch.columns, batch.values, batch.width, y))
    else:
        for row, truth in zip(X, y.tolist(), strict=True):
            move = game.predict(row if how == "array" else dict(zip("abc", row.tolist(), strict=True)))
            game.label(move.number, truth)
    ledger = game.ledger
    assert ledger.rounds == ledger.labelled == 300
    if numbers:
        assert isinstance(ledger, NumberLedger)
        assert ledger.loss < 0.5 * ledger.best_constant_loss
    else:
        assert isinstance(ledger, ClassLedger)
        assert len(ledger.classes) == 3
        assert ledger.mistakes < 0.7 * ledger.best_constant


def test_our_own_facades_may_sit_at_the_table_as_guests():
    for guest in (AROWClassifier(), OnlineClassifier("arow")):
        ledger = Game(Outside(guest)).play(DisjunctionAdversary(4))
        assert ledger.mistakes == 4


def test_before_the_first_number_or_class_it_says_what_it_was_told_to_say():
    assert Game(Outside(SGDRegressor(), first=2.5)).predict([1.0]).act == 2.5
    assert Game(Outside(SGDRegressor())).predict([1.0]).act == 0.0
    assert Game(Outside(naive_bayes.GaussianNB(), truths="classes")).predict([1.0]).act is None


def test_what_does_not_go_together_is_said_at_once():
    with pytest.raises(BadParameter, match="truths is one of"):
        Outside(SklearnLike(), truths="words")
    with pytest.raises(BadParameter, match="give classes="):
        Outside(SGDClassifier(), truths="classes")
    game = Game(Outside(Perceptron(), classes=2))
    for label in ("a", "b"):
        game.label(game.predict([1.0]).number, label)
    move = game.predict([1.0])
    with pytest.raises(BadParameter, match="this is class number 3, and the model was told of 2"):
        game.label(move.number, "c")
    assert game.ledger.labelled == 2
