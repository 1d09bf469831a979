"""Labels as files write them: 0/1, -1/+1, true/false, yes/no, or one text against the rest."""

from __future__ import annotations

from ..errors import BadLabel

MISSING = frozenset(("", "na", "nan", "null", "?"))  # what a cell says, in any case, that says nothing

SPELLINGS: tuple[dict[str, int], ...] = (
    {"0": -1, "1": +1},
    {"-1": -1, "1": +1},
    {"false": -1, "true": +1},
    {"no": -1, "yes": +1},
)
REMEMBERED = 1000  # raw texts whose sign is looked up, not worked out again


class Labels:
    """The two classes of a label column as -1 and +1, learned from the labels as they come.

    Without `positive` the labels have to follow one of the `SPELLINGS`, and the first that fits no single one
    of them together with those before is a `BadLabel`. With `positive` that text is +1 and every other is -1.
    Two texts that are the same number are the same label.

    >>> labels = Labels()
    >>> [labels.sign(text) for text in ("1", "0.0", "?", "+1")]
    [1, -1, None, 1]
    """

    def __init__(self, positive: str | None = None) -> None:
        self.positive = None if positive is None else spelling(positive)
        self.possible = SPELLINGS
        self.seen: list[str] = []  # different labels in the order they came, a few of them, for messages
        self.signs: dict[str, int | None] = {}
        self.positive_came = False

    def sign(self, text: str) -> int | None:
        """-1 or +1, or None where the label is missing."""
        if text in self.signs:
            return self.signs[text]
        sign = self.read(text)
        if len(self.signs) < REMEMBERED:
            self.signs[text] = sign
        return sign

    def read(self, text: str) -> int | None:
        """The sign of a label that may be new."""
        if text.strip().casefold() in MISSING:
            return None
        label = spelling(text)
        if label not in self.seen and len(self.seen) < 10:
            self.seen.append(label)
        if self.positive is not None:
            self.positive_came = self.positive_came or label == self.positive
            return +1 if label == self.positive else -1
        word = label.casefold()
        self.possible = tuple(signs for signs in self.possible if word in signs)
        if not self.possible:
            raise BadLabel(f"the label {label!r} is none of 0/1, -1/+1, true/false, yes/no")
        return self.possible[0][word]

    @property
    def positive_never_came(self) -> bool:
        """Were there labels, but the one vouched to be positive was not among them?"""
        return self.positive is not None and bool(self.seen) and not self.positive_came


def spelling(text: str) -> str:
    """A label without the accidents of how it was written: ' 1.0' is '1', '+1' is '1', 'Spam ' is 'Spam'."""
    text = text.strip()
    try:
        number = float(text)
    except ValueError:
        return text
    return f"{number:.0f}" if number.is_integer() and abs(number) < 2**53 else text
