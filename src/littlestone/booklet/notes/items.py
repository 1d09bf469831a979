"""What a lecture note is made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from ...errors import BadParameter

KINDS = (
    "setting",
    "definition",
    "algorithm",
    "theorem",
    "lemma",
    "proof idea",
    "example",
    "exercise",
    "figure",
    "remark",
    "open question",
    "literature",
)


class Place(NamedTuple):
    """Where something stands: the note, and the place in it, such as Place("N0", "Theorem 3")."""

    note: str
    place: str

    @property
    def text(self) -> str:
        """As one writes it: "N0, Theorem 3"."""
        return f"{self.note}, {self.place}"

    @property
    def link(self) -> str:
        """Its page, and the name there."""
        return f"{self.note.lower()}.html#{named(self.place)}"


def named(place: str) -> str:
    """A place as the name that links lead to."""
    return re.sub(r"[^a-z0-9]+", "-", place.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a note, in our words.

    place       where it stands: its number if it has one, else the heading that it stands under
    kind        one of KINDS
    words       what it says, in the notation of `markup.py`
    line        a line to run, if no claim of the booklet is about it: a command, or Python of six lines at most
    nothing     why there is nothing to play, if there is not
    """

    place: str
    kind: str
    words: str
    line: str = ""
    nothing: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadParameter(f"an item of a note is one of {', '.join(KINDS)}, not {self.kind!r}")


@dataclass(frozen=True, slots=True)
class Note:
    """A lecture note: its name, title and author as its first page has them, and its items in their order."""

    name: str
    title: str
    author: str
    items: tuple[Item, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """The places of its items, in order."""
        return tuple(item.place for item in self.items)

    @property
    def file(self) -> str:
        """Its page in the booklet."""
        return f"{self.name.lower()}.html"
