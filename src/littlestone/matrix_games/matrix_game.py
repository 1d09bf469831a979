"""The matrix game: two players who regret nothing for long find out what a zero-sum game is worth."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..bound import Bound, Certificate
from ..errors import BadParameter, StateError
from ..experts.hedge import Hedge
from ..learner import State, a_count, under
from ..receipts.receipt import certified, receipt_without_rows
from ..support.linear_algebra import combined, dot, times
from ..support.settings import whole
from .matrix_game_theorems import BracketBound, FixedRateBound, MinimaxBound
from .matrix_ledger import MatrixLedger
from .payoffs import payoff_matrix
from .players import BEST_RESPONSE, ROUNDING, finite, seat


class MatrixRound(NamedTuple):
    """One round of a matrix game: its number, both strategies, and what the row player pays for them."""

    number: int
    row: Any
    column: Any
    payment: float


class MatrixGame:
    """Two players play a zero-sum matrix over and over; their average strategies close in on its value.

        gap = max_j (row' A)_j - min_i (A column)_i  <=  (R_row + R_column)/T        (Freund and Schapire 1999)

    Each round both commit to a strategy, a chance for every action: x for the row player, who pays A[i, j], and y for
    the column player, who gets it. Then the row player is told what each of its actions would have paid, A y, and the
    column player what each of its own would have got, x'A, as losses. A best response moves second: it knows what the
    other plays in this round, but no learner does. `row` and `column` are the averages of the strategies, and the value
    lies from `lower` to `upper`, whoever plays. Learners keep their own accounts, with their own theorems:
    `players[0].ledger` and `players[1].ledger`.

    A           the matrix, a row for every action of the row player
    row         who plays the rows: a learner from advice such as Hedge(), a learner of points on the simplex such as
                ExponentiatedGradient(n), the name of one of them, "best-response", "uniform", or a list of chances
    column      who plays the columns, likewise; only one of the two can be a best response
    horizon     how many rounds will be played, if you know: "hedge" by name then takes the best rate for them,
                sqrt(8 ln(n)/horizon)/s, where the losses of its actions lie s apart at most
    keep        how many numbers the account of each learner may keep for its theorems

    >>> from littlestone import MatrixGame
    >>> rock_paper_scissors = [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]
    >>> game = MatrixGame(rock_paper_scissors, "hedge", "best-response", horizon=1000)
    >>> game.play(1000)
    >>> game.lower <= 0.0 <= game.upper
    True
    >>> [certificate.verdict for certificate in game.certificates]
    ['holds', 'holds', 'holds']
    """

    _kind = "matrix"

    def __init__(
        self,
        A: Any,
        row: Any = "hedge",
        column: Any = "hedge",
        *,
        horizon: int | None = None,
        keep: int = 1_000_000,
    ) -> None:
        self.matrix = payoff_matrix(A)
        self._keep = keep = whole("keep", keep, "a number of numbers")
        if horizon is not None:
            horizon = whole("horizon", horizon, "how many rounds will be played", least=1)
        if isinstance(row, str) and isinstance(column, str) and row == column == BEST_RESPONSE:
            raise BadParameter(
                "only one player can answer the other's move of the same round: give one of them a learner"
            )
        if row is column and hasattr(row, "learn"):
            raise BadParameter("one learner cannot sit on both sides; make two of them")
        self.players = (
            seat("row", row, self.matrix, horizon, keep),
            seat("column", column, self.matrix, horizon, keep),
        )
        self.ledger = MatrixLedger(self.matrix, self.players, self._theorems())

    def _theorems(self) -> list[Bound]:
        """The theorems about a game with these players."""
        bounds: list[Bound] = [BracketBound(), MinimaxBound()]
        if all(player.responds or plays_at_one_rate(player) for player in self.players):
            bounds.append(FixedRateBound())
        return bounds

    def step(self) -> MatrixRound:
        """Play a round: both commit, then both are told, unless what one would be told is refused."""
        A = self.matrix
        row, column = self.players
        if row.responds:
            y = column.strategy(None)
            x = row.strategy(times(A, y))
        else:
            x = row.strategy(None)
            y = column.strategy(-combined(x, A))  # only a best response looks at it
        row_losses, column_losses = times(A, y), -combined(x, A)
        row.check(x, row_losses)
        column.check(y, column_losses)
        row.told(x, row_losses)
        column.told(y, column_losses)
        self.ledger._record(x, y)
        return MatrixRound(self.ledger.rounds, x, y, dot(x, row_losses))

    def play(self, rounds: int) -> None:
        """Play so many rounds more."""
        for _ in range(whole("rounds", rounds, "a number of rounds")):
            self.step()

    def receipt(self, *, source: Any = None, effort: str = "quick") -> dict[str, Any]:
        """The receipt of the game as a dict for JSON, which `littlestone verify` proves or refuses."""
        players = {player.who: player.name for player in self.players}
        found = [] if effort == "none" else [certified(bound, self.ledger, effort) for bound in self.ledger.bounds]
        return receipt_without_rows("matrix", found, settings=players, rounds=self.rounds, source=source)

    def state(self) -> State:
        """The state of the account and of both players, as named arrays."""
        return {
            "matrix": np.array(self.matrix),
            "rounds": np.int64(self.rounds),
            **{
                f"{player.who}/{name}": value
                for player, total in zip(self.players, self.ledger.totals, strict=True)
                for name, value in {**player.state(), "strategies": total.copy()}.items()
            },
        }

    def restore(self, state: State) -> None:
        """Restore the game from its `state`; the matrix and the players must be those it was played with."""
        if not np.array_equal(state["matrix"], self.matrix):
            raise StateError("this is the state of a game with another matrix")
        rounds = a_count("rounds", state["rounds"])
        for player, total in zip(self.players, self.ledger.totals, strict=True):
            own = under(state, f"{player.who}/")
            strategies = finite("strategies", own["strategies"], len(total))
            if abs(strategies.sum() - rounds) > ROUNDING * (1 + rounds):
                raise StateError(f"{rounds:,} strategies of the {player.who} player sum to {strategies.sum():g}")
            player.restore(own, rounds)
            total[:] = strategies
        self.ledger.rounds = rounds
        self.ledger._asked = None

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.ledger.rounds

    @property
    def row(self) -> Any:
        """The average strategy of the row player."""
        return self.ledger.row

    @property
    def column(self) -> Any:
        """The average strategy of the column player."""
        return self.ledger.column

    @property
    def lower(self) -> float:
        """What the column player's average gets at least: the value is not below."""
        return self.ledger.lower

    @property
    def upper(self) -> float:
        """What the row player's average pays at most: the value is not above."""
        return self.ledger.upper

    @property
    def gap(self) -> float:
        """upper - lower."""
        return self.ledger.gap

    @property
    def allowed(self) -> float:
        """(R_row + R_column)/T, with what both players really regret."""
        return self.ledger.allowed

    @property
    def certificates(self) -> list[Certificate]:
        """What the theorems about the game say now."""
        return self.ledger.certificates

    def __str__(self) -> str:
        return str(self.ledger)

    def __repr__(self) -> str:
        n, m = self.matrix.shape
        names = ", ".join(player.name for player in self.players)
        return f"MatrixGame({n} x {m}, {names}, {self.ledger!r})"


def plays_at_one_rate(player: Any) -> bool:
    """Is it Hedge, at a rate that was given?"""
    learner = None if player.ledger is None else player.ledger.learner
    return isinstance(learner, Hedge) and learner.given_eta is not None
