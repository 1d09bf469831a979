"""`Source`, the base class of all readers and of the sources that wrap another one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ..errors import BadFile, BadParameter
from ..features.event import NO_EVENT, Event
from ..features.features import Features
from ..features.schema import Schema
from ..nature import Label, Nature, WeighedLabel
from ..row import Batch
from .ahead import ahead
from .bad_lines import BadLines

if TYPE_CHECKING:
    from ..rows.round import Round

Pair = tuple[Any, Any]  # an example, and its label or None


class Source(BadLines, Nature):
    """A file of examples, pair by pair or in batches; a nature too, so that `Game(...).play(source)` plays it.

    A subclass defines `__iter__` and `batches`: `NamedSource` makes batches from pairs whose features have names,
    `NumberedSource` pairs from batches whose columns are numbers. The other attributes have defaults: the source can be
    read again, its progress is not known, no line was bad.

    source      the source that this one wraps, as `Interacting` does; None if it reads the file itself
    columnar    is the label one of several columns or keys, so that it has to be named?
    """

    source: Source | None = None
    columnar = False
    alone = True  # is it played by itself, and not as one of several files?
    streams: ClassVar[Mapping[str, bytes]] = {}  # binary formats that pipes may have, and how they begin there
    passes_to: ClassVar[tuple[type, ...]] = ()  # classes that it passes settings on to, besides its bases
    keeps_from: ClassVar[tuple[str, ...]] = ()  # settings of those that are not its own

    event: Event = NO_EVENT  # the id and the times of the example that was given last, if it has some
    events: ClassVar[bool] = False  # do its lines say themselves what is id, label and time?
    noted: dict[str, None] | None = None  # if somebody asks for them, the columns and keys that came, empty ones too
    bare = False  # are only labels, ids and times wanted, and no features?
    pairs: Iterator[Pair] = iter(())
    y: Any = None

    @abstractmethod
    def __iter__(self) -> Iterator[Pair]:
        """Pairs of an example and its label, None where that is missing."""

    @abstractmethod
    def batches(self) -> Generator[Batch, None, None]:
        """The examples, thousands at a time, in arrays that may be kept; NaN is a missing label."""

    def passing(self) -> Generator[Batch, None, None]:
        """The same for a caller that keeps no batch: arrays may be reused, and files are read ahead on a thread."""
        return ahead(self.batches()) if self.repeatable else self.batches()

    @classmethod
    def knows(cls, line: bytes) -> bool:
        """Can a first line that looks like one of its format be one, looked at more closely?"""
        return True

    @property
    def repeatable(self) -> bool:
        """Can it be read more than once?"""
        return True

    @property
    def piped(self) -> bool:
        """Does it come through a pipe?"""
        return False

    @property
    def drained(self) -> bool:
        """Is it a pipe of which all that has come is read, so that the next example has to be waited for?"""
        return False

    @property
    def progress(self) -> float | None:
        """The part that has been read, from 0 to 1; None if that is not known."""
        return None

    @property
    def features(self) -> Features | None:
        """The columns of the names, for the game that plays the batches; None if columns are numbered."""
        return None

    @property
    def schema(self) -> Schema:
        """How its records become features: what a game that plays it needs, to take raw records as well."""
        return Schema()

    def written_labels(self) -> tuple[Any, Any] | None:
        """The two labels as the file writes them, negative first; None if they are not two, or not known yet."""
        return None

    def met_labels(self) -> tuple[Any, Any] | None:
        """The two labels as they were written where it was read last, negative first; None if they did not both come.

        A file on disk says them before it is read, by `written_labels`.
        """
        return None if self.source is None else self.source.met_labels()

    def column_names(self) -> list[str] | None:
        """The columns that are features, where the file says them before its first example; None if it does not."""
        return None if self.source is None else self.source.column_names()

    def label_texts(self) -> Generator[str, None, None]:
        """The labels as texts, from the beginning; "" where one is missing."""
        if self.source is not None:
            yield from self.source.label_texts()
        else:
            for _, y in self:
                yield "" if y is None else str(y)

    def take_labels(self, labels: Any) -> None:
        """Read labels so from now on, as the setting `labels` says; nothing changes where the format has none."""
        if self.source is not None:
            self.source.take_labels(labels)

    def keep_zeros(self) -> None:
        """Keep numbers that are zero from now on, where they would be left out."""
        if self.source is not None:
            self.source.keep_zeros()

    @property
    def named(self) -> bool:
        """Do the features have names, so that they can be given the columns of a game, or hashed?"""
        return self.features is not None

    @property
    def settled(self) -> bool:
        """Are the columns fixed by the file, so that `take_columns` is refused?"""
        return not self.named

    def take_columns(self, features: Features) -> None:
        """Use these columns for names from now on: those of a game that goes on, or `HashedFeatures`."""
        raise BadParameter(f"the columns of {self.name} are fixed by the file; it takes no others")

    def times(self, begin: int, stop: int) -> tuple[Any, Any] | None:
        """When examples were asked, and when their labels were known, as arrays of whole numbers: of these rows.

        Rows are counted from the first of the first batch. They are in the order in which examples were asked, and no
        label was known before its example was. None if there are no times, or only line by line.
        """
        return None

    def innermost(self) -> Source:
        """The source that reads the file, inside all that wrap it."""
        return self if self.source is None else self.source.innermost()

    def moves(self) -> Iterator[Pair]:
        """The pairs, and where labels of earlier examples stand between them, pairs of None and such a label."""
        return iter(self)

    def at_hand(self) -> Source:
        """The source that reads the file that is being read, inside all that wrap it and of all that follow it."""
        return self if self.source is None else self.source.at_hand()

    def wrong(self, what: str) -> BadFile:
        """The error for what is wrong with the example that was given last."""
        return BadFile(f"{self.name}: {what}")

    def ask(self, last: Round | None) -> Any:
        """The next example; in the first round of a game, the first."""
        if last is None:
            self.pairs = iter(self)
        x, self.y = next(self.pairs, (None, None))
        return x

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """The label of that example, or None if it has none; with its weight, if that is not 1."""
        weight = self.at_hand().event.weight
        return (Label(number, self.y) if weight == 1.0 else WeighedLabel(number, self.y, weight),)

    def close(self) -> Iterable[Label]:
        """No labels are left to deliver."""
        return ()
