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
from .pruning_drawing import Names
from .pruning_tree import PruningTree, epochs_of, likeliest

TWO = 0  # the ways of `PruningTree`
MANY = 1
NUMBER = 2
POWERS = (1.0, 1.5, 2.0, 3.0)  # of the geometric mean; the first is the one that theorems speak of


class Forest(RowLearner):
    """Trees that draw different questions; each mixes all of its prunings, and the forest takes their mean.

        m(c) = mean over the trees of ln q_t(c);    q_b(c) = e^(b m(c)) / sum over the classes,   b = 1, 1.5, 2, 3
        chance = sum of w_b q_b,  weights that sum to one;   w_b <- w_b q_b(y)

    (Forests: Breiman 2001; the geometric mean as a pool: Heskes 1998; the mixture: Vovk 1990.) See `PruningTree` for
    the rule of a tree and its settings. A geometric mean of chances loses at most the mean of what the trees lose, and
    the mixture of four powers at most ln 4 more than the best of them: a power above 1 makes the forest surer than
    its trees, which each see a part of the truth. Each tree loses at most what its best pruning does and ln 2 a split.
    All of it holds on every sequence and at every moment. Numbers: the mean, and the square loss.

    truth       "signs" are two classes, "classes" any number of them, "numbers"
    trees       how many
    seed        of the questions that are drawn, other ones for every tree
    settings    those of `PruningTree`, for every tree

    >>> from littlestone import Forest, Game
    >>> game = Game(Forest(trees=5), loss="log")
    >>> for x, y in 25 * [([0, 0], -1), ([0, 1], +1), ([1, 0], -1), ([1, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> [(one.verdict, round(one.paid, 2), round(one.allowed, 2)) for one in game.ledger.certificates]
    [('holds', 14.18, 15.1), ('holds', 14.18, 15.1)]
    """

    name = "forest"
    kind = "tree"
    weighs = True
    wants_zeros = True
    by_order = True
    for_squares = PruningTree.for_squares
    theorems = (ForestBound, ForestPruningBound)
    saved = fields(
        Number("own"),
        Vector("lost", size=len(POWERS), finite=True),
        Vector("marks", "known_marks()", dtype=np.uint8),
        Part("kept/", "pool"),
        Parts("tree", "trees"),
    )
    variants = (
        {"trees": 3},
        {"truth": "classes", "trees": 3, "leaf": 4, "max_nodes": 31},
        {"truth": "numbers", "trees": 2, "leaf": 4, "low": -50.0, "high": 50.0},
        {"truth": "numbers", "trees": 2, "leaf": 3, "gain": 0.0, "heaviest": 4.0},
        {"trees": 4, "leaf": 2, "gain": 0.0, "max_nodes": 15, "max_kept": 8, "seed": 5},
        {"trees": 3, "leaf": 3, "run_length": 5.0},
    )

    def __init__(self, truth: str = "signs", *, trees: int = 20, seed: int = 0, **settings: Any) -> None:
        super().__init__()
        self.size = whole("trees", trees, "how many trees there are", least=1)
        self.seed = Coin(whole("seed", seed, "a whole number")).seed
        unknown = settings.keys() - PruningTree().parameters().keys()
        if unknown:
            raise TypeError(f"Forest has no setting {min(unknown)!r}; beside 'trees' it has those of PruningTree")
        self.trees = [PruningTree(truth, seed=mix(mix(self.seed) ^ t), **settings) for t in range(self.size)]
        self.first = self.trees[0]
        self.way = self.first.way
        self.heaviest = self.first.heaviest
        self.pool = KeptExamples()
        for tree in self.trees:
            tree.pool, tree.alone = self.pool, False
        self.own = 0.0  # what was paid, in nats, as `PruningTree` counts it
        self.marks: Any = bytearray()
        self.asked = Recall()
        self.powers = np.array(POWERS)
        self.lost = np.zeros(len(POWERS))  # what each power of the mean has paid
        self.make_room()

    def make_room(self) -> None:
        """Make room for the chances of all classes."""
        values = max(self.first.values, 1)
        self.q, self.logs, self.said = np.zeros(values), np.zeros(values), np.zeros(self.size * values)
        self.raised = np.zeros(len(POWERS) * values)

    def parameters(self) -> dict[str, Any]:
        settings = {name: value for name, value in self.first.parameters().items() if name not in ("truth", "seed")}
        return {"truth": str(self.truths), "trees": self.size, **settings, "seed": self.seed}

    @property
    def truths(self) -> Truth:
        return self.first.truths

    def for_classes(self, classes: int) -> Forest | None:
        return Forest(**{**self.parameters(), "truth": "classes", "classes": classes}) if self.way == TWO else None

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
            self.logs[c] = 0.0
        for t in range(self.size):
            tree = self.trees[t]
            tree.ask(x)
            if self.way == NUMBER:
                self.logs[0] += tree.mixed[0]
            else:
                for c in range(values):
                    self.said[t * values + c] = tree.q[c]
        if self.way != NUMBER:
            elementary.log_each(self.said[: self.size * values])
            for t in range(self.size):
                for c in range(values):
                    self.logs[c] += self.said[t * values + c]
        for c in range(values):
            self.logs[c] /= self.size
        if self.way == NUMBER:
            self.q[0] = self.logs[0]
        else:
            self.mix(values)
        self.asked.keep(x, self.updates, True)

    def mix(self, classes: int) -> None:
        """Raise the mean of the logarithms to every power, and mix what that gives by how well each did."""
        best = likeliest(self.logs, classes)
        least = self.lost[0]
        for b in range(self.lost.shape[0]):
            least = min(least, self.lost[b])
        for c in range(classes):
            self.q[c] = 0.0
        mass = 0.0
        for b in range(self.lost.shape[0]):
            at = b * classes
            for c in range(classes):
                self.raised[at + c] = self.powers[b] * (self.logs[c] - self.logs[best])
            elementary.exp_each(self.raised[at : at + classes])
            total = 0.0
            for c in range(classes):
                total += self.raised[at + c]
            weight = elementary.exp(least - self.lost[b])
            mass += weight
            for c in range(classes):
                self.raised[at + c] /= total
                self.q[c] += weight * self.raised[at + c]
        for c in range(classes):
            self.q[c] /= mass

    def predict(self, x: Row) -> float:
        self.ask(x)
        if self.way == TWO:
            return elementary.log(self.q[1] / self.q[0])
        if self.way == NUMBER:
            return float(self.first.least + (self.first.most - self.first.least) * self.q[0])
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
            self.pay(y, self.importance / self.heaviest)
        place = self.pool.add(x, y, self.importance)
        for t in range(self.size):
            tree = self.trees[t]
            tree.ask(x)
            tree.asked.forget()
            tree.take(y, self.importance, place)
            tree.updates += 1
            tree.lessons += 1
        self.pool.let_go(place)
        if self.first.values > self.q.shape[0]:
            self.make_room()
        self.updates += 1

    def pay(self, y: float, share: float) -> None:
        """Add up what the forest loses, in nats, and what each power of the mean does."""
        first = self.first
        if self.way == NUMBER:
            width = first.most - first.least
            off = self.q[0] - ((y - first.least) / width if width > 0.0 else 0.0)
            self.own += share * 2.0 * off * off
        else:
            c = first.place_of(y) - 1
            self.own -= share * elementary.log(self.q[c])
            for b in range(self.lost.shape[0]):
                self.lost[b] -= share * elementary.log(self.raised[b * first.values + c])

    @property
    def nodes(self) -> int:
        """How many nodes all trees have together."""
        return int(sum(tree.count for tree in self.trees))

    def best_tree(self) -> PruningTree:
        """The tree that has lost least."""
        trees: list[PruningTree] = self.trees
        return trees[int(np.argmin([tree.own for tree in trees]))]

    def hypothesis(self, names: Names = None, outside: Any = "{:g}".format) -> str:
        """The best pruning of the best tree as text: see `PruningTree.hypothesis`."""
        return self.best_tree().hypothesis(names, outside)

    def svg(self, names: Names = None, outside: Any = "{:g}".format) -> str:
        """The same as a picture."""
        return self.best_tree().svg(names, outside)

    def account_lines(self) -> list[str]:
        found = self.accounts()["forest"]
        words = f"{counted(self.size, 'tree')}, {counted(self.nodes, 'node')}, {self.first.max_nodes:,} a tree at most"
        kept = f"{counted(found['kept'], 'example')} kept, {self.first.max_kept:,} a leaf at most"
        return [f"{words}; {found['full']:,} of them full; {kept}{epochs_of(found)}"]

    def accounts(self) -> dict[str, Any]:
        full = len([tree for tree in self.trees if tree.full])
        kept = self.pool.count - self.pool.free
        found = {"trees": self.size, "nodes": self.nodes, "full": full, "kept": kept}
        epochs = sum(tree.past.over + 1 for tree in self.trees)
        return {"forest": found | ({"epochs": epochs} if self.first.restarts else {})}

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
        self.make_room()
        self.asked.forget()
