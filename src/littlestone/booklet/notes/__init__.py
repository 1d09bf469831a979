"""The five lecture notes, item by item: what stands where, in our words. Claims and errata say what they are about."""

from __future__ import annotations

from ...errors import UnknownName
from .items import KINDS, Item, Note, Place
from .n0 import N0
from .n1 import N1
from .n2 import N2
from .n3 import N3
from .n4 import N4

__all__ = ["KINDS", "NOTES", "Item", "Note", "Place", "at"]

NOTES: dict[str, Note] = {note.name: note for note in (N0, N1, N2, N3, N4)}


def at(*texts: str) -> tuple[Place, ...]:
    """The places of notes that texts such as "N0, Theorem 3" stand for; raises if the note has no such item."""
    found = []
    for text in texts:
        note, _, place = text.partition(", ")
        if note not in NOTES:
            raise UnknownName.among("note", note, NOTES)
        if place not in NOTES[note].places:
            raise UnknownName.among(f"place in {note}", place, NOTES[note].places)
        found.append(Place(note, place))
    return tuple(found)
