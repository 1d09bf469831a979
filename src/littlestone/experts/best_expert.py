"""The best expert, and the uniform mean of all experts."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..loss import Loss
from ..solvers.comparator import Comparator
from ..solvers.forecasts import Forecasts, need_convex, read_forecasts

RESTED = (
    "experts slept: each is judged by its mean loss over the rounds it was awake, and the loss is the total of those"
)


def best_expert(outcomes: Any, advice: Any, loss: str | Loss = "square") -> Comparator:
    """The expert with the smallest loss: i* = argmin_i sum_t loss(y_t, a_ti), the first in a tie.

    `advice` has a row per round and a column per expert, nan where one slept. If any did, totals over different rounds
    cannot be compared: the best is then the one with the smallest mean over its own rounds, `loss` and `rounds` are
    those of its rounds, and regret against it counts only them. `detail` has the totals and rounds of all.

    >>> from littlestone.hindsight import best_expert
    >>> best = best_expert([1.0, 0.0, 1.0], [[0.9, 0.5], [0.2, 0.5], [0.6, 0.5]])
    >>> best.expert, round(best.loss, 6), best.gap
    (0, 0.21, 0.0)
    """
    return expert_of(read_forecasts(outcomes, advice, loss))


def expert_of(forecasts: Forecasts) -> Comparator:
    """`best_expert` of checked forecasts."""
    totals = np.nansum(forecasts.prices(), axis=0)
    rounds = forecasts.awake.sum(axis=0)
    means = np.where(rounds > 0, totals / np.maximum(rounds, 1), np.inf)  # an expert that never woke has no mean
    index = int(means.argmin()) if forecasts.sleepers else int(totals.argmin())
    detail: dict[str, Any] = {"index": index, "totals": totals, "rounds": rounds}
    if forecasts.sleepers:
        detail["note"] = RESTED
    weights = np.eye(len(totals))[index]
    name = forecasts.loss.full_name
    return Comparator("expert", float(totals[index]), weights, 0.0, detail, int(rounds[index]), name)


def uniform(outcomes: Any, advice: Any, loss: str | Loss = "square") -> Comparator:
    """The uniform mean of the experts that are awake: the first baseline to beat.

    >>> from littlestone.hindsight import uniform
    >>> round(uniform([1.0, 0.0], [[0.9, 0.5], [0.2, 0.5]]).loss, 6)
    0.2125
    """
    return uniform_of(read_forecasts(outcomes, advice, loss))


def uniform_of(forecasts: Forecasts) -> Comparator:
    """`uniform` of checked forecasts."""
    need_convex(forecasts, "a mean")
    n = forecasts.advice.shape[1]
    weights = np.full(n, 1.0 / n)
    total = forecasts.total(forecasts.combined(weights))
    return Comparator("uniform", total, weights, 0.0, {}, forecasts.rounds, forecasts.loss.full_name)
