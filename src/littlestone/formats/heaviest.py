"""The largest weight of a round in a file, for learners that must be promised it before the first one."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from typing import Any

from ..errors import LittlestoneError
from ..features.batches import row_weights, truths_of
from ..features.features import Features
from ..rows.game import BALANCED
from .source import Source


def heaviest_in(source: Source, classes: Any = None) -> float:
    """The largest weight of a round; 1 if rounds have none.

    `classes` are weights of classes, "balanced" or pairs of a class and its weight. If rounds have weights the file is
    read for that from its first line to its last, besides being played. What is wrong with a line is said when it is
    played; names that were only read here have no columns.
    """
    reader = source.innermost()
    weighed = source.schema.weight is not None or source.events or getattr(reader, "importance", "") == "use"
    given = 1.0
    if classes is not None and classes != BALANCED:
        given = max(float(weight) for _, weight in classes)
    if not weighed and classes != BALANCED:
        return given
    most, came = 1.0, Counter[Any]()
    try:
        with closing(source.batches()) as batches:
            for batch in batches:
                weights = row_weights(batch)
                if classes == BALANCED:
                    weights = balanced(weights, truths_of(batch), came)
                most = max(most, max(weights, default=0.0))
    except LittlestoneError:
        pass
    if source.features is not None and not source.settled and not source.features.hashing:
        source.take_columns(Features(max_names=source.features.max_names))
    return most * given


def balanced(weights: list[float], truths: list[Any], came: Counter[Any]) -> list[float]:
    """These weights times those of their classes by how often they came so far: see `ClassWeights`."""
    found = []
    for weight, y in zip(weights, truths, strict=True):
        if y is not None and weight > 0.0:
            came[y] += 1
            found.append(weight * (came.total() / (len(came) * came[y])))
    return found
