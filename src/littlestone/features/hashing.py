"""The hashing trick: the column of a name is part of its hash, so that names need not be stored."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from ..errors import BadFeature, BadParameter
from ..row import Row
from ..support.settings import whole
from .arrays import is_columnar, record_of
from .features import CHUNK, Features
from .indicator import Ready
from .name_table import murmur3

MOST_BITS = 30
MOST_SEED = 2**32 - 1


class HashedFeatures(Features):
    """2^b columns for any number of names: `Game(Perceptron(), features=HashedFeatures(20))`.

        column = the lowest b bits of h(name),  sign = -1 if the highest bit of h(name) is set, else +1
        x[column] <- x[column] + sign * value                                    (Weinberger et al. 2009)

    with h the murmur3 of the name in UTF-8. Names that collide share a column; because of the signs the inner product
    of two hashed examples is unbiased. Names are not stored: a game cannot show them, and its memory is fixed from the
    start.

    hash_bits    b, from 1 to 30
    seed         of the hash: other seeds give other collisions

    >>> from littlestone import Game, Perceptron
    >>> game = Game(Perceptron(), features=HashedFeatures(4))
    >>> game.predict({"free": 1, "win": 2}).x
    Row({10: -2, 14: 1})
    """

    def __init__(self, hash_bits: int, *, seed: int = 0) -> None:
        if whole("hash_bits", hash_bits, "a number of bits", least=1) > MOST_BITS:
            raise BadParameter(f"hash_bits is a number of bits, at most {MOST_BITS}, not {hash_bits}")
        if whole("seed", seed, "a whole number") > MOST_SEED:
            raise BadParameter(f"the seed of a hash has 32 bits: at most {MOST_SEED:,}, not {seed}")
        self.hash_bits = hash_bits
        super().__init__()
        self.seed = seed

    def __repr__(self) -> str:
        return f"HashedFeatures({self.hash_bits}{f', seed={self.seed}' if self.seed else ''})"

    @property
    def hashing(self) -> tuple[int, ...]:
        """The bits and the seed."""
        return (self.hash_bits, self.seed)

    def written(self) -> list[str] | dict[str, int]:
        return {"hash_bits": self.hash_bits, "seed": self.seed}

    def row(self, x: Any) -> Row:
        """Convert a mapping of names to numbers, or take a row whose names were hashed before."""
        if isinstance(x, Row):
            if x.width > self.size():
                raise BadFeature(f"this game has {self.size():,} hashed columns, but the row is {x.width:,} wide")
            return x.batch.view(x.start, x.stop, x.width)
        if is_columnar(x):
            return self.named(record_of(x), True)
        if not hasattr(x, "items"):
            raise BadFeature(f"this game hashes names; give a mapping of names to numbers, not a {type(x).__name__}")
        return self.named(x if isinstance(x, dict) else dict(x.items()), type(x) is not Ready)

    def size(self) -> int:
        return 1 << self.hash_bits

    def filled(self, x: dict[str, Any], raw: bool) -> Row | None:
        """Write the features of an example into the buffer; values that collide are added up."""
        if raw:
            return None
        if self.used + len(x) > self.room:
            self.renew(max(CHUNK, len(x)))
        mask = self.size() - 1
        places: dict[int, int] = {}
        k = self.used
        for name, value in x.items():
            code = murmur3(name.encode(errors="surrogatepass"), self.seed)
            number = 0.0 - value if code >> 31 else value + 0.0
            at = places.setdefault(code & mask, k)
            if at == k:
                self.buffer_columns[k] = code & mask
                self.buffer_values[k] = number
                k += 1
                continue
            number += float(self.buffer_values[at])
            if not math.isfinite(number):
                raise self.complaint(name, value)
            self.buffer_values[at] = number
        self.sort(self.used, k)
        row = self.buffer.view(self.used, k, self.size())
        self.used = k
        return row


def columns_as_written(written: list[str] | dict[str, int]) -> Features:
    """Restore the columns of a saved game from their `written`."""
    return HashedFeatures(**written) if isinstance(written, dict) else Features(written)


def kept_names(features: Features | Iterable[str]) -> Iterable[str]:
    """The names of the columns; raises if they are hashed, as experts need names."""
    if isinstance(features, HashedFeatures):
        raise BadParameter("the columns of a game of advice are experts, who have names or numbers: hash no names")
    return features.names if isinstance(features, Features) else features
