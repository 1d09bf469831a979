"""A person who plays a duel in the place of the adversary or of the learner: asked on a terminal, line by line."""

from __future__ import annotations

import sys
from typing import Any

from ..arena.positions import KNOWN, Positions, Step
from ..arena.worlds import ClassWorld
from ..concepts.concept_class import ConceptClass
from ..errors import TooLarge
from ..learner import RowLearner
from ..natures.adversaries.adversary import ClassAdversary, against
from .concept_words import point_text

SIGNS = {"+1": 1, "1": 1, "+": 1, "-1": -1, "0": -1, "-": -1}
HINT = "?"


class Ended(Exception):
    """Raised when the person ends the game: by an empty line, or the end of the input."""


def ask(question: str) -> str:
    """What the person types; the question goes to standard error, so that the account stays clean."""
    print(f"{question} ", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline().strip()
    if not line:
        raise Ended
    return line


def say(words: str) -> None:
    """Tell the person something."""
    print(words, file=sys.stderr, flush=True)


def asked_sign(question: str, hint: str) -> int:
    """A label or a guess; what is none is asked for again, and ? gives the hint."""
    while True:
        typed = ask(question)
        if typed in SIGNS:
            return SIGNS[typed]
        say(hint if typed == HINT else f"  type +1 or -1 (1 or 0 will do), {HINT} for a hint, or nothing to end")


class PersonAdversary(ClassAdversary):
    """A person who chooses point and label; a label that no concept explains is refused, and asked for again."""

    def __init__(self, concepts: ConceptClass, learner: RowLearner) -> None:
        super().__init__(concepts)
        self.learner = learner
        self.names = [point_text(concepts, point) for point in range(concepts.points)]
        self.said: list[tuple[int, int]] = []
        self.positions = all_positions(learner, concepts)
        self.place = 0
        self.ended = False

    def strike(self) -> int | None:
        while not self.ended:
            try:
                typed = ask(f"example ({self.names[0]} to {self.names[-1]}, {HINT} for a hint, nothing to end)?")
            except Ended:
                break
            if typed in self.names:
                return self.names.index(typed)
            say(self.hint() if typed == HINT else f"  there is no example {typed!r}")
        return None

    def choose(self, guess: float) -> int:
        name, sides = self.names[self.point], self.concepts.split(self.space, self.point)
        while not self.ended:
            try:
                y = asked_sign(f"  {self.learner.name} says {guess:+g} of {name}; the label?", self.label_hint())
            except Ended:
                self.ended = True
                break
            if sides[y > 0]:
                return self.note(y)
            say(f"  no concept says {y:+d} of {name}: {self.reason(y)}")
        y = against(guess)
        y = y if sides[y > 0] else -y
        say(f"  the last label is taken to be {y:+d}")
        return self.note(y)

    def note(self, y: int) -> int:
        """Remember the round, and where it leads."""
        self.said.append((self.point, y))
        if self.positions is not None:
            self.place = self.step(self.point, y).to
        return y

    def step(self, point: int, y: int) -> Step:
        """The round that is played by this point and label."""
        assert self.positions is not None
        return next(step for step in self.positions.steps[self.place] if (step.point, step.y) == (point, y))

    def reason(self, y: int) -> str:
        """The rounds that exclude a label, as few as will do."""
        needed = list(range(len(self.said)))
        for number in list(needed):
            fewer = [other for other in needed if other != number]
            labelled = [self.said[other] for other in fewer]
            if not self.concepts.agreeing([*labelled, (self.point, y)]):
                needed = fewer
        rounds = ", ".join(str(number + 1) for number in needed)
        return f"round {rounds} excludes it" if len(needed) == 1 else f"rounds {rounds} exclude it"

    @property
    def still(self) -> int | None:
        """How many mistakes can still be forced, if that is known."""
        return None if self.positions is None else self.positions.values[self.place]

    def hint(self) -> str:
        """The best move, in words."""
        if self.positions is None:
            return "  there are too many positions for a hint"
        steps, values = self.positions.steps[self.place], self.positions.values
        if self.still == 0:
            return "  no mistake can be forced any more"
        best = max(steps, key=lambda step: (step.mistake + values[step.to], step.mistake))
        more = values[best.to]
        return f"  ask {self.names[best.point]} and say {best.y:+d}; then {more} more can be forced"

    def label_hint(self) -> str:
        """What either label of the point leaves, in words."""
        if self.positions is None:
            return "  there are too many positions for a hint"
        steps = [step for step in self.positions.steps[self.place] if step.point == self.point]
        words = [f"{step.y:+d} leaves {self.positions.values[step.to]} to force" for step in steps]
        return f"  {', '.join(words)}"


def all_positions(learner: RowLearner, concepts: ConceptClass) -> Positions | None:
    """All positions of the duel; None where they are too many, or the learner is none of the arena's."""
    if learner.name not in KNOWN:
        return None
    try:
        return Positions(learner, ClassWorld(concepts))
    except TooLarge:
        return None


def person_guesses(opponent: Any, learner: RowLearner) -> list[dict[str, Any]]:
    """Let a person guess what an adversary asks; the learner plays along, and its guesses are the hints."""
    concepts: ConceptClass = opponent.concepts
    rounds: list[dict[str, Any]] = []
    mistakes = 0
    while (x := opponent.question()) is not None:
        name = point_text(concepts, opponent.point)
        guess = learner.predict(x)
        act = learner.act(guess)
        try:
            said = asked_sign(f"{name}: your guess?", f"  {learner.name} would say {act:+g}")
        except Ended:
            return rounds
        y = opponent.say(float(said))
        learner.learn(x, float(y), guess)
        mistakes += said != y
        say(f"  {'right' if said == y else 'wrong'}: {name} is {y:+d}")
        line = {"round": len(rounds) + 1, "point": name, "guess": said, "label": y, "would_say": act}
        rounds.append({**line, "left": opponent.space.bit_count(), "mistakes": mistakes})
    say("no mistake can be forced any more")
    return rounds
