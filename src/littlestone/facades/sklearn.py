"""The learners as scikit-learn estimators: `from littlestone.facades.sklearn import AROWClassifier`.

There is a class for every learner of the table, with the learner's settings as keywords and those of fitting after
them: `PerceptronClassifier`, `WinnowClassifier`, `LinearDescentRegressor` and so on; `__all__` has their names.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from ..errors import BadLabel, BadParameter, MissingExtra, SettingError
from ..game import Game
from ..learner import RowLearner
from ..learners.linear.cw import CW
from ..learners.linear.passive_aggressive import PassiveAggressive1, PassiveAggressive2
from .catalogue import CLASSIFIER, REGRESSOR, derived, entries, settings_of
from .many import many
from .stance import chance_of

try:
    from sklearn.base import ClassifierMixin, RegressorMixin
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.multiclass import check_classification_targets, unique_labels
    from sklearn.utils.validation import validate_data  # noqa: F401  # the newest thing needed, from 1.6
except ImportError as error:
    raise MissingExtra("these estimators need scikit-learn 1.6 or newer: pip install 'littlestone[sklearn]'") from error
from .estimator import OnlineEstimator, refuse


def has_scores(classifier: Any) -> bool:
    """Can it say how strongly it believes in a class?"""
    learner = classifier.sample()
    return learner is not None and (learner.truths == "signs" or hasattr(learner, "scores"))


def has_chances(classifier: Any) -> bool:
    """Do its guesses mean chances?"""
    learner = classifier.sample()
    return learner is not None and has_scores(classifier) and chance_of(getattr(learner, "one", learner)) is not None


class OnlineClassifier(ClassifierMixin, OnlineEstimator):  # type: ignore[misc]
    """Any learner of two classes as a scikit-learn classifier; of more classes, one learner for each of them.

    `fit` plays pass after pass, each in a new order; `partial_fit` plays the rows once, in their order. `ledger_`
    is the account of all that was played and `certificates_` what the theorems say to it. `predict` goes by the sign of
    the guess or the most likely label: where the learner tosses a coin, no coin is tossed here.

    learner             its name in the table, such as "arow", or a learner, which is copied without what it learned
    max_iter            passes of `fit` at most; it ends after one without a mistake
    tol                 and when no pass has been better than the best by `tol` mistakes a row,
    n_iter_no_change    so many passes in a row; None for tol goes on to the last pass
    shuffle             play every pass in an order of its own
    random_state        of these orders

    >>> from littlestone.facades.sklearn import OnlineClassifier
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], ["no", "no", "no", "yes"]
    >>> model = OnlineClassifier("perceptron", random_state=0).fit(X, y)
    >>> model.predict(X).tolist(), model.certificates_[0].verdict
    (['no', 'no', 'no', 'yes'], 'holds')
    """

    task = CLASSIFIER

    def __init__(
        self,
        learner: str | RowLearner = "arow",
        *,
        max_iter: int = 100,
        tol: float | None = 1e-3,
        n_iter_no_change: int = 5,
        shuffle: bool = True,
        random_state: Any = None,
    ) -> None:
        self.learner = learner
        self.max_iter = max_iter
        self.tol = tol
        self.n_iter_no_change = n_iter_no_change
        self.shuffle = shuffle
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from scratch, in several passes."""
        X, y = self.examples(X, y, first=True)
        check_classification_targets(y)
        self.classes_ = at_least_two(np.unique(y))
        return self.play_epochs(X, y)

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Learn on, one pass over these rows in their order; `classes` are all there will be, said the first time."""
        first = not hasattr(self, "classes_")
        if first and classes is None:
            raise BadParameter("classes must be passed on the first call to partial_fit: all labels there will be")
        X, y = self.examples(X, y, first=first)
        check_classification_targets(y)
        known = self.classes_ if classes is None else unique_labels(classes)
        if not first and not np.array_equal(known, self.classes_):
            raise BadParameter(f"the classes are {self.classes_} since the first call to partial_fit, not {known}")
        if strange := sorted(set(y.tolist()) - set(known.tolist()), key=str):
            raise BadLabel(f"y has the label {strange[0]!r}, which is not among the classes {known}")
        if first:
            self.classes_ = at_least_two(known)
            self.game_ = self.new_game()
        self.play(X, self.told(y))
        return self

    def new_game(self) -> Game:
        learner = self.new_learner()
        if learner.truths == "signs" and len(self.classes_) == 2:
            return Game(learner, labels=self.classes_.tolist())
        learner = learner if learner.truths == "classes" else many(learner, len(self.classes_))
        return Game(learner, labels=range(len(self.classes_)))

    def told(self, y: Any) -> Any:
        numbers = np.searchsorted(self.classes_, y).astype(np.float64)
        return numbers if self.game_.learner.truths == "classes" else 2.0 * numbers - 1.0

    def sample(self) -> RowLearner | None:
        """A learner with these settings, to be looked at; None if they are none it can have."""
        if hasattr(self, "game_"):
            return self.game_.learner
        try:
            return self.new_learner()
        except SettingError:
            return None

    def predict(self, X: Any) -> Any:
        """The class of each row."""
        said = self.stances(X)
        if said.ndim > 1:
            return self.classes_[said.argmax(axis=1)]
        return self.classes_[said.astype(int) if self.game_.learner.truths == "classes" else (said > 0).astype(int)]

    @available_if(has_scores)
    def decision_function(self, X: Any) -> Any:
        """The guess for each row, above zero for the second class; for more than two, one for each of them."""
        return self.stances(X)

    @available_if(has_chances)
    def predict_proba(self, X: Any) -> Any:
        """The chance of each class: the logistic function of the guess, or what a coin would say.

        For more than two classes each has its own chance against the rest, and all are divided by their sum.
        """
        said = self.stances(X)
        learner = self.game_.learner
        chances = chance_of(getattr(learner, "one", learner))(said)  # type: ignore[misc]  # it is there, or this is not
        if chances.ndim == 1:
            return np.stack([1.0 - chances, chances], axis=1)
        total = chances.sum(axis=1, keepdims=True)
        return np.divide(chances, total, out=np.full_like(chances, 1.0 / chances.shape[1]), where=total > 0)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        learner = self.sample()
        # A disjunction, or another such formula, is seldom what separates real data; and CW believes every label, so
        # that where classes overlap it ends up sure of the last of them.
        tags.classifier_tags.poor_score = learner is not None and (learner.boolean or isinstance(learner, CW))
        return tags


class OnlineRegressor(RegressorMixin, OnlineEstimator):  # type: ignore[misc]
    """Any learner of numbers as a scikit-learn regressor.

    Its settings and its passes are those of `OnlineClassifier`, with the learner's loss instead of mistakes.

    >>> from littlestone.facades.sklearn import OnlineRegressor
    >>> model = OnlineRegressor("adagrad", random_state=0).fit([[0], [1], [2], [3]], [1, 3, 5, 7])
    >>> round(model.predict([[4]])[0])
    9
    """

    task = REGRESSOR

    def __init__(
        self,
        learner: str | RowLearner = "ogd",
        *,
        max_iter: int = 100,
        tol: float | None = 1e-3,
        n_iter_no_change: int = 5,
        shuffle: bool = True,
        random_state: Any = None,
    ) -> None:
        self.learner = learner
        self.max_iter = max_iter
        self.tol = tol
        self.n_iter_no_change = n_iter_no_change
        self.shuffle = shuffle
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from scratch, in several passes."""
        return self.play_epochs(*self.examples(X, y, first=True))

    def partial_fit(self, X: Any, y: Any) -> Self:
        """Learn on, one pass over these rows in their order."""
        first = not hasattr(self, "game_")
        X, y = self.examples(X, y, first=first)
        if first:
            self.game_ = self.new_game()
        self.play(X, self.told(y))
        return self

    def new_game(self) -> Game:
        return Game(self.new_learner(), labels="numbers")

    def told(self, y: Any) -> Any:
        return np.asarray(y, dtype=np.float64)

    def predict(self, X: Any) -> Any:
        """The number that is guessed for each row."""
        return np.array([self.game_.price.answer(guess) for guess in self.stances(X)])


