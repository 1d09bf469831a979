"""Many classes as two: the construction of Kesler.

Put a copy of the columns beside each other for every class. A matrix of weights is then one vector, and to score y
above r by a margin on x is to have that margin on the vector z which holds x in the place of y and -x in that of r. A
learner that adds multiples of x to one class and takes them from another is a learner of two classes on such z, all
of them positive, with |z|^2 = 2 |x|^2.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..errors import StateError
from ..row import Batch
from ..rows.updates_kept import Kept
from ..state import Held


class Expanded(NamedTuple):
    """The vectors z of some rounds, and for each of their columns its coordinate and class."""

    kept: Kept
    coordinates: Any
    classes: Any

    def weights(self, matrix: Any) -> Any:
        """The weights of the columns of z, followed by the length of all others, which should be zero."""
        w = np.zeros(len(self.coordinates))
        there = (self.coordinates < matrix.shape[0]) & (self.classes < matrix.shape[1])
        where = (self.coordinates[there], self.classes[there])
        w[there] = matrix[where]
        rest = matrix.copy()
        rest[where] = 0.0
        return np.append(w, np.linalg.norm(rest))


def expanded(kept: Kept, rivals: Any, margins: Any) -> Expanded:
    """The vectors z of the kept rounds; the labels of the batch are the true classes, `margins` the guesses for z."""
    batch = kept.batch
    sizes = np.diff(batch.starts)
    owners = np.tile(np.repeat(np.arange(batch.rows), sizes), 2)
    classes = np.concatenate((np.repeat(np.asarray(batch.labels), sizes), np.repeat(rivals, sizes))).astype(np.int64)
    coordinates = np.tile(np.asarray(batch.columns, dtype=np.int64), 2)
    values = np.concatenate((np.asarray(batch.values), -np.asarray(batch.values)))
    width = max(1, batch.width)
    keys = classes * width + coordinates
    most = int(keys.max(initial=0)) + 1
    if batch.rows * most < 2**62:
        order = np.argsort(owners * most + keys, kind="stable")  # by round and key: two sorted runs, which are merged
    else:
        order = np.lexsort((keys, owners))
    names, columns = numbered(keys[order])
    z = Batch(2 * np.asarray(batch.starts), columns, values[order], len(names), np.ones(batch.rows)).trust()
    return Expanded(Kept(z, margins, kept.mistaken, 2.0 * kept.squares, kept.weights), names % width, names // width)


def numbered(keys: Any) -> tuple[Any, Any]:
    """The unique keys in order, and the index of each key among them; a small table is used instead of sorting."""
    most = int(keys.max(initial=-1)) + 1
    if most > 8 * len(keys):
        return np.unique(keys, return_inverse=True)
    there = np.zeros(most, dtype=bool)
    there[keys] = True
    return np.flatnonzero(there), (np.cumsum(there) - 1)[keys]


def check_classes(learner: Any, held: Held) -> None:
    """Raise if the kept rounds of a saved state have classes that the learner does not know."""
    if learner is None:
        return
    classes = learner.classes
    for what, least, found in (("label", 0, held["rows/"]["labels"]), ("guess", -1, held["guesses"])):
        if not np.all((found == np.floor(found)) & (found >= least) & (found < classes)):
            raise StateError(f"a kept round has a {what} that is none of the {classes} classes")
