"""What a comparator in hindsight is: who it is, what it paid, and how far from the optimum it can be."""

from __future__ import annotations

from math import isnan, sqrt
from typing import Any, NamedTuple

from ..errors import BadParameter
from ..support.words import counted


class Comparator(NamedTuple):
    """The best of its kind in hindsight, with a proof.

    model      its kind: "expert", "convex", "linear", "switching", "uniform", "point" or "crp"
    loss       what it paid in all
    weights    its weights, if it has any: one a column of the advice, or the point itself
    gap        nothing of its kind pays less than loss - gap (up to rounding): 0 where the answer is exact, a duality
               gap where a solver stopped, nan where nothing is proved; `detail["note"]` then says why
    detail     whatever else there is to say, by name
    rounds     how many rounds it paid in
    price      the loss that was paid, by its full name
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
        """The loss a round."""
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
        """The column followed in every round."""
        return self.told("path")

    @property
    def wealth(self) -> float:
        """What one coin became."""
        return float(self.told("wealth"))

    @property
    def log_wealth(self) -> float:
        """The natural logarithm of what one coin became."""
        return float(self.told("log_wealth"))

    def __str__(self) -> str:
        proof = "nothing is proved" if isnan(self.gap) else f"none pays less than {self.loss - self.gap:,.6g}"
        paid = f"{self.model}: {self.price} loss {self.loss:,.6g} in {counted(self.rounds, 'round')}; {proof}"
        return paid if self.weights is None else f"{paid}; weights {' '.join(f'{w:.3g}' for w in self.weights)}"

    def told(self, name: str) -> Any:
        """An entry of `detail`, or an error that says which there are."""
        if name not in self.detail:
            there = ", ".join(self.detail) or "nothing"
            raise BadParameter(f"the detail of a comparator of the model {self.model!r} has no {name}; it has {there}")
        return self.detail[name]
