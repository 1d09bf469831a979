"""Scrubbing: a copy of a game without what it kept of certain records: examples kept as evidence, names of features.

What the learner's numbers have learned stays. Where an example was taken out of the evidence, that is not complete any
more, and theorems that need all of it say so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..hosted import Hosted, first_row
from ..http.contract import decode_any
from ..importing import saved_game
from .journal import PREDICT, Journal
from .snapshots import Copy, copied

PLAIN = 1000  # whole numbers up to it tell nothing of a record
KEPT = ("sizes", "columns", "values", "labels", "numbers", "counts")  # arrays of the examples that are kept
NAMES = "features/names"


def scrubbed(journal: Journal, hosted: Hosted, records: Iterable[bytes], rounds: set[int], rows: set[int]) -> Copy:
    """A copy of a game without the examples of these rounds, and without the names that only these records have.

    rows    the seqs of the rows that are erased
    """
    copy = copied(hosted)
    gone = names_of(hosted, records)
    keep_known(journal, hosted, gone, rows)
    for name, arrays in copy.players.items():
        for prefix in [key.removesuffix("numbers") for key in arrays if key.endswith("numbers")]:
            if all(prefix + part in arrays for part in KEPT):
                empty_rounds(arrays, prefix, rounds)
        if gone and NAMES in arrays:
            copy.players[name][NAMES] = renamed(arrays[NAMES], gone)
    return copy


def players_with_examples(copy: Copy) -> list[str]:
    """The players whose learners have examples as they came: nothing is erased of those.

    Kernels and voted hypotheses are made of them, and the leaves of trees keep some until they are split.
    """
    return [name for name, arrays in copy.players.items() if any(has_examples(arrays, key) for key in arrays)]


def has_examples(arrays: dict[str, Any], key: str) -> bool:
    """Are these the columns of examples in a learner, other than the evidence of theorems, which is scrubbed?"""
    prefix = key.removesuffix("columns")
    rows = key.startswith("learner/") and key != prefix and prefix + "values" in arrays and arrays[key].size > 0
    return rows and not all(prefix + part in arrays for part in KEPT)


def numbers_of(hosted: Hosted, records: Iterable[bytes]) -> Any:
    """The numbers in records by which they could be known again: not those that are small and whole."""
    found: set[float] = set()
    for record in records:
        for x in hosted.records_in(decode_any(record)):
            for game in hosted.players.values():
                found.update(map(float, game.schema.features(x).values()))
    return np.array([v for v in found if not v.is_integer() or abs(v) > PLAIN])


def players_with_numbers(copy: Copy, numbers: Any) -> list[str]:
    """The players among whose learned numbers are some of these, of either sign."""
    return [
        name
        for name, arrays in copy.players.items()
        if any(np.isin(np.abs(each), np.abs(numbers)).any() for each in arrays.values() if each.dtype == np.float64)
    ]


def names_of(hosted: Hosted, records: Iterable[bytes]) -> set[str]:
    """The names of the features of records."""
    found: set[str] = set()
    for record in records:
        for x in hosted.records_in(decode_any(record)):
            for game in hosted.players.values():
                found.update(game.schema.features(x))
    return found


def keep_known(journal: Journal, hosted: Hosted, names: set[str], rows: set[int]) -> None:
    """Take out of the names those that another row has too, or a saved game: they tell nothing of one record."""
    schemas = [game.schema for game in hosted.players.values()]
    if (model := first_row(journal.rows(hosted.number, 0, 1)).model) is not None:
        names.difference_update(saved_game(model).features.columns)  # it knew them before there was a row
    for some in journal.plays(hosted.number):
        for row in some:
            if not names:
                return
            if row[2] == PREDICT and row[3] is not None and row[0] not in rows:
                for x in hosted.records_in(decode_any(row[3])):
                    for schema in schemas:
                        names.difference_update(schema.features(x))


def renamed(written: Any, gone: set[str]) -> Any:
    """Names as they are saved, with those that are gone replaced by the number of their column."""
    names = json.loads(bytes(np.asarray(written, dtype=np.uint8)))
    if not isinstance(names, list):
        return written  # names that are hashed are not kept
    new = [f"erased:{column}" if name in gone else name for column, name in enumerate(names)]
    return np.frombuffer(json.dumps(new).encode(), dtype=np.uint8)


def empty_rounds(arrays: dict[str, Any], prefix: str, rounds: set[int]) -> None:
    """Leave nothing of the examples of rounds among those that are kept but that they were there."""
    gone = np.isin(arrays[prefix + "numbers"], list(rounds))
    if not gone.any():
        return
    stay = np.repeat(~gone, arrays[prefix + "sizes"])
    for part in ("columns", "values"):
        arrays[prefix + part] = arrays[prefix + part][stay]
    arrays[prefix + "sizes"] = np.where(gone, 0, arrays[prefix + "sizes"])
    arrays[prefix + "labels"] = np.where(gone, 1.0, arrays[prefix + "labels"])
    guesses = prefix.removesuffix("rows/") + "guesses"
    if guesses in arrays and len(arrays[guesses]) == len(gone):
        arrays[guesses] = np.where(gone, 0.0, arrays[guesses])
    counts = np.array(arrays[prefix + "counts"])
    counts[1] = 0  # they are not complete any more
    arrays[prefix + "counts"] = counts
