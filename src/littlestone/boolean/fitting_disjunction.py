"""Disjunctions in hindsight: whether one fits the first rows, and how many variables it takes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..row import Batch
from ..support.effort import Effort

TOUCH = 50.0  # what it costs to look into a set, in units of effort
DEEPEST = 100  # how many variables are tried one after the other


def needs_more(batch: Batch, rows: int, k: int, effort: Effort) -> bool:
    """Is it proved that every disjunction that fits the first rows has more than k variables?

    Each positive needs a variable that is on in it and off in every negative. Of the positive with the fewest such
    variables each is tried; positives that share none prove that nothing will do.
    """
    good = candidates(batch, rows)
    able = []
    for t in np.flatnonzero(np.asarray(batch.labels)[:rows] > 0):
        x = batch.row(int(t))
        on = x.columns[x.values != 0]
        able.append(frozenset(on[good[on]].tolist()))
    return effort.spend(TOUCH * len(able)) and cannot(sorted(set(able), key=len), k, effort)


def cannot(able: list[frozenset[int]], k: int, effort: Effort) -> bool:
    """Is it proved that no k variables meet all of these sets, the smallest of which comes first?"""
    apart: set[int] = set()
    needed = 0
    for variables in able:
        if apart.isdisjoint(variables):
            apart |= variables
            needed += 1
            if needed > k:
                return True
    if not able or k > DEEPEST or not effort.spend(TOUCH * len(able) * (1 + len(able[0]))):
        return False
    return all(cannot([each for each in able if one not in each], k - 1, effort) for one in sorted(able[0]))


def candidates(batch: Batch, rows: int) -> Any:
    """The variables that were off in every negative of the first rows."""
    columns, values, starts = np.asarray(batch.columns), np.asarray(batch.values), np.asarray(batch.starts)
    entries = int(starts[rows])
    of_row = np.repeat(np.asarray(batch.labels)[:rows], np.diff(starts[: rows + 1]))
    off = np.ones(batch.width, dtype=bool)
    off[columns[:entries][(of_row < 0) & (values[:entries] != 0)]] = False
    return off


def uncovered(batch: Batch, rows: int) -> int | None:
    """The first positive among the first rows that no candidate variable covers, or None."""
    columns, values, starts = np.asarray(batch.columns), np.asarray(batch.values), np.asarray(batch.starts)
    entries = int(starts[rows])
    hits = (candidates(batch, rows)[columns[:entries]] & (values[:entries] != 0)).astype(np.int64)
    totals = np.concatenate(([0], np.cumsum(hits)))
    covered = totals[starts[1 : rows + 1]] - totals[starts[:rows]]
    bad = np.flatnonzero((np.asarray(batch.labels)[:rows] > 0) & (covered == 0))
    return int(bad[0]) if len(bad) else None


def first_unfit(batch: Batch) -> int:
    """The first row after which no disjunction fits; none fits all."""
    low, high = 0, batch.rows  # some disjunction fits the first `low` rows, none the first `high`
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if uncovered(batch, middle) is None else (low, middle)
    return high - 1


def greedy_cover(batch: Batch, rows: int) -> list[int] | None:
    """The candidate variables that the greedy choice takes to cover every positive; None if they cannot."""
    if uncovered(batch, rows) is not None:
        return None
    columns, values, starts = np.asarray(batch.columns), np.asarray(batch.values), np.asarray(batch.starts)
    row_of = np.repeat(np.arange(rows), np.diff(starts[: rows + 1]))
    good = candidates(batch, rows)
    use = good[columns] & (values != 0) & (np.asarray(batch.labels)[row_of] > 0)
    row_of, column_of = row_of[use], columns[use]
    chosen: list[int] = []
    while len(row_of):
        best = int(np.bincount(column_of, minlength=batch.width).argmax())
        done = np.zeros(rows, dtype=bool)
        done[row_of[column_of == best]] = True
        left = ~done[row_of]
        row_of, column_of = row_of[left], column_of[left]
        chosen.append(best)
    return chosen
