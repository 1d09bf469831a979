"""An adversary of one-sided feedback."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...nature import Label
from ...support.settings import whole


class SecretPositives:
    """Asks one positive point again and again until the learner has found it out, then the next; in the end negatives.

    A learner that says no to what it does not know misses every one of them until it explores: 1/q times on average.
    Then come new points that are negative, and all that is explored of them is for nothing. So M- points cost about
    M-/q and the rest of the rounds q each, and no chance of exploring makes that less than 2 sqrt(T M-) or so.

    misses      how many positive points there are
    rounds      the number of rounds
    """

    def __init__(self, misses: int, rounds: int) -> None:
        self.misses = whole("misses", misses, "how many positive points there are")
        self.rounds = whole("rounds", rounds, "a number of rounds")
        self.asked = 0
        self.point = 0

    def ask(self, last: Any) -> Any:
        """The positive point that is not known yet, or a new negative one."""
        if self.asked == self.rounds:
            return None
        self.asked += 1
        return {f"point {self.point}": 1.0}

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """Positive for the first points, negative for all others."""
        secret = self.point < self.misses
        if guess > 0.0 or not secret:
            self.point += 1
        return (Label(number, 1 if secret else -1),)

    def close(self) -> Iterable[Label]:
        """Nothing is left to tell."""
        return ()
