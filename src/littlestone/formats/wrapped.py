"""`Wrapped`, the base of sources that wrap another one."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from ..features.schema import Schema
from .named_source import NamedSource
from .source import Pair, Source


class Wrapped(Source):
    """A source that wraps another and passes on its attributes; a subclass changes the examples."""

    source: Source

    def __init__(self, source: Source) -> None:
        self.source = source
        self.name = source.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.source!r})"

    def __getattr__(self, attribute: str) -> Any:
        """Other attributes are those of the inner source, such as the `names` of a table."""
        return getattr(self.source, attribute)

    @property
    def repeatable(self) -> bool:
        """Can it be read more than once?"""
        return self.source.repeatable

    @property
    def piped(self) -> bool:
        """Does it come through a pipe?"""
        return self.source.piped

    @property
    def drained(self) -> bool:
        """Is it a pipe whose next example has to be waited for?"""
        return self.source.drained

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
        """The messages of the first few of them."""
        return self.source.complaints

    @property
    def schema(self) -> Schema:
        """How the records of the inner source become features."""
        return self.source.schema

    def written_labels(self) -> tuple[Any, Any] | None:
        """The two labels as the inner source has them."""
        return self.source.written_labels()

    def met_labels(self) -> tuple[Any, Any] | None:
        """The two labels as the inner source has met them."""
        return self.source.met_labels()

    @property
    def named(self) -> bool:
        """Do the features have names?"""
        return self.source.named

    def place(self, number: int) -> str:
        """The place of example `number`, the last that was read, for messages."""
        return self.source.place(number)


class NamedReader(Wrapped, NamedSource):
    """A wrapper of a source with named features that assigns columns of its own."""

    def __iter__(self) -> Generator[Pair, None, None]:
        yield from self.source
