"""Stand-ins for what only compiled code has: the `cython` module, and the bits of a double (`machine_binary`)."""

from __future__ import annotations

from contextlib import nullcontext
from math import frexp, inf, isfinite, ldexp, nan
from typing import Any

nogil = nullcontext()  # interpreted code always holds the GIL
compiled = False


def cast(kind: str, value: Any) -> Any:
    """Raise: only compiled code can reinterpret bytes as another type."""
    raise NotImplementedError(f"only compiled code can cast {value!r} to {kind}")


def address(value: Any) -> Any:
    """Raise: only compiled code has addresses."""
    raise NotImplementedError(f"only compiled code knows where {value!r} is")


# Exponent and mantissa of a double.

INFINITE, NO_NUMBER = inf, nan
ROOT = 0.7071067811865476  # of 1/2


def exponent(x: float) -> float:
    """The k for which x = 2^k m, m between the roots of 1/2 and of 2; anything where x is no positive number.

    >>> [exponent(x) for x in (1.0, 1.5, 6.0, 5e-324)]
    [0.0, 1.0, 3.0, -1074.0]
    """
    m, k = frexp(abs(x))
    return k - 1.0 if m < ROOT else float(k)


def mantissa(x: float) -> float:
    """And the m.

    >>> [mantissa(x) for x in (1.0, 1.5, 6.0, 5e-324)]
    [1.0, 0.75, 0.75, 1.0]
    """
    m, _ = frexp(abs(x))
    return 2.0 * m if m < ROOT else m


def two_to(k: float) -> float:
    """2^k for a whole number k from -1022 to 1023; anything where k is no number.

    >>> two_to(-1.0), two_to(10.0)
    (0.5, 1024.0)
    """
    return ldexp(1.0, int(k)) if isfinite(k) else nan
