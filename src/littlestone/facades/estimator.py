"""Base of the scikit-learn estimators: checking data, playing epochs, and the game that fitting plays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.preprocessing import binarize
from sklearn.utils import check_random_state
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from ..bound import Certificate
from ..errors import BadParameter, SettingError, UnknownName
from ..features.arrays import as_batch
from ..learner import RowLearner
from ..learners import make_learner
from ..row import Batch, Row
from ..rows.game import Game
from ..rows.ledger import Ledger
from ..support.settings import flag, real, whole
from .catalogue import REGRESSOR, entry
from .stance import stance

LONG = 2.0**20  # the length of a probe: larger than the limits of guesses and most intercepts
CLOSE = 1e-9
PASSES = 100
REMEMBER = ("committee", "tree")  # kinds that are weighed by what they said of examples, which were to be new
GIVEN = ("learner", "base")  # settings that may be a learner, which has settings of its own


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

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The settings; deep, also those of a learner that is given, as `learner__eta`, in a wrapper too."""
        found: dict[str, Any] = super().get_params(deep=deep)
        if deep:
            for name in found.keys() & set(GIVEN):
                learner = self.given_learner(name)
                inside = {} if learner is None else settings_within(learner)
                found |= {f"{name}__{setting}": value for setting, value in inside.items()}
        return found

    def set_params(self, **settings: Any) -> Self:
        """Set settings, those of a learner that is given too: `learner__eta=0.5`."""
        own = {name: value for name, value in settings.items() if name.partition("__")[0] not in GIVEN}
        within: dict[str, dict[str, Any]] = {}
        for name in settings.keys() - own.keys():
            part, _, setting = name.partition("__")
            if setting and part in super().get_params(deep=False):
                within.setdefault(part, {})[setting] = settings[name]
            else:
                own[name] = settings[name]
        super().set_params(**own)
        for part, each in within.items():
            learner = self.given_learner(part)
            if learner is None:  # the settings that it has already are wrong
                raise BadParameter(f"{part}={getattr(self, part)!r} is no learner whose settings could be set")
            made = with_settings(learner, each)
            if hasattr(self, "parameters"):
                self.parameters = made.parameters()  # beside the name of a learner
            else:
                setattr(self, part, made)
        return self

    def given_learner(self, name: str) -> RowLearner | None:
        """The learner that stands in this setting, new; None if it cannot be made."""
        given = getattr(self, name)
        if isinstance(given, RowLearner):
            return given.clone()
        if not isinstance(given, str):
            return None
        try:
            return make_learner(given, self.parameters) if hasattr(self, "parameters") else self.new_learner()
        except (SettingError, TypeError, ValueError):  # scikit-learn lets settings be anything until they are used
            return None

    def new_game(self, heaviest: float = 1.0) -> Game:
        """A new game for fitting, in which rounds weigh so much at most."""
        raise NotImplementedError(f"{type(self).__name__} must say what is played")

    def begin(self, y: Any, weights: Any) -> Any:
        """Begin the game, for the heaviest round that is known of; return the truths in the form that it takes."""
        self.game_ = self.new_game()
        truths = self.told(y)
        due = np.ones(len(truths)) if weights is None else np.array(weights)
        if self.game_._class_weights is not None:
            due = self.game_._class_weights.ahead(truths, due)
        if due.max(initial=1.0) > 1.0:
            self.game_ = self.new_game(float(due.max()))
        return truths

    def columns(self) -> tuple[str, ...]:
        """The names of the columns of a frame; none if X has none."""
        return tuple(map(str, getattr(self, "feature_names_in_", ())))

    def told(self, y: Any) -> Any:
        """y in the form that the game takes."""
        raise NotImplementedError(f"{type(self).__name__} must say what its truths are")

    @property
    def ledger_(self) -> Ledger:
        """The account of the fitting: every round of every pass."""
        check_is_fitted(self)
        return self.game_.ledger

    @property
    def certificates_(self) -> list[Certificate]:
        """The certificates of the fitting."""
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
        """The intercept and the coefficients, found by predicting: the guess for the zero row, and for each column.

        Two more rows, a short one and a long one, test whether the guess is linear at all.
        """
        if not hasattr(self, "game_"):
            raise AttributeError(f"this {type(self).__name__} has no coef_ and intercept_ before it is fitted")
        learner = self.game_.learner
        n = self.n_features_in_
        columns = np.arange(n)
        units = Batch(np.append(0, np.arange(n + 1)), columns, np.full(n, LONG), n)
        probes = np.array([np.ones(n), LONG * (1.0 + columns % 3) * (-1.0) ** columns])
        guesses = None if learner.boolean else self.guesses(units)
        if guesses is not None:
            start, slopes = guesses[:, :1], (guesses[:, 1:] - guesses[:, :1]) / LONG
            # Relative to the largest term: sums of the same terms in another order differ by their rounding.
            room = CLOSE * (np.abs(start) + np.abs(slopes) @ np.abs(probes.T))
            if (np.abs(self.guesses(self.batch_of(probes)) - start - slopes @ probes.T) <= room).all():
                return start[:, 0], slopes
        raise AttributeError(f"{learner!r} does not predict by a linear function of x: no coef_, no intercept_")

    def guesses(self, batch: Batch) -> Any:
        """The guesses for these rows, as one row of an array; of many classes a row each, or None without scores."""
        learner = self.game_.learner
        return np.array([[learner.predict(batch.row(t)) for t in range(batch.rows)]])

    def rows(self, X: Any) -> Any:
        """X as scikit-learn checks it."""
        with said_of_texts():
            return self.seen(validate_data(self, X, reset=False, accept_sparse="csr", dtype=np.float64))

    def examples(self, X: Any, y: Any, *, first: bool) -> tuple[Any, Any]:
        """X and y as scikit-learn checks them; the first time, the columns are those of X."""
        numeric = self.task == REGRESSOR
        with said_of_texts():
            X, y = validate_data(self, X, y, y_numeric=numeric, reset=first, accept_sparse="csr", dtype=np.float64)
        return self.seen(X), y

    def seen(self, X: Any) -> Any:
        """X as the learner sees it: unchanged, or binarised."""
        return X if self.binarize is None else binarize(X, threshold=self.binarize)

    def passes(self) -> int:
        """How many passes there are at most if nobody says."""
        learner = self.new_learner()
        return 1 if learner.rule.kind in REMEMBER or learner.kind in REMEMBER else PASSES

    def play_epochs(self, X: Any, y: Any, weights: Any) -> Self:
        """Play pass after pass until one is without loss, or the last few have not been better by `tol`."""
        given = self.passes() if self.max_iter is None else self.max_iter
        most = whole("max_iter", given, "a number of passes", least=1)
        patience = whole("n_iter_no_change", self.n_iter_no_change, "a number of passes", least=1)
        tol = -np.inf if self.tol is None else real("tol", self.tol, "how much better a pass must be, a round")
        shuffle = flag("shuffle", self.shuffle)
        random = check_random_state(self.random_state)
        truths = self.begin(y, weights)
        best, idle = np.inf, 0
        for self.n_iter_ in range(1, most + 1):
            order = random.permutation(len(y)) if shuffle else np.arange(len(y))
            paid = -self.game_.ledger.loss
            self.play(X[order], truths[order], None if weights is None else weights[order])
            paid += self.game_.ledger.loss
            idle = idle + 1 if paid > best - tol * len(y) else 0
            best = min(best, paid)
            if paid == 0.0 or idle >= patience:
                break
        return self

    def batch_of(self, X: Any) -> Batch:
        """X as a batch, with numbers that are zero if the learner wants them; a sparse X has none."""
        return as_batch(X, zeros=self.game_.learner.wants_zeros)

    def play(self, X: Any, truths: Any, weights: Any) -> None:
        """One pass over the rows, in their order."""
        batch = self.batch_of(X)
        parts = (batch.starts, batch.columns, batch.values, batch.width)
        self.game_.play_batch(Batch(*parts, truths, self.class_names(), weights))

    def checked_weights(self, sample_weight: Any, X: Any) -> Any:
        """The weights of the rows as scikit-learn checks them; None if there are none."""
        if sample_weight is None:
            return None
        return _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)

    def class_names(self) -> list[Any] | None:
        """The classes that truths are the numbers of; None if they are no numbers of classes."""
        return None

    def fitted(self) -> RowLearner:
        """The learner, which has learned something."""
        check_is_fitted(self)
        learner: RowLearner = self.game_.learner
        return learner

    def asked(self, X: Any) -> Iterator[Row]:
        """The rows of X, one by one, as the learner is asked for them."""
        batch = self.batch_of(self.rows(X))
        return map(batch.row, range(batch.rows))

    def stances(self, X: Any) -> Any:
        """The score of every row, its number, or the number of its class."""
        learner = self.fitted()
        rows = self.asked(X)
        if learner.truths != "signs":
            return np.array([learner.predict(x) for x in rows])
        return np.array([stance(learner, learner.predict(x)) for x in rows])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


