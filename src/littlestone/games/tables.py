"""What a game of rows is played on: its loss, its labels, its columns and the empty ledger."""

from __future__ import annotations

from typing import Any

from ..bound import Bound
from ..door.advice import Advice
from ..door.features import Features
from ..door.hashing import kept_names
from ..ledgers.advice import ExpertLedger
from ..ledgers.classes import ClassLedger
from ..ledgers.numbers import NumberLedger
from ..ledgers.two_classes import Ledger
from ..losses.names import find_among, find_forecast_loss
from ..truth import NUMBERS, SIGNS, truth_of

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


def advice_table(learner: Any, loss: Any, labels: Any, bounds: list[Bound], features: Any, keep: int) -> Any:
    """The same for a game of advice, where the loss determines the kind of truth, and columns are experts."""
    price = find_forecast_loss("mistake" if loss is None else loss)
    learner.plays_for(price)
    truth = SIGNS if price.classes else NUMBERS
    known = truth.labels(None if labels == NUMBERS else labels, price)
    columns = Advice(price, known, kept_names(features))
    return price, known, columns, ExpertLedger(learner, price, bounds, keep, columns)
