"""The fresh member of a committee: begun anew when something has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import BadParameter, StateError
from ..learner import RowLearner
from ..state import Counts, Held, Numbers, Saved, fields
from .members import led

if TYPE_CHECKING:
    from .committee import Committee

TITLE = "fresh member"


class Renewal(Saved):
    """When the fresh member was last begun anew, and how the accounts stood then."""

    saved = fields(Counts("counts", "kind", "times", "lessons", "mixed"), Numbers("sums", "own", "total", "weight"))

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

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        _, _, lessons, mixed = held["counts"]
        if not np.isfinite(held["sums"]).all() or mixed > lessons:
            raise StateError(
                "a fresh member was begun anew after more rounds than it was weighed in, and its sums are finite"
            )


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
