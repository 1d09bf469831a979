"""Checks of learners that add up their own losses: are their sums those of the game?

Theorems about gradients are certified from sums that the learner keeps, so these sums are compared with the ledger:
how many truths there were, and what the guesses cost.
"""

from __future__ import annotations

from typing import Any

from ..bound import SLACK, Bound
from ..support.elementary import log

LEAST = {
    "hinge": 1.0,
    "square": 1.0,
    "log": log(2.0),
}  # what a guess on the wrong side of zero costs, at least


class OwnAccountBound(Bound):
    """A theorem that is certified from sums kept by its learner."""

    def books(self, learner: Any) -> Any:
        """The object with the sums: the `price`, how many truths were `heard`, and what was `paid` for them."""
        return learner.tangents

    def fresh(self, case: Any) -> str | None:
        return super().fresh(case) or heard_more(case.ledger, self.books(case.learner).heard)

    def invariant(self, case: Any) -> str | None:
        books = self.books(case.learner)
        return misheard(case.ledger, books.price, books.heard, books.paid)


def heard_more(ledger: Any, heard: float) -> str | None:
    """The broken premise, if the learner was told truths outside this game."""
    return "the learner also learned outside this game" if heard > ledger.labelled else None


def misheard(ledger: Any, price: Any, heard: float, paid: float) -> str | None:
    """What is wrong if `heard` truths and `paid` losses are not those of this game."""
    if heard < ledger.labelled:
        return f"it has learned from {heard:,.0f} of {ledger.labelled:,} truths"
    account = ledger if ledger.weights is None else ledger.weights
    if (type(price), price.full_name) == (type(ledger.price), ledger.price.full_name):
        other = not abs(paid - account.loss) <= SLACK * (abs(paid) + abs(account.loss))
        return f"its losses are {paid:.6g}, and those of its guesses {account.loss:.6g}" if other else None
    least = LEAST.get(price.name, 0.0) * getattr(account, "mistakes", 0)
    return f"its losses are {paid:.6g}, and its mistakes cost {least:.6g}" if paid < least * (1 - SLACK) else None
