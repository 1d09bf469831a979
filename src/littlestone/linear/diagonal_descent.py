"""The mistake bound of AROW and NAROW with a diagonal covariance: descent in a metric that grows.

Let A = 1/S be the inverse variances, all 1 at first. An update at margin m = y <w, x> with step s moves the weights by
s y S x, S before the update, and then A grows by some a >= 0 in every coordinate. For any u, with c = <x, S x>,

    |u - w'|^2 = |u - w|^2 - 2 s (y <u, x> - m) + s^2 c    in the metric A before the update,

and its growth adds the sum of a (u - w')^2, w' the weights after it. Added up over all updates, from w = 0,

    |u - w|_A^2 + sum of 2 s (y <u, x> - m) - s^2 c  =  |u|^2 + G(u),   G(u) = sum of a (u - w')^2,

with A and w of the end on the left. G is known for every u from three numbers for every coordinate, the sum of a, the
mean v of the w' by a, and the sum of a (w' - v)^2: it is the first times (u - v)^2, and the last. Now let tau > 0 be a
margin asked of u and l(u) = max(0, tau - y <u, x>), so that y <u, x> >= tau - l(u), and let
q = s (2 (tau - m) - s c). As |u - w|_A^2 is not negative,

    sum of q  <=  |u|^2 + G(u) + 2 sum of s l(u).

With h the mean of q over the M mistakes and V the sum of q over the other updates, this is

    M  <=  (|u|^2 + G(u) + 2 sum of s l(u) - V)/h    for every vector u.

AROW has s = (1 - m)/(r + c) and tau = 1, so that q = (1 - m)^2 (2r + c)/(r + c)^2: on a mistake, where m <= 0, at least
(2r + R^2)/(r + R^2)^2, for c is |x|^2 at most. Its a is x_i^2/(r + c - S_i x_i^2), no more than x_i^2/r, and G(u) at
most the sum over i of D_i^2 (sum of x_i^2)/r, D_i the farthest that w_i has been from u_i.

NAROW has r = c/(b c - 1), which differs from one example to the next, or s = 1 and a = 0 where b c <= 1, and tau = 1 or
1/b, whichever is more. On a mistake s c <= 1/b - m, so that q >= tau s > 0. A step may be negative where m > r, which
no mistake has; there y <u, x> is not replaced, and l(u) is tau - y <u, x>, whatever its sign.

There is no premise about the data. Only the updates are needed: they are kept, and replayed here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..row import Batch
from ..solvers.margin import largest_margin
from ..solvers.sums import products
from ..support.effort import STEP, Effort
from .diagonal_replay import DiagonalReplay

TOO_WIDE = 1e300  # a spread that nearly overflows: the learner makes no update
ROUNDING = 1e-6  # error of a weight or a variance: each is a long sum
SCALES = 2.0 ** np.linspace(-6.0, 6.0, 49)


class DiagonalSums(NamedTuple):
    """The results of a replay: weights, variances, three sums per coordinate, three numbers per update.

    `growth` is the sum of a, `centre` the mean of w' by a, `scatter` the sum of a (w' - centre)^2; `step`, `spread` and
    `margin` are s, c and m,
    `level` is tau and `distrust` AROW's r, or 1. A round without features is one of the updates, with a step of zero.
    """

    w: Any
    S: Any
    growth: Any
    centre: Any
    scatter: Any
    step: Any
    spread: Any
    margin: Any
    mistaken: Any
    level: float
    distrust: float

    @property
    def measurable(self) -> bool:
        """Are all sums finite, and all variances positive?"""
        finite = np.isfinite(self.w).all() and np.isfinite(self.growth).all() and np.isfinite(self.scatter).all()
        return bool(finite and self.S.min(initial=1.0) > 0.0)

    @property
    def weights(self) -> Any:
        """q of every update."""
        return self.step * (2.0 * (self.level - self.margin) - self.step * self.spread)


class Sides(NamedTuple):
    """Both sides of the theorem for some u: the sum of q, its upper bound, and the sum of its absolute terms."""

    earned: float
    price: float
    size: float


def replay_diagonal(batch: Batch, guesses: Any, mistaken: Any, *, r: float = 0.0, b: float = 0.0) -> DiagonalSums:
    """Replay the updates of these rounds: of AROW with this r, or of NAROW with this b."""
    again = DiagonalReplay(batch.width, batch.rows)
    with np.errstate(all="ignore"):
        again.play(batch, np.ascontiguousarray(guesses, dtype=np.float64), r, b, TOO_WIDE)
    arrays = (again.w, again.S, again.growth, again.centre, again.scatter, again.step, again.spread, again.margin)
    level = 1.0 if r else max(1.0, 1.0 / b)
    w, S, growth, centre, scatter, step, spread, margin = (np.asarray(array) for array in arrays)
    erred = np.asarray(mistaken, dtype=bool)
    return DiagonalSums(w, S, growth, centre, scatter, step, spread, margin, erred, level, r or 1.0)


def misses(sums: DiagonalSums, found: Any) -> Any:
    """l(u) of every update, `found` being y <u, x>; negative only where the step is."""
    miss = sums.level - found
    return np.where(sums.step < 0.0, miss, np.maximum(0.0, miss))


def both_sides(sums: DiagonalSums, u: Any, found: Any) -> Sides:
    """The sum of q and |u|^2 + G(u) + 2 sum of s l(u), `found` being y <u, x> on the updates."""
    grown = sums.growth * (u - sums.centre) ** 2
    terms = (u * u, grown, sums.scatter, 2.0 * sums.step * misses(sums, found))
    price = sum(float(term.sum()) for term in terms)
    return Sides(float(sums.weights.sum()), price, sum(float(np.abs(term).sum()) for term in terms))


def allowed(sums: DiagonalSums, u: Any, found: Any) -> tuple[float, float]:
    """The mistake bound for this u with y <u, x> on the updates, and the size of its terms, for rounding.

    Mistakes on rounds without features, where no learner can update, are added to the bound.
    """
    learned = sums.mistaken & (sums.step != 0.0)
    empty = float(np.count_nonzero(sums.mistaken & ~learned))
    if not learned.any():
        return empty, 0.0
    q = sums.weights
    sides = both_sides(sums, u, found)
    mean = float(q[learned].mean())
    others = float(q[~learned].sum())
    return empty + (sides.price - others) / mean, (sides.size + float(np.abs(q).sum())) / mean


class Shown(NamedTuple):
    """The vector that the theorem is shown for: its bound, the size of its terms, the sum of its l(u), and u'Au."""

    allowed: float
    size: float
    loss: float
    square: float
    u: Any


