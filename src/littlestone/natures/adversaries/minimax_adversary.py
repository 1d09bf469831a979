"""The minimax adversary, which forces at least Ldim mistakes of any deterministic learner."""

from __future__ import annotations

from ...concepts.concept_class import ConceptClass
from ...concepts.minimax import Minimax
from .adversary import ClassAdversary


class MinimaxAdversary(ClassAdversary):
    """Shows a point whose labels both leave Ldim - 1 to force: at least Ldim(C) mistakes of any deterministic learner.

    With `randomised` it plays against randomised learners, whose chances it sees: it shows a point where R(V) is
    attained and gives the label with the larger sum of the chance of a mistake and what can be forced after it. Any
    learner then expects at least R(C) mistakes. Against the optimal learners it is exactly Ldim(C) and R(C)
    (Littlestone 1988; Filmus and others 2023).

    >>> from littlestone import Game, StandardOptimal
    >>> from littlestone.natures.adversaries import MinimaxAdversary
    >>> from littlestone.concepts.concept_class import ConceptClass
    >>> thresholds = ConceptClass.from_lines(["0000", "1000", "1100", "1110", "1111"])
    >>> Game(StandardOptimal(thresholds)).play(MinimaxAdversary(thresholds)).mistakes
    2
    """

    def __init__(self, concepts: ConceptClass, *, randomised: bool = False) -> None:
        super().__init__(concepts)
        self.randomised = randomised
        self.minimax = Minimax(concepts)

    def strike(self) -> int | None:
        return self.minimax.randomised_point(self.space) if self.randomised else self.minimax.best_point(self.space)

    def choose(self, guess: float) -> int:
        if not self.randomised:
            return super().choose(guess)
        zero, one = self.concepts.split(self.space, self.point)
        chance = (1 + guess) / 2
        return -1 if chance + self.minimax.randomised(zero) >= 1 - chance + self.minimax.randomised(one) else 1
