"""Reading of labels in files: 0/1, -1/+1, true/false, yes/no, or one label against the rest."""

from __future__ import annotations

from math import isfinite
from typing import Any

from ..errors import BadLabel, BadParameter, Setting

MISSING = frozenset(("", "na", "nan", "null", "?"))  # spellings of a missing label, in upper or lower case

SPELLINGS: tuple[dict[str, int], ...] = (
    {"0": -1, "1": +1},
    {"-1": -1, "1": +1},
    {"false": -1, "true": +1},
    {"no": -1, "yes": +1},
)
REMEMBERED = 1000  # size of the cache from texts to signs
NUMBERS = "numbers"  # labels are numbers, not classes
CLASSES = "classes"  # labels are any number of classes
NONE = "none"  # there are no labels
BOTH = Setting("labels", "NEG,POS", "labels=(negative, positive)")
OR_NUMBERS = Setting(
    "labels",
    NUMBERS,
    ", or labels='numbers'",
    "; multiclass-pa1 and one-vs-rest learn many classes, vaw and pa-regression numbers",
)


class Labels:
    """Converts the texts of a label column to -1 and +1; which spelling is used is inferred as labels come.

    Without `positive` the labels have to follow one of the `SPELLINGS`; the first label that rules out the last of them
    raises `BadLabel`. With `positive` that text is +1 and every other is -1; with `labels`, negative first, any other
    than the two raises `BadLabel`. Two texts that are the same number are the same label. With labels="numbers" labels
    are finite numbers. With labels="classes" there may be any number of classes: a label is a number if it can be read
    as one, else a string.

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
        self.seen: list[str] = []  # the first few distinct labels, for messages
        self.signs: dict[str, Any] = {}
        self.positive_came = False

    def sign(self, text: str) -> Any:
        """The label of a text: -1 or +1, a number, or a class; None if it is missing."""
        if text in self.signs:
            return self.signs[text]
        sign = self.read(text)
        if len(self.signs) < REMEMBERED:
            self.signs[text] = sign
        return sign

    def read(self, text: str) -> Any:
        """The same as `sign`, without the cache."""
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

    def named(self) -> tuple[Any, Any] | None:
        """The two classes as they are written, negative first, as far as labels have come; None if that is not known.

        The rest, where one label is positive, is called "not spam" unless it was one label only.
        """
        if self.mode:
            return None
        if self.positive is None:
            read = self.possible[0]
            signs = {read[label.casefold()]: label for label in self.seen if label.casefold() in read}
            return (any_class(signs[-1]), any_class(signs[+1])) if len(signs) == 2 else None
        if self.negative is not None:
            return any_class(self.negative), any_class(self.positive)
        rest = [label for label in self.seen if label != self.positive]
        return any_class(rest[0]) if len(rest) == 1 else f"not {self.positive}", any_class(self.positive)

    @property
    def positive_never_came(self) -> bool:
        """Were there labels, but never the one given as `positive`?"""
        vouched = self.positive is not None and self.negative is None
        return vouched and bool(self.seen) and not self.positive_came


def two_spellings(labels: object) -> tuple[str, str]:
    """Check the two classes, negative first, and return their `spelling`."""
    if not isinstance(labels, tuple | list) or len(labels) != 2:
        raise BadParameter(f"labels are the two classes, negative first, or 'numbers' or 'classes', not {labels!r}")
    negative, positive = (spelling(str(label)) for label in labels)
    if negative == positive or {negative.casefold(), positive.casefold()} & MISSING:
        raise BadParameter(
            f"two classes need two different labels, neither of which stands for a missing one, not {labels!r}"
        )
    return negative, positive


def outcome(text: str) -> float:
    """Read a label that is a finite number."""
    try:
        number = float(text) if "_" not in text else float("nan")
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise BadLabel(f"the label is a finite number, not {text.strip()[:40]!r}")
    return number


def any_class(text: str) -> str | int | float:
    """Read a label as a class: a number if possible, so that 3 and 3.0 are the same, else a string."""
    label = spelling(text)
    try:
        number = float(label) if "_" not in label else float("nan")
    except ValueError:
        return label
    return label if not isfinite(number) else int(number) if number.is_integer() else number


def spelling(text: str) -> str:
    """A label in normal form: ' 1.0' is '1', '+1' is '1', 'Spam ' is 'Spam'."""
    text = text.strip()
    try:
        number = float(text)
    except ValueError:
        return text
    return f"{number:.0f}" if number.is_integer() and abs(number) < 2**53 else text
