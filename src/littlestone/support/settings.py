"""Settings as they are given: what is not of the right kind is said at once, in words."""

from __future__ import annotations

from math import isfinite
from numbers import Integral, Real
from typing import Any

from ..errors import BadParameter

HUGE = 1e300  # a sum of squares past this is hardly a number: rules learn nothing from it, and theorems say so


def flag(name: str, value: Any) -> bool:
    """True or False, and nothing that merely counts as one of them."""
    if not isinstance(value, bool):
        raise BadParameter(f"{name} is True or False, not {value!r}")
    return value


def whole(name: str, value: Any, what: str, *, least: int = 0) -> int:
    """A whole number of at least `least`; `what` says of what."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise BadParameter(f"{name} is {what}, {least} or more, not {value!r}")
    return int(value)


def real(name: str, value: Any, what: str) -> float:
    """A finite number; `what` says what it stands for."""
    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
        raise BadParameter(f"{name} is {what}, a finite number, not {value!r}")
    return float(value)


def positive(name: str, value: Any, what: str) -> float:
    """A number above zero, and not so far that its square is no number; `what` says what it stands for."""
    if not 1e-100 <= real(name, value, what) <= 1e100:
        raise BadParameter(f"{name} is {what}, from 1e-100 to 1e100, not {value!r}")
    return float(value)
