"""Pseudorandom normal numbers that are the same on every processor."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import elementary

STEP, FIRST, SECOND = (np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def normals(seed: int, count: int) -> Any:
    """`count` independent draws from the normal distribution of mean 0 and variance 1, a function of the seed.

    Of points uniform in a square, those in the circle make two each by Marsaglia's polar method (Marsaglia and Bray
    1964), with our own logarithm. The library's generators take C's logarithm in the tails, whose last bit depends on
    the processor.

    >>> normals(7, 3).tolist() == normals(7, 5).tolist()[:3]
    True
    """
    found, begun, have = [], 0, 0
    while have < count:
        block = 64 + (count - have) * 3 // 4  # pairs; four in five lie in the circle, and each makes two
        u, v = 2.0 * uniforms(seed, begun, 2 * block).reshape(block, 2).T - 1.0
        square = u * u + v * v
        inside = (square > 0.0) & (square < 1.0)
        square = square[inside]
        scale = np.sqrt(-2.0 * elementary.logs(square) / square)
        pairs = np.column_stack((u[inside] * scale, v[inside] * scale)).reshape(-1)
        found.append(pairs)
        begun, have = begun + 2 * block, have + len(pairs)
    return np.concatenate(found)[:count] if found else np.zeros(0)


def uniforms(seed: int, begun: int, count: int) -> Any:
    """Numbers `begun`, ... of a sequence that is uniform in [0, 1): SplitMix64 (Steele, Lea and Flood 2014)."""
    start = mixed(np.array([seed], dtype=np.uint64))
    return (mixed(start + np.arange(begun, begun + count, dtype=np.uint64) * STEP) >> np.uint64(11)) * 2.0**-53


def mixed(z: Any) -> Any:
    """SplitMix64's finaliser, of every number: as in `littlestone.coin`."""
    z = z + STEP
    z = (z ^ (z >> np.uint64(30))) * FIRST
    z = (z ^ (z >> np.uint64(27))) * SECOND
    return z ^ (z >> np.uint64(31))
