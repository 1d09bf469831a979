"""A committee as named arrays, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import StateError
from ..experts.expert import ExpertLearner
from ..experts.expert_ledger import ExpertLedger
from ..state import Field, Held, State, under
from .members import led, written

if TYPE_CHECKING:
    from .committee import Committee


def parameters_of(committee: Committee) -> dict[str, Any]:
    """The arguments that a committee was made with; the fresh member is not one of those that were named."""
    fresh, names = committee.renewed is not None, ("loss", "share", "heaviest", "low", "high")
    members = [*map(written, committee.members[:-1] if fresh else committee.members)]
    given = {"members": members, **{name: getattr(committee, name) for name in names}}
    return {**given, "fresh": True} if fresh else given


class Inside(Field):
    """The mixture of a committee, its account and its members: all are made anew, and put in when they are right."""

    def save(self, thing: Any, state: State) -> None:
        parts: dict[str, Any] = {"mixer": thing.mixer, "account": thing.account}
        parts |= {f"member{i}": member for i, member in enumerate(thing.members)}
        state |= {f"{part}/{name}": value for part, one in parts.items() for name, value in one.state().items()}

    def check(self, thing: Any, state: State, held: Held) -> None:
        members = [member.clone() for member in thing.members]
        if thing.renewed is not None:
            kind = held["renewed/"]["counts"][0]
            if kind >= thing.size - 1:
                raise StateError(f"the fresh member is a copy of one of {thing.size - 1} others, not of number {kind}")
            members[-1] = members[kind].clone()
        mixer: ExpertLearner = thing.new_mixer()
        account: ExpertLedger = thing.new_account(mixer, thing.account.rows.limit)
        for i, member in enumerate(members):
            member.restore(under(state, f"member{i}/"))
        mixer.restore(under(state, "mixer/"))
        if mixer.n != thing.size:
            raise StateError(f"the mixture is of {mixer.n} members, not of {thing.size}")
        account.restore(under(state, "account/"))
        led(members)
        held[self.name] = members, mixer, account

    def put(self, thing: Any, held: Held) -> None:
        thing.members, thing.mixer, thing.account = held[self.name]
