"""Outcomes and advice as checked arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..errors import BadBatch, BadLabel, BadParameter
from ..loss import Loss
from ..losses.loss_names import find_forecast_loss

LARGEST = 1e100  # sums of its square do not overflow


class Forecasts(NamedTuple):
    """T outcomes and the advice of n experts, T x n, nan where one slept; `awake` is the mask of the others."""

    outcomes: Any
    advice: Any
    awake: Any
    loss: Loss

    @property
    def rounds(self) -> int:
        """T."""
        return len(self.outcomes)

    @property
    def sleepers(self) -> bool:
        """Whether any expert slept in any round."""
        return not bool(self.awake.all())

    def prices(self) -> Any:
        """The loss of every expert in every round, T x n; nan where one slept."""
        prices = np.full(self.advice.shape, np.nan)
        outcomes = np.broadcast_to(self.outcomes[:, None], self.advice.shape)
        prices[self.awake] = self.loss.values(outcomes[self.awake], self.advice[self.awake])
        return prices

    def combined(self, weights: Any) -> Any:
        """The forecasts of a fixed mixture; the weights of sleeping experts are distributed among the others."""
        low, high = np.nanmin(self.advice, axis=1), np.nanmax(self.advice, axis=1)
        said = np.where(self.awake, self.advice, 0.0)
        return np.clip((said @ weights) / (self.awake @ weights), low, high)  # against rounding

    def total(self, guesses: Any) -> float:
        """The total loss of these forecasts."""
        return float(self.loss.values(self.outcomes, guesses).sum())


def read_forecasts(outcomes: Any, advice: Any, loss: str | Loss, awake: Any = None) -> Forecasts:
    """Check outcomes and advice, and convert them to arrays.

    `awake`, T x n of 0 and 1, marks experts as asleep whatever their advice; nan in the advice does so too.
    """
    found = find_forecast_loss(loss)
    y = numbers("outcomes", outcomes, 1)
    said = numbers("advice", advice, 2)
    if len(y) != len(said):
        raise BadBatch(f"there is one row of advice for every outcome, not {len(said)} rows for {len(y)} outcomes")
    if said.size == 0:
        raise BadBatch(
            f"hindsight needs at least one round and one expert; the advice is {said.shape[0]} x {said.shape[1]}"
        )
    for t in np.flatnonzero(~np.isfinite(y))[:1]:
        raise BadLabel(f"every outcome is a finite number, but that of round {t + 1} is {y[t]}; leave the round out")
    for truth in np.unique(y):
        found.check(float(truth))
    if awake is not None:
        said = np.where(read_awake(awake, said), said, np.nan)
    for t, i in np.argwhere(np.isinf(said))[:1]:
        raise BadBatch(
            f"advice is a finite number, or nan for an expert that sleeps; row {t}, column {i} is {said[t, i]}"
        )
    if max(np.abs(y).max(), np.nanmax(np.abs(said), initial=0.0)) > LARGEST:
        raise BadBatch(f"outcomes and advice beyond {LARGEST:g} have no losses that can be added up; scale them down")
    there = ~np.isnan(said)
    for t in np.flatnonzero(~there.any(axis=1))[:1]:
        raise BadBatch(f"every expert sleeps in round {t + 1}, so nobody can be followed there; leave the round out")
    if found.chances:
        for t, i in np.argwhere((said < 0.0) | (said > 1.0))[:1]:
            raise BadBatch(
                f"the {found.name} loss is about chances, from 0 to 1; the advice in row {t}, column {i} is "
                f"{said[t, i]:g}"
            )
    return Forecasts(y, said, there, found)


def read_awake(awake: Any, advice: Any) -> Any:
    """Check the mask of experts awake, T x n, and convert it to bools; an expert that is awake must have advice."""
    mask = numbers("awake", awake, 2)
    if mask.shape != advice.shape:
        raise BadBatch(f"awake has the shape of the advice, {advice.shape}, not {mask.shape}")
    if not np.isin(mask, (0.0, 1.0)).all():
        raise BadBatch(
            "awake is 1 where an expert is awake and 0 where it sleeps; anything between has no meaning here"
        )
    for t, i in np.argwhere((mask == 1.0) & np.isnan(advice))[:1]:
        raise BadBatch(f"awake says that the expert of column {i} is awake in row {t}, but its advice there is nan")
    return mask == 1.0


def numbers(what: str, given: Any, dimensions: int) -> Any:
    """An array of floats with so many dimensions."""
    shape = "one number a round" if dimensions == 1 else "a table with one row a round and one column an expert"
    try:
        array = np.array(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise BadBatch(
            f"{what}: expected {shape}, all of it numbers and no row shorter than another ({error})"
        ) from None
    if array.ndim != dimensions:
        raise BadBatch(f"{what}: expected {shape}, not an array with {array.ndim} dimensions")
    return array


def need_convex(forecasts: Forecasts, what: str) -> None:
    """Raise if the loss is not defined for combinations of forecasts."""
    if not forecasts.loss.convex:
        raise BadParameter(
            f"the {forecasts.loss.name} loss is about classes, and {what} of classes is no class; take "
            f"best_expert or best_switching, or another loss"
        )
