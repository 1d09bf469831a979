"""Coverage of intervals and sets, on every sequence; and the regret of the radius."""

from __future__ import annotations

from bisect import insort
from math import ceil, inf, isfinite
from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Case, Open
from ..receipts.exact_text import exact, exacts
from ..support.linear_algebra import squared
from ..support.settings import counted

EXACT = 1e-9  # how far a position may be from where the misses put it, for each unit of the sums
ROUNDING = 1e-15  # of a position, relative


class IntervalBound(Bound):
    """Base of the theorems about intervals: what they rest on is the rule, which is replayed."""

    what = ""

    def unmeasurable(self, case: Case) -> str | None:
        if not case.ledger.labelled:
            return "no truth has come yet"
        if not isfinite(case.ledger.largest):
            return f"round {case.ledger.largest_round:,} has a score that is too large to be a number"
        return None

    def invariant(self, case: Case) -> str | None:
        """The identity, and every radius that was kept: was it the one that the rule gives?"""
        ledger = case.ledger
        # the position is rounded where it stands, and the identity divides that by the step
        rounded = ROUNDING * (abs(ledger.start) + abs(ledger.position)) / ledger.step
        if abs(ledger.identity) > EXACT * max(1.0, 1e-3 * ledger.labelled) + rounded:
            return (
                f"misses - alpha T = {ledger.misses - ledger.alpha * ledger.labelled:.9g}, but (position - start)/step "
                f"= {(ledger.position - ledger.start) / ledger.step:.9g}: the position does not follow the misses"
            )
        return self.replayed(ledger)

    def replayed(self, ledger: Any) -> str | None:
        """The first kept round whose radius is not the one of its position; None if all are."""
        position, positions = ledger.start, [ledger.start]
        misses = 0
        past = None if ledger.window is None else LastScores(ledger.window)
        near = EXACT * (1.0 + abs(ledger.start) + ledger.step * ledger.labelled)
        for t, (score, radius, behind) in enumerate(ledger.rounds_kept.tolist()):
            then = positions[t - int(behind)]
            if past is None:
                wrong = not abs(radius - then) <= near
            else:
                wrong = (then < -near and radius != -np.inf) or (then > 1.0 + near and radius != np.inf)
                if not behind:
                    wrong |= not past.quantile(then - near) <= radius <= past.quantile(then + near)
                past.add(score)
            if wrong:
                return f"label {t + 1} was judged by the radius {radius:.9g}, which is not that of position {then:.9g}"
            missed = score > radius
            misses += missed
            position += ledger.step * (missed - ledger.alpha)
            positions.append(position)
        if len(positions) == ledger.labelled + 1 and misses != ledger.misses:
            return f"{counted(misses, 'truth')} lay outside, and {counted(ledger.misses, 'miss')} were counted"
        return None


class LastScores:
    """The last scores and their quantiles by other means than those of `PastScores`, which is checked by this."""

    def __init__(self, window: int) -> None:
        self.window = window
        self.in_time: list[float] = []
        self.by_size: list[float] = []

    def add(self, score: float) -> None:
        """Take in a score, and let the one go that came `window` scores before."""
        self.in_time.append(score)
        insort(self.by_size, score)
        if len(self.in_time) > self.window:
            self.by_size.remove(self.in_time[-1 - self.window])

    def quantile(self, level: float) -> float:
        """The least of n scores that (n + 1) level of them, or more, do not exceed; nothing at 0, no end from 1 on."""
        if not 0.0 < level < 1.0:
            return -inf if level <= 0.0 else inf
        enough = ceil((len(self.by_size) + 1) * level)
        return self.by_size[enough - 1] if enough <= len(self.by_size) else inf


