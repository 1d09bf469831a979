"""A source that stands for another one."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from .named_source import NamedSource
from .source import Pair, Source


class Wrapped(Source):
    """What another source says about itself; what it gives may be changed on the way."""

    source: Source

    def __init__(self, source: Source) -> None:
        self.source = source
        self.name = source.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.source!r})"

    def __getattr__(self, attribute: str) -> Any:
        """Whatever else the other one knows, such as all `names` of a table."""
        return getattr(self.source, attribute)

    @property
    def repeatable(self) -> bool:
        """Can it be read more than once?"""
        return self.source.repeatable

    @property
    def progress(self) -> float | None:
        """The part that has been read, from 0 to 1; None if that is not known."""
        return self.source.progress

    @property
    def bad(self) -> int:
        """How many lines were wrong and skipped."""
        return self.source.bad

    @property
    def complaints(self) -> list[str]:
        """What was wrong with the first few of them."""
        return self.source.complaints

    @property
    def named(self) -> bool:
        """Have the features names?"""
        return self.source.named

    def place(self, number: int) -> str:
        """Where example `number`, the last that was read, stands."""
        return self.source.place(number)


class NamedReader(Wrapped, NamedSource):
    """The pairs of a source whose features have names, in batches with columns of their own."""

    def __iter__(self) -> Generator[Pair, None, None]:
        yield from self.source
