"""The learners that a game of a service may have, for people who choose one."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache

from ..errors import LittlestoneError
from ..learners import table_of
from .http.contract import LearnersAnswer, ListedLearner
from .making import GameSettings, Player, make_game


@cache
def listed_learners() -> LearnersAnswer:
    """All learners of examples and of actions that need no settings, by name, with their labels and their rules."""
    found = []
    for of, settings in (("", GameSettings()), ("actions", GameSettings(actions=["old", "new"]))):
        for name, kind in sorted(table_of(of).items()):
            with suppress(LittlestoneError):  # one that needs to be told more
                learner = make_game(settings, Player(name), 0).learner
                words = " ".join((kind.__doc__ or "").strip().split("\n\n")[0].split())
                found.append(ListedLearner(name, str(learner.truths), re.split(r"(?<=\.)(?<!et al\.)\s", words)[0]))
    return LearnersAnswer(found)
