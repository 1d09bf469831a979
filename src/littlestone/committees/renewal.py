"""The fresh member of a committee: begun anew when something has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import BadParameter, StateError
from ..learner import RowLearner, State, a_count
from .members import led

if TYPE_CHECKING:
    from .committee import Committee

TITLE = "fresh member"


class Renewal:
    """When the fresh member was last begun anew, and how the accounts stood then."""

    def __init__(self) -> None:
        self.kind = 0  # of which member it is a copy, untrained
        self.times = 0  # how often it was begun anew
        self.lessons = 0  # how many labels the committee had learned from
        self.mixed = 0  # in how many of these rounds the members had been weighed
        self.own = 0.0  # what the committee had lost in them
        self.total = 0.0  # and the fresh member, as long as there was one
        self.weight = 0.0  # the weight of the fresh member, of all that there is

    def happened(self, committee: Committee, leader: int) -> None:
        """The fresh member of the committee was just replaced by an untrained copy of the leader."""
        account = committee.account
        self.kind, self.times = leader, self.times + 1
        self.lessons, self.mixed, self.own = committee.lessons, account.labelled, account.own
        totals = account.expert_losses
        self.total = float(totals[-1]) if len(totals) else 0.0
        self.weight = float(committee.weights[-1])

    def state(self) -> State:
        """All of it, as named arrays."""
        counts = [self.kind, self.times, self.lessons, self.mixed]
        return {
            "renewed/counts": np.array(counts, dtype=np.int64),
            "renewed/sums": np.array([self.own, self.total, self.weight]),
        }

    def restore(self, state: State, size: int) -> None:
        """Restore it, for a committee of so many members, the fresh one among them."""
        counts, sums = state.get("renewed/counts", ()), state.get("renewed/sums", ())
        if np.shape(counts) != (4,) or np.shape(sums) != (3,) or not np.isfinite(sums).all():
            raise StateError("a committee with a fresh member has four counts and three sums of when it was begun anew")
        kind, times, lessons, mixed = (a_count("renewed/counts", count) for count in counts)
        if kind >= size - 1 or mixed > lessons:
            raise StateError(f"the fresh member is a copy of one of {size - 1} others, not of number {kind}")
        self.kind, self.times, self.lessons, self.mixed = kind, times, lessons, mixed
        self.own, self.total, self.weight = (float(each) for each in sums)


def with_fresh(members: list[RowLearner], fresh: bool) -> list[RowLearner]:
    """The members, and a copy of the first to be begun anew if one is wanted."""
    return [*members, members[0].clone()] if fresh else members


def renew(committee: Committee) -> None:
    """Replace the fresh member by an untrained copy of the member of most weight."""
    if committee.renewed is None:
        raise BadParameter("there is no member to begin anew: Committee(..., fresh=True) has one")
    leader = int(np.argmax(committee.weights[:-1]))
    committee.members[-1] = committee.members[leader].clone()
    committee.members[-1].widen(committee.columns)
    led(committee.members)
    committee.renewed.happened(committee, leader)
