"""The ordinary `ActionGame` that the settings of a game of actions make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..bandits.action_game import ActionGame
from ..bandits.linear_actions import LinearActions
from ..errors import BadParameter
from ..learners import make_learner

if TYPE_CHECKING:
    from .making import GameSettings, Player

USUAL = "tsallis-inf"
OF_LABELS = (
    "labels", "truth", "loss", "class_weight", "metrics", "guarantees", "default_label", "frozen", "promote_clip"
)  # fmt: skip
OF_ACTIONS = ("low", "high", "floor", "default_reward")
MOST = 1000  # actions
NUMBERS = 50_000_000  # in the matrices of a learner
DRAWS = 200_000  # numbers that are drawn for one decision


def check_actions(settings: GameSettings) -> None:
    """Raise if settings of labels and of actions are mixed."""
    given = settings.as_dict()
    if settings.actions is None:
        if odd := [name for name in OF_ACTIONS if name in given]:
            raise BadParameter(f'{odd[0]} is for games of actions: give "actions" too, such as ["old", "new"]')
        return
    if odd := [name for name in OF_LABELS if name in given]:
        raise BadParameter(f"{odd[0]} is for games of labels, and this one has actions: leave one of them out")
    if settings.promote_by not in (None, "reward"):
        raise BadParameter(f"actions are compared by their reward: promote_by is left out, not {settings.promote_by!r}")
    if not 2 <= len(settings.actions) <= MOST:
        raise BadParameter(f"actions are from 2 to {MOST:,} names, not {len(settings.actions)}")
    if settings.default_reward is not None and settings.label_timeout is None:
        raise BadParameter("default_reward is what a round learns that expires: give label_timeout as well")


def make_action_game(settings: GameSettings, player: Player, seed: int) -> ActionGame:
    """A new game of actions, played by this learner."""
    actions = settings.actions or []
    learner = make_learner(player.learner or USUAL, {**player.settings, "K": len(actions)}, "actions")
    check_size(learner)
    return ActionGame(
        learner,
        actions=actions,
        low=0.0 if settings.low is None else settings.low,
        high=1.0 if settings.high is None else settings.high,
        floor=settings.floor or 0.0,
        seed=seed,
        schema=settings.schema or None,
        keep=0 if settings.keep is None else settings.keep,
    )


def check_size(learner: Any) -> None:
    """Raise if a learner could become larger, or a decision of it longer, than a service can bear."""
    if isinstance(learner, LinearActions) and learner.models * learner.width**2 > NUMBERS:
        raise BadParameter(
            f"{learner.name} keeps up to {learner.models} matrices of {learner.width:,} rows; a service makes learners "
            f"of at most {NUMBERS:,} numbers: take fewer features (width), or shared"
        )
    if getattr(learner, "draws", 0) * learner.K > DRAWS:
        raise BadParameter(f"{learner.draws:,} draws for {learner.K:,} actions: at most {DRAWS:,} numbers a decision")


def share_of(game: Any, reward: Any) -> float:
    """A reward as a part of the way from `low` to `high`."""
    return 1.0 - float(game.price.inside(reward))
