"""What a game of rows is played on: its loss, its labels, its columns and the empty ledger."""

from __future__ import annotations

from typing import Any

from ..bound import Bound
from ..features.features import Features
from ..losses.loss_names import find_among
from ..truth import NUMBERS, truth_of
from .class_ledger import ClassLedger
from .ledger import Ledger
from .number_ledger import NumberLedger

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
