"""What a game of the arena was worth: played again by the package, compared line by line, graded round by round."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..errors import BadFile, TooLarge
from .game_text import LEARNED, TextGame, replay
from .positions import KNOWN, Positions, Spaces
from .presets import PRESETS, Preset
from .worlds import World


@dataclass
class Graded:
    """A game with its grade.

    differs     the first line where the text says something else than the package: what it says, and what it should
    rounds      every round: the point, what was guessed, the label, the mistakes so far, and what is still to force
    best        how many mistakes can be forced of this learner, exactly; None if that is not known
    any_learner how many can be forced of every learner
    broken      the first round whose label nothing explains
    """

    role: str
    game: TextGame
    differs: tuple[str, str] | None = None
    rounds: list[dict[str, Any]] = field(default_factory=list)
    best: int | None = None
    any_learner: int | None = None
    broken: int | None = None

    @property
    def mistakes(self) -> int:
        """How many there were."""
        return sum(round_["wrong"] for round_ in self.rounds)

    @property
    def given_away(self) -> list[int]:
        """The rounds that were not played as well as can be: an adversary could have forced more, a learner less."""
        return [round_["round"] for round_ in self.rounds if round_.get("lost")]


def grade(text: str) -> Graded:
    """Play a text again, compare it with what the package answers, and grade its rounds."""
    if "> learner " not in text and "> guess " not in text:
        raise BadFile("that is no game text: it has neither a learner nor guesses (lines that begin with >)")
    said, game = replay(text)
    graded = Graded("learner" if game.game is None else "adversary", game, first_difference(text, said))
    mistakes = 0
    for number, move in enumerate(game.moves, start=1):
        if move["y"] is None:
            continue
        wrong = move["act"] != move["y"]
        mistakes += wrong
        graded.rounds.append({"round": number, **move, "wrong": wrong, "mistakes": mistakes, "still": None})
    if game.world is not None:
        weigh(graded, game.world)
    return graded


def first_difference(text: str, said: str) -> tuple[str, str] | None:
    """The first line in which two texts differ. How a long formula is cut short is no difference."""
    ours = [line for line in text.splitlines() if line.strip()]
    theirs = said.splitlines()
    lists = "> learner decision-list" in text
    for there, here in zip(ours + [""] * len(theirs), theirs, strict=False):
        if lists and there.partition(LEARNED)[0] == here.partition(LEARNED)[0]:
            continue
        if there != here:
            return there, here
    return None


def weigh(graded: Graded, world: World) -> None:
    """Say after every round what can still be forced, exactly."""
    preset = preset_of(graded)
    try:
        spaces = Spaces(world) if preset is None else preset.spaces
    except TooLarge:
        return  # there is no grade, and the replay is still one
    graded.any_learner = spaces.values[0]
    positions = positions_of(graded, world) if preset is None or graded.role == "learner" else preset.positions
    graded.best = None if positions is None else positions.values[0]
    rows = [dict(zip(world.columns, point, strict=True)) for point in world.points]
    space, place, before = world.full, 0, graded.best if positions is not None else graded.any_learner
    for round_ in graded.rounds:
        whole = dict.fromkeys(world.columns, 0) | round_["x"]
        round_["point"] = rows.index(whole) if whole in rows else None
        part = None if round_["point"] is None else world.parts(space, round_["point"])[round_["y"] > 0]
        if part is None:
            graded.broken = round_["round"]
            return
        space = part
        if positions is None:
            round_["still"] = spaces.value(space)
        else:
            steps = positions.steps[place]
            place = next(step.to for step in steps if (step.point, step.y) == (round_["point"], round_["y"]))
            round_["still"] = positions.values[place]
        less = (before or 0) - round_["still"] - round_["wrong"]  # for an adversary; a learner gives away the opposite
        round_["lost"] = max(0, less if graded.role == "adversary" else -less)
        before = round_["still"]


def preset_of(graded: Graded) -> Preset | None:
    """The game of the arena that was played, if it is one: its tables are made once."""
    game = graded.game.game
    for preset in PRESETS:
        if preset.world == graded.game.world_text and (game is None or repr(preset.make()) == repr(game.learner)):
            return preset
    return None


def positions_of(graded: Graded, world: World) -> Positions | None:
    """All positions of the learner; None if it is a person, or one the arena does not know, or they are too many."""
    game = graded.game.game
    if game is None or game.learner.name not in KNOWN:
        return None
    try:
        return Positions(game.learner.clone(), world)
    except TooLarge:
        return None
