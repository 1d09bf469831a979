"""`ClosedRounds`: rounds that have their reward, and count when those that were decided before them count."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any, NamedTuple

MOST = 100_000  # rounds that wait for one decided before them


class ClosedRound(NamedTuple):
    """What was done in a round, what it brought, and what that weighs for others.

    number      that of the round: decisions have growing ones
    seq         of the row that opened it
    place       of the action that was done
    chance      that it was drawn with
    reward      what it brought
    weights     of every shadow that took the round, by name: its chance of the action over that
    among       the places of the actions that there were to choose from; None if all
    """

    number: int
    seq: int
    place: int
    chance: float
    reward: float
    weights: dict[str, float]
    among: list[int] | None = None


class ClosedRounds:
    """Rounds in the order of their decisions, whatever the order in which their rewards came.

    A weighted reward is right on average given all that was decided before: the action is drawn by a coin, and when its
    reward comes is no matter, as long as what a round brings does not depend on what is drawn after it. In the order of
    the *rewards* that is so only if what was done, and what it brought, say nothing of how soon the reward comes. If
    one action is answered at once and the other in an hour, then for an hour only the first one earns anything; and
    where clicks are told at once and the others expire, at first all are clicks.

    `MOST` of them wait; when there are more, the oldest counts although one that was decided before it is open.
    """

    def __init__(self) -> None:
        self.heap: list[ClosedRound] = []

    def __len__(self) -> int:
        return len(self.heap)

    def __iter__(self) -> Iterator[ClosedRound]:
        return iter(self.heap)

    def add(self, closed: ClosedRound) -> None:
        """Let a round wait."""
        heappush(self.heap, closed)

    def before(self, number: float) -> Iterator[ClosedRound]:
        """Take out those that were decided before the round of this number, in order."""
        while self.heap and (self.heap[0].number < number or len(self.heap) > MOST):
            yield heappop(self.heap)

    def state(self) -> list[Any]:
        """All of them, as values for JSON."""
        return [list(each) for each in self.heap]

    def restore(self, state: list[Any]) -> None:
        """Restore them from their `state`."""
        self.heap = [ClosedRound(*each) for each in state]
