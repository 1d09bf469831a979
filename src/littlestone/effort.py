"""How much work a certificate may take when it seeks a comparator."""

from __future__ import annotations

from math import inf
from typing import Self


class Effort:
    """Work that a search may still do, counted in numbers touched and not in seconds.

    So the same game has the same receipt on every machine and in both cores. A unit is about a nanosecond of the
    compiled core.
    """

    def __init__(self, work: float = inf) -> None:
        self.left = work

    @classmethod
    def quick(cls, rounds: int) -> Self:
        """A tenth of what it took to play so many rounds, and at least a fifth of a second."""
        return cls(max(2e8, 10.0 * rounds))

    @classmethod
    def full(cls) -> Self:
        """As much as any search here is worth: some seconds."""
        return cls(5e9)

    def spend(self, work: float) -> bool:
        """Take this much off; is anything left?"""
        self.left -= work
        return self.left > 0.0
