"""`Event`: an example as it comes from a file, a pipe or a service, with its name, its label and its times."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from math import isfinite
from numbers import Real
from typing import Any, NamedTuple

from ..errors import BadFeature, BadWeight
from ..weights import WANTED, a_weight
from .dates import read_date
from .label_column import MISSING

NUMBER, PLAIN, ZONED = "a number", "a date without a zone", "a date with a zone"  # kinds of times, which do not mix


class Moment(NamedTuple):
    """A time: its value, which those of the same kind are compared by, and how it was written."""

    value: Any
    kind: str
    written: str


class Event(NamedTuple):
    """An example, and what is known about it; only x has to be there.

    id          your name for the example, by which a later label finds it
    x           the record, or an array of numbers
    y           the label
    weight      the sample weight: how much the example counts
    asked_at    when the example was asked
    known_at    when its label became known
    """

    id: str | None = None
    x: Any = None
    y: Any = None
    weight: float = 1.0
    asked_at: Moment | None = None
    known_at: Moment | None = None


NO_EVENT = Event()


def read_id(value: Any) -> str | None:
    """The id that is written in a cell; None if there is none. 17, 17.0 and "17" are one id.

    >>> read_id(" A17 "), read_id(17.0), read_id("")
    ('A17', '17', None)
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if value is None or value != value:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise BadFeature(f"an id is a text or a number, not {value!r:.60}")
    return str(value).strip() or None


def read_moment(value: Any) -> Moment | None:
    """The time that is written in a cell, a number or a date in ISO 8601; None if there is none.

    >>> read_moment("2013-01-31").value, read_moment("12.5").value, read_moment("")
    (datetime.datetime(2013, 1, 31, 0, 0), 12.5, None)
    """
    written = str(value).strip()
    if value is None or value != value or written.casefold() in MISSING:
        return None
    found: Any = read_date(written) if isinstance(value, str) else value
    if found is None:
        found = as_number(written)
    if isinstance(found, Real) and not isinstance(found, bool) and isfinite(found):
        return Moment(found, NUMBER, written)
    if isinstance(found, date):
        when = found if isinstance(found, datetime) else datetime.combine(found, time())
        zoned = when.tzinfo is not None
        return Moment(when.astimezone(UTC) if zoned else when, ZONED if zoned else PLAIN, written)
    raise BadFeature(f"a time is a number or a date such as 2013-01-31 or 2013-01-31T05:40, not {written[:60]!r}")


def as_number(text: str) -> float | None:
    """The number that a text writes; None if the text is no number."""
    try:
        return float(text) if "_" not in text else None
    except ValueError:
        return None


def read_weight(value: Any) -> float:
    """The sample weight of an event, which says how much its example counts; missing, it is 1.

    >>> read_weight("2.5"), read_weight(None)
    (2.5, 1.0)
    """
    if value is None:
        return 1.0
    try:
        if isinstance(value, bool):
            raise BadWeight("no number")
        return a_weight(as_number(value) if isinstance(value, str) else value)
    except BadWeight:
        raise BadFeature(f"a weight is {WANTED}, not {value!r:.60}") from None
