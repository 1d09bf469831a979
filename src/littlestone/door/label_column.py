"""Labels as files write them: 0/1, -1/+1, true/false, yes/no, or one text against the rest."""

from __future__ import annotations

from math import isfinite
from typing import Any

from ..errors import BadLabel, BadParameter

MISSING = frozenset(("", "na", "nan", "null", "?"))  # what a cell says, in any case, that says nothing

SPELLINGS: tuple[dict[str, int], ...] = (
    {"0": -1, "1": +1},
    {"-1": -1, "1": +1},
    {"false": -1, "true": +1},
    {"no": -1, "yes": +1},
)
REMEMBERED = 1000  # raw texts whose sign is looked up, not worked out again
NUMBERS = "numbers"  # the labels are outcomes, not classes
CLASSES = "classes"  # they are any classes, as many as there are
NONE = "none"  # there are none


class Labels:
    """The two classes of a label column as -1 and +1, learned from the labels as they come.

    Without `positive` the labels have to follow one of the `SPELLINGS`, and the first that fits no single one
    of them together with those before is a `BadLabel`. With `positive` that text is +1 and every other is -1; with
    `labels`, negative first, any other than the two is a `BadLabel`. Two texts that are the same number are the same
    label. With labels="numbers" there are no classes: the labels are finite numbers, and stay what they are. With
    labels="classes" there may be any number of them: a label is the number that it is, or else the text.

    >>> labels = Labels()
    >>> [labels.sign(text) for text in ("1", "0.0", "?", "+1")]
    [1, -1, None, 1]
    """

    def __init__(self, positive: str | None = None, labels: tuple[object, object] | str | None = None) -> None:
        self.mode = labels if labels in (NUMBERS, CLASSES, NONE) else ""
        self.negative: str | None = None
        if labels is not None and not self.mode:
            self.negative, positive = two_spellings(labels)
        self.positive = None if positive is None else spelling(positive)
        self.possible = SPELLINGS
        self.seen: list[str] = []  # different labels in the order they came, a few of them, for messages
        self.signs: dict[str, Any] = {}
        self.positive_came = False

    def sign(self, text: str) -> Any:
        """-1 or +1, or the number, or the class, or None where the label is missing."""
        if text in self.signs:
            return self.signs[text]
        sign = self.read(text)
        if len(self.signs) < REMEMBERED:
            self.signs[text] = sign
        return sign

    def read(self, text: str) -> Any:
        """The sign of a label that may be new."""
        if text.strip().casefold() in MISSING:
            return None
        if self.mode:
            return outcome(text) if self.mode == NUMBERS else any_class(text)
        label = spelling(text)
        if label not in self.seen and len(self.seen) < 10:
            self.seen.append(label)
        if self.positive is not None:
            if self.negative is not None and label not in (self.negative, self.positive):
                raise BadLabel(f"the label is {self.negative!r} or {self.positive!r}, not {label!r}")
            self.positive_came = self.positive_came or label == self.positive
            return +1 if label == self.positive else -1
        word = label.casefold()
        possible = tuple(signs for signs in self.possible if word in signs)
        if not possible:
            raise BadLabel(f"the label {label!r} is none of 0/1, -1/+1, true/false, yes/no")
        self.possible = possible
        return possible[0][word]

    @property
    def positive_never_came(self) -> bool:
        """Were there labels, but the one vouched to be positive was not among them?"""
        vouched = self.positive is not None and self.negative is None
        return vouched and bool(self.seen) and not self.positive_came


def two_spellings(labels: object) -> tuple[str, str]:
    """The two classes as files write them, negative first."""
    if not isinstance(labels, tuple | list) or len(labels) != 2:
        raise BadParameter(f"labels are the two classes, negative first, or 'numbers' or 'classes', not {labels!r}")
    negative, positive = (spelling(str(label)) for label in labels)
    if negative == positive or {negative.casefold(), positive.casefold()} & MISSING:
        raise BadParameter(f"two classes need two different labels, neither of which stands for none, not {labels!r}")
    return negative, positive


def outcome(text: str) -> float:
    """A label that is a finite number."""
    try:
        number = float(text) if "_" not in text else float("nan")
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise BadLabel(f"the label is a finite number, not {text.strip()[:40]!r}")
    return number


def any_class(text: str) -> str | int | float:
    """A label as a class: the number that it is, so that 3 and 3.0 are one, or else the text."""
    label = spelling(text)
    try:
        number = float(label) if "_" not in label else float("nan")
    except ValueError:
        return label
    return label if not isfinite(number) else int(number) if number.is_integer() else number


def spelling(text: str) -> str:
    """A label without the accidents of how it was written: ' 1.0' is '1', '+1' is '1', 'Spam ' is 'Spam'."""
    text = text.strip()
    try:
        number = float(text)
    except ValueError:
        return text
    return f"{number:.0f}" if number.is_integer() and abs(number) < 2**53 else text
