"""Parameters and words: checks that return the value or raise `BadParameter`, and numbers as messages write them."""

from __future__ import annotations

from math import isfinite
from numbers import Integral, Real
from typing import Any

from ..errors import BadParameter

WORDS: dict[str, Any] = {"true": True, "false": False, "none": None, "null": None}
HUGE = 1e300  # sums of squares above this nearly overflow: rules do not update on them, and certificates say so


def flag(name: str, value: Any) -> bool:
    """A bool; other truthy or falsy values are refused."""
    if not isinstance(value, bool):
        raise BadParameter(f"{name} is True or False, not {value!r}")
    return value


def whole(name: str, value: Any, what: str, *, least: int = 0) -> int:
    """An integer of at least `least`; `what` describes it in the message."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise BadParameter(f"{name} is {what}, {least} or more, not {value!r}")
    return int(value)


def real(name: str, value: Any, what: str) -> float:
    """A finite number; `what` describes it in the message."""
    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
        raise BadParameter(f"{name} is {what}, a finite number, not {value!r}")
    return float(value)


def positive(name: str, value: Any, what: str) -> float:
    """A positive number whose square neither overflows nor underflows; `what` describes it in the message."""
    if not 1e-100 <= real(name, value, what) <= 1e100:
        raise BadParameter(f"{name} is {what}, from 1e-100 to 1e100, not {value!r}")
    return float(value)


def scalar(text: str) -> Any:
    """The value a word stands for: true, false, none or null, a whole number, a number, or else the word itself."""
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        if isfinite(number):
            return number
    return text


def counted(number: int, what: str) -> str:
    """The number with its noun: "1 round", "2,000 rounds", "2 classes"."""
    return f"{number:,} {what}" + ("" if number == 1 else "es" if what.endswith("s") else "s")


def amount(number: float) -> str:
    """A rounded number for display: whole from a thousand up, four digits below."""
    return f"{number:,.0f}" if 1000 <= abs(number) < 1e15 else f"{number:.4g}"
