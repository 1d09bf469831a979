# cython: boundscheck=False, wraparound=False
"""Examples whose features are divided by their largest magnitude so far."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..state import Vector, fields
from .rescaled import Rescaled, grown


class MaxScaled(Rescaled):
    """Sees every feature divided by its largest magnitude so far, that of this example included.

        m_i <- max(m_i, |x_i|)         z_i = x_i / m_i         (as Ross, Mineiro and Langford 2013 keep it)

    So every number lies between -1 and 1, whatever unit it was measured in, zero stays zero, and a feature that is only
    ever 1 stays as it is. There is no look ahead: the example of round t depends on rounds 1 to t alone, and on no
    label. The price is that one outlier makes all later values small; `Standardised` forgets outliers sooner, and moves
    the zero of a column to its mean.

    >>> from littlestone import Game, MaxScaled, Perceptron
    >>> game = Game(MaxScaled(Perceptron()))
    >>> for x, y in [([2, 1], +1), ([-8, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.learner.largest.tolist(), game.ledger.certificates[0].verdict
    ([8.0, 1.0], 'holds')
    """

    name = "max-scaled"
    scaled_so = "on numbers as they come; one larger than all before it in its column counts as the largest"
    saved = fields(Vector("most", columns=0, least=0.0, finite=True))

    def __init__(
        self, learner: Any = "perceptron", *, parameters: dict[str, Any] | None = None, **settings: Any
    ) -> None:
        super().__init__(learner, parameters=parameters, **settings)
        self.most = np.zeros(0)

    @property
    def largest(self) -> Any:
        """The largest magnitude of each column so far."""
        return np.array(self.most)

    def scaled(self, column: int, value: float) -> float:
        most = abs(value)
        if column < self.most.shape[0] and self.most[column] > most:
            most = self.most[column]
        return value / most if most > 0.0 else value

    def scales(self, width: int) -> tuple[Any, Any]:
        known = min(width, self.most.shape[0])
        factors, most = np.ones(width), np.asarray(self.most)[:known]
        factors[:known][most > 0.0] = 1.0 / most[most > 0.0]
        return factors, np.zeros(width)

    def take(self, column: int, value: float) -> None:
        if abs(value) > self.most[column]:
            self.most[column] = abs(value)

    def width(self) -> int:
        return self.most.shape[0]

    def widen(self, width: int) -> None:
        if width <= self.most.shape[0]:
            Rescaled.widen(self, width)
        elif self.leader is not None:
            self.leader.widen(width)
            Rescaled.widen(self, width)
            self.agrees(self.leader)
        else:
            most = grown(self.most, width)
            Rescaled.widen(self, width)
            self.most = most

    def agrees(self, other: Any) -> bool:
        same = self.leader is other or np.array_equal(self.most, other.largest)
        if same:
            self.most = other.shared()
        return same

    def shared(self) -> Any:
        """The largest magnitudes themselves, for another that rescales alike."""
        return self.most
