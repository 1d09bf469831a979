# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""`LikelyNames`: the names that are expected at the places of a line, because they stood there in the line before."""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...support import uncompiled as cython
else:
    try:
        import cython
    except ImportError:
        from ...support import uncompiled as cython

LITTLE = sys.byteorder == "little"  # is the machine little-endian?
PLACES = 64  # of a line; at later ones nothing is expected
SIZE = 16  # bytes of a name and of what follows it, at most
WORDS, HEAD, NUMBER = 6, 4, 5  # what is kept of a name: two words with their masks, group and size, and its number
BYTE, LOW, NOWHERE = 0xFF, 0xFFFFFFFF, 0xFFFFFFFF00000000  # a byte; half a word; group and size of no name


class LikelyNames:
    """Names by their places in a line, with the byte that follows each.

    In most files feature k of a line has the name that it had in the line before. So `again` compares the text with
    that name, sixteen bytes at once, before anybody looks for where it ends and hashes it. A name is expected once it
    has come twice in a row.
    """

    def __init__(self) -> None:
        self.stop = 0  # where the name that came again ends
        self.names = array("Q", bytes(8 * WORDS * PLACES))
        self.before = array("q", bytes(8 * PLACES))  # the numbers that came last
        self.clear()

    def clear(self) -> None:
        """Expect nothing: names are no longer what they were."""
        for place in range(PLACES):
            self.names[WORDS * place + HEAD] = NOWHERE
            self.before[place] = -1

    def again(self, text: Any, first: int, size: int, place: int, group: int) -> int:
        """The number of the name at `first` if it is the one that is expected there, and `stop` is its end; or -1.

        size    how many bytes of the text may be read
        """
        k = WORDS * place
        if place >= PLACES or first + SIZE > size or not LITTLE or self.names[k + HEAD] >> 32 != group:
            return -1
        if cython.compiled:
            word: int = cython.cast("const unsigned long long*", text + first)[0]
            other: int = cython.cast("const unsigned long long*", text + first)[1]
        else:
            word, other = (int.from_bytes(text[at : at + 8], "little") for at in (first, first + 8))
        if (word ^ self.names[k]) & self.names[k + 1] | (other ^ self.names[k + 2]) & self.names[k + 3]:
            return -1
        self.stop = first + (self.names[k + HEAD] & LOW)
        return int(self.names[k + NUMBER])

    def expect(self, text: Any, first: int, stop: int, place: int, group: int, number: int) -> None:
        """Say that the name with this number stood at a place, up to `stop`, where another byte of the text is."""
        size = stop - first + 1
        if place >= PLACES or size > SIZE:
            return
        if self.before[place] != number:
            self.before[place] = number
            return
        k = WORDS * place
        for half in range(2):
            word, mask = 0, 0
            for i in range(max(0, min(8, size - 8 * half))):
                byte = text[first + 8 * half + i]
                word |= byte << 8 * i
                mask |= BYTE << 8 * i
            self.names[k + 2 * half] = word
            self.names[k + 2 * half + 1] = mask
        self.names[k + HEAD] = group << 32 | (stop - first)
        self.names[k + NUMBER] = number
