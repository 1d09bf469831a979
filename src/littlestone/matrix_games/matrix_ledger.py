"""The account of a matrix game: average strategies, and the bracket around the value that they prove."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ..account import PlainAccount
from ..support.linear_algebra import combined, times
from ..support.settings import counted

if TYPE_CHECKING:
    from ..account import Account
    from ..bound import Bound, Certificate


class Player(Protocol):
    """One of the two, as the account knows it; losses are what the row pays, or what the column does not get."""

    who: str
    responds: bool  # does it move second, with a best response?

    @property
    def name(self) -> str:
        """What plays, in words."""
        ...

    @property
    def ledger(self) -> Account | None:
        """Its own account with its own theorems, if it is a learner."""
        ...

    @property
    def paid(self) -> float:
        """What its strategies have lost."""
        ...

    @property
    def regret(self) -> float:
        """What it has lost more than its best action would have."""
        ...


class MatrixLedger(PlainAccount):
    """Adds up what two players played, and says between which numbers the value of their game lies.

    `row` and `column` are the average strategies. Against `column` every action of the row pays at least `lower`, and
    against `row` every action of the column gets at most `upper`: whoever played how, the value lies between. Their
    distance is `gap`, and it is `allowed`, (R_row + R_column)/T, but for rounding: what both players regret. Rounds are
    over when they are played, and there are two learners, or none.
    """

    def __init__(self, matrix: Any, players: tuple[Player, Player], bounds: Sequence[Bound] = ()) -> None:
        self.matrix = matrix
        self.players = players
        self.bounds = tuple(bounds)
        self.rounds = 0
        self.totals = tuple(np.zeros(size) for size in matrix.shape)  # the sums of the strategies
        self.scale = float(np.abs(matrix).max())  # what a payment is at most, which rounding is measured by
        self._asked: tuple[int, list[Certificate]] | None = None

    def _record(self, row: Any, column: Any) -> None:
        """Enter a round: the strategies of both."""
        for total, strategy in zip(self.totals, (row, column), strict=True):
            total += strategy
        self.rounds += 1

    @property
    def labelled(self) -> int:
        """How many rounds are over: all."""
        return self.rounds

    def average(self, side: int) -> Any:
        """The average strategy of the row player, 0, or the column player, 1; even before the first round."""
        total = self.totals[side]
        return total / self.rounds if self.rounds else np.full(len(total), 1.0 / len(total))

    @property
    def row(self) -> Any:
        """The average strategy of the row player."""
        return self.average(0)

    @property
    def column(self) -> Any:
        """The average strategy of the column player."""
        return self.average(1)

    @property
    def lower(self) -> float:
        """min_i (A column)_i: what the average of the column player gets whatever the row does."""
        return float(times(self.matrix, self.column).min())

    @property
    def upper(self) -> float:
        """max_j (row' A)_j: what the average of the row player pays whatever the column does."""
        return float(combined(self.row, self.matrix).max())

    @property
    def gap(self) -> float:
        """How far the two lie apart."""
        return self.upper - self.lower

    @property
    def allowed(self) -> float:
        """(R_row + R_column)/T, from what the players' own accounts say that they regret; no end before a round."""
        return sum(player.regret for player in self.players) / self.rounds if self.rounds else inf

    @property
    def payment(self) -> float:
        """What the row player has paid a round, on average."""
        return self.players[0].paid / self.rounds if self.rounds else 0.0

    @property
    def certificates(self) -> list[Certificate]:
        """What the theorems about the game say now; those about each player are in the account of that player."""
        if self._asked is None or self._asked[0] != self.rounds:
            self._asked = self.rounds, [bound.certificate(self) for bound in self.bounds]
        return list(self._asked[1])

    def as_dict(self) -> dict[str, Any]:
        """The account as plain values, for JSON."""
        return {
            "rounds": self.rounds,
            "lower": self.lower,
            "upper": self.upper,
            "gap": self.gap,
            "allowed": self.allowed,
            "payment": self.payment,
            "row": self.row.tolist(),
            "column": self.column.tolist(),
            "players": {player.who: player_as_dict(player) for player in self.players},
            "certificates": [certificate.as_dict() for certificate in self.certificates],
        }

    def __str__(self) -> str:
        n, m = self.matrix.shape
        lines = [
            f"{self.players[0].name} pays {self.players[1].name}, {n} x {m}, {counted(self.rounds, 'round')}",
            f"the value lies from {self.lower:,.6g} to {self.upper:,.6g}, gap {self.gap:,.4g}",
        ]
        return "\n".join([*lines, *map(str, self.certificates)])

    def __repr__(self) -> str:
        return f"MatrixLedger({self.rounds} rounds, value from {self.lower:.6g} to {self.upper:.6g})"


def player_as_dict(player: Player) -> dict[str, Any]:
    """What a player was, lost and regrets, as plain values."""
    ledger = player.ledger
    return {
        "player": player.name,
        "parameters": {} if ledger is None else ledger.learner.parameters(),
        "paid": player.paid,
        "regret": player.regret,
        "certificates": [] if ledger is None else [certificate.as_dict() for certificate in ledger.certificates],
    }
