"""Which labels a file has, where no learner says it: two classes, many classes, or numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import LittlestoneError
from ..features.label_column import MISSING, SPELLINGS, spelling
from ..samples import SAMPLE
from ..truth import CLASSES, NUMBERS, SIGNS
from .reading import ROLES, Reading

LOOKED_AT = 10_000  # labels from the beginning of the file
TOLD: dict[str, str] = {CLASSES: "many classes", NUMBERS: "numbers"}
FEW = 20  # so many different whole numbers are still classes


class Kind(NamedTuple):
    """What the labels are taken for, how the file is read then, and why, in words."""

    truths: str
    reading: Reading
    words: str


def kind_of_labels(reading: Reading, files: list[str], second: str | None = None) -> Kind:
    """What the labels of these files are taken for; those of a `second` file, if they stand there.

    --labels and --positive decide. Else the first 10,000 labels do, if the file can be read twice: at most two
    different ones are two classes; more are numbers if all can be read as numbers and there are more than 20 of them
    or one is not whole; any others are many classes. What can be read only once has two classes.
    """
    if reading.labels in ROLES:
        return Kind(
            str(reading.labels), reading._replace(labels=None), f"{TOLD[str(reading.labels)]}, as --labels says"
        )
    if reading.labels is not None or reading.positive is not None:
        return Kind(SIGNS, reading, "two classes, as --labels or --positive says")
    if (second or files[0]).startswith(SAMPLE):
        return Kind(SIGNS, reading, "two classes, as the sample says")
    found = different(reading, [second] if second else files)
    if found is None:
        return Kind(SIGNS, reading, "two classes, since the file can be read only once; --labels says otherwise")
    if len(found) <= 2:
        return Kind(SIGNS, named(reading, found), "two classes, as there are two different labels")
    numbers = [number for text in found if (number := as_number(text)) is not None]
    if len(numbers) == len(found) and (len(found) > FEW or any(not number.is_integer() for number in numbers)):
        return Kind(NUMBERS, reading, "numbers, since all are; --labels classes takes them for classes")
    return Kind(
        CLASSES, reading, f"many classes, {len(found)} at the beginning; --labels numbers takes them for numbers"
    )


def different(reading: Reading, files: list[str]) -> list[str] | None:
    """The different labels at the beginning, as they are written; None if they cannot be looked at before the game."""
    if not all(Path(file).is_file() for file in files):
        return None
    found: dict[str, None] = {}
    try:
        for text in islice(texts_of(reading, files), LOOKED_AT):
            if text.strip().casefold() not in MISSING:
                found[spelling(text)] = None
    except (LittlestoneError, ValueError):
        return None if not found else list(found)  # the game will say what is wrong
    return list(found)


def texts_of(reading: Reading, files: list[str]) -> Iterator[str]:
    """The labels of the files, as texts."""
    source: Any = reading.open_all(files, CLASSES)
    if hasattr(source, "label_texts"):
        with closing(source.label_texts()) as texts:
            yield from texts
    else:
        for _, y in source:
            yield "" if y is None else str(y)


def named(reading: Reading, found: list[str]) -> Reading:
    """The reading with the two classes as they are written, in order, unless their spelling tells which is positive."""
    if len(found) < 2 or any({text.casefold() for text in found} <= set(known) for known in SPELLINGS):
        return reading
    numbers = [as_number(text) for text in found]
    both = sorted(found) if None in numbers else sorted(found, key=float)
    return reading if any("," in text for text in both) else reading._replace(labels=",".join(both))


def as_number(text: str) -> float | None:
    """The finite number that a label is, if it is one."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if number - number == 0.0 else None
