"""`InvestGame`: the learner chooses the shares of a day, then its prices are revealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..bound import Bound
from ..convex.convex_game import ConvexGame
from ..convex.point import PointLearner
from ..errors import BadParameter, StateError
from ..learner import State
from ..support.settings import real
from .invest_ledger import InvestLedger
from .portfolio import ROUNDING


class InvestGame(ConvexGame):
    """A learner divides its wealth among assets every morning; the ledger keeps the wealth and what trading costs.

    `predict` commits the day's shares, `label` reveals the price relatives, each price over that of the day before.
    The learner has nothing else to look at, so it cannot look ahead.

    learner     any learner of points on the simplex
    cost        of each unit of wealth bought or sold, the first purchase too: 0.001 is a tenth of a percent
    bounds      the theorems to watch; None takes all that the learner has
    keep        how many price relatives to keep for the best constant rebalanced portfolio; 0 for none

    >>> from littlestone import EGPortfolio, InvestGame
    >>> game = InvestGame(EGPortfolio(2), cost=0.01)
    >>> move = game.predict()
    >>> move.guess.tolist()
    [0.5, 0.5]
    >>> game.label(move.number, [1.0, 1.1])
    >>> round(game.ledger.before_costs, 6), round(game.ledger.wealth, 6)
    (1.05, 1.039604)
    """

    if TYPE_CHECKING:
        ledger: InvestLedger

    _kind = "invest"

    def __init__(
        self,
        learner: PointLearner,
        *,
        cost: float = 0.0,
        bounds: Sequence[Bound] | None = None,
        keep: int = 1_000_000,
    ) -> None:
        self.cost = real("cost", cost, "what trading one unit of wealth costs")
        if not 0.0 <= self.cost < 1.0:
            raise BadParameter(f"cost is what trading one unit of wealth costs, from 0 to less than 1, not {cost}")
        if isinstance(learner, PointLearner) and learner.domain.name != "simplex":
            raise BadParameter(f"shares lie on the simplex; {learner!r} plays on the {learner.domain.name}")
        super().__init__(learner, loss="wealth", bounds=bounds, keep=keep)

    def _account(self, learner: PointLearner, bounds: Sequence[Bound]) -> InvestLedger:
        return InvestLedger(learner, self.price, bounds, self._keep, self.cost)

    def _reopen(self, state: State) -> None:
        super()._reopen(state)
        for number, move in self.open.items():
            if not ((move.guess >= -ROUNDING).all() and abs(move.guess.sum() - 1.0) <= ROUNDING):
                raise StateError(f"round {number} is open with {move.guess}, which are no shares of a wealth")

    def _arguments(self) -> dict[str, Any]:
        return {"cost": self.cost, "bounds": self.ledger.bounds, "keep": self._keep}
