"""Files of rows that commands write: CSV, JSON lines or Parquet, compressed or not, as the name of the file says."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from ..errors import BadParameter, MissingExtra
from ..formats.tables.arrow_source import find_arrow
from .saved import STREAM

JSON_LINES = (".jsonl", ".json", ".ndjson")
PARQUET = (".parquet", ".pq")
UNWRITTEN = (".arrow", ".feather", ".npz", ".rows", ".vw", ".svmlight", ".xlsx", ".zip", ".avro", ".orc")
PIECE = 1 << 14  # rows of Parquet that are written at once
NUMBERS = ("guess", "chance", "low", "high", "truth")


def zstandard(path: str) -> Any:
    """A file that is compressed with Zstandard."""
    try:
        return import_module("zstandard").open(path, "wb")
    except ImportError:
        raise MissingExtra(".zst files are written by zstandard: pip install zstandard") from None


COMPRESS: dict[str, Callable[[str], Any]] = {
    ".gz": lambda path: gzip.GzipFile(path, "wb", mtime=0),  # no time in it: equal rows have equal bytes
    ".bz2": lambda path: bz2.BZ2File(path, "wb"),  # closed with the rows
    ".xz": lambda path: lzma.LZMAFile(path, "wb"),  # noqa: SIM115
    ".zst": zstandard,
}


def kind_of(path: str, lines: bool, flush: bool) -> str:
    """What the suffix says, "csv", "jsonl" or "parquet"; `lines` if JSON lines are asked for."""
    suffixes = [suffix.casefold() for suffix in Path(path).suffixes]
    packed = suffixes.pop() if suffixes and suffixes[-1] in COMPRESS else ""
    last = suffixes[-1] if suffixes and path != STREAM else ""
    if last in PARQUET:
        if packed or lines or flush:
            what = "is compressed within" if packed else "has no JSON lines" if lines else "is not written line by line"
            raise BadParameter(f"{path}: a Parquet file {what}; give another name, or leave the option out")
        find_arrow()
        return "parquet"
    if last in UNWRITTEN:
        raise BadParameter(f"{path}: guesses are written as CSV, JSON lines or Parquet: .csv, .jsonl or .parquet")
    if lines and last == ".csv":
        raise BadParameter(f"--json writes JSON lines, and {path} says CSV: call it .jsonl")
    return "jsonl" if lines or last in JSON_LINES else "csv"


class TextRows:
    """Rows as lines of text, CSV or JSON."""

    def __init__(self, path: str, names: Sequence[str], lines: bool) -> None:
        self.own = path != STREAM
        self.names = names
        self.lines = lines
        self.file: IO[str] = self.opened(path) if self.own else sys.stdout
        self.writer = csv.writer(self.file, lineterminator="\n")

    def opened(self, path: str) -> IO[str]:
        """The file, compressed if its name says so."""
        packed = COMPRESS.get(Path(path).suffix.casefold())
        if packed is None:
            return open(path, "w", newline="", encoding="utf-8")
        return io.TextIOWrapper(packed(path), encoding="utf-8", newline="")

    def head(self) -> None:
        """Write the header, if there is one."""
        if not self.lines:
            self.writer.writerow(self.names)

    def write(self, row: Sequence[Any]) -> None:
        """Write a row."""
        if self.lines:
            self.file.write(json.dumps(dict(zip(self.names, row, strict=True))) + "\n")
        else:
            self.writer.writerow(row)

    def flush(self) -> None:
        """Write out what is still held back."""
        self.file.flush()

    def close(self) -> None:
        """Write out the rest, and close the file if it is not standard output."""
        if self.own:
            self.file.close()


class ParquetRows:
    """Rows of a Parquet file, some thousand at a time; numbers are numbers, and labels texts unless all are numbers."""

    def __init__(self, path: str, names: Sequence[str]) -> None:
        self.arrow = find_arrow()
        self.path, self.names = path, names
        self.rows: list[Sequence[Any]] = []
        self.file: Any = None
        self.fields: Any = None

    def head(self) -> None:
        """The header is written with the first rows."""

    def write(self, row: Sequence[Any]) -> None:
        """Hold a row until there are many."""
        self.rows.append(row)
        if len(self.rows) >= PIECE:
            self.put()

    def put(self) -> None:
        """Write the rows that are held."""
        columns = {name: [row[at] for row in self.rows] for at, name in enumerate(self.names)}
        if self.file is None:
            self.fields = self.arrow.schema([(name, self.kind(name, column)) for name, column in columns.items()])
            self.file = import_module("pyarrow.parquet").ParquetWriter(self.path, self.fields)
        arrays = [self.array(columns[field.name], field.type) for field in self.fields]
        self.file.write_table(self.arrow.Table.from_arrays(arrays, schema=self.fields))
        self.rows = []

    def kind(self, name: str, column: list[Any]) -> Any:
        """The type of a column, which its name says, or its first values."""
        if name == "round":
            return self.arrow.int64()
        numbers = name in NUMBERS or (
            bool(column) and all(isinstance(value, int | float) or value is None for value in column)
        )
        return self.arrow.float64() if numbers else self.arrow.string()

    def array(self, column: list[Any], kind: Any) -> Any:
        """A column of that type."""
        if kind == self.arrow.string():
            column = [value if value is None or isinstance(value, str) else as_text(value) for value in column]
        return self.arrow.array(column, type=kind)

    def flush(self) -> None:
        """Rows wait until there are many: a Parquet file is read when it is complete."""

    def close(self) -> None:
        """Write the rest, and the end of the file."""
        if self.rows or self.file is None:
            self.put()
        self.file.close()


def as_text(value: Any) -> str:
    """A value in a column of texts."""
    return json.dumps(value) if isinstance(value, list | dict) else str(value)


def rows_to(path: str, names: Sequence[str], kind: str) -> TextRows | ParquetRows:
    """The file of that kind."""
    return ParquetRows(path, names) if kind == "parquet" else TextRows(path, names, kind == "jsonl")
