"""Exact search for the most mistakes of a learner over all targets of a class and all sequences of examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..errors import BadParameter, Unbounded, more_states
from ..learner import RowLearner, State
from ..row import Row
from ..support.settings import whole
from .concept_class import ConceptClass, FiniteClass, Space

Place = tuple[bytes, Space]  # the learner's state, as bytes, and the targets that are still possible


class WorstGame(NamedTuple):
    """The most mistakes that can be forced, expected ones for a randomised learner, and a game that forces them.

    `path` holds the points in the order to show them, `labels` their labels, and `target` is a concept with these
    labels.
    """

    mistakes: float
    path: tuple[int, ...]
    labels: tuple[int, ...]
    target: int


class Edge(NamedTuple):
    """One round: the point, its label, the chance of a mistake, and the state after it."""

    row: int
    y: int
    chance: float
    to: Place


def worst_game(
    learner: RowLearner, concepts: FiniteClass, target: int | None = None, *, states: int = 1_000_000
) -> WorstGame:
    """The game with the most mistakes of a learner on a class, exactly, also of a randomised learner.

    learner     it is copied, not changed
    concepts    the class, of two labels, or of several for a learner of many classes; the adversary may show its
                points in any order, as often as it likes
    target      the number of the concept that labels them; None lets the adversary choose as it goes
    states      raise `Unbounded` after so many states of the game

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
    """Search of the game of one learner against an adversary that chooses the target as it goes.

        worst(s, V) = max over x and y with V_y not empty of  chance of a mistake + worst(s after (x, y), V_y)

    A learner may change when it was right, and return to an earlier state. So the states of the game are grouped into
    strongly connected components (Tarjan 1972), all of the same value; a mistake within a component can be repeated for
    ever. A round that neither changes the learner nor risks a mistake only removes targets: it is never played.
    """

    def __init__(self, player: RowLearner, rows: Sequence[Row], concepts: FiniteClass, limit: int) -> None:
        self.player = player
        self.rows = rows
        self.concepts = concepts
        self.signs = isinstance(concepts, ConceptClass)  # labels are -1 and +1, not 0 and 1
        self.limit = limit
        self.states: dict[bytes, State] = {}
        self.edges: dict[Place, list[Edge]] = {}
        self.worth: dict[Place, float] = {}

    def run(self, targets: Space) -> WorstGame:
        """The worst game from the player's current state, for targets among these."""
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
        """Tarjan's algorithm without recursion; a component is solved when all components it leads to are."""
        order: dict[Place, int] = {start: 0}
        lowest: dict[Place, int] = {start: 0}
        waiting = [start]  # visited states whose component is not complete
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
                    name, more = type(self.player).__name__, more_states(self.limit)
                    raise Unbounded(
                        f"no end after {self.limit:,} states of the game of {name}; search on with {more}"
                    ).naming(more)
                order[edge.to] = lowest[edge.to] = len(order)
                waiting.append(edge.to)
                way.append((edge.to, iter(self.expand(edge.to))))
            elif edge.to not in self.worth:
                lowest[here] = min(lowest[here], order[edge.to])

    def settle(self, circle: list[Place]) -> None:
        """Give all states of a component their value: that of the best edge out of it."""
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
        """All rounds that can be played in a state."""
        key, space = place
        player = self.player
        edges = []
        player.restore(self.states[key])
        guesses = [player.predict(x) for x in self.rows]
        for row, guess in enumerate(guesses):
            for label, part in self.concepts.parts(space, row):
                y = 2 * label - 1 if self.signs else label
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
        """The player's state as bytes, without the count of its updates."""
        state = self.player.state()
        key = b"".join(
            f"{name}{np.shape(value)}".encode() + np.asarray(value).tobytes()
            for name, value in state.items()
            if name != "updates"
        )
        self.states.setdefault(key, state)
        return key

    def trace(self, place: Place) -> Iterator[Edge]:
        """The rounds of a worst game: within a component, the shortest path to the next mistake of such a game."""
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
