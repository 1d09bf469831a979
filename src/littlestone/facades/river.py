"""The learners as River models: `from littlestone.facades.river import AROWClassifier`.

There is a class for every learner of the table, with its settings as keywords; `__all__` has their names. A model of
two classes is told False or True, as River's own are. For more classes give `OnlineClassifier` a learner of many, or
wrap a model with `predict_proba_one`, such as FTRLProximalClassifier, in River's OneVsRestClassifier.

River calls `predict_one` and then `learn_one`, and may leave out the first. So the two are independent here:
`predict_one` changes nothing, not even the columns, and `learn_one` plays one round of a game, both moves at once, with
a guess of its own. `ledger` is the account of that game and `certificates` are its certificates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

import numpy as np

from ..bound import Certificate
from ..errors import MissingExtra
from ..features.features import Features
from ..features.schema import Schema, named_now
from ..learner import RowLearner
from ..multiclass.multiclass_theorems import AggressivePairs
from ..row import Batch, Row, as_weights
from ..rows.game import Game, not_boolean_row
from ..rows.ledger import Ledger
from ..weights import a_weight
from .catalogue import CLASSIFIER, REGRESSOR, Entry, derived, entries, entry, name_now, settings_of
from .stance import chance, chances_of_classes, says_chances, stance

try:
    from river.base import MiniBatchClassifier, MiniBatchRegressor
except ImportError as error:
    raise MissingExtra("these models need River: pip install 'littlestone[river]'") from error

ROOM = 1000  # the number of variables of a Boolean learner, since later names are not known yet


class AnyNames(Features):
    """Columns named by any hashable object: River's names need not be texts."""

    def admit(self, name: Any, mark: bool = False) -> int:
        if isinstance(name, str):
            return Features.admit(self, name, mark)
        column = len(self.columns)
        self.columns[name] = column
        self.marks.append(mark)
        return column


