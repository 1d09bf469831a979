"""EXP3."""

from __future__ import annotations

from .estimated_regret_theorems import EstimatedRegretBound
from .expected_regret_theorems import ExpectedRegretBound
from .exponential_actions import ExponentialActions


class EXP3(ExponentialActions):
    """Draw an action by its weight; divide what it costs by the chance it was drawn with.

        p_i ~ exp(-eta L_i);   draw i;   L_i <- L_i + loss/p_i         (Auer, Cesa-Bianchi, Freund and Schapire 2002)

    loss/p_i for the one that was drawn and 0 for the others is right on average, so that this is Hedge on estimates.
    Losses from 0 to 1; against every action that is fixed beforehand the regret is at most 2 sqrt(K T ln K) on average
    over the coins, whatever the losses, and sqrt(2 K T ln K) if T is known. (This is the form without uniform
    exploration: Bubeck and Cesa-Bianchi 2012, theorem 3.1.) Of one run nothing is certain but what holds on every path:
    the inequality on the estimates, which is certified.

    K           how many actions there are
    horizon     T, how many rounds will be played; None if nobody knows: eta = sqrt(ln(K)/(K t)); "doubling" begins anew
                after 1, 2, 4, 8, ... rounds, each time with the rate for so many

    >>> from littlestone import EXP3, ActionGame
    >>> game = ActionGame(EXP3(2), actions=("red", "blue"))
    >>> for t in range(100):
    ...     move = game.predict()
    ...     game.reward(move.number, 1.0 if move.action == "blue" else 0.0)
    >>> game.ledger.counts.tolist(), game.ledger.certificates[0].verdict
    ([7, 93], 'holds')
    """

    name = "exp3"
    theorems = (EstimatedRegretBound, ExpectedRegretBound)

    variants = ({"K": 2}, {"K": 3, "horizon": "doubling"})

    def __init__(self, K: int, *, horizon: int | str | None = None) -> None:
        super().__init__(K, K, horizon)
