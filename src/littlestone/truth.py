"""What is true of a round: one of two classes, a number, or one of many classes.

A truth is known by its name and equal to it. What goes with each kind is entered where it is made: the labels at the
door, the losses a guess may be charged, and the account of such a game each enter themselves here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .errors import BadParameter, UnknownName


class Truth(str):
    """A kind of truth: its `labels` at the door, its `losses` by name, and the `ledger` of games about it."""

    labels: Callable[..., Any]
    losses: Mapping[str, Any]
    ledger: Callable[..., Any]
    usual: str = "mistake"  # the loss that is counted where none is asked for


SIGNS = Truth("signs")
NUMBERS = Truth("numbers")
CLASSES = Truth("classes")
TRUTHS: dict[str, Truth] = {truth: truth for truth in (SIGNS, NUMBERS, CLASSES)}


def find_truth(name: str) -> Truth:
    """The kind of truth of that name."""
    if name not in TRUTHS:
        raise UnknownName.among("kind of truth", name, TRUTHS)
    return TRUTHS[name]


def truth_of(learner: Any, labels: Any) -> Truth:
    """Which kind of truth is played with: that of the learner, or two classes if there are two labels."""
    its_own = find_truth(learner.truths)
    if labels is None or its_own == CLASSES:
        return its_own
    if labels == NUMBERS and its_own != NUMBERS:
        raise BadParameter(
            f"{type(learner).__name__} is told -1 or +1, not any number; LinearDescent(loss='square') is"
        )
    if labels == CLASSES:
        raise BadParameter(f"{type(learner).__name__} knows two classes; for more there is OneVsRest({learner.name!r})")
    return NUMBERS if labels == NUMBERS else SIGNS
