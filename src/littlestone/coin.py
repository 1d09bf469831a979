"""The random numbers of a game: the toss in round t is a function of the seed and t.

So a replay is exact without stored state, labels may come in any order, and a nature that sees the guess of a round
cannot see its coin.
"""

from __future__ import annotations

from .errors import BadParameter

MASK = (1 << 64) - 1


class Coin:
    """`toss(t)` is pseudorandom, uniform in [0, 1), and always the same for the same seed and t."""

    def __init__(self, seed: int = 0) -> None:
        if not 0 <= seed <= MASK:
            raise BadParameter(f"a seed is a whole number from 0 to 2^64 - 1, not {seed}")
        self.seed = seed

    @classmethod
    def apart(cls, seed: int, whose: str) -> Coin:
        """A coin for another user, `whose`, that is independent of the game's coin of the same seed."""
        return cls(mix(cls(seed).seed ^ int.from_bytes(whose.encode()[:8])))

    def toss(self, number: int) -> float:
        """The toss of round `number` (SplitMix64, Steele, Lea and Flood 2014, seeded by a mixed seed)."""
        z = (mix(self.seed) + number * 0x9E3779B97F4A7C15) & MASK
        return (mix(z) >> 11) * 2.0**-53


def mix(z: int) -> int:
    """SplitMix64's finaliser: every bit of the result depends on every bit of z."""
    z = (z + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)
