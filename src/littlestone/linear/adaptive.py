# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Base of learners with a rate for every coordinate, which falls with the gradients of that coordinate."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import StateError
from ..learner import misfit
from ..row import Row
from ..state import Held, Table, fields
from ..support.settings import HUGE
from .first_order import GradientLearner
from .linear import longer

if TYPE_CHECKING:
    from ..support import uncompiled as cython
else:
    try:
        import cython
    except ImportError:
        from ..support import uncompiled as cython

TOTAL = 0  # of a coordinate: the sum of g,
SQUARES = 1  # the sum of g^2,
STIFFNESS = 2  # the stiffness,
PULL = 3  # and the sum of d w


class AdaptiveLearner(GradientLearner):
    """Descent with the rate alpha/(beta + sqrt(sum of g_i^2)) in coordinate i:

        n_i <- n_i + g_i^2,   s_i = (beta + sqrt(n_i))/alpha,   w_i <- w_i - g_i/s_i

    which is what AdaGrad and FTRL-Proximal have in common; a rule with penalties on its weights computes these in
    `priced`. The four numbers of a coordinate are adjacent in memory, for the cache. Coordinate 0 is the constant
    feature's, that of column i is i + 1.
    """

    saved = fields(Table("cells", "table()", shape=(lambda _, held: len(held["w"]) + 1, 4), columns=1))

    def __init__(self, *, alpha: float, beta: float, loss: str, bias: float | None, normalise: bool) -> None:
        super().__init__(loss=loss, bias=bias, normalise=normalise)
        self.alpha = alpha
        self.beta = beta
        self.prices = False  # does the rule have penalties on its weights?
        self.cells = np.zeros(4)

    def step(self, x: Row, slope: float, guess: float) -> None:
        if x.width > self.w.shape[0] or self.cells.shape[0] < 4 * self.w.shape[0] + 4:
            raise misfit(self)
        if self.normalise:
            slope *= self.shrink(x)
        self.updates += 1
        batch = x.batch
        if cython.compiled:  # addresses, not views: to count the holders of a view takes longer than an entry
            columns, values = cython.address(batch.columns[0]), cython.address(batch.values[0])
            w, cells = cython.address(self.w[0]), cython.address(self.cells[0])
        else:
            columns, values, w, cells = batch.columns, batch.values, self.w, self.cells
        inverse = 1.0 / self.alpha
        beta = self.beta
        prices = self.prices
        drag = 0.0
        weighted = 0.0
        for k in range(x.start, x.stop):
            i = columns[k]
            c = 4 * i + 4  # the cells of the coordinate: total, squares, stiffness, pull
            g = slope * values[k]
            weight = w[i]
            total = cells[c] + g
            squares = cells[c + 1] + g * g
            cells[c] = total
            cells[c + 1] = squares
            stiffness = (beta + math.sqrt(squares)) * inverse
            if stiffness > 0.0 and squares < HUGE:  # a gradient whose square overflows changes nothing
                move = g / stiffness
                pulled = (stiffness - cells[c + 2]) * weight
                pull = cells[c + 3] + pulled
                cells[c + 2] = stiffness
                cells[c + 3] = pull
                drag += pulled * weight
                weighted += g * move
                w[i] = self.priced(total - pull, stiffness) if prices else weight - move
        self.drag += drag
        self.weighted += weighted
        if self.bias != 0.0:
            self.step_bias(slope * self.bias)

    def step_bias(self, g: float) -> None:
        """The same for the constant feature."""
        w = self.bias_weight
        total = self.cells[TOTAL] + g
        squares = self.cells[SQUARES] + g * g
        self.cells[TOTAL] = total
        self.cells[SQUARES] = squares
        stiffness = (self.beta + math.sqrt(squares)) * (1.0 / self.alpha)
        if stiffness > 0.0 and squares < HUGE:
            pulled = (stiffness - self.cells[STIFFNESS]) * w
            pull = self.cells[PULL] + pulled
            self.cells[STIFFNESS] = stiffness
            self.cells[PULL] = pull
            self.drag += pulled * w
            self.weighted += g * (g / stiffness)
            self.bias_weight = self.priced(total - pull, stiffness) if self.prices else w - g / stiffness

    def priced(self, z: float, stiffness: float) -> float:
        """The weight of a coordinate with these sums, where weights have penalties; z is the sum of g - d w."""
        return -z / stiffness

    def widen(self, width: int) -> None:
        room = 4 * (self.room_for(width) + 1)
        cells = longer(self.cells, room) if room > self.cells.shape[0] else self.cells
        GradientLearner.widen(self, width)
        self.cells = cells

    def table(self) -> Any:
        """A copy of the four numbers of every coordinate, one row each."""
        return np.array(self.cells).reshape(-1, 4)

    def sums(self) -> Any:
        cells = self.table()
        return cells[:, TOTAL], cells[:, STIFFNESS], cells[:, PULL]

    def squares(self) -> Any:
        """The sum of g^2 of every coordinate."""
        return self.table()[:, SQUARES]

    def lengths(self) -> Any:
        """sqrt(sum of g^2) of every coordinate."""
        return np.sqrt(self.squares())

    def measurable(self) -> bool:
        cells = self.table()
        squares = cells[:, SQUARES]
        return bool(squares.max() < HUGE and squares[cells[:, TOTAL] != 0].min(initial=1.0) >= 1e-280)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if (held["cells"][:, SQUARES] < 0.0).any():
            raise StateError(f"a sum of squares is 0 or more, not {held['cells'][:, SQUARES].min()}")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.cells = held["cells"].ravel()
