"""Bytes of text, many at once: which of them are no digits. Compiled modules have `machine_bits` for it."""

from __future__ import annotations

from typing import Any

WINDOW = 32  # bytes that are looked at
ZEROS, OVER_NINE, LOWEST = (int.from_bytes(bytes([byte]) * WINDOW, "little") for byte in (0x30, 0x76, 0x01))
END = 1 << 8 * WINDOW


def others(text: Any, at: int) -> int:
    """A mark for each of the 32 bytes from `at` on that is no digit, and one behind them: see `lowest`.

    `marks & (marks - 1)` are the marks without the lowest.
    """
    word = int.from_bytes(text[at : at + WINDOW], "little") ^ ZEROS
    return ((((word & ~(LOWEST << 7)) + OVER_NINE) | word) >> 7) & LOWEST | END


def lowest(marks: int) -> int:
    """How many bytes come before the first mark.

    >>> [lowest(others(text.ljust(32, b"0"), 0)) for text in (b"12:3", b"-1", b"123")]
    [2, 0, 32]
    """
    return (marks & -marks).bit_length() // 8
