"""Any learner of numbers as a scikit-learn regressor."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin

from ..committees.members import promised
from ..learner import RowLearner
from ..rows.game import Game
from ..support.settings import flag
from .catalogue import REGRESSOR
from .estimator import OnlineEstimator


class OnlineRegressor(RegressorMixin, OnlineEstimator):  # type: ignore[misc]
    """Any learner of numbers as a scikit-learn regressor.

    Its settings and its passes are those of `OnlineClassifier`, with the learner's loss instead of mistakes.

    standardise    let learners that follow the square loss learn labels less their mean, in units of their deviation,
                   both of the first call: most go as far in a step whatever the labels are, and would not arrive at
                   labels of thousands. Their account, and their theorems, are of labels so scaled

    >>> from littlestone.facades.sklearn import OnlineRegressor
    >>> model = OnlineRegressor("ogd", random_state=0).fit([[0], [1], [2], [3]], [1, 3, 5, 7])
    >>> round(model.predict([[4]])[0])
    9
    """

    task = REGRESSOR

    def __init__(
        self,
        learner: str | RowLearner = "ogd",
        *,
        max_iter: int | None = None,
        tol: float | None = 1e-3,
        n_iter_no_change: int = 5,
        shuffle: bool = True,
        standardise: bool = True,
        random_state: Any = None,
    ) -> None:
        self.learner = learner
        self.max_iter = max_iter
        self.tol = tol
        self.n_iter_no_change = n_iter_no_change
        self.shuffle = shuffle
        self.standardise = standardise
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from scratch, in several passes; a row of weight 0 is left out."""
        X, y = self.examples(X, y, first=True)
        weights = self.checked_weights(sample_weight, X)
        self.measure(y, weights)
        return self.play_epochs(X, y, weights)

    def partial_fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn on, one pass over these rows in their order; a row of weight 0 is left out."""
        first = not hasattr(self, "game_")
        X, y = self.examples(X, y, first=first)
        weights = self.checked_weights(sample_weight, X)
        if first:
            self.measure(y, weights)
            self.begin(y, weights)
        self.play(X, self.told(y), weights)
        return self

    def measure(self, y: Any, weights: Any) -> None:
        """Take the mean and the deviation of the labels, if they are to be learned in these units."""
        self.label_mean_, self.label_deviation_ = 0.0, 1.0
        follows = self.new_learner().follows
        counted = y if weights is None else y[weights > 0.0]
        if flag("standardise", self.standardise) and follows is not None and follows.name == "square" and len(counted):
            self.label_mean_ = float(np.mean(counted, dtype=np.float64))
            self.label_deviation_ = float(np.std(counted, dtype=np.float64)) or 1.0

    def new_game(self, heaviest: float = 1.0) -> Game:
        return Game(promised(self.new_learner(), heaviest), labels="numbers", features=self.columns())

    def told(self, y: Any) -> Any:
        return (np.asarray(y, dtype=np.float64) - self.label_mean_) / self.label_deviation_

    def line(self) -> tuple[Any, Any]:
        start, slopes = super().line()
        return start * self.label_deviation_ + self.label_mean_, slopes * self.label_deviation_

    def predict(self, X: Any) -> Any:
        """The number that is guessed for each row."""
        said = np.array([self.game_.price.answer(guess) for guess in self.stances(X)])
        return said * self.label_deviation_ + self.label_mean_