class OnlineModel:
    """Base of classifier and regressor: the game that they play when they learn."""

    task: ClassVar[str] = ""
    truths: ClassVar[Any] = None
    binarize: float | None = None  # the Boolean models have it as a setting
    schema: Schema | None = None  # how a record becomes features; those made for a learner of the table have `Schema()`
    learner: Any

    def new_learner(self) -> RowLearner:
        """A learner with the settings of this model that has learned nothing yet."""
        if isinstance(self.learner, RowLearner):
            return self.learner.clone()
        made = entry(self.learner, self.task)
        return made.make(with_room(made).settings)

    def begin(self) -> None:
        """Make the game, before the first round."""
        self._game = self._game_of(self.new_learner())

    def _game_of(self, learner: RowLearner, names: Iterable[Any] = ()) -> Game:
        self._two = learner.truths == "signs"
        labels = None if learner.truths == "classes" else self.truths
        return Game(learner, labels=labels, features=AnyNames(names), schema=self.schema)

    @property
    def ledger(self) -> Ledger:
        """The account of all that was learned from."""
        return self._game.ledger

    @property
    def certificates(self) -> list[Certificate]:
        """The certificates of the learner."""
        return self._game.ledger.certificates

    def learn_one(self, x: dict[Any, Any], y: Any, w: float = 1.0) -> None:
        """Play one round: guess, be judged, learn; it counts `w` times, and not at all with w=0."""
        game = self._game
        game.labels.check(y)  # before the round is opened: if this raises, it would stay open
        weight = a_weight(w)
        number = game.predict(x if self.binarize is None else self._on(x)).number
        try:
            game.label(number, y, weight)
        except BaseException:
            game.forget(number)
            raise

    def learn_many(self, X: Any, y: Any, w: Any = None) -> None:
        """The same for every row of a frame, in their order; a cell that is missing is a feature that is not there."""
        game = self._game
        if game.learner.truths == "classes" or self.schema is not None:
            weights = np.ones(len(X)) if w is None else as_weights(w)
            for row, truth, weight in zip(X.to_dict("records"), y, weights, strict=True):
                self.learn_one(present(row), truth, weight)
            return
        truths = [game.labels.inside(truth) for truth in y]
        before, rounds = len(game.features), game.ledger.rounds
        try:
            batch = self._rows(X)
            game.play_batch(Batch(batch.starts, batch.columns, batch.values, batch.width, truths, None, w))
        except BaseException:
            if game.ledger.rounds == rounds:  # otherwise the columns of the new names have been learned from
                game.features.forget(before)
            raise
        finally:
            game.features.numbered = False  # a frame without columns teaches nothing

    def _on(self, x: dict[Any, Any]) -> dict[Any, Any]:
        return {name: 1.0 if value > self.binarize else 0.0 for name, value in x.items()}

    def _rows(self, X: Any) -> Batch:
        """The cells of a frame as a batch in the columns of this game; a new name gets the next free column."""
        features = self._game.features
        cells = X.to_numpy(dtype=np.float64)
        there = ~np.isnan(cells)
        if self.binarize is not None:
            cells = np.where(there, cells > self.binarize, np.nan)
        if not features.zeros:
            there &= cells != 0.0
        columns = np.array([features.columns.get(name, -1) for name in X.columns], dtype=np.int64)
        first = np.where(there.any(axis=0), there.argmax(axis=0), -1)  # the row in which a name comes first
        for k in sorted(np.flatnonzero((columns < 0) & (first >= 0)), key=lambda k: (first[k], k)):
            columns[k] = features.admit(X.columns[k], False)
        order = np.argsort(columns)
        there, cells = there[:, order], cells[:, order]
        starts = np.append(0, np.cumsum(there.sum(axis=1)))
        where = np.broadcast_to(columns[order], cells.shape)[there]
        return Batch(starts, where, cells[there], len(features)).check()

    def _asked(self, x: dict[Any, Any], ask: Callable[[Row], Any]) -> Any:
        """What is answered when `ask` is called for x; names that are new in x are forgotten again."""
        features = self._game.features
        before = len(features.columns)
        try:
            return ask(self._allowed(features.row(x if self.binarize is None else self._on(x))))
        finally:
            if len(features.columns) > before:
                features.forget(before)

    def _asked_of_all(self, X: Any, ask: Callable[[Row], Any]) -> list[Any]:
        """The same for every row of a frame."""
        if self.schema is not None:
            return [self._asked(present(row), ask) for row in X.to_dict("records")]
        features = self._game.features
        before = len(features.columns)
        try:
            batch = self._rows(X)
            return [ask(self._allowed(batch.row(t))) for t in range(batch.rows)]
        finally:
            features.forget(before)

    def _allowed(self, row: Row) -> Row:
        """The row; raises if the learner takes no such numbers."""
        if self._game._boolean and not row.is_boolean():
            raise not_boolean_row(self._game, row)
        return row

    def _stance(self, x: dict[Any, Any]) -> float:
        """The score of x, its number, or the number of its class."""
        return float(self._asked(x, self._score))

    def _score(self, row: Row) -> float:
        """The same of a row."""
        learner = self._game.learner
        guess: float = learner.predict(row)
        return stance(learner, guess) if self._two else guess

    def _said(self, stance: float) -> Any:
        """A score as a prediction: False or True, a class or a number."""
        return stance > 0.0 if self._two else self._game.labels.outside(stance)

    def predict_one(self, x: dict[Any, Any], **kwargs: Any) -> Any:
        """What is most likely for x; changes nothing. None if there are many classes and none has come yet."""
        return self._said(self._stance(x))

    def predict_many(self, X: Any) -> Any:
        """The same for every row of a frame."""
        import pandas

        return pandas.Series([self._said(stance) for stance in self._asked_of_all(X, self._score)], index=X.index)

    def __getstate__(self) -> tuple[Any, ...]:
        game = self._game
        settings = {name: value for name, value in self.__dict__.items() if name != "_game"}
        columns = {name: value for name, value in game.features.state().items() if name != "names"}
        names = list(game.features.columns)
        return settings, game.learner, names, game.labels.state(), game.ledger.state(), columns

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        settings, learner, names, labels, account, *more = state  # release 0.1.0 had no more
        self.__dict__.update(named_now(settings))
        self._game = self._game_of(learner, names)
        self._game.labels.restore(labels)
        self._game.ledger.restore(account)
        for columns in more:
            self._game.features.restore(columns)


