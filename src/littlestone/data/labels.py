"""Truths at the door: two classes under any names, which are -1 and +1 inside, or outcomes, which are real numbers."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np

from ..errors import BadLabel, BadParameter
from ..loss import FARTHEST, Loss

LARGEST = FARTHEST  # neither infinities nor NaN lie between -LARGEST and LARGEST


class Labels:
    """What a truth may be. `inside` turns one into the number the learner is told, `outside` turns it back."""

    def inside(self, label: Any) -> float:
        """The truth as a number."""
        raise NotImplementedError(f"{type(self).__name__} must say what a truth is inside")

    def outside(self, sign: float) -> Any:
        """The number as the user writes it."""
        raise NotImplementedError(f"{type(self).__name__} must say what a truth is outside")


class Outcome(Labels):
    """Real numbers, those that the loss has a price for."""

    def __init__(self, price: Loss) -> None:
        self.price = price

    def inside(self, label: Any) -> float:
        try:
            y = float(label)
        except (TypeError, ValueError, OverflowError):
            y = math.nan
        if LARGEST < abs(y) < math.inf:
            raise BadLabel(f"the truth is {y:g}, and beyond {LARGEST:g} losses cannot be squared; scale it down")
        if not -LARGEST <= y <= LARGEST or isinstance(label, str | bytes):
            raise BadLabel(
                f"the truth is a finite number, not {label!r}; "
                f"if it will never be known, forget the round: game.forget(number)"
            )
        self.price.check(y)
        return y

    def outside(self, sign: float) -> Any:
        return sign


class TwoClass(Labels):
    """The label set {negative, positive}. `inside` turns a label into -1 or +1, `outside` turns it back.

    With the plain -1 and +1, `False` and `True` are understood too; a bare 0 is not, because it is the
    negative of 0/1 labels and a mistake among -1/+1 ones, and only the caller knows which.
    """

    def __init__(self, negative: Any = -1, positive: Any = 1) -> None:
        negative, positive = plain(negative), plain(positive)
        if negative == positive:
            raise BadParameter(f"two classes need two different labels, not {negative!r} twice")
        if (negative, positive) == (1, -1):
            raise BadParameter("+1 is the positive class wherever labels are -1 and +1: labels=(-1, 1)")
        self.negative = negative
        self.positive = positive
        self.signs: dict[Any, float] = {negative: -1.0, positive: 1.0}
        self.plain = self.signs == {-1: -1.0, 1: 1.0}

    def inside(self, label: Any) -> float:
        """-1.0 or +1.0."""
        try:
            sign = self.signs.get(label)
        except TypeError:  # unhashable
            sign = None
        if sign is None and self.plain and isinstance(label, bool | np.bool_):
            return -1.0
        if sign is None:
            raise BadLabel(self.complaint(label))
        return sign

    def outside(self, sign: float) -> Any:
        """The label as the user writes it; 0, for an act that is neither, stays 0."""
        if sign > 0.0:
            return self.positive
        return self.negative if sign < 0.0 else 0

    def complaint(self, label: Any) -> str:
        """What is wrong with that label, and what to do."""
        complaint = f"a label here is {self.negative!r} or {self.positive!r}, not {label!r}"
        if self.plain and isinstance(label, str):
            complaint += "; for other names say so when the game is made: Game(..., labels=('ham', 'spam'))"
        elif self.plain and isinstance(label, Real) and label == 0:
            complaint += "; for 0/1 labels say so when the game is made: Game(..., labels=(0, 1))"
        return complaint

    def __repr__(self) -> str:
        return f"TwoClass({self.negative!r}, {self.positive!r})"


def plain(label: Any) -> Any:
    """A label as a plain Python value, whichever array it came from; it has to be one that can be looked up."""
    label = label.item() if isinstance(label, np.generic) else label
    try:
        hash(label)
    except TypeError:
        raise BadParameter(f"a label is a text, a number or a truth value, not {label!r}") from None
    return label
