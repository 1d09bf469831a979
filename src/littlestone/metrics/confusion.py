"""Metrics of the labels predicted: accuracy, precision, recall, F1 and the confusion matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import StateError
from ..state import Held, Table, fields
from ..truth import CLASSES, SIGNS, Truth
from .tally import Tally

NOTHING = -1  # the number of a prediction that is no class
FEW = 8  # classes that there is room for at first


class Confusion(Tally):
    """Counts of how often every class came (n), was predicted (m), and was predicted rightly (h):

        accuracy = sum of h / sum of n,    balanced_accuracy = mean over the classes that came of h/n
        precision = h/m,    recall = h/n,    f1 = 2h/(n + m)                          (van Rijsbergen 1979)

    Of two classes, precision, recall and f1 are those of the positive class; of many, the mean over all classes that
    came or were predicted. `..._by_class` has them for every class. What would be 0/0 is 0, as in scikit-learn.
    `confusion` counts the pairs (label, prediction); the prediction None is no class at all.
    """

    higher = ("accuracy", "balanced_accuracy", "precision", "recall", "f1")
    tables = ("precision_by_class", "recall_by_class", "f1_by_class", "confusion")
    truths = (SIGNS, CLASSES)
    saved = fields(
        Table("counts", lambda own: [own.came, own.predicted, own.right], shape=(3, None), least=0.0),
        Table(
            "taken",
            lambda own: np.array([(*pair, count) for pair, count in own.taken.items()]).reshape(-1, 3),
            shape=(None, 3),
        ),
    )

    def __init__(self, labels: Any, truth: Truth) -> None:
        super().__init__(labels, truth)
        self.signs = truth == SIGNS
        self.came = np.zeros(FEW)
        self.predicted = np.zeros(FEW)
        self.right = np.zeros(FEW)
        self.taken: dict[tuple[int, int], float] = {}  # wrong pairs only: (class, what it was taken for)

    def add(self, y: float, said: float, act: float, surprise: float, square: float, weight: float) -> None:
        if self.signs:
            k = 1 if y > 0.0 else 0
            a = 1 if act > 0.0 else 0 if act < 0.0 else NOTHING
        else:
            k = int(y)
            a = int(act)
        if max(k, a) >= self.came.shape[0]:
            self.make_room(max(k, a) + 1)
        self.came[k] += weight
        if a >= 0:
            self.predicted[a] += weight
        if a == k:
            self.right[k] += weight
        else:
            pair = (k, a)
            self.taken[pair] = self.taken.get(pair, 0.0) + weight

    def make_room(self, classes: int) -> None:
        """Make room for so many classes, and half as many again."""
        more = np.zeros(classes + classes // 2 - self.came.shape[0])
        self.came = np.concatenate((self.came, more))
        self.predicted = np.concatenate((self.predicted, more))
        self.right = np.concatenate((self.right, more))

    def counts(self) -> tuple[Any, Any, Any, Any]:
        """The numbers of the classes that came or were predicted; how often they came, were predicted, and rightly."""
        came, predicted, right = np.asarray(self.came), np.asarray(self.predicted), np.asarray(self.right)
        known = np.flatnonzero(came + predicted)
        return known, came[known], predicted[known], right[known]

    def accuracy(self) -> float | None:
        """The share of right predictions; None before the first label."""
        total = float(np.asarray(self.came).sum())
        return float(np.asarray(self.right).sum()) / total if total else None

    def balanced_accuracy(self) -> float | None:
        """The mean over the classes that came of the share predicted rightly; None before the first label."""
        _, came, _, right = self.counts()
        return float((right[came > 0] / came[came > 0]).mean()) if came.any() else None

    def shares(self, name: str) -> tuple[Any, Any]:
        """The classes that came or were predicted, and this metric of each."""
        known, came, predicted, right = self.counts()
        over = {"precision": predicted, "recall": came, "f1": (came + predicted) / 2.0}[name]
        return known, np.divide(right, over, out=np.zeros(len(known)), where=over > 0)

    def one(self, name: str) -> float | None:
        """That metric of the positive class of two, or its mean over many."""
        known, shares = self.shares(name)
        if not len(known):
            return None
        if self.signs:
            return float(shares[known == 1].sum())  # 0 if the positive class neither came nor was predicted
        return float(shares.mean())

    def by_class(self, name: str) -> dict[Any, float]:
        """That metric by the user's label of the class."""
        return {self.label(k): share for k, share in zip(*(part.tolist() for part in self.shares(name)), strict=True)}

    def label(self, k: int) -> Any:
        """The user's label of a class number; None for a prediction that is no class."""
        if self.signs:
            return None if k == NOTHING else self.labels.outside(2.0 * k - 1.0)
        return self.labels.outside(float(k))

    def precision(self) -> float | None:
        """Of the rounds in which a class was predicted, the share in which it came."""
        return self.one("precision")

    def recall(self) -> float | None:
        """Of the rounds in which a class came, the share in which it was predicted."""
        return self.one("recall")

    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        return self.one("f1")

    def precision_by_class(self) -> dict[Any, float]:
        """The precision of every class, by its label."""
        return self.by_class("precision")

    def recall_by_class(self) -> dict[Any, float]:
        """The recall of every class, by its label."""
        return self.by_class("recall")

    def f1_by_class(self) -> dict[Any, float]:
        """The F1 of every class, by its label."""
        return self.by_class("f1")

    def confusion(self) -> dict[tuple[Any, Any], float]:
        """How often every label was predicted as what: the counts of (label, prediction), in the order of classes."""
        pairs = {(k, k): count for k, count in enumerate(np.asarray(self.right).tolist()) if count} | self.taken
        whole = {pair: int(count) if count == int(count) else count for pair, count in pairs.items()}
        return {(self.label(k), self.label(a)): count for (k, a), count in sorted(whole.items())}

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        counts, taken = held["counts"], held["taken"]
        if counts.shape[1] < FEW or np.isnan(counts).any():
            raise StateError("'counts' of the metrics are how often each class came, was predicted, and rightly")
        if not (taken[:, :2] >= NOTHING).all() or not (taken[:, 2] > 0).all():
            raise StateError("'taken' of the metrics are a class, what it was taken for, and how often")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.came, self.predicted, self.right = held["counts"]
        self.taken = {(int(k), int(a)): count for k, a, count in held["taken"].tolist()}
