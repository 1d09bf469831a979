"""The strongest adversary of one given learner."""

from __future__ import annotations

from ...concepts.class_search import worst_game
from ...concepts.concept_class import ConceptClass
from ...learner import RowLearner
from .adversary import ClassAdversary


class Strongest(ClassAdversary):
    """Plays the game with the most mistakes of this learner, found beforehand by `worst_game`.

    The minimax adversary forces what can be forced of any learner; this one all that can be forced of one. It is as
    slow as `worst_game`, and correct only against a learner in the given state.
    """

    def __init__(self, concepts: ConceptClass, learner: RowLearner) -> None:
        super().__init__(concepts)
        self.worst = worst_game(learner, concepts)
        self.asked = 0

    def strike(self) -> int | None:
        if self.asked == len(self.worst.path):
            return None
        self.asked += 1
        return self.worst.path[self.asked - 1]

    def choose(self, guess: float) -> int:
        return self.worst.labels[self.asked - 1]
