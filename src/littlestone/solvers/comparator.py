"""The result of a search in hindsight: the comparator, its loss, and how far from the optimum it can be."""

from __future__ import annotations

from math import isnan, sqrt
from typing import Any, NamedTuple

from ..errors import BadParameter
from ..support.settings import counted


class Comparator(NamedTuple):
    """The best comparator of a model in hindsight, with a bound on its distance from the optimum.

    model      "expert", "convex", "linear", "switching", "uniform", "point" or "crp"
    loss       its total loss
    weights    its weights, if it has any: one per column of the advice, or the point itself
    gap        no comparator of this model has a loss below loss - gap (up to rounding): 0 if the result is exact, the
               duality gap of a solver, or nan if nothing is proved; `detail["note"]` then says why
    detail     further results, by name
    rounds     the number of rounds
    price      the full name of the loss function
    """

    model: str
    loss: float
    weights: Any
    gap: float
    detail: dict[str, Any]
    rounds: int
    price: str

    @property
    def mean(self) -> float:
        """The mean loss per round."""
        return self.loss / self.rounds

    @property
    def rmse(self) -> float:
        """The root of the mean square error."""
        if self.price != "square":
            raise BadParameter(f"rmse is the root of a mean square loss; this comparator paid the {self.price} loss")
        return sqrt(self.mean)

    @property
    def expert(self) -> int:
        """The column of the best expert."""
        return int(self.told("index"))

    @property
    def path(self) -> Any:
        """The column of the expert of every round."""
        return self.told("path")

    @property
    def wealth(self) -> float:
        """The wealth of a stake of 1."""
        return float(self.told("wealth"))

    @property
    def log_wealth(self) -> float:
        """The natural logarithm of the wealth of a stake of 1."""
        return float(self.told("log_wealth"))

    def __str__(self) -> str:
        proof = "nothing is proved" if isnan(self.gap) else f"none pays less than {self.loss - self.gap:,.6g}"
        paid = f"{self.model}: {self.price} loss {self.loss:,.6g} in {counted(self.rounds, 'round')}; {proof}"
        return paid if self.weights is None else f"{paid}; weights {' '.join(f'{w:.3g}' for w in self.weights)}"

    def told(self, name: str) -> Any:
        """An entry of `detail`; if it is missing, the error lists those there are."""
        if name not in self.detail:
            there = ", ".join(self.detail) or "nothing"
            raise BadParameter(f"the detail of a comparator of the model {self.model!r} has no {name}; it has {there}")
        return self.detail[name]
