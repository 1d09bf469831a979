"""Adversaries whose target is a threshold on a line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...errors import BadParameter
from ...row import Batch
from ...support.settings import whole
from .adversary import Adversary, against


class BinarySearch(Adversary):
    """Forces n mistakes on the points 1, ..., 2^n, labelled -1 from the point j on, by binary search for j.

    Point x is a row with a single 1, in column x - 1. `target` is j.
    """

    def __init__(self, n: int) -> None:
        if whole("n", n, "the number of mistakes to force") > 30:
            raise BadParameter(f"n = {n} would need 2^{n} columns; 30 at most")
        self.points = 1 << n
        self.low, self.high = 1, self.points  # low <= j <= high
        self.x = 0

    @property
    def target(self) -> int:
        """A threshold that agrees with all labels so far: the only one when the game is over."""
        return self.low

    def question(self) -> Any:
        if self.low == self.high:
            return None
        self.x = (self.low + self.high - 1) // 2
        return Batch([0, 1], [self.x - 1], [1.0], self.points).row(0)

    def say(self, guess: float) -> int:
        y = against(guess)
        if y > 0:
            self.low = self.x + 1
        else:
            self.high = self.x
        return y


class LineAdversary(Adversary):
    """Forces a mistake in every round with points (x, 1), x the middle of the interval of possible thresholds.

    The class of all separators of the line has no mistake bound. The adversary computes with fractions; the examples
    are floats, and the game ends when the middle is not a float any more: after 53 rounds if the threshold is near 1/2
    or above, later if it is nearer to 0, where floats lie closer. The margin by then is as small as 2^-53, so the
    Perceptron's theorem is not contradicted.

    rounds      the most rounds; None plays as long as floats allow

    `target` is the threshold: sign(x - target) agrees with all labels.
    """

    def __init__(self, rounds: int | None = None) -> None:
        self.rounds = None if rounds is None else whole("rounds", rounds, "a number of rounds")
        self.low, self.high = Fraction(0), Fraction(1)
        self.asked = 0

    @property
    def target(self) -> Fraction:
        """The middle of the interval of possible thresholds: the next point."""
        return (self.low + self.high) / 2

    def question(self) -> Any:
        middle = self.target
        if self.asked == self.rounds or Fraction(float(middle)) != middle:
            return None
        self.asked += 1
        return [float(middle), 1.0]

    def say(self, guess: float) -> int:
        y = against(guess)
        if y > 0:
            self.high = self.target
        else:
            self.low = self.target
        return y
