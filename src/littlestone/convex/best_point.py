"""The best fixed point of a convex game."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from typing import Any

import numpy as np

from ..errors import BadBatch, BadParameter
from ..geometry.domain import DOMAINS, Simplex, Space
from ..losses.pair_losses import PairHinge, PairSquare
from ..losses.point_losses import ConvexLoss, Linear, SquaredDistance, Wealth, find_convex_loss
from ..losses.series import Series
from ..solvers.comparator import Comparator
from .best_growth import best_growth
from .least_hinge import best_hinge, signed_rows
from .line_search import Total, on_a_line

STEPS = 5000  # steps of the search for a smooth sum
EXACT = 1e-12  # a gap below this fraction of the sum is rounding
UNPROVED = "no point of this domain minimises a linear function, so nothing says how far from the optimum this one is"


def best_point(revealed: Any, domain: Any = None, *, loss: str | ConvexLoss = "linear") -> Comparator:
    """The point w of the domain with the smallest total loss, if played in every round.

        linear    sum_t <w, z_t>         the w with the smallest <w, sum_t z_t>, by `minimise_linear`
        square    sum_t |w - z_t|^2      the w nearest to the mean of the z_t
        wealth    -sum_t ln <w, z_t>     on the simplex, the best constant rebalanced portfolio
        hinge     of pairs (x_t, y_t)    by a barrier method, which finds a proof as well
        else      sum_t loss(w, z_t)     by projected gradients, or by bisection

    revealed    the z_t, one per round, as in `ConvexLedger.revealed`
    domain      an object with `d`, the dimension, `project(w)`, the nearest point, and `minimise_linear(g)`, a point
                with the smallest <g, w>; None for all of R^d
    loss        its name, or any `ConvexLoss`; one of your own with kinks is solved in one dimension only

    The first two are exact, and so are squared errors of pairs on all of R^d. Else the gap is the largest
    <grad, w - v> over v in the domain, nan if it is unbounded.

    >>> from littlestone.geometry.domain import Ball
    >>> from littlestone.hindsight import best_point
    >>> best_point([[3.0, 0.0], [0.0, 4.0]], Ball(2)).loss
    -5.0
    """
    price = find_convex_loss(loss)
    z = read_revealed(revealed, domain, price)
    where = Space(price.coordinates(z[0])) if domain is None else domain
    if isinstance(price, Wealth) and isinstance(where, Simplex):
        return best_growth(z, "point")._replace(price=price.name)
    if isinstance(price, SquaredDistance):
        w, gap = able(where, "project")(np.mean(z, axis=0)), 0.0
    elif isinstance(price, Linear):
        w, gap = able(where, "minimise_linear")(np.sum(z, axis=0)), 0.0
    elif isinstance(price, PairHinge) and type(where) in DOMAINS.values():
        w, floor = best_hinge(signed_rows(z), where)
        gap = nan if floor == -inf else max(0.0, price.total(w, z) - floor)
    elif isinstance(price, PairSquare) and isinstance(where, Space):
        pairs = z.array()
        w, gap = np.linalg.lstsq(pairs[:, :-1], pairs[:, -1], rcond=None)[0], 0.0
    else:
        w, gap = smallest_in(where, lambda w: (price.total(w, z), price.total_gradient(w, z)))
    total = float(price.total(w, z))
    return Comparator("point", total, w, gap, {"note": UNPROVED} if np.isnan(gap) else {}, len(z), price.name)


def read_revealed(revealed: Any, domain: Any, price: ConvexLoss) -> Series:
    """Check the z_t as in a game; plain numbers are vectors of length 1."""
    z = list(revealed)
    if not z:
        raise BadBatch("a best point needs at least one round, but nothing was revealed")
    d = getattr(domain, "d", None) if domain is not None else price.coordinates(z[0])
    if d is None:
        raise BadParameter(f"a domain has the attribute d, its dimension; {type(domain).__name__} has none")
    kept = Series()
    for x in z:
        kept.append(price.turned(x, d))
    return kept


def able(domain: Any, method: str) -> Callable[[Any], Any]:
    """The method of the domain; raises if it has none of that name."""
    found = getattr(domain, method, None)
    if not callable(found):
        raise BadParameter(f"the best point for this loss takes a domain with the method {method}; {domain!r} has none")
    return found  # type: ignore[no-any-return]


def smallest_in(domain: Any, total: Total) -> tuple[Any, float]:
    """The minimum of a convex function on the domain, and its gap; `total` returns value and gradient."""
    ends = getattr(domain, "diameter", 0.0) < inf and hasattr(domain, "minimise_linear")
    if domain.d == 1 and ends:
        return on_a_line(
            total, *(np.asarray(domain.minimise_linear(g), dtype=float) for g in (np.ones(1), -np.ones(1)))
        )
    start = domain.centre if hasattr(domain, "centre") else np.zeros(domain.d)
    return descended(total, able(domain, "project"), domain.minimise_linear if ends else None, start)


def descended(total: Total, project: Any, vertex: Any, start: Any) -> tuple[Any, float]:
    """Projected gradients with the steps of Barzilai and Borwein (Birgin, Martinez and Raydan 2000).

    Returns the iterate with the smallest gap, and its gap; without a `vertex`, the last one and nan.
    """
    w = np.asarray(project(start), dtype=float)
    value, slope = total(w)
    length = 1.0 / (float(np.linalg.norm(slope)) or 1.0)
    best, smallest = w, inf
    for _ in range(STEPS):
        gap = max(0.0, float(slope @ (w - vertex(slope)))) if vertex else inf
        if gap <= smallest:
            best, smallest = w, gap
        way = project(w - length * slope) - w
        promised = float(slope @ way)
        if smallest <= EXACT * abs(value) or promised >= 0.0:
            break
        share = 1.0
        while (there := total(w + share * way))[0] > value + 1e-4 * share * promised and share > 1e-15:
            share /= 2.0
        moved = share * way
        curvature = float(moved @ (there[1] - slope))
        length = float(np.clip(moved @ moved / curvature, 1e-12, 1e12)) if curvature > 0.0 else 10.0 * length
        w, (value, slope) = w + moved, there
    return best, smallest if vertex else nan
