"""What a game of advice is played on: its loss, its labels, its columns and the empty ledger."""

from __future__ import annotations

from typing import Any

from ..bound import Bound
from ..features.hashing import kept_names
from ..losses.loss_names import find_forecast_loss
from ..truth import NUMBERS, SIGNS
from .advice import Advice
from .expert_ledger import ExpertLedger


def advice_table(learner: Any, loss: Any, labels: Any, bounds: list[Bound], features: Any, keep: int) -> Any:
    """Loss, labels, columns and ledger of a game of advice: the loss says what truths are, and columns are experts."""
    price = find_forecast_loss("mistake" if loss is None else loss)
    learner.plays_for(price)
    truth = SIGNS if price.classes else NUMBERS
    known = truth.labels(None if labels == NUMBERS else labels, price)
    columns = Advice(price, known, kept_names(features))
    return price, known, columns, ExpertLedger(learner, price, bounds, keep, columns)
