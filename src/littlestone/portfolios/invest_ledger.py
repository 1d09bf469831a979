"""The ledger of an investment game: wealth, drawdown, costs, and the wealth of other strategies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..convex.convex_ledger import ConvexLedger
from ..errors import BadParameter, StateError
from ..losses.point_losses import ConvexLoss
from ..state import Held, Listed, Number, Vector, fields
from ..support import elementary
from ..support.linear_algebra import dot
from ..support.settings import counted
from .best_rebalanced import best_crp
from .wealth_pictures import plot_wealth

if TYPE_CHECKING:
    from ..bound import Bound
    from ..convex.point import PointLearner
    from ..solvers.comparator import Comparator


class Stock(NamedTuple):
    """An asset by its column, counted from 0, and the wealth of a stake of 1 in it."""

    asset: int
    wealth: float


class InvestLedger(ConvexLedger):
    """The wealth of a stake of 1, and statistics of the investment.

    `wealth` is after costs, `before_costs` is the product of <b_t, x_t> alone. Theorems are about the latter: they
    bound `regret`, and none is known for `regret_after_costs`.
    `drawdown` is the largest share of the wealth that was lost since a peak, `turnover` the sum of all that was bought
    and sold, in units of the wealth of the day. `path` is the wealth at the end of each day, and `shares` the current
    holdings. They are updated daily, in time O(d); the best constant rebalanced portfolio is computed on demand.
    """

    _SUMS = (*ConvexLedger._SUMS, "log_wealth", "_log_peak", "drawdown", "turnover")
    _tallied = fields(
        Number("cost"),
        Vector("shares", size=lambda own, _: own._domain.d),
        Vector("log_stocks", "_log_stocks", size=lambda own, _: own._domain.d),
        Listed("log_path", "_log_path"),
    )

    def __init__(
        self,
        learner: PointLearner,
        loss: ConvexLoss,
        bounds: Sequence[Bound] = (),
        keep: int = 1_000_000,
        cost: float = 0.0,
    ) -> None:
        super().__init__(learner, loss, bounds, keep)
        self.cost = cost
        self.log_wealth = 0.0
        self._log_peak = 0.0
        self.drawdown = 0.0
        self.turnover = 0.0
        self.shares = np.zeros(learner.d)  # before the first purchase all is cash
        self._log_stocks = np.zeros(learner.d)
        self._log_path: list[float] = []
        self._found: tuple[int, Comparator] | None = None

    def _record(self, number: int, point: Any, z: Any, cost: float, delay: int) -> None:  # type: ignore[override]
        super()._record(number, point, z, cost, delay)
        left = after_costs(self.shares, point, self.cost)
        self.turnover += float(np.abs(left * point - self.shares).sum())
        self.shares = drifted(point, z)
        self._log_stocks = self._log_stocks + elementary.logs(z)
        self.log_wealth += elementary.log(left) - cost
        self._log_peak = max(self._log_peak, self.log_wealth)
        self.drawdown = max(self.drawdown, -float(elementary.expm1s(self.log_wealth - self._log_peak)))
        if self._complete:
            self._log_path.append(self.log_wealth)

    @property
    def wealth(self) -> float:
        """The wealth of a stake of 1, after costs."""
        return grown(self.log_wealth)

    @property
    def before_costs(self) -> float:
        """The wealth of a stake of 1 if trading were free."""
        return grown(-self.loss)

    @property
    def path(self) -> Any:
        """The wealth at the end of each day, after costs, as long as rounds are kept."""
        with np.errstate(over="ignore"):
            return elementary.exps(np.array(self._log_path))

    @property
    def best_stock(self) -> Stock:
        """The asset that has grown most."""
        best = int(self._log_stocks.argmax())
        return Stock(best, grown(float(self._log_stocks[best])))

    @property
    def uniform(self) -> float:
        """The wealth of buy and hold with equal shares."""
        with np.errstate(over="ignore"):
            return float(elementary.exps(self._log_stocks).mean())

    @property
    def best_crp(self) -> Comparator:
        """The best constant rebalanced portfolio in hindsight, without costs; computed by a solver, once a day."""
        if not self._complete or not self.labelled:
            raise BadParameter(
                f"the best constant rebalanced portfolio needs every day, and at least one; of {self.labelled:,} "
                f"played, {len(self.revealed):,} were kept: give the game a larger keep"
            )
        if self._found is None or self._found[0] != self.labelled:
            self._found = self.labelled, best_crp(np.array(self.revealed))
        return self._found[1]

    @property
    def best(self) -> Any:
        """The shares of the best constant rebalanced portfolio; None before the first day, or if too few were kept."""
        return self.best_crp.weights if self._complete and self.labelled else None

    def plot(self, path: Any = None, *, names: Sequence[str] = (), title: str = "wealth of one coin") -> Any:
        """Plot the wealth over time beside the best stock, buy and hold, and the best constant rebalanced portfolio."""
        best, crp = self.best_stock.asset, self.best_crp
        prices = np.cumprod(np.array(self.revealed), axis=0)
        stock = f"best stock, {names[best] if len(names) > best else best}"
        curves = {
            self.learner.name or type(self.learner).__name__: self.path,
            "best constant rebalanced portfolio": np.cumprod(np.array(self.revealed) @ crp.weights),
            stock: prices[:, best],
            "equal shares held": prices.mean(axis=1),
        }
        return plot_wealth({name: [1.0, *curve] for name, curve in curves.items()}, path, title=title)

    @property
    def regret(self) -> float | None:
        """ln(wealth of the best constant rebalanced portfolio) - ln(wealth), both without costs; None if unknown."""
        return self.best_crp.log_wealth + self.loss if self._complete and self.labelled else None

    @property
    def regret_after_costs(self) -> float | None:
        """The same with the wealth after costs; the best constant rebalanced portfolio pays none."""
        return self.best_crp.log_wealth - self.log_wealth if self._complete and self.labelled else None

    @property
    def _terms(self) -> str:
        return ", before costs" if self.cost else ""

    def _split(self) -> str:
        return super()._split() + self._terms

    def _check_tallies(self, held: Held) -> None:
        super()._check_tallies(held)
        if not ((held["shares"] >= 0.0).all() and held["shares"].sum() <= 1.0 + 1e-6):
            raise StateError("'shares' are parts of the wealth, 0 or more, and 1 in all")
        if not 0.0 <= held["cost"] < 1.0:
            raise StateError(
                f"'cost' is what is paid for a coin's worth traded, from 0 to less than 1, not {held['cost']}"
            )

    def _put_tallies(self, held: Held) -> None:
        super()._put_tallies(held)
        self._found = None

    def as_dict(self, theorems: str = "quick") -> dict[str, Any]:
        """The ledger as a dict for JSON; values that need a day, or all days kept, are None without."""
        known = self._complete and self.labelled > 0
        return {
            **self._named_learner(),
            "days": self.labelled,
            "assets": len(self.shares),
            "wealth": self.wealth,
            "log_wealth": self.log_wealth,
            "cost": self.cost,
            "wealth_before_costs": self.before_costs,
            "turnover": self.turnover,
            "drawdown": self.drawdown,
            "uniform_buy_and_hold": self.uniform,
            "best_stock": self.best_stock.wealth,
            "best_stock_asset": self.best_stock.asset,
            "best_crp": self.best_crp.wealth if known else None,
            "best_crp_weights": self.best_crp.weights.tolist() if known else None,
            "best_crp_gap": self.best_crp.gap if known else None,
            "regret": self.regret,
            "regret_before_costs": self.regret,
            "regret_after_costs": self.regret_after_costs,
            "longest_delay": self.longest_delay,
            "total_delay": self._total_delay,
            **self._both_orders(),
            "certificates": self._certificates_as_dicts(theorems),
        }

    def __str__(self) -> str:
        costs = f" after costs, {self.before_costs:,.6g} before them" if self.cost else ""
        lines = [
            self.learner.in_short(),
            f"{counted(self.labelled, 'day')}, wealth {self.wealth:,.6g}{costs}, drawdown {100 * self.drawdown:.1f} %; "
            f"the best stock {self.best_stock.wealth:,.6g}",
        ]
        return "\n".join([*lines, *self._waiting(), *self._receipt()])

    def __repr__(self) -> str:
        return f"InvestLedger({self.labelled} days, wealth {self.wealth:.6g})"


def grown(log_wealth: float) -> float:
    """e^log_wealth; infinite if it overflows."""
    with np.errstate(over="ignore"):
        return float(elementary.exps(log_wealth))


def after_costs(held: Any, wanted: Any, cost: float) -> float:
    """The fraction a of the wealth that is left after rebalancing from shares `held` to shares `wanted`.

        a = 1 - cost sum_i |a wanted_i - held_i|

    Every unit of wealth bought or sold costs `cost`, paid out of the wealth itself, so the new shares are those of what
    is left. Shares held sum to 1, or to 0 before the first purchase, when all is cash. Newton's method from
    a = 1 ends after finitely many steps: the equation is piecewise linear, increasing and convex.
    """
    if cost == 0.0:
        return 1.0
    a = 1.0
    for _ in range(len(wanted) + 1):
        apart = a * wanted - held
        excess = a - 1.0 + cost * np.abs(apart).sum()
        step = excess / (1.0 + cost * dot(np.sign(apart), wanted))
        if step <= 1e-16:
            break
        a -= step
    return float(a)


def drifted(shares: Any, relatives: Any) -> Any:
    """The shares at the end of the day, after every asset has grown by its price relative."""
    grown = shares * relatives
    return grown / grown.sum()
