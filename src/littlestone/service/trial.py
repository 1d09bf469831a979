"""`Trial`: the evidence that a shadow is better than who answers, on average since the trial began."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import BadParameter
from ..guarantees.advantage import Advantage, statement
from ..guarantees.policy_advantage import PolicyAdvantage
from ..support.settings import positive
from ..truth import ACTIONS, CLASSES, NUMBERS

if TYPE_CHECKING:
    from .making import GameSettings

MISTAKES, LOSS, REWARD = "mistakes", "loss", "reward"
USUAL = 0.95  # the level that is shown where nobody is promoted by it
LARGEST = 1e150  # of losses that are compared; larger ones count as this
OF_LABELS = "rounds count in the order of their labels, and those that have none do not"
IN_ORDER = (
    "rounds count in the order of their decisions, whenever their rewards come; what a round brings does not depend on "
    "what is drawn after it"
)
AS_THEY_COME = (
    "rounds count as their rewards come, and it is supposed that neither what was done nor what it brought says "
    "whether a reward comes, or when: with label_timeout and default_reward nothing of that kind is supposed"
)


class Trial:
    """Every shadow against who answers: a running average with a lower bound that holds at all times; see `Advantage`.

    D_t = what who answers lost in a round, less what the shadow lost there, by the guesses that both gave when it was
    opened, in the order in which labels come; a round that one of them could not take does not count, and every other
    one counts once, whatever it weighs. The chance 1 - level of being wrong is shared: each of S shadows has
    (1 - level)/S. Whenever somebody else answers, a shadow joins, or one of these settings changes, the trial begins
    anew: all sums at 0, with a chance 1 - level of its own. `number` counts the trials of the game.

    Of actions it is what the shadow would have earned more, by importance weights, see `PolicyAdvantage`: `record`
    takes the weight of the action, and its reward as a part of the way from the least one to the largest. Rounds that
    were decided before the trial began do not count: their actions were drawn by who answered before. Those that count
    come in the order of their decisions, if all get a reward in the end (`default_reward`), else in that of rewards:
    see `ClosedRounds`.

    by          "mistakes", "reward" or "loss": that of the game, or of who answers if the game has none
    clip        differences are cut to [-clip, clip]; None if losses are numbers and nobody said so: then none are kept
    promotes    is a shadow to answer as soon as the lower bound is above 0?
    in_order    of actions: do all rounds get a reward in the end, so that they count in the order of their decisions?
    """

    def __init__(self, settings: GameSettings, truth: str) -> None:
        self.truth = truth
        self.number = self.since = 0
        self.advantages: dict[str, Any] = {}
        self.take(settings)

    def take(self, settings: GameSettings) -> None:
        """Take the settings of the game."""
        self.promotes = settings.promote_when is not None
        self.level = USUAL if settings.promote_when is None else settings.promote_when
        usual = {str(NUMBERS): LOSS, str(ACTIONS): REWARD}
        self.by = settings.promote_by or usual.get(self.truth, MISTAKES)
        self.clip = settings.promote_clip if self.by == LOSS else 1.0
        self.by_loss = self.by == LOSS
        self.in_order = settings.default_reward is not None

    def begin(self, shadows: Iterable[str], seq: int) -> None:
        """Begin anew, after a row."""
        self.number += 1
        self.since = seq
        clip = self.clip
        if self.by == REWARD:
            self.advantages = {name: PolicyAdvantage() for name in shadows}
        else:
            self.advantages = {} if clip is None else {name: Advantage(clip) for name in shadows}

    def record(self, name: str, leader: float, shadow: float) -> None:
        """Enter what who answers and a shadow lost in a round."""
        found = self.advantages.get(name)
        if found is not None:
            found.record(shortened(leader), shortened(shadow))

    @property
    def share(self) -> float:
        """The chance that each shadow has of being promoted wrongly."""
        return (1.0 - self.level) / max(1, len(self.advantages))

    def best(self) -> str | None:
        """The shadow with the most evidence, if that is enough: its lower bound is above 0."""
        share = self.share
        found, most = None, 0.0
        for name, each in self.advantages.items():
            if each.better(share) and each.evidence > most:
                found, most = name, each.evidence
        return found

    def told(self, name: str) -> dict[str, Any] | None:
        """The evidence for a shadow; None if there is none."""
        found = self.advantages.get(name)
        return None if found is None else found.as_dict(self.share)

    def as_dict(self) -> dict[str, Any]:
        """What is common to all shadows."""
        return {
            "trial": self.number,
            "since": self.since,
            "by": self.by,
            "level": self.level,
            "shared_by": len(self.advantages),
            "promotes": self.promotes,
        }

    def statement(self) -> str:
        """Which statement the lower bounds make, in words."""
        if self.clip is None:
            return "no evidence is kept: say how far losses may differ in a round, promote_clip"
        found = statement(self.share, other="who answers")
        of_actions = IN_ORDER if self.in_order else AS_THEY_COME
        return f"{found}; {of_actions if self.by == REWARD else OF_LABELS}"

    def state(self) -> dict[str, Any]:
        """All of it, as values for JSON."""
        advantages = {
            name: {key: np.asarray(value).tolist() for key, value in each.state().items()}
            for name, each in self.advantages.items()
        }
        return {"number": self.number, "since": self.since, "advantages": advantages}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore it from its `state`, with the settings that it had."""
        self.begin(state["advantages"], state["since"])
        self.number = state["number"]
        for name, each in self.advantages.items():
            each.restore({key: np.asarray(value) for key, value in state["advantages"][name].items()})


def shortened(loss: float) -> float:
    """A loss, which may have overflowed, as a number whose differences are numbers."""
    return min(LARGEST, max(-LARGEST, loss)) if loss == loss else LARGEST


def check_promotion(settings: GameSettings, truth: str) -> None:
    """Raise if nobody could be promoted by these settings."""
    level, by, clip = settings.promote_when, settings.promote_by, settings.promote_clip
    if level is not None and not 0.0 < 1.0 - level < 1.0:  # one of 1e-17 leaves 1.0, which is no chance of being wrong
        raise BadParameter(
            f"promote_when is the chance with which a shadow has to be better, above 0 and below 1, not {level}"
        )
    if level is not None and settings.frozen:
        raise BadParameter("a frozen game has no shadows, so nobody can be promoted: leave promote_when or frozen out")
    if truth == ACTIONS:
        return
    if by not in (None, MISTAKES, LOSS):
        raise BadParameter(f"promote_by is {MISTAKES!r} or {LOSS!r}, not {by!r:.40}")
    if by == MISTAKES and truth == NUMBERS:
        raise BadParameter("labels that are numbers have no mistakes: promote_by is 'loss' here")
    if by == LOSS and truth == CLASSES:
        raise BadParameter("many classes are compared by mistakes: leave promote_by out")
    if clip is not None:
        positive("promote_clip", clip, "the largest difference of losses that is counted")
    by_loss = by == LOSS or truth == NUMBERS
    if clip is not None and not by_loss:
        raise BadParameter(
            "mistakes differ by 1 at most, and are never cut: leave promote_clip out, or promote_by loss"
        )
    if level is not None and by_loss and clip is None:
        raise BadParameter(
            "losses have no limit: promote_clip says how far they may differ in a round; what is beyond is cut off"
        )