class PassiveAggressiveClassifier(OnlineClassifier):
    """The class of that name that scikit-learn gives up, with its settings: PA-I, or PA-II for `squared_hinge`.

    Without an intercept the weights are scikit-learn's. With one the intercept is here a column of ones like any
    other, so that the theorem is about it too; scikit-learn leaves it out of the length of x, and steps farther.
    `verbose`, `n_jobs` and `validation_fraction` change nothing; `early_stopping`, `warm_start` and `average` are refused.

    >>> from littlestone.facades.sklearn import PassiveAggressiveClassifier
    >>> model = PassiveAggressiveClassifier(C=0.5, random_state=0).fit([[0, 1], [1, 0], [1, 1]], [0, 1, 1])
    >>> model.predict([[2, 0]]).tolist(), model.certificates_[0].verdict
    ([1], 'holds')
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float | None = 1e-3,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        shuffle: bool = True,
        verbose: int = 0,
        loss: str = "hinge",
        n_jobs: int | None = None,
        random_state: Any = None,
        warm_start: bool = False,
        average: bool = False,
    ) -> None:
        self.C = C
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.shuffle = shuffle
        self.verbose = verbose
        self.loss = loss
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.warm_start = warm_start
        self.average = average

    def new_learner(self) -> RowLearner:
        refuse(self, {"early_stopping": False, "warm_start": False, "average": False})
        rules = {"hinge": PassiveAggressive1, "squared_hinge": PassiveAggressive2}
        if self.loss not in rules:
            raise BadParameter(f"loss is 'hinge' for PA-I or 'squared_hinge' for PA-II, not {self.loss!r}")
        return rules[self.loss](C=self.C, bias=1.0 if self.fit_intercept else None)


def at_least_two(classes: Any) -> Any:
    """The classes, if there is something to tell apart."""
    if len(classes) < 2:
        raise BadLabel(f"there must be two classes at least, and y has one class only: {classes.tolist()}")
    return classes


ENTRIES = {**entries(CLASSIFIER), **entries(REGRESSOR)}
__all__ = ["OnlineClassifier", "OnlineRegressor", "PassiveAggressiveClassifier", *ENTRIES]


def __getattr__(name: str) -> Any:
    """The class of a learner, made when it is first asked for."""
    if name not in ENTRIES:
        raise AttributeError(f"{__name__} has no {name}; it has {', '.join(__all__)}")
    base = OnlineRegressor if name.endswith(REGRESSOR) else OnlineClassifier
    more = settings_of(base)
    if ENTRIES[name].learner.boolean:
        more = {"binarize": 0.0, **more}
    return globals().setdefault(name, derived(base, name, ENTRIES[name], more))
