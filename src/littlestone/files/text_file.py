"""Text in files, plain or compressed, and in streams: read in blocks of whole lines, in bounded memory."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import stat
import sys
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

from ..errors import BadFile, BadParameter
from ..support.settings import flag, whole
from .bad_lines import BadLines
from .zst import ZstFile

DECOMPRESS: dict[str, Callable[[Any], Any]] = {
    ".gz": lambda raw: gzip.GzipFile(fileobj=raw),
    ".bz2": bz2.BZ2File,
    ".xz": lzma.LZMAFile,
    ".zst": ZstFile,
}
CHUNK = 1 << 16  # bytes that are read at once
LONGEST = 1 << 24  # bytes of a line: more is not text in lines, and is not read into memory
MARK = b"\xef\xbb\xbf"  # what some programs write at the beginning of a UTF-8 file
DAMAGE = (OSError, EOFError, zlib.error, lzma.LZMAError)  # what opening and decompressing may raise
SHOWN = 30  # bytes of a faulty line shown before and after the fault


class TextFile(BadLines):
    """Where lines come from, and what is said about those that are wrong.

    source      a path (.gz, .bz2, .xz and .zst are decompressed on the way), "-" for standard input, or a binary file
    chunk       bytes that are read at once; only a line that is longer makes it more
    skip_bad    go on after a line that is wrong: `bad` counts them, `complaints` are the first few

    Each iteration reads a path anew, and goes on in a stream where it stands.
    """

    def __init__(
        self, source: str | os.PathLike[str] | IO[bytes], *, chunk: int = CHUNK, skip_bad: bool = False
    ) -> None:
        if isinstance(source, io.TextIOBase):
            raise BadParameter(f"a file is read as bytes: open it with open({getattr(source, 'name', '...')!r}, 'rb')")
        self.stream: IO[bytes] | None = None
        if isinstance(source, str | os.PathLike):
            self.path = os.fspath(source)
            self.name = "standard input" if self.path == "-" else self.path
        elif hasattr(source, "readinto"):
            self.stream = source
            self.name = str(getattr(source, "name", "a stream"))
        else:
            raise BadParameter(f"a source is a path, '-' or a file opened with 'rb', not {source!r}")
        self.chunk = whole("chunk", chunk, "a number of bytes", least=1)
        self.skip_bad = flag("skip_bad", skip_bad)
        self.raw: IO[bytes] | None = None  # the file as it lies on disk, while it is being read
        self.size = 0
        self.spent = False  # has standard input been read?
        self.restart()

    def restart(self) -> None:
        """Begin the account of lines anew."""
        super().restart()
        self.line = 0  # lines read so far

    @property
    def repeatable(self) -> bool:
        """Standard input, streams and pipes can be read only once."""
        if self.stream is not None or self.path == "-":
            return False
        return not os.path.exists(self.path) or stat.S_ISREG(os.stat(self.path).st_mode)

    @property
    def progress(self) -> float | None:
        """The part of the file that has been read, from 0 to 1; None if its size is not known."""
        if self.raw is None or not self.size:
            return None
        try:
            return self.raw.tell() / self.size
        except ValueError:  # closed, perhaps just now and by the thread that reads ahead
            return None

    @contextmanager
    def opened(self) -> Iterator[Any]:
        """The bytes of the text, decompressed if the suffix of the path says so."""
        if self.stream is not None:
            yield self.stream
        elif self.path == "-":
            if self.spent:
                raise BadFile("standard input can be read only once; save it to a file to read it again")
            if sys.stdin is None:
                raise BadFile("standard input is closed")
            self.spent = True
            yield sys.stdin.buffer
        else:
            with open(self.path, "rb") as raw:
                self.raw, self.size = raw, os.fstat(raw.fileno()).st_size
                suffix = Path(self.path).suffix.casefold()
                if suffix in DECOMPRESS:
                    with DECOMPRESS[suffix](raw) as stream:
                        if not self.size and self.repeatable:  # gzip takes nothing at all for an empty text
                            raise EOFError("there is nothing in it, and whatever is compressed begins with a mark")
                        yield stream
                else:
                    yield raw

    def blocks(self) -> Generator[tuple[bytearray, int, int], bytearray | None, None]:
        """Whole lines as (buffer, start, stop), the last byte being a newline even where the file has none.

        The buffer is the same every time, unless a long line needs a larger one: done with a block, ask for the next.
        Whoever is not done `send`s another buffer for the next block.
        """
        self.restart()
        buffer = bytearray(self.chunk + 1)  # the newline that a last line may lack needs a byte too
        filled, over, first = 0, False, True
        try:
            with self.opened() as stream:
                # from a pipe, lines are handed on as they come, not when the buffer is full
                live = not self.repeatable and not stream.seekable()
                some = getattr(stream, "readinto1", stream.readinto) if live else stream.readinto
                while not over:
                    if filled == len(buffer) - 1:  # not a whole line yet
                        self.check_length(filled)
                        buffer = buffer[:filled] + bytes(filled + 1)
                    seen = filled
                    while filled < len(buffer) - 1 and not over and not (live and filled > seen):
                        got = some(memoryview(buffer)[filled:-1])
                        filled += got or 0
                        over = not got
                    if over and filled:
                        buffer[filled] = ord("\n")
                        filled += buffer[filled - 1] != ord("\n")
                    stop = buffer.rfind(b"\n", seen, filled) + 1
                    if stop:
                        start = len(MARK) if first and buffer.startswith(MARK) else 0
                        first = False
                        other = yield buffer, start, stop
                        filled -= stop
                        rest = buffer[stop : stop + filled]
                        if other is not None:
                            buffer = other if len(other) >= len(buffer) else bytearray(len(buffer))
                        buffer[:filled] = rest
        except DAMAGE as error:
            raise self.damaged(error) from None

    def text_lines(self) -> Generator[bytes, None, None]:
        """The lines one by one, without their ends; `line` is the number of each."""
        with closing(self.blocks()) as blocks:
            for buffer, start, stop in blocks:
                for text in bytes(buffer[start : stop - 1]).split(b"\n"):
                    self.line += 1
                    yield text

    def head(self, size: int) -> bytes | None:
        """The first bytes of the text, which whoever reads it next will find there still; None if they would not."""
        stream: Any = self.stream
        if stream is None and self.path == "-" and sys.stdin is not None:
            stream = sys.stdin.buffer
        try:
            if stream is None and not (self.repeatable or os.path.isdir(self.path)):  # a pipe: what is read is gone
                return None
            if stream is None:
                with self.opened() as stream:
                    found = b""
                    while len(found) < size and (piece := stream.read(size - len(found))):
                        found += piece
                    return found
            if hasattr(stream, "peek"):
                return bytes(stream.peek(size)[:size])
            if stream.seekable():
                place = stream.tell()
                found = bytes(stream.read(size))
                stream.seek(place)
                return found
        except DAMAGE as error:
            raise self.damaged(error) from None
        return None

    def damaged(self, error: Exception) -> BadFile:
        """The error for what the system or a decompressor says."""
        why = getattr(error, "strerror", None) or str(error) or "damaged"
        after = f", after line {self.line}" if self.line else ""
        return BadFile(f"cannot read {self.name}{after}: {why}")

    def check_length(self, size: int) -> None:
        """So many bytes are not a whole line: is it still worth reading on?"""
        if size >= LONGEST:
            raise BadFile(f"{self.name}, line {self.line + 1}: longer than {LONGEST:,} bytes; lines end in a newline")

    def complaint(self, line: int, text: bytes, at: int, what: str) -> BadFile:
        """The error for a line that is wrong at byte `at`: where, what, and what stands there."""
        text = text.rstrip(b"\r\n")
        before, after = text[max(0, at - SHOWN) : at], text[at : at + SHOWN]
        shown = (
            ("..." if at > SHOWN else "")
            + (before + after).decode("utf-8", "backslashreplace")
            + ("..." if at + SHOWN < len(text) else "")
        )
        return BadFile(f"{self.name}, line {line}, column {at + 1}: {what}, in {shown!r}")
