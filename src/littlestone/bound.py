"""Theorems as code: the base class of bounds, and the certificates they make."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, final

import numpy as np

from .state import Saved
from .support.cards import card, certificate_part
from .support.effort import Effort
from .support.settings import counted

if TYPE_CHECKING:
    from .account import Account

NONE = Effort(0.0)  # for displays during a game: no search
SLACK = 1e-9  # relative rounding allowed before an inequality between floats counts as violated
FINEST, LARGEST = 1e-140, 1e140  # squares of numbers beyond these vanish, or overflow when they are added up
TOO_LARGE = "what is added up has become too large to be a number; scale the data down"
DUST = 1e-4  # of the slack: what is smaller is nothing but the rounding of what was added up


class Certificate(NamedTuple):
    """The result of checking a theorem on a game so far.

    `paid` is what the theorem counts, in the order in which labels came, `allowed` its upper bound. `broken` names the
    premise that failed: about the data, with the round that proves it, or about how the game was played. `open` says
    why there is no bound although no premise failed. `violated` names an inequality that failed although every premise
    held: a bug in this package, never the data's fault. `teaches` is what the theorem implies about the data. `against`
    names what a regret is counted against, for one that is below zero.
    """

    theorem: str
    paid: float | None
    allowed: float | None
    broken: str | None = None
    open: str | None = None
    violated: str | None = None
    teaches: str = ""
    against: str = ""

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
        """The reason for a verdict other than "holds"."""
        return self.violated or self.broken or self.open

    def in_words(self, amount: Callable[[float], str] = "{:,.6g}".format) -> str:
        """Both sides: "paid 3 of 5 allowed", or, of a regret, "7 less than the best expert; 5 more is allowed"."""
        if self.paid is None:
            return ""
        if self.paid < 0.0:
            less = f"{amount(-self.paid)} less than {self.against or 'the comparator'}"
            if self.allowed is None:
                return less
            more = f"{amount(self.allowed)} more is allowed"
            return f"{less}; {more}" if self.allowed >= 0.0 else f"{less}, and {amount(-self.allowed)} less is needed"
        return f"paid {amount(self.paid)}" + ("" if self.allowed is None else f" of {amount(self.allowed)} allowed")

    def __str__(self) -> str:
        words = "; ".join(filter(None, (self.in_words(), self.why)))
        lines = [self.theorem, f"  {self.verdict}: {words}"]
        if self.teaches:
            lines.append(f"  teaches: {self.teaches}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The certificate as notebooks show it."""
        return card(certificate_part(self))

    def as_dict(self) -> dict[str, Any]:
        """The certificate as a dict for JSON."""
        said = self._asdict()
        del said["against"]  # of words, which JSON has no need of
        return {**said, "verdict": self.verdict}


class Open(Exception):
    """Raised by a hook when a theorem gives no bound, with the reason. Not an error: the verdict is "open"."""

    def __init__(self, reason: str, teaches: str = "") -> None:
        super().__init__(reason)
        self.teaches = teaches


class Case:
    """What the hooks of a bound share while one certificate is made; subclasses add intermediate results.

    `ledger` is the account in the order in which labels came, which is what theorems are about, and `given` the one
    of the predictions as they were made; they are the same if no label came late. `broken` is the premise about the
    data that failed, once it was checked.
    """

    def __init__(self, bound: Any, ledger: Any, effort: Effort) -> None:
        self.bound = bound
        self.given = ledger
        self.ledger = ledger.in_order
        self.learner: Any = ledger.learner and ledger.learner.rule  # None of a matrix game, which has two of them
        self.effort = effort
        self.broken: str | None = None

    @property
    def by_weight(self) -> bool:
        """Does the rule use weights of rounds that are not all 1?"""
        return self.ledger.weights is not None and self.learner.weighs


