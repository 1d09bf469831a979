"""The base class of what metrics are read from: counts and sums that every labelled round is added to."""

from __future__ import annotations

from typing import Any

from ..state import Saved
from ..truth import Truth


class Tally(Saved):
    """Base class of the counts and sums that a family of metrics is read from: each metric is a method.

    `higher` names the metrics that are better the higher they are, `lower` those that are better the lower, `tables`
    those whose value is no number but a dict. `truths` are the kinds of label that they are about, and `needs_chance`
    says that they judge the chance that the learner gave, not its guess.

    labels     the converter of the game's labels
    truth      the kind of label
    """

    higher = tuple[str, ...]()
    lower = tuple[str, ...]()
    tables = tuple[str, ...]()
    truths = tuple[Truth, ...]()
    needs_chance = False

    def __init__(self, labels: Any, truth: Truth) -> None:
        self.labels = labels
        self.truth = truth

    def add(self, y: float, said: float, act: float, surprise: float, square: float, weight: float) -> None:
        """Count a round with the label y, as often as `weight` says.

        `said` is the guess at a number or the score of a class, `act` the label predicted; `surprise` and `square` are
        -ln of the chance given to the label and the squared error of the chances, where there are chances.
        """
        raise NotImplementedError(f"{type(self).__name__} must implement add()")

    def error(self, name: str) -> float:
        """The most by which that metric can differ from its exact value: 0, unless it is read from a sketch."""
        return 0.0
