"""What the scikit-learn estimators share: data at the door, epochs, and the game that fitting is."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.preprocessing import binarize
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from ..bound import Certificate
from ..door.arrays import as_batch
from ..games.rows import Game
from ..learner import RowLearner
from ..ledgers.two_classes import Ledger
from ..row import Batch
from ..support.settings import flag, real, whole
from .catalogue import REGRESSOR, entry
from .stance import stance

LONG = 2.0**20  # how long a probe is: longer than what a guess may be cut off at, and than most intercepts
CLOSE = 1e-9


class OnlineEstimator(BaseEstimator):  # type: ignore[misc]
    """An estimator whose fitting is a game: every pass over the data plays on, and one ledger keeps the account."""

    task: ClassVar[str] = ""
    binarize: float | None = None  # the Boolean estimators have it as a setting

    def new_learner(self) -> RowLearner:
        """A learner with the settings of this estimator that has learned nothing yet."""
        if isinstance(self.learner, RowLearner):
            return self.learner.clone()
        made = entry(self.learner, self.task)
        return made.make(made.settings)

    def new_game(self) -> Game:
        """The game of the fitting, before its first round."""
        raise NotImplementedError(f"{type(self).__name__} must say what is played")

    def told(self, y: Any) -> Any:
        """The truths as the game is told them."""
        raise NotImplementedError(f"{type(self).__name__} must say what its truths are")

    @property
    def ledger_(self) -> Ledger:
        """The account of the fitting: every round of every pass."""
        check_is_fitted(self)
        return self.game_.ledger

    @property
    def certificates_(self) -> list[Certificate]:
        """What the theorems of the learner say to it."""
        return self.ledger_.certificates

    @property
    def coef_(self) -> Any:
        """The weights of the columns, where the guess is a linear function of them."""
        return self.line()[1]

    @property
    def intercept_(self) -> Any:
        """The constant term of that function."""
        return self.line()[0]

    def line(self) -> tuple[Any, Any]:
        """The guess for the zero row, and how much each column adds to it: asked, whatever the learner's inside.

        Two rows more, a short one and a long one, tell whether the guess is such a sum at all.
        """
        if not hasattr(self, "game_"):
            raise AttributeError(f"this {type(self).__name__} has no coef_ and intercept_ before it is fitted")
        learner = self.game_.learner
        each = learner.parts
        n = self.n_features_in_
        columns = np.arange(n)
        units = Batch(np.append(0, np.arange(n + 1)), columns, np.full(n, LONG), n)
        probes = np.array([np.ones(n), LONG * (1.0 + columns % 3) * (-1.0) ** columns])
        if not learner.boolean and each[0].truths != "classes":
            guesses = guesses_of(each, units)
            start, slopes = guesses[:, :1], (guesses[:, 1:] - guesses[:, :1]) / LONG
            # Relative to the largest term: sums of the same terms in another order differ by their rounding.
            room = CLOSE * (np.abs(start) + np.abs(slopes) @ np.abs(probes.T))
            if (np.abs(guesses_of(each, as_batch(probes)) - start - slopes @ probes.T) <= room).all():
                return start[:, 0], slopes
        raise AttributeError(f"{each[0]!r} does not guess by a linear function of x: no coef_, no intercept_")

    def rows(self, X: Any) -> Any:
        """X as scikit-learn checks it."""
        return self.seen(validate_data(self, X, reset=False, accept_sparse="csr", dtype=np.float64))

    def examples(self, X: Any, y: Any, *, first: bool) -> tuple[Any, Any]:
        """X and y as scikit-learn checks them; the first time, the columns are those of X."""
        numeric = self.task == REGRESSOR
        X, y = validate_data(self, X, y, y_numeric=numeric, reset=first, accept_sparse="csr", dtype=np.float64)
        return self.seen(X), y

    def seen(self, X: Any) -> Any:
        """X as the learner sees it: as it is, or Boolean."""
        return X if self.binarize is None else binarize(X, threshold=self.binarize)

    def play_epochs(self, X: Any, y: Any) -> Self:
        """Play pass after pass until one is without loss, or the last few have not been better by `tol`."""
        most = whole("max_iter", self.max_iter, "a number of passes", least=1)
        patience = whole("n_iter_no_change", self.n_iter_no_change, "a number of passes", least=1)
        tol = -np.inf if self.tol is None else real("tol", self.tol, "how much better a pass must be, a round")
        shuffle = flag("shuffle", self.shuffle)
        random = check_random_state(self.random_state)
        self.game_ = self.new_game()
        truths = self.told(y)
        best, idle = np.inf, 0
        for self.n_iter_ in range(1, most + 1):
            order = random.permutation(len(y)) if shuffle else np.arange(len(y))
            paid = -self.game_.ledger.loss
            self.play(X[order], truths[order])
            paid += self.game_.ledger.loss
            idle = idle + 1 if paid > best - tol * len(y) else 0
            best = min(best, paid)
            if paid == 0.0 or idle >= patience:
                break
        return self

    def play(self, X: Any, truths: Any) -> None:
        """One pass over the rows, in their order."""
        batch = as_batch(X)
        self.game_.play_batch(Batch(batch.starts, batch.columns, batch.values, batch.width, truths))

    def stances(self, X: Any) -> Any:
        """Where the learner stands, or each of many, on every row."""
        check_is_fitted(self)
        batch = as_batch(self.rows(X))
        learner = self.game_.learner
        rows = map(batch.row, range(batch.rows))
        if hasattr(learner, "claims"):
            return np.array([learner.claims(x) for x in rows])
        if learner.truths != "signs":
            return np.array([learner.predict(x) for x in rows])
        return np.array([stance(learner, learner.predict(x)) for x in rows])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def guesses_of(each: list[RowLearner], batch: Batch) -> Any:
    """What each of these learners guesses for every row: a line for each learner."""
    return np.array([[learner.predict(batch.row(t)) for t in range(batch.rows)] for learner in each])