class Bound(Saved):
    """Base class of theorems about learners. One that must see every round is a `Watcher` as well.

    A subclass implements hooks, which `certificate` calls in one order: is the learner fresh, can the numbers be
    measured, does the premise hold, do the invariants hold, is `paid` at most `allowed`, what does it teach? Any of
    them may raise `Open` with the reason why there is no bound.

    `promise` is the name of the number a user may promise (a margin, a number of literals), if there is one; without
    it the bound searches the best comparator in hindsight. `beside_promise` names what may be promised together with
    it. `keeps_mistakes` asks the ledger to keep the mistaken
    examples for that. `cheap` says that `allowed` needs no search, `mistakes` that the theorem counts mistakes.
    `weighted` says that it holds for rounds of any weight, counted by weight. Without it there is a bound by weight
    for learners only that treat every label alike: what holds for M mistakes holds for h M by weight, h the largest.
    `only_promised` is True if there is no theorem without the promise: a game watches it only if it is given.
    """

    promise: ClassVar[str] = ""
    beside_promise: ClassVar[tuple[str, ...]] = ()
    keeps_mistakes: ClassVar[bool] = False
    cheap: ClassVar[bool] = False
    mistakes: ClassVar[bool] = False
    weighted: ClassVar[bool] = False
    only_promised: ClassVar[bool] = False
    looks_at: ClassVar[type[Case]] = Case
    excess: ClassVar[str] = "more mistakes than the theorem allows"

    def parameters(self) -> dict[str, Any]:
        """The promises of the user: `type(self)(**self.parameters())` makes an equal bound."""
        return {}

    def suits(self, learner: Any) -> bool:
        """Is this a theorem about that learner? It is if the learner names it among its `theorems`."""
        return type(self) in learner.theorems

    def begin(self, learner: Any, keep: int) -> None:
        """Called when a game begins; `keep` is how many entries of examples may be kept as evidence."""

    def statement(self, case: Any) -> str:
        """The theorem in one line, for a learner with these parameters; computes nothing."""
        raise NotImplementedError(f"{type(self).__name__} must implement statement()")

    def details(self, case: Any) -> str:
        """Text to append to the statement once the comparator is known, such as ", k = 3"."""
        return ""

    def scope(self, case: Any) -> str:
        """Text to append to the statement if it covers only some of the rounds or of the loss."""
        return str(case.ledger._terms)

    def fresh(self, case: Any) -> str | None:
        """The broken premise if the learner has learned outside this game, else None; also if it is about none."""
        return None if case.given.learner is None else not_fresh(case.given)

    def unweighed(self, case: Any) -> str | None:
        """Why there is no bound for rounds of these weights, which leaves the verdict "open"; else None."""
        if self.weighted or not case.by_weight:
            return None
        weights = case.ledger.weights
        return (
            f"rounds weigh {weights.lightest:g} to {weights.heaviest:g}, which its rule uses, "
            f"and this package has the theorem for equal weights only"
        )

    def unmeasurable(self, case: Any) -> str | None:
        """Why the numbers of this game overflow or were not kept, which leaves the verdict "open"; else None."""
        return None

    def paid(self, case: Any) -> float:
        """What the theorem counts: the left side of its inequality."""
        raise NotImplementedError(f"{type(self).__name__} must implement paid()")

    def against(self, case: Any) -> str:
        """What a regret is counted against, in words, where `paid` is one."""
        return "the comparator"

    def premise(self, case: Any) -> str | None:
        """The premise about the data that failed, with the round that proves it; None if it holds."""
        return None

    def invariant(self, case: Any) -> str | None:
        """An inequality that holds on any data, but failed: the learner does not follow the rule; else None."""
        return None

    def allowed(self, case: Any) -> float:
        """The theorem's upper bound; called only if no premise is broken."""
        raise NotImplementedError(f"{type(self).__name__} must implement allowed()")

    def slack(self, case: Any, paid: float, allowed: float) -> float:
        """How far `paid` may exceed `allowed` by rounding."""
        return SLACK * abs(allowed)

    def exceeded(self, case: Any, paid: float, allowed: float) -> str | None:
        """What failed if `paid` exceeds `allowed`, else None."""
        return self.excess if not paid <= allowed + self.slack(case, paid, allowed) else None

    def excuse(self, case: Any) -> str | None:
        """Why a failure is not a bug of this package but out of the theorem's range, asked after one; else None."""
        far = beyond_range(self, case)
        return f"{far:.3g} is among its numbers, whose squares cannot be added up" if far else None

    @final
    def compared(self, case: Any, paid: float, allowed: float) -> tuple[float, float, str | None]:
        """Both sides of the inequality, without what is nothing but rounding, and what failed, if anything did.

        A slack larger than the bound itself would let anything pass: where so many digits cancel, no number is claimed.
        """
        if isnan(paid + allowed):
            raise Open(TOO_LARGE)
        if violated := self.exceeded(case, paid, allowed):
            return paid, allowed, violated
        slack = self.slack(case, paid, allowed)
        paid = paid if self.mistakes else swept(paid, slack)
        most = allowed if allowed > 0.0 else swept(allowed, slack)
        above = paid - most > SLACK * max(abs(paid), abs(most))
        if above or (slack > abs(most) > 0.0 and paid > most - slack):
            raise Open(f"rounding could hide up to {slack:.3g} beside a bound of {allowed:.6g}: digits cancel in it")
        return paid, most, None

    def lesson(self, case: Any, allowed: float | None) -> str:
        """What the theorem implies about the data; `allowed` is None if a premise about the data is broken."""
        return ""

    @final
    def certificate(self, ledger: Any, effort: Effort | None = None) -> Certificate:
        """Call the hooks, always in this order, and return the certificate for the game so far."""
        with np.errstate(over="ignore", invalid="ignore"):  # what is no number any more is looked at, and is "open"
            return self.certified(self.looks_at(self, ledger, effort or Effort.quick(ledger.labelled)))

    @final
    def attested(self, ledger: Any, effort: Effort | None = None) -> tuple[Certificate, dict[str, Any]]:
        """The certificate, and the witness by which others check it where it holds: see `littlestone.receipts`."""
        with np.errstate(over="ignore", invalid="ignore"):
            case = self.looks_at(self, ledger, effort or Effort.quick(ledger.labelled))
            certificate = self.certified(case)
            return certificate, self.witness(case) if certificate.verdict == "holds" else {}

    def witness(self, case: Any) -> dict[str, Any]:
        """What a stranger needs to check the inequality beyond the mistaken examples; empty if that is not known yet.

        Numbers and vectors are written by `receipts.exact_text`. The theorem of the same name in
        `verify/littlestone_verify.py` reads it.
        """
        return {}

    @final
    def certified(self, case: Any) -> Certificate:
        """The certificate of this case: see `certificate`."""
        paid: float | None = None
        broken = unclear = violated = allowed = None
        teaches = ""
        try:
            broken = self.fresh(case)
            unclear = None if broken else out_of_order(case.given) or self.unweighed(case) or self.unmeasurable(case)
            paid = self.paid(case)
            if not (broken or unclear):
                broken = case.broken = self.premise(case)
                violated = self.invariant(case)
                if not (broken or violated):
                    paid, allowed, violated = self.compared(case, paid, self.allowed(case))
                if violated and (excuse := self.excuse(case)):
                    raise Open(f"{excuse}: {violated}")
                if not violated:
                    teaches = self.lesson(case, allowed)
                most = case.ledger.weights.total if case.by_weight else case.ledger.labelled
                if self.mistakes and allowed is not None and allowed > max(1, most) * (1.0 + SLACK):
                    nothing = "nothing by its number, which is more than one mistake a round"
                    teaches = "; ".join(filter(None, (nothing, teaches)))
        except Open as reason:
            unclear, teaches, allowed, violated = str(reason), reason.teaches, None, None
        except OverflowError:
            unclear, teaches, allowed, violated = TOO_LARGE, "", None, None
        theorem = self.statement(case) + ("" if allowed is None else self.details(case)) + self.scope(case)
        weights = case.ledger.weights
        if weights is not None and self.mistakes and not case.learner.weighs:
            theorem += f", h times as many by weight, h = {weights.heaviest:g}"
            paid = weights.expected if case.learner.randomised else weights.mistakes
            allowed = None if allowed is None else weights.heaviest * allowed
        unclear = None if broken else unclear
        return Certificate(theorem, paid, allowed, broken, unclear, violated, teaches, self.against(case))

    def allowance(self, ledger: Any) -> float | None:
        """The upper bound now, if it needs no search and no premise has failed; else None."""
        if not self.cheap:
            return None
        case = self.looks_at(self, ledger, NONE)
        try:
            if self.fresh(case) or out_of_order(case.given) or self.unweighed(case):
                return None
            if self.unmeasurable(case) or self.premise(case):
                return None
            allowed = self.allowed(case)
        except (Open, OverflowError):
            return None
        return allowed if isfinite(allowed) else None

    def live(self, ledger: Any) -> str:
        """A short status for live displays, cheap enough for ten calls a second: it searches no comparator."""
        return ""


