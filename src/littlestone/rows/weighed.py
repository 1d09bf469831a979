"""Games whose rounds may weigh more or less than one: by the user, or by their class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..account import Account
from ..errors import BadParameter, StateError
from ..features.labels import Outcome
from ..learner import Learner, State
from ..moves import Moves
from ..row import Row
from ..weights import a_weight

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
    """Base class of games with weights: `weigh` sets the weight of the round that is learned next."""

    def __init__(self, learner: Learner, ledger: Account) -> None:
        super().__init__(learner, ledger)
        self.pupil = learner.rule
        self.class_weights: ClassWeights | None = None
        self.given = 1.0  # the weight of the round as the user gave it, by which metrics count

    def weigh_classes(self, given: Any, labels: Any) -> None:
        """Weigh every label by its class from now on, unless `given` is None."""
        if given is not None:
            self.class_weights = ClassWeights(given, labels)
            self.weighing = True

    def weigh(self, weight: float) -> None:
        """Let the round that is learned next have this weight."""
        self.learner.importance = weight
        self.pupil.importance = weight
        self.ledger.weigh(weight)
        for watcher in self.ledger.watchers:
            watcher.weigh(weight)

    def weight_of(self, sign: float, weight: float) -> float:
        """The weight of a label: that given to it, times that of its class."""
        return weight if self.class_weights is None else a_weight(weight * self.class_weights.of(sign))

    def close_weighed(self, move: Any, y: Any, weight: Any) -> None:
        given = 1.0 if weight is None else a_weight(weight)
        self.check(y)
        due = 0.0
        if given > 0.0:
            sign = self.sign(y)
            due = self.weight_of(sign, given)
        if due == 0.0:
            self.forget(move.number)
            return
        self.given = given
        self.weigh(due)
        try:
            self.close(move, y)
        finally:
            self.given = 1.0
            self.weigh(1.0)
        if self.class_weights is not None:
            self.class_weights.count(sign)

    def judge(self, number: int, x: Row, y: float, guess: float, act: float, late: bool, delay: int) -> None:
        """Learn a round and record it."""
        raise NotImplementedError(f"{type(self).__name__} must implement judge()")

    def judge_weighed(self, number: int, x: Row, y: float, guess: float, act: float, weight: float) -> bool:
        """`judge` a row of a batch whose weight may be other than 1; one of weight 0 is forgotten. Was it judged?"""
        due = self.weight_of(y, weight)
        if due == 0.0:
            self.ledger.rounds = number
            self.ledger.forgotten += 1
            return False
        self.given = weight
        self.weigh(due)
        try:
            self.judge(number, x, y, guess, act, False, 0)
        finally:
            self.given = 1.0
            self.weigh(1.0)
        if self.class_weights is not None:
            self.class_weights.count(y)
        return True

    def sign(self, y: Any) -> float:
        """A label as the learner is told it; raises if it is no label of this game."""
        raise NotImplementedError(f"{type(self).__name__} must implement sign()")

    def state(self) -> State:
        counts = {} if self.class_weights is None else {"class_counts": self.class_weights.state()}
        return {**super().state(), **counts}

    def restore(self, state: State) -> None:
        super().restore(state)
        if self.class_weights is not None:
            self.class_weights.restore(state["class_counts"])
