"""The theorems of weighted majority, without and with a coin."""

from __future__ import annotations

from math import inf, log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bound import SLACK, Certificate
from .exponential import first_sleep, miscounted, misweighed
from .regret import RegretBound

if TYPE_CHECKING:
    from ..expert_ledger import ExpertLedger

UNSURE = 0.05  # the chance that an honest coin strays further than is called likely


class MajorityBound(RegretBound):
    """M <= (m ln(1/a) + ln n)/c for every expert with its m mistakes, where c is what a mistake takes of ln W.

    Where an expert slept, M and m are those of the rounds it was awake in, so that all mistakes are at most as many as
    were made while it slept, and the bound on top. The certificate shows M, and the least number that an expert allows.
    """

    def price(self, learner: Any) -> float:
        """What one mistake of the learner's takes of ln W at least: c."""
        raise NotImplementedError(f"{type(self).__name__} must say what a mistake takes")

    def ceilings(self, learner: Any, ledger: ExpertLedger) -> Any:
        """The most mistakes of the learner that each expert allows."""
        erred, many = np.asarray(ledger.totals), log(max(1, learner.n, ledger.n))
        if learner.alpha == 0.0:
            return np.where(erred == 0.0, np.asarray(ledger.missed) + many / self.price(learner), inf)
        return np.asarray(ledger.missed) + (erred * learner.rate + many) / self.price(learner)

    def allows(self, learner: Any, ledger: ExpertLedger) -> float | None:
        if not ledger.n:
            return 0.0
        return float(self.ceilings(learner, ledger).min()) - (ledger.own - ledger.best_regret)

    def certificate(self, learner: Any, ledger: ExpertLedger) -> Certificate:
        found = super().certificate(learner, ledger)._replace(paid=float(ledger.own))
        if found.broken or not ledger.n:
            return found
        allowed = float(self.ceilings(learner, ledger).min())
        return found._replace(allowed=allowed, teaches=self.lesson(learner, ledger))

    def live(self, learner: Any, ledger: ExpertLedger) -> str:
        if self.broken(learner, ledger) or not ledger.n:
            return ""
        return f"mistakes <= {float(self.ceilings(learner, ledger).min()):,.4g}"

    def lesson(self, learner: Any, ledger: ExpertLedger) -> str:
        """The theorem read backwards."""
        if learner.alpha == 0.0 or learner.slept or ledger.n > learner.n:
            return ""
        least = (ledger.own * self.price(learner) - log(max(1, learner.n))) / learner.rate
        return f"every expert has erred at least {least:,.4g} times" if least > 0.0 else ""

    def failure(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if not learner.lazy and (wrong := miscounted(learner, ledger)):
            return wrong
        if wrong := misweighed(learner):
            return wrong
        if learner.alpha == 0.0 or not learner.n:
            return None
        mass = log_mass(learner)
        if abs(mass - learner.log_mass) > SLACK * (1.0 + abs(mass)):
            return "W is not n prod(1 - (1 - a) q), q the share of the weight that was wrong"
        if (ledger.own > self.ceilings(learner, ledger) * (1.0 + SLACK) + SLACK).any():
            return "more mistakes than some expert allows"
        return None


class WeightedMajorityBound(MajorityBound):
    """M <= (m ln(1/a) + ln n)/ln(2/(1+a)), because W <= n ((1+a)/2)^M (Littlestone and Warmuth 1994).

    With alpha = 0 it is M <= log2 n, as long as some expert is always right and none sleeps.
    """

    def price(self, learner: Any) -> float:
        return log(2.0 / (1.0 + learner.alpha))

    def theorem(self, learner: Any) -> str:
        if learner.alpha == 0.0:
            return "Weighted majority, realizable: M <= log2 n"
        return f"Weighted majority: M <= (m ln(1/a) + ln n)/ln(2/(1+a)), a = {learner.alpha:g}"

    def premise(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if learner.alpha > 0.0:
            return None
        if ledger.n and float(np.asarray(ledger.totals).min()) > 0.0:
            return f"no expert is always right: by round {last_to_err(ledger)} every one has erred"
        if not learner.slept:
            return None
        return f"an expert slept in round {first_sleep(ledger) or learner.slept}, where it could not be struck out"

    def failure(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if wrong := super().failure(learner, ledger):
            return wrong
        if learner.log_mass > -ledger.mistakes * self.price(learner) + SLACK * (1.0 + ledger.mistakes):
            return "W is more than n ((1+a)/2)^M: a mistake took less than half of the weight"
        return None


class RandomisedMajorityBound(MajorityBound):
    """sum p <= (m ln(1/a) + ln n)/(1-a), because W = n prod(1 - (1-a) p) exactly (Littlestone and Warmuth 1994).

    With alpha tuned for at most `m_bar` mistakes of the best of `n_experts`, sum p <= m + sqrt(2 m_bar ln n) + ln n,
    or, by the tuning of the lecture, sum p <= m + 2 sqrt(m_bar ln n). What is paid is sum p, the mistakes that are
    expected; how many the coin has made of them stands beside it, as a remark.
    """

    def price(self, learner: Any) -> float:
        return 1.0 - float(learner.alpha)

    def theorem(self, learner: Any) -> str:
        if learner.m_bar is None:
            return f"Randomised weighted majority: sum p <= (m ln(1/a) + ln n)/(1-a), a = {learner.alpha:g}"
        more = "2 sqrt(m_bar ln n)" if learner.tuning == "lecture" else "sqrt(2 m_bar ln n) + ln n"
        return f"Randomised weighted majority, tuned: sum p <= m + {more}, m_bar = {learner.m_bar:g}"

    def premise(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if learner.m_bar is None:
            return None
        if ledger.n > learner.n_experts:
            return f"alpha was tuned for {learner.n_experts} experts, and {ledger.n} have spoken"
        if ledger.n and float(np.asarray(ledger.totals).min()) > learner.m_bar:
            return f"the best expert has erred more than {learner.m_bar:g} times"
        return None

    def ceilings(self, learner: Any, ledger: ExpertLedger) -> Any:
        plain = super().ceilings(learner, ledger)
        if learner.m_bar is None:
            return plain
        many, erred = log(learner.n_experts), np.asarray(ledger.totals)
        more = 2.0 * sqrt(learner.m_bar * many)
        if learner.tuning != "lecture":
            more = sqrt(2.0 * learner.m_bar * many) + many
        return np.where(erred <= learner.m_bar, np.asarray(ledger.missed) + erred + more, plain)

    def failure(self, learner: Any, ledger: ExpertLedger) -> str | None:
        if wrong := super().failure(learner, ledger):
            return wrong
        if (ledger.own > super().ceilings(learner, ledger) * (1.0 + SLACK) + SLACK).any():
            return "more mistakes expected than (m ln(1/a) + ln n)/(1-a)"
        if abs(learner.wrong - ledger.own) > SLACK * (1.0 + ledger.own):
            return "the chances of a mistake were not the shares of the weight that was wrong"
        return None

    def lesson(self, learner: Any, ledger: ExpertLedger) -> str:
        stray = sqrt(ledger.labelled / 2.0 * log(2.0 / UNSURE))
        off = abs(ledger.mistakes - ledger.own)
        coin = (
            f"the coin made {ledger.mistakes:,} mistakes of {ledger.own:,.4g} expected, "
            f"{'within' if off <= stray else 'beyond'} the {stray:,.4g} more or less that are likely"
        )
        first = super().lesson(learner, ledger)
        return f"{first}; {coin}" if first else coin


def log_mass(learner: Any) -> float:
    """ln(W/n), from the mistakes of the experts."""
    behind = np.asarray(learner.totals) - np.asarray(learner.totals).min()
    return float(np.log(np.exp(-learner.rate * behind).mean()) - learner.rate * np.asarray(learner.totals).min())


def last_to_err(ledger: ExpertLedger) -> int:
    """The round in which the last expert made its first mistake."""
    truths, advice = ledger.advice()
    erred = np.cumsum(~np.isnan(advice) & (advice != truths[:, None]), axis=0) > 0
    everyone = np.flatnonzero(erred.all(axis=1))
    return int(ledger.rows.numbers[everyone[0]]) if len(everyone) else ledger.rounds
