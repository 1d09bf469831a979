# cython: auto_pickle=True
"""Observers that a game calls after every labelled round: a bound, a log, a plot."""

from __future__ import annotations

from .row import Row
from .state import Saved


class Watcher(Saved):
    """Base class of observers: `see` is called once per round, after its label was learned."""

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool) -> None:
        """Called after round `number`: x is the row as the rule saw it, `guess` the prediction when its label came.

        If the label came late, that is the prediction the learner would have made then, from which it learned.
        """

    def weigh(self, weight: float) -> None:
        """Called before a round whose weight is not 1, and after it with 1."""
