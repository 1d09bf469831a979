"""Numbers and rows as text that loses nothing: the one notation of receipts and of their rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

WHOLE = 2**53  # whole numbers below it are written as such


def exact(number: float) -> str:
    """A number as text: a whole number in decimals, any other as a hexadecimal float.

    >>> exact(-3.0), exact(0.75), exact(0.1), exact(float("inf"))
    ('-3', '0x1.8p-1', '0x1.999999999999ap-4', 'inf')
    """
    value = float(number)
    if -WHOLE < value < WHOLE and value == int(value):
        return str(int(value))
    head, mark, power = value.hex().partition("p")
    return f"{head.rstrip('0').rstrip('.')}{mark}{power}" if mark else head


def exacts(numbers: Iterable[float]) -> list[str]:
    """Several numbers."""
    return [exact(number) for number in numbers]


def entries(columns: Iterable[int], values: Iterable[float]) -> str:
    """The entries of a row as they are stored, such as "0:1 7:0x1.8p-1": advice of 0 is not that of a sleeper."""
    return " ".join(f"{column}:{exact(value)}" for column, value in zip(columns, values, strict=True))


def line_of(head: str, columns: Iterable[int], values: Iterable[float]) -> str:
    """A line: what is said of a row, a bar, and the entries of the row."""
    return f"{head} | {entries(columns, values)}".rstrip()


def vector(numbers: Any) -> str:
    """A vector by those of its entries that are not zero."""
    there = [(column, value) for column, value in enumerate(numbers) if value != 0.0]
    return entries([column for column, _ in there], [value for _, value in there])


def plain(value: Any) -> Any:
    """A value for JSON in which no number is rounded: those that are not whole become text."""
    if isinstance(value, bool | int | str) or value is None:
        return value
    if isinstance(value, float):
        return exact(value)
    if isinstance(value, Mapping):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, Iterable):
        return [plain(each) for each in value]
    return str(value)
