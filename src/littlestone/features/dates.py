"""Dates as features: year, month, weekday and hour, as categories or as points on a circle."""

from __future__ import annotations

import re
from datetime import date, datetime

from ..support.circle import on_circle

CATEGORIES, CYCLES, NONE = "categories", "cycles", "none"
WAYS = (CATEGORIES, CYCLES, NONE)
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ISO = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?", re.ASCII)


def read_date(text: str) -> date | None:
    """The date that a text is in ISO 8601, such as 2013-01-31 or 2013-01-31T05:00Z; None if it is none.

    >>> read_date("2013-01-31"), read_date("2013-02-30"), read_date("31.1.2013")
    (datetime.date(2013, 1, 31), None, None)
    """
    if len(text) < 10 or text[4] != "-" or not ISO.fullmatch(text):  # most texts are none, and are soon known to be
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
