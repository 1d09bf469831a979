"""The kinds of labels: one of two classes, a number, one of many classes, or the reward of an action.

`TRUTHS` are those of examples. A `Truth` is a str and equal to its name. Its attributes are set by the modules that
define them: features.labels, losses.names and the ledgers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .errors import BadLabel, BadParameter, UnknownName


class Truth(str):
    """A kind of label: the converter of its `labels`, its `losses` by name, and the `ledger` of its games."""

    labels: Callable[..., Any]
    losses: Mapping[str, Any]
    ledger: Callable[..., Any]
    usual: str = "mistake"  # the default loss


SIGNS = Truth("signs")
NUMBERS = Truth("numbers")
CLASSES = Truth("classes")
ACTIONS = Truth("actions")  # of what was done only the reward is told, and of what was not done nothing
TRUTHS: dict[str, Truth] = {truth: truth for truth in (SIGNS, NUMBERS, CLASSES)}


def check_class(y: float) -> None:
    """Raise if that is not the number of a class."""
    if not (y >= 0.0 and y % 1.0 == 0.0):
        raise BadLabel(f"a class is a number 0, 1, 2 and so on here, not {y}; a Game numbers any labels")


def find_truth(name: str) -> Truth:
    """The kind of label of that name."""
    if name not in TRUTHS:
        raise UnknownName.among("kind of truth", name, TRUTHS)
    return TRUTHS[name]


def truth_of(learner: Any, labels: Any) -> Truth:
    """The kind of label of a game: the learner's, or two classes if `labels` names two."""
    its_own = find_truth(learner.truths)
    if labels is None or its_own == CLASSES:
        return its_own
    if labels == NUMBERS and its_own != NUMBERS:
        raise BadParameter(
            f"{type(learner).__name__} learns from labels -1 and +1, not from numbers; "
            f"for numbers take LinearDescent(loss='square')"
        )
    if labels == CLASSES:
        raise BadParameter(f"{type(learner).__name__} knows two classes; for more there is OneVsRest({learner.name!r})")
    return NUMBERS if labels == NUMBERS else SIGNS
