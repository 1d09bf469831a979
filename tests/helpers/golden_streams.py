"""The streams that golden games are played on: drawn once and for all, by seeds that never change.

A stream of examples or of advice is a table with its truths; zeros are not in an example, NaN is an expert asleep.
Nothing here imports the package: whatever becomes of it, these numbers stay.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class Stream(NamedTuple):
    """A table, a row a round, and the truth of each."""

    table: Any
    truths: Any


def drawn(seed: int, rows: int, width: int, share: float = 0.5) -> Any:
    """A table of normal numbers, of which a share is there and the others are zero."""
    rng = np.random.default_rng(seed)
    return np.where(rng.random((rows, width)) < share, rng.normal(size=(rows, width)), 0.0)


def bits(seed: int, rows: int, width: int, share: float = 0.35) -> Any:
    """A table of zeros and ones."""
    return (np.random.default_rng(seed).random((rows, width)) < share).astype(float)


def flipped(truths: Any, seed: int, share: float) -> Any:
    """The same two classes, a share of them wrong."""
    return np.where(np.random.default_rng(seed).random(len(truths)) < share, -truths, truths)


def signs(*, noise: float = 0.0, rows: int = 160, width: int = 12) -> Stream:
    """Two classes that a planted vector separates by a margin, a few rows empty; with noise some labels are wrong."""
    table = drawn(11, 3 * rows, width, 0.6)
    planted = np.random.default_rng(12).normal(size=width)
    margins = table @ planted / np.linalg.norm(planted)
    clear = np.flatnonzero(np.abs(margins) > 0.3)[:rows]
    table, truths = table[clear].copy(), np.where(margins[clear] > 0, 1.0, -1.0)
    table[rows // 3] = 0.0
    truths[rows // 3] = 1.0
    return Stream(table, flipped(truths, 13, noise))


def numbers(*, wild: bool = False, rows: int = 160, width: int = 8) -> Stream:
    """Numbers that are nearly linear; or counts of heavy tails, none below zero."""
    table = drawn(21, rows, width, 0.7)
    rng = np.random.default_rng(22)
    truths = table @ rng.normal(size=width) + 0.1 * rng.normal(size=rows)
    if wild:
        truths = np.minimum(40.0, np.floor(np.abs(truths) + 3.0 * np.abs(rng.standard_cauchy(size=rows)))) + 1.0
    return Stream(table, truths)


def classes(*, noise: float = 0.0, rows: int = 160, width: int = 10, count: int = 5) -> Stream:
    """Many classes, each with a planted vector; the last comes late, and with noise some labels are wrong."""
    table = drawn(31, rows, width, 0.7)
    rng = np.random.default_rng(32)
    truths = np.argmax(table @ rng.normal(size=(width, count)), axis=1).astype(float)
    truths[: rows // 3][truths[: rows // 3] == count - 1] = 0.0
    wrong = rng.random(rows) < noise
    truths[wrong] = rng.integers(0, count, size=int(wrong.sum()))
    return Stream(table, truths)


def disjunction(*, noise: float = 0.0, rows: int = 160, width: int = 12) -> Stream:
    """Zeros and ones; true where the first or the third is on."""
    table = bits(41, rows, width)
    return Stream(table, flipped(np.where(table[:, 0] + table[:, 2] > 0, 1.0, -1.0), 42, noise))


def conjunction(*, rows: int = 160, width: int = 12) -> Stream:
    """Zeros and ones; true where the second is on and the fourth is off."""
    table = bits(43, rows, width, 0.5)
    return Stream(table, np.where((table[:, 1] > 0) & (table[:, 3] == 0), 1.0, -1.0))


def decisions(*, rows: int = 160, width: int = 12) -> Stream:
    """Zeros and ones; a list of three rules and a default says the label."""
    table = bits(44, rows, width)
    said = np.select([table[:, 4] > 0, table[:, 1] == 0, table[:, 5] > 0], [1.0, -1.0, 1.0], -1.0)
    return Stream(table, said)


def single_points(*, noise: float = 0.0, rows: int = 60, width: int = 5) -> Stream:
    """One variable on in every round; true is the second point only."""
    which = np.random.default_rng(45).integers(0, width, size=rows)
    return Stream(np.eye(width)[which], flipped(np.where(which == 1, 1.0, -1.0), 46, noise))


def asleep(table: Any, seed: int) -> Any:
    """The same advice, one expert in eight asleep, but never all; the last expert comes when a third is played."""
    awake = np.random.default_rng(seed).random(table.shape) < 0.875
    awake[: len(table) // 3, -1] = False
    awake[:, 0] |= ~awake.any(axis=1)
    return np.where(awake, table, np.nan)


def forecasts(*, kind: str = "shares", sleepers: bool = False, rows: int = 160, experts: int = 6) -> Stream:
    """Forecasts of numbers from 0 to 1, of chances, or of amounts above 1; who is best changes halfway."""
    rng = np.random.default_rng(51)
    truths = rng.random(rows)
    if kind == "chances":
        truths = (truths < 0.6).astype(float)
    errors = np.linspace(0.05, 0.6, experts) * rng.normal(size=(rows, experts))
    errors[rows // 2 :] = errors[rows // 2 :, ::-1]
    low, high = (0.02, 0.98) if kind == "chances" else (0.0, 1.0)
    said = np.clip(truths[:, None] + errors, low, high)
    if kind == "amounts":
        truths, said = 1.0 + 20.0 * truths, 1.0 + 20.0 * said
    return Stream(asleep(said, 52) if sleepers else said, truths)


def votes(*, perfect: bool = False, sleepers: bool = False, rows: int = 160, experts: int = 6) -> Stream:
    """Votes for one of two classes, some experts wrong more often than others, or one of them never."""
    rng = np.random.default_rng(61)
    truths = np.where(rng.random(rows) < 0.5, 1.0, -1.0)
    wrong = rng.random((rows, experts)) < np.linspace(0.15, 0.6, experts)
    if perfect:
        wrong[:, 2] = False
    said = np.where(wrong, -1.0, 1.0) * truths[:, None]
    return Stream(asleep(said, 62) if sleepers else said, truths)


def vectors(*, rows: int = 120, d: int = 3, length: float = 1.0) -> Any:
    """What nature reveals to points: vectors that drift, none longer than `length`."""
    z = np.random.default_rng(71).normal(size=(rows, d)) + np.linspace(0.6, -0.2, rows)[:, None]
    return length * z / np.maximum(1.0, np.linalg.norm(z, axis=1, keepdims=True))


def relatives(*, days: int = 120, d: int = 3, wild: bool = False) -> Any:
    """Price relatives: small moves; or large ones, with a crash of the first asset."""
    rng = np.random.default_rng(81)
    moves = np.exp((0.25 if wild else 0.02) * rng.normal(size=(days, d)) + np.linspace(0.004, -0.002, d))
    if wild:
        moves[days // 2, 0] = 0.05
    return moves
