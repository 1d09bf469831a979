"""`Chained`: several files of examples, one after the other, as one."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import Any

from ..errors import BadFile, BadParameter
from ..features.features import Features
from ..features.interactions import unknown_group
from ..features.schema import Schema
from ..row import Batch
from .source import Pair, Source
from .wrapped import NamedReader


class Chained(Source):
    """Several sources as one: `Game(...).play(Chained([read("may.csv", ...), read("june.csv", ...)]))`.

    Their features have one table of names, that of the first; files with names and files with numbers do not mix.

    sources    what is read, in this order
    name       what they are called together; None lists their names
    """

    def __init__(self, sources: Sequence[Source], name: str | None = None) -> None:
        if not sources:
            raise BadParameter("at least one source was expected, and none came")
        self.first = sources[0]
        self.sources = (self.first, *(with_columns_of(self.first, source) for source in sources[1:]))
        self.name = ", ".join(source.name for source in self.sources) if name is None else name
        for source in self.sources[1:]:
            if source.named != self.first.named:
                raise BadParameter(
                    f"the columns of {self.first.name} are {'named' if self.first.named else 'numbered'} and those of "
                    f"{source.name} are not: they cannot be played as one"
                )
        for source in self.sources:
            source.innermost().alone = False
        self.over = 0  # sources that have been read
        self.offset = 0  # examples of those
        self.given = 0  # examples of all

    def __repr__(self) -> str:
        return f"Chained({list(self.sources)!r})"

    @property
    def now(self) -> Source:
        """The source that is being read."""
        return self.sources[min(self.over, len(self.sources) - 1)]

    def at_hand(self) -> Source:
        return self.now.at_hand()

    def __iter__(self) -> Iterator[Pair]:
        for source in self.each():
            for pair in source:
                yield pair
                self.given += 1

    def moves(self) -> Iterator[Pair]:
        for source in self.each():
            for x, y in source.moves():
                yield x, y
                self.given += x is not None

    def batches(self) -> Generator[Batch, None, None]:
        for source in self.each():
            yield from self.counted(source.batches())

    def passing(self) -> Generator[Batch, None, None]:
        for source in self.each():
            yield from self.counted(source.passing())

    def each(self) -> Iterator[Source]:
        """The sources one after the other, from the beginning."""
        self.given = 0
        for over, source in enumerate(self.sources):
            self.over = over
            self.offset = self.given
            yield source
        self.over = len(self.sources)
        self.check_groups()

    def check_groups(self) -> None:
        """Raise if a group of an interaction was in none of the files."""
        every: list[Any] = [source for source in self.sources if getattr(source, "strict", False)]
        if len(every) == len(self.sources) and (never := set.intersection(*(source.unmet for source in every))):
            others = (name for source in every for name in source.others)
            raise BadFile(f"{self.name}: {unknown_group(min(never), others)}")

    def counted(self, batches: Generator[Batch, None, None]) -> Generator[Batch, None, None]:
        """The batches of one source."""
        with closing(batches):
            for batch in batches:
                yield batch
                self.given += len(batch)

    @property
    def repeatable(self) -> bool:
        return all(source.repeatable for source in self.sources)

    @property
    def piped(self) -> bool:
        return any(source.piped for source in self.sources)

    @property
    def drained(self) -> bool:
        return self.now.drained

    @property
    def progress(self) -> float | None:
        """The part that has been read, every file counted alike."""
        inner = self.now.progress if self.over < len(self.sources) else 0.0
        return None if inner is None else (self.over + inner) / len(self.sources)

    @property
    def features(self) -> Features | None:
        return self.first.features

    @property
    def schema(self) -> Schema:
        return self.first.schema

    @property
    def named(self) -> bool:
        return self.first.named

    @property
    def settled(self) -> bool:
        return any(source.settled for source in self.sources)

    def take_columns(self, features: Features) -> None:
        for source in self.sources:
            source.take_columns(features)

    def written_labels(self) -> tuple[Any, Any] | None:
        return next(filter(None, (source.written_labels() for source in self.sources)), None)

    def met_labels(self) -> tuple[Any, Any] | None:
        return next(filter(None, (source.met_labels() for source in self.sources)), None)

    def label_texts(self) -> Generator[str, None, None]:
        for source in self.sources:
            yield from source.label_texts()

    def take_labels(self, labels: Any) -> None:
        for source in self.sources:
            source.take_labels(labels)

    def keep_zeros(self) -> None:
        for source in self.sources:
            source.keep_zeros()

    @property
    def bad(self) -> int:
        return sum(source.bad for source in self.sources)

    @property
    def complaints(self) -> list[str]:
        return [complaint for source in self.sources for complaint in source.complaints]

    def place(self, number: int) -> str:
        return self.now.place(number - self.offset)


def with_columns_of(first: Source, source: Source) -> Source:
    """The source with the columns of the first for its names, unless both hash them alike."""
    known, own = first.features, source.features
    if known is None or not source.named or own is known or (own is not None and own.hashing == known.hashing != ()):
        return source
    source = NamedReader(source) if source.settled else source
    source.take_columns(known)
    return source
