"""All prunings of a tree, one by one: what a mixture computes on one path, by enumeration."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from littlestone import Game, PruningTree


class Witness:
    """Plays a tree, and writes down in every round what each of its nodes would have said of the label.

    It looks at the nodes and their tallies as they are before the lesson, and computes path and forecasts by itself.
    """

    def __init__(self, tree: PruningTree, names: list[str]) -> None:
        self.tree, self.names = tree, names
        self.game = Game(tree, features=names)
        self.rounds: list[tuple[Any, float, dict[int, float]]] = []  # the example, its share, losses by node
        self.ended: list[list[float]] = []  # of every epoch that is over what its prunings cost
        self.shape: Any = None  # the nodes of the epoch that has just ended

    def nodes(self) -> Any:
        return np.asarray(self.tree.nodes)[: self.tree.count] if self.shape is None else self.shape

    def path(self, x: dict[str, float]) -> list[int]:
        """The nodes that x passes, as the tree is now."""
        nodes, path = self.nodes(), [0]
        while nodes[path[-1]]["column"] >= 0:
            node = nodes[path[-1]]
            value = x.get(self.names[node["column"]])
            if value is None:
                if node["absent"] == 0:
                    return path
                path.append(int(node["absent"]))
            else:
                path.append(int(node["below"]) + (value > node["threshold"]))
        return path

    def losses(self, x: dict[str, float], y: float) -> dict[int, float] | None:
        """What each node on the path of x would lose if y came now, in nats; None if nobody could have said y."""
        tree = self.tree
        tallies = np.array(tree.tallies).reshape(-1, tree.stride)
        if tree.truths == "numbers":
            return self.square_losses(x, y, tallies)
        k = tree.classes
        c = int(y) if tree.truths == "classes" else int(y > 0)
        if c >= k:
            return None
        return {v: -math.log((tallies[v, 1 + c] + tree.a) / (tallies[v, 0] + tree.a * k)) for v in self.path(x)}

    def square_losses(self, x: dict[str, float], y: float, tallies: Any) -> dict[int, float] | None:
        tree = self.tree
        low, high = tree.least, tree.most
        if not tree.ranged and (not self.game.ledger.labelled or not low <= y <= high):
            return None
        found, said = {}, (low + high) / 2
        for v in self.path(x):
            said = (tallies[v, 1] + tree.a * said) / (tallies[v, 0] + tree.a)
            found[v] = 2.0 * ((said - y) / (high - low)) ** 2 if high > low else 0.0
        return found

    def label(self, number: int, x: dict[str, float], y: Any, weight: float = 1.0) -> None:
        """Tell a label, and write down what it costs whom."""
        met = self.game.labels.met() if self.tree.truths == "classes" else 0
        inside = self.game.labels.inside(y)
        if self.tree.truths == "classes":
            self.game.labels.forget(met)
        losses = self.losses(x, inside)
        if losses is not None:
            self.rounds.append((x, weight / self.tree.heaviest, losses))
        over, shape = self.tree.past.over, np.array(self.nodes())
        self.game.label(number, y, weight)
        if self.tree.past.over > over:  # the round that condemns a tree teaches it, and splits no leaf
            self.shape = shape
            self.ended.append(self.costs())
            self.shape = None
            self.rounds.clear()

    def loss(self, leaves: frozenset[int]) -> float:
        """The loss of a pruning: that of its leaf on the path, or of the deepest node that existed."""
        total = 0.0
        for x, share, losses in self.rounds:
            end = next((v for v in self.path(x) if v in leaves), None)
            known = [v for v in self.path(x) if v in losses]
            total += share * losses[end if end in losses else known[-1]]
        return total

    def prunings(self) -> Iterator[tuple[frozenset[int], int]]:
        """All prunings of the tree as it is now: their leaves, and how many of their nodes were split."""
        nodes = self.nodes()

        def below(v: int) -> list[tuple[frozenset[int], int]]:
            node = nodes[v]
            if node["column"] < 0:
                return [(frozenset([v]), 0)]
            children = [
                int(node["below"]),
                int(node["below"]) + 1,
                *([int(node["absent"])] if node["absent"] > 0 else []),
            ]
            found = [(frozenset([v]), 1)]
            for each in product(*map(below, children)):
                found.append((frozenset().union(*(leaves for leaves, _ in each)), 1 + sum(c for _, c in each)))
            return found

        yield from below(0)

    def costs(self) -> list[float]:
        """loss(P) + c(P) ln 2 of every pruning."""
        return [self.loss(leaves) + c * math.log(2.0) for leaves, c in self.prunings()]


def drawn_game(seed: int, truths: str, *, late: bool = False, weighed: bool = False, **settings: Any) -> Witness:
    """A small game of a tree that splits early, with numbers that may be missing, labels late or of some weight."""
    rng = np.random.default_rng(seed)
    names = ["u", "v", "w"]
    heaviest = float(rng.choice([1.0, 2.0, 5.0])) if weighed else 1.0
    usual: dict[str, Any] = {"leaf": int(rng.integers(2, 5)), "gain": float(rng.choice([0.0, 0.3, 1.0]))}
    usual |= {"max_kept": int(rng.integers(5, 12)), "max_nodes": int(rng.integers(1, 14)), "tries": 6, "seed": seed}
    tree = PruningTree(truths, a=float(rng.choice([0.05, 0.5, 1.0])), heaviest=heaviest, **{**usual, **settings})
    witness = Witness(tree, names)
    waiting = []
    for _ in range(int(rng.integers(1, 40))):
        x = {name: float(rng.integers(0, 4)) for name in names if rng.random() < 0.8}
        y = drawn_label(rng, x, truths)
        weight = heaviest * float(rng.choice([0.1, 0.5, 1.0])) if weighed else 1.0
        waiting.append((witness.game.predict(x).number, x, y, weight))
        while waiting and not (late and rng.random() < 0.6):
            witness.label(*waiting.pop(int(rng.integers(len(waiting)))))
    return witness


def drawn_label(rng: Any, x: dict[str, float], truths: str) -> Any:
    """A label that has something to do with x."""
    value = x.get("u", 1.0) + (rng.random() < 0.3)
    if truths == "numbers":
        return float(min(max(value + rng.integers(-1, 2), -1.0), 5.0))
    if truths == "classes":
        return "abcde"[int(value)]
    return 1 if value > 1.0 else -1
