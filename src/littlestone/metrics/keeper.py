"""What a game calls for its metrics in every labelled round: judges the chance once, then adds the round everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..support import elementary
from .tally import Tally
from .window import Window

SURE = 2.0**-52  # chances are clipped to [SURE, 1 - SURE] before the logarithm, as scikit-learn does


class Keeper:
    """Adds every labelled round to the tallies and windows of a game.

    tallies      those over the whole game
    windows      the last rounds, for metrics that are about them alone
    signs        are the labels -1 and +1?
    chance_of    the chance that a guess stands for; None if no metric needs it
    by_class     are the chances those of every class, which the game hands over?
    answer       the number that a guess stands for; None where it is the guess itself
    """

    def __init__(
        self,
        tallies: Sequence[Tally],
        windows: Sequence[Window],
        signs: bool,
        chance_of: Callable[[float], Any] | None = None,
        by_class: bool = False,
        answer: Callable[[float], float] | None = None,
    ) -> None:
        self.tallies = list(tallies)
        self.windows = list(windows)
        self.signs = signs
        self.chance_of = chance_of
        self.by_class = by_class
        self.answer = answer
        self.odds: Any = None  # the chances of every class in the round to be judged, as the game was given them
        self.said = 0.0
        self.surprise = 0.0
        self.square = 0.0

    def judge(self, y: float, guess: float) -> None:
        """Judge the guess given, and the `odds` of its round. What can raise is here, before counting."""
        self.said = guess if self.answer is None else self.answer(guess)
        if self.by_class:
            self.judge_classes(int(y), self.odds)
        elif self.chance_of is not None:
            p = float(self.chance_of(guess))
            truth = (y + 1.0) / 2.0 if self.signs else y
            self.square = (p - truth) * (p - truth)
            p = min(max(p, SURE), 1.0 - SURE)
            self.surprise = -truth * elementary.log(p) - (1.0 - truth) * elementary.log(1.0 - p)

    def judge_classes(self, y: int, odds: Sequence[float]) -> None:
        """Judge the chances of all classes; one that was not known when the learner guessed was given none."""
        hit = odds[y] if y < len(odds) else 0.0
        self.square = sum([p * p for p in odds]) - hit * hit + (1.0 - hit) * (1.0 - hit)
        self.surprise = -elementary.log(min(max(hit, SURE), 1.0 - SURE))

    def record(self, y: float, act: float, weight: float) -> None:
        """Count the round that was judged last, with the act given, as often as `weight` says."""
        for tally in self.tallies:
            tally.add(y, self.said, act, self.surprise, self.square, weight)
        for window in self.windows:
            window.add(y, self.said, act, self.surprise, self.square, weight)
