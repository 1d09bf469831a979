"""A source that stands for another one."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import closing
from typing import Any

from ..row import Batch
from .named_source import FileSource, NamedSource, NumberedSource, Pair
from .svmlight import SvmlightReader

BLOCK = 1 << 20  # bytes that a thread parses at a time: enough to be worth waking it
MOST_THREADS = 4  # more would wait for the learner


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
        super().__init__(SvmlightReader(path, chunk=BLOCK, **settings))
        if self.source.repeatable:
            self.source.threads = min(os.cpu_count() or 1, MOST_THREADS)

    def batches(self) -> Generator[Batch, None, None]:
        """The examples, thousands at a time."""
        self.source.copy = True
        return self.read()

    def passing(self) -> Generator[Batch, None, None]:
        """The same, each in the arrays of another that is done with: several threads parse what comes next."""
        self.source.copy = False
        return self.read()

    def read(self) -> Generator[Batch, None, None]:
        """What the reader gives."""
        with closing(iter(self.source)) as batches:
            yield from batches
