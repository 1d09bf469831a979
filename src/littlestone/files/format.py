"""What a format of files is: the names and looks it goes by, and its reader with its settings."""

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
    reader: type[Source]  # made of a path and the settings
    suffixes: tuple[str, ...]
    magic: bytes
    first_line: re.Pattern[bytes] | None
    binary: bool

    @property
    def settings(self) -> dict[str, object]:
        """The settings and their defaults: what `__init__` of the reader takes by name, and what it hands on as **."""
        found: dict[str, object] = {}
        for kind in self.reader.__mro__:
            if "__init__" in vars(kind):
                parameters = signature(vars(kind)["__init__"]).parameters.values()
                for each in parameters:
                    if each.kind is Parameter.KEYWORD_ONLY:
                        found.setdefault(each.name, each.default)
                if kind is self.reader and not any(each.kind is Parameter.VAR_KEYWORD for each in parameters):
                    break
        return found

    def looks_like(self, head: bytes, line: bytes) -> bool:
        """Can a file be of this format whose first bytes are `head`, and whose first line with text in it is `line`?"""
        if self.magic:
            return head.startswith(self.magic)
        return self.first_line is not None and self.first_line.fullmatch(line) is not None


READERS: dict[str, Format] = {}  # by name, of all modules that have been imported


def reads(
    name: str, *, suffixes: tuple[str, ...], magic: bytes = b"", first_line: bytes = b"", binary: bool = False
) -> Callable[[Reader], Reader]:
    """Says of a class of sources that it reads the format of that name; the table in `formats` says where it is.

    suffixes      of paths, in lower case, with their dot; no other format has them
    magic         the bytes that every file of this format begins with, if they tell it from all others
    first_line    else the regular expression that its first line matches, from end to end, if one can tell
    binary        the file is no text, and is read from places all over it: it lies on disk, and is not compressed
    """

    def enter(reader: Reader) -> Reader:
        pattern = re.compile(first_line) if first_line else None
        READERS[name] = Format(name, reader, suffixes, magic, pattern, binary)
        return reader

    return enter
