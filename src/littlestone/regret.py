"""The regret of a game of advice, against each competitor one may have in mind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import LittlestoneError

if TYPE_CHECKING:
    from .expert_ledger import ExpertLedger


class Regret:
    """What the learner paid more than a competitor chosen in hindsight.

    `best_expert` is known at every moment. `convex` (the best fixed mixture), `linear` (the best fixed weights of any
    size) and `switching(s)` (the best expert, changed s times) look at all rounds when asked; they are None where
    the game was too long to be kept, or the competitor makes no sense for the loss.
    """

    def __init__(self, ledger: ExpertLedger) -> None:
        self.ledger = ledger
        self.best_expert = ledger.best_regret

    @property
    def convex(self) -> float | None:
        """Against the best fixed mixture of the experts."""
        return self.against("convex")

    @property
    def linear(self) -> float | None:
        """Against the best fixed weights, of any size and sign."""
        return self.against("linear")

    def switching(self, switches: int) -> float | None:
        """Against the best expert with so many switches from one to another."""
        return self.against("switching", switches=switches)

    def against(self, model: str, **settings: Any) -> float | None:
        """Against a comparator of `littlestone.oracle`; None if the rounds were not all kept, or it makes no sense."""
        from .oracle import oracle

        ledger = self.ledger
        if not ledger.rows.complete or not ledger.labelled:
            return None
        outcomes, advice = ledger.advice()
        try:
            return ledger.own - float(oracle(outcomes, advice, model=model, loss=ledger.price, **settings).loss)
        except LittlestoneError:
            return None

    def as_dict(self) -> dict[str, float | None]:
        """The regrets as plain values."""
        return {"best_expert": self.best_expert, "convex": self.convex, "one_switch": self.switching(1)}

    def __repr__(self) -> str:
        shown = (f"{name}={'unknown' if value is None else f'{value:.6g}'}" for name, value in self.as_dict().items())
        return f"Regret({', '.join(shown)})"


def dense(batch: Any, n: int) -> Any:
    """Kept advice as a table, NaN where an expert slept."""
    table = np.full((batch.rows, n), np.nan)
    of_row = np.repeat(np.arange(batch.rows), np.diff(np.asarray(batch.starts)))
    table[of_row, np.asarray(batch.columns)] = np.asarray(batch.values)
    return table
