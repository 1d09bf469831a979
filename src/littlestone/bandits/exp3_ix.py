"""EXP3-IX."""

from __future__ import annotations

from .estimated_regret_theorems import EstimatedRegretBound
from .exp3_ix_theorems import EXP3IXBound
from .exponential_actions import ExponentialActions


class EXP3IX(ExponentialActions):
    """EXP3 that divides by a little more than the chance, and so rarely goes far wrong.

        p_i ~ exp(-eta L_i);   draw i;   L_i <- L_i + loss/(p_i + gamma),   gamma = eta/2               (Neu 2015)

    Estimates are a little too small, which explores: no action is forgotten, and no single draw is taken too seriously.
    So the bound on the regret holds with chance 1 - delta over the coins of one run, not only on average over many.

    K           how many actions there are
    horizon     T, how many rounds will be played, None, or "doubling": see EXP3

    >>> from littlestone import EXP3IX, ActionGame
    >>> game = ActionGame(EXP3IX(2))
    >>> for t in range(1000):
    ...     game.label(game.predict().number, [0.0, 1.0])  # the rewards of both, of which it sees one
    >>> [certificate.verdict for certificate in game.ledger.certificates]
    ['holds', 'holds']
    >>> round(game.ledger.regret)
    19
    """

    name = "exp3-ix"
    theorems = (EstimatedRegretBound, EXP3IXBound)

    variants = ({"K": 2}, {"K": 4, "horizon": 60})

    def __init__(self, K: int, *, horizon: int | str | None = None) -> None:
        super().__init__(K, K, horizon)

    @property
    def gamma(self) -> float:
        return self.eta / 2.0
