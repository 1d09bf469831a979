"""Calibeating: chances by bin lose hardly more than the best number for every bin, on every sequence."""

from __future__ import annotations

from math import lgamma, pi

from ..bound import SLACK, Bound, Case
from ..support.elementary import log


class BinsBound(Bound):
    """Base of the theorems about chances by bin. Their rule is exchangeable: what it lost follows from the counts."""

    excess = "more than the theorem allows"

    def unmeasurable(self, case: Case) -> str | None:
        return None if case.ledger.labelled else "no label has come yet"

    def slack(self, case: Case, paid: float, allowed: float) -> float:
        return float(SLACK * (abs(allowed) + case.ledger.labelled))


class CalibeatingBound(BinsBound):
    """Brier score: sum (p - y)^2 <= refinement + sum over bins of (1/4 + H(n + 1) - 1), H(n) = 1 + 1/2 + ... + 1/n.

    The refinement is the sum of squares about the means of the bins. A learner that says one number a bin loses that
    and its calibration error, so the chances beat it by this error, less a logarithm a bin (Foster and Hart 2023). The
    proof, for one bin: the chance is the mean of its past outcomes and one of 1/2. Of such means the sum of
    (p - y)^2 t/(t + 1) is exactly the sum of squares of all n + 1 about their last mean, which is at most that of the n
    about theirs and 1/4; what is left is at most 1/(t + 1) a round. The equation is checked at every certificate.
    """

    def statement(self, case: Case) -> str:
        return "Calibeating, Brier: sum (p - y)^2 - refinement <= sum over bins of H(n + 1) - 3/4"

    def against(self, case: Case) -> str:
        return "the best chance for each bin"

    def paid(self, case: Case) -> float:
        return float(case.ledger.brier - case.ledger.refinement)

    def invariant(self, case: Case) -> str | None:
        ledger = case.ledger
        exact = sum(
            k + 0.25 - (k + 0.5) ** 2 / (n + 1.0) for n, k in zip(ledger.labels, ledger.positives, strict=True) if n
        )
        if abs(ledger.weighted - exact) <= SLACK * (1.0 + ledger.labelled):
            return None
        return f"the weighted squares are {ledger.weighted:.9g}, and those of means of the past {exact:.9g}"

    def allowed(self, case: Case) -> float:
        return float(sum(harmonic(n + 1) - 0.75 for n in case.ledger.labels if n))

    def lesson(self, case: Case, allowed: float | None) -> str:
        ledger = case.ledger
        if allowed is None:
            return ""
        before, after = ledger.base_brier / ledger.labelled, ledger.brier / ledger.labelled
        return f"Brier score {before:.4g} before and {after:.4g} after; calibration error {ledger.miscalibration:.4g}"


class BinsLogBound(BinsBound):
    """Log loss: at most (1/2) ln n + ln 2 more in a bin of n labels than its best number (Krichevsky, Trofimov 1981).

    What a bin has lost is -ln of Gamma(k + 1/2) Gamma(n - k + 1/2)/(pi Gamma(n + 1)), whatever the order of its k
    positives: that is checked.
    """

    def statement(self, case: Case) -> str:
        return "Chances by bin, log loss: R <= sum over bins of (1/2) ln n + ln 2"

    def against(self, case: Case) -> str:
        return "the best chance for each bin"

    def paid(self, case: Case) -> float:
        ledger = case.ledger
        best = sum(entropy(n, k) for n, k in zip(ledger.labels, ledger.positives, strict=True))
        return float(ledger.surprise - best)

    def invariant(self, case: Case) -> str | None:
        ledger = case.ledger
        exact = sum(mixed(n, k) for n, k in zip(ledger.labels, ledger.positives, strict=True))
        if abs(ledger.surprise - exact) <= SLACK * (1.0 + ledger.labelled):
            return None
        return f"the log loss is {ledger.surprise:.9g}, and that of the rule on these counts {exact:.9g}"

    def allowed(self, case: Case) -> float:
        return float(sum(0.5 * log(n) + log(2.0) for n in case.ledger.labels if n))


def harmonic(n: int) -> float:
    """1 + 1/2 + ... + 1/n, to the last digit but one."""
    if n < 64:
        return sum(1.0 / k for k in range(1, n + 1))
    return log(n) + 0.5772156649015329 + 1.0 / (2 * n) - 1.0 / (12 * n**2) + 1.0 / (120 * n**4)


def entropy(n: int, k: int) -> float:
    """The log loss of the best number for k positives among n labels."""
    return -sum(m * log(m / n) for m in (k, n - k) if m)


def mixed(n: int, k: int) -> float:
    """The log loss of the rule on k positives among n labels, in any order."""
    return log(pi) + lgamma(n + 1.0) - lgamma(k + 0.5) - lgamma(n - k + 0.5)
