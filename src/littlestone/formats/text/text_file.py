"""`TextFile`: text in files, plain or compressed, or streams, read in blocks of whole lines."""

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
from functools import lru_cache, partial
from pathlib import Path
from typing import IO, Any, TypeVar
from weakref import finalize

from ...errors import BadFile, BadParameter
from ...support.settings import flag, whole
from ..bad_lines import BadLines
from .zst import ZstFile

T = TypeVar("T")
DECOMPRESS: dict[str, Callable[[Any], Any]] = {
    ".gz": lambda raw: gzip.GzipFile(fileobj=raw),
    ".bz2": bz2.BZ2File,
    ".xz": lzma.LZMAFile,
    ".zst": ZstFile,
}
MAGIC = {b"\x1f\x8b": ".gz", b"BZh": ".bz2", b"\xfd7zXZ": ".xz", b"\x28\xb5\x2f\xfd": ".zst"}  # first bytes
SPREADSHEETS = (".xlsx", ".xlsm", ".xls", ".ods")
CHUNK = 1 << 18  # bytes that are read at once: enough to be worth the switch between who reads and who plays
LONGEST = 1 << 24  # bytes of a line: a longer one is refused before it fills the memory
MARK = b"\xef\xbb\xbf"  # the byte order mark that some programs write at the beginning of UTF-8 files
DAMAGE = (OSError, EOFError, zlib.error, lzma.LZMAError)  # what opening and decompressing may raise
SHOWN = 30  # bytes of a faulty line shown before and after the fault


