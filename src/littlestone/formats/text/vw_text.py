"""Vowpal Wabbit text: `[label [importance [base]]] ['tag]|namespace[:value] feature[:value] ... |namespace ...`."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import closing, suppress
from itertools import islice
from typing import IO, Any, NamedTuple

import numpy as np

from ...errors import BadFile, BadParameter
from ...experts.advice import Advice
from ...features.batches import weights_of
from ...features.event import Event
from ...features.features import Features
from ...features.hashing import HashedFeatures
from ...features.indicator import Indicator, Ready
from ...features.name_table import NameTable
from ...row import Batch
from ..ahead import ahead
from ..format import reads
from ..named_source import GrowingColumns
from .row_lines import RowLines
from .row_reader import CHUNK, NUMBER, RowReader, arrays_of
from .vw_lines import VwLines

USE, IGNORE, REFUSE = "use", "ignore", "refuse"
TAGGED = 1_000  # examples in which tags are looked for
HASHED = 200_000  # words whose hashes are kept
LINE = rb"[ \t]*((" + NUMBER + rb"[ \t]+){1,3}([^\s|,;]*)?|'[^\s|,;]*)?\|.*"  # what a first line looks like


class VwExample(NamedTuple):
    """One line: the features by name, the label as -1, +1, a number, or None, its importance and tag."""

    x: dict[str, float]
    y: float | None
    importance: float
    tag: str


@reads("vw", suffixes=(".vw",), first_line=LINE)
class VwReader(RowReader, GrowingColumns):
    """The examples of a file of VW text as a nature: `Game(Perceptron()).play(VwReader("train.vw"))`.

    A feature is named "namespace^feature", as VW's audit does, or as it stands if its namespace has no name; names are
    hashed only if you say so. Its value is 1 if none is given, times the value of the namespace. A feature that comes
    twice in a line adds up. Numbers are doubles, where VW's are of single precision. A line without label is asked, and
    its round forgotten; an empty line is passed over.

    `batches` is the fast way, for examples by the million; `features` are its columns, and a game that is to know their
    names is made with them: `game = Game(learner, features=reader.features)`, or, for a game that was saved,
    `VwReader(path, features=game.features)`. Iterating gives pairs (x, y), `examples` also importances and tags.

    Ambiguous lines are refused. A word that touches the bar is a tag to VW even if it is a number, so that `1|f a` has
    no label: here a tag must begin with '. An initial prediction other than 0 is refused too, because no game here
    begins with one, and so is a ^ that would give two features the same name.

    source        a path, "-" or a binary file: see `TextFile`
    labels        the two labels, negative first, which become -1 and +1; None understands -1/+1 and 0/1; "numbers"
                  leaves all as they are, for outcomes
    importance    "use" it as the weight of the round, "ignore" it, so that every example counts once, or "refuse" one
                  other than 1; `weighted` says how many had another
    features      the columns that names have already; None begins with none
    hash_bits     hash the names into 2^hash_bits columns, see `HashedFeatures`; None keeps them
    chunk         bytes that are read at once
    skip_bad      go on after lines that are wrong: `bad` counts them

    >>> import io
    >>> list(VwReader(io.BytesIO(b"1 'first|words free win:2 |size:0.5 long")))
    [({'words^free': 1.0, 'words^win': 2.0, 'size^long': 0.5}, 1.0)]
    >>> reader = VwReader(io.BytesIO(b"1 |f a b:2" + bytes([10]) + b"-1 |f c:0.5 a"))
    >>> for batch in reader.batches():
    ...     print(batch, batch.row(1), reader.features.names)
    Batch(2 labelled rows, 3 columns, 4 entries) Row({0: 1, 2: 0.5}) ['f^a', 'f^b', 'f^c']
    """

    def __init__(
        self,
        source: str | os.PathLike[str] | IO[bytes],
        *,
        labels: tuple[float, float] | str | None = None,
        importance: str = USE,
        features: Features | None = None,
        hash_bits: int | None = None,
        chunk: int = CHUNK,
        skip_bad: bool = False,
    ) -> None:
        if importance not in (USE, IGNORE, REFUSE):
            raise BadParameter(f"importance is 'use', 'ignore' or 'refuse', not {importance!r}")
        if features is not None and (hash_bits is not None or features.numbered or isinstance(features, Advice)):
            raise BadParameter(
                "features are the names of a game of examples, and hashed if they are: give no hash_bits"
            )
        self.importance = importance
        if hash_bits is not None:
            features = HashedFeatures(hash_bits)
        if features is not None:
            self.features = features
        super().__init__(source, labels=labels, chunk=chunk, skip_bad=skip_bad)
        self.begin_names()
        self.lines = self.scanner()

    def begin_names(self) -> None:
        """Begin new tables of names: a column of `features` may be another one here, if the game adds names too."""
        self.table, self.groups = NameTable(), NameTable()
        self.names: list[str] = []  # those of the table that `features` has as well
        self.places: list[int] = []  # their columns there
        self.moved = False  # are some not those of the table?

    def take_columns(self, features: Features) -> None:
        super().take_columns(features)
        self.begin_names()

    def by_lines(self) -> dict[str, Any] | None:
        """Of hashed names; others get their columns in the order in which they come."""
        hashing = self.features.hashing
        if not hashing or hashing != HashedFeatures(hashing[0]).hashing:
            return None
        return {"labels": self.labels, "importance": self.importance, "hash_bits": hashing[0]}

    @property
    def weighted(self) -> int:
        """How many examples had an importance other than 1."""
        return int(self.lines.weighted)

    def scanner(self, hashing: tuple[int, ...] = (), own: bool = False) -> VwLines:
        """A parser of lines for these settings, at the beginning of the text; with tables of its `own` if need be."""
        hash_bits, seed = hashing or (0, 0)
        table, groups = (NameTable(), NameTable()) if hashing or own else (self.table, self.groups)
        ignore = self.importance != REFUSE
        return VwLines(
            table=table, groups=groups, hash_bits=hash_bits, seed=seed, ignore=ignore, **self.label_settings()
        )

    def label_texts(self) -> Generator[str, None, None]:
        yield from self.labels_in(self.scanner(own=True))  # names that are only looked at get no columns

    def batches(self) -> Generator[Batch, None, None]:
        """The examples as batches, which may be kept; the label of a line that has none is NaN."""
        return self.read(early=False)

    def passing(self) -> Generator[Batch, None, None]:
        """The same, parsed ahead on another thread; names reach the game with their examples nevertheless."""
        return self.read(early=self.repeatable)

    def read(self, early: bool) -> Generator[Batch, None, None]:
        """The examples as batches; with `early` they are parsed on another thread."""
        self.lines = lines = self.scanner(self.features.hashing)
        if lines.table is self.table:
            lines.forget(len(self.names))  # read ahead in a pass that was not finished
            self.lead(lines)
        pieces = ahead(self.pieces(lines, early)) if early else self.pieces(lines, early)
        with closing(pieces):
            for starts, columns, values, labels, weights, fresh in pieces:
                self.follow(fresh)
                batch = Batch(starts, columns, values, len(self.features), labels, None, weights)
                if self.moved and lines.table is self.table:
                    batch = moved(batch, np.array(self.places, dtype=np.int32))
                batch.checked = batch.ordered = True
                yield batch

    def pieces(self, lines: VwLines, early: bool) -> Generator[tuple[Any, ...], None, None]:
        """Arrays of rows with the columns of the table, and the names that are new in it."""
        count, hashed = len(self.names), lines.hash_bits > 0
        with closing(self.parsed(lines)) as blocks:
            for _ in blocks:
                fresh = [] if hashed else list(zip(lines.names(count), lines.words(count), strict=True))
                count += len(fresh)
                yield (*arrays_of(lines, copy=True), self.weights_in(lines), fresh)
                if not (early or hashed):
                    count = self.lead(lines)

    def weights_in(self, lines: VwLines) -> Any:
        """The importances of these lines if some are not 1 and they are used, else None."""
        weights = np.array(lines.weights[: lines.rows])
        return weights if self.importance == USE and (weights != 1.0).any() else None

    def __iter__(self) -> Generator[tuple[dict[str, float], float | None], None, None]:
        with closing(self.examples()) as examples:
            for example in examples:
                weight = 1.0 if self.importance == IGNORE else example.importance
                self.event = Event(example.tag or None, weight=weight)
                yield example.x, example.y

    def has_tags(self) -> bool:
        """Has one of the first examples a tag? Of what can be read once, nobody can say it ahead."""
        if not self.repeatable:
            return False
        with suppress(BadFile), closing(self.examples()) as examples:  # what is wrong is said when its turn comes
            return any(example.tag for example in islice(examples, TAGGED))
        return False

    def examples(self) -> Generator[VwExample, None, None]:
        """The lines one by one, with importances and tags; names are not hashed here."""
        own = bool(self.features.hashing)
        self.lines = lines = self.scanner(own=own)
        if not own:
            lines.forget(len(self.names))
            self.lead(lines)
        names: list[str] = []
        with closing(self.parsed(lines)) as blocks:
            for _ in blocks:
                count = len(self.names)
                if not own:
                    self.follow(list(zip(lines.names(count), lines.words(count), strict=True)))
                names += lines.names(len(names))
                marks = lines.words() if own else [self.features.marks[place] for place in self.places]
                starts, columns, values = lines.starts, np.asarray(lines.columns), np.asarray(lines.values)
                for t in range(lines.rows):
                    entries = slice(starts[t], starts[t + 1])
                    x = Ready()
                    for column, value in zip(columns[entries].tolist(), values[entries].tolist(), strict=True):
                        x[names[column]] = Indicator(value) if marks[column] else value
                    y = lines.labels[t]
                    yield VwExample(x, None if y != y else float(y), float(lines.weights[t]), lines.tag(t))
                if own:
                    lines.forget(0)  # names are hashed, and not to be kept
                    names = []

    def begin(self, lines: RowLines, start: int, stop: int) -> None:
        """Look for what is not ASCII; of names that are hashed, keep no more than is worth it."""
        assert isinstance(lines, VwLines)
        lines.glance(start, stop)
        if lines.hash_bits and lines.table.count > HASHED:
            lines.forget(0)

    def lead(self, lines: VwLines) -> int:
        """Copy to the parser's table the names that were added to `features` elsewhere, so that columns stay the same.

        Where they are not the same any more, `follow` finds out which they are.
        """
        if not self.moved and len(self.features.columns) > len(self.names):
            for name, column in islice(self.features.columns.items(), len(self.names), None):
                lines.enter_name(name.encode(errors="surrogatepass"))
                self.names.append(name)
                self.places.append(column)
        return len(self.names)

    def follow(self, fresh: list[tuple[str, bool]]) -> None:
        """Copy to `features` the names that the parser added to its table, each with whether it is a word."""
        features, known, places = self.features, self.features.columns, self.places
        for name, mark in fresh:
            column = known.get(name)
            places.append(features.admit(name, mark) if column is None else column)
        count = len(self.names)
        self.moved = self.moved or places[count:] != list(range(count, count + len(fresh)))
        self.names += [name for name, _ in fresh]


def moved(batch: Batch, places: Any) -> Batch:
    """The same rows with other columns, sorted anew; entries that come to share a column are added up."""
    starts, columns = np.asarray(batch.starts), places[np.asarray(batch.columns)]
    rows = np.repeat(np.arange(len(batch)), np.diff(starts))
    order = np.lexsort((columns, rows))
    columns, rows, values = columns[order], rows[order], np.asarray(batch.values)[order]
    first = np.ones(len(columns), dtype=bool)
    first[1:] = (np.diff(columns) != 0) | (np.diff(rows) != 0)
    sums = np.add.reduceat(values, np.flatnonzero(first)) if len(values) else values
    starts = np.concatenate(([0], np.cumsum(np.bincount(rows[first], minlength=len(batch)))))
    return Batch(starts, columns[first], sums, batch.width, batch.labels, None, weights_of(batch)).check()
