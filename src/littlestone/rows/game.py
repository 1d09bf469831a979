# cython: boundscheck=False, wraparound=False, nonecheck=False
"""`Game`, the game of examples: its two moves, predict and label, and the fast loop over batches.

Before it the weights of rounds, given or by class; behind it what it is played on, the checks of a batch, open rounds
as they are saved, and weights by the names of columns.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from ..account import Account
from ..bound import Bound
from ..coin import Coin
from ..errors import BadBatch, BadParameter, NotBoolean, StateError, WrongCall
from ..features.arrays import is_columnar
from ..features.batches import one_by_one, row_weights
from ..features.features import Features
from ..features.hashing import columns_as_written
from ..features.labels import Labels, Outcome
from ..features.saved_rows import end_to_end, saved_rows
from ..features.schema import Schema, made
from ..learner import Learner, RowLearner, State, a_vector, too_many_columns, under
from ..loss import Loss
from ..losses.loss_names import find_among
from ..metrics.keeper import Keeper
from ..metrics.metrics import Metrics
from ..moves import Moves, is_ours, theorems_for
from ..nature import Nature
from ..row import Batch, Row
from ..support.settings import whole
from ..support.signatures import NEEDED
from ..truth import CLASSES, NUMBERS, SIGNS, truth_of
from ..weights import a_weight
from .class_ledger import ClassLedger
from .guarantee import Guarantee, joined
from .ledger import Ledger
from .number_ledger import NumberLedger
from .round import Round
from .signals import pause
from .whole_lessons import may_end_half_taught, may_refuse, teach_whole

BALANCED = "balanced"


class ClassWeights:
    """The weight of a label by its class: as given, or balanced by how often the classes came so far.

    Balanced, a label of class c weighs n/(k n_c), where n labels came so far, this one included, n_c of them of class
    c, and k classes: every class has about the same weight in all, without a look into the future. A class that is not
    among those given weighs 1.
    """

    def __init__(self, given: Any, labels: Any) -> None:
        if isinstance(labels, Outcome):
            raise BadParameter("class_weight is for classes, and the labels of this game are numbers")
        self.balanced = given == BALANCED
        self.labels = labels
        self.given: dict[Any, float] = {}
        self.counts: dict[float, int] = {}
        if not self.balanced:
            pairs = list(given.items() if isinstance(given, Mapping) else given)
            if isinstance(given, str) or not all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in pairs):
                raise BadParameter(f"class_weight is 'balanced' or a weight for each class, not {given!r:.60}")
            self.given = {label: a_weight(weight) for label, weight in pairs}
            if labels.setting():  # two classes, which are known
                for label in self.given:
                    labels.check(label)

    def setting(self) -> Any:
        """The setting as values for JSON."""
        return BALANCED if self.balanced else [[label, weight] for label, weight in self.given.items()]

    def of(self, sign: float) -> float:
        """The weight of the next label, which is of the class that the learner knows as `sign`."""
        if not self.balanced:
            return self.given.get(self.labels.outside(sign), 1.0)
        alike = self.counts.get(sign, 0) + 1
        kinds = len(self.counts) + (alike == 1)
        return (sum(self.counts.values()) + 1.0) / (kinds * alike)

    def ahead(self, signs: Any, weights: Any) -> Any:
        """What labels to come will weigh, of which these weights are given; NaN is one that is missing."""
        counts, due = dict(self.counts), weights.copy()
        for t in np.flatnonzero(~np.isnan(signs)):
            due[t] *= self.of(float(signs[t]))
            if due[t] > 0.0:
                self.count(float(signs[t]))
        self.counts = counts
        return due

    def count(self, sign: float) -> None:
        """Count a label."""
        self.counts[sign] = self.counts.get(sign, 0) + 1

    def state(self) -> Any:
        """How often each class came, as an array of pairs."""
        return np.array([[sign, count] for sign, count in self.counts.items()], dtype=np.float64).reshape(-1, 2)

    def restore(self, state: Any) -> None:
        """Restore the counts."""
        pairs = np.asarray(state, dtype=np.float64)
        if pairs.ndim != 2 or pairs.shape[1] != 2 or not ((pairs[:, 1] >= 1) & (pairs[:, 1] == pairs[:, 1] // 1)).all():
            raise StateError("'class_counts' are classes, and how often each came")
        self.counts = {float(sign): int(count) for sign, count in pairs}


class WeighedMoves(Moves):
    """Base class of games with weights: `_weigh` sets the weight of the round that is learned next."""

    def __init__(self, learner: Learner, ledger: Account) -> None:
        super().__init__(learner, ledger)
        self._pupil = learner.rule
        self._class_weights: ClassWeights | None = None
        self._given = 1.0  # the weight of the round as the user gave it, by which metrics count

    def _weigh_classes(self, given: Any, labels: Any) -> None:
        """Weigh every label by its class from now on, unless `given` is None."""
        if given is not None:
            self._class_weights = ClassWeights(given, labels)
            self._weighing = True

    def _weigh(self, weight: float) -> None:
        """Let the round that is learned next have this weight."""
        self.learner.importance = weight
        self._pupil.importance = weight
        self.ledger._weigh(weight)
        for watcher in self.ledger._watchers:
            watcher.weigh(weight)

    def _weight_of(self, sign: float, weight: float) -> float:
        """The weight of a label: that given to it, times that of its class."""
        return weight if self._class_weights is None else a_weight(weight * self._class_weights.of(sign))

    def _close_weighed(self, move: Any, y: Any, weight: Any) -> None:
        given = 1.0 if weight is None else a_weight(weight)
        self._check(y)
        due = 0.0
        if given > 0.0:
            sign = self._sign(y)
            due = self._weight_of(sign, given)
        if due == 0.0:
            self.forget(move.number)
            return
        self._given = given
        self._weigh(due)
        try:
            self._close(move, y)
        finally:
            self._given = 1.0
            self._weigh(1.0)
        if self._class_weights is not None:
            self._class_weights.count(sign)

    def _judge(self, number: int, x: Row, y: float, guess: float, act: float, late: bool, delay: int) -> None:
        """Learn a round and record it."""
        raise NotImplementedError(f"{type(self).__name__} must implement judge()")

    def _judge_weighed(self, number: int, x: Row, y: float, guess: float, act: float, weight: float) -> bool:
        """`_judge` a row of a batch whose weight may be other than 1; one of weight 0 is forgotten. Was it judged?"""
        due = self._weight_of(y, weight)
        if due == 0.0:
            self.ledger.rounds = number
            self.ledger.forgotten += 1
            return False
        self._given = weight
        self._weigh(due)
        try:
            self._judge(number, x, y, guess, act, False, 0)
        finally:
            self._given = 1.0
            self._weigh(1.0)
        if self._class_weights is not None:
            self._class_weights.count(y)
        return True

    def _sign(self, y: Any) -> float:
        """A label as the learner is told it; raises if it is no label of this game."""
        raise NotImplementedError(f"{type(self).__name__} must implement sign()")

    def state(self) -> State:
        counts = {} if self._class_weights is None else {"class_counts": self._class_weights.state()}
        return {**super().state(), **counts}

    def restore(self, state: State) -> None:
        super().restore(state)
        if self._class_weights is not None:
            self._class_weights.restore(state["class_counts"])


class Game(WeighedMoves):
    """A learner plays; the ledger keeps the account.

    `predict` opens a round, `label` closes it: at once, later, in any order, or never. Judging comes first and learning
    second. If other rounds were learned meanwhile, the learner predicts again when the label comes, and learns with
    that prediction: `ledger` counts the first prediction, `ledger.in_order` the second. A game is not thread-safe. An
    open round keeps its example in memory: `forget` the rounds whose label will not come.

    learner     who plays
    loss        what is added up besides mistakes: of classes "hinge", "log", "ramp", ...; of numbers "square",
                "pinball:0.9", "poisson", ...; of advice also "brier"; None is the learner's own, or "mistake"
    labels      the two classes as you write them, negative first, such as ("ham", "spam"); "numbers"; None is what the
                learner is made for: -1 and +1, numbers, or classes as they come
    bounds      the theorems to watch; None takes all that the learner has
    seed        of the coin that a randomised learner's act is tossed with
    features    the names of the columns, if they are known before the first example
    schema      how a raw record becomes features: roles of columns, texts, dates, ...; None is `Schema()`
    class_weight    "balanced", or a weight for each class: how much its labels weigh, unless 1; see `label`
    metrics     those to keep, such as ("auc", "accuracy@1000"): `ledger.metrics` has their values
    guarantees  what is promised beyond mistakes, such as [Intervals(0.9), Alarm(0.1)]: see `littlestone.guarantees`
    keep        how many entries of mistaken examples to keep for the bounds in hindsight; 0 for none
    """

    if TYPE_CHECKING:
        ledger: Ledger
        learner: RowLearner
        price: Loss
        labels: Labels
        features: Features

    _kind = "rows"

    def __init__(
        self,
        learner: RowLearner = NEEDED,
        *,
        loss: str | Loss | None = None,
        labels: Sequence[Any] | str | None = None,
        bounds: Sequence[Bound] | None = None,
        seed: int = 0,
        features: Features | Iterable[str] = (),
        schema: Schema | Mapping[str, Any] | None = None,
        class_weight: Any = None,
        metrics: str | Iterable[str] = (),
        guarantees: Sequence[Guarantee] = (),
        keep: int = 1_000_000,
    ) -> None:
        if not isinstance(learner, RowLearner):
            raise no_player(learner)
        if whole("keep", keep, "a number of entries") >= 2**62:
            raise BadParameter(f"keep is a number of entries that a machine can hold, not {keep}")
        self._player = learner  # the same as `learner`, known to be one of rows
        self._boolean, self._keep = learner.boolean, keep
        self.coin = Coin(whole("seed", seed, "a whole number"))
        watched = theorems_for(learner, bounds, keep)
        table = learner.game_table()
        self._advised = table is not None
        table = table or examples_table
        self.price, self.labels, self.features, ledger = table(learner, loss, labels, watched, features, keep)
        super().__init__(learner, ledger)
        self._schema_given = False
        if schema is not None:
            self._take_schema(made(schema))
        self._numbers = not self._advised and isinstance(self.labels, Outcome)
        self._weigh_classes(class_weight, self.labels)
        self._asks_again = learner.asked_again
        self._refuses, self._fragile = may_refuse(learner), may_end_half_taught(learner)
        self._strange = not is_ours(learner)  # a learner of the user's own, which may embed rows in its own way
        self._watching, self._strangers = 0, False  # how many watchers were checked; are some not of this package?
        self.features.zeros |= learner.wants_zeros
        self.features.variables = learner.boolean
        learner.see_marks(self.features.marks)
        self._randomised = learner.randomised and (self.price.classes or not self._advised)
        truth = NUMBERS if isinstance(self.labels, Outcome) else CLASSES if learner.truths == CLASSES else SIGNS
        self._by_class = truth == CLASSES and learner.has_chances
        self._teller = None if not learner.has_chances else self.labels if self._by_class else learner
        self._keeper: Keeper | None = None
        if kept := Metrics(metrics, learner, truth, self.labels, self.price):
            self.ledger.metrics, self._keeper = kept, kept.keeper
        if len(self.features):
            learner.widen(len(self.features))
        self.guarantees = self.ledger._guarantees = joined(self, guarantees)
        self._guarded = bool(self.guarantees)
        self._hides = any(each.hides for each in self.guarantees)

    def predict(self, x: Any) -> Round:
        """The first move: open a round for x. `label` later refers to it by its number."""
        self._check_made()
        features = self.features
        before, shared, numbered = len(features.columns), features.shared, features.numbered
        number = self.ledger.rounds + 1
        try:
            row = features.row(x)
            if 0 < self._player.most_columns < row.width:
                raise too_many_columns(self._player, row.width)
            if self._boolean and not row.is_boolean():
                raise not_boolean_row(self, row)
            guess = float(self._player.predict(row))  # interpreted rules may answer with a number of numpy
            sign = guess if self._numbers else self._player.act(guess)
            sign = self._toss(number, sign) if self._randomised else sign
            odds = self._player.class_chances(row) if self._by_class else None
        except BaseException:
            features.forget(before)
            features.numbered, features.shared = numbered, shared
            raise
        move = self._opened(number, row, guess, sign, self._player.lessons, odds)
        if self._guarded:
            self._promise(move)
        self.ledger.rounds = number
        return move

    def _promise(self, move: Round) -> None:
        """Let the guarantees say what they have to say of a round."""
        said: list[Any] = []
        move.said = said
        for each in self.guarantees:
            said.append(each.opened(move))

    def _opened(self, number: int, x: Row, guess: float, sign: float, lessons: int, odds: Any) -> Round:
        """Record a round as open: `sign` is its act, `lessons` how many were learned before; see `Round.odds`."""
        self._check_made()
        move = Round.__new__(Round)
        move.number = number
        move.x = x
        move.guess = guess
        move.act = self.labels.outside(sign)
        move.sign = sign
        move.lessons = lessons
        move.teller = self._teller
        move.odds, move.said, move.id = odds, None, None
        self.open[number] = move
        return move

    def label(self, number: int, y: Any, weight: Any = None) -> None:
        labels = self.labels
        met = labels.met()
        if self._hides and self._withheld(number, y):
            return
        try:
            WeighedMoves.label(self, number, y, weight)
        except BaseException:
            labels.forget(met)  # the class of a label that was refused is as new as before
            raise

    def _withheld(self, number: int, y: Any) -> bool:
        """Is the label of a round kept from the learner? Then a guarantee counts it, and the round is forgotten."""
        move = self.open.get(number)
        if move is None:
            return False
        sign = self.labels.inside(y)
        for each, said in zip(self.guarantees, move.said or (), strict=False):
            if each.withholds(said):
                self.forget(number)
                each.judged(move, said, sign)
                return True
        return False

    def forget(self, number: int) -> None:
        move: Any = self.open.get(number)
        super().forget(number)
        for each in self.guarantees:
            each.forgotten(move)

    def _check(self, y: Any) -> None:
        self.labels.check(y)

    def _sign(self, y: Any) -> float:
        return self.labels.inside(y)

    def _close(self, move: Any, y: Any) -> None:
        self._check_made()
        sign = self.labels.inside(y)
        then = move
        late = then.lessons != self._player.lessons and self._asks_again
        if self._keeper is not None:
            self._keeper.odds = then.odds
        if self._guarded:
            for each in self.guarantees:
                each.check(then, sign)
        self._judge(then.number, then.x, sign, then.guess, then.sign, late, self.ledger.rounds - then.number)
        if self._guarded:
            self._judged(then, sign)

    def _judged(self, move: Round, y: float) -> None:
        """Let the guarantees count the label of a round, by what they said of it."""
        if move.said is None or len(move.said) != len(self.guarantees):
            self._promise(move)  # a round that was not opened by predict
        said: Any = move.said
        for k in range(len(self.guarantees)):
            each = self.guarantees[k]
            each.judged(move, said[k], y)

    def _judge(self, number: int, x: Row, y: float, guess: float, act: float, late: bool, delay: int) -> None:
        """Learn a round and record it: every round, however it is played, ends here.

        For a `late` one the learner predicts again: it learns with that prediction, and theorems count it. What the
        learner refuses is refused first. The user's code that can raise, the loss and the learner, runs before
        anything is recorded.
        """
        ledger, learner = self.ledger, self._player
        if self._refuses:
            learner.check_label(y, learner.importance)
        cost = self.price.value(y, guess, act)
        chance = 0.0 if act == y else 1.0
        if self._randomised:
            chance = abs(learner.act(guess) - y) / 2.0
        if self._keeper is not None:
            self._keeper.judge(y, guess)
        now, then = guess, act
        cost_now, chance_now = cost, chance
        if late:
            now = learner.predict(x)
            if self._randomised:  # no coin is tossed again: of the new prediction only the chance counts
                chance_now = abs(learner.act(now) - y) / 2.0
            else:
                then = now if self._numbers else learner.act(now)
                chance_now = 0.0 if then == y else 1.0
            cost_now = self.price.value(y, now, then)
        seen = x
        watched = bool(ledger._watchers)
        if watched or (ledger._keeps and then != y):
            # before anything is learned: the row as the rule sees it, a copy where a watcher may keep it
            seen = learner.embed(x) if self._strange or (watched and self._has_strangers()) else learner.as_seen(x)
        elsewhere = learner.updates != ledger._updates_seen or learner.lessons != ledger._lessons_seen
        if self._fragile:
            teach_whole(self, x, y, now)
        else:
            learner.learn(x, y, now)
        learner.lessons += 1
        if elsewhere:
            ledger._outside += 1
        if late or ledger._ordered is not None:
            ordered = ledger._part() if ledger._ordered is None else ledger._ordered
            ordered._record(number, seen, y, now, then, chance_now, cost_now, 0)
        ledger._record(number, seen, y, guess, act, chance, cost, delay)
        if self._keeper is not None:
            self._keeper.record(y, act, self._given)
        if self.open:
            self.open.pop(number, None)
        if watched:
            for watcher in ledger._watchers:
                watcher.see(number, seen, y, now, then != y)

    def _has_strangers(self) -> bool:
        """Is there a watcher from outside this package, which might keep a row?"""
        if self._watching != len(self.ledger._watchers):
            self._watching, self._strangers = len(self.ledger._watchers), not all(map(is_ours, self.ledger._watchers))
        return self._strangers

    def _toss(self, number: int, stance: float) -> float:
        """The act of a randomised learner: +1 with chance (1 + stance)/2, by the coin of that round."""
        return 1.0 if self.coin.toss(number) < (1.0 + stance) / 2.0 else -1.0

    def _meet(self, nature: Nature) -> None:
        """Take over the names of the columns if the nature knows them before the first example.

        A source of a file keeps numbers that are zero from now on, if the learner wants them.
        """
        if self.features.zeros and hasattr(nature, "keep_zeros"):
            nature.keep_zeros()
        known = self.features.met(nature)
        if known and self.ledger.rounds == 0 and not len(self.features):
            self.learner.widen(len(known))
            self._name_columns(known.written())

    def _name_columns(self, names: Any, width: int = 0) -> None:
        """Set the names of the columns, or how they are hashed; `width` is that of vectors of advice so far."""
        if self._advised:
            self.features = self.ledger._features = self.features.named_anew(names, width)  # type: ignore[attr-defined]
        else:
            self.features = columns_as_written(names).following(self.features)
            self.learner.see_marks(self.features.marks)

    def _seen(self, move: Round) -> Round:
        """A round as a nature may see it: with the guess, but while it is open without the outcome of the coin."""
        if not self._randomised or move.number not in self.open:
            return move
        return Round(move.number, move.x, move.guess, None)

    def _stance(self, move: Round) -> float:
        """The guess of a learner of numbers; else its act, before any coin is tossed."""
        return move.guess if self._numbers else self.learner.act(move.guess)

    def play(self, nature: Any, *more: Any, **reading: Any) -> Any:
        """Play until the nature has no more examples and has revealed its last labels; return the ledger.

        Pairs (x, y) of examples and labels are played one after the other; a label may be None. A frame of pandas or
        Polars, an Arrow table, a relation of DuckDB or whatever has `__arrow_c_stream__` is played row by row, by the
        column that `label` names, and other settings of `read`: `game.play(frame, label="spam", text="message")`.
        """
        if more:
            raise apart("play")
        if is_columnar(nature):
            self._check_made()
            return frames().play_frame(self, nature, reading)
        if reading:
            raise of_no_frame(nature, reading)
        return super().play(nature)

    def play_batch(self, batch: Any, *more: Any, **reading: Any) -> Ledger:
        """Play every row of a labelled batch, in order: the same moves in a fast loop.

        A label that is NaN is missing: the round is counted and forgotten. A frame is one batch, read as `play` reads
        it: `game.play_batch(frame, label="spam")`. If a row is wrong, none is played. A learner that wants numbers
        that are zero is given them where the batch has them: `as_batch(X, y, zeros=True)`.
        """
        if more:
            raise apart("play_batch")
        self._check_made()
        if is_columnar(batch):
            batch = frames().frame_batch(self, batch, reading)
        elif reading:
            raise BadParameter(f"{next(iter(reading))}= is said of a frame; a batch has its labels: as_batch(X, y)")
        elif not isinstance(batch, Batch):
            raise BadBatch(
                f"play_batch plays a Batch, as as_batch(X, y) makes one, or a frame, not {type(batch).__name__}"
            )
        return self._play_rows(batch)

    def _play_rows(self, batch: Batch) -> Ledger:
        """`play_batch` of a batch."""
        if not self._follows_batches:
            return self._play_singly(batch)
        truths = self._check_batch(batch)
        learner, ledger = self._player, self.ledger
        learner.widen(batch.width)
        # One view is moved from row to row, unless a learner or watcher from outside the package might keep it.
        telling = self._keeper is not None and self._keeper.by_class
        weights = np.asarray(batch.weights) if len(batch.weights) else np.ones(batch.rows if self._weighing else 0)
        weighed = len(weights) > 0
        fresh = telling or not all(map(is_ours, (learner, *ledger._watchers)))
        self.features.numbered = not self.features.columns
        x = batch.view(0, 0, batch.width)
        for t in range(batch.rows):
            if t % 8192 == 8191:
                pause()
            if fresh:
                x = batch.row(t)
                if telling and self._keeper is not None:
                    self._keeper.odds = learner.class_chances(x)
            else:
                x.aim(batch.starts[t], batch.starts[t + 1])
            number = ledger.rounds + 1
            y = float(truths[t])
            if y != y:
                ledger.rounds = number
                ledger.forgotten += 1
                continue
            guess = learner.predict(x)
            act = guess if self._numbers else learner.act(guess)
            act = self._toss(number, act) if self._randomised else act
            counts = True
            if weighed:
                counts = self._judge_weighed(number, x, y, guess, act, weights[t])
            else:
                self._judge(number, x, y, guess, act, False, 0)
            if self._guarded and counts:
                for each in self.guarantees:
                    each.follow(number, y, guess, act != y)
        return ledger

    @property
    def _follows_batches(self) -> bool:
        """Can a batch be played in one go? Else a guarantee has to see every round."""
        return all(each.can_follow() for each in self.guarantees)

    def _play_singly(self, batch: Batch) -> Ledger:
        """`play_batch` where a guarantee has to see every round: one by one, with the same answers."""
        truths = np.asarray(self._check_batch(batch)).tolist()
        weights = row_weights(batch) if len(batch.weights) else [None] * len(batch)
        for (x, _), y, weight in zip(one_by_one(batch), truths, weights, strict=True):
            number = self.predict(x).number
            if y != y:
                self.forget(number)
            else:
                self.label(number, y if isinstance(self.labels, Outcome) else self.labels.outside(y), weight)
        return self.ledger

    @property
    def alarms(self) -> list[Any]:
        """The alarms that have sounded so far, the last one last: their round, the label it came with, the evidence."""
        heard = (each.account.alarms for each in self.guarantees if each.name == "alarm")
        return sorted((one for alarms in heard for one in alarms), key=lambda one: one.label)

    def _check_batch(self, batch: Batch) -> Any:
        """The truths of a batch as the learner is told them; raises if the batch is wrong, before a row is played."""
        met = self.labels.met()
        try:
            truths = checked_truths(self, batch)
            if self._refuses:
                told, weights = lessons_in(self, batch, truths)
                self._check_lessons(told, weights)
        except BaseException:
            self.labels.forget(met)
            raise
        return truths

    def _check_lessons(self, truths: Any, weights: Any) -> None:
        """Raise if the learner refuses one of these labels of these weights; those that are missing are not learned."""
        learner = self._player
        for t in range(len(truths)):
            if truths[t] == truths[t] and weights[t] > 0.0:
                learner.check_label(truths[t], weights[t])

    def weights(self, top: int | None = None) -> Weights:
        """The weights of the whole model by column name, the largest first: see `weights_by_name`."""
        return weights_by_name(self, top)

    def _arguments(self) -> dict[str, Any]:
        return {
            "loss": self.price,
            "labels": self.labels.setting(),
            "bounds": self.ledger.bounds,
            "seed": self.coin.seed,
            "schema": self.features.schema if self._schema_given else None,
            "class_weight": None if self._class_weights is None else self._class_weights.setting(),
            "metrics": list(self.ledger.metrics),
            **({"guarantees": [each.anew() for each in self.guarantees]} if self.guarantees else {}),
            "keep": self._keep,
        }

    def settings(self) -> dict[str, Any]:
        guarantees = [[each.name, each.settings()] for each in self.guarantees]
        return {**super().settings(), **({"guarantees": guarantees} if guarantees else {})}

    def _take_schema(self, schema: Schema) -> None:
        """Convert raw records by this schema from now on."""
        self._schema_given = True
        self.features.take_schema(schema)

    @property
    def schema(self) -> Schema:
        """How a raw record becomes features."""
        return self.features.schema

    def state(self) -> State:
        """The state of the game: learner, ledger, names and open rounds, as named arrays."""
        return {
            **super().state(),
            **{f"features/{name}": value for name, value in self.features.state().items()},
            "labels/known": np.frombuffer(json.dumps(self.labels.state()).encode(), dtype=np.uint8),
            **self._guarantees_state(),
        }

    def _guarantees_state(self) -> State:
        """What the guarantees have collected, and said of the open rounds, as named arrays."""
        moves = list(self.open.values())
        return {
            f"guarantee{place}/{name}": value
            for place, each in enumerate(self.guarantees)
            for name, value in each.state(moves, [move.said[place] for move in moves]).items()
        }

    def _open_state(self) -> State:
        return state_of(list(self.open.values()), self._by_class)

    def restore(self, state: State) -> None:
        columns = under(state, "features/")
        self._name_columns(json.loads(np.asarray(columns["names"]).tobytes()), int(columns["width"]))
        self.features.restore(columns)
        if "labels/known" in state:
            self.labels.restore(json.loads(np.asarray(state["labels/known"]).tobytes()))
        super().restore(state)
        self.learner.see_marks(self.features.marks)
        moves = list(self.open.values())
        for move in moves:
            move.said = [] if self._guarded else None
        for place, each in enumerate(self.guarantees):
            for move, said in zip(moves, each.restore(under(state, f"guarantee{place}/"), moves), strict=True):
                move.said.append(said)

    def _reopen(self, state: State) -> None:
        reopen(self, state)


def no_player(given: Any) -> BadParameter:
    """The error for what is no learner of rows, with the call that was meant."""
    foreign = hasattr(given, "predict_one") or hasattr(given, "partial_fit")
    shown = type(given).__name__ if foreign else f"{given!r:.200}"  # whose settings may fill a screen
    words = f"a game is played by a learner such as Perceptron(), not by {shown}"
    if given is None:
        words = "a game needs to know who plays: Game(Perceptron()), or Game(Committee()) for the usual learners"
    elif isinstance(given, str):
        learners = import_module("littlestone.learners")  # which stands after this room
        words += f": write Game({learners.find_learner(given).__name__}())"
    elif isinstance(given, type) and issubclass(given, RowLearner):
        words += f": write Game({given.__name__}())"
    elif foreign:
        words += ": a model of another library plays as Outside(model), from littlestone.facades.outside"
    return BadParameter(words)


def apart(method: str) -> WrongCall:
    """The error for examples and labels that are given apart, with the calls that were meant."""
    return WrongCall(
        f"{method} takes examples and labels together: game.play(zip(X, y)) one by one, "
        f"game.play_batch(as_batch(X, y)) as one batch, with as_batch from littlestone.features, "
        f'game.{method}(frame, label="y") where they are in one frame'
    )


def of_no_frame(given: Any, reading: dict[str, Any]) -> BadParameter:
    """The error for what is said of a frame where none was given, with the call that was meant."""
    said = ", ".join(f"{name}={value!r}" for name, value in reading.items())
    path = repr(str(given)) if isinstance(given, str | PathLike) else "path"
    call = f"game.play(read({path}, {said}))"
    return BadParameter(f"{next(iter(reading))}= is said of a frame; a file is played by {call}, read from littlestone")


def frames() -> Any:
    """How a game reads frames: with the formats, which stand after this room; loaded with the first frame."""
    return import_module("littlestone.formats.tables.game_frame")


# What a game is played on: its loss, its labels, its columns and the empty ledger.

LEDGERS = (Ledger, NumberLedger, ClassLedger)  # imported so that each registers as the ledger of its kind of truth


def examples_table(learner: Any, loss: Any, labels: Any, bounds: list[Bound], features: Any, keep: int) -> Any:
    """Loss, labels, columns and ledger of a game of examples, by the kind of truth."""
    if labels is None:
        labels = getattr(learner, "known_labels", None)  # those of a class of several labels, in the class's order
    truth = truth_of(learner, labels)
    usual = (learner.follows or truth.usual) if truth == NUMBERS else truth.usual
    price = find_among(truth.losses, usual if loss is None else loss)
    known = truth.labels(labels, price)
    columns = features if isinstance(features, Features) else Features(features)
    learner.plays_for(price)
    return price, known, columns, truth.ledger(learner, price, bounds, keep, known)


# Checks of a batch, before its first row is played.

WIDE = 1 << 22  # room for so many columns is no harm, whatever a file holds


def not_boolean_row(game: Any, x: Row) -> NotBoolean:
    """The error for a row with a number other than 0 and 1."""
    k = int(np.flatnonzero((x.values != 0) & (x.values != 1))[0])
    column = int(x.columns[k])
    name = repr(game.features.names[column]) if game.features.columns else f"column {column}"
    return NotBoolean(f"{type(game.learner).__name__} plays with Boolean features, 0 or 1; {name} is {x.values[k]:g}")


def checked_truths(game: Any, batch: Batch) -> Any:
    """The truths of a batch as the learner is told them; raises if the batch is wrong."""
    check_rows(game, batch)
    truths = np.require(batch.labels, requirements="W")  # those of a packed file are read-only
    if batch.classes is not None:
        return game.labels.named_column(truths, batch.classes)
    return game.labels.column(truths)


def lessons_in(game: Any, batch: Batch, truths: Any) -> tuple[Any, Any]:
    """The labels of a batch that a learner may refuse, and their weights; one of each class where all weigh 1."""
    if game._class_weights is None and not len(batch.weights) and not isinstance(game.labels, Outcome):
        met = game.labels.met()
        truths = np.arange(0.0, met) if met else np.array([-1.0, 1.0])
    weights = np.array(batch.weights) if len(batch.weights) else np.ones(len(truths))
    return truths, weights if game._class_weights is None else game._class_weights.ahead(truths, weights)


def check_rows(game: Any, batch: Any) -> None:
    """Raise if a game cannot play these rows."""
    batch.check()
    if batch.rows and not len(batch.labels):
        raise BadBatch(f"{batch!r} has no labels to learn from; give Batch(..., labels=y)")
    game.features.check_batch(batch)
    if 0 < game.learner.most_columns < batch.width:
        raise too_many_columns(game.learner, batch.width)
    if 0 < len(game.features) < batch.width:
        raise BadBatch(f"this game has {len(game.features)} named columns, but the batch is {batch.width} wide")
    if game._boolean:
        check_boolean(game.learner, batch)


def check_open(game: Any, rows: list[Row], acts: Any) -> None:
    """Say so if these cannot be the examples of rounds that are open, and what was said to them."""
    game.labels.check_acts(acts)
    widest = max((x.width for x in rows), default=0)
    if widest > WIDE and is_ours(game.learner) and game.learner.kind != "kernel":  # these make room for every column
        room = max(np.size(value) for value in game.learner.state().values())
        if widest > max(room, len(game.features)):
            raise StateError(f"a round is open that is {widest:,} columns wide, but nothing else in this game is")
    for x in rows:
        game.features.check(x)
        if game._boolean and not x.is_boolean():
            raise not_boolean_row(game, x)


def check_boolean(learner: Any, batch: Batch) -> None:
    """Raise if a batch has a number other than 0 and 1."""
    values = np.asarray(batch.values)
    wrong = np.flatnonzero((values != 0) & (values != 1))
    if len(wrong):
        row = int(np.searchsorted(np.asarray(batch.starts), wrong[0], side="right")) - 1
        raise NotBoolean(
            f"{type(learner).__name__} plays with Boolean features, 0 or 1; "
            f"row {row} has {values[wrong[0]]:g} in column {batch.columns[wrong[0]]}"
        )


# Open rounds, saved as named arrays and taken up again.


def state_of(moves: list[Any], by_class: bool) -> State:
    """Open rounds as named arrays: their rows end to end, what was said, and `by_class` the chances of the classes."""
    starts, columns, values, widths = end_to_end([move.x for move in moves])
    state = {
        "numbers": np.array([move.number for move in moves], dtype=np.int64),
        "lessons": np.array([move.lessons for move in moves], dtype=np.int64),
        "guesses": np.array([move.guess for move in moves], dtype=np.float64),
        "signs": np.array([move.sign for move in moves], dtype=np.float64),
        "widths": widths,
        "starts": starts,
        "columns": columns,
        "values": values,
    }
    if any(move.id is not None for move in moves):
        state["ids"] = np.frombuffer(json.dumps([move.id for move in moves]).encode(), dtype=np.uint8)
    return {**state, **saved_odds([move.odds for move in moves])} if by_class else state


def ids_of(state: State) -> list[str | None]:
    """The ids of saved open rounds, None where there is none."""
    if "ids" not in state:
        return [None] * len(state["numbers"])
    ids = json.loads(np.asarray(state["ids"]).tobytes())
    texts = isinstance(ids, list) and all(one is None or isinstance(one, str) for one in ids)
    if not texts or len(ids) != len(state["numbers"]):
        raise StateError("'ids' of open rounds are a list of texts, one for every round, null where it has none")
    return [None if one is None else str(one) for one in ids]


def rounds_by_id(game: Game) -> dict[str, int]:
    """The numbers of the open rounds that have an id."""
    return {move.id: number for number, move in game.open.items() if move.id is not None}


def reopen(game: Game, state: State) -> None:
    """Open these rounds again in a game."""
    rows = saved_rows(state["starts"], state["columns"], state["values"], state["widths"])
    check_open(game, rows, state["signs"])
    kept = (a_vector(name, state[name]).tolist() for name in ("guesses", "signs"))
    more = game._lessons_of(state), odds_of(state), ids_of(state)
    for x, number, guess, sign, lessons, odds, id in zip(rows, state["numbers"], *kept, *more, strict=True):
        game._opened(int(number), x, guess, sign, lessons, odds).id = id


def saved_odds(odds: Sequence[Any]) -> State:
    """The chances of every class in each round, end to end, and how many each has; -1 for none."""
    return {
        "odds": np.array([p for each in odds if each is not None for p in each], dtype=np.float64),
        "classes": np.array([-1 if each is None else len(each) for each in odds], dtype=np.int64),
    }


def odds_of(state: State) -> list[Any]:
    """The chances of every class in saved open rounds, None where there are none; see `saved_odds`."""
    if "classes" not in state:  # an older release wrote none
        return [None] * len(state["numbers"])
    odds, classes = np.asarray(state["odds"], dtype=np.float64), np.asarray(state["classes"], dtype=np.int64)
    if odds.ndim != 1 or np.shape(classes) != np.shape(state["numbers"]) or np.maximum(classes, 0).sum() != len(odds):
        raise StateError(
            "'odds' of open rounds are the chances of their classes, end to end, as many as 'classes' says"
        )
    ends = np.cumsum(np.maximum(classes, 0)).tolist()
    return [None if n < 0 else odds[end - n : end].tolist() for n, end in zip(classes.tolist(), ends, strict=True)]


# The weights of a learner by the names of the columns.


class Weights(dict[Any, float]):
    """Weights by name, the largest magnitude first. The sum of weight times value, and the constant, is the guess.

    constant    what is added to the sum; of many classes, a dict of what is added for each
    note        empty if that is so to the last digits; else what the weights are, and why it is not
    """

    constant: Any = 0.0
    note = ""


def weights_by_name(game: Game, top: int | None = None) -> Weights:
    """The weights that are not zero by the name of their column, or its number, the largest magnitude first.

    They are those of the whole model on the features as they come: of a learner that rescales, on numbers as they are
    written; of a committee, the mean of its members'. `constant` is what is added to the sum of weight times value;
    where the two together are not the guess, `note` says what they are. Where there are many classes, each has
    weights of its own, and a key is a pair (class, column). Hashed columns have numbers only.

    top    how many; None is all
    """
    if top is not None:
        whole("top", top, "a number of weights")
    names = [] if game.features.hashing else game.features.names
    learner = game.learner
    functions = learner.whole_weights()
    if not functions:
        raise BadParameter(f"{type(learner).__name__} has no weights, one for every column, that could be shown")
    many = learner.truths == CLASSES
    found = []
    for number, function in enumerate(functions):
        vector = function.weights
        for column in np.flatnonzero(vector):
            name = named(int(column), names, len(vector))
            found.append((float(vector[column]), (game.labels.outside(number), name) if many else name))
    found.sort(key=lambda pair: -abs(pair[0]))
    weights = Weights((name, weight) for weight, name in found[:top])
    constants = [function.constant for function in functions]
    weights.constant = {game.labels.outside(k): each for k, each in enumerate(constants)} if many else constants[0]
    weights.note = functions[0].note
    return weights


def named(column: int, names: list[str], width: int) -> Any:
    """The name of a column, its number if it has none; Winnow's negations come after the variables."""
    if not names:
        return column
    if column < len(names):
        return names[column]
    half = width // 2
    return f"not {names[column - half]}" if 0 <= column - half < len(names) else column
