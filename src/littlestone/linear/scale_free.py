# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""ScInOL2: bets on every coordinate, in its own units."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import BadParameter, StateError
from ..geometry.linear_guess import LinearGuess, WholeWeights
from ..learner import BY_LENGTH, RowLearner, misfit
from ..loss import Loss
from ..losses.loss_names import find_sloped_loss
from ..row import Row
from ..state import Held, Numbers, Table, Vector, fields
from ..support.settings import positive
from ..weights import too_heavy
from .linear import LinearLearner, longer
from .scale_free_theorems import RICHEST, ScaleFreeBound, ScaleFreeWealthBound

LARGER = "a number larger than all before it in its column counts for less"

if TYPE_CHECKING:
    from ..support import uncompiled as cython
else:
    try:
        import cython
    except ImportError:
        from ..support import uncompiled as cython

LARGEST, TOTAL, SQUARES, WEALTH = range(4)  # of a coordinate: M, theta/(h M), S/(h M)^2, eta; h is `heaviest`
SUMS = ("inner", "gross", "paid", "heard")


def stake(total: float, squares: float, wealth: float) -> float:
    """w h M, the weight of a coordinate in its own units: all of |theta|/s up to 1, of half its wealth over s."""
    inverse = 1.0 / math.sqrt(1.0 + squares)
    share = total * inverse
    if share > 1.0:
        share = 1.0
    elif share < -1.0:
        share = -1.0
    return share * wealth * (0.5 * inverse)


