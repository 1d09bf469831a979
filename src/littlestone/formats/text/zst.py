"""Decompresses .zst files with Python's own module or the package zstandard, whichever is there."""

from __future__ import annotations

import io
from importlib import import_module
from typing import IO, Any

from ...errors import MissingExtra

PIECE = 1 << 13  # bytes of the file that are read at once: they may hold a thousand times as much


class ZstFile(io.RawIOBase):
    """A file object that decompresses a .zst file of one or more frames.

    A frame that is cut short is an EOFError and one that is damaged an OSError, as with the other compressions; the
    reader of the package zstandard would take a cut frame for the end of the file.
    """

    def __init__(self, raw: IO[bytes]) -> None:
        self.raw = raw
        self.fresh, self.wrong = decompressors()
        self.frame: Any = None  # the decompressor of the frame that is being read
        self.given = b""  # bytes of the file that no frame has taken yet
        self.ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self.ready:
            self.given = self.given or self.raw.read(PIECE)
            if not self.given:
                if self.frame is not None:
                    raise EOFError("the file ends within a frame; it was cut short")
                return 0
            self.frame = self.frame or self.fresh()
            try:
                self.ready = memoryview(self.frame.decompress(self.given))
            except self.wrong as error:
                raise OSError(f"not zstandard: {error}") from None
            over = self.frame.eof
            self.given = self.frame.unused_data if over else b""
            self.frame = None if over else self.frame
        got = min(len(buffer), len(self.ready))
        buffer[:got] = self.ready[:got]
        self.ready = self.ready[got:]
        return got


def decompressors() -> tuple[Any, type[Exception]]:
    """A factory of decompressors of one frame, and the error they raise."""
    try:
        module = import_module("compression.zstd")
        return module.ZstdDecompressor, module.ZstdError
    except ImportError:
        try:
            module = import_module("zstandard")
        except ImportError:
            raise MissingExtra(
                "a .zst file needs Python 3.14 or `pip install 'littlestone[zst]'`; or pipe it through zstdcat"
            ) from None
        return module.ZstdDecompressor().decompressobj, module.ZstdError
