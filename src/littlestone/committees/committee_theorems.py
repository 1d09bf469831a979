"""The theorems of a committee: those of the rule that mixes it, about the account that it keeps of its members.

The members are experts, and what they say is advice: of classes, the chance that each gave to what came, whose log loss
is mixed; of numbers, their guesses, cut to the range where one is known. The rule is one of those from advice, and its
theorem, with all that it recomputes, is held to that account; the account is held to the ledger of the game.
"""

from __future__ import annotations

from typing import Any

from ..bound import SLACK, Bound, Case, Open
from ..experts.adahedge_theorems import AdaHedgeBound
from ..experts.aggregating_theorems import AggregatingBound
from ..experts.fixed_share_theorems import FixedShareBound, PathsCase
from ..experts.majority_theorems import MajorityBound
from ..receipts.exact_text import exact, exacts
from ..support.effort import Effort
from ..support.elementary import log, log1p
from ..support.settings import counted, whole


class CurvedShareBound(FixedShareBound):
    """R <= ((S+1) ln n + S ln(1/a) + (T-1-S) ln(1/(1-a)))/eta against paths with S switches, for losses that curve.

    It is Fixed-Share's theorem (Herbster and Warmuth 1998) where e^(-eta loss) is concave: the loss of the mean is then
    no more than the mix loss, -ln(sum w_i e^(-eta loss_i))/eta, and Hoeffding's term is not paid. eta is 1 for the log
    loss and 1/(2 (high - low)^2) for the square loss, over the largest weight of a round.

    switches    S, 0 for the best expert
    """

    def statement(self, case: Any) -> str:
        return super().statement(case).replace(" + eta sum s^2/8", "")

    def beyond(self, case: PathsCase) -> float:
        return 0.0

    def misset(self, case: Any) -> str | None:
        return None if case.broken else super().misset(case)  # numbers out of range curve less


class CommitteeCase(Case):
    """A game of a committee, and inside it one of advice: the members' account under the theorem of the mixture."""

    def __init__(self, bound: Any, ledger: Any, effort: Effort) -> None:
        super().__init__(bound, ledger, effort)
        self.inner: Any = bound.inner(self.learner)
        self.told: Any = self.inner.looks_at(self.inner, self.learner.account, effort)


