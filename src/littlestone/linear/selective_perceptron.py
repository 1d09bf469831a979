"""The selective-sampling Perceptron."""

from __future__ import annotations

from typing import Any

from ..coin import Coin
from ..errors import BadParameter
from ..row import Row
from ..state import Counts, fields
from ..support.settings import positive, whole
from .linear import LinearLearner
from .selective_perceptron_theorems import SelectiveBound

LABELS = ("all", "asked")


class SelectivePerceptron(LinearLearner):
    """A Perceptron that asks for a label with a chance that falls as its guess lies farther from zero.

        guess = <w, x>;   ask with chance b/(b + |guess|);   if asked and mistaken   w <- w + y x
                                                            (Cesa-Bianchi, Gentile and Zaniboni 2006)

    For every u with hinge losses L, on average over the coin, there are at most
    ((2b + R^2)/(2b)) L + (2b + R^2)^2 |u|^2/(8b) mistakes, asked for or not: as few as the Perceptron's, for some of
    the labels. In every single game that much holds of the mistakes that it asked about, each counted as
    1 + |guess|/b: `SelectiveBound`.

    The coin of a round is a function of the seed and its number, so a replay is exact. In a game where all labels are
    told, the learner makes no use of those it would not have asked for: what is asked of the k-th label is decided by
    the k-th toss. Where labels are costly, make it with labels="asked", and ask it:

        move = game.predict(x)
        if learner.asks(move.guess, move.number):
            game.label(move.number, the_truth_about(x))     # now or later
        else:
            game.forget(move.number)

    b         the larger, the more it asks
    labels    "all" if every label is told, "asked" if only those that `asks` asked for
    seed      of the coin

    >>> from littlestone import Game, SelectivePerceptron
    >>> learner = SelectivePerceptron(b=0.5)
    >>> game = Game(learner)
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, learner.queries, game.ledger.certificates[0].verdict
    (1, 6, 'holds')
    """

    name = "selective-perceptron"
    kind = "linear"
    theorems = (SelectiveBound,)
    saved = fields(Counts("counts", "rounds", "queries"))
    variants = ({}, {"b": 0.1, "seed": 7, "bias": 0.5}, {"labels": "asked", "normalise": True})

    def __init__(
        self,
        *,
        b: float = 1.0,
        labels: str = "all",
        seed: int = 0,
        bias: float | None = None,
        normalise: bool = False,
    ) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.b = positive("b", b, "how much it asks")
        if labels not in LABELS:
            raise BadParameter(f"labels is 'all' or 'asked', the labels that will be told, not {labels!r}")
        self.labels = labels
        self.coin = Coin(whole("seed", seed, "a whole number"))
        self.rounds = 0  # labels that were told
        self.queries = 0  # those that it asked for

    def parameters(self) -> dict[str, Any]:
        return {"b": self.b, "labels": self.labels, "seed": self.coin.seed, **super().parameters()}

    def chance(self, guess: float) -> float:
        """The chance that the label is asked for, where this was the guess."""
        return self.b / (self.b + abs(guess))

    def asks(self, guess: float, number: int) -> bool:
        """Does it ask for the label of round `number`, where this was its guess? Changes nothing."""
        return self.coin.toss(number) < self.chance(guess)

    def learn(self, x: Row, y: float, guess: float) -> None:
        asked = self.labels == "asked" or self.asks(guess, self.rounds + 1)
        self.rounds += 1
        if asked:
            self.queries += 1
            if self.act(guess) != y:
                self.add(x, y)
