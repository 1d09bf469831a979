"""Balanced Winnow."""

from __future__ import annotations

from ..row import Row
from .signed_weights import SignedWeights
from .signed_weights_theorems import BalancedWinnowBound


class BalancedWinnow(SignedWeights):
    """Two weights a column, one for it and one against it; on a mistake, multiply both, in opposite ways.

        guess ~ <w+ - w-, x>;   on a mistake   w+_i <- w+_i e^(+eta y x_i),   w-_i <- w-_i e^(-eta y x_i)
                                                                       (Littlestone 1989; Grove et al. 2001)

    Winnow for any target and any features: weights of both signs, no threshold. What is said is divided by the sum of
    the weights, which changes no sign. With L the hinge losses of any vector u on the M mistaken examples, n the
    columns they have and X_t the largest entry of each,

        M <= L + (|u|_1/eta)(ln(2n) + sum of ln cosh(eta X_t)).

    If y <u, x> >= gamma for some |u|_1 = 1, these are at most 2 X^2 ln(2n)/gamma^2 mistakes at eta = gamma/X^2: n
    counts by its logarithm.

    eta    the rate: small where the margin is small

    >>> from littlestone import BalancedWinnow, Game
    >>> game = Game(BalancedWinnow())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates[0].verdict
    (1, 'holds')
    """

    name = "balanced-winnow"
    conservative = True
    theorems = (BalancedWinnowBound,)

    variants = ({}, {"eta": 5.0, "bias": 0.5}, {"normalise": True})

    def __init__(self, *, eta: float = 0.1, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__(eta=eta, bias=bias, normalise=normalise)

    def prior(self, j: int) -> float:
        return 1.0

    def predict(self, x: Row) -> float:
        return self.mixture(x)

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) != y and self.widest(x) < 1e100:
            self.tilt(x, y)
