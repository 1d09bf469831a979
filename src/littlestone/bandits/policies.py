"""Learners as policies: what they advise to do, and how they are taught by the reward of what was done."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..committees.members import members_of, promised, told_alike
from ..errors import BadParameter
from ..learner import RowLearner
from ..row import Row
from ..truth import CLASSES, NUMBERS


def policies_of(given: Any, K: int, heaviest: float) -> list[RowLearner]:
    """The policies for K actions, new and untrained, written as the members of a committee are."""
    members = members_of(given)
    truth = told_alike(members)
    if truth == NUMBERS:
        raise BadParameter(f"a policy says what to do, and {members[0]!r} says numbers")
    if truth != CLASSES and K != 2:
        raise BadParameter(
            f"{members[0]!r} tells two actions apart, not {K}; for more there is 'one-vs-rest/{members[0].name}'"
        )
    if odd := [member for member in members if member.boolean or member.counts_first]:
        raise BadParameter(f"{odd[0]!r} needs Boolean variables, and cannot be a policy")
    return [promised(member, heaviest) for member in members]


def advice_of(member: RowLearner, guess: float, K: int) -> Any:
    """The chances of the actions that a guess of this policy stands for."""
    if member.truths == CLASSES:
        chosen = int(guess)
        return np.eye(K)[chosen] if 0 <= chosen < K else np.full(K, 1.0 / K)
    second = (1.0 + member.act(guess)) / 2.0
    return np.array([1.0 - second, second])


def lesson(classes: bool, action: int, loss: float, chance: float) -> tuple[float, float]:
    """The label, and its weight, that the loss of an action teaches a policy.

    Of two actions: the one that was done if its loss is below 1/2, else the other one, with weight |1 - 2 loss|/chance;
    of more: the one that was done, with weight (1 - loss)/chance. Then a policy's mistakes by weight are on average its
    loss, of two actions twice that, but for a constant that no policy can change (the offset of Beygelzimer and
    Langford 2009).
    """
    if classes:
        return float(action), (1.0 - loss) / chance
    right = (action == 1) == (loss < 0.5)
    return 1.0 if right else -1.0, abs(1.0 - 2.0 * loss) / chance


def teach(member: RowLearner, x: Row, y: float, weight: float, guess: float) -> None:
    """Teach a policy a label of this weight, having guessed so."""
    member.check_label(y, weight)
    member.importance = weight
    try:
        member.learn(x, y, guess)
    finally:
        member.importance = 1.0
    member.lessons += 1
