"""Files of text in excerpts: runs of whole lines, each read by itself, so that several processes parse one file."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, NamedTuple

from .chained import Chained
from .format import READERS
from .opening import format_named
from .source import Source
from .text.row_reader import RowReader
from .text.text_file import DECOMPRESS, MARK

SEARCHED = 1 << 16  # bytes in which the end of a line is looked for at a time
MOST = 256  # excerpts of a file


class Excerpt(NamedTuple):
    """A run of whole lines, in plain values, so that any process can be given it: from byte `begin` to before `stop`.

    settings    of the reader of this format
    """

    path: str
    format: str
    settings: dict[str, Any]
    begin: int
    stop: int

    def read(self) -> RowReader:
        """Its lines as a source, which is read once."""
        reader: Any = format_named(self.format).reader
        found = reader(Span(self.path, self.begin, self.stop), **self.settings)
        assert isinstance(found, RowReader)
        return found


class Span(io.RawIOBase):
    """The bytes of a file from `begin` to before `stop`."""

    def __init__(self, path: str, begin: int, stop: int) -> None:
        self.file = open(path, "rb", buffering=0)  # noqa: SIM115  # closed with this one
        self.file.seek(begin)
        self.left = stop - begin
        self.name = path

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        """Yes: all is there, and nothing is to be waited for."""
        return True

    def readinto(self, room: Any) -> int:
        got = self.file.readinto(memoryview(room)[: self.left]) if self.left else 0
        self.left -= got or 0
        return got or 0

    def close(self) -> None:
        self.file.close()
        super().close()


def excerpts_of(source: Source, size: int) -> list[Excerpt] | None:
    """The lines of a source in excerpts of about so many bytes; None if they cannot be read apart.

    That is so for what is compressed or comes through a pipe, where names get their columns in the order of the lines,
    and where bad lines are to be counted.
    """
    files = source.sources if isinstance(source, Chained) else (source,)
    found: list[Excerpt] = []
    for file in files:
        settings = file.by_lines() if isinstance(file, RowReader) else None
        if settings is None or not isinstance(file, RowReader) or file.skip_bad or not plain(file):
            return None
        name = next(name for name, known in READERS.items() if known.reader is type(file))
        with open(file.path, "rb") as text:
            cuts = line_starts(text, os.fstat(text.fileno()).st_size, size)
            if any(begins_with_mark(text, cut) for cut in cuts[1:-1]):
                return None
        found += [Excerpt(file.path, name, settings, begin, stop) for begin, stop in pairwise(cuts)]
    return found


def plain(file: RowReader) -> bool:
    """Is it a file of text on disk, which is not compressed?"""
    there = file.stream is None and file.repeatable and Path(file.path).is_file()
    return there and Path(file.path).suffix.casefold() not in DECOMPRESS


def line_starts(text: IO[bytes], length: int, size: int) -> Sequence[int]:
    r"""Where lines begin, about so many bytes from each other, with 0 and the length.

    >>> line_starts(io.BytesIO(b"one\ntwo\nthree\n"), 14, 5)
    [0, 8, 14]
    """
    step = max(size, -(-length // MOST))
    starts = [0]
    for near in range(step, length, step):
        if near > starts[-1]:
            starts.append(next_line(text, near, length))
    return [*(start for start in starts if start < length), length] if length else [0, 0]


def next_line(text: IO[bytes], near: int, length: int) -> int:
    """Where the first line begins at or after this byte; the length if there is none."""
    text.seek(near - 1)
    while piece := text.read(SEARCHED):
        found = piece.find(b"\n")
        if found >= 0:
            return text.tell() - len(piece) + found + 1
    return length


def begins_with_mark(text: IO[bytes], at: int) -> bool:
    """Is there a byte order mark, which only the beginning of a file may have?"""
    text.seek(at)
    return text.read(len(MARK)) == MARK
