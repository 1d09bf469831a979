"""Room for experts who come late, and how a learner from advice is put together again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..learner import State
from ..loss import Loss

if TYPE_CHECKING:
    from .expert import ExpertLearner


def played_for(kind: type[ExpertLearner], parameters: dict[str, Any], state: State, price: Loss) -> ExpertLearner:
    """The learner of these settings in that state, playing for that loss: how copy and pickle put one together."""
    learner = kind(**parameters)
    learner.plays_for(price)
    learner.restore(state)
    return learner


def longer(array: Any, size: int, fill: float) -> Any:
    """A copy with room for `size` numbers, the new ones `fill`."""
    old = np.asarray(array)
    new = np.full(size, fill)
    new[: len(old)] = old
    return new
