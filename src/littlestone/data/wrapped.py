"""A source that stands for another one."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Any

from ..row import Batch
from .named_source import FileSource, NamedSource, NumberedSource, Pair
from .svmlight import SvmlightReader


class Wrapped(FileSource):
    """What another source says about itself; what it gives may be changed on the way."""

    def __init__(self, source: Any) -> None:
        self.source = source
        self.name = source.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.source!r})"

    def __getattr__(self, attribute: str) -> Any:
        """Whatever else the other one knows, such as how many lines were bad."""
        if attribute == "source":  # not made yet
            raise AttributeError(attribute)
        return getattr(self.source, attribute)

    @property
    def repeatable(self) -> bool:
        """Can it be read more than once?"""
        return bool(self.source.repeatable)

    @property
    def progress(self) -> float | None:
        """The part that has been read, from 0 to 1; None if that is not known."""
        found: float | None = self.source.progress
        return found

    def place(self, number: int) -> str:
        """Where example `number`, the last that was read, stands."""
        return str(self.source.place(number))


class NamedReader(Wrapped, NamedSource):
    """A reader of pairs of a mapping and a label, with batches made of them."""

    def __iter__(self) -> Generator[Pair, None, None]:
        yield from self.source


class SvmlightSource(Wrapped, NumberedSource):
    """An svmlight file as a nature and as batches that may be kept; the settings are those of `SvmlightReader`."""

    source: SvmlightReader

    def __init__(self, path: Any, **settings: Any) -> None:
        super().__init__(SvmlightReader(path, copy=True, **settings))

    def batches(self) -> Generator[Batch, None, None]:
        """The examples, thousands at a time."""
        with closing(iter(self.source)) as batches:
            yield from batches