@contextmanager
def said_of_texts() -> Iterator[None]:
    """Say what to do where scikit-learn finds a text in X, which its estimators do not take."""
    try:
        yield
    except ValueError as error:
        if "could not convert string to float" not in str(error):
            raise
        raise ValueError(
            f"{error}: X has texts, and estimators take numbers; encode them in a pipeline, as OneHotEncoder does, or "
            f"play the frame as it is, Game(Committee()).play(frame, label=...)"
        ) from None


def settings_within(learner: RowLearner) -> dict[str, Any]:
    """The settings of a learner by name, and those of the learners inside it, unless a name stands for both."""
    found: dict[str, Any] = {}
    for name, value in learner.parameters().items():
        if name == "parameters" and isinstance(value, dict):
            found = {**flat(value), **found}
            continue
        found[name] = value
        if isinstance(value, RowLearner):
            found |= {f"{name}__{inner}": one for inner, one in settings_within(value).items()}
    return found


def flat(parameters: dict[str, Any]) -> dict[str, Any]:
    """The settings of a learner that is named, and of the one that is named in them."""
    inner = parameters.get("parameters")
    own = {name: value for name, value in parameters.items() if name != "parameters"}
    return {**flat(inner), **own} if isinstance(inner, dict) else own


def with_settings(learner: RowLearner, given: dict[str, Any]) -> RowLearner:
    """A new learner like this one, with some of `settings_within` set otherwise."""
    settings = learner.parameters()
    for name, value in given.items():
        part, _, inner = name.partition("__")
        if inner and isinstance(settings.get(part), RowLearner):
            settings[part] = with_settings(settings[part], {inner: value})
        elif not put(settings, name, value):
            raise UnknownName.among(f"setting of {learner.title}", name, settings_within(learner))
    kind: Any = type(learner)
    made: RowLearner = kind(**settings)
    return made


def put(settings: dict[str, Any], name: str, value: Any) -> bool:
    """Set this setting, where it is one, or where it is one of the learner that is named inside."""
    if name in settings and name != "parameters":
        settings[name] = value
        if name in GIVEN and "parameters" in settings:
            settings["parameters"] = {}  # those of another learner
        return True
    inner = settings.get("parameters")
    if not isinstance(inner, dict):
        return False
    settings["parameters"] = dict(inner)
    return put(settings["parameters"], name, value)
