"""The limits of a service: what it refuses, so that no client can make it run out of memory or time."""

from __future__ import annotations

from typing import Any, NamedTuple

from .http.contract import Refusal


class Limits(NamedTuple):
    """How much a service takes.

    body        bytes of one request
    batch       events of one request
    cells       cells of one record
    names       names of features that one game may know
    open        rounds of one game that wait for their labels
    games       games of one process
    loaded      games that are in memory at a time; others are put away, and loaded when they are asked for
    waiting     events that wait for the writer; beyond them, clients are told to come again
    group       events after which a transaction ends, or with the batch that they end in
    idle        seconds after which a game that nobody asked for is put away
    """

    body: int = 16_000_000
    batch: int = 100_000
    cells: int = 10_000
    names: int = 1_000_000
    open: int = 1_000_000
    games: int = 10_000
    loaded: int = 10_000
    waiting: int = 200_000
    group: int = 10_000
    idle: float = 600.0


def check_record(limits: Limits, game: Any, x: Any, size: int) -> None:
    """Raise if a record of that many bytes has too many cells, or would make the game know too many names.

    A cell takes some bytes, so a record that is short enough need not be counted.
    """
    kind = type(x)
    if kind is not dict and kind is not list:
        raise Refusal(422, "bad_record", 'x is a record, such as {"from": "bank"}, or a list of numbers')
    names = game.features.columns
    if size < limits.cells and len(names) + size < limits.names:
        return
    if len(x) > limits.cells or (cells := cells_of(x)) > limits.cells:
        raise Refusal(422, "too_many_cells", f"a record may have {limits.cells:,} cells here; this one has more")
    if len(names) + cells > limits.names and isinstance(x, dict):
        new = [name for name in game.schema.features(x) if name not in names]
        if new and len(names) + len(new) > limits.names:
            raise Refusal(
                422,
                "too_many_names",
                f"this game knows {len(names):,} names of features, and may know {limits.names:,}; "
                f"{new[0][:60]!r} would be one more: send known ones, or let `schema` drop or hash a column",
            )


def cells_of(x: Any) -> int:
    """How many cells a record has, with those of records and lists within it, and the words of its texts at most."""
    total = 0
    values = x.values() if isinstance(x, dict) else x
    for value in values:
        kind = type(value)
        if kind is str:
            total += 1 + (len(value) >> 3)
        elif kind is dict or kind is list:
            total += 1 + cells_of(value)
        else:
            total += 1
    return total
