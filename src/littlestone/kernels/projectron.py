"""The Projectron: a kernel Perceptron that remembers only what the support cannot say."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..row import Row
from ..state import Held, Number, Table, fields
from ..support.linear_algebra import backward, dot, forward
from ..support.settings import real, whole
from .projectron_theorems import ProjectronBound
from .support_set import KernelLearner

HIDDEN = 1e-14  # of the squared length and of every part of it: what rounding may hide of a distance counts as one
DEPENDENT = 1e-9  # an example this near to the span of the support (squared, relative) is always projected


class Projectron(KernelLearner):
    """On a mistake, add the example itself if it is new, else its projection on the span of the support.

        guess = sum of a_i K(x_i, x);   on a mistake, with P the projection on the span and d = |x - P x|:
        w <- w + y x, remembering x, if d > eta;   w <- w + y P x, remembering nothing, otherwise
                                                                        (Orabona, Keshet and Caputo 2009)

    With D the sum of all d that were cut off, every vector u with hinge losses L on the mistakes allows at most
    L + |u| (D + R sqrt(M)) of them: for eta = 0 that is the Perceptron's theorem. A bounded set of examples is spanned
    to within eta by finitely many, so the support stays finite; a `budget` makes it as small as you like, at the price
    of a larger D. It keeps a factor of the Gram matrix: a mistake costs the square of the support.

    kernel    "linear", <a, b>; "polynomial", (gamma <a, b> + offset)^degree; "rbf", e^(-gamma |a - b|^2)
    eta       the distance from the span up to which an example is projected, 0 or more
    budget    how many examples may be remembered at most; when there are so many, all others are projected

    >>> from littlestone import Game, Projectron
    >>> game = Game(Projectron(kernel="polynomial", degree=2))
    >>> for x, y in 20 * [([0, 0], -1), ([0, 1], +1), ([1, 0], +1), ([1, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> game.learner.count, certificate.verdict, certificate.paid <= certificate.allowed
    (4, 'holds', True)
    """

    name = "projectron"
    kind = "kernel"
    conservative = True
    theorems = (ProjectronBound,)
    saved = fields(Table("factor", shape=2 * (lambda _, held: len(held["a"]),)), Number("cut"))
    variants = ({}, {"eta": 0.3}, {"eta": 0.01, "budget": 5})

    def __init__(
        self,
        *,
        eta: float = 0.1,
        budget: int | None = None,
        kernel: str = "rbf",
        degree: int = 3,
        gamma: float = 1.0,
        offset: float = 1.0,
    ) -> None:
        super().__init__(kernel=kernel, degree=degree, gamma=gamma, offset=offset)
        self.eta = real("eta", eta, "a distance")
        if self.eta < 0:
            raise BadParameter(f"eta is a distance, 0 or more, not {eta}")
        self.budget = None if budget is None else whole("budget", budget, "a number of examples", least=1)
        self.factor = np.zeros((0, 0))  # F, lower triangular: F F' is the Gram matrix of the support
        self.cut = 0.0  # D, the sum of the distances that were cut off

    def parameters(self) -> dict[str, Any]:
        return {"eta": self.eta, "budget": self.budget, **super().parameters()}

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) == y:
            return
        square = self.itself(x)
        if not 0.0 < square < np.inf:  # what is nothing, or no number, there is no span of
            return
        along = self.along(x)
        parts = backward(self.factor, along)
        hidden = HIDDEN * square * (1.0 + float(np.abs(parts).sum()))
        rest = max(square - dot(along, along), hidden)
        full = self.budget is not None and self.count >= self.budget
        if full or rest <= max(self.eta * self.eta, DEPENDENT * square, hidden):
            np.asarray(self.a)[: self.count] += y * parts
            self.cut += math.sqrt(rest)
        else:
            self.factor = np.pad(self.factor, (0, 1))
            self.factor[-1] = np.append(along, math.sqrt(rest))
            self.store(x, y)
        self.updates += 1

    def along(self, x: Row) -> Any:
        """The projection of x on the span of the support, in coordinates of length one each."""
        self.products(x)
        return forward(self.factor, np.array(self.k)[: self.count])

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        factor, cut = held["factor"], held["cut"]
        if not (np.diag(factor) > 0.0).all() or not np.isfinite(factor).all() or not 0.0 <= cut < 1e150:
            raise StateError(f"this {type(self).__name__} has a Gram matrix or a sum of distances that cannot be")
