"""The regret of a game with expert advice, against several kinds of competitors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ..errors import BadParameter, LittlestoneError, TooLarge
from ..support.settings import counted
from .oracles_by_name import oracle

if TYPE_CHECKING:
    from ..solvers.comparator import Comparator
    from .expert_ledger import ExpertLedger


class Regret(float):
    """The regret against the best expert, as a float; and against other competitors in hindsight, computed on demand.

    The float itself is the regret against the best expert, which is always known, and also called `best_expert`.
    `convex` (the best fixed mixture), `linear` (the best fixed weights of any size) and `switching(s)` (the best
    sequence of experts with s switches) go through all rounds; they are None if the rounds were not all kept, or the
    competitor is not defined for the loss. `comparator` returns the competitor itself, or raises with the reason why
    there is none.

    >>> from littlestone import Game, Hedge
    >>> game = Game(Hedge(eta=0.5), loss="square")
    >>> for y in (1, 2, 3, 2):
    ...     move = game.predict({"low": y - 1, "high": y + 1})
    ...     game.label(move.number, y)
    >>> print(game.ledger.regret)
    regret -4 against the best expert, low
            0 against the best convex combination
           -4 against the best expert with one switch
    """

    def __new__(cls, ledger: ExpertLedger) -> Self:
        return super().__new__(cls, ledger.best_regret)

    def __init__(self, ledger: ExpertLedger) -> None:
        self.ledger = ledger
        self.best_expert = float(self)
        self.found: dict[Any, Comparator] = {}  # a cache

    @property
    def convex(self) -> float | None:
        """The regret against the best fixed mixture of the experts."""
        return self.against("convex")

    @property
    def linear(self) -> float | None:
        """The regret against the best fixed weights, of any size and sign."""
        return self.against("linear")

    def switching(self, switches: int) -> float | None:
        """The regret against the best sequence of experts with at most so many switches."""
        return self.against("switching", switches=switches)

    def against(self, model: str, **settings: Any) -> float | None:
        """The regret against a comparator of `littlestone.hindsight`; None if there is none."""
        try:
            return self.ledger.own - float(self.comparator(model, **settings).loss)
        except LittlestoneError:
            return None

    def comparator(self, model: str, **settings: Any) -> Comparator:
        """The comparator of `littlestone.hindsight`; raises with the reason if there is none."""
        ledger = self.ledger
        if ledger.weights is not None and ledger.learner.weighs:
            raise BadParameter("comparators are sought for rounds of equal weight only")
        if not ledger.rows.complete:
            raise TooLarge(
                f"only the first {ledger.rows.count:,} of {counted(ledger.labelled, 'round')} were kept: hindsight "
                f"needs them all; give the game room for more entries than keep={ledger.rows.limit:,}"
            )
        asked = (model, *sorted(settings.items()), ledger.labelled)
        if asked not in self.found:
            self.found[asked] = oracle(*ledger.advice(), model=model, loss=ledger.price, **settings)
        return self.found[asked]

    def as_dict(self) -> dict[str, float | None]:
        """The regrets as a dict for JSON."""
        return {"best_expert": self.best_expert, "convex": self.convex, "one_switch": self.switching(1)}

    def __str__(self) -> str:
        against = {
            self.ledger._best_title: self.best_expert,
            "the best convex combination": self.convex,
            "the best expert with one switch": self.switching(1),
        }
        amounts = ["unknown" if value is None else f"{value:,.6g}" for value in against.values()]
        widest = max(map(len, amounts))
        lines = [f"{amount:>{widest}} against {whom}" for amount, whom in zip(amounts, against, strict=True)]
        return "regret " + ("\n" + " " * len("regret ")).join(lines)

    def __repr__(self) -> str:
        """Shows only the regrets computed so far: a repr should be cheap."""
        sought = (f"{name}={self.ledger.own - best.loss:.6g}" for (name, *_), best in self.found.items())
        return f"Regret({', '.join([f'best_expert={self.best_expert:.6g}', *sought])})"


def dense(batch: Any, n: int) -> Any:
    """A batch of advice as a dense array, NaN where an expert slept."""
    table = np.full((batch.rows, n), np.nan)
    of_row = np.repeat(np.arange(batch.rows), np.diff(np.asarray(batch.starts)))
    table[of_row, np.asarray(batch.columns)] = np.asarray(batch.values)
    return table
