"""Any learner of numbers as a scikit-learn regressor."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin

from ..learner import RowLearner
from ..rows.game import Game
from .catalogue import REGRESSOR
from .estimator import OnlineEstimator


class OnlineRegressor(RegressorMixin, OnlineEstimator):  # type: ignore[misc]
    """Any learner of numbers as a scikit-learn regressor.

    Its settings and its passes are those of `OnlineClassifier`, with the learner's loss instead of mistakes.

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

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from scratch, in several passes; a row of weight 0 is left out."""
        X, y = self.examples(X, y, first=True)
        return self.play_epochs(X, y, self.checked_weights(sample_weight, X))

    def partial_fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn on, one pass over these rows in their order; a row of weight 0 is left out."""
        first = not hasattr(self, "game_")
        X, y = self.examples(X, y, first=first)
        if first:
            self.game_ = self.new_game()
        self.play(X, self.told(y), self.checked_weights(sample_weight, X))
        return self

    def new_game(self) -> Game:
        return Game(self.new_learner(), labels="numbers", features=self.columns())

    def told(self, y: Any) -> Any:
        return np.asarray(y, dtype=np.float64)

    def predict(self, X: Any) -> Any:
        """The number that is guessed for each row."""
        return np.array([self.game_.price.answer(guess) for guess in self.stances(X)])
