"""All prunings of a tree, one by one: what the mixture computes on one path, by enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import exp, log
from typing import Any

import numpy as np

from ...rows.game import Game
from ...trees.pruning_tree import PruningTree


class AllPrunings:
    """Plays a tree, and writes down in every round what each node on the path would have lost, in nats.

    It finds paths and forecasts by itself, from the questions of the tree and the tallies of its nodes before the
    lesson. Of numbers a nat is (high - low)^2/2, and by weight that times the largest.
    """

    def __init__(self, tree: PruningTree, **settings: Any) -> None:
        self.tree = tree
        self.game = Game(tree, **settings)
        self.rounds: list[tuple[Any, float, dict[int, float]]] = []

    def path(self, x: Any) -> list[int]:
        """The nodes that x passes, as the tree is now."""
        nodes: Any = np.asarray(self.tree.nodes)
        path = [0]
        while nodes[path[-1]]["column"] >= 0:
            node = nodes[path[-1]]
            path.append(int(node["below"]) + int(x[node["column"]] > node["threshold"]))
        return path

    def losses(self, x: Any, y: float) -> dict[int, float]:
        """What each node on the path of x would lose if y came now."""
        tree: Any = self.tree
        tallies = np.array(tree.tallies).reshape(-1, tree.stride)
        if tree.truths != "numbers":
            c = 2 if y > 0 else 1
            return {v: -log((tallies[v, c] + tree.a) / (tallies[v, 0] + 2 * tree.a)) for v in self.path(x)}
        found, said = {}, (tree.low + tree.high) / 2
        for v in self.path(x):
            said = (tallies[v, 1] + tree.a * said) / (tallies[v, 0] + tree.a)
            off = (said - y) / (tree.high - tree.low)
            found[v] = 2.0 * off * off
        return found

    def teach(self, x: Any, y: float, weight: float = 1.0) -> None:
        """A round, and what it costs whom."""
        number = self.game.predict(x).number
        self.rounds.append((x, weight / self.tree.heaviest, self.losses(x, y)))
        self.game.label(number, y, weight)

    def prunings(self, v: int = 0) -> Iterator[tuple[frozenset[int], int]]:
        """The prunings below a node: their leaves, and how many of their nodes were split."""
        nodes: Any = np.asarray(self.tree.nodes)
        if nodes[v]["column"] < 0:
            yield frozenset([v]), 0
            return
        yield frozenset([v]), 1
        below = int(nodes[v]["below"])
        for (low, splits), (high, more) in product(self.prunings(below), list(self.prunings(below + 1))):
            yield low | high, 1 + splits + more

    def loss(self, leaves: frozenset[int]) -> float:
        """The loss of a pruning: that of its leaf on the path, or of the deepest node that there was."""
        total = 0.0
        for x, share, losses in self.rounds:
            path = self.path(x)
            end = next(v for v in path if v in leaves)
            total += share * losses[end if end in losses else [v for v in path if v in losses][-1]]
        return total

    def costs(self) -> list[float]:
        """loss(P) + c(P) ln 2 of every pruning P."""
        return [self.loss(leaves) + splits * log(2.0) for leaves, splits in self.prunings()]

    def mixed(self, costs: list[float]) -> float:
        """What all prunings lose if each weighs 2^-c(P)."""
        least = min(costs)
        return least - log(sum(exp(least - cost) for cost in costs))