class ScaleFree(LinearLearner):
    """Bet on the next slope of every coordinate, in units of the largest value it has had: ScInOL2, without a rate.

        M_i <- max(M_i, |x_i|),   s_i = sqrt(S_i + M_i^2),   w_i = sgn(theta_i) min(|theta_i|/s_i, 1) eta_i/(2 s_i)
        guess = <w, x>,   g = loss'(guess);   theta_i <- theta_i - g x_i,   S_i <- S_i + (g x_i)^2,
        eta_i <- eta_i - g x_i w_i;   eta_i = eps at first                    (Kempka, Kotlowski, Warmuth 2019)

    There is nothing to tune: guesses do not change if a feature is multiplied by any number, and compared with any
    vector u the losses are at most the sum over i of eps + 2 |u_i| s_i (ln(3 |u_i| s_i^3/(eps x_i^2)) - 1)+ more, x_i
    being the first value of the coordinate that is not 0. The wealth eta_i of a coordinate never falls to 0. The
    present example counts in M_i when it is guessed for; what is stored of it is stored when its label comes.

    eps         the wealth of a coordinate to begin with, all that it can lose
    loss        "log" (logistic) or "hinge" of two classes; of numbers "absolute", "insensitive:0.1", "pinball:0.9":
                losses whose slope is 1 at most
    heaviest    h, the largest weight that an example can have: s_i = sqrt(S_i + (h M_i)^2)

    >>> from littlestone import Game, ScaleFree
    >>> game = Game(ScaleFree())
    >>> for x, y in 5 * [([1e-3, 0], +1), ([0, 1e6], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> wealth, regret = game.ledger.certificates
    >>> wealth.verdict, regret.verdict, round(regret.paid, 2), round(regret.allowed, 2)
    ('holds', 'holds', 0.8, 2.0)
    """

    name = "scale-free"
    kind = "linear"
    weighs = True
    theorems = (ScaleFreeWealthBound, ScaleFreeBound)
    for_squares = MappingProxyType({"loss": "absolute"})  # for numbers: squares have slopes without a bound
    losses = ("log", "hinge", "absolute", "insensitive", "pinball")
    saved = fields(
        Table("cells", "table()", shape=(lambda _, held: len(held["w"]) + 1, 4), columns=1),
        Vector("firsts", "first_values()", size=lambda _, held: len(held["w"]) + 1, columns=1),
        Numbers("sums", *SUMS),
    )
    variants = (
        {},
        {"loss": "hinge", "bias": 0.5, "eps": 0.1},
        {"loss": "absolute", "heaviest": 7.0, "bias": 2.0},
        {"loss": "insensitive:0.3"},
        {"loss": "pinball:0.9"},
    )

    def __init__(
        self, *, eps: float = 1.0, loss: str = "log", heaviest: float = 1.0, bias: float | None = None
    ) -> None:
        super().__init__(bias=bias)
        self.price = find_sloped_loss(loss)
        if self.price.name not in self.losses:
            raise BadParameter(
                f"the slopes of the {self.price.name} loss have no bound, and {self.name} bets on slopes from -1 to 1: "
                f"take 'absolute', 'insensitive:0.1' or 'pinball:0.9' for numbers, 'log' or 'hinge' for two classes; "
                f"or another learner for the {self.price.name} loss, such as adagrad"
            )
        self.eps = positive("eps", eps, "the wealth of a coordinate to begin with")
        self.heaviest = positive("heaviest", heaviest, "the largest weight that an example can have")
        self.richest = self.eps * RICHEST  # more is not bet
        self.cells = np.zeros(4)
        self.firsts = np.zeros(1)  # the first value of every coordinate that was not 0
        self.inner = 0.0  # the sum of g guess
        self.gross = 0.0  # the sum of |g x_i w_i|, for the rounding of the others
        self.paid = 0.0
        self.heard = 0.0

    def parameters(self) -> dict[str, Any]:
        return {
            "eps": self.eps,
            "loss": self.price.full_name,
            "heaviest": self.heaviest,
            "bias": self.bias or None,
        }

    @property
    def follows(self) -> Loss:
        return self.price

    @property
    def weights(self) -> Any:
        """A copy of the weights of examples no larger than those that came, one per column."""
        return self.true_weights()[1:]

    def true_weights(self) -> Any:
        """The weights w_i of all coordinates, the constant feature's first; 0 where nothing came."""
        largest = self.table()[:, LARGEST] * self.heaviest
        with np.errstate(over="ignore"):
            return np.concatenate(([self.bias_weight], self.w)) / np.where(largest > 0.0, largest, np.inf)

    def embedded_weights(self, width: int) -> Any:
        w = self.true_weights()[0 if self.bias != 0.0 else 1 :]
        return np.concatenate((w, np.zeros(max(0, width - len(w)))))

    def linear_guess(self) -> LinearGuess:
        return RowLearner.linear_guess(self)  # has none: a value larger than all before it shrinks its own weight

    def whole_weights(self) -> list[WholeWeights]:
        w = self.embedded_weights(1)
        first, constant = (1, self.bias * float(w[0])) if self.bias != 0.0 else (0, 0.0)
        note = BY_LENGTH if self.normalise else ""
        return [WholeWeights(w[first:], constant, note).noting(LARGER)]

    def part(self, i: int, value: float, bet: float) -> float:
        """w_i x_i h of coordinate i for this value of it, `bet` being its stake for values no larger than M_i."""
        c = 4 * i
        size = abs(value)
        largest: float = self.cells[c]
        if size < largest:
            return bet * (value / largest)
        if size > largest:
            shrunk = largest / size
            wealth = min(self.cells[c + 3], self.richest)
            bet = stake(self.cells[c + 1] * shrunk, self.cells[c + 2] * (shrunk * shrunk), wealth)
        return bet if value > 0.0 else -bet

    def move(self, i: int, value: float, bet: float, g: float) -> float:
        """Learn the slope h g where coordinate i had this value; return its new stake."""
        c = 4 * i
        size = abs(value)
        if size > self.cells[c]:
            if self.cells[c] == 0.0:
                self.cells[c + 3] = self.eps
                self.firsts[i] = size
            shrunk = self.cells[c] / size
            self.cells[c] = size
            self.cells[c + 1] *= shrunk
            self.cells[c + 2] *= shrunk * shrunk
            bet = stake(self.cells[c + 1], self.cells[c + 2], min(self.cells[c + 3], self.richest))
        if g == 0.0 or size == 0.0:
            return bet
        if size < self.cells[c]:
            gain = -g * (value / self.cells[c])
        else:
            gain = -g if value > 0.0 else g
        won = gain * bet
        self.gross += abs(won)
        total = self.cells[c + 1] + gain
        squares = self.cells[c + 2] + gain * gain
        wealth = self.cells[c + 3] + won
        self.cells[c + 1] = total
        self.cells[c + 2] = squares
        self.cells[c + 3] = wealth
        return stake(total, squares, min(wealth, self.richest))

    def predict(self, x: Row) -> float:
        batch = x.batch
        if cython.compiled:  # addresses, not views: to count the holders of a view takes longer than an entry
            columns, values = cython.address(batch.columns[0]), cython.address(batch.values[0])
            w = cython.address(self.w[0])
        else:
            columns, values, w = batch.columns, batch.values, self.w
        room = self.w.shape[0]
        if self.cells.shape[0] < 4 * room + 4:
            raise misfit(self)
        total = self.part(0, self.bias, self.bias_weight) if self.bias != 0.0 else 0.0
        for k in range(x.start, x.stop):
            i = columns[k]
            if i < room:
                total += self.part(i + 1, values[k], w[i])
        return total / self.heaviest

    def check_label(self, y: float, weight: float) -> None:
        if weight > self.heaviest:
            raise too_heavy(self, weight)

    def learn(self, x: Row, y: float, guess: float) -> None:
        h = self.importance
        self.check_label(y, h)
        g = h * self.price.slope(y, guess)
        self.heard += 1.0
        self.paid += h * self.price.value(y, guess, y)
        self.inner += g * guess
        if g != 0.0:
            self.updates += 1
        if x.width > self.w.shape[0]:
            self.widen(x.width)
        if self.cells.shape[0] < 4 * self.w.shape[0] + 4 or self.firsts.shape[0] <= self.w.shape[0]:
            raise misfit(self)
        g /= self.heaviest
        batch = x.batch
        if cython.compiled:
            columns, values = cython.address(batch.columns[0]), cython.address(batch.values[0])
            w = cython.address(self.w[0])
        else:
            columns, values, w = batch.columns, batch.values, self.w
        if self.bias != 0.0:
            self.bias_weight = self.move(0, self.bias, self.bias_weight, g)
        for k in range(x.start, x.stop):
            i = columns[k]
            w[i] = self.move(i + 1, values[k], w[i], g)

    def widen(self, width: int) -> None:
        room = self.room_for(width) + 1
        cells, firsts = self.cells, self.firsts
        if room > firsts.shape[0]:
            cells, firsts = longer(cells, 4 * room), longer(firsts, room)
        LinearLearner.widen(self, width)
        self.cells, self.firsts = cells, firsts

    def table(self) -> Any:
        """A copy of the four numbers of every coordinate, one row each, the constant feature's first."""
        return np.array(self.cells).reshape(-1, 4)

    def first_values(self) -> Any:
        """A copy of the sizes of the first values of all coordinates that were not 0; 0 where none came."""
        return np.array(self.firsts)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if (held["cells"][:, [LARGEST, SQUARES, WEALTH]] < 0.0).any():
            raise StateError("the largest value of a coordinate, its sum of squares and its wealth are 0 or more")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.cells, self.firsts = held["cells"].ravel(), held["firsts"]
