"""Decision lists in hindsight: one that fits the first rows, and the row after which none does."""

from __future__ import annotations

import numpy as np

from ..row import Batch


def first_unfit(batch: Batch) -> int:
    """The first row after which no list fits; none fits all."""
    low, high = 0, batch.rows  # some list fits the first `low` rows, none the first `high`
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if greedy_list(batch, middle) is None else (middle, high)
    return high - 1


def greedy_list(batch: Batch, rows: int) -> list[tuple[int, int, int]] | None:
    """A decision list that fits the first rows; None if there is none.

    A rule is a variable, the value that fires it, and the label 0 or 1; the default comes last, of variable -1. Of the
    literals that decide alone what is left, the one that decides most goes next.
    """
    starts, labels = np.asarray(batch.starts), np.asarray(batch.labels)[:rows] > 0
    on = np.asarray(batch.values)[: starts[rows]] != 0
    column_of = np.asarray(batch.columns)[: starts[rows]][on]
    row_of = np.repeat(np.arange(rows), np.diff(starts[: rows + 1]))[on]
    left = np.ones(rows, dtype=bool)
    rules: list[tuple[int, int, int]] = []
    while True:
        total = np.array([np.count_nonzero(left & ~labels), np.count_nonzero(left & labels)])
        if not total.all():
            return [*rules, (-1, 0, int(total[1] > 0))]
        use = left[row_of]
        lit = np.zeros((2, batch.width), dtype=np.int64)  # how many negatives, and positives, have each variable on
        for b in range(2):
            lit[b] = np.bincount(column_of[use & (labels[row_of] == b)], minlength=batch.width)
        dark = total[:, None] - lit
        gain = [np.where(counts.min(axis=0) == 0, counts.sum(axis=0), 0) for counts in (dark, lit)]
        value = int(gain[1].max(initial=0) > gain[0].max(initial=0))
        if gain[value].max(initial=0) == 0:
            return None
        best = int(gain[value].argmax())
        has = np.zeros(rows, dtype=bool)
        has[row_of[column_of == best]] = True
        rules.append((best, value, int(labels[left & (has == bool(value))][0])))
        left &= has != bool(value)
