"""Any learner of classes as a scikit-learn classifier."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets, unique_labels

from ..committees.members import promised
from ..errors import BadLabel, BadParameter, SettingError
from ..features.arrays import as_batch
from ..learner import RowLearner
from ..multiclass.one_vs_rest import of_classes
from ..row import Batch, Row
from ..rows.game import BALANCED, Game
from .catalogue import CLASSIFIER
from .estimator import OnlineEstimator
from .stance import chance, chances_of_classes, says_chances

NOTHING = as_batch(np.zeros((1, 0)))  # a row without features, to ask what kind of answers there are


def has_scores(classifier: Any) -> bool:
    """Does the learner have scores for classes?"""
    learner = classifier.sample()
    if learner is None:
        return False
    return learner.truths == "signs" or learner.clone().class_scores(NOTHING.row(0)) is not None


def has_chances(classifier: Any) -> bool:
    """Can its guesses be read as probabilities?"""
    learner = classifier.sample()
    return learner is not None and says_chances(learner)


class OnlineClassifier(ClassifierMixin, OnlineEstimator):  # type: ignore[misc]
    """Any learner of two classes as a scikit-learn classifier; of more classes, one learner for each of them.

    `fit` plays pass after pass, each in a new order; `partial_fit` plays the rows once, in their order. `ledger_`
    is the account of all that was played and `certificates_` are its certificates. `predict` returns the class by the
    sign of the guess, or the most likely one: for learners that toss a coin, no coin is tossed here.

    learner             its name in the table, such as "arow", or a learner, which is copied without what it learned
    max_iter            passes of `fit` at most; it ends after one without a mistake. None is 1 for committees and
                        trees, which would be told again what they remember, and 100 for all others
    tol                 also end when no pass has been better than the best by `tol` mistakes per row
    n_iter_no_change    for so many passes in a row; tol=None plays all `max_iter` passes
    shuffle             play every pass in an order of its own
    class_weight        a weight for each class, as a dict, or "balanced": by how often the classes are in y, as all
                        of y is there in `fit`, and in `partial_fit` by how often they came so far
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
        max_iter: int | None = None,
        tol: float | None = 1e-3,
        n_iter_no_change: int = 5,
        shuffle: bool = True,
        class_weight: Any = None,
        random_state: Any = None,
    ) -> None:
        self.learner = learner
        self.max_iter = max_iter
        self.tol = tol
        self.n_iter_no_change = n_iter_no_change
        self.shuffle = shuffle
        self.class_weight = class_weight
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from scratch, in several passes; a row of weight 0 is left out."""
        X, y = self.examples(X, y, first=True)
        check_classification_targets(y)
        self.classes_ = at_least_two(np.unique(y))
        weights = self.checked_weights(sample_weight, X)
        self.class_weight_ = self.balanced(y if weights is None else y[weights > 0.0])
        return self.play_epochs(X, y, weights)

    def balanced(self, y: Any) -> Any:
        """The weights of classes: "balanced", by how often each is among these labels, so that all weigh the same."""
        given = getattr(self, "class_weight", None)  # classes of learners that weigh nothing do not have it
        if not isinstance(given, str) or given != BALANCED:
            return given
        classes, counts = np.unique(y, return_counts=True)
        shares = len(y) / (len(classes) * counts)
        return dict(zip(classes.tolist(), shares.tolist(), strict=True))

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn on, one pass over these rows in their order; the first call needs `classes`, all that there will be."""
        first = not hasattr(self, "game_")
        if first and classes is None:
            raise BadParameter("classes must be passed on the first call to partial_fit: all labels there will be")
        X, y = self.examples(X, y, first=first)
        check_classification_targets(y)
        known = self.classes_ if classes is None else unique_labels(classes)
        if not first:
            known = self.with_later(known)
        if strange := sorted(set(y.tolist()) - set(known.tolist()), key=str):
            raise BadLabel(f"y has the label {strange[0]!r}, which is not among the classes {known}")
        self.classes_ = at_least_two(known)
        weights = self.checked_weights(sample_weight, X)
        if first:
            self.class_weight_ = getattr(self, "class_weight", None)
            self.begin(y, weights)
        self.play(X, self.told(y), weights)
        return self

    def with_later(self, known: Any) -> Any:
        """The classes, with those that were not known in the first call; raises if the learner cannot take more."""
        later = set(known.tolist()) - set(self.classes_.tolist())
        if missing := set(self.classes_.tolist()) - set(known.tolist()):
            raise BadParameter(f"the classes are {self.classes_} since the first call, without {missing}: name all")
        if later and self.game_.learner.truths != "classes":
            raise BadParameter(
                f"the classes are {self.classes_} since the first call to partial_fit, and a learner of two classes "
                f"takes no third, {known}: begin with all three, or with OnlineClassifier('one-vs-rest')"
            )
        return known

    def new_game(self, heaviest: float = 1.0) -> Game:
        learner = self.new_learner()
        weights = self.class_weight_
        if weights is not None and not learner.weighs:
            raise BadParameter(f"class_weight is for rules that use weights, and {learner!r} treats every label alike")
        if learner.truths == "signs" and len(self.classes_) == 2:
            many = learner
        else:
            many = learner if learner.truths == "classes" else of_classes(learner, len(self.classes_))
        labels = self.classes_.tolist()
        return Game(promised(many, heaviest), labels=labels, class_weight=weights, features=self.columns())

    def class_names(self) -> list[Any] | None:
        return self.classes_.tolist() if self.game_.learner.truths == "classes" else None

    def told(self, y: Any) -> Any:
        numbers = np.searchsorted(self.classes_, y).astype(np.float64)
        return numbers if self.game_.learner.truths == "classes" else 2.0 * numbers - 1.0

    def sample(self) -> RowLearner | None:
        """A learner with these settings, to be inspected; None if the settings are invalid."""
        if hasattr(self, "game_"):
            return self.game_.learner
        try:
            return self.new_learner()
        except SettingError:
            return None

    def predict(self, X: Any) -> Any:
        """The class of each row."""
        said = self.stances(X)
        if self.game_.learner.truths != "classes":
            return self.classes_[(said > 0).astype(int)]
        places = self.places()
        return self.classes_[places[np.clip(said.astype(int), 0, len(places) - 1)]]  # a class of concepts may have more

    def places(self) -> Any:
        """Where the classes stand in `classes_`, in the order in which the game has come to know them."""
        known = self.game_.labels.state()
        return np.searchsorted(self.classes_, np.array(known, dtype=self.classes_.dtype))

    def in_places(self, said: Any) -> Any:
        """Rows of one number for every class that the game knows, in the order of `classes_`; 0 for the others."""
        found = np.zeros((len(said), len(self.classes_)))
        found[:, self.places()] = said
        return found

    def guesses(self, batch: Batch) -> Any:
        learner = self.game_.learner
        if learner.truths != "classes":
            return super().guesses(batch)
        if learner.class_scores(batch.row(0)) is None:
            return None
        return self.scores(map(batch.row, range(batch.rows))).T

    def scores(self, rows: Iterable[Row]) -> Any:
        """The scores of every class for each row; of two classes, how much more the second has."""
        learner, n = self.game_.learner, len(self.places())
        said = self.in_places(np.array([scores_for(learner.class_scores(x), n) for x in rows]).reshape(-1, n))
        return said[:, 1:] - said[:, :1] if len(self.classes_) == 2 else said

    @available_if(has_scores)  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> Any:
        """The guess for each row, above zero for the second class; for more than two, one for each of them."""
        learner = self.fitted()
        if learner.truths != "classes":
            return self.stances(X)
        said = self.scores(self.asked(X))
        return said[:, 0] if said.shape[1] == 1 else said

    @available_if(has_chances)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Any:
        """The probability of each class, as the learner says it, or the chance of its coin.

        Of learners that have one of two classes for each class, each says its own chance against the rest, and all are
        divided by their sum.
        """
        learner = self.fitted()
        if learner.truths != "classes":
            chances = np.array([chance(learner, score) for score in self.stances(X).tolist()])
            return np.stack([1.0 - chances, chances], axis=1)
        n = len(self.places())
        return self.in_places(np.array([chances_of_classes(learner, x, n) for x in self.asked(X)]).reshape(-1, n))

    @available_if(has_chances)  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: Any) -> Any:
        """The natural logarithm of these probabilities."""
        return np.log(self.predict_proba(X))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        learner = self.sample()
        # Disjunctions and such formulas seldom separate real data; and CW trusts every label, so that where classes
        # overlap it ends up sure of the last of them.
        tags.classifier_tags.poor_score = learner is not None and (learner.boolean or learner.separable)
        return tags


def scores_for(said: Any, classes: int) -> list[float]:
    """The scores of so many classes; one that has not come yet has less than all that have."""
    return [*said, *[min(said, default=0.0) - 1.0] * classes][:classes]


def at_least_two(classes: Any) -> Any:
    """The classes; raises if there are fewer than two."""
    if len(classes) < 2:
        raise BadLabel(f"there must be two classes at least, and y has one class only: {classes.tolist()}")
    return classes
