"""`Challenge`: is any of several learners better than the first one, on average, on one stream?"""

from __future__ import annotations

from typing import Any

from rich.console import Console

from ..errors import BadParameter
from ..guarantees.advantage import Advantage, statement
from ..row import Row
from ..support.settings import counted, positive
from ..watcher import Watcher
from .printing import columns, heading


class Losses(Watcher):
    """What every round of a game has cost, until it is taken: 1 for a mistake, or the loss of a number."""

    def __init__(self, game: Any) -> None:
        super().__init__()
        self.game = game
        self.found: list[float] = []

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool) -> None:
        """Enter a round."""
        self.found.append(self.game.price.value(y, guess, guess) if self.game._numbers else float(mistaken))

    def taken(self) -> list[float]:
        """What was entered since it was last taken."""
        found, self.found = self.found, []
        return found


class Challenge:
    """Compares every learner with the first, by `Advantage`s that share the chance 1 - level of being wrong."""

    def __init__(self, level: float, clip: float | None, *, numbers: bool) -> None:
        if not 0.0 < level < 1.0:
            raise BadParameter(f"--evidence is a level above 0 and below 1, such as 0.95, not {level:g}")
        if numbers and clip is None:
            raise BadParameter(
                "losses of numbers have no limit: --clip says how far they may differ in a round; what is beyond is cut"
            )
        if clip is not None and not numbers:
            raise BadParameter("mistakes differ by 1 at most, and are never cut: leave --clip out")
        self.level = level
        self.clip = 1.0 if clip is None else positive("--clip", clip, "the largest difference that is counted")
        self.watched: dict[str, Losses] = {}
        self.advantages: dict[str, Advantage] = {}

    def watch(self, name: str, game: Any) -> None:
        """Let a learner take part; the first one is who the others are compared with."""
        losses = self.watched[name] = Losses(game)
        game.ledger._watchers.append(losses)
        if len(self.watched) > 1:
            self.advantages[name] = Advantage(self.clip)

    def compare(self, playing: list[str]) -> None:
        """Enter the rounds that all who still play have played since the last time."""
        first = next(iter(self.watched))
        if first not in playing:
            raise BadParameter(f"{first} could not play on, and the others were compared with it")
        led = self.watched[first].taken()
        for name in playing:
            if name != first:
                for one, other in zip(led, self.watched[name].taken(), strict=True):
                    self.advantages[name].record(one, other)

    def account(self, playing: list[str]) -> dict[str, Any]:
        """What was found, as plain values."""
        share = (1.0 - self.level) / max(1, len(self.advantages))
        return {
            "than": (first := next(iter(self.watched))),
            "level": self.level,
            "shared_by": len(self.advantages),
            "statement": statement(share, "the learner", first),
            "learners": {name: self.advantages[name].as_dict(share) for name in playing if name in self.advantages},
        }


def print_challenge(console: Console, told: dict[str, Any]) -> None:
    """Print who is better than the first, and which statement that is."""
    console.print()
    heading(console, f"better than {told['than']}, on average so far")
    lines = []
    ranked = sorted(told["learners"].items(), key=lambda item: -item[1]["mean"])
    for name, each in ranked:
        verdict = "yes" if each["lower"] > 0.0 else "no" if each["upper"] < 0.0 else "not known"
        cut = f"; {counted(each['clipped'], 'difference')} cut off" if each["clipped"] else ""
        words = f"{verdict}: by {each['mean']:.4g}, between {each['lower']:.4g} and {each['upper']:.4g}{cut}"
        lines.append((name, words, ""))
    columns(console, lines)
    shared = f", shared by {told['shared_by']} learners" if told["shared_by"] > 1 else ""
    console.print(f"  Level {told['level']:g}{shared}: {told['statement']}.", style="dim", soft_wrap=True)
