"""The theorem of ROMMA (Li and Long 2002).

A vector u with y <u, x> >= 1 on every example learned from is never cut off, and w is the shortest vector that is not,
so |w| <= |u|. An update moves w by at least (1 - y guess)/|x| and away from the origin, so that

    sum of ((1 - y guess)/|x|)^2  <=  |w|^2  <=  |u|^2 = 1/gamma^2,

and a mistake is worth at least 1/R^2.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from ..bound import Open
from ..rows.updates_kept import UpdatesCase, UpdatesKept
from ..solvers.margin import largest_margin
from ..solvers.separator import Separator
from ..solvers.sums import apart, products, some_rows, weighted_sum
from ..support.linear_algebra import squared

ROUNDING = 1e-6  # rounding of a length after many steps
CLEAR = 1e-4  # a margin, relative to the longest example, at which no step divides by nearly zero
PARALLEL = 1e-12  # squared sine of the angle between w and x below which the rule treats it as zero


class ROMMACase(UpdatesCase):
    """The rounds that ROMMA learned from and their largest margin."""

    @cached_property
    def found(self) -> Separator:
        """The separator of largest margin, or a proof that there is none."""
        return largest_margin(self.kept.batch, self.effort)

    @property
    def way(self) -> float:
        """The sum of the least squared moves of the updates."""
        shortfalls = 1.0 - np.asarray(self.kept.batch.labels) * self.kept.guesses
        return float((shortfalls**2 / self.kept.squares).sum())

    @property
    def clear(self) -> bool:
        """Is the margin of the examples well above zero?"""
        return self.found.margin >= CLEAR * sqrt(float(self.kept.squares.max()))


class ROMMABound(UpdatesKept):
    """M <= (R/gamma)^2 if some unit vector has y <u, x> >= gamma on every mistaken example."""

    theorem = "ROMMA: M <= (R/gamma)^2"
    looks_at = ROMMACase
    mistakes = True

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return mistaken

    def statement(self, case: ROMMACase) -> str:
        return self.theorem

    def unmeasurable(self, case: ROMMACase) -> str | None:
        return case.odd(1e-100, 1e100) or super().unmeasurable(case)

    def paid(self, case: ROMMACase) -> float:
        return int(case.ledger.mistakes)

    def premise(self, case: ROMMACase) -> str | None:
        if not case.kept.batch.rows or case.found.clash is None:
            return None
        return case.found.refusal(f"the examples up to round {self.rows.numbers[case.found.clash]}")

    def invariant(self, case: ROMMACase) -> str | None:
        """What is wrong if the steps do not lead to the weights, or the weights do not fit a clear margin."""
        kept, w = case.kept, case.played
        if not self.rows.complete:
            return None
        if not kept.batch.rows:
            return "the weights are not zero" if np.any(w) else None
        if wrong := self.misstepped(case):
            return wrong
        if case.broken or not case.clear:
            return None
        length = float(np.linalg.norm(w))
        if not length <= (1 + ROUNDING) / case.found.margin:
            return "the weights are longer than a vector that fits"
        if not length * (1 + ROUNDING) >= sqrt(case.way):
            return "the weights are shorter than the moves that made them"
        last = some_rows(kept.batch, np.array([kept.batch.rows - 1]))
        if not abs(float(products(last, w[: last.width])[0]) - 1.0) <= ROUNDING * (
            1.0 + length * sqrt(kept.squares[-1])
        ):
            return "the last example learned from is not right by one"
        return None

    def misstepped(self, case: ROMMACase) -> str | None:
        """What is wrong if the steps of the rule, recomputed from guesses and lengths, do not lead to the weights."""
        shares, square, sharp = retraced(case)
        if not sharp:
            return None
        w = weighted_sum(case.kept.batch, shares * np.asarray(case.kept.batch.labels))
        scale = float(np.abs(shares) @ np.sqrt(case.kept.squares))
        if not apart(w, case.played) <= ROUNDING * scale:
            return "the weights are not where the steps lead"
        if not abs(float(w @ w) - square) <= ROUNDING * scale * scale:
            return "the guesses are not the products with the weights of their time"
        return None

    def allowed(self, case: ROMMACase) -> float:
        if not case.kept.batch.rows:
            return 0.0
        if not case.found.margin > 0:
            raise Open("no separator was found and none ruled out", f"no margin is above {case.found.ceiling:.4g}")
        longest = float(case.kept.squares[case.kept.mistaken].max(initial=0.0))
        return squared(sqrt(longest) / case.found.margin)

    def exceeded(self, case: ROMMACase, paid: float, allowed: float) -> str | None:
        # with hardly any margin the steps divide by nearly zero, and rounding may have caused mistakes
        return self.excess if paid > allowed * (1 + ROUNDING) and case.clear else None

    def lesson(self, case: ROMMACase, allowed: float | None) -> str:
        if allowed is None or not case.kept.batch.rows:
            return ""
        return f"the largest margin is at most {1 / sqrt(case.way):.4g}"


class AggressiveROMMABound(ROMMABound):
    """M <= (R/gamma)^2 if some unit vector has y <u, x> >= gamma on every example learned from; R is of mistakes."""

    theorem = "aggressive ROMMA: M <= (R/gamma)^2"

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        return mistaken or y * guess < 1.0


def retraced(case: ROMMACase) -> tuple[Any, float, bool]:
    """The share of every round in the weights, their squared length, and whether all that is more than rounding.

    An update makes the weights scale w + step y x, both by |w|^2, |x|^2 and the guess: so the last weights are sums of
    these steps, each scaled by all that came after it. Where w is nearly parallel to x the scale is only rounding.
    """
    kept = case.kept
    steps, scales = np.zeros(kept.batch.rows), np.ones(kept.batch.rows)
    square, sharp = 0.0, True
    margins = (np.asarray(kept.batch.labels) * kept.guesses).tolist()
    for t, (margin, size) in enumerate(zip(margins, kept.squares.tolist(), strict=True)):
        if not size > 0.0 or margin >= 1.0:
            continue
        both = size * square
        between = both - margin * margin
        if between <= PARALLEL * both or both <= margin or both > 1e100:
            steps[t], scales[t], square = 1.0 / size, 0.0, 1.0 / size
            sharp = sharp and (between <= 1e-2 * PARALLEL * both or both <= margin * (1 - ROUNDING))
            continue
        sharp = sharp and between > CLEAR * both and both >= margin * (1 + ROUNDING)
        scale = (both - margin) / between
        step = square * (1.0 - margin) / between
        steps[t], scales[t] = step, scale
        square = scale * scale * square + 2.0 * scale * step * margin + step * step * size
    after = np.append(np.cumprod(scales[::-1])[::-1][1:], 1.0)
    return steps * after, square, sharp
