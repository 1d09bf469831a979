"""Halving."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from ..concepts.concept_class import ConceptClass, Space, members
from ..errors import BadParameter
from ..row import Row
from ..support.settings import flag, real
from .version_space import VersionSpaceLearner
from .version_space_theorems import HalvingBound


class Halving(VersionSpaceLearner):
    """Say what most of the concepts say that are still possible; a mistake strikes out at least half of them.

        guess = (|V_+| - |V_-|)/|V|;   V <- {c in V: c(x) = y}         (Barzdin and Freivalds 1972; Littlestone 1988)

    If some concept of the class fits, at most floor(log2 |C|) mistakes are made.

    concepts        the class: a `ConceptClass` or a text such as "table:0011,0101"; None stands for all monotone
                    disjunctions of the n variables
    n               how many variables there are; None takes it from the class, or from the data if the data says
    conservative    strike out on mistakes only (True), or after every label (False)
    tie             what to say when the vote is even: "0" for -1 or "1" for +1
    prior           a weight above 0 for each concept, by which it votes; the fitting concept c with its share p(c) of
                    the weight then allows floor(log2 1/p(c)) mistakes

    >>> from littlestone import Game, Halving
    >>> game = Game(Halving("table:100,010,001,000"))
    >>> for point, y in [([1, 0, 0], +1), ([0, 1, 0], -1)]:
    ...     game.label(game.predict(point).number, y)
    >>> game.ledger.certificates[0].allowed, game.learner.hypothesis()
    (2.0, 'concept 0: 100')
    """

    name = "halving"
    theorems = (HalvingBound,)

    variants = (
        {},
        {"conservative": False, "tie": "1"},
        {"n": 6, "conservative": False, "tie": "1", "prior": [1.0 / (c + 1) for c in range(64)]},
    )

    def __init__(
        self,
        concepts: ConceptClass | str | None = None,
        *,
        n: int | None = None,
        conservative: bool = True,
        tie: str = "0",
        prior: Sequence[float] | None = None,
    ) -> None:
        if tie not in ("0", "1"):
            raise BadParameter(f"tie is what to say when the vote is even, '0' or '1', not {tie!r}")
        self.conservative = flag("conservative", conservative)  # of this one, not of its class
        self.tie = tie
        self.prior = None if prior is None else [real("prior", weight, "a weight for each concept") for weight in prior]
        self.weights: list[int] = []  # the prior in whole numbers, so that ties are ties
        super().__init__(concepts, n)
        self.at_zero = 1.0 if tie == "1" else -1.0

    def parameters(self) -> dict[str, Any]:
        own = {"conservative": self.conservative, "tie": self.tie, "prior": self.prior}
        return {**super().parameters(), **own}

    def begin(self, concepts: ConceptClass) -> None:
        super().begin(concepts)
        if self.prior is None:
            return
        if len(self.prior) != concepts.size or min(self.prior) <= 0:
            raise BadParameter(
                f"a prior has a weight above 0 for each of the {concepts.size} concepts, not {self.prior!r:.60}"
            )
        exact = [Fraction(weight) for weight in self.prior]
        whole = lcm(*(weight.denominator for weight in exact))
        self.weights = [int(weight * whole) for weight in exact]

    def weight(self, space: Space) -> int:
        """How many votes a set of concepts has."""
        if not self.weights:
            return space.bit_count()
        return sum(self.weights[concept] for concept in members(space))

    def predict(self, x: Row) -> float:
        against, in_favour = map(self.weight, self.halves(x))
        return (in_favour - against) / (in_favour + against)

    def learn(self, x: Row, y: float, guess: float) -> None:
        if not self.conservative or self.act(guess) != y:
            self.narrow(x, y)
