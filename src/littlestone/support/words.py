"""Numbers in sentences."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """The number with its noun: "1 round", "2,000 rounds", "2 classes"."""
    return f"{number:,} {what}" + ("" if number == 1 else "es" if what.endswith("s") else "s")


def amount(number: float) -> str:
    """A number for the eye: whole above a thousand, with four digits below."""
    return f"{number:,.0f}" if 1000 <= abs(number) < 1e15 else f"{number:.4g}"
