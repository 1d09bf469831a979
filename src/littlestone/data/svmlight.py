"""Files of svmlight, which libsvm writes too: `label column:value column:value ... # comment`."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import closing
from typing import IO, Any

import numpy as np

from ..errors import BadParameter
from ..row import MOST_COLUMN, Batch
from ..settings import flag, real, whole
from .svmlight_lines import SvmlightLines
from .text_file import TextFile

CHUNK = 1 << 18  # bytes: with the arrays they become, they stay within the second cache


class SvmlightReader(TextFile):
    """The examples of an svmlight file as batches: `for batch in SvmlightReader("a9a"): game.play_batch(batch)`.

    A batch is valid until the next one is asked for, because its arrays are used again; with `copy` it may be
    kept. What was read is checked as it is read: columns rise, numbers are finite and have the bits of Python's
    `float`, labels are of two classes. A line that is wrong ends the reading after the lines before it, or with
    `skip_bad` is counted and left out as a whole. `qid:` and comments are passed over.

    source      a path, "-" or a binary file: see `TextFile`
    width       how many columns there are; None takes the largest column so far, so that batches grow wider
    base        what the file calls the first column: 0 takes the numbers as they are, 1 (many files begin there)
                moves all of them down by one and refuses 0. It cannot be found out by reading on: the first lines
                of a file that counts from 0 may well not have that column.
    labels      the two labels, negative first, such as (2, 1), which become -1 and +1; None understands -1/+1 and 0/1;
                "numbers" leaves all as they are, for outcomes
    chunk       bytes that are read at once
    skip_bad    go on after lines that are wrong
    copy        give every batch arrays of its own

    >>> import io
    >>> text = io.BytesIO(b"+1 1:0.5 3:2 # a comment" + bytes([10]) + b"-1 2:1e-3")
    >>> for batch in SvmlightReader(text):
    ...     print(batch, batch.row(0), *batch.labels)
    Batch(2 labelled rows, 4 columns, 3 entries) Row({1: 0.5, 3: 2}) 1.0 -1.0
    """

    def __init__(
        self,
        source: str | os.PathLike[str] | IO[bytes],
        *,
        width: int | None = None,
        base: int = 0,
        labels: tuple[float, float] | str | None = None,
        chunk: int = CHUNK,
        skip_bad: bool = False,
        copy: bool = False,
    ) -> None:
        super().__init__(source, chunk=chunk, skip_bad=skip_bad)
        self.width = None if width is None else whole("width", width, "a number of columns")
        if self.width is not None and self.width > MOST_COLUMN + 1:
            raise BadParameter(f"width is a number of columns, at most {MOST_COLUMN + 1:,}, not {self.width:,}")
        if whole("base", base, "what the first column is called") > 1:
            raise BadParameter(f"base is what the first column is called, 0 or 1, not {base!r}")
        self.base = base
        self.labels = labels
        self.classes = two_classes(labels)
        self.copy = flag("copy", copy)

    def __repr__(self) -> str:
        return f"SvmlightReader({self.name!r})"

    def scanner(self) -> SvmlightLines:
        """A parser of lines for these settings, at the beginning of the text."""
        negative, positive = self.classes or (-1.0, 1.0)
        return SvmlightLines(
            base=self.base,
            most=MOST_COLUMN if self.width is None else self.width - 1,
            negative=negative,
            positive=positive,
            settled=self.classes is not None,
            numbers=self.labels == "numbers",
        )

    def __iter__(self) -> Generator[Batch, None, None]:
        lines = self.scanner()
        held = None
        with closing(self.blocks()) as blocks:
            for buffer, start, stop in blocks:
                if buffer is not held:
                    lines.take(buffer)
                    held = buffer
                lines.renew()
                skipped = 0
                while fault := lines.parse(start, stop):
                    start = buffer.find(b"\n", lines.begin) + 1
                    line = self.line + lines.lines + skipped + 1
                    text = bytes(buffer[lines.begin : start])
                    error = self.complaint(line, text, lines.at - lines.begin, lines.told(fault))
                    if not self.skip_bad:
                        if lines.rows:
                            yield self.batch(lines)
                        raise error
                    self.skip(error)
                    skipped += 1
                self.line += lines.lines + skipped
                if lines.rows:
                    yield self.batch(lines)

    def batch(self, lines: SvmlightLines) -> Batch:
        """What was parsed, as a batch that need not be checked again."""
        rows, entries = lines.rows, lines.entries
        arrays: list[Any] = [
            np.asarray(lines.starts)[: rows + 1],
            np.asarray(lines.columns)[:entries],
            np.asarray(lines.values)[:entries],
            np.asarray(lines.labels)[:rows],
        ]
        starts, columns, values, labels = (array.copy() for array in arrays) if self.copy else arrays
        batch = Batch(starts, columns, values, lines.top + 1 if self.width is None else self.width, labels)
        batch.checked = batch.ordered = True
        return batch


def two_classes(labels: Any) -> tuple[float, float] | None:
    """The two labels as numbers; None if they are not known before the first line."""
    if labels is None or labels == "numbers":
        return None
    if isinstance(labels, str) or np.shape(labels) != (2,):
        raise BadParameter(f"labels are two numbers, negative first, or 'numbers', not {labels!r}")
    negative, positive = (real("a label", label, "one of two numbers") for label in labels)
    if negative == positive:
        raise BadParameter(f"two classes need two different labels, not {labels!r}")
    return negative, positive
