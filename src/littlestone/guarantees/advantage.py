"""`Advantage`: by how much a shadow was better than a leader so far, on average, with bounds that hold at all times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..errors import BadParameter
from ..state import Count, Number, fields
from ..support.settings import positive
from .lead import Lead

STATEMENT = (
    "with chance {chance:.6g} or more, at all times at once, {one} was better than {other} on average so far, in the "
    "mean given the past, by the lower bound at least: if that is above 0, it was better; the upper bound holds with "
    "the same chance, by itself; nothing is said of single rounds, or of those to come"
)


class Advantage(Lead):
    """The running average by which a shadow beat a leader, with a lower and an upper confidence sequence.

    Leader and shadow guess the same rounds. D_t = loss of the leader - loss of the shadow, cut to [-clip, clip], in the
    order in which the labels came; mu_t is the mean of D_t given all that came before it. Then

        P(at some time t the mean of mu_1, ..., mu_t is less than lower(delta)) <= delta

    whatever the stream: rounds may depend on one another, and the stream may drift. So one may look after every round,
    and promote the shadow when the lower bound is above 0: with chance 1 - delta, no shadow is promoted at a time when
    it was not better on average. See `ConfidenceSequence` for the theorem (Fan, Grama and Liu 2015; Howard, Ramdas,
    McAuliffe and Sekhon 2021). D_t/clip - guess_t, with a guess of 0 at most, is -1 or more, as the theorem needs.

    A bet that pays when the shadow is better, prod (1 + g D_t), would tell something else: that the shadow was better
    in *some* round. It would also promote a shadow that was better first and then worse. The upper bound holds with
    chance 1 - delta too, by itself; both hold with chance 1 - 2 delta.

    clip    differences are cut to [-clip, clip]; of mistakes there are none beyond 1. The statement is about what is
            left: `clipped` counts those that were cut, `cut_gain` and `cut_loss` are by how much, in sum, for and
            against the shadow

    >>> shadow = Advantage()
    >>> for t in range(1000):
    ...     shadow.record(1.0 if t % 3 == 0 else 0.0, 1.0 if t % 4 == 0 else 0.0)
    >>> round(shadow.mean, 3), round(shadow.lower(0.05), 3), round(shadow.upper(0.05), 3), shadow.better(0.05)
    (0.084, 0.016, 0.151, True)
    """

    _saved = (*Lead._saved, *fields(Count("clipped"), Number("cut_gain"), Number("cut_loss")))

    def __init__(self, clip: float = 1.0) -> None:
        self.clip = positive("clip", clip, "the largest difference that is counted")
        super().__init__(self.clip)
        self.clipped = 0
        self.cut_gain = self.cut_loss = 0.0

    def record(self, leader: float, shadow: float) -> None:
        """Enter what both lost in a round."""
        lead = leader - shadow
        if lead != lead:
            raise BadParameter(f"losses are numbers, not {leader!r} of the leader and {shadow!r} of the shadow")
        cut = lead
        if lead > self.clip:
            cut = self.clip
            self.cut_gain += lead - cut
            self.clipped += 1
        elif lead < -self.clip:
            cut = -self.clip
            self.cut_loss += cut - lead
            self.clipped += 1
        self.gains.record(cut)
        self.losses.record(-cut)

    def as_dict(self, delta: float) -> dict[str, Any]:
        cut = {"clip": self.clip, "clipped": self.clipped, "cut_gain": self.cut_gain, "cut_loss": self.cut_loss}
        return {**super().as_dict(delta), **cut}


def compare_losses(leader: Iterable[float], shadow: Iterable[float], clip: float = 1.0) -> Advantage:
    """By how much a shadow was better than a leader, from what both lost, round by round.

    >>> found = compare_losses([1.0, 0.0, 1.0, 1.0] * 50, [0.0, 0.0, 1.0, 0.0] * 50)
    >>> found.rounds, found.mean, found.better(0.05)
    (200, 0.5, True)
    """
    found = Advantage(clip)
    for one, other in zip(leader, shadow, strict=True):
        found.record(float(one), float(other))
    return found


def statement(delta: float, one: str = "the shadow", other: str = "the leader") -> str:
    """Which statement is made, in words."""
    return STATEMENT.format(chance=1.0 - delta, one=one, other=other)
