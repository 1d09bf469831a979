"""Dates as features: year, month, weekday and hour, as categories or as points on a circle."""

from __future__ import annotations

import re
from datetime import date, datetime
from math import factorial, floor, pi

CATEGORIES, CYCLES, NONE = "categories", "cycles", "none"
WAYS = (CATEGORIES, CYCLES, NONE)
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ISO = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?", re.ASCII)


def read_date(text: str) -> date | None:
    """The date that a text writes in ISO 8601, such as 2013-01-31 or 2013-01-31T05:00Z; None if the text is no date.

    >>> read_date("2013-01-31"), read_date("2013-02-30"), read_date("31.1.2013")
    (datetime.date(2013, 1, 31), None, None)
    """
    if len(text) < 10 or text[4] != "-" or not ISO.fullmatch(text):  # most texts are no dates, and this tells soon
        return None
    try:
        return datetime.fromisoformat(text) if len(text) > 10 else date.fromisoformat(text)
    except ValueError:
        return None


def categories(name: str, when: date) -> list[str]:
    """The categories of a date: its year, month and weekday, and its hour if it has one.

    >>> categories("sent", date(2013, 1, 31))
    ['sent.year=2013', 'sent.month=1', 'sent.weekday=thu']
    """
    parts = [f"{name}.year={when.year}", f"{name}.month={when.month}", f"{name}.weekday={WEEKDAYS[when.weekday()]}"]
    return [*parts, f"{name}.hour={when.hour}"] if isinstance(when, datetime) else parts


def cycles(name: str, when: date) -> dict[str, float]:
    """Where a date lies in its year and week, and its time in the day, each as a point on the unit circle."""
    days = when.timetuple().tm_yday - 1
    hours = when.hour + when.minute / 60.0 + when.second / 3600.0 if isinstance(when, datetime) else 0.0
    turns = {"year": (days + hours / 24.0) / 366.0, "week": (when.weekday() + hours / 24.0) / 7.0}
    if isinstance(when, datetime):
        turns["day"] = hours / 24.0
    circle = {}
    for part, turn in turns.items():
        circle[f"{name}.{part}.cos"], circle[f"{name}.{part}.sin"] = on_circle(turn)
    return circle


# Points of the unit circle, to the same bits on every machine: the sine of a C library is that of its processor.

SINE = [(-1) ** k / factorial(2 * k + 1) for k in range(9)]
COSINE = [(-1) ** k / factorial(2 * k) for k in range(9)]


def on_circle(turn: float) -> tuple[float, float]:
    """The cosine and the sine of so much of a full turn.

    A turn is folded to an eighth of one, without rounding, and there the series needs nine terms.

    >>> on_circle(0.25), on_circle(0.625)
    ((0.0, 1.0), (-0.7071067811865476, -0.7071067811865475))
    """
    part = turn - floor(turn)
    below, part = part > 0.5, min(part, 1.0 - part)
    left, part = part > 0.25, min(part, 0.5 - part)
    steep, part = part > 0.125, min(part, 0.25 - part)
    angle = 2.0 * pi * part
    cos, sin = series(COSINE, angle * angle), angle * series(SINE, angle * angle)
    if steep:
        cos, sin = sin, cos
    return -cos if left else cos, -sin if below else sin


def series(factors: list[float], x: float) -> float:
    """The sum of factors[k] x^k, by Horner's rule."""
    total = 0.0
    for factor in reversed(factors):
        total = total * x + factor
    return total
