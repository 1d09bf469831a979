"""The theorems of weighted majority, without and with a coin."""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..bound import SLACK
from ..support import elementary
from ..support.elementary import log
from .exponential_theorems import ExponentialBound
from .regret_theorems import AdviceCase
from .rule_check import Again, Counts

if TYPE_CHECKING:
    from .expert_ledger import ExpertLedger

UNSURE = 0.05  # the chance that a fair coin strays further than the remark calls likely
NEXT_TO_NOTHING = 1e-6  # a fraction of the weight that may be rounding


class MajorityBound(ExponentialBound):
    """M <= (m ln(1/a) + ln n)/c for every expert with its m mistakes, where c is what a mistake takes of ln W.

    Where an expert slept, M and m are those of the rounds it was awake in, so that all mistakes are at most as many as
    were made while it slept, and the bound on top. The certificate shows M, and the least number that an expert allows.
    """

    counts: ClassVar[Counts] = {**ExponentialBound.counts, "wrong": 1, "log_mass": None}
    mistakes = True
    excess = "more mistakes than the theorem allows"

    def price(self, learner: Any) -> float:
        """c: the least decrease of ln W by a mistake of the learner."""
        raise NotImplementedError(f"{type(self).__name__} must say what a mistake takes")

    def factor(self, learner: Any) -> float:
        """The alpha of the learner's settings."""
        if learner.given_alpha is not None:
            return float(learner.given_alpha)
        return 0.5 if learner.given_eta is None else 1.0 - float(learner.given_eta)

    def ceilings(self, case: AdviceCase) -> Any:
        """The bound on the learner's mistakes by each expert, however the rate was tuned."""
        learner, ledger = case.learner, case.ledger
        erred, many = np.asarray(ledger._totals), log(max(1, learner.n, ledger.n))
        if learner.alpha == 0.0:
            return np.where(erred == 0.0, np.asarray(ledger._missed) + many / self.price(learner), inf)
        return np.asarray(ledger._missed) + (erred * learner.rate + many) / self.price(learner)

    def paid(self, case: AdviceCase) -> float:
        return float(case.ledger.own)

    def allowed(self, case: AdviceCase) -> float:
        return float(self.ceilings(case).min(initial=inf)) if case.ledger.n else 0.0

    def allowance(self, ledger: ExpertLedger) -> float | None:
        """The bound as regret against the best expert, which is plotted."""
        allowed = super().allowance(ledger)
        return None if allowed is None else allowed - float(ledger.in_order.own - ledger.in_order.best_regret)

    def live(self, ledger: ExpertLedger) -> str:
        allowed = super().allowance(ledger)
        return f"mistakes <= {allowed:,.4g}" if allowed is not None and ledger.n else ""

    def lesson(self, case: AdviceCase, allowed: float | None) -> str:
        learner, ledger = case.learner, case.ledger
        if allowed is None or learner.alpha == 0.0 or learner.slept or ledger.n > learner.n:
            return ""
        least = (ledger.own * self.price(learner) - log(max(1, learner.n))) / learner.rate
        return f"every expert has erred at least {least:,.4g} times" if least > 0.0 else ""

    def regrets(self, learner: Any) -> Any:
        return None  # sleepers are charged an expert's mistakes, not the learner's

    def misset(self, case: AdviceCase) -> str | None:
        learner, ledger = case.learner, case.ledger
        alpha = self.factor(learner)
        rate = inf if alpha == 0.0 else -log(alpha)
        if learner.alpha != alpha or learner.rate != rate or (learner.updates and learner.eta != rate):
            return f"a mistake costs an expert the factor {learner.alpha:g}, and by the settings {alpha:g}"
        if case.awake:
            counted, erred = np.asarray(learner.totals), np.asarray(ledger._totals)
            if np.any(counted > erred if learner.lazy else counted != erred):
                return "the learner's totals are not what the experts have lost"
        if alpha == 0.0 or not learner.n:
            return None
        mass = log_mass(learner)
        if abs(mass - learner.log_mass) > SLACK * (1.0 + abs(mass)) + learner.updates * rounding(learner):
            return "W is not n prod(1 - (1 - a) q), q the share of the weight that was wrong"
        if (ledger.own > MajorityBound.ceilings(self, case) * (1.0 + SLACK) + SLACK).any():
            return "more mistakes than some expert allows"
        return None

    def step(self, learner: Any, again: Again) -> dict[str, Any]:
        before = again.before
        if learner.lazy and learner.act(again.guess) == again.y:
            return before
        left = 1.0 - (1.0 - learner.alpha) * again.own
        asleep = 0.0 if learner.alpha == 0.0 else -log(left) / learner.rate
        clear = learner.alpha > 0.0 or left > NEXT_TO_NOTHING
        return {
            **super().step(learner, again),
            "totals": before["totals"] + again.over(asleep, again.losses),
            "paid": before["paid"] + asleep,
            "wrong": before["wrong"] + again.own,
            "log_mass": before["log_mass"] + log(left) if clear else learner.log_mass,
        }

    def follows(self, name: str, found: Any, due: Any, again: Again) -> bool:
        rounded = {"log_mass": 1.0, "totals": 1.0 / again.copy.rate, "paid": 1.0 / again.copy.rate}.get(name, 0.0)
        rounded *= rounding(again.copy)
        return super().follows(name, found, np.clip(found, due - rounded, due + rounded), again)


