"""`RowReader`, the base of the readers of svmlight and of VW text."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import IO, Any

import numpy as np

from ...errors import BadParameter, Setting
from ...features.label_column import BOTH, CLASSES, NUMBERS, OR_NUMBERS
from ...features.labels import as_written
from ...row import Batch
from ...support.settings import real
from .row_lines import RowLines
from .text_file import TextFile

AS_THEY_ARE = (NUMBERS, CLASSES)
NUMBER = rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?"  # the regular expression of a label, for recognising formats
NAMED = (BOTH, OR_NUMBERS, Setting("importance", "ignore"), Setting("base", 1), Setting("base", 0))  # in messages
CHUNK = 1 << 18  # bytes: small enough that they and their arrays stay in the L2 cache


class RowReader(TextFile):
    """Reads a text file block by block; a compiled `RowLines` parses the lines.

    source, chunk, skip_bad    see `TextFile`
    labels                     the two labels, negative first, which become -1 and +1; None understands -1/+1 and 0/1;
                               "numbers" and "classes" leave all as they are, for outcomes and for many classes
    """

    def __init__(
        self,
        source: str | os.PathLike[str] | IO[bytes],
        *,
        labels: tuple[float, float] | str | None,
        chunk: int,
        skip_bad: bool,
    ) -> None:
        super().__init__(source, chunk=chunk, skip_bad=skip_bad)
        self.negative: float | None = None  # the label that became -1, as far as it is known
        self.take_labels(labels)

    def take_labels(self, labels: Any) -> None:
        """Read labels so from now on."""
        self.labels: tuple[float, float] | str | None = labels
        self.classes = two_classes(labels)

    def scanner(self) -> RowLines:
        """A parser of lines for these settings, at the beginning of the text. A subclass has one."""
        raise NotImplementedError

    def label_texts(self) -> Generator[str, None, None]:
        """The labels as texts, from the beginning."""
        yield from self.labels_in(self.scanner())

    def labels_in(self, lines: RowLines) -> Generator[str, None, None]:
        """The labels that this parser finds, as texts."""
        with closing(self.parsed(lines)) as blocks:
            for _ in blocks:
                for y in np.asarray(lines.labels)[: lines.rows].tolist():
                    yield "" if y != y else str(y)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    def written_labels(self) -> tuple[Any, Any] | None:
        """The two labels, if they were given."""
        return None if self.classes is None else (as_written(self.classes[0]), as_written(self.classes[1]))

    def label_settings(self) -> dict[str, Any]:
        """The arguments of `RowLines` about labels."""
        negative, positive = self.classes or (-1.0, 1.0)
        return {
            "negative": negative,
            "positive": positive,
            "settled": self.classes is not None,
            "numbers": self.labels in AS_THEY_ARE,
        }

    def by_lines(self) -> dict[str, Any] | None:
        """The settings with which any run of lines can be read by itself; None if lines depend on those before."""
        return None

    def begin(self, lines: RowLines, start: int, stop: int) -> None:
        """Hook called before a block is parsed."""

    def parsed(self, lines: RowLines) -> Generator[RowLines, None, None]:
        """Parse block after block; the rows are in `lines` until the next one."""
        with closing(self.blocks()) as blocks:
            for buffer, start, stop in blocks:
                if lines.buffer is not buffer:
                    lines.take(buffer)
                lines.renew()
                self.begin(lines, start, stop)
                yield from self.judged(lines, lines.parse(start, stop), stop)

    def judged(self, lines: RowLines, fault: int, stop: int) -> Generator[RowLines, None, None]:
        """The rows of the block up to `stop`, if any; a line with a fault raises after them, or is skipped."""
        skipped = 0
        while fault:
            start = lines.buffer.find(b"\n", lines.begin) + 1
            line = self.line + lines.lines + skipped + 1
            text = bytes(lines.buffer[lines.begin : start])
            what = lines.told(fault)
            error = self.complaint(line, text, lines.at - lines.begin, what)
            error = error.naming(*(setting for setting in NAMED if str(setting) in what))
            if not self.skip_bad:
                if lines.rows:
                    yield lines
                raise error
            self.skip(error)
            skipped += 1
            fault = lines.parse(start, stop)
        self.line += lines.lines + skipped
        self.negative = float(lines.negative) if lines.settled else None
        if lines.rows:
            yield lines

    def parsed_together(self, crew: list[RowLines]) -> Generator[RowLines, None, None]:
        """The same on several threads, three fewer than the crew: one block is filled, one used, and one waits.

        Blocks come out in order. Whoever asks for one that is not ready parses one that nobody has begun meanwhile, so
        that no processor waits, and none has two threads to choose from. Until the first negative label is read, which
        decides whether it is 0 or -1, blocks are parsed one after the other.
        """
        idle, busy = deque(crew), deque[Parsing]()
        for lines in crew:
            lines.take(bytearray(self.chunk + 1))
        with ThreadPoolExecutor(len(crew) - 3) as pool, closing(self.blocks()) as blocks:
            block = next(blocks, None)
            while block is not None:
                buffer, start, stop = block
                lines = idle.popleft()
                if lines.buffer is not buffer:
                    lines.take(buffer)
                lines.renew()
                alone = not (lines.settled or lines.numbers)
                busy.append(Parsing(lines, start, stop, pool))
                while busy and (alone or not idle):
                    lines = busy[0].lines
                    yield from self.judged(lines, fault_of_first(busy), busy.popleft().stop)
                    if lines.settled:
                        for other in idle:
                            other.settle(lines.negative)
                    idle.append(lines)
                try:
                    block = blocks.send(idle[0].buffer)
                except StopIteration:
                    block = None
            while busy:
                lines = busy[0].lines
                yield from self.judged(lines, fault_of_first(busy), busy.popleft().stop)


class Parsing:
    """A block that is parsed by a thread of the pool, or by who takes it before one of them has begun."""

    def __init__(self, lines: RowLines, start: int, stop: int, pool: ThreadPoolExecutor) -> None:
        self.lines, self.start, self.stop = lines, start, stop
        self.fault: int | None = None
        self.begun = pool.submit(lines.parse, start, stop)

    def take(self) -> bool:
        """Parse it here if nobody has begun; was that so?"""
        if self.fault is not None or not self.begun.cancel():
            return False
        self.fault = self.lines.parse(self.start, self.stop)
        return True

    def result(self) -> int:
        """What `RowLines.parse` returned, as soon as it is known."""
        return self.begun.result() if self.fault is None else self.fault


def fault_of_first(busy: deque[Parsing]) -> int:
    """What was wrong with the first of these blocks; while somebody else parses it, others are parsed here."""
    first = busy[0]
    while first.fault is None and not first.begun.done() and any(parsing.take() for parsing in busy):
        pass
    return first.result()


def arrays_of(lines: RowLines, copy: bool) -> tuple[Any, ...]:
    """The starts, columns, values and labels of the parsed rows."""
    rows, entries = lines.rows, lines.entries
    arrays: list[Any] = [
        np.asarray(lines.starts)[: rows + 1],
        np.asarray(lines.columns)[:entries],
        np.asarray(lines.values)[:entries],
        np.asarray(lines.labels)[:rows],
    ]
    return tuple(array.copy() for array in arrays) if copy else tuple(arrays)


def batch_of(lines: RowLines, width: int, copy: bool) -> Batch:
    """The parsed rows as a batch that is not checked again."""
    starts, columns, values, labels = arrays_of(lines, copy)
    batch = Batch(starts, columns, values, width, labels)
    batch.checked = batch.ordered = True
    return batch


def two_classes(labels: Any) -> tuple[float, float] | None:
    """The two labels as numbers; None if they are to be found in the file."""
    if labels is None or labels in AS_THEY_ARE:
        return None
    if isinstance(labels, str) or np.shape(labels) != (2,):
        raise BadParameter(f"labels are two numbers, negative first, or 'numbers' or 'classes', not {labels!r}")
    negative, positive = (real("a label", label, "one of two numbers") for label in labels)
    if negative == positive:
        raise BadParameter(f"two classes need two different labels, not {labels!r}")
    return negative, positive
