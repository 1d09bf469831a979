"""Lookup of losses by name: for two classes, for regression, and for forecasts of experts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import BadParameter, UnknownName
from ..loss import Loss
from ..truth import CLASSES, NUMBERS, SIGNS
from .guess_losses import (
    Absolute,
    Brier,
    Hinge,
    Insensitive,
    Logistic,
    LogScore,
    Mistake,
    Percentage,
    Pinball,
    Poisson,
    Square,
)
from .judges import Margin, Ramp

# The losses for labels -1 and +1, for labels that are numbers, and for expert forecasts of any other label.
LOSSES: dict[str, type[Loss]] = {loss.name: loss for loss in (Mistake, Absolute, Hinge, Square, Logistic, Ramp, Margin)}
NUMBER_LOSSES: dict[str, type[Loss]] = {
    loss.name: loss for loss in (Square, Absolute, Insensitive, Pinball, Poisson, Percentage)
}
SLOPED_LOSSES: dict[str, type[Loss]] = {  # losses for gradient learners
    loss.name: loss for loss in (Hinge, Logistic, Square, Absolute, Insensitive, Pinball, Poisson)
}
FORECAST_LOSSES: dict[str, type[Loss]] = {
    loss.name: loss for loss in (Mistake, Absolute, Square, LogScore, Brier, Pinball, Percentage)
}
JUDGES = (Ramp.name, Margin.name)
SIGNS.losses = CLASSES.losses = LOSSES
NUMBERS.losses, NUMBERS.usual = NUMBER_LOSSES, Square.name
ALSO_CALLED = {  # the names other libraries use
    "logistic": "log",
    "squared": "square",
    "quantile": "pinball",
    "epsilon_insensitive": "insensitive",
}
SETTINGS = {  # the losses with a parameter, and an example of it
    Pinball.name: "pinball:0.9 is the loss of the 0.9-quantile",
    Insensitive.name: "insensitive:0.1 forgives 0.1",
    Ramp.name: "ramp:0.5 costs nothing from the margin 0.5 on",
    Margin.name: "margin:0.5 costs nothing from the margin 0.5 on",
}


def find_loss(loss: str | Loss) -> Loss:
    """The loss for two classes of that name; a `Loss` is returned as it is."""
    return find_among(LOSSES, loss)


def find_number_loss(loss: str | Loss) -> Loss:
    """The regression loss of that name, such as "square" or "pinball:0.9"; a `Loss` is returned as it is."""
    return find_among(NUMBER_LOSSES, loss)


def find_forecast_loss(loss: str | Loss) -> Loss:
    """The forecast loss of that name, such as "square" or "pinball:0.9"; a `Loss` is returned as it is."""
    return find_among(FORECAST_LOSSES, loss)


def find_sloped_loss(loss: str | Loss) -> Loss:
    """The loss of that name that a gradient learner can follow; a `Loss` is returned as it is, if it is convex."""
    refuse_judge(loss)
    return find_among(SLOPED_LOSSES, loss)


def refuse_judge(loss: Any, instead: str = "add it up in the game: its loss, not the learner's") -> None:
    """Raise if a loss that is to be learned from is one that only judges, which is not convex; say what to do."""
    name = loss.name if isinstance(loss, Loss) and not loss.convex else str(loss).partition(":")[0]
    if name in JUDGES:
        raise BadParameter(
            f"the {name} loss is to judge by, not to learn from: it is not convex; learn from hinge, and {instead}"
        )


def find_among(losses: Mapping[str, type[Loss]], loss: str | Loss) -> Loss:
    """The loss of that name in a table; the text after a colon is its parameter."""
    if isinstance(loss, Loss):
        return loss
    name, _, setting = str(loss).partition(":")
    name = ALSO_CALLED.get(name, name)
    if name not in losses:
        raise UnknownName.among("loss", name, losses)
    if not setting:
        return losses[name]()
    if name not in SETTINGS:
        raise BadParameter(
            f"the {name} loss has no parameter; {' and '.join(SETTINGS)} have one: {SETTINGS[Pinball.name]}"
        )
    try:
        number = float(setting)
    except ValueError:
        raise BadParameter(f"{SETTINGS[name]}; {loss!r} has no number after the colon") from None
    return losses[name](number)  # type: ignore[call-arg]
