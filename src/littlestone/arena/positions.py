"""All positions of a learner in a world, and how many mistakes can still be forced from each, exactly.

The rules of the page are few, so the page walks through the same positions in the same order by itself; what is
written into it is a character a position, the number of mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

import numpy as np

from ..errors import TooLarge
from ..learner import RowLearner, State
from .worlds import Space, World

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MOST = 200_000  # positions times points: the page has to walk through them in the blink of an eye
KNOWN = {  # what a learner has come to know, of all that its state has: the rest only counts
    "elimination": ("plain", "negated"),
    "conjunction": ("plain", "negated"),
    "decision-list": ("levels",),
    "halving": ("space",),
    "soa": ("space",),
    "perceptron": ("w", "bias_weight"),
    "winnow": ("exponents",),
    "wma": ("totals",),
}
SIGNS = (-1, 1)
Thing = TypeVar("Thing")
Pair = tuple[int | None, int | None]


class Step(NamedTuple):
    """A round: the point, its label, was it a mistake, and the number of the position after it."""

    point: int
    y: int
    mistake: bool
    to: int


class Lesson(NamedTuple):
    """What a label would teach: was the guess a mistake, and what does the learner know then?"""

    mistake: bool
    after: bytes


class Positions:
    """The positions that can be reached from a learner's beginning, in the order in which they are found.

    A position is what the learner knows, and the space that the labels leave. From each the points are taken in order,
    of each first the label -1, then +1, where something explains it.
    """

    def __init__(self, learner: RowLearner, world: World) -> None:
        self.world = world
        rows = world.rows()
        self.rows = [rows.row(point) for point in range(rows.rows)]
        self.player = learner.clone()
        self.player.widen(rows.width)
        self.states: dict[bytes, State] = {}
        self.lessons: dict[bytes, list[Lesson]] = {}
        self.found: dict[tuple[bytes, Space], int] = {}
        self.steps: list[list[Step]] = []
        self.explore()
        self.values = forced(self.steps)

    def explore(self) -> None:
        """Find all positions, and the rounds that can be played in each."""
        self.number(self.key(), self.world.full)
        for key, space in growing(self.found):
            self.steps.append(list(self.rounds(key, space)))

    def rounds(self, key: bytes, space: Space) -> Iterator[Step]:
        """The rounds that can be played in a position."""
        lessons = iter(self.learned(key))
        for point in range(len(self.rows)):
            for y, part in zip(SIGNS, self.world.parts(space, point), strict=True):
                mistake, after = next(lessons)
                if part is not None:
                    yield Step(point, y, mistake, self.number(after, part))

    def learned(self, key: bytes) -> list[Lesson]:
        """What every point and label would teach the learner in a state: the same wherever it is met."""
        if key not in self.lessons:
            player, before = self.player, self.states[key]
            player.restore(before)
            guesses = [player.predict(x) for x in self.rows]
            self.lessons[key] = []
            for x, guess in zip(self.rows, guesses, strict=True):
                for y in SIGNS:
                    player.restore(before)
                    player.learn(x, float(y), guess)
                    self.lessons[key].append(Lesson(player.act(guess) != y, self.key()))
        return self.lessons[key]

    def number(self, key: bytes, space: Space) -> int:
        """The number of a position, a new one if it was not met before."""
        too_many(len(self.found), self.world)
        return self.found.setdefault((key, space), len(self.found))

    def key(self) -> bytes:
        """What the player knows, as bytes; its state is kept under them."""
        state = self.player.state()
        key = b"".join(np.asarray(state[name]).tobytes() for name in KNOWN[self.player.name])
        self.states.setdefault(key, state)
        return key


def too_many(found: int, world: World) -> None:
    """Raise if there are more positions than can be walked through in a moment."""
    if found * len(world.points) > MOST:
        raise TooLarge(f"more than {found:,} positions with {len(world.points):,} points: too many to walk through")


def growing(found: dict[Thing, int]) -> Iterator[Thing]:
    """What was found, in order, with what is found while it is walked through."""
    done = 0
    while done < len(found):
        fresh = list(found)[done:]
        done = len(found)
        yield from fresh


def forced(steps: list[list[Step]]) -> list[int]:
    """The most mistakes that can be forced from each position: the longest way, without recursion.

    A round that changes nothing leads back to where it was played, and is no mistake; there are no other circles.
    """
    values = [-1] * len(steps)
    way = [0]
    while way:
        here = way[-1]
        after = [step.to for step in steps[here] if step.to != here]
        missing = [to for to in after if values[to] < 0]
        if missing:
            way.extend(missing)
            continue
        values[here] = max((step.mistake + values[step.to] for step in steps[here] if step.to != here), default=0)
        way.pop()
    return values


class Spaces:
    """The spaces that labels can leave, in the order in which they are found, and what the best learner must suffer.

        value(V) = max over the points x that split V of 1 + min(value(V_-), value(V_+)),   0 if none does

    Of a class this is the Littlestone dimension of V (Littlestone 1988).
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.found: dict[Space, int] = {world.full: 0}
        self.parts: list[list[Pair]] = []
        for space in growing(self.found):
            self.parts.append([self.numbers(space, point) for point in range(len(world.points))])
        self.values = optimal(self.parts)

    def numbers(self, space: Space, point: int) -> Pair:
        """The numbers of the two spaces that the labels of a point leave; None where nothing explains a label."""
        too_many(len(self.found), self.world)
        minus, plus = (
            None if part is None else self.found.setdefault(part, len(self.found))
            for part in self.world.parts(space, point)
        )
        return minus, plus

    def value(self, space: Space) -> int:
        """What the best learner must suffer from a space on."""
        return self.values[self.found[space]]

    def best_point(self, space: Space) -> int | None:
        """The minimax adversary's point: both labels leave one less; of such the one that splits most evenly."""
        here, wanted = self.parts[self.found[space]], self.value(space) - 1
        best: tuple[int, int] | None = None
        for point, (minus, plus) in enumerate(here):
            if minus is None or plus is None or min(self.values[minus], self.values[plus]) < wanted:
                continue
            even = min(self.world.size(part) for part in self.world.parts(space, point))
            if best is None or even > best[0]:
                best = even, point
        return best[1] if best is not None and wanted >= 0 else None


def optimal(parts: list[list[Pair]]) -> list[int]:
    """The value of every space, without recursion: a label that is news leaves a smaller space."""
    values = [-1] * len(parts)
    way = [0]
    while way:
        here = way[-1]
        missing = [part for pair in parts[here] for part in pair if part not in (None, here) and values[part] < 0]
        if missing:
            way.extend(missing)
            continue
        splits = [(a, b) for a, b in parts[here] if a is not None and b is not None]
        values[here] = max((1 + min(values[a], values[b]) for a, b in splits), default=0)
        way.pop()
    return values


def written(values: list[int]) -> str:
    """The values as text, a character each."""
    return "".join(DIGITS[value] for value in values)
