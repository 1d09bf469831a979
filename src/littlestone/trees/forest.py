# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A forest of trees that grow differently; its guess is their mean."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..coin import Coin, mix
from ..errors import StateError
from ..learner import RowLearner
from ..row import Row
from ..rows.recall import Recall
from ..state import Held, Number, Part, Parts, Vector, fields
from ..support import elementary
from ..support.settings import counted, whole
from ..truth import Truth
from .forest_theorems import ForestBound, ForestPruningBound
from .kept_examples import KeptExamples
from .pruning_tree import PruningTree, likeliest

TWO = 0  # the ways of `PruningTree`
MANY = 1
NUMBER = 2


class Forest(RowLearner):
    """Trees that draw different questions; each mixes all of its prunings, and the forest says their mean.

        guess = the mean of the chances, or numbers, of M trees                                     (Breiman 2001)

    See `PruningTree` for the rule of a tree and its settings. The loss of a mean is at most the mean of the losses, so
    that the forest is at most as bad as its trees are on average, and each tree as its best pruning and ln 2 a split,
    on every sequence and at every moment. Trees that differ make the mean much better than the best of them.

    truths      "signs" are two classes, "classes" any number of them, "numbers"
    trees       M
    seed        of the questions that are drawn, other ones for every tree

    >>> from littlestone import Forest, Game
    >>> game = Game(Forest(trees=5), loss="log")
    >>> for x, y in 25 * [([0, 0], -1), ([0, 1], +1), ([1, 0], +1), ([1, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> [(one.verdict, round(one.paid, 2), round(one.allowed, 2)) for one in game.ledger.certificates]
    []
    """

    name = "forest"
    kind = "tree"
    weighs = True
    wants_zeros = True
    theorems = (ForestBound, ForestPruningBound)
    saved = fields(
        Number("own"),
        Vector("marks", "known_marks()", dtype=np.uint8),
        Part("kept/", "pool"),
        Parts("tree", "trees"),
    )
    variants = (
        {"trees": 3},
        {"truths": "classes", "trees": 3, "leaf": 4, "max_nodes": 31},
        {"truths": "numbers", "trees": 2, "leaf": 4, "low": -50.0, "high": 50.0},
        {"truths": "numbers", "trees": 2, "leaf": 3, "gain": 0.0, "heaviest": 4.0},
        {"trees": 4, "leaf": 2, "gain": 0.0, "max_nodes": 15, "max_kept": 8, "seed": 5},
    )

    def __init__(
        self,
        truths: str = "signs",
        *,
        trees: int = 20,
        classes: int = 0,
        a: float = 0.1,
        leaf: int = 16,
        tries: int = 32,
        gain: float = 4.0,
        max_nodes: int = 2047,
        max_kept: int = 64,
        heaviest: float = 1.0,
        low: float | None = None,
        high: float | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__()
        self.size = whole("trees", trees, "how many trees there are", least=1)
        self.seed = Coin(whole("seed", seed, "a whole number")).seed
        settings: dict[str, Any] = {"classes": classes, "a": a, "leaf": leaf, "tries": tries, "gain": gain}
        settings |= {"max_nodes": max_nodes, "max_kept": max_kept, "heaviest": heaviest, "low": low, "high": high}
        self.trees = [PruningTree(truths, seed=mix(mix(self.seed) ^ t), **settings) for t in range(self.size)]
        self.first = self.trees[0]
        self.way = self.first.way
        self.heaviest = self.first.heaviest
        self.pool = KeptExamples()
        for tree in self.trees:
            tree.pool, tree.alone = self.pool, False
        self.own = 0.0  # what was paid, in nats, as `PruningTree` counts it
        self.marks: Any = bytearray()
        self.asked = Recall()
        self.q = np.zeros(max(self.first.values, 1))

    def parameters(self) -> dict[str, Any]:
        settings = {name: value for name, value in self.first.parameters().items() if name not in ("truths", "seed")}
        return {"truths": str(self.truths), "trees": self.size, **settings, "seed": self.seed}

    @property
    def truths(self) -> Truth:
        return self.first.truths

    @property
    def has_chances(self) -> bool:
        return self.way != NUMBER

    def chance_of(self, guess: float) -> float | None:
        """1/(1 + e^-guess) of two classes."""
        return self.first.chance_of(guess)

    def class_chances(self, x: Row) -> list[float] | None:
        """The mean of the chances of the classes."""
        if self.way != MANY:
            return None
        self.ask(x)
        return [float(self.q[c]) for c in range(self.first.classes)]

    def see_marks(self, marks: Any) -> None:
        self.marks = marks
        for tree in self.trees:
            tree.see_marks(marks)

    def ask(self, x: Row) -> None:
        """Let every tree say what it says to x, and take the mean, unless that was just done."""
        if self.asked.fits(x, self.updates):
            return
        values = self.first.values
        for c in range(values):
            self.q[c] = 0.0
        for t in range(self.size):
            tree = self.trees[t]
            tree.follow(x)
            if self.way == NUMBER:
                self.q[0] += tree.mixed[0]
            else:
                for c in range(values):
                    self.q[c] += tree.q[c]
        for c in range(values):
            self.q[c] /= self.size
        self.asked.keep(x, self.updates, True)

    def predict(self, x: Row) -> float:
        self.ask(x)
        if self.way == TWO:
            return elementary.log(self.q[1] / self.q[0])
        if self.way == NUMBER:
            return self.first.least + (self.first.most - self.first.least) * self.q[0]
        return float(likeliest(self.q, self.first.classes))

    def act(self, guess: float) -> float:
        return guess if self.way == MANY else RowLearner.act(self, guess)

    def check_label(self, y: float, weight: float) -> None:
        self.first.check_label(y, weight)

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.check_label(y, self.importance)
        self.ask(x)
        self.asked.forget()
        if self.first.foreseen(y):
            self.pay(y)
        place = self.pool.add(x, y, self.importance)
        for t in range(self.size):
            tree = self.trees[t]
            tree.take(y, self.importance, place)
            tree.updates += 1
        self.pool.let_go(place)
        if self.first.values > self.q.shape[0]:
            self.q = np.zeros(self.first.values)
        self.updates += 1

    def pay(self, y: float) -> None:
        """Add up the loss of the mean, as a tree does its own."""
        first = self.first
        share = self.importance / self.heaviest
        if self.way == NUMBER:
            width = first.most - first.least
            off = self.q[0] - ((y - first.least) / width if width > 0.0 else 0.0)
            self.own += share * 2.0 * off * off
        else:
            self.own -= share * elementary.log(self.q[first.place_of(y) - 1])

    @property
    def nodes(self) -> int:
        """How many nodes all trees have together."""
        return int(sum(tree.count for tree in self.trees))

    def account_lines(self) -> list[str]:
        full = sum(tree.full for tree in self.trees)
        words = f"{counted(self.size, 'tree')}, {counted(self.nodes, 'node')}, {self.first.max_nodes:,} a tree at most"
        kept = self.pool.count - self.pool.free
        return [f"{words}; {full:,} of them full; {counted(kept, 'example')} kept"]

    def accounts(self) -> dict[str, Any]:
        full = sum(tree.full for tree in self.trees)
        kept = self.pool.count - self.pool.free
        return {"forest": {"trees": self.size, "nodes": self.nodes, "full": full, "kept": kept}}

    def known_marks(self) -> Any:
        """Which of the named columns are of words or categories."""
        return np.frombuffer(bytes(self.marks), dtype=np.uint8)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        kept = len(held["kept/"]["labels"])
        for t in range(self.size):
            tree = held[f"tree{t}/"]
            if len(tree["homes"]) != kept or tree["counts"] != held["tree0/"]["counts"]:
                raise StateError(f"tree {t} has not learned the same rounds as the others")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.see_marks(bytearray(held["marks"].tobytes()))
        self.q = np.zeros(max(self.first.values, 1))
        self.asked.forget()
