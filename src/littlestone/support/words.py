"""Formatting of numbers in messages and reports."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """The number with its noun: "1 round", "2,000 rounds", "2 classes"."""
    return f"{number:,} {what}" + ("" if number == 1 else "es" if what.endswith("s") else "s")


def amount(number: float) -> str:
    """A rounded number for display: whole from a thousand up, four digits below."""
    return f"{number:,.0f}" if 1000 <= abs(number) < 1e15 else f"{number:.4g}"
