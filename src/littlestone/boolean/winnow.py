# cython: boundscheck=False, wraparound=False
"""Winnow."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..learner import misfit
from ..row import Batch, Row
from ..state import Held, Vector, fields
from ..support import elementary
from ..support.settings import flag, real
from .formulas import AT_LEAST, SHOWN, Names, joined, literal, order_of
from .variables import VariablesLearner
from .winnow_theorems import DisjunctionBound

LARGEST_LOG = 600.0  # e^600 is the most a weight may be: a sum of weights never overflows
ELIMINATED = np.iinfo(np.int32).min  # the exponent of a weight that was set to zero for good


class Winnow(VariablesLearner):
    """Multiply the weights of the active variables up when a positive was missed, down when a negative was not.

        guess = <w, x> - theta;   on a mistake   w_i <- w_i (1 + beta)^(+-1) where x_i = 1     (Littlestone 1988)

    Weights start at one and are kept as whole exponents of 1 + beta, so they neither drift nor die out. If
    some disjunction of k variables fits, theta = n and beta = 1, there are at most 1 + 3k(1 + floor(log2 n))
    mistakes: the number of variables counts only by its logarithm.

    n            how many variables there are; None takes it from the data, if the data says
    theta        the threshold, at least 1; None stands for the number of variables
    beta         how much a promotion adds, more than 0
    strict       act +1 only above the threshold (True), or also on it (False)
    demote       "divide" by 1 + beta, or "eliminate": set to zero for good (Winnow1)
    negations    give every variable a negated copy, so that any literals may stand in the disjunction

    >>> from littlestone import Game, Winnow
    >>> game = Game(Winnow(n=4))
    >>> for _ in range(8):
    ...     move = game.predict([1, 0, 0, 0])
    ...     game.label(move.number, +1)
    >>> game.ledger.mistakes, game.ledger.certificates[0].allowed
    (3, 10.0)
    """

    name = "winnow"
    conservative = True
    theorems = (DisjunctionBound,)
    reason = "its threshold depends on their number"
    saved = fields(
        Vector("exponents", size=lambda own, held: (2 if own.negations else 1) * max(0, held["n"]), dtype=np.int32)
    )
    variants = (
        {},
        {"demote": "eliminate"},
        {"demote": "eliminate", "strict": False},
        {"strict": False, "theta": 3.0},
        {"negations": True, "beta": 0.5},
    )

    def __init__(
        self,
        *,
        n: int | None = None,
        theta: float | None = None,
        beta: float = 1.0,
        strict: bool = True,
        demote: str = "divide",
        negations: bool = False,
    ) -> None:
        if theta is not None:
            theta = real("theta", theta, "a threshold")
            if not 1 <= theta <= 1e100:
                raise BadParameter(
                    f"theta is a threshold from 1 to 1e100, or None for the number of variables, not {theta}"
                )
        if not 1e-6 <= real("beta", beta, "how much a promotion adds") <= 1e6:
            raise BadParameter(f"beta is how much a promotion adds, from 1e-6 to 1e6, not {beta}")
        if demote not in ("divide", "eliminate"):
            raise BadParameter(f"demote is 'divide' or 'eliminate', not {demote!r}")
        self.given_theta = theta
        self.beta = float(beta)
        self.base = 1.0 + beta
        self.most = int(LARGEST_LOG / elementary.log1p(beta))  # weights stay finite, whatever is told of the guesses
        self.strict = flag("strict", strict)
        self.demote = demote
        self.negations = flag("negations", negations)
        self.theta = 1.0
        self.exponents = np.zeros(0, dtype=np.int32)
        self.w = np.zeros(0)
        super().__init__(n)
        self.at_zero = -1.0 if strict else 1.0

    def parameters(self) -> dict[str, Any]:
        return {
            **super().parameters(),
            "theta": self.given_theta,
            "beta": self.beta,
            "strict": self.strict,
            "demote": self.demote,
            "negations": self.negations,
        }

    def begin(self, n: int) -> None:
        """Give n variables the weight one."""
        size = 2 * n if self.negations else n
        exponents, w = np.zeros(size, dtype=np.int32), np.ones(size)
        self.n, self.exponents, self.w = n, exponents, w
        self.theta = float(max(1, size)) if self.given_theta is None else float(self.given_theta)

    @property
    def weights(self) -> Any:
        """A copy of the weights: the variables, then their negations if there are any."""
        return np.array(self.w)

    def embed(self, x: Row) -> Row:
        """The variables that are on and, with `negations`, the negations of those that are off."""
        if not self.negations:
            return x
        on = x.dense(self.n) != 0
        columns = np.concatenate((np.flatnonzero(on), self.n + np.flatnonzero(~on)))
        return Batch([0, self.n], columns, np.ones(self.n), 2 * self.n).row(0)

    def predict(self, x: Row) -> float:
        if x.width > self.n:
            raise self.too_wide(x.width)
        return self.embed(x).dot(self.w) - self.theta

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) != y:
            self.multiply(self.embed(x), 1 if y > 0.0 else -1)
            self.updates += 1

    def multiply(self, x: Row, sign: int) -> None:
        """Promote (sign +1) or demote (-1) the variables that are on in x."""
        if x.width > self.exponents.shape[0]:
            raise self.too_wide(x.width)
        if self.w.shape[0] != self.exponents.shape[0]:
            raise misfit(self)
        batch = x.batch
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            if batch.values[k] == 0.0 or self.exponents[i] == ELIMINATED:
                continue
            if sign < 0 and self.demote == "eliminate":
                self.exponents[i] = ELIMINATED
                self.w[i] = 0.0
            else:
                exponent = min(int(self.exponents[i]) + sign, self.most)
                self.exponents[i] = exponent
                self.w[i] = elementary.power(self.base, exponent)

    def hypothesis(self, names: Names = None) -> str:
        """The threshold as a formula, such as "2 x1 + x3 > 4", without weights of zero; of many weights the largest.

        Variable by variable, a negation behind its variable.
        """
        weights = np.array(self.w)
        heaviest = np.argsort(-weights, kind="stable")[: min(SHOWN, np.count_nonzero(weights))].tolist()
        heaviest.sort(key=lambda i: (order_of(i % self.n, names), i))
        terms = ["" if weights[i] == 1 else f"{weights[i]:g} " for i in heaviest]
        for place, i in enumerate(heaviest):
            terms[place] += literal(int(i) % self.n, names, negated=bool(i >= self.n))
        if np.count_nonzero(weights) > SHOWN:
            terms.append("...")
        return f"{joined(terms, '+', '0')} {'>' if self.strict else AT_LEAST} {self.theta:g}"

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        for i in range(len(held["exponents"])):
            exponent = int(self.exponents[i])
            self.w[i] = 0.0 if exponent == ELIMINATED else elementary.power(self.base, exponent)
