# cython: boundscheck=False, wraparound=False
"""A growing row of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np


class Doubles:
    """Numbers in a row that grows, each entered without making an object of it."""

    def __init__(self, values: Iterable[float] = ()) -> None:
        self.room: Any = np.array(values if isinstance(values, np.ndarray) else list(values), dtype=np.float64)
        self.count = len(self.room)

    def append(self, value: float) -> None:
        """Enter a number at the end."""
        if self.count == self.room.shape[0]:
            self.grow()
        self.room[self.count] = value
        self.count += 1

    def grow(self) -> None:
        """Make room for more."""
        room = np.zeros(2 * self.count + 16)
        room[: self.count] = np.asarray(self.room)
        self.room = room

    def array(self) -> Any:
        """A copy of the numbers."""
        return np.array(self.room)[: self.count]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self.array() if dtype is None else self.array().astype(dtype)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[float]:
        return iter(self.array().tolist())
