"""Files in svmlight (libsvm) format: `label column:value column:value ... # comment`."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import closing
from typing import IO, Any

from ...errors import BadParameter
from ...features.schema import Schema
from ...row import MOST_COLUMN, Batch
from ...support.settings import flag, whole
from ..format import reads
from ..named_source import NumberedSource
from .row_lines import RowLines
from .row_reader import CHUNK, NUMBER, RowReader, batch_of
from .svmlight_lines import SvmlightLines

BLOCK = 1 << 20  # bytes that a thread parses at a time: enough to be worth the switch
MOST_THREADS = 4  # more threads would wait for the learner
LINE = rb"[ \t]*(#.*|" + NUMBER + rb"[ \t]+(qid:\d+[ \t]+)?\d+:\S+.*)"  # what a first line looks like


class SvmlightFile(RowReader):
    """An svmlight file and its settings, which `SvmlightReader` documents."""

    def __init__(
        self,
        source: str | os.PathLike[str] | IO[bytes],
        *,
        width: int | None = None,
        base: int = 0,
        labels: tuple[float, float] | str | None = None,
        chunk: int = CHUNK,
        skip_bad: bool = False,
        threads: int = 0,
    ) -> None:
        super().__init__(source, labels=labels, chunk=chunk, skip_bad=skip_bad)
        self.width = None if width is None else whole("width", width, "a number of columns")
        if self.width is not None and self.width > MOST_COLUMN + 1:
            raise BadParameter(f"width is a number of columns, at most {MOST_COLUMN + 1:,}, not {self.width:,}")
        if whole("base", base, "what the first column is called") > 1:
            raise BadParameter(f"base is what the first column is called, 0 or 1, not {base!r}")
        self.base = base
        self.threads = whole("threads", threads, "a number of threads")

    @property
    def schema(self) -> Schema:
        """What the file calls its first column."""
        return Schema(base=self.base)

    def scanner(self) -> SvmlightLines:
        """A parser of lines for these settings, at the beginning of the text."""
        return SvmlightLines(
            base=self.base,
            most=MOST_COLUMN if self.width is None else self.width - 1,
            **self.label_settings(),
        )

    def read(self, copy: bool) -> Generator[Batch, None, None]:
        """The examples as batches; with `copy` each has arrays of its own."""
        top = -1
        crew: list[RowLines] = [self.scanner() for _ in range(self.threads + 3 if self.threads else 1)]
        with closing(self.parsed_together(crew) if self.threads else self.parsed(crew[0])) as blocks:
            for lines in blocks:
                assert isinstance(lines, SvmlightLines)
                top = max(top, lines.top)
                yield batch_of(lines, top + 1 if self.width is None else self.width, copy)


class SvmlightReader(SvmlightFile):
    """The examples of an svmlight file as batches: `for batch in SvmlightReader("a9a"): game.play_batch(batch)`.

    A batch is valid until the next one is asked for, because its arrays are used again; with `copy` it may be
    kept. Lines are checked as they are read: columns rise, numbers are finite and have the bits of Python's
    `float`, labels are of two classes. A bad line raises after the lines before it were given, or with
    `skip_bad` is counted and skipped as a whole. `qid:` and comments are ignored.

    source      a path, "-" or a binary file: see `TextFile`
    width       how many columns there are; None takes the largest column so far, so that batches grow wider
    base        what the file calls the first column: 0 takes the numbers as they are, 1 (many files begin there)
                moves all of them down by one and refuses 0. It is not detected: the first lines of a file that
                counts from 0 may well not have that column.
    labels      the two labels, negative first, such as (2, 1), which become -1 and +1; None understands -1/+1 and 0/1;
                "numbers" leaves all as they are, for outcomes
    chunk       bytes that are read at once
    skip_bad    go on after lines that are wrong
    copy        give every batch arrays of its own
    threads     how many threads parse ahead, and the thread that reads helps them; 0 leaves all to it

    >>> import io
    >>> text = io.BytesIO(b"+1 1:0.5 3:2 # a comment" + bytes([10]) + b"-1 2:1e-3")
    >>> for batch in SvmlightReader(text):
    ...     print(batch, batch.row(0), *batch.labels)
    Batch(2 labelled rows, 4 columns, 3 entries) Row({1: 0.5, 3: 2}) 1.0 -1.0
    """

    def __init__(self, source: str | os.PathLike[str] | IO[bytes], *, copy: bool = False, **settings: Any) -> None:
        super().__init__(source, **settings)
        self.copy = flag("copy", copy)

    def __iter__(self) -> Generator[Batch, None, None]:
        return self.read(self.copy)


@reads("svmlight", suffixes=(".svm", ".svmlight", ".libsvm"), first_line=LINE)
class SvmlightSource(SvmlightFile, NumberedSource):
    """An svmlight file as a nature and as batches that may be kept; the settings are those of `SvmlightReader`.

    threads    how many threads parse ahead; None chooses by the number of processors
    """

    def __init__(
        self,
        source: str | os.PathLike[str] | IO[bytes],
        *,
        chunk: int = BLOCK,
        threads: int | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(source, chunk=chunk, threads=threads or 0, **settings)
        if threads is None and self.repeatable:
            self.threads = max(1, min((os.cpu_count() or 1) - 1, MOST_THREADS))

    def by_lines(self) -> dict[str, Any]:
        return {"width": self.width, "base": self.base, "labels": self.labels}

    def batches(self) -> Generator[Batch, None, None]:
        """The examples, thousands at a time."""
        return self.read(copy=True)

    def passing(self) -> Generator[Batch, None, None]:
        """The same in arrays that are reused, parsed ahead on several threads."""
        return self.read(copy=False)
