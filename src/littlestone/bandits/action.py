"""Base of the learners of actions."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..learner import Learner
from ..row import Row
from ..support.settings import whole
from ..truth import ACTIONS, Truth


class ActionLearner(Learner):
    """Gives every one of K actions a chance; the game draws one, and only the loss of that one is told.

    A subclass defines `predict`, which changes nothing and returns the chances, and `learn`, which is told what was
    done, what it cost, from 0 to 1, and the chance that it was drawn with. That chance is the one of the moment of the
    draw, however late the reward: only with it is loss/chance right on average.

    K           how many actions there are
    """

    kind = "actions"
    randomised = True
    asked_again = False  # a reward keeps the chance that its action was drawn with
    contextual: ClassVar[bool] = False  # does it look at examples?
    by_choice: ClassVar[bool] = False  # can it look at features of actions: at a tuple, a row for every action or None?
    wants_zeros: bool = False  # are numbers that are zero to be in its rows?
    variants: tuple[dict[str, Any], ...] = ({"K": 2},)

    def __init__(self, K: int) -> None:
        super().__init__()
        self.K = whole("K", K, "how many actions there are", least=1)
        self._kept: tuple[Any, int, Any] | None = None  # shares, and the losses and the updates that they are of

    @property
    def truths(self) -> Truth:
        """Rewards of actions."""
        return ACTIONS

    @property
    def names(self) -> list[str]:
        """What it is compared with, if that has names: its policies."""
        return []

    def predict(self, x: Row | None) -> Any:
        """The chance of every action. Changes nothing, ever."""
        raise NotImplementedError(f"{type(self).__name__} must implement predict()")

    def learn(self, x: Row | None, action: int, loss: float, chance: float) -> None:
        """Learn that `action`, which was drawn with this chance, has cost `loss`, from 0 to 1."""
        raise NotImplementedError(f"{type(self).__name__} must implement learn()")

    def kept_shares(self, losses: Any) -> Any:
        """The shares by these losses, worked out once: decisions are asked for more often than rewards come."""
        kept = self._kept
        if kept is None or kept[0] is not losses or kept[1] != self.updates:
            shares = self.shares_of(losses)
            shares.flags.writeable = False
            kept = self._kept = (losses, self.updates, shares)
        return kept[2]

    def shares_of(self, losses: Any) -> Any:
        """The shares by these losses, in the coming round."""
        raise NotImplementedError(f"{type(self).__name__} must implement shares_of()")

    def shares(self) -> Any:
        """The shares of what it is compared with, now: of its actions or policies; empty if it keeps none."""
        return np.zeros(0)

    def advice(self, x: Row | None) -> Any:
        """What its policies advise for x: the chances of every action, a row each; None if it has no policies."""
        return None

    def parameters(self) -> dict[str, Any]:
        return {"K": self.K}

    def see_marks(self, marks: Any) -> None:
        """Take a list, which grows, of the columns that are of words and categories; see `RowLearner.see_marks`."""


def estimates(K: int, action: int, loss: float, chance: float) -> Any:
    """The loss of every action as estimated from that of one: loss/chance of that one, 0 of the others."""
    found = np.zeros(K)
    found[action] = loss / chance
    return found
