"""Where the time of a command went."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

READING, PLAYING, THEOREMS = "reading", "playing", "theorems"


class Clock:
    """Seconds, by what they were spent on: `lap` says on what those since the lap before it."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys((READING, PLAYING, THEOREMS), 0.0)
        self.last = monotonic()

    def lap(self, what: str) -> None:
        """The time since the last lap was spent on this."""
        now = monotonic()
        self.seconds[what] += now - self.last
        self.last = now

    def waiting(self, pieces: Iterator[T]) -> Iterator[T]:
        """The pieces; the time until one comes is spent on reading, and all other on playing."""
        while True:
            self.lap(PLAYING)
            piece = next(pieces, None)
            self.lap(READING)
            if piece is None:
                return
            yield piece


def in_words(seconds: dict[str, float]) -> str:
    """Seconds, by what they were spent on, in a line."""
    return ", ".join(f"{what} {spent:.2f} s" for what, spent in seconds.items())
