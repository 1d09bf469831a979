"""LinUCB."""

from __future__ import annotations

from typing import Any

from ..support.settings import real
from .linear_actions import Entries, LinearActions, best_of


class LinUCB(LinearActions):
    """The action whose reward may be largest, by a linear function of the features: optimism about what is not known.

        i = argmax <theta_i, x_i> + alpha sqrt(<x_i, P_i x_i>);   draw it, or any with chance explore
        P_i <- (P_i^-1 + x_i x_i')^-1,   b_i <- b_i + (1 - loss) x_i,   theta_i = P_i b_i,   at first P = I/lam
                                                                  (Li, Chu, Langford and Schapire 2010)

    Every action has a regression of its own on the features of the request, or, with `shared`, all have one on their
    own features and those of the request: then a new action is judged by what is known of others like it. There is no
    theorem for every sequence here: that of Chu, Li, Reyzin and Schapire (2011) supposes that rewards are linear in the
    features, but for noise, and is about a variant that plays in stages. Actions that are equally good have equal
    chances; `explore` keeps every chance at explore/K or above, so that the log can judge other policies.

    K           how many actions there are
    alpha       how much is hoped for of what is not known; 1/2 is one standard deviation of noise, or more
    lam         what every weight costs, squared
    shared      have actions features of their own, `predict(x, choices)`, and one regression?
    explore     the chance of any action
    bias        the value of a feature that every example has; 0 for none
    width       how many features have a place of their own; more share them

    >>> from littlestone import ActionGame, LinUCB
    >>> game = ActionGame(LinUCB(2), actions=("wait", "go"))
    >>> for light in 50 * ("red", "green"):
    ...     move = game.predict({"light": light})
    ...     game.reward(move.number, (move.action == "go") == (light == "green"))
    >>> game.ledger.reward > 90, game.ledger.certificates
    (True, [])
    """

    name = "linucb"
    variants = ({"K": 2}, {"K": 3, "alpha": 0.3, "lam": 0.1, "explore": 0.0, "bias": 0.0, "width": 6})

    def __init__(
        self,
        K: int,
        *,
        alpha: float = 0.5,
        lam: float = 1.0,
        shared: bool = False,
        explore: float = 0.02,
        bias: float = 1.0,
        width: int = 256,
    ) -> None:
        self.alpha = real("alpha", alpha, "how many standard deviations")
        super().__init__(K, lam=lam, shared=shared, explore=explore, bias=bias, width=width)

    def preferred(self, places: list[int], examples: list[Entries]) -> Any:
        means, deviations = self.moments(places, examples)
        return best_of((means + self.alpha * deviations)[None, :])

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "alpha": self.alpha}
