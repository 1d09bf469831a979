"""Which labels a file has, where no learner says it: two classes, many classes, or numbers."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from typing import NamedTuple

from ..errors import LittlestoneError
from ..features.label_column import MISSING, SPELLINGS, spelling
from ..truth import CLASSES, NUMBERS, SIGNS
from .source import Source

LOOKED_AT = 10_000  # labels from the beginning of the file
FEW = 20  # so many different whole numbers are still classes


class Kind(NamedTuple):
    """What labels are taken for, why, and if they are two classes whose spelling does not tell, which these are.

    others    what else they could be taken for
    """

    truths: str
    why: str
    labels: tuple[str, str] | None = None
    others: str | None = None


def kind_of_labels(source: Source) -> Kind | None:
    """What the labels of a source are taken for, which reads them as "classes"; None if they cannot be looked at.

    The first 10,000 labels decide: at most two different ones are two classes; more are numbers if all can be read as
    numbers and there are more than 20 of them or one is not whole; any others are many classes.
    """
    found = different(source) if source.repeatable else None
    if found is None:
        return None
    if len(found) <= 2:
        why = "as there are two different labels" if len(found) == 2 else "though one label is all there is so far"
        return Kind(SIGNS, f"two classes, {why}", in_order(found))
    numbers = [number for text in found if (number := as_number(text)) is not None]
    if len(numbers) == len(found) and (len(found) > FEW or any(not number.is_integer() for number in numbers)):
        return Kind(NUMBERS, "numbers, since all are", others=CLASSES)
    others = NUMBERS if len(numbers) == len(found) else None
    return Kind(CLASSES, f"many classes, {len(found)} at the beginning", others=others)


def different(source: Source) -> list[str] | None:
    """The different labels at the beginning, as they are written; None if there is something wrong before the first."""
    found: dict[str, None] = {}
    try:
        with closing(source.label_texts()) as texts:
            for text in islice(texts, LOOKED_AT):
                if text.strip().casefold() not in MISSING:
                    found[spelling(text)] = None
    except (LittlestoneError, ValueError):
        return list(found) or None  # who plays it will be told what is wrong
    return list(found)


def in_order(found: list[str]) -> tuple[str, str] | None:
    """The two classes, the smaller first; None if their spelling tells which is positive, or there are not two."""
    if len(found) < 2 or any({text.casefold() for text in found} <= set(known) for known in SPELLINGS):
        return None
    numbers = [as_number(text) for text in found]
    first, second = sorted(found) if None in numbers else sorted(found, key=float)
    return first, second


def as_number(text: str) -> float | None:
    """The finite number that a label is, if it is one."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if number - number == 0.0 else None