class Held(os.PathLike[str]):
    """A path whose file is opened once: it stays open, and whoever reads it again begins at its first byte.

    So a file is looked into and then read as one file, whatever happens to its name meanwhile. While somebody reads it,
    another one who does gets a file of their own.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self.idle: IO[bytes] | None = None  # the file, unless somebody reads it

    def __fspath__(self) -> str:
        return self.path

    def __str__(self) -> str:
        return self.path

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """The bytes of the file, from the first."""
        raw, self.idle = self.idle, None
        if raw is None:
            raw = open(self.path, "rb")  # noqa: SIM115  # closed below, or with this path
            finalize(self, raw.close)
        else:
            raw.seek(0)
        try:
            yield raw
        finally:
            if self.idle is None and not raw.closed and stat.S_ISREG(os.fstat(raw.fileno()).st_mode):
                self.idle = raw
            else:
                raw.close()


class TextFile(BadLines):
    """A file or stream of text in lines, and the errors for its bad lines.

    source      a path (.gz, .bz2, .xz and .zst are decompressed on the way), "-" for standard input, or a binary file;
                a path that is `Held` is opened once, others whenever the file is read
    chunk       bytes that are read at once; more only for a line that is longer
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
            self.held = source if isinstance(source, Held) else None
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
        self.live = False  # does the text come through a pipe?
        self.unread = 0  # lines of the block that have not been given yet
        self.restart()

    def restart(self) -> None:
        """Set the counts of lines back to zero."""
        super().restart()
        self.line = 0  # lines read so far

    @property
    def repeatable(self) -> bool:
        """Can it be read more than once? Standard input, streams and pipes cannot."""
        if self.stream is not None or self.path == "-":
            return False
        return not os.path.exists(self.path) or stat.S_ISREG(os.stat(self.path).st_mode)

    @property
    def piped(self) -> bool:
        """Does the text come through a pipe, in which nobody can go back?"""
        stream: Any = self.stream
        if stream is None and self.path == "-" and sys.stdin is not None:
            stream = sys.stdin.buffer
        return not self.repeatable if stream is None else not stream.seekable()

    @property
    def drained(self) -> bool:
        """Is it a pipe of which all lines that have come are read? Whoever gathers examples hands them on then."""
        return self.live and not self.unread

    @property
    def progress(self) -> float | None:
        """The part of the file that has been read, from 0 to 1; None if its size is not known."""
        if self.raw is None or not self.size:
            return None
        try:
            return self.raw.tell() / self.size
        except ValueError:  # closed meanwhile, perhaps by the thread that reads ahead
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
            yield unpacked(sys.stdin.buffer)
        else:
            with open(self.path, "rb") if self.held is None else self.held.opened() as raw:
                self.raw, self.size = raw, os.fstat(raw.fileno()).st_size
                suffix = Path(self.path).suffix.casefold()
                if suffix in SPREADSHEETS:
                    raise BadFile(f"{self.name} is a spreadsheet, which is not read here; save it as CSV")
                if suffix in DECOMPRESS:
                    with DECOMPRESS[suffix](raw) as stream:
                        if not self.size and self.repeatable:  # gzip would read an empty file as an empty text
                            raise EOFError("the file is empty, which no compressed file is")
                        yield stream
                else:
                    yield raw

    def blocks(self) -> Generator[tuple[bytearray, int, int], bytearray | None, None]:
        """Whole lines as (buffer, start, stop), the last byte being a newline even where the file has none.

        The buffer is the same every time, unless a long line needs a larger one, so a block is valid until the next.
        To keep a block, `send` another buffer for the next.
        """
        self.restart()
        buffer = bytearray(self.chunk + 1)  # a byte for the newline that the last line may lack
        filled, over, first = 0, False, True
        try:
            with self.opened() as stream:
                # from a pipe, lines are given as they arrive, not when the buffer is full
                live = self.live = self.piped
                some = partial(arrived, stream) if live and hasattr(stream, "read1") else by_pieces(stream)
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
            if whole_lines := buffer.rfind(b"\n", 0, filled) + 1:  # what came before the damage is read first
                yield buffer, len(MARK) if first and buffer.startswith(MARK) else 0, whole_lines
            raise self.damaged(error) from None

    def text_lines(self) -> Generator[bytes, None, None]:
        """The lines one by one, without their ends; `line` is the number of each."""
        with closing(self.blocks()) as blocks:
            for buffer, start, stop in blocks:
                yield from self.counted(bytes(buffer[start : stop - 1]).split(b"\n"))

    def counted(self, lines: list[T]) -> Iterator[T]:
        """The lines of a block; `line` is the number of each, `unread` how many are left."""
        self.unread = len(lines)
        for text in lines:
            self.line += 1
            self.unread -= 1
            yield text

    def head(self, size: int) -> bytes | None:
        """The first bytes of the text, without consuming them; None if that is not possible."""
        stream: Any = self.stream
        if stream is None and self.path == "-" and sys.stdin is not None:
            stream = unpacked(sys.stdin.buffer)
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
        """A `BadFile` for an error of the system or a decompressor."""
        why = getattr(error, "strerror", None) or str(error) or "damaged"
        after = f", after line {self.line}" if self.line else ""
        return BadFile(f"cannot read {self.name}{after}: {why}")

    def check_length(self, size: int) -> None:
        """Raise if so many bytes without a newline are too many for a line."""
        if size >= LONGEST:
            raise BadFile(f"{self.name}, line {self.line + 1}: longer than {LONGEST:,} bytes; lines end in a newline")

    def complaint(self, line: int, text: bytes, at: int, what: str) -> BadFile:
        """The error for a line that is wrong at byte `at`: the place, what is wrong, and the text around it."""
        text = text.rstrip(b"\r\n")
        before, after = text[max(0, at - SHOWN) : at], text[at : at + SHOWN]
        shown = (
            ("..." if at > SHOWN else "")
            + (before + after).decode("utf-8", "backslashreplace")
            + ("..." if at + SHOWN < len(text) else "")
        )
        return BadFile(f"{self.name}, line {line}, column {at + 1}: {what}, in {shown!r}")


def by_pieces(stream: Any) -> Callable[[memoryview], int | None]:
    """How to fill a buffer: what is decompressed comes in pieces, so that damage does not take what was before it."""
    return stream.readinto1 if isinstance(stream, gzip.GzipFile | bz2.BZ2File | lzma.LZMAFile) else stream.readinto


@lru_cache(maxsize=1)
def unpacked(stream: Any) -> Any:
    """Standard input, decompressed if its first bytes say that it is compressed; the same whoever asks."""
    head = stream.peek(8) if hasattr(stream, "peek") else b""
    kind = next((suffix for magic, suffix in MAGIC.items() if head.startswith(magic)), "")
    return io.BufferedReader(DECOMPRESS[kind](stream)) if kind else stream


def arrived(stream: Any, room: memoryview) -> int:
    """Read what has come through a pipe, or wait for some; `readinto1` would wait even if there is some."""
    some = stream.read1(len(room))
    room[: len(some)] = some
    return len(some)
