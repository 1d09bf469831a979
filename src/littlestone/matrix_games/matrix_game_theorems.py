"""What no regret proves about a zero-sum game: the minimax theorem, with numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..bound import SLACK, Bound, Case, Open, not_fresh, swept
from ..receipts.exact_text import exact, vector
from ..support.elementary import log

if TYPE_CHECKING:
    from .matrix_ledger import MatrixLedger, Player


FINEST = 1e-300  # of payments: a chance times one that is much smaller has lost its digits


class MatrixBound(Bound):
    """The average strategies of two players prove a bracket around the value; its width is what a theorem allows."""

    excess = "a wider bracket than the theorem allows"

    def unmeasurable(self, case: Case) -> str | None:
        if not case.ledger.rounds:
            return "no round has been played"
        if 0.0 < case.ledger.scale < FINEST:
            return f"no payment is more than {case.ledger.scale:.3g}, whose shares lose their digits; scale the game up"
        return None

    def paid(self, case: Case) -> float:
        return float(case.ledger.gap)

    def slack(self, case: Case, paid: float, allowed: float) -> float:
        return float(SLACK * (case.ledger.scale + abs(allowed)))

    def witness(self, case: Case) -> dict[str, Any]:
        """The matrix, and the sums of what both have played, from which anybody computes the bracket."""
        ledger = case.ledger
        row, column = (vector(total) for total in ledger.totals)
        return {
            "columns": ledger.matrix.shape[1],
            "matrix": list(map(vector, ledger.matrix)),
            "row": row,
            "column": column,
        }


class BracketBound(MatrixBound):
    """upper - lower <= (R_row + R_column)/T, with what both players really regret (Freund and Schapire 1999).

    What the row pays the column gets, so that in the sum of the two regrets it cancels: what is left is
    T max_j (row' A)_j - T min_i (A column)_i, of the average strategies. It is an equation, and holds at every moment
    and for players of any kind. A best response has no regret, or less than none.
    """

    def statement(self, case: Case) -> str:
        return "Zero-sum game: upper - lower <= (R_row + R_column)/T"

    def invariant(self, case: Case) -> str | None:
        ledger = case.ledger
        paid, got = ledger.players[0].paid, -ledger.players[1].paid
        if abs(paid - got) <= SLACK * (ledger.rounds * ledger.scale + abs(paid)):
            return None
        return f"the row player has paid {paid:.6g} and the column player got {got:.6g}: one does not play its weights"

    def allowed(self, case: Case) -> float:
        # it is an equation: where one side is nothing but rounding, as at a saddle, so is the other
        return swept(float(case.ledger.allowed), SLACK * case.ledger.scale)

    def exceeded(self, case: Case, paid: float, allowed: float) -> str | None:
        """An equation is tested on both sides: averages that were spoilt may well make the bracket narrower."""
        if abs(paid - allowed) <= self.slack(case, paid, allowed):
            return None
        return f"the bracket is {paid:.9g} wide, and both regret {allowed:.9g}: averages are not of what was played"

    def lesson(self, case: Case, allowed: float | None) -> str:
        return f"the value lies from {case.ledger.lower:,.6g} to {case.ledger.upper:,.6g}"


class MinimaxBound(MatrixBound):
    """upper - lower <= (B_row + B_column)/T, where each B is what a player's own theorem allows it to regret.

    With B of the order sqrt(T) the bracket closes as T grows: that is von Neumann's minimax theorem, proved by playing
    (Freund and Schapire 1999). For a best response B is 0. Of a strategy that never changes nobody can say how much it
    will be regretted.
    """

    def statement(self, case: Case) -> str:
        return "Minimax by no regret: upper - lower <= (B_row + B_column)/T, B what each player's theorem allows"

    def fresh(self, case: Case) -> str | None:
        return first(case.ledger, stale)

    def premise(self, case: Case) -> str | None:
        return first(case.ledger, broken_theorem)

    def allowed(self, case: Case) -> float:
        return sum(map(allowed_regret, case.ledger.players)) / float(case.ledger.rounds)


class FixedRateBound(MatrixBound):
    """upper - lower <= ln(n)/(eta T) + eta s^2/8, Hedge at the rate eta against a best response.

    n is the number of its actions, s how far their losses can lie apart against one action of the opponent. At the rate
    eta = sqrt(8 ln(n)/T)/s it is s sqrt(ln(n)/(2T)) (Freund and Schapire 1999, with the constant of Cesa-Bianchi and
    Lugosi 2006, theorem 2.2). Where both play Hedge, it is the sum of the two. It is known before the game is played.
    """

    def statement(self, case: Case) -> str:
        rates = ", ".join(
            f"eta = {player.ledger.learner.given_eta:.6g}" for player in case.ledger.players if player.ledger
        )
        both = "" if any(player.responds for player in case.ledger.players) else ", summed over both"
        return f"Hedge: upper - lower <= ln(n)/(eta T) + eta s^2/8{both}, {rates}"

    def fresh(self, case: Case) -> str | None:
        return first(case.ledger, stale)

    def witness(self, case: Case) -> dict[str, Any]:
        """The rates of both, None of a best response."""
        rates = [None if each.responds else exact(each.ledger.learner.given_eta) for each in case.ledger.players]
        return {**super().witness(case), "rates": rates}

    def allowed(self, case: Case) -> float:
        ledger = case.ledger
        total = 0.0
        for side, player in enumerate(ledger.players):
            if not player.responds:
                eta, n, s = (
                    player.ledger.learner.given_eta,
                    ledger.matrix.shape[side],
                    losses_apart(ledger.matrix, side),
                )
                total += log(n) / (eta * ledger.rounds) + eta * s * s / 8.0
        return total


def losses_apart(matrix: Any, side: int) -> float:
    """How far the losses of a player's actions can lie apart, whatever the opponent plays."""
    return float((matrix.max(axis=side) - matrix.min(axis=side)).max())


def first(ledger: MatrixLedger, question: Any) -> str | None:
    """The first answer that a question about a player has, with the player's name."""
    for player in ledger.players:
        if answer := question(player):
            return f"the {player.who} player: {answer}"
    return None


def stale(player: Player) -> str | None:
    """The premise that is broken if a player knows what this game has not taught it."""
    return None if player.ledger is None else not_fresh(player.ledger)


def theorems(player: Player) -> list[Any]:
    """The certificates about what this player regrets, in this game or more."""
    if player.ledger is None:
        return []
    least = player.regret - SLACK * (abs(player.paid) + abs(player.regret))
    found = player.ledger.certificates
    return [each for each in found if each.verdict != "holds" or (each.paid is not None and each.paid >= least)]


def broken_theorem(player: Player) -> str | None:
    """The premise that is broken of all theorems about a player, where it is one that broke."""
    known = theorems(player)
    if any(each.verdict == "holds" for each in known):
        return None
    return next((each.broken for each in known if each.broken and not each.violated), None)


def allowed_regret(player: Player) -> float:
    """The least that a theorem about this player allows it to regret."""
    if player.responds:
        return 0.0
    known = theorems(player)
    holding = [each.allowed for each in known if each.verdict == "holds" and each.allowed is not None]
    if holding:
        return float(min(holding))
    if player.ledger is None:
        raise Open(f"the {player.who} player never changes its strategy, and no theorem bounds what it regrets")
    why = next((each.why for each in known if each.why), "none is known of it with these settings")
    raise Open(f"no theorem bounds what the {player.who} player regrets: {why}")
