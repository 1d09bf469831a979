"""A theorem as code: what it promises, what was paid, which premise broke, and what the payment teaches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from .learner import State
from .words import counted

if TYPE_CHECKING:
    from .account import Account

SLACK = 1e-9  # relative rounding allowed before an inequality between floats counts as violated


class Certificate(NamedTuple):
    """What a theorem says of a game so far.

    `broken` names the premise that failed and the round that proved it. `violated` names the inequality
    that failed although every premise held: a bug in this package, never the data's doing.
    """

    theorem: str
    paid: float
    allowed: float | None
    broken: str | None
    teaches: str
    violated: str | None = None

    @property
    def verdict(self) -> str:
        """One of "holds", "broken premise", "violated"."""
        if self.violated:
            return "violated"
        return "broken premise" if self.broken else "holds"

    def __str__(self) -> str:
        allowed = "" if self.allowed is None else f" of {self.allowed:,.6g} allowed"
        why = self.violated or self.broken
        lines = [f"{self.theorem}", f"  {self.verdict}: paid {self.paid:,.6g}{allowed}" + (f"; {why}" if why else "")]
        if self.teaches:
            lines.append(f"  teaches: {self.teaches}")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """The certificate as plain values, for JSON."""
        return {**self._asdict(), "verdict": self.verdict}


def not_fresh(ledger: Account) -> str | None:
    """The premise that is broken if the learner knows what this game has not taught it; nothing if it does not."""
    if ledger.updates_before:
        return (
            f"the learner did not start afresh: it had made {counted(ledger.updates_before, 'update')} before the game"
        )
    if ledger.outside or ledger.learner.updates != ledger.updates_seen:
        return "the learner also learned outside this game"
    return None


class Bound:
    """A theorem about one learner. One that must see every round is a `Watcher` as well.

    `promise` is the name of the number a user may vouch for (a margin, a number of literals), if there is
    one; without it the bound looks for the best comparator in hindsight. `keeps_mistakes` asks the ledger
    to keep the mistaken examples for that.
    """

    promise: ClassVar[str] = ""
    keeps_mistakes: ClassVar[bool] = False

    def parameters(self) -> dict[str, Any]:
        """What the user vouched for: `type(self)(**self.parameters())` makes the bound anew."""
        return {}

    def begin(self, learner: Any, keep: int) -> None:
        """A game begins: who plays, and how many entries of examples may be kept as evidence."""

    def certificate(self, learner: Any, ledger: Any) -> Certificate:
        """What the theorem says now."""
        raise NotImplementedError(f"{type(self).__name__} must say what it certifies")

    def allows(self, learner: Any, ledger: Any) -> float | None:
        """The number that the theorem allows now, if it can be told cheaply, without seeking a comparator."""
        return None

    def allowance(self, learner: Any, ledger: Any) -> float | None:
        """What the theorem `allows` now; None if one of its premises failed, for then it allows nothing."""
        return self.allows(learner, ledger)

    def live(self, learner: Any, ledger: Any) -> str:
        """A few words on where things stand, cheap enough to be asked ten times a second; no comparator is sought."""
        return ""

    def state(self) -> State:
        """What it has seen and keeps, as named arrays."""
        return {}

    def restore(self, state: State) -> None:
        """Become the bound whose `state` this was."""
