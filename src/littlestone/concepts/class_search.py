"""The exact worst case over all targets of a class: a search of the whole game, right rounds and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..errors import BadParameter, Unbounded
from ..learner import RowLearner, State
from ..row import Row
from ..support.settings import whole
from .concept_class import ConceptClass, Space

Place = tuple[bytes, Space]  # the learner's state, as bytes, and the targets that are still possible


class WorstGame(NamedTuple):
    """The most mistakes that can be forced, expected ones if there is a coin, and a game that forces them.

    `path` are the rows in the order to show them, `labels` what to say to each, and `target` a concept that says so.
    """

    mistakes: float
    path: tuple[int, ...]
    labels: tuple[int, ...]
    target: int


class Edge(NamedTuple):
    """One round: the row, its label, the chance of a mistake, and where it leads."""

    row: int
    y: int
    chance: float
    to: Place


def worst_game(
    learner: RowLearner, concepts: ConceptClass, target: int | None = None, *, states: int = 1_000_000
) -> WorstGame:
    """The worst game that a learner can be led into on a class: exact, even if it changes when right or tosses a coin.

    learner     who is to be forced; it is copied, not changed
    concepts    the class; its points are what the adversary may show, as often as it likes
    target      the number of the concept that labels them; None lets the adversary choose as it goes
    states      give up after so many states of the game

    >>> from littlestone import Halving
    >>> from littlestone.concepts.class_search import worst_game
    >>> from littlestone.concepts.concept_class import ConceptClass
    >>> thresholds = ConceptClass.from_lines(["0000", "1000", "1100", "1110", "1111"])
    >>> worst_game(Halving(thresholds), thresholds)
    WorstGame(mistakes=2, path=(1, 0), labels=(-1, 1), target=1)
    """
    targets = concepts.full
    if target is not None:
        if whole("target", target, "the number of a concept") >= concepts.size:
            raise BadParameter(f"there is no concept {target} in {concepts!r}; they are numbered from 0")
        targets = 1 << target
    player = learner.clone()
    player.restore(learner.state())
    rows = concepts.examples()
    player.widen(rows.width)
    return ClassSearch(player, [rows.row(t) for t in range(rows.rows)], concepts, states).run(targets)


class ClassSearch:
    """The game of one learner against an adversary who has yet to choose the target.

        worst(s, V) = max over x and y with V_y not empty of  chance of a mistake + worst(s after (x, y), V_y)

    A learner may change when it was right, and come back to where it was. So the places of the game are gathered into
    those that can reach each other (Tarjan 1972), all of the same worth; a mistake within such a circle can be repeated
    for ever. A round that leaves the learner as it is, without the chance of a mistake, only takes targets away: it is
    never played.
    """

    def __init__(self, player: RowLearner, rows: Sequence[Row], concepts: ConceptClass, limit: int) -> None:
        self.player = player
        self.rows = rows
        self.concepts = concepts
        self.limit = limit
        self.states: dict[bytes, State] = {}
        self.edges: dict[Place, list[Edge]] = {}
        self.worth: dict[Place, float] = {}

    def run(self, targets: Space) -> WorstGame:
        """The worst game from where the player stands, for targets among these."""
        start = (self.position(), targets)
        self.solve(start)
        edges = list(self.trace(start))
        mistakes = self.worth[start]
        left = edges[-1].to[1] if edges else targets
        return WorstGame(
            mistakes if self.player.randomised else int(mistakes),
            tuple(edge.row for edge in edges),
            tuple(edge.y for edge in edges),
            self.concepts.target(left),
        )

    def solve(self, start: Place) -> None:
        """Tarjan's search, depth-first with a stack of its own; a circle is solved when all it leads to is."""
        order: dict[Place, int] = {start: 0}
        lowest: dict[Place, int] = {start: 0}
        waiting = [start]  # places entered whose circle is not complete
        way = [(start, iter(self.expand(start)))]
        while way:
            here, ahead = way[-1]
            edge = next(ahead, None)
            if edge is None:
                way.pop()
                if way:
                    lowest[way[-1][0]] = min(lowest[way[-1][0]], lowest[here])
                if lowest[here] == order[here]:
                    circle = [waiting.pop()]
                    while circle[-1] != here:
                        circle.append(waiting.pop())
                    self.settle(circle)
            elif edge.to not in order:
                if len(order) >= self.limit:
                    raise Unbounded(
                        f"no end after {self.limit:,} states of the game of {self.player!r}; "
                        f"search on with worst_case(..., states={10 * self.limit})"
                    )
                order[edge.to] = lowest[edge.to] = len(order)
                waiting.append(edge.to)
                way.append((edge.to, iter(self.expand(edge.to))))
            elif edge.to not in self.worth:
                lowest[here] = min(lowest[here], order[edge.to])

    def settle(self, circle: list[Place]) -> None:
        """All places of a circle are worth the best way out of it."""
        inside = set(circle)
        worth = 0.0
        for place in circle:
            for edge in self.edges[place]:
                if edge.to not in inside:
                    worth = max(worth, edge.chance + self.worth[edge.to])
                elif edge.chance > 0:
                    raise Unbounded(
                        f"the mistakes never end: {self.player!r} can be led back to where it was before a mistake on "
                        f"row {edge.row}; give a class that its theorem covers"
                    )
        for place in circle:
            self.worth[place] = worth

    def expand(self, place: Place) -> list[Edge]:
        """Every round that can be played at a place."""
        key, space = place
        player = self.player
        edges = []
        player.restore(self.states[key])
        guesses = [player.predict(x) for x in self.rows]
        for row, guess in enumerate(guesses):
            for y, part in zip((-1, 1), self.concepts.split(space, row), strict=True):
                if part:
                    act = player.act(guess)
                    chance = abs(act - y) / 2 if player.randomised else float(act != y)
                    player.learn(self.rows[row], float(y), guess)
                    after = self.position()
                    if chance > 0 or after != key:
                        edges.append(Edge(row, y, chance, (after, part)))
                    if after != key:
                        player.restore(self.states[key])
        self.edges[place] = edges
        return edges

    def position(self) -> bytes:
        """The state the player is in, as bytes: all of it but the count of its updates."""
        state = self.player.state()
        key = b"".join(
            f"{name}{np.shape(value)}".encode() + np.asarray(value).tobytes()
            for name, value in state.items()
            if name != "updates"
        )
        self.states.setdefault(key, state)
        return key

    def trace(self, place: Place) -> Iterator[Edge]:
        """The rounds of a worst game: within a circle the shortest way to the next mistake that is part of one."""
        while self.worth[place] > 0:
            came: dict[Place, Edge | None] = {place: None}
            froms: dict[Place, Place] = {}
            found: tuple[Place, Edge] | None = None
            queue = [place]
            while found is None:
                here = queue.pop(0)
                for edge in self.edges[here]:
                    if edge.chance + self.worth[edge.to] != self.worth[place]:
                        continue
                    if edge.chance > 0:
                        found = here, edge
                        break
                    if edge.to not in came:
                        came[edge.to], froms[edge.to] = edge, here
                        queue.append(edge.to)
            here, last = found
            steps = [last]
            while (step := came[here]) is not None:
                steps.append(step)
                here = froms[here]
            yield from reversed(steps)
            place = last.to
