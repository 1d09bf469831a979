"""A stream like RCV1, drawn and not stored: bags of words with Zipf frequencies, as svmlight text and as VW text."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

WIDTH = 47_236  # as RCV1 has


class Stream(NamedTuple):
    """Compressed sparse rows with labels."""

    starts: np.ndarray
    columns: np.ndarray
    values: np.ndarray
    labels: np.ndarray


def draw(rows: int, *, width: int = WIDTH, words: float = 80.0, seed: int = 1) -> Stream:
    """Rows of about so many words each, by Zipf's law; a planted vector says the label, one in twenty is wrong."""
    rng = np.random.default_rng(seed)
    chances = 1.0 / (np.arange(width) + 10.0)
    chances /= chances.sum()
    names = rng.permutation(width)
    planted = rng.normal(size=width)
    sizes = np.maximum(5, rng.poisson(words, size=rows))
    drawn = names[np.searchsorted(np.cumsum(chances), rng.random(sizes.sum()), side="right").clip(0, width - 1)]
    pairs = np.unique(np.repeat(np.arange(rows), sizes) * width + drawn)  # a word counts once
    owners, columns = pairs // width, pairs % width
    values = rng.lognormal(size=len(pairs))
    values /= np.sqrt(np.bincount(owners, weights=values**2, minlength=rows))[owners]
    values = np.round(values, 6)
    margins = np.bincount(owners, weights=values * planted[columns], minlength=rows)
    labels = np.where((margins > 0) ^ (rng.random(rows) < 0.05), 1, -1)
    starts = np.concatenate(([0], np.cumsum(np.bincount(owners, minlength=rows))))
    return Stream(starts, columns.astype(np.int32), values, labels)


def write(stream: Stream, path: Path, *, vw: bool = False) -> None:
    """Write the stream as svmlight text, or as VW text; numbers have six digits."""
    with path.open("w") as file:
        for t, y in enumerate(stream.labels):
            start, stop = stream.starts[t], stream.starts[t + 1]
            columns, values = stream.columns[start:stop].tolist(), stream.values[start:stop].tolist()
            entries = " ".join(f"{c}:{v:.6g}" for c, v in zip(columns, values, strict=True))
            file.write(f"{y} {'| ' if vw else ''}{entries}\n")
