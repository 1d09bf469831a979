"""A committee as named arrays, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import StateError
from ..experts.expert import ExpertLearner
from ..experts.expert_ledger import ExpertLedger
from ..learner import RowLearner, State, under
from .accounts import counts_in
from .members import led, written
from .renewal import Renewal

if TYPE_CHECKING:
    from .committee import Committee


def parameters_of(committee: Committee) -> dict[str, Any]:
    """The arguments that a committee was made with; the fresh member is not one of those that were named."""
    fresh, names = committee.renewed is not None, ("loss", "share", "heaviest", "low", "high")
    members = [*map(written, committee.members[:-1] if fresh else committee.members)]
    given = {"members": members, **{name: getattr(committee, name) for name in names}}
    return {**given, "fresh": True} if fresh else given


def state_of(committee: Committee) -> State:
    """What a committee has learned: its own counts, and the states of mixture, account and members."""
    counts = [committee.classes, committee.unforeseen, committee.first_outside]
    state = {
        **RowLearner.state(committee),
        "erred": np.array(committee.erred),
        "counts": np.array(counts, dtype=np.int64),
        "extremes": np.array([committee.least, committee.most]),
        **({} if committee.renewed is None else committee.renewed.state()),
    }
    parts: dict[str, Any] = {"mixer": committee.mixer, "account": committee.account}
    parts |= {f"member{i}": member for i, member in enumerate(committee.members)}
    return state | {f"{part}/{name}": value for part, one in parts.items() for name, value in one.state().items()}


def taken_up(committee: Committee, state: State) -> tuple[Any, ...]:
    """What a committee is made of according to a saved state, which is checked."""
    counts, erred, extremes = counts_in(state, committee.size, committee.range)
    renewed = None
    members = [member.clone() for member in committee.members]
    if committee.renewed is not None:
        renewed = Renewal()
        renewed.restore(state, committee.size)
        members[-1] = members[renewed.kind].clone()
    mixer: ExpertLearner = committee.new_mixer()
    account: ExpertLedger = committee.new_account(mixer, committee.account.rows.limit)
    for i, member in enumerate(members):
        member.restore(under(state, f"member{i}/"))
    mixer.restore(under(state, "mixer/"))
    if mixer.n != committee.size:
        raise StateError(f"the mixture is of {mixer.n} members, not of {committee.size}")
    account.restore(under(state, "account/"))
    led(members)
    return members, mixer, account, renewed, counts, np.array(erred, dtype=np.int64), extremes
