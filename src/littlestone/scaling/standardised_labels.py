"""Labels that are numbers, standardised: less their mean, divided by their deviation."""

from __future__ import annotations

import math
from typing import Any

from ..errors import BadParameter
from ..geometry.linear_guess import WholeWeights
from ..row import Row
from ..state import Amount, Counts, Number, Numbers, fields
from ..truth import NUMBERS
from .rescaled import Rescaled


class StandardisedLabels(Rescaled):
    """Teaches every number less the mean of the labels so far, divided by their deviation, its own label included.

        n <- n + 1,   m <- m + (y - m)/n,   M <- M + (y - old m)(y - m),   s = sqrt(M/n), 1 while M = 0  (Welford 1962)
        guess = m + s (guess of the learner inside);   it learns (y - m)/s

    So labels may be measured in any unit, from any zero, and a rate that suits one suits all. There is no look ahead:
    a guess depends on the labels before it alone. The learner inside may be one that standardises its examples. What
    it guesses is taken in another scale at every round, so that its theorems are not about the loss of these games, and
    none is claimed; a committee with such a member has its own, which ask nothing of members.

    learner       a learner of numbers, by its name, such as "vaw", or as it is
    parameters    the settings of the learner of that name; they may be given one by one too

    >>> from littlestone import Game, StandardisedLabels
    >>> game = Game(StandardisedLabels("ogd", loss="square", eta=0.1, bias=1.0))
    >>> for x, y in 20 * [([1.0, 0.0], 70_100.0), ([0.0, 1.0], 69_900.0)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> round(game.learner.mean), round(game.predict([1.0, 0.0]).guess), game.ledger.certificates
    (70000, 70096, [])
    """

    name = "standardised-labels"
    scaled_so = "of numbers as they come, by the mean and the deviation of the labels so far"
    turn = 0
    saved = fields(Counts("counts", "count"), Numbers("sums", Number("sums", "mean"), Amount("sums", "spread")))
    variants = ({}, {"learner": "standardised", "parameters": {"learner": "adagrad", "parameters": {"loss": "square"}}})

    def __init__(self, learner: Any = "vaw", *, parameters: dict[str, Any] | None = None, **settings: Any) -> None:
        super().__init__(learner, parameters=parameters, **settings)
        if self.inside.truths != NUMBERS:
            raise BadParameter(f"{self.inside.name} is told {self.inside.truths}, and only numbers are standardised")
        self.own |= {"theorems": ()}
        self.count = 0
        self.mean = 0.0
        self.spread = 0.0  # M, the sum of the squares of what lies off the mean

    def bounds(self) -> list[Any]:
        return []

    @property
    def deviation(self) -> float:
        """That of the labels so far; 1 as long as they are all the same."""
        return self.unit()

    def unit(self) -> float:
        variance = self.spread / self.count if self.count > 0 else 0.0
        return math.sqrt(variance) if variance > 0.0 else 1.0

    def row(self, x: Row) -> Row:
        """The example as it is."""
        return x

    def predict(self, x: Row) -> float:
        return self.mean + self.unit() * self.inside.predict(x)

    def learn(self, x: Row, y: float, guess: float) -> None:
        inside = self.inside.predict(x)
        count = self.count + 1
        mean = self.mean + (y / count - self.mean / count)
        spread = self.spread + (y - self.mean) * (y - mean)
        before = self.count, self.mean, self.spread
        self.count, self.mean, self.spread = count, mean, spread
        self.inside.importance = self.importance
        try:
            self.inside.learn(x, (y - mean) / self.unit(), inside)
        except BaseException:
            self.count, self.mean, self.spread = before
            raise
        self.inside.lessons = self.lessons + 1  # a game counts it after the lesson
        self.updates = self.inside.updates

    def whole_weights(self) -> list[WholeWeights]:
        """The weights of the learner inside, in the unit of the labels."""
        s = self.unit()
        return [
            inside._replace(weights=s * inside.weights, constant=self.mean + s * inside.constant).noting(self.scaled_so)
            for inside in self.inside.whole_weights()
        ]
