"""Sets that are drawn and not stored: XOR, circles, and River's generators, with the truth curved or changing."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

import numpy as np

ROWS = 10_000
SEED = 1
NOISE = 0.05
Pairs = tuple[list[dict[str, Any]], list[Any]]


def plane(points: np.ndarray) -> list[dict[str, Any]]:
    """Points of the plane as rows of two cells."""
    return [{"x": float(x), "y": float(y)} for x, y in points]


def xor() -> Pairs:
    """Points of [-1, 1]², class 1 where x y > 0; one label in twenty is flipped."""
    draw = np.random.default_rng(SEED)
    points = draw.uniform(-1.0, 1.0, (ROWS, 2))
    labels = (points[:, 0] * points[:, 1] > 0.0) ^ (draw.random(ROWS) < NOISE)
    return plane(points), [str(int(label)) for label in labels]


def circles() -> Pairs:
    """scikit-learn's circles, one of half the radius inside the other, with a deviation of 0.1."""
    from sklearn.datasets import make_circles

    points, labels = make_circles(ROWS, noise=0.1, factor=0.5, random_state=SEED)
    return plane(points), [str(label) for label in labels]


def drawn(pairs: Iterable[tuple[dict[Any, Any], Any]], numbers: bool = False) -> Pairs:
    """Pairs of a generator of River, their columns with names, their cells and labels as other sets have them."""
    rows, labels = [], []
    for x, y in pairs:
        rows.append({f"{name}" if isinstance(name, str) else f"c{name}": float(v) for name, v in x.items()})
        labels.append(float(y) if numbers else str(int(y)))
    return rows, labels


def agrawal(function: int) -> Pairs:
    """Loans by Agrawal's rules: function 0 asks for the age alone, 2 for age and education."""
    from river.datasets import synth

    return drawn(synth.Agrawal(classification_function=function, seed=SEED).take(ROWS))


def sea() -> Pairs:
    """The four concepts of SEA, one after the other, with one label in ten flipped."""
    from river.datasets import synth

    concepts = [synth.SEA(variant=v, noise=0.1, seed=SEED + v).take(ROWS // 4) for v in range(4)]
    return drawn(chain.from_iterable(concepts))


def hyperplane() -> Pairs:
    """A hyperplane of ten columns that turns in five of them, with about one label in twenty flipped."""
    from river.datasets import synth

    stream = synth.Hyperplane(seed=SEED, n_features=10, n_drift_features=5, mag_change=0.001, noise_percentage=NOISE)
    return drawn(stream.take(ROWS))


def friedman() -> Pairs:
    """Friedman's numbers: a sine, a square and two slopes of five of ten columns, and normal noise."""
    from river.datasets import synth

    return drawn(synth.Friedman(seed=SEED).take(ROWS), numbers=True)
