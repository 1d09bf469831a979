"""Points of the unit circle, to the same bits on every machine: the sine of a C library is that of its processor."""

from __future__ import annotations

from math import factorial, floor, pi

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
