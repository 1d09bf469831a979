"""Parquet, Arrow and Feather files, read a few thousand rows at a time."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import IO, Any, ClassVar

from ...errors import BadFile
from ..format import reads
from .arrow_source import ArrowSource

PARQUET, ARROW = b"PAR1", b"ARROW1"  # what files begin with
PIECE = 1 << 15  # rows of a Parquet file that are read at once


@reads("parquet", suffixes=(".parquet", ".pq"), magic=PARQUET, binary=True)
@reads("arrow", suffixes=(".arrow", ".arrows", ".feather", ".ipc"), magic=ARROW, binary=True)
class ArrowFile(ArrowSource):
    """The rows of a Parquet, Arrow or Feather file as a nature: `Game(...).play(ArrowFile("x.parquet", label="y"))`.

    Arrow files may be of either kind, with a footer or a stream. Columns are said at `ArrowSource`.

    path     the file; its kind is found from its first bytes. "-" is standard input, which may be a stream of Arrow, as
             a binary file or a pipe may be; Parquet, and files with a footer, are read from a path
    label    the column of the labels

    All others, such as `positive`, `drop` and `text`, are settings of `ColumnSource`.
    """

    streams: ClassVar[dict[str, bytes]] = {"arrow": b"\xff\xff\xff\xff"}  # every message of a stream begins so

    def __init__(self, path: str | os.PathLike[str] | IO[bytes], **settings: Any) -> None:
        super().__init__(**settings)
        self.stream: Any = None if isinstance(path, str | os.PathLike) else path
        self.path = os.fspath(path) if isinstance(path, str | os.PathLike) else str(getattr(path, "name", "a stream"))
        self.name = "standard input" if self.path == "-" else self.path
        self.reader: Any = None  # of a stream that is being read
        self.spent = False  # has the stream been read?

    def __repr__(self) -> str:
        return f"ArrowFile({self.path!r}, label={self.schema.label!r})"

    @property
    def repeatable(self) -> bool:
        """Can it be read more than once? Standard input, streams and pipes cannot."""
        return self.stream is None and self.path != "-" and not is_pipe(self.path)

    @property
    def piped(self) -> bool:
        return self.streamed

    def opened(self, arrow: Any) -> Any:
        """The reader of the stream, opened once."""
        if self.reader is None:
            if self.spent:
                raise BadFile(f"{self.name} can be read only once; save it to a file to read it again")
            raw = self.stream
            if raw is None:
                raw = sys.stdin.buffer if self.path == "-" else open(self.path, "rb")  # noqa: SIM115  # until it ends
            try:
                self.reader = import_module("pyarrow.ipc").open_stream(raw)
            except arrow.ArrowInvalid as error:
                raise BadFile(
                    f"{self.name} is no stream of Arrow ({str(error).splitlines()[0][:80]}); Parquet, and Arrow files "
                    f"with a footer, are read from a path: save it to a file"
                ) from None
            self.spent = True
        return self.reader

    def magic(self) -> bytes:
        """The first bytes of the file."""
        with open(self.path, "rb") as file:
            return file.read(len(ARROW))

    def fields(self, arrow: Any) -> Any:
        if self.streamed:
            return self.opened(arrow).schema
        magic = self.magic()
        if magic.startswith(PARQUET):
            return import_module("pyarrow.parquet").read_schema(self.path)
        with arrow.memory_map(self.path) as mapped:
            ipc = import_module("pyarrow.ipc")
            return (ipc.open_file if magic == ARROW else ipc.open_stream)(mapped).schema

    def parts(self, arrow: Any, used: list[str]) -> Iterator[Any]:
        if self.streamed:
            yield from self.opened(arrow)
            self.reader = None
            return
        magic = self.magic()
        if magic.startswith(PARQUET):
            with import_module("pyarrow.parquet").ParquetFile(self.path) as parquet:
                rows = max(1, parquet.metadata.num_rows)
                for piece in parquet.iter_batches(batch_size=PIECE, columns=used):
                    yield piece
                    self.done = min(1.0, self.row / rows)
            return
        ipc = import_module("pyarrow.ipc")
        with arrow.memory_map(self.path) as mapped:
            if magic == ARROW:
                reader = ipc.open_file(mapped)
                for number in range(reader.num_record_batches):
                    yield reader.get_batch(number)
                    self.done = (number + 1) / reader.num_record_batches
            else:
                yield from ipc.open_stream(mapped)


def is_pipe(path: str) -> bool:
    """Is there something at this path that is no file?"""
    return os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode)
