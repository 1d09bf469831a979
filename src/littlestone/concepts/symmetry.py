"""The symmetries of a class over {0,1}^n: swapped variables, negated variables, and exchanged labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .concept_class import ConceptClass, row_keys

MOST = 8192  # images kept: all of {0,1}^5, with the other label too
OTHER = np.array([0, 2, 1, 3], dtype=np.uint8)  # what a key's bytes become when the labels are exchanged


class Symmetry:
    """The symmetries of a class: permutations of its points, each with the labels as they are or exchanged.

    Each candidate is verified on the class itself, however the class was made. A version space and its image have
    mistake trees of the same depth, so both get the same key: the least of all images.
    """

    def __init__(self, cls: ConceptClass) -> None:
        self.orders = np.arange(cls.points)[None, :]
        self.places = self.orders
        if cls.variables is not None:
            concepts = set(row_keys(cls.table))
            self.close(
                [
                    (order, other)
                    for order, other in candidates(cls)
                    if concepts.issuperset(row_keys(cls.table[:, order] ^ other))
                ]
            )

    def __len__(self) -> int:
        return len(self.orders)

    def close(self, generators: list[tuple[Any, bool]]) -> None:
        """Set the group that the generators generate; if it is too large, only the identity."""
        group = {image_key(self.orders[0], False): (self.orders[0], False)}
        new = list(group.values())
        while new:
            before, new = new, []
            for order, other in generators:
                for old, exchanged in before:
                    image = (old[order], exchanged ^ other)
                    key = image_key(*image)
                    if key not in group:
                        group[key] = image
                        new.append(image)
                if len(group) > MOST:
                    return
        self.orders = np.array([order for order, _ in group.values()])
        self.places = np.array([order + len(order) * exchanged for order, exchanged in group.values()])

    def canonical(self, key: bytes) -> bytes:
        """The least image of a key of `Search`: a byte for every point, 1 all say 0, 2 all say 1, 3 they differ.

        For n >= 3: over fewer variables no class is large enough to need it.
        """
        plain = np.frombuffer(key, dtype=np.uint8)
        both = np.concatenate((plain, OTHER[plain]))  # an image with exchanged labels reads the second half
        return bytes(least(both.take(self.places)).tobytes())

    def least_set(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """The least image of a set of points."""
        images = np.sort(self.orders[:, list(points)], axis=1)
        for place in range(len(points)):
            column = images[:, place]
            images = images[column == column.min()]
        return tuple(images[0].tolist())


def least(rows: Any) -> Any:
    """The first row in lexicographic order, read eight bytes at a time."""
    numbers = rows.view(">u8")
    for word in range(numbers.shape[1]):
        column = numbers[:, word].astype(np.uint64)
        numbers = numbers[column == column.min()]
    return numbers[0]


def candidates(cls: ConceptClass) -> Iterator[tuple[Any, bool]]:
    """The candidates: exchanged labels, each variable negated (with either label), each two neighbours swapped."""
    assert cls.variables is not None
    identity = np.arange(cls.points)
    yield identity, True
    for bit in range(cls.variables):
        for other in (False, True):
            yield identity ^ (1 << bit), other
    for bit in range(cls.variables - 1):
        differ = ((identity >> bit) ^ (identity >> (bit + 1))) & 1
        yield identity ^ (differ * (3 << bit)), False


def image_key(order: Any, exchanged: bool) -> bytes:
    """A symmetry as bytes, as a dict key."""
    return bytes(order.tobytes()) + bytes([exchanged])
