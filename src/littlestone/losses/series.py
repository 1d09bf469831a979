"""A growing array of vectors, one per round: the points played or the vectors revealed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np


class Series:
    """A sequence that is stored as a growing array while all items are float vectors of one length.

    With a custom loss the items may be any objects; they are then stored in a list.
    """

    def __init__(self) -> None:
        self.count = 0
        self.block = np.zeros((0, 0))
        self.things: list[Any] | None = None

    @classmethod
    def of(cls, *things: Any) -> Series:
        """A series of these."""
        series = cls()
        for thing in things:
            series.append(thing)
        return series

    def append(self, thing: Any) -> None:
        """Append one item; a vector is copied."""
        if self.things is None and not self.fits(thing):
            self.things = list(self)
        if self.things is not None:
            self.things.append(thing)
        else:
            if self.count == len(self.block):
                longer = np.zeros((self.count + self.count // 2 + 16, len(thing)))
                if self.count:
                    longer[: self.count] = self.block
                self.block = longer
            self.block[self.count] = thing
        self.count += 1

    def fits(self, thing: Any) -> bool:
        """Is it a float vector as long as those before?"""
        if not isinstance(thing, np.ndarray) or thing.dtype != np.float64 or thing.ndim != 1:
            return False
        return self.count == 0 or len(thing) == self.block.shape[1]

    def array(self) -> Any:
        """All items as a read-only array, one per row; an array of objects if they are not vectors."""
        if self.things is not None:
            things = np.empty(self.count, dtype=object)
            for place, thing in enumerate(self.things):
                things[place] = thing
            return things
        rows = self.block[: self.count]
        rows.flags.writeable = False
        return rows

    def restore(self, array: Any) -> None:
        """Replace all items by those of `array`."""
        self.count = len(array)
        self.block = np.zeros((0, 0))
        self.things = None
        if array.dtype == object:
            self.things = list(array)
        else:
            self.block = np.array(array, dtype=np.float64).reshape(self.count, -1) if self.count else self.block

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.array(), dtype=dtype)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, place: int | slice) -> Any:
        return self.array()[place] if self.things is None else self.things[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.array() if self.things is None else self.things)