def swept(number: float, slack: float) -> float:
    """The number, or 0 if it is no more than the rounding of what it was added up from."""
    return 0.0 if abs(number) <= DUST * slack else number


def beyond_range(bound: Bound, case: Case) -> float:
    """A number of the game whose square is none, 0 if there is not: of it no theorem says anything.

    What was kept is looked through, and the largest numbers of the learner, whose smallest may be weights that vanish.
    Infinity is a radius without end there, or a rate. Of the history, which is for pictures, nothing is judged.
    """
    kept = [*bound.state().items(), *(case.given.state().items() if hasattr(case.given, "state") else ())]
    learned = [] if case.learner is None else case.learner.state().items()
    for arrays, least in ((kept, FINEST), (learned, 0.0)):
        for name, array in arrays:
            numbers = np.asarray(array)
            if numbers.dtype.kind == "f" and numbers.size and "history/" not in name:
                sizes = np.abs(numbers[numbers != 0.0])
                far = sizes[~((sizes > least) & (sizes < LARGEST)) & ~np.isinf(sizes)]
                if far.size:
                    return float(far.flat[0])
    return 0.0


def not_fresh(ledger: Account) -> str | None:
    """The broken premise if the learner has learned before or outside this game, else None."""
    if ledger._updates_before:
        return (
            f"the learner did not start afresh: it had made {counted(ledger._updates_before, 'update')} before the game"
        )
    if ledger._lessons_before:
        before = counted(ledger._lessons_before, "round")
        return f"the learner did not start afresh: it had learned from {before} before the game"
    if ledger._outside or ledger._is_behind():
        return "the learner also learned outside this game"
    return None


def out_of_order(ledger: Account) -> str | None:
    """Why a game begun by release 0.1.0 with late labels has no certificate: it learned them out of order."""
    if not ledger._unordered:
        return None
    return "this game has late labels of an older release in it, which learned them otherwise than in order"
