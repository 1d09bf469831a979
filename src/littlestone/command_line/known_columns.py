"""Whether a file has the columns that a saved game has learned from: none is an error, some are said."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from typing import Any

from ..errors import BadFile
from ..features.interactions import ENDS, group_of
from ..formats.source import Source
from .exits import complain

AHEAD = 10_000  # examples that are looked at where no header says what columns there are
SHOWN = 6  # columns that a message names


def check_columns(game: Any, source: Source) -> None:
    """Raise if nothing in the file is known to the game; say which columns are missing, and which are new."""
    names = [name for name in game.features.names if "*" not in name or not game.schema.interactions]
    if not names or game.features.hashing or not source.named:
        return
    columns = source.column_names()
    if columns is not None:
        compare_columns(source.name, names, columns)
    elif source.repeatable:
        compare_features(source, set(names))


def compare_columns(where: str, names: list[str], columns: list[str]) -> None:
    """By the header: a column is known if some feature of the game is of it."""
    there, known = set(columns), set[str]()
    missing: dict[str, None] = {}
    for name in names:
        own = there.intersection(beginnings(name))
        known |= own
        if not own:
            missing[group_of(name)] = None
    if not known:
        raise nothing_known(where, missing, columns)
    new = [column for column in columns if column not in known]
    if missing:
        complain(f"{where} has no column {listed(missing)}, from which the game has learned: their part is left out")
    if new:
        complain(f"{where} has columns from which the game has learned nothing: {listed(new)}")


def compare_features(source: Source, names: set[str]) -> None:
    """By the first examples, where there is no header."""
    seen: dict[str, None] = {}
    with suppress(BadFile):  # what is wrong with a line is said when its turn comes
        for x, _ in islice(source.moves(), AHEAD):
            if x is None or not hasattr(x, "keys"):
                continue
            if not names.isdisjoint(x):
                return
            seen |= dict.fromkeys(x)
    if seen:
        raise nothing_known(source.name, map(group_of, sorted(names)), map(group_of, seen))


def nothing_known(where: str, known: Iterable[str], there: Iterable[str]) -> BadFile:
    """The error for a file about which the game can say nothing."""
    return BadFile(
        f"{where} has nothing in common with what the game has learned from: it knows {listed(known)}, and there is "
        f"{listed(there)}"
    )


def beginnings(name: str) -> list[str]:
    """What the column of a feature may be called: "a", and "a.b", of "a.b=c"."""
    return [name, *(name[: found.start()] for found in re.finditer(f"[{re.escape(ENDS)}]", name))]


def listed(names: Iterable[str]) -> str:
    """The first few names."""
    every = list(dict.fromkeys(names))
    more = f" and {len(every) - SHOWN} more" if len(every) > SHOWN else ""
    return ", ".join(map(repr, every[:SHOWN])) + more
