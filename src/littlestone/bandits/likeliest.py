"""An adversary of learners of actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..nature import Label
from ..support.settings import whole


class Likeliest:
    """The action that is likeliest brings 0, all others bring 1: it sees the chances, and never what is drawn.

    The best action of K brings nothing in a K-th of the rounds at most, the learner in a K-th at least: whoever plays
    equal chances has no regret, and whoever is sure of anything pays for it in every round.

    rounds      the number of rounds
    """

    def __init__(self, rounds: int) -> None:
        self.rounds = whole("rounds", rounds, "a number of rounds")
        self.asked = 0

    def ask(self, last: Any) -> Any:
        """Nothing to look at, as often as there are rounds."""
        if self.asked == self.rounds:
            return None
        self.asked += 1
        return {}

    def answer(self, number: int, guess: Any) -> Iterable[Label]:
        """The rewards of all actions, against the chances."""
        rewards = np.ones(len(guess))
        rewards[int(np.argmax(guess))] = 0.0
        return (Label(number, rewards),)

    def close(self) -> Iterable[Label]:
        """Nothing is left to tell."""
        return ()
