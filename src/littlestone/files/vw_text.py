"""Vowpal Wabbit text: `[label [importance [base]]] ['tag]|namespace[:value] feature[:value] ... |namespace ...`."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import closing
from itertools import islice
from typing import IO, NamedTuple

import numpy as np

from ..door.advice import Advice
from ..door.features import Features
from ..door.hashing import HashedFeatures
from ..door.mark import Mark, Ready
from ..door.name_table import NameTable
from ..errors import BadParameter
from ..row import Batch
from .format import reads
from .named_source import GrowingColumns
from .row_lines import RowLines
from .row_reader import CHUNK, NUMBER, RowReader, batch_of
from .vw_lines import VwLines

REFUSE, IGNORE = "refuse", "ignore"
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
    hashed only if you say so. Its value is 1 if none is given, times the value of the namespace; where it first comes
    without one it is a word, a `Mark`, which is never standardised. A feature that comes twice in a line adds up.
    Numbers are doubles, where VW's are of single precision. A line without label is asked, and its round forgotten; an
    empty line is passed over.

    `batches` is the fast way, for examples by the million; `features` are its columns, and a game that is to know their
    names is made with them: `game = Game(learner, features=reader.features)`, or, for a game that was saved,
    `VwReader(path, features=game.features)`. Iterating gives pairs (x, y), `examples` also importances and tags.

    Ambiguous lines are refused. A word that touches the bar is a tag to VW even if it is a number, so that `1|f a` has
    no label: here a tag must begin with '. An initial prediction other than 0 is refused too, because no game here
    begins with one, and so is a ^ that would give two features the same name.

    source        a path, "-" or a binary file: see `TextFile`
    labels        the two labels, negative first, which become -1 and +1; None understands -1/+1 and 0/1; "numbers"
                  leaves all as they are, for outcomes
    importance    "refuse" an importance other than 1, because no game here has weights, or "ignore" it: then every
                  example counts once, and `weighted` says how many had another
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
        importance: str = REFUSE,
        features: Features | None = None,
        hash_bits: int | None = None,
        chunk: int = CHUNK,
        skip_bad: bool = False,
    ) -> None:
        if importance not in (REFUSE, IGNORE):
            raise BadParameter(f"importance is 'refuse' or 'ignore', not {importance!r}")
        if features is not None and (hash_bits is not None or features.numbered or isinstance(features, Advice)):
            raise BadParameter(
                "features are the names of a game of examples, and hashed if they are: give no hash_bits"
            )
        self.importance = importance
        if hash_bits is not None:
            features = HashedFeatures(hash_bits)
        if features is not None:
            self.features = features
        self.table = NameTable()
        self.names: list[str] = []  # the names that both the table and `features` have
        super().__init__(source, labels=labels, chunk=chunk, skip_bad=skip_bad)
        self.lines = self.scanner(self.table)

    @property
    def weighted(self) -> int:
        """How many examples had an importance other than 1."""
        return int(self.lines.weighted)

    def scanner(self, table: NameTable, hashing: tuple[int, ...] = ()) -> VwLines:
        """A parser of lines for these settings, at the beginning of the text."""
        hash_bits, seed = hashing or (0, 0)
        ignore = self.importance == IGNORE
        return VwLines(table=table, hash_bits=hash_bits, seed=seed, ignore=ignore, **self.label_settings())

    def batches(self) -> Generator[Batch, None, None]:
        """The examples as batches, which may be kept; the label of a line that has none is NaN."""
        hashing = self.features.hashing
        self.lines = self.scanner(NameTable() if hashing else self.table, hashing)
        with closing(self.parsed(self.lines)) as blocks:
            for lines in blocks:
                self.follow()
                yield batch_of(lines, len(self.features), copy=True)

    def passing(self) -> Generator[Batch, None, None]:
        """The same; nothing is read ahead, since names read ahead would reach the game before their examples."""
        return self.batches()

    def __iter__(self) -> Generator[tuple[dict[str, float], float | None], None, None]:
        with closing(self.examples()) as examples:
            for example in examples:
                yield example.x, example.y

    def examples(self) -> Generator[VwExample, None, None]:
        """The lines one by one, with importances and tags; names are not hashed here."""
        table = NameTable() if self.features.hashing else self.table
        self.lines = lines = self.scanner(table)
        with closing(self.parsed(lines)) as blocks:
            for _ in blocks:
                self.follow()
                names = self.names if table is self.table else table.names()
                words = self.features.marks if table is self.table else [lines.is_word(c) for c in range(len(names))]
                starts, columns, values = lines.starts, np.asarray(lines.columns), np.asarray(lines.values)
                for t in range(lines.rows):
                    entries = slice(starts[t], starts[t + 1])
                    x = Ready()
                    for column, value in zip(columns[entries].tolist(), values[entries].tolist(), strict=True):
                        x[names[column]] = Mark(value) if words[column] else value
                    y = lines.labels[t]
                    yield VwExample(x, None if y != y else float(y), float(lines.weights[t]), lines.tag(t))

    def begin(self, lines: RowLines, start: int, stop: int) -> None:
        """Copy to the parser's table the names that were added to `features` elsewhere, such as by the game."""
        assert isinstance(lines, VwLines)
        lines.glance(start, stop)
        if lines.table is not self.table:
            lines.table.forget(0)  # features are hashed: names are kept for one block, or not at all
            return
        if len(self.features) > len(self.names):
            for name in islice(self.features.columns, len(self.names), None):
                self.table.column(name.encode(errors="surrogatepass"))
                self.names.append(name)

    def follow(self) -> None:
        """Copy to `features` the names that the parser added to its table."""
        fresh = self.table.names(len(self.names))
        for column, name in enumerate(fresh, len(self.names)):
            self.features.admit(name, self.lines.is_word(column))
        self.names += fresh
