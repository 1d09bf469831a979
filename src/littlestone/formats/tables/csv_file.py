"""CSV files, plain or compressed, read a block of lines at a time, however large they are."""

from __future__ import annotations

import csv
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, nullcontext, suppress
from itertools import chain
from typing import IO, Any

from ...errors import BadFile, BadParameter, Setting
from ...features.label_column import NONE
from ...row import Batch
from ..format import reads
from ..text.text_file import MARK, TextFile
from .cell_pieces import Cursor
from .csv_reader import CsvReader
from .table import Records, Table

DELIMITERS = "\t,;"
CHUNK = 1 << 18  # bytes that are read at once: small enough that they and their arrays stay in the L2 cache
HEAD = 1 << 14  # bytes in which the first line is looked for


@reads("csv", suffixes=(".csv", ".tsv"), first_line=rb".*[,;\t].*")
class CsvFile(TextFile, Table):
    """A CSV file as a nature: `Game(...).play(CsvFile("mail.csv", label="spam"))`.

    path         a path, "-" or a binary file, in UTF-8: see `TextFile`
    delimiter    what stands between cells; None finds out whether it is a comma, a semicolon or a tab
    quote        the character that quotes cells with delimiters in them; None if no character does
    decimal      "." or ",", before the fraction of a number; None takes the comma where semicolons separate cells,
                 besides the point
    skip_bad     go on after lines that are wrong: `bad` counts them, `complaints` are the first few
    chunk        bytes that are read at once

    All others are settings of `Table`, where it is said how cells become features.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | IO[bytes],
        *,
        delimiter: str | None = None,
        quote: str | None = '"',
        decimal: str | None = None,
        skip_bad: bool = False,
        chunk: int = CHUNK,
        **settings: Any,
    ) -> None:
        TextFile.__init__(self, path, chunk=chunk, skip_bad=skip_bad)
        if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n\0 '):
            raise BadParameter(f"a delimiter is one character such as ',' or ';' or a tab, not {delimiter!r}")
        if quote is not None and (len(quote) != 1 or quote in "\r\n\0 \t,;" or quote == delimiter):
            raise BadParameter(f"quote is one character that cells may be quoted with, or None, not {quote!r}")
        self.delimiter = delimiter
        self.quote = quote
        if decimal is None:  # where cells are separated by semicolons, commas are free for fractions
            decimal = "," if (delimiter or self.sniffed(settings.get("columns", ()))) == ";" else "."
        Table.__init__(self, skip_bad=skip_bad, decimal=decimal, **settings)
        self.fault: BadFile | None = None  # what is wrong with a line of the record that is being read

    def __repr__(self) -> str:
        return f"read({self.name!r}, label={self.label!r})"

    def sniffed(self, columns: Sequence[str]) -> str:
        """The delimiter that the first line has, as far as it can be seen before the file is read."""
        try:
            head = (self.head(HEAD) or b"").decode(errors="replace")
        except BadFile:  # said when it is read
            return ""
        first = next((line for line in head.splitlines() if line.strip()), "")
        return sniff(first, self.quote, len(columns))

    def glimpsed(self) -> Records:
        head = (self.head(HEAD) or b"").removeprefix(MARK)
        lines = [line for line in head.decode(errors="replace").splitlines(keepends=True) if line.strip()]
        if lines and lines[0].endswith("\n"):
            delimiter = self.delimiter or sniff(lines[0], self.quote)
            with suppress(csv.Error):
                yield 1, next(csv.reader([lines[0]], delimiter=delimiter, **quoting(self.quote)))

    def batches(self) -> Generator[Batch, None, None]:
        """The examples, thousands at a time; NaN is a missing label. Examples before an error are given first."""
        return self.fast(early=False)

    def passing(self) -> Generator[Batch, None, None]:
        """The same, with the next lines cut into cells on another thread."""
        return self.fast(early=self.repeatable)

    def fast(self, early: bool) -> Generator[Batch, None, None]:
        """The batches by `CsvReader`, or pair by pair if the text begins strangely or has strange delimiters."""
        self.restart()
        cursor = Cursor(self.blocks())
        cursor.fill()
        delimiter = self.plain_delimiter(cursor)
        schema = self.schema
        shared = {schema.label, schema.weight} & self.constants.keys()
        if delimiter and not shared and (schema.weight is None or not (schema.timed or schema.given == NONE)):
            yield from CsvReader(self, cursor, delimiter).batches(early)
        else:
            rest = chain([(cursor.buffer, cursor.at, cursor.stop)] if cursor.at < cursor.stop else [], cursor.blocks)
            with closing(cursor.blocks):
                yield from self.gathered(self.pairs_of(self.records_of(self.lines(rest))))

    def plain_delimiter(self, cursor: Cursor) -> str:
        """The delimiter, if it can be told by the first line of this block, and is one that no number has; else ""."""
        line = b"\n"
        while line in (b"\n", b"\r\n") and cursor.at < cursor.stop:
            begin = cursor.at
            line = cursor.line()
            self.line += 1
        if line in (b"\n", b"\r\n"):
            return ""
        cursor.at, self.line = begin, self.line - 1
        try:
            text = line.decode()
        except UnicodeDecodeError:
            return ""
        if not text.strip() or "\0" in text:
            return ""
        delimiter = self.delimiter or sniff(text, self.quote, len(self.given))
        return "" if any(not is_plain(sign) for sign in (delimiter, self.quote or '"')) else delimiter

    def record_at(self, cursor: Cursor, delimiter: str) -> tuple[int, list[str] | BadFile]:
        """The line number and the cells of the record that begins there, or what is wrong with it."""
        start = self.line + 1
        lines = self.lines_at(cursor)
        found = self.next_record(csv.reader(lines, delimiter=delimiter, strict=True, **quoting(self.quote)), start)
        return start, [] if found is None else found

    def records_at(self, cursor: Cursor, delimiter: str) -> Records:
        """The records from there on."""
        while cursor.fill():
            start, found = self.record_at(cursor, delimiter)
            if isinstance(found, BadFile):
                self.refuse(found)
            elif found:
                yield start, found

    def lines_at(self, cursor: Cursor) -> Generator[str, None, None]:
        """The lines from there on."""
        while cursor.fill():
            line = cursor.line()
            self.line += 1
            yield self.decoded(line)

    def lines(self, blocks: Any = None) -> Generator[str, None, None]:
        """The lines of the text with their line ends, decoded one by one so that an error names its line."""
        with closing(self.blocks()) if blocks is None else nullcontext(blocks) as blocks:
            for buffer, start, stop in blocks:
                block = bytes(buffer[start : stop - 1])
                if block.isascii() and b"\0" not in block:  # most blocks are valid as a whole
                    for text in self.counted(block.decode().split("\n")):
                        yield text + "\n"
                else:
                    for line in self.counted(block.split(b"\n")):
                        yield self.decoded(line + b"\n")

    def decoded(self, line: bytes) -> str:
        """One line decoded from UTF-8; if it is invalid, raise, or with `skip_bad` mark its record as bad."""
        what = ""
        try:
            text = line.decode()
            if "\0" in text:
                what = "a NUL byte; text in UTF-8 has none: save the file as UTF-8"
        except UnicodeDecodeError as error:
            text = line.decode(errors="replace")
            what = f"byte {line[error.start]:#04x} at {error.start + 1} is not UTF-8; save the file as UTF-8"
        if what:
            fault = BadFile(f"{self.name}, line {self.line}: {what}")
            if not self.skip_bad:
                raise fault
            self.fault = self.fault or fault
        return text

    def records(self) -> Records:
        """Pairs of line number and cells; a quoted cell may span lines, and blank lines are skipped."""
        return self.records_of(self.lines())

    def records_of(self, lines: Generator[str, None, None]) -> Records:
        """The records that these lines make."""
        with closing(lines):
            first: list[str] = []
            for line in lines:
                first.append(line)
                if line.strip():
                    break
            delimiter = self.delimiter or sniff(first[-1] if first else "", self.quote, len(self.given))
            reader = csv.reader(chain(first, lines), delimiter=delimiter, strict=True, **quoting(self.quote))
            before = self.line - len(first)
            while True:
                start = before + reader.line_num + 1
                cells = self.next_record(reader, start)
                if cells is None:
                    return
                if isinstance(cells, BadFile):
                    self.refuse(cells)
                elif cells:
                    yield start, cells

    def next_record(self, reader: Iterator[list[str]], start: int) -> list[str] | BadFile | None:
        """The cells of the record that begins in line `start`, or what is wrong with it; None at the end."""
        try:
            cells = next(reader, None)
        except csv.Error as error:
            self.fault = None
            several = f", which went on to line {self.line}" if self.line > start else ""
            wrong = BadFile(
                f"{self.name}, line {start}: not CSV: {error}{several}; a quote that opens a cell has to close it, "
                f"and a quote within is doubled; if quotes are signs like any other, say quote=None"
            ).naming(Setting("quote", None))
            if several and "end of data" in str(error):  # to leave it out would lose the rest without a word
                raise wrong from None
            return wrong
        fault, self.fault = self.fault, None
        return cells if fault is None or cells is None else fault


def is_plain(sign: str) -> bool:
    """Is a delimiter, or a quote, an ASCII character that no number has?"""
    return sign.isascii() and not (sign.isalnum() or sign in "+-.")


def quoting(quote: str | None) -> dict[str, Any]:
    """The quoting options of csv.reader."""
    return {"quoting": csv.QUOTE_NONE, "quotechar": None} if quote is None else {"quotechar": quote}


def sniff(line: str, quote: str | None = '"', cells: int = 0) -> str:
    """Guess the delimiter, a tab, comma or semicolon: the one that gives so many cells, or else the most."""
    found = dict.fromkeys(DELIMITERS, 0)
    for delimiter in DELIMITERS:
        try:
            found[delimiter] = len(next(csv.reader([line], delimiter=delimiter, **quoting(quote)), ()))
        except csv.Error:
            continue
    fitting = [delimiter for delimiter in DELIMITERS if found[delimiter] == cells > 1]
    best = fitting[0] if fitting else max(DELIMITERS, key=found.__getitem__)
    return best if found[best] > 1 else ","
