"""CSV files, plain or compressed, read line by line: however large, one line is held at a time."""

from __future__ import annotations

import bz2
import csv
import gzip
import lzma
import os
import stat
import sys
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any

from ..errors import BadFile, BadParameter
from .table import Records, Table

DECOMPRESS: dict[str, Callable[[Any], Any]] = {
    ".gz": lambda raw: gzip.GzipFile(fileobj=raw),
    ".bz2": bz2.BZ2File,
    ".xz": lzma.LZMAFile,
}
DELIMITERS = ",;\t"
LONGEST = 1 << 24  # bytes of a line: more is not a table, and is not read into memory
MARK = b"\xef\xbb\xbf"  # what some programs write at the beginning of a UTF-8 file


class CsvFile(Table):
    """A CSV file as a nature; made by `read`, which says how it is read."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        label: str,
        positive: str | None = None,
        drop: str | Sequence[str] = (),
        categorical: str | Sequence[str] = (),
        boolean: bool = False,
        delimiter: str | None = None,
    ) -> None:
        super().__init__(label=label, positive=positive, drop=drop, categorical=categorical, boolean=boolean)
        if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n\0 '):
            raise BadParameter(f"a delimiter is one character such as ',' or ';' or a tab, not {delimiter!r}")
        self.path = os.fspath(path)
        self.name = "standard input" if self.path == "-" else self.path
        self.delimiter = delimiter
        self.raw: IO[bytes] | None = None  # the file as it lies on disk, while it is being read
        self.size = 0
        self.spent = False  # has standard input been read?

    def __repr__(self) -> str:
        return f"read({self.path!r}, label={self.label!r})"

    @property
    def repeatable(self) -> bool:
        """Standard input and pipes can be read only once."""
        return self.path != "-" and (not os.path.exists(self.path) or stat.S_ISREG(os.stat(self.path).st_mode))

    @property
    def progress(self) -> float | None:
        """The part of the file that has been read, from 0 to 1; None if its size is not known."""
        if self.raw is None or self.raw.closed or not self.size:
            return None
        return self.raw.tell() / self.size

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """The bytes of the text, decompressed if the suffix says so."""
        if self.path == "-":
            if self.spent:
                raise BadFile("standard input can be read only once; save it to a file to read it again")
            if sys.stdin is None:
                raise BadFile("standard input is closed")
            self.spent = True
            yield sys.stdin.buffer
            return
        with open(self.path, "rb") as raw:
            self.raw, self.size = raw, os.fstat(raw.fileno()).st_size
            suffix = Path(self.path).suffix.casefold()
            if suffix in DECOMPRESS:
                with DECOMPRESS[suffix](raw) as stream:
                    yield stream
            else:
                yield raw

    def lines(self) -> Generator[str, None, None]:
        """The lines of the text with their ends, checked one by one so that an error knows where it is."""
        number = 0
        try:
            with self.opened() as stream:
                while line := stream.readline(LONGEST):
                    number += 1
                    yield self.text(number, line)
        except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
            where = f", line {number + 1}" if number else ""
            why = getattr(error, "strerror", None) or str(error) or "damaged"
            raise BadFile(f"cannot read {self.name}{where}: {why}") from None

    def text(self, number: int, line: bytes) -> str:
        """One line as text."""
        if number == 1:
            line = line.removeprefix(MARK)
        if len(line) >= LONGEST:
            raise BadFile(f"{self.name}, line {number}: longer than {LONGEST:,} bytes; lines should end in a newline")
        if b"\0" in line:
            raise BadFile(f"{self.name}, line {number}: a NUL byte; text in UTF-8 has none: save the file as UTF-8")
        try:
            return line.decode()
        except UnicodeDecodeError as error:
            raise BadFile(
                f"{self.name}, line {number}: byte {line[error.start]:#04x} at {error.start + 1} is not UTF-8; "
                f"save the file as UTF-8"
            ) from None

    def records(self) -> Records:
        """The lines as number and cells; a quoted cell may span lines, and blank lines do not count."""
        with closing(self.lines()) as lines:
            first: list[str] = []
            for line in lines:
                first.append(line)
                if line.strip():
                    break
            delimiter = self.delimiter or sniff(first[-1] if first else "")
            reader = csv.reader(chain(first, lines), delimiter=delimiter, strict=True)
            start = 1
            try:
                for cells in reader:
                    if cells:
                        yield start, cells
                    start = reader.line_num + 1
            except csv.Error as error:
                raise BadFile(
                    f"{self.name}, line {start}: not CSV: {error}; a quote that opens a cell has to close it, "
                    f"and a quote within is doubled"
                ) from None


def sniff(line: str) -> str:
    """The delimiter that cuts a header into most cells: a comma, a semicolon or a tab."""
    try:
        return max(DELIMITERS, key=lambda delimiter: len(next(csv.reader([line], delimiter=delimiter))))
    except (csv.Error, StopIteration):
        return ","


def read(
    path: str | os.PathLike[str],
    *,
    label: str,
    positive: str | None = None,
    drop: str | Sequence[str] = (),
    categorical: str | Sequence[str] = (),
    boolean: bool = False,
    delimiter: str | None = None,
) -> CsvFile:
    """A CSV file as a nature: `Game(Perceptron()).play(read("emails.csv", label="spam"))`.

    Nothing is read before the first question, and never more than a line at a time; each game, and each
    iteration over the pairs (x, y), reads the file anew. The first line names the columns. How cells become
    features is said at `Table`, how labels become -1 and +1 at `Labels`.

    path          the file, in UTF-8; .gz, .bz2 and .xz are decompressed on the way; "-" is standard input
    label         the column of the labels
    positive      the label that is +1, all others being -1; needed unless they are 0/1, -1/+1, true/false, yes/no
    drop          columns to leave out
    categorical   columns whose cells are texts even where they look like numbers, such as postal codes
    boolean       numbers above zero become 1, others are left out: for Boolean learners such as Winnow
    delimiter     what stands between cells; None finds out whether it is a comma, a semicolon or a tab
    """
    return CsvFile(
        path,
        label=label,
        positive=positive,
        drop=drop,
        categorical=categorical,
        boolean=boolean,
        delimiter=delimiter,
    )
