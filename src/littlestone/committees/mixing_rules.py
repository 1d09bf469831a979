"""The rules that weigh the members of a committee: the Aggregating Algorithm, Fixed-Share, AdaHedge."""

from __future__ import annotations

from typing import Any

from ..errors import BadParameter
from ..experts.adahedge import AdaHedge
from ..experts.aggregating import AggregatingAlgorithm
from ..experts.expert import ExpertLearner
from ..experts.fixed_share import FixedShare
from ..losses.guess_losses import LogScore, Square
from ..support.linear_algebra import squared
from ..support.settings import real


def range_of(low: Any, high: Any, numbers: bool, share: float) -> tuple[float, float] | None:
    """Between which numbers lie; None where they are not known, or of classes."""
    if low is None and high is None:
        if numbers and share:
            raise BadParameter("a share needs low and high, between which numbers lie: its rate is made of them")
        return None
    if not numbers:
        raise BadParameter("low and high are of numbers, and these members are told classes")
    if low is None or high is None:
        raise BadParameter("low and high are given together: between which numbers lie")
    checked = AggregatingAlgorithm(low=low, high=high)
    return checked.low, checked.high


def share_of(share: Any, fresh: bool = False) -> float:
    """The share of the weight that is dealt out, checked; a `fresh` member lives on it."""
    if not 0.0 <= real("share", share, "the share of the weight that is dealt out") < 1.0:
        raise BadParameter(f"share is a share of the weight, from 0 to below 1, not {share}")
    if fresh and not share:
        raise BadParameter("a fresh member begins with what is dealt out to it: give a share above 0, such as 0.001")
    return float(share)


def mixer_for(
    size: int, numbers: bool, within: tuple[float, float] | None, share: float, heaviest: float
) -> ExpertLearner:
    """The rule that weighs so many members, knowing nothing yet."""
    low, high = within or (0.0, 1.0)
    if numbers and within is None:
        mixer: ExpertLearner = AdaHedge()
    elif share:
        rate = 1.0 / (2.0 * squared(high - low)) if numbers else 1.0  # where e^(-rate loss) is concave in what is said
        mixer = FixedShare(eta=rate / heaviest, share=share)
    else:
        mixer = AggregatingAlgorithm(low=low, high=high, heaviest=heaviest)
    mixer.plays_for(Square() if numbers else LogScore())
    mixer.widen(size)
    return mixer
