"""How playing ends: by Ctrl-C between two rounds, with files closed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")


class Stop:
    """Ctrl-C, or SIGTERM, between two rounds, never within one: the account of an interrupted game stays exact.

    While the next example is being waited for, an interruption takes effect at once; while a round is being
    played it is noted, and the round is finished first.
    """

    def __init__(self) -> None:
        self.wanted = False
        self.waiting = False

    def __enter__(self) -> Self:
        self.before = [(kind, signal.signal(kind, self.note)) for kind in (signal.SIGINT, signal.SIGTERM)]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, handler in self.before:
            signal.signal(number, handler)

    def note(self, number: int, frame: FrameType | None) -> None:
        """The interruption came."""
        self.wanted = True
        if self.waiting:
            raise KeyboardInterrupt

    def examples(self, pairs: Iterator[Any]) -> Iterator[Any]:
        """The pairs until they end or the interruption comes."""
        while not self.wanted:
            try:
                self.waiting = True
                pair = next(pairs, None)
                self.waiting = False
            except KeyboardInterrupt:
                return
            if pair is None:
                return
            yield pair


@contextmanager
def closed(one: T) -> Iterator[T]:
    """Close it in the end, if it can be closed."""
    try:
        yield one
    finally:
        getattr(one, "close", lambda: None)()
