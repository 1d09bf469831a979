"""The largest weight of a round in a file, for learners that must be promised it before the first one."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from ..errors import LittlestoneError
from ..features.batches import row_weights, truths_of
from ..rows.weighed import BALANCED
from .arguments import class_weights
from .reading import Reading


def with_promise(
    player: Any, parameters: dict[str, Any], reading: Reading, files: list[str], classes: str | None
) -> dict[str, Any]:
    """The parameters, with the largest weight in these files if the learner asks for it and the user gave none.

    `files` are those with the labels, and are read once more for that; what can be read only once is not. `classes` are
    the weights of classes, as --class-weight says.
    """
    asked = "heaviest" in player.parameters() and "heaviest" not in parameters
    if not asked or not all(Path(file).is_file() for file in files):
        return parameters
    most = heaviest_in(reading, files, player.truths, classes)
    return {**parameters, "heaviest": most} if most > 1.0 else parameters


def heaviest_in(reading: Reading, files: list[str], truths: str, classes: str | None) -> float:
    """The largest weight of a round; 1 if rounds have none. What is wrong with a line is said when it is played."""
    source = reading.open_all(files, truths)
    weighed = reading.weight is not None or source.events or getattr(source.innermost(), "importance", "") == "use"
    given = 1.0
    if classes is not None and classes != BALANCED:
        given = max(float(weight) for _, weight in class_weights(classes, None))
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
    return most * given


def balanced(weights: list[float], truths: list[Any], came: Counter[Any]) -> list[float]:
    """These weights times those of their classes by how often they came so far: see `ClassWeights`."""
    found = []
    for weight, y in zip(weights, truths, strict=True):
        if y is not None and weight > 0.0:
            came[y] += 1
            found.append(weight * (came.total() / (len(came) * came[y])))
    return found
