"""The best sequence of experts with a limited number of switches."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter, TooLarge
from ..loss import Loss
from ..solvers.comparator import Comparator
from ..solvers.forecasts import Forecasts, read_forecasts
from ..support.settings import counted, whole

ROOM = 1 << 30  # most bytes for backtracking


def best_switching(outcomes: Any, advice: Any, *, switches: int, loss: str | Loss = "square") -> Comparator:
    """The sequence of experts with the smallest loss and at most `switches` changes of expert.

        L(t, s, i) = loss(y_t, a_ti) + min( L(t-1, s, i), min_j L(t-1, s-1, j) )         (Herbster and Warmuth 1998)

    Dynamic programming, T n (switches + 1) steps. `path` has the column of every round,
    `detail["switches"]` how often it changes: never more often than needed. Experts that sleep (nan) cannot be
    followed while they do.

    >>> from littlestone.hindsight import best_switching
    >>> best = best_switching([0.0, 0.0, 1.0, 1.0], [[0.0, 1.0]] * 4, switches=1)
    >>> best.path.tolist(), best.loss
    ([0, 0, 1, 1], 0.0)
    """
    return switching_of(read_forecasts(outcomes, advice, loss), switches)


def switching_losses(outcomes: Any, advice: Any, *, switches: int, loss: str | Loss = "square") -> Any:
    """The losses of the best paths with at most 0, 1, ..., `switches` switches, as an array.

    A loss is inf if sleeping experts leave no path with so few switches.

    >>> from littlestone.hindsight import switching_losses
    >>> switching_losses([0.0, 0.0, 1.0, 1.0], [[0.0, 1.0]] * 4, switches=2).tolist()
    [2.0, 0.0, 0.0]
    """
    forecasts = read_forecasts(outcomes, advice, loss)
    most = checked(switches, forecasts.rounds)
    prices = follow_prices(forecasts)
    useful = min(most, fewest_switches(prices == prices.min(axis=1, keepdims=True)))
    paid = np.repeat(prices[:1], useful + 1, axis=0)
    for now in prices[1:]:
        step(paid, now)
    return np.pad(paid.min(axis=1), (0, most - useful), mode="edge")


def switching_of(forecasts: Forecasts, switches: int) -> Comparator:
    """`best_switching` of checked forecasts."""
    most = checked(switches, forecasts.rounds)
    prices = follow_prices(forecasts)
    needed = fewest_switches(forecasts.awake)
    if needed > most:
        raise BadParameter(
            f"no path with {most} or fewer switches finds somebody awake in every round; "
            f"it takes switches={needed} at least"
        )
    path = cheapest_path(prices, min(most, fewest_switches(prices == prices.min(axis=1, keepdims=True))))
    detail = {"path": path, "switches": int(np.count_nonzero(np.diff(path)))}
    total = float(prices[np.arange(len(path)), path].sum())
    return Comparator("switching", total, None, 0.0, detail, forecasts.rounds, forecasts.loss.full_name)


def checked(switches: Any, rounds: int) -> int:
    """Check the number of switches, which must be smaller than that of the rounds."""
    most = whole("switches", switches, "how often the path may change its expert")
    if most >= rounds:
        raise BadParameter(
            f"between {counted(rounds, 'round')} a path can change its expert {rounds - 1} times at most, not {most}"
        )
    return most


def follow_prices(forecasts: Forecasts) -> Any:
    """The loss of each expert in every round; infinite while it sleeps."""
    return np.where(forecasts.awake, forecasts.prices(), np.inf)


def fewest_switches(allowed: Any) -> int:
    """The fewest switches of a path within the mask `allowed`, T x n: greedily stay as long as possible."""
    switches, still = 0, allowed[0]
    for now in allowed[1:]:
        both = still & now
        switches += not both.any()
        still = both if both.any() else now
    return switches


def step(paid: Any, now: Any) -> tuple[Any, Any]:
    """Advance by one round: row s of `paid` has the smallest loss of a path to each expert with at most s switches.

    Returns the expert to switch from for row s + 1, and the mask of experts for which switching is better than staying.
    """
    origin = paid[:-1].argmin(axis=1)
    cheapest = paid[np.arange(len(origin)), origin][:, None]
    switched = cheapest < paid[1:]
    np.copyto(paid[1:], np.broadcast_to(cheapest, switched.shape), where=switched)
    paid += now
    return origin, switched


def cheapest_path(prices: Any, switches: int) -> Any:
    """The expert of every round: dynamic programming forwards, then backtracking."""
    rounds, n = prices.shape
    need = rounds * switches * (4 + (n + 7) // 8)
    if need > ROOM:
        raise TooLarge(
            f"finding the path of {rounds:,} rounds with {switches:,} switches takes {need / 1e9:.1f} GB; allow fewer "
            f"switches, or ask switching_losses, which keeps no path"
        )
    origins = np.empty((rounds, switches), dtype=np.int32)
    taken = np.empty((rounds, switches, (n + 7) // 8), dtype=np.uint8)
    paid = np.repeat(prices[:1], switches + 1, axis=0)
    for t in range(1, rounds):
        origins[t], switched = step(paid, prices[t])
        taken[t] = np.packbits(switched, axis=1)
    s = int(paid.min(axis=1).argmin())  # of equal losses, that with the fewest switches
    path = np.empty(rounds, dtype=np.int64)
    path[-1] = paid[s].argmin()
    for t in range(rounds - 1, 0, -1):
        path[t - 1] = here = path[t]
        if s > 0 and taken[t, s - 1, here // 8] >> (7 - here % 8) & 1:
            s -= 1
            path[t - 1] = origins[t, s]
    return path
