"""The randomised budget Perceptron."""

from __future__ import annotations

from typing import Any

from ..coin import Coin
from ..row import Row
from ..support.settings import whole
from .support_set import KernelLearner


class RandomisedBudgetPerceptron(KernelLearner):
    """A kernel Perceptron that remembers so many mistakes and no more: a new one replaces one at random.

        guess = sum of y_i K(x_i, x) over the support;
        on a mistake   support <- support and (x, y), less one drawn evenly if it is full
                                                          (Cavallanti, Cesa-Bianchi and Gentile 2007)

    Its theorem is about the mean over the draws: with a budget B it holds its own against vectors as long as sqrt(B),
    up to a constant, even if they change, and nobody does better. One game is one draw: there is none to certify.
    Each draw is a function of the seed and of the number of mistakes before: a replay is exact.

    budget    how many examples are remembered at most
    seed      of the draws
    kernel    "linear", <a, b>; "polynomial", (gamma <a, b> + offset)^degree; "rbf", e^(-gamma |a - b|^2)

    >>> from littlestone import Game, RandomisedBudgetPerceptron
    >>> game = Game(RandomisedBudgetPerceptron(budget=3, kernel="polynomial", degree=2))
    >>> for x, y in 20 * [([0, 0], -1), ([0, 1], +1), ([1, 0], +1), ([1, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.learner.count, game.ledger.certificates
    (3, [])
    """

    name = "rbp"
    kind = "kernel"
    conservative = True

    variants = ({}, {"budget": 5})

    def __init__(
        self,
        *,
        budget: int = 100,
        seed: int = 0,
        kernel: str = "rbf",
        degree: int = 3,
        gamma: float = 1.0,
        offset: float = 1.0,
    ) -> None:
        super().__init__(kernel=kernel, degree=degree, gamma=gamma, offset=offset)
        self.budget = whole("budget", budget, "a number of examples", least=1)
        self.coin = Coin(whole("seed", seed, "a whole number"))

    def parameters(self) -> dict[str, Any]:
        return {"budget": self.budget, "seed": self.coin.seed, **super().parameters()}

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) == y:
            return
        self.updates += 1
        if self.count == self.budget:
            self.drop(int(self.coin.toss(self.updates) * self.count))
        self.store(x, y)