class OnlineClassifier(OnlineModel, MiniBatchClassifier):
    """Any learner of classes as a River classifier.

    learner    its name in the table, such as "arow", or a learner, which is copied without what it learned
    schema     how a record becomes features, such as Schema(text="note"): see `Schema`; None is `Schema()`

    >>> from littlestone.facades.river import OnlineClassifier
    >>> model = OnlineClassifier("perceptron")
    >>> for x, y in [({"free": 1, "win": 1}, True), ({"meeting": 1}, False), ({"win": 2}, True)]:
    ...     model.learn_one(x, y)
    >>> model.predict_one({"free": 1}), model.ledger.mistakes, model.certificates[0].verdict
    (True, 2, 'holds')
    """

    task = CLASSIFIER
    truths = (False, True)

    def __init__(self, learner: str | RowLearner = "arow", schema: Schema | None = None) -> None:
        self.learner = learner
        self.schema = schema
        self.begin()

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        """The parameters for River's checks: a small finite class with room for their nine columns; ties that do not
        depend on which name came first.
        """
        settings = settings_of(cls)
        if "concepts" in settings:
            yield {"concepts": "monotone-disjunctions:9,k=1"}
        else:
            yield {"tie": "maj"} if settings.get("tie") == "first" else {}

    def _unit_test_skips(self) -> set[str]:
        """The checks of River that are skipped.

        Sums of the same numbers in another order differ by their rounding, which decides a guess on the line: so
        the order of features may matter. EG's prior goes by the order in which columns come. And some bounds keep every
        round they are about, but no more than a million entries in all.
        """
        learner = self._game.learner
        skips = set(super()._unit_test_skips())
        if not learner.boolean:
            skips.add("check_shuffle_features_no_impact")
        if any(issubclass(theorem, AggressivePairs) for theorem in learner.theorems):
            skips.add("check_bounded_memory_growth")
        return skips

    @property
    def _multiclass(self) -> bool:
        learner = self._game.learner
        return bool(learner.truths == "classes" and not learner.boolean)  # a finite class is of few columns

    def predict_proba_one(self, x: dict[Any, Any], **kwargs: Any) -> dict[Any, float]:
        """The probability of False and True, or of every class that came, if the learner says such, or has a coin."""
        self._check_chances()
        return dict(zip(self._classes(), self._asked(x, self._chances), strict=True))

    def predict_proba_many(self, X: Any) -> Any:
        """The same for every row of a frame."""
        import pandas

        self._check_chances()
        return pandas.DataFrame(self._asked_of_all(X, self._chances), index=X.index, columns=self._classes())

    def _classes(self) -> list[Any]:
        """The classes so far."""
        return [False, True] if self._two else list(self._game.labels.state())

    def _chances(self, row: Row) -> list[float]:
        """The probability of each of them for a row."""
        learner = self._game.learner
        if self._two:
            p = chance(learner, self._score(row))
            return [1.0 - p, p]
        return chances_of_classes(learner, row, len(self._classes()))

    def _check_chances(self) -> None:
        if not says_chances(self._game.learner):
            raise NotImplementedError(f"the guesses of {self._game.learner!r} are not probabilities; use predict_one")


class OnlineRegressor(OnlineModel, MiniBatchRegressor):
    """Any learner of numbers as a River regressor.

    learner    its name in the table, such as "ogd", or a learner, which is copied without what it learned
    schema     how a record becomes features, such as Schema(text="note"): see `Schema`; None is `Schema()`

    >>> from littlestone.facades.river import OnlineRegressor
    >>> model = OnlineRegressor("ogd")
    >>> for t in range(400):
    ...     model.learn_one({"x": t % 4}, 1 + 2 * (t % 4))
    >>> round(model.predict_one({"x": 4}))
    9
    """

    task = REGRESSOR
    truths = "numbers"

    def __init__(self, learner: str | RowLearner = "ogd", schema: Schema | None = None) -> None:
        self.learner = learner
        self.schema = schema
        self.begin()

    def _unit_test_skips(self) -> set[str]:
        """The skipped checks of River: EG's prior and the rounding of a matrix depend on the order of columns."""
        skips = set(super()._unit_test_skips())
        if self._game.learner.by_order:
            skips.add("check_shuffle_features_no_impact")
        return skips


def present(row: dict[Any, Any]) -> dict[Any, Any]:
    """The cells of a row of a frame that are not missing."""
    return {name: value for name, value in row.items() if value == value}


def with_room(entry: Entry) -> Entry:
    """The same learner, with room for later variables if it must know their number in advance."""
    return entry._replace(settings={**entry.settings, "n": ROOM}) if entry.learner.counts_first else entry


ENTRIES = {name: with_room(one) for task in (CLASSIFIER, REGRESSOR) for name, one in entries(task).items()}
__all__ = ["OnlineClassifier", "OnlineRegressor", *ENTRIES]


def __getattr__(name: str) -> Any:
    """The class of a learner, made on first access."""
    name = name_now(name)
    if name not in ENTRIES:
        raise AttributeError(f"{__name__} has no {name}; it has {', '.join(__all__)}")
    base = OnlineRegressor if name.endswith(REGRESSOR) else OnlineClassifier
    more = {"binarize": 0.0} if ENTRIES[name].learner.boolean else {}
    return globals().setdefault(name, derived(base, name, ENTRIES[name], more, __name__, OnlineModel.begin))


def __dir__() -> list[str]:
    """All names, those of classes that are not made yet too."""
    return sorted({*globals(), *__all__})
