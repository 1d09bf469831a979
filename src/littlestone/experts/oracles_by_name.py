"""Lookup of comparators of forecasts by name."""

from __future__ import annotations

from typing import Any

from ..errors import BadParameter, UnknownName
from ..loss import Loss
from ..solvers.comparator import Comparator
from ..solvers.forecasts import read_forecasts
from .best_combination import linear_of
from .best_expert import expert_of, uniform_of
from .best_mixture import convex_of
from .best_path import switching_of

MODELS = ("expert", "uniform", "convex", "linear", "switching")


def oracle(
    outcomes: Any,
    advice: Any,
    model: str = "convex",
    *,
    loss: str | Loss = "square",
    awake: Any = None,
    ridge: float | None = None,
    switches: int | None = None,
) -> Comparator:
    """The best comparator of a model in hindsight, named as in the R package opera (Gaillard and Goude 2016).

    outcomes    y_t, one number per round
    advice      the experts' forecasts, a row per round and a column per expert; nan where one slept
    model       "expert", "uniform", "convex", "linear" or "switching"
    loss        "square", "absolute", "pinball:0.9", "percentage", "log", "brier" or "mistake", or a `Loss`
    awake       a row per round and a column per expert: 0 where one slept, whatever its advice, else 1
    ridge       for "linear": the factor of |w|^2, opera's lambda
    switches    for "switching", where it is required: how often the path may change its expert

    >>> from littlestone.hindsight import oracle
    >>> oracle([1.0, 2.0], [[1.0, 0.0], [2.0, 0.0]], "expert").loss
    0.0
    """
    if model not in MODELS:
        raise UnknownName.among("model", model, MODELS)
    for name, value, owner in (("ridge", ridge, "linear"), ("switches", switches, "switching")):
        if value is not None and model != owner:
            raise BadParameter(f"{name} is a setting of the model {owner!r}; the model {model!r} has none of that name")
    forecasts = read_forecasts(outcomes, advice, loss, awake)
    if model == "linear":
        return linear_of(forecasts, 0.0 if ridge is None else ridge)
    if model == "switching":
        if switches is None:
            raise BadParameter("the model 'switching' needs switches=, how often the path may change its expert")
        return switching_of(forecasts, switches)
    return {"expert": expert_of, "uniform": uniform_of, "convex": convex_of}[model](forecasts)
