"""The Forgetron."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import StateError
from ..row import Row
from ..state import Held, Number, fields
from ..support.linear_algebra import squared
from ..support.settings import whole
from .forgetron_theorems import DAMAGE, ForgetronBound, largest_factor
from .support_set import KernelLearner


class Forgetron(KernelLearner):
    """A kernel Perceptron that shrinks what it knows before it forgets the oldest example: little is lost with it.

        guess = sum of a_i K(x_i, x);   on a mistake   w <- w + y x;   with more than B examples in the support,
        w <- f w, and the oldest, whose coefficient is then s, is forgotten
                                                               (Dekel, Shalev-Shwartz and Singer 2008, self-tuned)

    Forgetting does at most s^2 + 2 s - 2 s m damage, m being y w(x) of the oldest; f is the largest number up to 1 with
    which all damage so far, D, is at most 15/32 of the mistakes. If no K(x, x) exceeds 1, every vector u with hinge
    losses L on the mistakes allows at most (1 + S) |u|^2 + 2 L + D of them, S the sum of (1 - f)/(1 + f): that is what
    `ForgetronBound` certifies. For B >= 83 and vectors up to (1/4) sqrt((B + 1)/ln(B + 1)) long it is 2 |u|^2 + 4 L at
    most.

    budget    B, how many examples are remembered at most
    kernel    "linear", <a, b>; "polynomial", (gamma <a, b> + offset)^degree; "rbf", e^(-gamma |a - b|^2)

    >>> from littlestone import Forgetron, Game
    >>> game = Game(Forgetron())
    >>> for x, y in 20 * [([0, 0], -1), ([0, 1], +1), ([1, 0], +1), ([1, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, certificate.paid, round(certificate.allowed, 1)
    ('holds', 4, 6.4)
    """

    name = "forgetron"
    kind = "kernel"
    conservative = True
    theorems = (ForgetronBound,)
    saved = fields(Number("damage"))
    variants = ({}, {"budget": 7})

    def __init__(
        self, *, budget: int = 100, kernel: str = "rbf", degree: int = 3, gamma: float = 1.0, offset: float = 1.0
    ) -> None:
        super().__init__(kernel=kernel, degree=degree, gamma=gamma, offset=offset)
        self.budget = whole("budget", budget, "a number of examples", least=1)
        self.damage = 0.0  # done by forgetting so far

    def parameters(self) -> dict[str, Any]:
        return {"budget": self.budget, **super().parameters()}

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) == y:
            return
        self.updates += 1
        self.store(x, y)
        if self.count > self.budget:
            self.forget()

    def forget(self) -> None:
        """Shrink, then forget the oldest."""
        oldest = self.support().row(0)
        sign = 1.0 if self.a[0] > 0.0 else -1.0
        s = abs(self.a[0])
        m = sign * self.predict(oldest)
        f = self.shrinkage(s, m)
        np.asarray(self.a)[: self.count] *= f
        self.damage += squared(f * s) + 2.0 * f * s - 2.0 * f * s * f * m
        self.drop(0)

    def shrinkage(self, s: float, m: float) -> float:
        """The largest f up to 1 with which all damage is at most 15/32 of the mistakes."""
        return largest_factor(s, m, DAMAGE * self.updates - self.damage)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if not held["damage"] < np.inf:
            raise StateError(f"the damage of a {type(self).__name__} is a number, not {held['damage']}")
