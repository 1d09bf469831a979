"""The adversary that knows its learner."""

from __future__ import annotations

from ...concepts.class_search import worst_game
from ...concepts.concept_class import ConceptClass
from ...learner import RowLearner
from .adversary import ClassAdversary


class Strongest(ClassAdversary):
    """Plays the worst game that this very learner can be led into, found beforehand by search.

    The minimax adversary forces what can be forced of anyone; this one all that can be forced of one learner. It is
    as slow as `worst_game` is, and right only against a learner in the state that was given.
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
