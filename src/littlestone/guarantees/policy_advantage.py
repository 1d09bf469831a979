"""`PolicyAdvantage`: by how much a policy that was not played would have earned more than the one that was."""

from __future__ import annotations

from ..errors import BadParameter
from .lead import Lead
from .policy_value import check_weight


class PolicyAdvantage(Lead):
    """The running average by which another policy would have earned more, with bounds that hold at all times.

    In round t the action was played with chance p, the other policy would have played it with chance q, and it brought
    r, from 0 to 1. With w = q/p, (w - 1) r has, given the past, the mean of what the other would have earned less that
    of what the player earned, and (w - 1)(1 - r) the mean of minus that. Both are -1 or more, however small p was,
    which is all that a lower confidence sequence needs. So the average of these differences so far is `lower(delta)` at
    least, at all times at once with chance 1 - delta, and `upper(delta)` at most, likewise: see `PolicyValue` and
    `Advantage`.

    >>> found = PolicyAdvantage()
    >>> for t in range(1000):  # played: one of two actions, by a coin; the other: always the second, which pays 1
    ...     found.record(2.0 if t % 2 else 0.0, 1.0 if t % 2 else 0.0)
    >>> found.mean, round(found.lower(0.05), 2), found.better(0.05)
    (0.5, 0.43, True)
    """

    def record(self, weight: float, reward: float) -> None:
        """Enter a round: the other's chance of the action over that with which it was played, and what it brought."""
        check_weight(weight)
        if not 0.0 <= reward <= 1.0:
            raise BadParameter(f"a reward lies from 0 to 1 here, not {reward!r}")
        self.gains.record((weight - 1.0) * reward)
        self.losses.record((weight - 1.0) * (1.0 - reward))