class CommitteeBound(Bound):
    """The loss is at most that of the best member and ln(K)/eta, K members: ln K for the log loss, at every moment.

    (Vovk 1990.) Of numbers from low to high it is (high - low)^2 ln(K)/2 for the square loss, and where no range is
    known AdaHedge's bound. A member's loss is that of its chances, none surer than 1 - 10^-15, or of its guesses, cut
    to the range. Rounds whose class was new are not counted: nobody could have said it.
    """

    cheap = True
    weighted = True  # the account of the members is by weight too
    looks_at = CommitteeCase
    excess = "more regret than the theorem allows"

    def inner(self, learner: Any) -> Any:
        """The theorem of the rule that mixes."""
        return AdaHedgeBound() if learner.truths == "numbers" and learner.range is None else AggregatingBound()

    def statement(self, case: CommitteeCase) -> str:
        committee = case.learner
        if type(case.inner) is AggregatingBound:
            return (
                f"Committee, {committee.loss}: loss <= that of the best member + ln(K)/eta, K = {committee.size}, "
                f"eta = {committee.mixer.eta:g}"
            )
        theorem = case.inner.statement(case.told)
        return f"Committee, {committee.loss}, R against the best of {committee.size} members; {theorem}"

    def scope(self, case: CommitteeCase) -> str:
        return super().scope(case) + left_out(case.learner)

    def unmeasurable(self, case: CommitteeCase) -> str | None:
        return case.inner.unmeasurable(case.told)  # type: ignore[no-any-return]

    def premise(self, case: CommitteeCase) -> str | None:
        learner = case.learner
        broken: str | None = case.inner.premise(case.told)
        if learner.first_outside:
            first, low, high = learner.first_outside, learner.least, learner.most
            broken = f"the truth of label {first} did not lie from {low:g} to {high:g}"
        case.told.broken = broken
        return broken

    def invariant(self, case: CommitteeCase) -> str | None:
        return self.unlike(case) or case.inner.invariant(case.told)

    def unlike(self, case: CommitteeCase) -> str | None:
        """What is wrong if the account of the members is not of the rounds of this game."""
        ledger, committee = case.ledger, case.learner
        account = committee.account
        if wrong := self.not_taught(case):
            return wrong
        paid = ledger.weights if case.by_weight else ledger
        if ledger.price.name == account.price.name:
            if committee.truths != "classes" and not abs(account.own - paid.loss) <= SLACK * (1 + abs(paid.loss)):
                return f"its losses are {account.own:.6g}, and those of its guesses {paid.loss:.6g}"
        elif committee.truths == "signs" and account.own < log(2.0) * paid.mistakes * (1 - SLACK):
            return f"its losses are {account.own:.6g}, and its mistakes cost {log(2.0) * paid.mistakes:.6g}"
        return None

    def not_taught(self, case: CommitteeCase) -> str | None:
        """What is wrong if the members were not weighed and taught in every round."""
        ledger, committee = case.ledger, case.learner
        account = committee.account
        mixed, told = account.labelled, ledger.labelled - committee.unforeseen
        if mixed != told:
            return f"the members were weighed in {mixed:,} of {told:,} rounds"
        renewed = committee.renewed
        due = [ledger.labelled] * committee.size
        if renewed is not None:
            due[-1] -= renewed.lessons
        learned = zip(committee.titles, committee.members, due, strict=True)
        elsewhere = [title for title, one, lessons in learned if one.lessons != lessons]
        if elsewhere:
            return f"member {elsewhere[0]} has not learned from every label"
        return None

    def against(self, case: Any) -> str:
        return str(case.inner.against(case.told)).replace("expert", "member")

    def paid(self, case: CommitteeCase) -> float:
        return float(case.inner.paid(case.told))

    def allowed(self, case: CommitteeCase) -> float:
        return float(case.inner.allowed(case.told))

    def exceeded(self, case: CommitteeCase, paid: float, allowed: float) -> str | None:
        return case.inner.exceeded(case.told, paid, allowed)  # type: ignore[no-any-return]

    def slack(self, case: CommitteeCase, paid: float, allowed: float) -> float:
        return float(case.inner.slack(case.told, paid, allowed))

    def witness(self, case: CommitteeCase) -> dict[str, Any]:
        """What the committee and its members lost, and the numbers of the mixture: claims, which rows would refute."""
        account, mixer = case.learner.account, case.learner.mixer
        numbers = {name: exact(getattr(mixer, name)) for name in ("eta", "share", "alpha") if hasattr(mixer, name)}
        return {
            "own": exact(account.own),
            "losses": exacts(account.expert_losses),
            "missed": exacts(account._missed),
            "labelled": int(account.labelled),
            "mixture": {"learner": mixer.name, **numbers},
        }

    def lesson(self, case: CommitteeCase, allowed: float | None) -> str:
        account = case.learner.account
        if allowed is None or not account.labelled:
            return ""
        best = f"the best member, {account.best_expert}, {account.expert_losses[account.best]:,.6g}"
        words = f"the {account.price.name} loss is {account.own:,.6g}, that of {best}"
        least = case.inner.lesson(case.told, allowed).replace("expert", "member")
        return f"{words}; {least}" if least else words

    def live(self, ledger: Any) -> str:
        """The bound so far."""
        allowed = self.allowance(ledger)
        return "" if allowed is None else f"regret <= {allowed:,.4g}"


class CommitteeMistakesBound(CommitteeBound):
    """M <= (m ln(1/a) + ln K)/ln(2/(1+a)), m the mistakes of the best of K members that vote by weight.

    With the coin, sum p <= (m ln(1/a) + ln K)/(1-a) (Littlestone and Warmuth 1994). The proof is that for experts, and
    asks nothing of them: they may learn. Members see every example and every label and nothing of the mixture, so each
    errs as it would alone on the rounds as they came. If labels answer the coin, m is random, too; the bound holds on
    every path, for the sum of the chances of a mistake.
    """

    mistakes = True
    weighted = False
    excess = "more mistakes than the theorem allows"

    def inner(self, learner: Any) -> Any:
        return learner.mixer.theorems[0]()

    def statement(self, case: CommitteeCase) -> str:
        theorem = case.inner.statement(case.told).replace("ln n", "ln K")
        return f"Committee, mistakes of {case.learner.size} members. {theorem}"

    def details(self, case: CommitteeCase) -> str:
        account = case.learner.account
        return f", m = {account.expert_losses[account.best]:,.0f}" if account.labelled else ""

    def unlike(self, case: CommitteeCase) -> str | None:
        account, ledger = case.learner.account, case.ledger
        if wrong := self.not_taught(case):
            return wrong
        if not abs(account.own - ledger.expected) <= SLACK * (1 + ledger.expected):
            return f"its votes made {account.own:.6g} mistakes, and its guesses {ledger.expected:.6g}"
        return None

    def lesson(self, case: CommitteeCase, allowed: float | None) -> str:
        learner, account = case.learner, case.learner.account
        if allowed is None or not account.labelled:
            return ""
        best = int(account.expert_losses[account.best])
        words = f"the best member, {account.best_expert}, made {counted(best, 'mistake')}"
        if learner.randomised:
            words += f"; the coin made {case.given.mistakes:,} of {case.given.expected:,.4g} expected"
        least = MajorityBound.lesson(case.inner, case.told, allowed).replace("expert", "member")
        return f"{words}; {least}" if least else words

    def live(self, ledger: Any) -> str:
        allowed = self.allowance(ledger)
        return "" if allowed is None else f"mistakes <= {allowed:,.4g}"


