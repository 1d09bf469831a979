"""Conversion of labels to numbers: two classes to -1 and +1, many classes to 0, 1, 2, ..., and numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from numbers import Real
from typing import Any

import numpy as np

from ..errors import BadLabel, BadParameter, Setting, StateError
from ..loss import FARTHEST, Loss
from ..support.signatures import Shown
from ..truth import CLASSES, NUMBERS, SIGNS

LARGEST = FARTHEST  # neither infinities nor NaN lie between -LARGEST and LARGEST
MOST_CLASSES = 65_536  # with more, labels are probably numbers, not classes


SO = "say so when the game is made: Game(..., labels={!r})"
OTHERWISE = tuple(Setting("labels", pair, SO.format(pair), "give {}") for pair in (("ham", "spam"), (0, 1)))
OF_NUMBERS = "take a learner of numbers, such as Committee('numbers') or LinearVAW()"
MORE = "take a learner of classes, such as Committee('classes') or MulticlassPA1()"


class Labels:
    """Base class of label converters. `inside` converts a label to the learner's number, `outside` converts it back."""

    __signature__ = Shown()

    def inside(self, label: Any) -> float:
        """Convert a label to the number that the learner gets."""
        raise NotImplementedError(f"{type(self).__name__} must implement inside()")

    def outside(self, sign: float) -> Any:
        """Convert the learner's number to the user's label."""
        raise NotImplementedError(f"{type(self).__name__} must implement outside()")

    def check(self, label: Any) -> None:
        """Raise if that is not a valid label; nothing is changed."""
        self.inside(label)

    def column(self, truths: Any) -> Any:
        """Convert the labels of a batch, NaN where one is missing; raise if one is not valid."""
        raise NotImplementedError(f"{type(self).__name__} must implement column()")

    def named_column(self, codes: Any, names: Sequence[Any]) -> Any:
        """Convert the labels of a batch that are indices into `names`."""
        return self.looked_up(codes, lambda code: names[int(code)])

    def looked_up(self, column: Any, label: Callable[[float], Any]) -> Any:
        """Convert a column of numbers, each of which `label` maps to a label; new classes in the order they come."""
        known = ~np.isnan(column)
        values, first, where = np.unique(column[known], return_index=True, return_inverse=True)
        inside = np.zeros(len(values))
        met = self.met()
        try:
            for k in np.argsort(first):
                inside[k] = self.inside(label(values[k]))
        except BaseException:
            self.forget(met)
            raise
        found = np.full(len(column), np.nan)
        found[known] = inside[where]
        return found

    def setting(self) -> Any:
        """The `labels` argument of the game, as a value for JSON."""
        return None

    def state(self) -> list[Any]:
        """What was learned about the labels during the game, such as the classes seen."""
        return []

    def restore(self, state: list[Any]) -> None:
        """Restore from `state`."""

    def met(self) -> int:
        """How many labels have got a number as they came."""
        return 0

    def forget(self, met: int) -> None:
        """Forget the labels that came after the first `met`, as those of a round that was refused."""

    def check_acts(self, acts: Any) -> None:
        """Say so if these cannot be what was said in rounds that are open."""


class Outcome(Labels):
    """Labels that are numbers for which the loss is defined."""

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
        return self.price.answer(sign)

    def column(self, truths: Any) -> Any:
        known = truths[~np.isnan(truths)]
        if len(known):  # losses are defined on an interval, perhaps without zero
            for y in (known.min(), known.max(), known[np.abs(known).argmin()]):
                self.inside(y)
        return truths

    def setting(self) -> Any:
        return "numbers"


class TwoClass(Labels):
    """The label set {negative, positive}. `inside` converts a label to -1 or +1, `outside` converts it back.

    If the labels are -1 and +1, `False` and `True` are accepted too; 0 is not, because it may be the negative of 0/1
    labels or an error among -1/+1 ones, and only the caller knows which.
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

    def name(self, negative: Any, positive: Any) -> None:
        """Call the two classes, which are -1 and +1 so far, what they turn out to be called."""
        other = TwoClass(negative, positive)
        self.negative, self.positive, self.signs, self.plain = other.negative, other.positive, other.signs, other.plain

    def inside(self, label: Any) -> float:
        """-1.0 or +1.0."""
        try:
            sign = self.signs.get(label)
        except TypeError:  # unhashable
            sign = None
        if sign is None and self.plain and isinstance(label, bool | np.bool_):
            return -1.0
        if sign is None:
            raise BadLabel(self.complaint(label)).naming(*OTHERWISE)
        return sign

    def outside(self, sign: float) -> Any:
        """The user's label for a sign; 0, for an act that is neither, stays 0."""
        if sign > 0.0:
            return self.positive
        return self.negative if sign < 0.0 else 0

    def column(self, truths: Any) -> Any:
        bad = np.flatnonzero((np.abs(truths) != 1) & ~np.isnan(truths))
        if len(bad):
            raise BadLabel(f"the labels of a batch are -1 and +1; row {bad[0]} has {truths[bad[0]]:g}")
        return truths

    def setting(self) -> Any:
        return [self.negative, self.positive]

    def complaint(self, label: Any) -> str:
        """What is wrong with that label, and what to do."""
        complaint = f"a label here is {self.negative!r} or {self.positive!r}, not {label!r}"
        if self.plain and isinstance(label, str):
            complaint += f"; for other names {OTHERWISE[0]}"
        elif self.plain and isinstance(label, Real) and label == 0:
            complaint += f"; for 0/1 labels {OTHERWISE[1]}"
        if isinstance(label, str):
            complaint += f"; for more than two classes {MORE}"
        elif isinstance(label, Real) and label not in (-1, 0, 1):
            complaint += f"; for numbers {OF_NUMBERS}; for more than two classes {MORE}"
        return complaint

    def __repr__(self) -> str:
        return f"TwoClass({self.negative!r}, {self.positive!r})"


