"""Draws raw records: texts, numbers, dates, truth values, lists, what is odd of each, and roles for their columns."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from littlestone import AROW, PA1, LinearDescent, MaxScaled, Perceptron, Standardised

RECORDS = 40  # in a game
LEARNERS: list[Callable[[], Any]] = [
    Perceptron,
    PA1,
    lambda: Standardised(AROW()),
    lambda: MaxScaled(LinearDescent(loss="log")),
]
NAMES = [
    "a",
    "b c",
    "größe",
    "x1",
    "id",
    "value",
    "user.age",
    "名前",
    "a-b",
    "Note",
    "день",
    "é",
    "_",
    "0",
    "a%",
    "e\u0301",
]
TEXTS = [
    "", " ", "red", "Red", " red ", "two words", "a,b", "a;b", 'say "x"', "'", "NA", "nan", "null", "?", "None", "true",
    "False", "TRUE", "yes", "1", "-1", "+1", "007", "1.0", "1e5", "1E-5", ".5", "5.", "0x10", "1_000", "inf", "-inf",
    "Infinity", "1e400", "1e-400", "9007199254740993", "123456789012345678901234567890", "1,5", "1.234,5", "２", "٣",
    "½", "2013-01-31", "2013-02-30", "2013-01-31T05:40", "2013-01-31 05:40:10", "2013-01-31T05:40:10.123456Z",
    "2013-01-31T05:40+02:00", "31.1.2013", "naïve café", "😀 ok", "\u200b", "a\u0301", "=", "a=b", ":", "|",
    "tab\there", "line\nbreak", "\u2028", "don't stop", "Win £1,000 now!!", "-", "--", "ß", "ẞ", "İ", "a" * 300,
    "#", "\\", "\x07",
]  # fmt: skip
NUMBERS = [
    0, 1, -1, 2, 7, 10**6, 2**53, 2**53 + 1, -(2**53) - 2, 10**30, 0.0, -0.0, 0.1, -0.3, 1.5, 1e-320, 1e-300, 1e-5, 1e5,
    1e16, 123456.789, 1e300, 1.7976931348623157e308, float("inf"), float("-inf"), float("nan"),
]  # fmt: skip


class Case(NamedTuple):
    """A game: how records are read, by whom they are played, and they themselves with their labels."""

    settings: dict[str, Any]
    names: list[str]
    learner: int
    records: list[dict[str, Any]]
    labels: list[int]


def drawn_value(rng: np.random.Generator, kind: int) -> Any:
    """A cell of that kind, or now and then of another."""
    kind = int(rng.integers(12)) if rng.random() < 0.15 else kind
    if kind < 3:
        return TEXTS[int(rng.integers(len(TEXTS)))]
    if kind < 5:
        return NUMBERS[int(rng.integers(len(NUMBERS)))] if rng.random() < 0.2 else round(float(rng.normal()), 3)
    if kind == 5:
        return int(rng.integers(-50, 50))
    if kind == 6:
        return bool(rng.random() < 0.5)
    if kind == 7:
        day = date(int(rng.integers(1900, 2100)), int(rng.integers(1, 13)), int(rng.integers(1, 29)))
        if rng.random() < 0.5:
            return day
        zone = UTC if rng.random() < 0.2 else None
        return datetime(day.year, day.month, day.day, int(rng.integers(24)), int(rng.integers(60)), tzinfo=zone)
    if kind == 8:
        return [TEXTS[int(k)] for k in rng.integers(len(TEXTS), size=int(rng.integers(4)))]
    if kind == 9:
        numbers = [round(float(v), 2) for v in rng.normal(size=int(rng.integers(4)))]
        return [*numbers, None, 0.0, 3.0] if rng.random() < 0.2 else numbers
    if kind == 11:
        return {"u": round(float(rng.normal()), 2), "v w": TEXTS[int(rng.integers(len(TEXTS)))], "deep": {"k": 1}}
    return (
        None
        if rng.random() < 0.7
        else [Decimal("1.10"), np.float32(0.1), np.int8(3), np.bool_(True), b"x", 1j][int(rng.integers(6))]
    )


def drawn(seed: int) -> Case:
    """The case of that seed."""
    rng = np.random.default_rng(seed)
    names = [str(name) for name in rng.choice(NAMES, size=int(rng.integers(1, 6)), replace=False)]
    kinds = {name: int(rng.integers(12)) for name in names}
    settings: dict[str, Any] = {}
    roles = iter(rng.permutation(names).tolist())
    for role, chance in (("text", 0.3), ("categorical", 0.3), ("drop", 0.15)):
        if rng.random() < chance and (name := next(roles, None)) is not None:
            settings[role] = [name]
    if rng.random() < 0.2:
        settings["dates"] = str(rng.choice(["cycles", "none"]))
    if rng.random() < 0.2:
        settings |= {"ngrams": 2, "counts": True}
    if rng.random() < 0.15:
        settings["decimal"] = ","
    if rng.random() < 0.15:
        settings["boolean"] = True
    records = []
    for _ in range(RECORDS):
        present = [name for name in names if rng.random() < 0.9]
        records.append({name: drawn_value(rng, kinds[name]) for name in present})
    labels = [int(y) for y in rng.choice([-1, 1], size=RECORDS)]
    return Case(settings, names, int(rng.integers(len(LEARNERS))), records, labels)
