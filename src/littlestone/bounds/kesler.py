"""Many classes as two: the construction of Kesler.

Put a copy of the columns beside each other for every class. A matrix of weights is then one vector, and to score y
above r by a margin on x is to have that margin on the vector z which holds x in the place of y and -x in that of r. A
learner that adds multiples of x to one class and takes them from another is a learner of two classes on such z, all
of them positive, with |z|^2 = 2 |x|^2.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..learners.multiclass.matrix import MatrixLearner
from ..row import Batch
from .updates_kept import Kept


class Expanded(NamedTuple):
    """A matrix learner as a learner of two classes: the vectors z, and which weight each of their columns is."""

    learner: MatrixLearner
    kept: Kept
    coordinates: Any
    classes: Any
    C: float  # how aggressive its steps may be, where that is a setting

    def embedded_weights(self, width: int) -> Any:
        """The weights of the columns of z, and as one more the length of all others, which should be zero."""
        matrix = self.learner.matrix()
        w = np.zeros(len(self.coordinates))
        there = (self.coordinates < matrix.shape[0]) & (self.classes < matrix.shape[1])
        where = (self.coordinates[there], self.classes[there])
        w[there] = matrix[where]
        rest = matrix.copy()
        rest[where] = 0.0
        return np.append(w, np.linalg.norm(rest))


def expanded(learner: MatrixLearner, kept: Kept, rivals: Any, margins: Any) -> Expanded:
    """The vectors z of the kept rounds; the labels of the batch are the true classes, `margins` the guesses for z."""
    batch = kept.batch
    sizes = np.diff(batch.starts)
    owners = np.tile(np.repeat(np.arange(batch.rows), sizes), 2)
    classes = np.concatenate((np.repeat(np.asarray(batch.labels), sizes), np.repeat(rivals, sizes))).astype(np.int64)
    coordinates = np.tile(np.asarray(batch.columns, dtype=np.int64), 2)
    values = np.concatenate((np.asarray(batch.values), -np.asarray(batch.values)))
    keys = classes * max(1, batch.width) + coordinates
    order = np.lexsort((keys, owners))
    names, columns = np.unique(keys[order], return_inverse=True)
    z = Batch(2 * np.asarray(batch.starts), columns, values[order], len(names), np.ones(batch.rows)).trust()
    found = Kept(z, margins, kept.mistaken, 2.0 * kept.squares)
    width = max(1, batch.width)
    return Expanded(learner, found, names % width, names // width, getattr(learner, "C", 1.0))
