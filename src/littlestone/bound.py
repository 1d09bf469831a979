"""A theorem as code, and the one grammar in which every certificate is made."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, final

from .learner import State
from .support.effort import Effort
from .support.words import counted

if TYPE_CHECKING:
    from .account import Account

NONE = Effort(0.0)  # while a game is on: nothing is looked for
SLACK = 1e-9  # relative rounding allowed before an inequality between floats counts as violated


class Certificate(NamedTuple):
    """What a theorem says of a game so far.

    `paid` is what the theorem counts, in the order in which labels came, `allowed` the most that it allows.
    `broken` names the premise that failed: of the data, with the round that proves it, or of how the game was played.
    `open` says why no number is claimed although nothing is broken. `violated` names an inequality that failed although
    every premise held: a bug in this package, never the data's doing. `teaches` is the theorem read backwards.
    """

    theorem: str
    paid: float | None
    allowed: float | None
    broken: str | None = None
    open: str | None = None
    violated: str | None = None
    teaches: str = ""

    @property
    def verdict(self) -> str:
        """One of "holds", "broken premise", "open", "violated"."""
        if self.violated:
            return "violated"
        if self.broken:
            return "broken premise"
        return "open" if self.open else "holds"

    @property
    def why(self) -> str | None:
        """What stands behind a verdict other than "holds"."""
        return self.violated or self.broken or self.open

    def __str__(self) -> str:
        paid = "" if self.paid is None else f"paid {self.paid:,.6g}"
        allowed = "" if self.allowed is None else f" of {self.allowed:,.6g} allowed"
        words = "; ".join(filter(None, (paid + allowed, self.why)))
        lines = [self.theorem, f"  {self.verdict}: {words}"]
        if self.teaches:
            lines.append(f"  teaches: {self.teaches}")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """The certificate as plain values, for JSON."""
        return {**self._asdict(), "verdict": self.verdict}


class Open(Exception):
    """Why a theorem claims no number, and what it can say all the same. It is no error: a hook raises it."""

    def __init__(self, reason: str, teaches: str = "") -> None:
        super().__init__(reason)
        self.teaches = teaches


class Case:
    """A game as one theorem looks at it, once: a kind of theorem adds what it works out on the way.

    `ledger` is the account in the order in which labels came, which is what theorems are about, and `given` the one
    of the guesses that were given at the time; they are the same where no label came late. `broken` is the premise of
    the data that failed, once it was asked for.
    """

    def __init__(self, bound: Any, ledger: Any, effort: Effort) -> None:
        self.bound = bound
        self.given = ledger
        self.ledger = ledger.in_order
        self.learner = ledger.learner
        self.effort = effort
        self.broken: str | None = None


class Bound:
    """A theorem about some learners. One that must see every round is a `Watcher` as well.

    A theorem fills in hooks, which `certificate` asks in one order: is the learner fresh, can the numbers be measured,
    what is the premise, do the invariants hold, is what was paid allowed, what does it teach? Any of them may raise
    `Open` with the reason why no number can be claimed.

    `promise` is the name of the number a user may vouch for (a margin, a number of literals), if there is one; without
    it the bound looks for the best comparator in hindsight. `keeps_mistakes` asks the ledger to keep the mistaken
    examples for that. `cheap` says that what it allows is told without a search, `mistakes` that it counts mistakes.
    `only_promised` says that there is no theorem without the promise: games do not watch it unless they are given it.
    """

    promise: ClassVar[str] = ""
    keeps_mistakes: ClassVar[bool] = False
    cheap: ClassVar[bool] = False
    mistakes: ClassVar[bool] = False
    only_promised: ClassVar[bool] = False
    looks_at: ClassVar[type[Case]] = Case
    excess: ClassVar[str] = "more mistakes than the theorem allows"

    def parameters(self) -> dict[str, Any]:
        """What the user vouched for: `type(self)(**self.parameters())` makes the bound anew."""
        return {}

    def suits(self, learner: Any) -> bool:
        """Is this a theorem about that learner? It is if the learner names it among its `theorems`."""
        return type(self) in learner.theorems

    def begin(self, learner: Any, keep: int) -> None:
        """A game begins: who plays, and how many entries of examples may be kept as evidence."""

    def statement(self, case: Any) -> str:
        """The theorem in one line, for a learner with these settings; nothing is worked out for it."""
        raise NotImplementedError(f"{type(self).__name__} must say what it states")

    def details(self, case: Any) -> str:
        """What to add to the statement once the comparator is known, such as ", k = 3"."""
        return ""

    def scope(self, case: Any) -> str:
        """What to add to the statement if it is about some of the rounds only, or of what was paid."""
        return str(case.ledger.terms)

    def fresh(self, case: Any) -> str | None:
        """The premise that is broken if the learner knows what this game has not taught it."""
        return not_fresh(case.given)

    def unmeasurable(self, case: Any) -> str | None:
        """Why the numbers of this game cannot be added up, or were not kept: then the case stays open."""
        return None

    def paid(self, case: Any) -> float:
        """What the theorem counts."""
        raise NotImplementedError(f"{type(self).__name__} must say what it counts")

    def premise(self, case: Any) -> str | None:
        """The premise about the data that failed, promised or sought, with the round that proves it."""
        return None

    def invariant(self, case: Any) -> str | None:
        """What failed although it holds whatever the data: then the rule is not the one of the theorem."""
        return None

    def allowed(self, case: Any) -> float:
        """The most that the theorem allows; no premise is broken."""
        raise NotImplementedError(f"{type(self).__name__} must say what it allows")

    def slack(self, case: Any, paid: float, allowed: float) -> float:
        """How far rounding may take `paid` above what is allowed."""
        return SLACK * abs(allowed)

    def exceeded(self, case: Any, paid: float, allowed: float) -> str | None:
        """What failed if more was paid than is allowed."""
        return self.excess if not paid <= allowed + self.slack(case, paid, allowed) else None

    def lesson(self, case: Any, allowed: float | None) -> str:
        """The theorem read backwards; `allowed` is None where a premise about the data is broken."""
        return ""

    @final
    def certificate(self, ledger: Any, effort: Effort | None = None) -> Certificate:
        """What the theorem says now: the one order in which its hooks are asked."""
        case = self.looks_at(self, ledger, effort or Effort.quick(ledger.labelled))
        paid: float | None = None
        broken = unclear = violated = allowed = None
        teaches = ""
        try:
            broken = self.fresh(case)
            unclear = None if broken else out_of_order(case.given) or self.unmeasurable(case)
            paid = self.paid(case)
            if not (broken or unclear):
                broken = case.broken = self.premise(case)
                violated = self.invariant(case)
                if not (broken or violated):
                    allowed = self.allowed(case)
                    violated = self.exceeded(case, paid, allowed)
                if not violated:
                    teaches = self.lesson(case, allowed)
                if self.mistakes and allowed is not None and allowed > max(1, case.ledger.labelled):
                    nothing = "nothing by its number, which is more than one mistake a round"
                    teaches = "; ".join(filter(None, (nothing, teaches)))
        except Open as reason:
            unclear, teaches, allowed = str(reason), reason.teaches, None
        theorem = self.statement(case) + ("" if allowed is None else self.details(case)) + self.scope(case)
        return Certificate(theorem, paid, allowed, broken, None if broken else unclear, violated, teaches)

    def allowance(self, ledger: Any) -> float | None:
        """What the theorem allows now, if that is told without a search and no premise has failed."""
        if not self.cheap:
            return None
        case = self.looks_at(self, ledger, NONE)
        try:
            if self.fresh(case) or out_of_order(case.given) or self.unmeasurable(case) or self.premise(case):
                return None
            allowed = self.allowed(case)
        except Open:
            return None
        return allowed if isfinite(allowed) else None

    def live(self, ledger: Any) -> str:
        """A few words on where things stand, cheap enough to be asked ten times a second; no comparator is sought."""
        return ""

    def state(self) -> State:
        """What it has seen and keeps, as named arrays."""
        return {}

    def restore(self, state: State) -> None:
        """Become the bound whose `state` this was."""


def not_fresh(ledger: Account) -> str | None:
    """The premise that is broken if the learner knows what this game has not taught it; nothing if it does not."""
    if ledger.updates_before:
        return (
            f"the learner did not start afresh: it had made {counted(ledger.updates_before, 'update')} before the game"
        )
    if ledger.lessons_before:
        before = counted(ledger.lessons_before, "round")
        return f"the learner did not start afresh: it had learned from {before} before the game"
    if ledger.outside or ledger.is_behind():
        return "the learner also learned outside this game"
    return None


def out_of_order(ledger: Account) -> str | None:
    """Why nothing can be said of a game that was begun by a release that learned late labels in another way."""
    if not ledger.unordered:
        return None
    return "this game has late labels of an older release in it, which learned them otherwise than in order"
