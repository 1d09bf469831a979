"""The exponentiated gradient portfolio."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..state import Vector, fields
from ..support.settings import real
from .logarithms import softmax
from .portfolio import PortfolioLearner
from .portfolio_theorems import EGPortfolioBound


class EGPortfolio(PortfolioLearner):
    """Multiply every share by e to the power of its slope: a little more of what did better than the portfolio.

        b_i <- b_i e^(eta g_i) / sum_j b_j e^(eta g_j),   g = x / <b, x>                    (Helmbold et al. 1998)

    With g the gradient of ln <b, x>, its regret against the best constant rebalanced portfolio is at most
    (ln d)/eta + (eta/8) sum_t (max_i g_ti - min_i g_ti)^2, on any market: linear functions are the worst concave ones,
    and on those it is Hedge. It also plays the investment game of linear gains (`loss="gain"`), where g is the return.

    d           how many assets there are
    eta         the rate, more than 0: small for small moves of prices

    >>> from littlestone import EGPortfolio, InvestGame
    >>> game = InvestGame(EGPortfolio(2, eta=0.5))
    >>> for relatives in [[1.0, 2.0], [1.0, 0.5]] * 10:
    ...     move = game.predict()
    ...     game.label(move.number, relatives)
    >>> [certificate] = game.ledger.certificates
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 0.57, 1.975)
    """

    name = "eg"
    any_loss = True
    theorems = (EGPortfolioBound,)
    saved = fields(Vector("slopes", size="d"))
    variants = ({"d": 3}, {"d": 3, "eta": 0.5})

    def __init__(self, d: int, *, eta: float = 0.05) -> None:
        super().__init__(d)
        self.eta = real("eta", eta, "a rate")
        if not 0.0 < self.eta <= 1e6:
            raise BadParameter(f"eta is a rate, more than 0 and at most 1e6, not {eta}")
        self.slopes = np.zeros(self.d)  # the sum of all gradients

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "eta": self.eta}

    def predict(self) -> Any:
        return softmax(self.eta * self.slopes)

    def learn(self, z: Any, point: Any) -> None:
        self.slopes = self.slopes - self.price.gradient(point, z)
        self.updates += 1