class CommitteePathBound(CommitteeBound):
    """The loss is at most that of the best sequence of members, and what Fixed-Share pays for its changes.

    R <= ((S+1) ln K + S ln(1/a) + (T-1-S) ln(1/(1-a)))/eta against sequences of members with S changes
    (Herbster and Warmuth 1998); eta is 1 for the log loss. See `FixedShareBound`.

    switches    S, 0 for the best member
    """

    promise = "switches"

    def __init__(self, switches: int = 0) -> None:
        self.switches = whole("switches", switches, "how often the best member changes")

    def parameters(self) -> dict[str, Any]:
        return {"switches": self.switches}

    def begin(self, learner: Any, keep: int) -> None:
        learner.keep_rounds(keep)

    def inner(self, learner: Any) -> Any:
        return CurvedShareBound(self.switches)


class FreshMemberBound(Bound):
    """Since an alarm the loss is at most that of the member begun anew then, and (ln(1/w) + (n-1) ln(1/(1-a)))/eta.

    The n rounds are those since; w, the weight that the fresh member had when it began, is a/K or more, as every member
    has been dealt that. So an expert that joins late, or begins anew, loses nothing but the logarithm of its prior.

    Proof. Let w_t be its weight before round t, l_t its loss and L_t the mix loss, -ln(sum w_i e^(-eta l_i))/eta, which
    is no less than what is paid where e^(-eta loss) is concave. Fixed-Share deals w_(t+1) >= (1-a) w_t e^(-eta (l_t -
    L_t)), so eta L_t <= eta l_t + ln(w_(t+1)/w_t) + ln(1/(1-a)). The sum over the rounds telescopes to ln(w_end/w);
    in the last round what was dealt does not matter yet, and w_end is at most 1 without it. What the member said
    before, or which learner was in its place, does not occur: for the mixture a member is what it says. Hence the
    theorem about sequences of members holds over an alarm too, those that change to the fresh member there among them.
    (Herbster and Warmuth 1998; the same telescoping for experts that sleep, Freund, Schapire, Singer and Warmuth 1997.)
    """

    cheap = True
    weighted = True
    excess = "more regret than the theorem allows"

    def statement(self, case: Case) -> str:
        return "Committee, since the fresh member was begun anew: R against it <= (ln(1/w) + (n-1) ln(1/(1-a)))/eta"

    def details(self, case: Case) -> str:
        committee = case.learner
        renewed, rounds = committee.renewed, self.rounds(committee)
        return f", w = {renewed.weight:.4g}, a = {committee.share:g}, n = {rounds:,}"

    def scope(self, case: Case) -> str:
        return super().scope(case) + left_out(case.learner)

    def rounds(self, committee: Any) -> int:
        """In how many rounds the members were weighed since."""
        return int(committee.account.labelled - committee.renewed.mixed)

    def unmeasurable(self, case: Case) -> str | None:
        renewed = case.learner.renewed
        if not renewed.times:
            return "no alarm has begun a member anew yet"
        return None if self.rounds(case.learner) else "no label has come since the fresh member was begun anew"

    def premise(self, case: Case) -> str | None:
        learner = case.learner
        if not learner.first_outside:
            return None
        return f"the truth of label {learner.first_outside} did not lie from {learner.least:g} to {learner.most:g}"

    def invariant(self, case: Case) -> str | None:
        committee = case.learner
        least = committee.share / committee.size
        if committee.renewed.weight < least * (1.0 - SLACK):
            return f"the fresh member began with {committee.renewed.weight:.6g}, and is dealt {least:.6g} every round"
        return None

    def against(self, case: Any) -> str:
        return "the member that began anew"

    def paid(self, case: Case) -> float:
        if unknown := self.unmeasurable(case):
            raise Open(unknown)
        account, renewed = case.learner.account, case.learner.renewed
        return float(account.own - renewed.own - (account.expert_losses[-1] - renewed.total))

    def allowed(self, case: Case) -> float:
        committee = case.learner
        dealt = (self.rounds(committee) - 1) * -log1p(-committee.share)
        return float((-log(committee.renewed.weight) + dealt) / committee.mixer.eta)

    def slack(self, case: Case, paid: float, allowed: float) -> float:
        account = case.learner.account
        return float(SLACK * (1.0 + abs(allowed) + abs(account.own) + abs(account.expert_losses[-1])))

    def lesson(self, case: Case, allowed: float | None) -> str:
        committee = case.learner
        if allowed is None:
            return ""
        like = committee.titles[committee.renewed.kind]
        return f"begun anew {counted(committee.renewed.times, 'time')}, the last time as {like}"


def left_out(committee: Any) -> str:
    """Which rounds the account of the members is without, in words: nobody could have said a class that is new."""
    return ", the first round of every class left out" if committee.truths == "classes" else ""
