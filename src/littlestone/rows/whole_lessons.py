"""Lessons that are learned whole or not at all, whatever a learner of the user's own raises on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..learner import Learner, RowLearner
from ..moves import is_ours


def everyone_in(learner: Learner) -> Iterator[Learner]:
    """The learner, and all that it is made of."""
    yield learner
    for pupil in learner.pupils or ():
        yield from everyone_in(pupil)


def may_refuse(learner: Learner) -> bool:
    """Has it, or one that it is made of, a word of its own about labels? Most have none, and need not be asked."""
    usual = RowLearner.check_label
    return any(getattr(type(one), "check_label", usual) is not usual for one in everyone_in(learner))


def may_end_half_taught(learner: Learner) -> bool:
    """Is it made of others, with one among them that is not of this package?

    What the learners of this package refuse, they refuse before anything is learned: see `RowLearner.check_label`. One
    of the user's own may raise whenever it likes, when others have learned the round already.
    """
    return bool(learner.pupils) and not all(map(is_ours, everyone_in(learner)))


def teach_whole(game: Any, *lesson: Any) -> None:
    """Let the learner of a game learn; if that raises, it knows what it knew before.

    This takes the learner's state in every round, so it is only for those that may end half taught.
    """
    learner = game.learner
    before = learner.state()
    try:
        learner.learn(*lesson)
    except BaseException:
        learner.restore(before)
        learner.see_marks(game.features.marks)
        raise
