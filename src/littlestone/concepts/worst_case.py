"""The exact worst case of one learner: the longest run of mistakes that a target allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadParameter, Unbounded, more_states
from ..features.arrays import as_batch
from ..learner import RowLearner, State
from ..row import Batch
from ..rows.game import Game
from .class_search import WorstGame, worst_game
from .finite_class import FiniteClass


class WorstCase(NamedTuple):
    """The most mistakes that can be forced, and the rows that force them, in the order to show them."""

    mistakes: int
    path: tuple[int, ...]


class Longest(NamedTuple):
    """The solution of a state: the most mistakes from here on, the row of the first, and the next state."""

    mistakes: int
    row: int
    then: bytes


class Step(NamedTuple):
    """A mistake that is possible: its row, and the state it leads to."""

    row: int
    key: bytes
    state: State


class Standing:
    """A state on the search stack: the step to it, the mistakes still to try, and the best so far."""

    def __init__(self, step: Step, ahead: Iterator[Step]) -> None:
        self.step = step
        self.ahead = ahead
        self.best = Longest(0, -1, b"")

    def weigh(self, step: Step, rest: Longest) -> None:
        """Make that step the best one if it leads to more mistakes."""
        if rest.mistakes >= self.best.mistakes:
            self.best = Longest(1 + rest.mistakes, step.row, step.key)


def worst_case(
    learner: RowLearner, examples: Any, target: Any = None, *, states: int = 1_000_000
) -> WorstCase | WorstGame:
    """The largest number of mistakes an adversary can force with rows of `examples`, labelled by `target`.

        worst(s) = max over the rows x that s mistakes of 1 + worst(s after learning x),  0 if there is none

    This is exact for a deterministic learner that changes only on its mistakes: showing it a row it knows
    changes nothing, so the adversary's best game is the longest path of mistakes. The search goes depth-first
    through the states of the learner, from its present one, and solves each state once.

    If `examples` is a `ConceptClass`, or `Labellings` for a learner of many classes, the adversary may choose any of
    its concepts as it goes, or the one that `target` numbers; the learner may then change in any round, and may toss a
    coin: the result is the expected number of mistakes (this calls `worst_game`).

    learner     the learner to be forced; it is copied, not changed
    examples    the rows the adversary may show, as often as it likes: a `Batch` or anything two-dimensional; or a class
    target      the label of every row, -1 or +1; or the number of a concept of the class, None for any
    states      give up after so many states

    Raises `Unbounded` if mistakes can go on for ever, or if the search would need more states.

    >>> from littlestone import Perceptron
    >>> from littlestone.concepts.worst_case import worst_case
    >>> worst_case(Perceptron(bias=1), [[0], [1]], [-1, +1])
    WorstCase(mistakes=3, path=(0, 1, 0))
    """
    if isinstance(examples, FiniteClass):
        return worst_game(learner, examples, target, states=states)
    if learner.randomised:
        raise BadParameter(
            f"the longest path of mistakes needs a learner without a coin; {learner!r} tosses one: "
            f"give a ConceptClass, whose search weighs the chances"
        )
    batch = as_batch(examples, target)
    player = learner.clone()
    player.restore(learner.state())
    Game(player, bounds=())._check_batch(batch)
    player.widen(batch.width)
    return Search(player, batch, states).run()


class Search:
    """Depth-first search over the states, with an explicit stack: a game may exceed Python's recursion limit."""

    def __init__(self, player: RowLearner, batch: Batch, limit: int) -> None:
        self.player = player
        self.rows = [(batch.row(t), float(batch.labels[t])) for t in range(batch.rows)]
        self.limit = limit
        self.solved: dict[bytes, Longest] = {}

    def run(self) -> WorstCase:
        """Solve the present state of the player and return its longest path."""
        solved = self.solved
        start = Step(-1, *self.position())
        way = [Standing(start, self.steps(start))]  # the path from the first state to the present one
        entered = {start.key}
        while way:
            here = way[-1]
            step = next(here.ahead, None)
            if step is None:
                way.pop()
                entered.remove(here.step.key)
                solved[here.step.key] = here.best
                if way:
                    way[-1].weigh(here.step, here.best)
            elif step.key in solved:
                here.weigh(step, solved[step.key])
            elif step.key in entered:
                raise self.endless([standing.step for standing in way] + [step])
            elif len(solved) + len(way) >= self.limit:
                more = more_states(self.limit)
                raise Unbounded(
                    f"no end after {self.limit:,} states, {len(way):,} mistakes deep: does the target fit the "
                    f"learner's theorem? If so, search on with {more}"
                ).naming(more)
            else:
                way.append(Standing(step, self.steps(step)))
                entered.add(step.key)
        return WorstCase(solved[start.key].mistakes, tuple(self.trace(start.key)))

    def trace(self, key: bytes) -> Iterator[int]:
        """The rows of the longest path from a solved state."""
        while self.solved[key].mistakes:
            yield self.solved[key].row
            key = self.solved[key].then

    def steps(self, here: Step) -> Iterator[Step]:
        """Every mistake that is possible in a state; raises if a right prediction changes it."""
        player = self.player
        player.restore(here.state)
        mistaken = []
        for row, (x, y) in enumerate(self.rows):
            guess = player.predict(x)
            if player.act(guess) == y:
                player.learn(x, y, guess)
            else:
                mistaken.append((row, guess))
        if self.position()[0] != here.key:
            raise BadParameter(
                f"{player!r} changes without a mistake, so the longest path of mistakes is not its worst case; "
                f"give a ConceptClass, whose search plays right rounds too"
            )
        for row, guess in mistaken:
            player.restore(here.state)
            x, y = self.rows[row]
            player.learn(x, y, guess)
            yield Step(row, *self.position())

    def position(self) -> tuple[bytes, State]:
        """The present state of the player, and a key for it: its bytes without the count of updates."""
        state = self.player.state()
        key = b""
        for name, value in state.items():
            if name != "updates":
                array = np.asarray(value)
                key += f"{name}{array.shape}".encode() + array.tobytes()
        return key, state

    def endless(self, path: list[Step]) -> Unbounded:
        """The error for a path that returns to an earlier state."""
        first = next(number for number, step in enumerate(path) if step.key == path[-1].key)
        way = ", ".join(str(step.row) for step in path[1 : first + 1])
        circle = ", ".join(str(step.row) for step in path[first + 1 :])
        return Unbounded(
            f"the mistakes never end: {f'after the rows {way} ' if way else ''}a turn of the rows ({circle}) brings "
            f"{self.player!r} back to where it was; give a target that its theorem covers"
        )
