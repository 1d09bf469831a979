"""Linear Thompson sampling."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter
from ..support.linear_algebra import combined, dot, factored, times
from ..support.normals import normals
from ..support.settings import real, whole
from .linear_actions import Entries, LinearActions, best_of

MOST_DRAWS = 10_000


class LinearThompson(LinearActions):
    """Each action as often as it is the best, as far as is known: the chance that its reward is the largest.

        theta_i ~ N(P_i b_i, v^2 P_i),   i = argmax <theta_i, x_i>
        p_i = (1 - explore) (the part of `draws` such theta in which i is the best) + explore/K;   draw i
        P_i <- (P_i^-1 + x_i x_i')^-1,   b_i <- b_i + (1 - loss) x_i        (Thompson 1933; Agrawal and Goyal 2013)

    P and b are those of LinUCB, one for each action or, with `shared`, one for all. The chances are counted in seeded
    draws, a function of the seed and of how much was learned, and the action is drawn by the game's coin with just
    these chances: the chance in a log is the chance itself, with which rewards are weighed, not an estimate of one.
    Over the draws each action comes as often as by one theta, as the paper has it; more of them cost time and make
    chances finer. There is no theorem for every sequence here: that of the paper supposes that rewards are linear in
    the features, but for noise, and has a v that grows with the features and the rounds.

    K           how many actions there are
    v           the standard deviation of the noise, which for rewards from 0 to 1 is 1/2 at most
    draws       how many theta chances are counted in
    lam         what every weight costs, squared
    shared      have actions features of their own, `predict(x, choices)`, and one regression?
    explore     the chance of any action, which keeps every chance at explore/K or above
    bias        the value of a feature that every example has; 0 for none
    width       how many features have a place of their own; more share them
    seed        of the draws

    >>> from littlestone import ActionGame, LinearThompson
    >>> game = ActionGame(LinearThompson(2), actions=("wait", "go"))
    >>> for light in 50 * ("red", "green"):
    ...     move = game.predict({"light": light})
    ...     game.reward(move.number, (move.action == "go") == (light == "green"))
    >>> game.ledger.reward > 85, game.ledger.certificates
    (True, [])
    """

    name = "linear-thompson"
    variants = ({"K": 2}, {"K": 3, "v": 0.2, "draws": 7, "explore": 0.0, "bias": 0.0, "width": 6, "seed": 3})

    def __init__(
        self,
        K: int,
        *,
        v: float = 0.25,
        draws: int = 100,
        lam: float = 1.0,
        shared: bool = False,
        explore: float = 0.02,
        bias: float = 1.0,
        width: int = 256,
        seed: int = 0,
    ) -> None:
        self.v = real("v", v, "the standard deviation of the noise")
        self.draws = whole("draws", draws, "how many draws chances are counted in", least=1)
        if self.draws > MOST_DRAWS:
            raise BadParameter(f"draws are {MOST_DRAWS:,} at most, not {draws!r}")
        self.seed = whole("seed", seed, "a whole number")
        if self.seed >= 1 << 32:
            raise BadParameter(f"seed is a whole number below 2^32, not {seed!r}")
        super().__init__(K, lam=lam, shared=shared, explore=explore, bias=bias, width=width)

    def preferred(self, places: list[int], examples: list[Entries]) -> Any:
        n = len(places)
        drawn = normals((self.seed << 32) + self.updates % (1 << 32), self.draws * n).reshape(self.draws, n)
        means, deviations = self.moments(places, examples)
        if self.shared:
            root = self.root(examples)
            apart = np.array([times(root, each) for each in drawn])
        else:
            apart = drawn * deviations
        return best_of(means + self.v * apart)

    def root(self, examples: list[Entries]) -> Any:
        """F with F F' = the covariances <x_i, P x_j> of what is expected of the actions, of one regression."""
        unknown = self.room(1 + max(int(columns.max(initial=-1)) for columns, _ in examples))[0][0]
        covariances = np.zeros((len(examples), len(examples)))
        for i, (columns, values) in enumerate(examples):
            g = combined(values, unknown[columns])
            for j, (others, there) in enumerate(examples[: i + 1]):
                covariances[i, j] = dot(g[others], there)
        return factored(covariances)

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "v": self.v, "draws": self.draws, "seed": self.seed}
