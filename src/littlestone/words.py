"""Numbers in sentences."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """The number with its noun: "1 round", "2,000 rounds"."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")
