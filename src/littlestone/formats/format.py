"""`Format`: a file format, how it is recognised, and its reader with its settings."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import Parameter, signature
from typing import NamedTuple, TypeVar

from .source import Source

Reader = TypeVar("Reader", bound=type[Source])


class Format(NamedTuple):
    """A format of files of examples; `reads` says what its fields are."""

    name: str
    reader: type[Source]  # called with a path and the settings
    suffixes: tuple[str, ...]
    magic: bytes
    first_line: re.Pattern[bytes] | None
    binary: bool

    @property
    def settings(self) -> dict[str, object]:
        """The settings with their defaults: the keywords of the reader's `__init__` and of those it passes ** on to."""
        found: dict[str, object] = {}
        for kind in (*self.reader.__mro__, *self.reader.passes_to):
            if "__init__" in vars(kind):
                parameters = signature(vars(kind)["__init__"]).parameters.values()
                for each in parameters:
                    if each.kind is Parameter.KEYWORD_ONLY:
                        found.setdefault(each.name, each.default)
                if kind is self.reader and not any(each.kind is Parameter.VAR_KEYWORD for each in parameters):
                    break
        return {name: default for name, default in found.items() if name not in self.reader.keeps_from}

    def looks_like(self, head: bytes, line: bytes) -> bool:
        """Can a file that begins with the bytes `head`, with `line` its first non-blank line, have this format?"""
        if self.magic:
            return head.startswith((self.magic, self.reader.streams.get(self.name, self.magic)))
        return self.first_line is not None and self.first_line.fullmatch(line) is not None


READERS: dict[str, Format] = {}  # by name, those whose modules have been imported


def reads(
    name: str, *, suffixes: tuple[str, ...], magic: bytes = b"", first_line: bytes = b"", binary: bool = False
) -> Callable[[Reader], Reader]:
    """Class decorator: the source reads the format of that name, which has a line in `formats.py`.

    suffixes      of paths, in lower case, with their dot; each belongs to one format
    magic         the bytes that every file of this format, and of no other, begins with
    first_line    else a regular expression that matches the whole first line of such files
    binary        the file is not text and needs random access: it must be a path, and not compressed
    """

    def enter(reader: Reader) -> Reader:
        pattern = re.compile(first_line) if first_line else None
        READERS[name] = Format(name, reader, suffixes, magic, pattern, binary)
        return reader

    return enter