class Classes(Labels):
    """Any number of classes, numbered 0, 1, 2, ... in the order in which they come.

    >>> kinds = Classes()
    >>> [kinds.inside(label) for label in ("cat", "dog", "cat")], kinds.outside(1.0)
    ([0.0, 1.0, 0.0], 'dog')
    """

    def __init__(self, known: Iterable[Any] = ()) -> None:
        self.known: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.told = [plain(label) for label in known]  # those given by the user
        for label in self.told:
            self.inside(label)

    def inside(self, label: Any) -> float:
        """The number of the class; a new one gets the next."""
        found = self.find(label)
        if found < 0:
            found = len(self.known)
            self.numbers[plain(label)] = found
            self.known.append(plain(label))
        return float(found)

    def find(self, label: Any) -> int:
        """The number of the class, -1 if it is new; raises if it cannot be a class."""
        try:
            found = self.numbers.get(label, -1)
        except TypeError:
            found = -2
        if found == -1 and not isinstance(label, str | int | float | np.bool_ | np.integer | np.floating):
            found = -2  # what cannot be saved with the game, such as bytes, tuples or dates
        if found == -2 or label != label:
            raise BadLabel(
                f"a class is a text, a number or a truth value, not {label!r}; "
                f"if it will never be known, forget the round: game.forget(number)"
            )
        if found == -1 and len(self.known) >= MOST_CLASSES:
            raise BadLabel(
                f"{label!r} would be class number {MOST_CLASSES + 1:,}; are these numbers to be predicted as such? "
                f"Then take a learner of numbers, such as LinearDescent(loss='square')"
            )
        return found

    def met(self) -> int:
        return len(self.known)

    def forget(self, met: int) -> None:
        for label in self.known[met:]:
            del self.numbers[label]
        del self.known[met:]

    def check(self, label: Any) -> None:
        self.find(label)

    def outside(self, sign: float) -> Any:
        """The user's label for a class number; None for a number that is no class."""
        return self.known[int(sign)] if 0 <= sign < len(self.known) else None

    def column(self, truths: Any) -> Any:
        return self.looked_up(truths, as_written)

    def setting(self) -> Any:
        return self.told or "classes"

    def state(self) -> list[Any]:
        return list(self.known)

    def check_acts(self, acts: Any) -> None:
        if not (np.abs(acts) <= MOST_CLASSES).all():
            raise StateError(f"what is said is the number of a class, {MOST_CLASSES:,} at most, not {acts}")

    def restore(self, state: list[Any]) -> None:
        self.known, self.numbers = [], {}
        for label in state:
            self.inside(label)

    def __repr__(self) -> str:
        return f"Classes({self.known!r})"


def two_classes(labels: Any, price: Loss) -> TwoClass:
    """The converter for two classes, negative first; by default -1 and +1."""
    if labels is None:
        return TwoClass()
    if not isinstance(labels, Sequence) or isinstance(labels, str) or len(labels) != 2:
        many = isinstance(labels, Sequence) and not isinstance(labels, str) and len(labels) > 2
        raise BadParameter(f"labels are the two classes, negative first, not {labels!r}{f'; {MORE}' * many}")
    return TwoClass(*labels)


def numbers(labels: Any, price: Loss) -> Outcome:
    """The converter for labels that are numbers."""
    return Outcome(price)


def many_classes(labels: Any, price: Loss) -> Classes:
    """The converter for many classes: those given, and new ones as they come."""
    if not price.classes:
        what = f"games with many classes count mistakes, loss='mistake'; {price.name!r} is for two classes"
        raise BadParameter(what).naming(Setting("loss", "mistake"))
    return Classes(() if labels is None or labels == CLASSES else labels)


SIGNS.labels, NUMBERS.labels, CLASSES.labels = two_classes, numbers, many_classes


def as_written(number: float) -> float | int:
    """An int if the number is whole, so that class 3 is shown as 3, not 3.0."""
    return int(number) if float(number).is_integer() else float(number)


def plain(label: Any) -> Any:
    """A label as a plain Python value instead of a numpy one; raises if it is not hashable."""
    label = label.item() if isinstance(label, np.generic) else label
    try:
        hash(label)
    except TypeError:
        raise BadParameter(f"a label is a text, a number or a truth value, not {label!r}") from None
    return label
