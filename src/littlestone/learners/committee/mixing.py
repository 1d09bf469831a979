"""The rules that weigh the members of a committee: the Aggregating Algorithm, Fixed-Share, AdaHedge."""

from __future__ import annotations

from typing import Any

from ...bounds.committee import MixedBound
from ...errors import BadParameter
from ...loss import Loss
from ...losses.rows import LogScore, Square
from ...support.settings import positive
from ..experts.adahedge import AdaHedge
from ..experts.aggregating import AggregatingAlgorithm
from ..experts.expert import ExpertLearner
from ..experts.fixed_share import FixedShare


class WeighedAggregating(AggregatingAlgorithm):
    """The Aggregating Algorithm where losses count up to `heaviest` times: at the rate eta/heaviest.

    Of rounds with a weight of h at most, the log loss can be mixed at the rate 1/h and not above: with e^(-eta h loss)
    for weights, the mean of the chances costs no more than the mixture if eta h <= 1, by Jensen's inequality.

    heaviest    h, the largest weight that a round can have
    """

    name = ""
    theorems = (MixedBound,)

    def __init__(self, *, low: float = 0.0, high: float = 1.0, heaviest: float = 1.0) -> None:
        self.heaviest = positive("heaviest", heaviest, "the largest weight that an example can have")
        super().__init__(low=low, high=high)

    def parameters(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high, "heaviest": self.heaviest}

    def plays_for(self, price: Loss) -> None:
        super().plays_for(price)
        self.eta /= self.heaviest


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


def mixer_for(
    size: int, numbers: bool, within: tuple[float, float] | None, share: float, heaviest: float
) -> ExpertLearner:
    """The rule that weighs so many members, knowing nothing yet."""
    low, high = within or (0.0, 1.0)
    if numbers and within is None:
        mixer: ExpertLearner = AdaHedge()
    elif share:
        rate = 1.0 / (2.0 * (high - low) ** 2) if numbers else 1.0  # where e^(-rate loss) is concave in what is said
        mixer = FixedShare(eta=rate / heaviest, share=share)
    else:
        mixer = WeighedAggregating(low=low, high=high, heaviest=heaviest)
    mixer.plays_for(Square() if numbers else LogScore())
    mixer.widen(size)
    return mixer
