"""How a record of many like games is written down in little space: every list, mapping and text of it once.

What is written is JSON: `pieces`, of which each may refer to those before it, and the last of which is the whole. A
list in it is one of

    [n, value, ...]     a mapping with the keys of `keys[n]`, n = 0, 1, ...
    [-1, value, ...]    a list
    [-2, n]             piece n

and everything else stands for itself.
"""

from __future__ import annotations

import json
from typing import Any

LIST, PIECE = -1, -2
SHORT = 8  # signs up to which nothing is saved by referring to it


class Writer:
    """Turns plain values into pieces."""

    def __init__(self) -> None:
        self.keys: dict[tuple[str, ...], int] = {}
        self.pieces: dict[str, int] = {}

    def shared(self, value: Any) -> Any:
        """A value as it is written: itself if it is short, else a reference to a piece."""
        if isinstance(value, dict):
            number = self.keys.setdefault(tuple(value), len(self.keys))
            coded: Any = [number, *(self.shared(one) for one in value.values())]
        elif isinstance(value, list):
            coded = [LIST, *(self.shared(one) for one in value)]
        elif isinstance(value, str):
            coded = value
        else:
            return value
        text = json.dumps(coded, separators=(",", ":"))
        if len(text) <= SHORT:
            return coded
        return [PIECE, self.pieces.setdefault(text, len(self.pieces))]


def written(value: Any) -> str:
    """The text that `read` makes the value of again; what is referred to only once stands where it is needed."""
    writer = Writer()
    writer.shared(value)
    pieces = [json.loads(text) for text in writer.pieces]
    asked = [0] * len(pieces)
    for piece in pieces:
        for n in references(piece):
            asked[n] += 1
    numbers: dict[int, int] = {}
    lines: list[str] = []

    def settled(one: Any) -> Any:
        if not isinstance(one, list):
            return one
        if one[0] == PIECE:
            return [PIECE, numbers[one[1]]] if one[1] in numbers else settled(pieces[one[1]])
        return [one[0], *map(settled, one[1:])]

    for n, piece in enumerate(pieces):
        if asked[n] != 1:
            text = json.dumps(settled(piece), separators=(",", ":"))
            numbers[n] = len(lines)
            lines.append(text)
    keys = json.dumps([list(keys) for keys in writer.keys])
    return f'{{"keys": {keys},\n"pieces": [\n' + ",\n".join(lines) + "\n]}\n"


def references(piece: Any) -> list[int]:
    """The pieces that a piece refers to."""
    if not isinstance(piece, list):
        return []
    if piece[0] == PIECE:
        return [piece[1]]
    return [n for one in piece[1:] for n in references(one)]


def read(text: str) -> Any:
    """The value that was `written`."""
    record = json.loads(text)
    keys, values = record["keys"], []

    def known(one: Any) -> Any:
        if not isinstance(one, list):
            return one
        if one[0] == PIECE:
            return values[one[1]]
        rest = [known(each) for each in one[1:]]
        return rest if one[0] == LIST else dict(zip(keys[one[0]], rest, strict=True))

    for piece in record["pieces"]:
        values.append(known(piece))
    return values[-1]