def best_comparator(sums: DiagonalSums, batch: Batch, effort: Effort | None = None) -> Shown:
    """The vector to show: as for the full form, one with a small L + r u'Au (for NAROW, L + u'Au), L its sum of l(u).

    The candidates are the best multiples of the weights and of the separator of largest margin, and u = 0; the one with
    the smallest bound is taken. The smallest bound of all would be that of the weights or of a vector very near. There
    the theorem is an equation but for updates with a margin above tau, and says little about the game; so the weights
    themselves are tried only if all others allow more mistakes than there were updates.
    """
    effort = effort or Effort.full()
    vectors = [sums.w]
    if 1e-70 < np.abs(np.asarray(batch.values)).max(initial=0.0) < 1e140:  # squares of others under- or overflow
        separator = largest_margin(batch, effort.part(0.8))
        if separator.margin > 1e-100:
            vectors.append(separator.u * (sums.level / separator.margin))
    tried = [shown_for(sums, 0.0 * sums.w, np.zeros(batch.rows))]
    for u in vectors:
        found, square = products(batch, u), float((u * u / sums.S).sum())
        effort.spend(len(SCALES) * (8.0 * batch.rows + 4 * STEP))
        losses = [float(np.maximum(0.0, sums.level - scale * found).sum()) for scale in SCALES]
        scale = float(SCALES[int(np.argmin(losses + sums.distrust * SCALES**2 * square))])
        tried.append(shown_for(sums, scale * u, scale * found))
    if all(one.allowed > batch.rows for one in tried):
        tried.append(shown_for(sums, sums.w, products(batch, sums.w)))
    return min(tried, key=lambda one: one.allowed)


def shown_for(sums: DiagonalSums, u: Any, found: Any) -> Shown:
    """The theorem for this u with y <u, x> on the updates."""
    loss = float(np.maximum(0.0, sums.level - found).sum())
    return Shown(*allowed(sums, u, found), loss, float((u * u / sums.S).sum()), u)


def astray(sums: DiagonalSums, w: Any, S: Any, guesses: Any, labels: Any) -> str | None:
    """The invariant that fails, if any: then the learner does not follow the rule, whatever the data.

    `w` and `S` are the learner's weights and variances, of as many columns as the updates have or more.
    """
    width = len(sums.w)
    if not np.abs(w[:width] - sums.w).max(initial=0.0) <= ROUNDING * (1.0 + np.abs(sums.w).max(initial=0.0)):
        return "the weights are not those of these updates"
    if not np.abs(S[:width] - sums.S).max(initial=0.0) <= ROUNDING or not (S[:width] > 0.0).all():
        return "the variances are not those of these updates"
    if np.any(w[width:]) or np.any(S[width:] != 1.0):
        return "it has learned in columns that no example has"
    if not (np.abs(labels * guesses - sums.margin) <= ROUNDING * (1.0 + np.abs(sums.margin))).all():
        return "the guesses are not the products with the weights of their time"
    return None
