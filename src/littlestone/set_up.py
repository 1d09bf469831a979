"""How a game of examples is set up: which truths there are, what a guess costs, and who keeps the account."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .account import Account
from .class_ledger import ClassLedger
from .data.advice import Advice
from .data.features import Features
from .data.hashing import kept_names
from .data.labels import Classes, Labels, Outcome, TwoClass
from .errors import BadParameter
from .expert_ledger import ExpertLedger
from .learner import RowLearner
from .learners.experts.expert import ExpertLearner
from .ledger import Ledger
from .loss import Loss
from .losses import find_forecast_loss, find_loss, find_number_loss
from .number_ledger import NumberLedger

if TYPE_CHECKING:
    from .bound import Bound


class SetUp(NamedTuple):
    """What a game begins with."""

    price: Loss
    labels: Labels
    features: Features
    ledger: Account


def set_up(
    learner: RowLearner,
    loss: str | Loss | None,
    labels: Any,
    bounds: Sequence[Bound],
    features: Features | Iterable[str],
    keep: int,
) -> SetUp:
    """The truths, their price, the columns and the account of a game that this learner plays."""
    for bound in bounds:
        bound.begin(learner, keep)
    if isinstance(learner, ExpertLearner):
        return with_advice(learner, loss, labels, bounds, features, keep)
    columns = features if isinstance(features, Features) else Features(features)
    kind = kind_of(learner, labels)
    if kind == "numbers":
        price = find_number_loss(getattr(learner, "price", "square") if loss is None else loss)
        return SetUp(price, Outcome(price), columns, NumberLedger(learner, price, bounds))
    price = find_loss("mistake" if loss is None else loss)
    if kind == "classes":
        if not price.classes:
            raise BadParameter(f"among many classes mistakes are counted, loss='mistake'; {price.name!r} is of two")
        classes = Classes(() if labels is None or labels == "classes" else labels)
        return SetUp(price, classes, columns, ClassLedger(learner, price, bounds, keep, classes))
    return SetUp(price, two_of(labels), columns, Ledger(learner, price, bounds, keep))


def with_advice(
    learner: ExpertLearner,
    loss: str | Loss | None,
    labels: Any,
    bounds: Sequence[Bound],
    features: Features | Iterable[str],
    keep: int,
) -> SetUp:
    """A game of advice: its columns are experts."""
    price = find_forecast_loss("mistake" if loss is None else loss)
    learner.plays_for(price)
    truths: Labels = two_of(labels) if price.classes else Outcome(price)
    advice = Advice(price, truths, kept_names(features))
    return SetUp(price, truths, advice, ExpertLedger(learner, price, bounds, keep, advice))


def kind_of(learner: RowLearner, labels: Any) -> str:
    """Which kind of truths is played with: those of the learner, or of two classes if there are two labels."""
    learner_has = learner.truths
    if labels is None or learner_has == "classes":
        return learner_has
    if labels == "numbers" and learner_has != "numbers":
        raise BadParameter(
            f"{type(learner).__name__} is told -1 or +1, not any number; LinearDescent(loss='square') is"
        )
    if labels == "classes":
        raise BadParameter(f"{type(learner).__name__} knows two classes; for more there is OneVsRest({learner.name!r})")
    return "numbers" if labels == "numbers" else "signs"


def two_of(labels: Any) -> TwoClass:
    """The two classes as the user writes them."""
    if labels is None or labels == "numbers":
        return TwoClass()
    if not isinstance(labels, Sequence) or isinstance(labels, str) or len(labels) != 2:
        raise BadParameter(f"labels are the two classes, negative first, not {labels!r}")
    return TwoClass(*labels)