class WeightedMajorityBound(MajorityBound):
    """M <= (m ln(1/a) + ln n)/ln(2/(1+a)), because W <= n ((1+a)/2)^M (Littlestone and Warmuth 1994).

    With alpha = 0 it is M <= log2 n, as long as some expert is always right and none sleeps.
    """

    def price(self, learner: Any) -> float:
        return log(2.0 / (1.0 + learner.alpha))

    def factor(self, learner: Any) -> float:
        unset = learner.given_alpha is None and learner.given_eta is None
        return 0.0 if unset and learner.realizable else super().factor(learner)

    def statement(self, case: AdviceCase) -> str:
        if case.learner.alpha == 0.0:
            return "Weighted majority, realizable: M <= log2 n"
        return f"Weighted majority: M <= (m ln(1/a) + ln n)/ln(2/(1+a)), a = {case.learner.alpha:g}"

    def premise(self, case: AdviceCase) -> str | None:
        learner, ledger = case.learner, case.ledger
        if learner.alpha > 0.0:
            return None
        if ledger.n and float(np.asarray(ledger._totals).min()) > 0.0:
            return f"no expert is always right: by {case.when_all_lost_more(0.0)} every one has erred"
        if not learner.slept:
            return None
        return f"an expert slept in {case.slept_in()}, where it could not be struck out"

    def misset(self, case: AdviceCase) -> str | None:
        learner, made = case.learner, case.ledger.mistakes
        if wrong := super().misset(case):
            return wrong
        if learner.log_mass > -made * self.price(learner) + SLACK * (1.0 + made):
            return "W is more than n ((1+a)/2)^M: a mistake took less than half of the weight"
        return None


class RandomisedMajorityBound(MajorityBound):
    """sum p <= (m ln(1/a) + ln n)/(1-a), because W = n prod(1 - (1-a) p) exactly (Littlestone and Warmuth 1994).

    With alpha tuned for at most `m_bar` mistakes of the best of `n_experts`, sum p <= m + sqrt(2 m_bar ln n) + ln n,
    or, by the tuning of the lecture, sum p <= m + 2 sqrt(m_bar ln n). What is paid is sum p, the mistakes that are
    expected; the number that the coin made of them is given as a remark.
    """

    def price(self, learner: Any) -> float:
        return 1.0 - float(learner.alpha)

    def factor(self, learner: Any) -> float:
        if learner.m_bar is None:
            return super().factor(learner)
        step = sqrt(log(learner.n_experts) / learner.m_bar)
        return 1.0 - step if learner.tuning == "lecture" else 1.0 / (1.0 + sqrt(2.0) * step)

    def statement(self, case: AdviceCase) -> str:
        learner = case.learner
        if learner.m_bar is None:
            return f"Randomised weighted majority: sum p <= (m ln(1/a) + ln n)/(1-a), a = {learner.alpha:g}"
        more = "2 sqrt(m_bar ln n)" if learner.tuning == "lecture" else "sqrt(2 m_bar ln n) + ln n"
        return f"Randomised weighted majority, tuned: sum p <= m + {more}, m_bar = {learner.m_bar:g}"

    def premise(self, case: AdviceCase) -> str | None:
        learner, ledger = case.learner, case.ledger
        if learner.m_bar is None:
            return None
        if ledger.n > learner.n_experts:
            return f"alpha was tuned for {learner.n_experts} experts, and {ledger.n} have spoken"
        if ledger.n and float(np.asarray(ledger._totals).min()) > learner.m_bar:
            last = case.when_all_lost_more(learner.m_bar)
            return f"the best expert has erred more than {learner.m_bar:g} times by {last}"
        return None

    def ceilings(self, case: AdviceCase) -> Any:
        learner, ledger, plain = case.learner, case.ledger, super().ceilings(case)
        if learner.m_bar is None:
            return plain
        many, erred = log(learner.n_experts), np.asarray(ledger._totals)
        more = 2.0 * sqrt(learner.m_bar * many)
        if learner.tuning != "lecture":
            more = sqrt(2.0 * learner.m_bar * many) + many
        return np.where(erred <= learner.m_bar, np.asarray(ledger._missed) + erred + more, plain)

    def misset(self, case: AdviceCase) -> str | None:
        learner, ledger = case.learner, case.ledger
        if wrong := super().misset(case):
            return wrong
        if not case.broken and (ledger.own > self.ceilings(case) * (1.0 + SLACK) + SLACK).any():
            return "more mistakes expected than some expert allows"
        if abs(learner.wrong - ledger.own) > SLACK * (1.0 + ledger.own):
            return "the chances of a mistake were not the shares of the weight that was wrong"
        return None

    def lesson(self, case: AdviceCase, allowed: float | None) -> str:
        if not case.ledger.labelled:
            return ""
        made, expected = case.given.mistakes, case.given.expected  # the coin was tossed for these guesses
        stray = sqrt(case.given.labelled / 2.0 * log(2.0 / UNSURE))
        coin = (
            f"the coin made {made:,} mistakes of {expected:,.4g} expected, "
            f"{'within' if abs(made - expected) <= stray else 'beyond'} the {stray:,.4g} more or less that are likely"
        )
        first = super().lesson(case, allowed)
        return f"{first}; {coin}" if first else coin


def rounding(learner: Any) -> float:
    """Rounding of the logarithm of the weight that a round leaves."""
    return 1e-15 / (learner.alpha or NEXT_TO_NOTHING)


def log_mass(learner: Any) -> float:
    """ln(W/n), from the mistakes of the experts."""
    least = float(np.asarray(learner.totals).min())
    behind = np.asarray(learner.totals) - least
    return float(elementary.logs(elementary.exps(-learner.rate * behind).mean()) - learner.rate * least)