class CoverageBound(IntervalBound):
    """-start/step - (D + 1) alpha <= misses - alpha T <= (top - start)/step + (D + 1)(1 - alpha), on any sequence.

    For positions from 0 to `top`: 1 for adaptive conformal inference (Gibbs and Candes 2021, whose levels are 1 less
    ours), the largest score b for quantile tracking (Angelopoulos, Candes and Tibshirani 2023). D is the most labels
    that came between a radius and its own label: a position above top + D (1 - alpha) step was above top when any
    radius was given whose label comes now, so that it is not missed, and the position falls; below -D alpha step it
    rises.

    `b` is a largest score that the user vouches for; without it that of the game is taken, in hindsight.
    """

    promise = "b"
    excess = "more or fewer misses than the theorem allows"

    def __init__(self, b: float | None = None) -> None:
        self.b = b

    def parameters(self) -> dict[str, Any]:
        return {"b": self.b}

    def statement(self, case: Case) -> str:
        ledger = case.ledger
        how = "quantile tracking" if ledger.window is None else "adaptive conformal inference"
        below, above = ("q_1/eta", "(b - q_1)/eta") if ledger.window is None else ("a_1/gamma", "(1 - a_1)/gamma")
        miss = f"{ledger.alpha:.4g}"
        hit = f"{1.0 - ledger.alpha:.4g}"
        return f"Coverage, {how}: -{below} - {miss} (D + 1) <= misses - {miss} T <= {above} + {hit} (D + 1)"

    def details(self, case: Case) -> str:
        top = "" if case.ledger.window is not None else f", b = {self.top(case.ledger):.6g}"
        return f"{top}, D = {case.ledger.latest:,}"

    def top(self, ledger: Any) -> float:
        """Where the positions end: 1 if they are levels, or the largest score, promised or in hindsight."""
        if ledger.window is not None:
            return 1.0
        return max(ledger.largest, ledger.start) if self.b is None else self.b

    def premise(self, case: Case) -> str | None:
        ledger = case.ledger
        if ledger.window is not None or self.b is None or ledger.largest <= self.b:
            return None
        return f"round {ledger.largest_round:,} has the score {ledger.largest:.6g}, above the promised b = {self.b:.6g}"

    def paid(self, case: Case) -> float:
        ledger = case.ledger
        return float(abs(ledger.misses - ledger.alpha * ledger.labelled))

    def allowed(self, case: Case) -> float:
        ledger = case.ledger
        fewer, more = self.range(ledger)
        return float(more if ledger.misses >= ledger.alpha * ledger.labelled else fewer)

    def range(self, ledger: Any) -> tuple[float, float]:
        """How many misses fewer, and how many more than the share alpha, there can be by now."""
        late = ledger.latest + 1
        fewer = ledger.start / ledger.step + ledger.alpha * late
        more = (self.top(ledger) - ledger.start) / ledger.step + (1.0 - ledger.alpha) * late
        return fewer, more

    def slack(self, case: Case, paid: float, allowed: float) -> float:
        return float(SLACK * (abs(allowed) + case.ledger.labelled))

    def witness(self, case: Case) -> dict[str, Any]:
        """The numbers of the rule, and score, radius and lateness of every label, if all were kept."""
        ledger = case.ledger
        rounds = ledger.rounds_kept.tolist()
        if len(rounds) < ledger.labelled:
            return {}
        numbers = {name: exact(getattr(ledger, name)) for name in ("alpha", "step", "start")}
        lines = [" ".join(exacts(each)) for each in rounds]
        return {**numbers, "tracks": ledger.window is None, "rounds": lines}

    def lesson(self, case: Case, allowed: float | None) -> str:
        ledger = case.ledger
        if allowed is None:
            return ""
        fewer, more = self.range(ledger)
        low = max(0.0, 1.0 - ledger.alpha - more / ledger.labelled)
        high = min(1.0, 1.0 - ledger.alpha + fewer / ledger.labelled)
        return f"coverage {ledger.coverage:.2%}; from {low:.2%} to {high:.2%} was sure{self.sure_of(ledger)}"

    def sure_of(self, ledger: Any) -> str:
        """On which condition, in words: without any only where no b is taken from the game in hindsight."""
        if ledger.window is not None:
            return ", whatever came"
        known = "the largest that came" if self.b is None else "as promised"
        return f" for scores up to b = {self.top(ledger):.6g}, {known}"


class PinballBound(IntervalBound):
    """The radii lose hardly more than the best fixed one, by the pinball loss of the quantile 1 - alpha:

        sum l(s, q_t) - sum l(s, u) <= (u - q_1)^2/(2 eta) + (eta/2) sum g^2 + eta m^2 sum of d      (Zinkevich 2003)

    where l(s, q) = (1 - alpha) (s - q) above q and alpha (q - s) below, its slope g is alpha - [miss], m = max(alpha,
    1 - alpha), and d is how many labels came between a radius and its own: quantile tracking is gradient descent on
    this loss, each step taken when the label comes, and a late one costs at most eta m^2 for every other in between.
    The best u in hindsight is the quantile of the scores themselves.
    """

    excess = "more regret than the theorem allows"

    def statement(self, case: Case) -> str:
        delays = " + eta m^2 sum of delays" if case.ledger.behind else ""
        return f"Quantile tracking, pinball loss: R <= (u - q_1)^2/(2 eta) + eta/2 sum g^2{delays}"

    def details(self, case: Case) -> str:
        return f", u = {self.best(case.ledger):.6g}"

    def unmeasurable(self, case: Case) -> str | None:
        ledger = case.ledger
        if ledger.labelled > ledger.keep:
            return f"for the best radius in hindsight {ledger.keep:,} of {ledger.labelled:,} scores were kept"
        return super().unmeasurable(case)

    def best(self, ledger: Any) -> float:
        """The best fixed radius: the smallest of the scores that no more than a share alpha exceed."""
        return float(np.quantile(ledger.rounds_kept[:, 0], 1.0 - ledger.alpha, method="inverted_cdf"))

    def against(self, case: Any) -> str:
        return "the best radius"

    def paid(self, case: Case) -> float:
        ledger = case.ledger
        if unknown := self.unmeasurable(case):
            raise Open(unknown)
        rounds = ledger.rounds_kept
        scores, radii, u = rounds[:, 0], rounds[:, 1], self.best(ledger)
        return float(pinball(scores - radii, ledger.alpha) - pinball(scores - u, ledger.alpha))

    def allowed(self, case: Case) -> float:
        ledger = case.ledger
        alpha, eta = ledger.alpha, ledger.step
        squares = ledger.misses * (1.0 - alpha) ** 2 + (ledger.labelled - ledger.misses) * alpha**2
        late = ledger.behind * max(alpha, 1.0 - alpha) ** 2
        return float(squared(self.best(ledger) - ledger.start) / (2.0 * eta) + eta * (squares / 2.0 + late))

    def slack(self, case: Case, paid: float, allowed: float) -> float:
        ledger = case.ledger
        return float(SLACK * (abs(allowed) + ledger.labelled * (ledger.largest + ledger.step)))


def pinball(above: Any, alpha: float) -> float:
    """The sum of the pinball losses of scores that lie so far above their radii."""
    return float(np.sum(np.where(above > 0.0, (1.0 - alpha) * above, -alpha * above)))
