# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Base of the trees that grow: nodes, the path of an example, and how a leaf is split."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from ..coin import Coin, mix
from ..errors import StateError
from ..learner import RowLearner
from ..row import MOST_COLUMN, Row
from ..rows.evidence import longer
from ..state import Count, Flag, Held, Part, Vector, fields, lacks
from ..support.settings import real, whole
from .kept_examples import KeptExamples

NODE = np.dtype(
    [
        ("column", np.int32),  # what a split asks for; -1 of a leaf
        ("below", np.int32),  # the child of values up to the threshold; that of larger ones is the next node
        ("absent", np.int32),  # the child of examples without the column; 0 if not made yet, -1 if absent means zero
        ("first", np.int32),  # the example that a leaf has held longest, -1 if it holds none
        ("last", np.int32),
        ("held", np.int32),  # how many examples a leaf holds
        ("due", np.int32),  # how many more are to come before a split is sought
        ("differs", np.int32),  # are their labels not all alike?
        ("threshold", np.float64),
        ("r", np.float64),  # ln(weight of stopping here / weight of going on)
        ("before", np.float64),  # the node's own loss up to its split, and where the way ends here
        ("after", np.float64),  # and after it
    ]
)
MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15  # of SplitMix64, and the factors that it stirs with
FACTOR = 0xBF58476D1CE4E5B9
FACTOR_TOO = 0x94D049BB133111EB
ROOM = 15  # nodes at first
A_CELL = 8  # questions for each cell of an example, at most
COLUMNS = 16  # whose cells are kept while one leaf is asked questions
FEW = 16  # entries that are searched by asking all of them, as those of `KeptExamples` are
LINKS = ("column", "below", "absent", "due", "differs")  # what is saved of a node in whole numbers
SUMS = ("threshold", "r", "before", "after")  # and in others


def of_nodes(names: tuple[str, ...], **settings: Any) -> list[Vector]:
    """Vectors of these fields of all nodes."""
    return [Vector(name, partial(of_each, name), **settings) for name in names]


def of_each(name: str, tree: Any) -> Any:
    """A field of all nodes of a tree, as a new vector."""
    return np.array(np.asarray(tree.nodes)[name][: tree.count])


def is_alone(tree: Any) -> bool:
    """Is the tree in no forest, which keeps examples and marks for all of its trees?"""
    return bool(tree.alone)


def empty_nodes(room: int) -> Any:
    """Room for so many nodes, each in one line of the cache: walking a path is little else than waiting for nodes."""
    size = NODE.itemsize
    memory = np.zeros((room + 1) * size, dtype=np.uint8)
    begin = -memory.ctypes.data % size
    return memory[begin : begin + room * size].view(NODE).view(np.recarray)


class GrowingTree(RowLearner):
    """A tree that splits its leaves as examples come: any rule of the past is allowed by the theorem, and this is one.

    A leaf holds the examples that ended in it. When they are `leaf` or more and their labels differ, questions are
    drawn, one to `tries`: a column of one of the examples, and a threshold between its least and its largest value. The
    one that leaves least disorder splits the leaf if it saves `gain`, up to three times as much when few nodes are
    left, or if the leaf holds `max_kept` and half of the nodes are left; else the leaf waits for as many examples
    again. The children begin with the examples, and may split at once. A column of numbers that an example does not
    have is missing, and leads to a third child; words, categories and columns without a name are 0 where absent.

    With `max_nodes` nodes the tree is full: it goes on learning in its nodes, and lets go of all examples.
    """

    wants_zeros = True  # a number that is missing is not zero
    by_order = True  # other columns are drawn where they come in another order
    saved = fields(
        Count("draws"),
        Flag("full"),
        *of_nodes(LINKS, dtype=np.int32),
        *of_nodes(SUMS, like="column"),
        Vector("tallies", lambda own: np.array(own.tallies)[: own.count * own.stride], finite=True),
        Vector("marks", "known_marks()", dtype=np.uint8, missing=None, when=is_alone),
        Part("kept/", "own_pool"),
        Vector("homes", "homes()", dtype=np.int32),
    )

    def __init__(self, *, leaf: int, tries: int, gain: float, max_nodes: int, max_kept: int, seed: int) -> None:
        super().__init__()
        self.leaf = whole("leaf", leaf, "how many examples a leaf holds before it is split", least=2)
        self.tries = whole("tries", tries, "how many questions are tried for a split", least=1)
        self.gain = real("gain", gain, "what a split is to save, in nats")
        self.max_nodes = whole("max_nodes", max_nodes, "how many nodes a tree may have", least=1)
        self.max_kept = whole("max_kept", max_kept, "how many examples a leaf may hold", least=self.leaf)
        self.seed = Coin(whole("seed", seed, "a whole number")).seed
        self.key = mix(self.seed)
        self.draws = 0  # how many random numbers were drawn
        self.marks: Any = bytearray()  # of each named column, whether it is of words or categories
        self.values = 1  # numbers that a node keeps of its labels
        self.pool = KeptExamples()
        self.alone = True

    def clear(self) -> None:
        """Be a single leaf that has seen nothing."""
        self.nodes = empty_nodes(ROOM)
        self.stride = 1 + self.values
        self.tallies = np.zeros(ROOM * self.stride)  # of each node the weight of its labels, and `values` numbers more
        self.count = 0
        self.full = False
        self.deepest = 0
        self.path = np.zeros(ROOM, dtype=np.int32)
        self.depth = 0
        self.following = np.full(ROOM, -1, dtype=np.int32)  # of every example that is kept, the next one in its leaf
        self.members = np.zeros(self.max_kept, dtype=np.int32)
        self.begins = np.zeros(self.max_kept, dtype=np.int64)  # where their entries are, beside them
        self.ends = np.zeros(self.max_kept, dtype=np.int64)
        self.kinds = np.zeros(self.max_kept, dtype=np.int32)
        self.cells = np.zeros(COLUMNS * self.max_kept)  # of the members, column by column
        self.at = 0  # where those of the question begin
        self.asked_of = np.zeros(COLUMNS, dtype=np.int32)  # the columns whose cells are there
        self.columns_asked = 0
        self.least_of = np.zeros(COLUMNS)  # of each its least and its largest value, and how many members have one
        self.most_of = np.zeros(COLUMNS)
        self.there_of = np.zeros(COLUMNS, dtype=np.int32)
        self.counts = np.zeros(3 * self.max_kept, dtype=np.int32)
        self.room_for_path()
        self.new_node(0)

    def room_for_path(self) -> None:
        """Make room for the numbers of a path; a subclass has some more."""
        if self.path.shape[0] < self.deepest + 2:
            self.path = np.zeros(2 * self.deepest + ROOM, dtype=np.int32)

    def new_node(self, depth: int) -> int:
        """A new leaf; return its number."""
        v = self.count
        if v == self.nodes.shape[0]:
            self.more_nodes()
        self.count += 1
        self.nodes[v].column = -1
        self.nodes[v].below = 0
        self.nodes[v].absent = -1
        self.nodes[v].first = -1
        self.nodes[v].last = -1
        self.nodes[v].due = self.leaf
        if depth > self.deepest:
            self.deepest = depth
            self.room_for_path()
        return v

    def more_nodes(self) -> None:
        """Make room for more nodes."""
        room = min(2 * self.count + 1, max(self.max_nodes, ROOM)) + 2
        nodes, tallies = empty_nodes(room), np.zeros(room * self.stride)
        nodes[: self.count] = np.asarray(self.nodes)[: self.count]
        tallies[: self.count * self.stride] = np.asarray(self.tallies)[: self.count * self.stride]
        self.nodes, self.tallies = nodes, tallies

    def more_values(self, values: int) -> None:
        """Let every node keep so many numbers of its labels."""
        tallies = np.zeros((self.nodes.shape[0], 1 + values))
        tallies[:, : self.stride] = np.asarray(self.tallies).reshape(-1, self.stride)
        self.tallies, self.values, self.stride = tallies.ravel(), values, 1 + values

    def walk(self, x: Row) -> None:
        """Write the path of x, from the root to the leaf, or to the split that has no child for it yet."""
        batch = x.batch
        path = self.path
        v = 0
        depth = 0
        path[0] = 0
        while self.nodes[v].column >= 0:
            column = self.nodes[v].column
            k = x.start + column
            if not (k < x.stop and batch.columns[k] == column):
                k = find(x, column)
            if k < 0 and self.nodes[v].absent >= 0:
                v = self.nodes[v].absent
                if v == 0:
                    break
            else:
                value = batch.values[k] if k >= 0 else 0.0
                v = self.nodes[v].below + (1 if value > self.nodes[v].threshold else 0)
            depth += 1
            path[depth] = v
        self.depth = depth

    def toss(self) -> float:
        """The next random number, from 0 to 1: that of `Coin(seed)` for the number of those before it."""
        z = (self.key + self.draws * STEP) & MASK
        self.draws += 1
        z = (z + STEP) & MASK
        z = ((z ^ (z >> 30)) * FACTOR) & MASK
        z = ((z ^ (z >> 27)) * FACTOR_TOO) & MASK
        z = z ^ (z >> 31)
        return (z >> 11) * (1.0 / 9007199254740992.0)

    def teach(self, v: int, y: float, weight: float) -> None:
        """Let a node count a label."""
        raise NotImplementedError(f"{type(self).__name__} must implement teach()")

    def disorder(self, held: int) -> float:
        """How much the labels of the members differ on each side of the question: the less, the better it splits."""
        raise NotImplementedError(f"{type(self).__name__} must implement disorder()")

    def grow(self, place: int) -> None:
        """Let the last node of the path hold the example that was just learned, and split it if it is time to."""
        v = self.path[self.depth]
        if self.full:
            return
        if self.nodes[v].column >= 0:
            v = self.child_for_absent(v, place)
            if v < 0:
                return
        self.hold(v, place)
        if self.nodes[v].due <= 0 and self.nodes[v].differs:
            self.split(v, self.depth)

    def child_for_absent(self, v: int, place: int) -> int:
        """Make the child for examples that do not have the column which node v asks for; -1 if there is no room."""
        if self.count >= self.max_nodes:
            self.stop_growing()
            return -1
        self.depth += 1
        child = self.new_node(self.depth)
        self.nodes[v].absent = child
        self.teach(child, self.pool.label[place], self.pool.weight[place])
        return child

    def hold(self, v: int, place: int) -> None:
        """Add an example to those that leaf v holds; beyond `max_kept` the oldest goes."""
        pool = self.pool
        while place >= self.following.shape[0]:
            self.following = longer(self.following)
        pool.hold(place)
        self.following[place] = -1
        if self.nodes[v].held == 0:
            self.nodes[v].first = place
            self.nodes[v].differs = 0
        else:
            last = self.nodes[v].last
            self.following[last] = place
            if pool.label[last] != pool.label[place]:
                self.nodes[v].differs = 1
        self.nodes[v].last = place
        self.nodes[v].held += 1
        self.nodes[v].due -= 1
        if self.nodes[v].held > self.max_kept:
            oldest = self.nodes[v].first
            self.nodes[v].first = self.following[oldest]
            self.nodes[v].held -= 1
            pool.let_go(oldest)

    def split(self, v: int, depth: int) -> None:
        """Split a leaf by the best of the questions that are drawn, and its children if they can be split at once."""
        if self.count + 3 > self.max_nodes:
            self.stop_growing()
            return
        held = self.gather(v)
        if self.found == 1:  # those that differed are gone
            self.nodes[v].differs = 0
            return
        column = -1
        threshold = 0.0
        missing = False
        self.threshold = 0.0  # nobody is above it, as all cells are 0
        least = self.dearest(held)
        cells = self.pool.stops[self.members[0]] - self.pool.starts[self.members[0]]
        tries = int(self.toss() * min(self.tries, A_CELL * cells)) + 1  # where few are drawn, trees differ more
        for _ in range(tries):
            drawn = self.draw(held)
            if drawn < 0:
                continue
            disorder = self.disorder(held)
            if disorder < least:
                column = drawn
                threshold = self.threshold
                missing = self.missing
                least = disorder
        if column < 0:
            self.nodes[v].due = min(held, self.max_kept - held) if held < self.max_kept else held  # as many again
        else:
            self.divide(v, held, column, threshold, missing, depth)

    def dearest(self, held: int) -> float:
        """The most disorder that a question may leave. The fewer nodes are left, the more it has to save.

        A leaf that holds all it may is split by the best question that was drawn, even if it saves nothing: the two
        cells of an XOR say nothing of the label, each by itself.
        """
        used = float(self.count) / self.max_nodes
        if held >= self.max_kept and used < 0.5:
            return math.inf
        return self.disorder(held) - self.gain * (1.0 + 2.0 * used)

    def gather(self, v: int) -> int:
        """Write the examples of a leaf into `members`; return how many there are."""
        place = self.nodes[v].first
        held = int(self.nodes[v].held)
        self.at = 0
        self.columns_asked = 0
        for i in range(held):
            self.members[i] = place
            self.begins[i] = self.pool.starts[place]
            self.ends[i] = self.pool.stops[place]
            self.cells[i] = 0.0
            place = self.following[place]
        self.sort_kinds(held)
        return held

    def sort_kinds(self, held: int) -> None:
        """Number the different labels of the members, in the order in which they come, into `kinds`."""
        pool = self.pool
        found = 0
        for i in range(held):
            label = pool.label[self.members[i]]
            self.kinds[i] = found
            for j in range(i):
                if pool.label[self.members[j]] == label:
                    self.kinds[i] = self.kinds[j]
                    break
            if self.kinds[i] == found:
                found += 1
        self.found = found

    def draw(self, held: int) -> int:
        """Draw a question: have the cells of its column in `cells`, and return it; -1 if they are all alike.

        `threshold` is that of the question, and `missing` says that examples without the column are neither below nor
        above it.
        """
        pool = self.pool
        one = int(self.toss() * held)
        size = self.ends[one] - self.begins[one]
        chosen = int(self.toss() * size)
        share = self.toss()
        if size == 0:
            return -1
        column = int(pool.columns[self.begins[one] + chosen])
        self.missing = column < len(self.marks) and self.marks[column] == 0
        slot = self.slot_of(column, held)
        self.at = slot * self.max_kept
        least = self.least_of[slot]
        most = self.most_of[slot]
        if not least < most and self.there_of[slot] == held:
            return -1
        self.threshold = least + share * (most - least)
        if not self.threshold < most:
            self.threshold = least
        return column

    def slot_of(self, column: int, held: int) -> int:
        """Where in `cells` those of a column are; they are written there unless an earlier question was about it."""
        for slot in range(min(self.columns_asked, COLUMNS)):
            if self.asked_of[slot] == column:
                return slot
        slot = self.columns_asked % COLUMNS
        self.columns_asked += 1
        self.asked_of[slot] = column
        self.write_cells(column, held, slot)
        return slot

    def write_cells(self, column: int, held: int, slot: int) -> None:
        """Write the cells of all members in a column; one that is missing is no number."""
        pool = self.pool
        at = slot * self.max_kept
        least = 0.0
        most = 0.0
        there = 0
        for i in range(held):
            k = self.begins[i] + column
            if k < self.ends[i] and pool.columns[k] == column:
                value = pool.values[k]  # most rows have every column
            else:
                value = pool.value(self.members[i], column)
            if value != value:
                if self.missing:
                    self.cells[at + i] = value
                    continue
                value = 0.0
            self.cells[at + i] = value
            if there == 0 or value < least:
                least = value
            if there == 0 or value > most:
                most = value
            there += 1
        self.least_of[slot] = least
        self.most_of[slot] = most
        self.there_of[slot] = there

    def divide(self, v: int, held: int, column: int, threshold: float, missing: bool, depth: int) -> None:
        """Split leaf v: its children begin with the examples that it held."""
        pool = self.pool
        below = self.new_node(depth + 1)
        self.new_node(depth + 1)
        self.nodes[v].column = column
        self.nodes[v].threshold = threshold
        self.nodes[v].below = below
        self.nodes[v].absent = 0 if missing else -1
        self.nodes[v].first = -1
        self.nodes[v].last = -1
        self.nodes[v].held = 0
        self.nodes[v].r = 0.0
        for i in range(held):
            place = self.members[i]
            value = pool.value(place, column)
            if value != value and missing:
                child = self.nodes[v].absent
                if child == 0:
                    child = self.new_node(depth + 1)
                    self.nodes[v].absent = child
            else:
                child = below + (1 if (0.0 if value != value else value) > threshold else 0)
            self.teach(child, pool.label[place], pool.weight[place])
            self.hold(child, place)
            pool.let_go(place)
        for child in (below, below + 1, self.nodes[v].absent):
            if child > 0 and self.nodes[child].due <= 0 and self.nodes[child].differs:
                self.split(child, depth + 1)

    def stop_growing(self) -> None:
        """Let go of all examples: there is no more room for nodes."""
        self.full = True
        for v in range(self.count):
            place = self.nodes[v].first
            for _ in range(self.nodes[v].held):
                following = self.following[place]
                self.pool.let_go(place)
                place = following
            self.nodes[v].first = -1
            self.nodes[v].last = -1
            self.nodes[v].held = 0

    @property
    def own_pool(self) -> KeptExamples | None:
        """Where the examples are kept, if that is not for a forest to save."""
        return self.pool if self.alone else None

    def see_marks(self, marks: Any) -> None:
        self.marks = marks

    def known_marks(self) -> Any:
        """Which of the named columns are of words or categories."""
        return np.frombuffer(bytes(self.marks), dtype=np.uint8)

    def homes(self) -> Any:
        """Of every example that is kept, the oldest first, the leaf that holds it; -1 if none of this tree does."""
        homes = np.full(self.pool.count, -1, dtype=np.int32)
        for v in range(self.count):
            place = self.nodes[v].first
            for _ in range(self.nodes[v].held):
                homes[place] = v
                place = self.following[place]
        return homes[self.pool.in_order()]

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if self.alone and held["marks"] is None:
            raise lacks(self, "marks")
        column, below, absent = held["column"], held["below"], held["absent"]
        count = len(column)
        split = np.flatnonzero(column >= 0)
        asks = split[absent[split] > 0]
        children = np.concatenate((below[split], below[split] + 1, absent[asks])).astype(np.int64)
        parents = np.concatenate((split, split, asks))
        sizes = {name: len(held[name]) for name in LINKS}
        if set(sizes.values()) != {count} or not 1 <= count <= max(self.max_nodes, 1):
            raise StateError(f"a tree has 1 to {self.max_nodes} nodes, not {sizes}")
        if (column < -1).any() or column.max() >= MOST_COLUMN or (absent < -1).any():
            raise StateError("'column' and 'absent' of a node are -1 or more")
        if (children <= parents).any() or sorted(children.tolist()) != list(range(1, count)):
            raise StateError("'below' and 'absent' do not make a tree: every node but the first is the child of one")
        homes = held["homes"]
        if ((homes < -1) | (homes >= count)).any() or (column[homes[homes >= 0]] >= 0).any():
            raise StateError("'homes' are the leaves that hold the examples, -1 for none")
        if np.bincount(homes[homes >= 0], minlength=1).max() > self.max_kept:
            raise StateError(f"a leaf holds {self.max_kept} examples at most")
        if len(held["tallies"]) != count * (1 + self.values_of(held)):
            raise StateError(f"'tallies' are {1 + self.values_of(held)} numbers of each node")
        if self.alone and len(homes) != len(held["kept/"]["labels"]):
            raise StateError(f"{len(held['kept/']['labels'])} examples are kept, and 'homes' are {len(homes)}")

    def values_of(self, held: Held) -> int:
        """How many numbers a node keeps of its labels, by a saved state."""
        return 1

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        count = len(held["column"])
        self.values = self.values_of(held)
        self.clear()
        nodes = empty_nodes(max(count, ROOM))
        nodes["first"] = nodes["last"] = -1
        for name in LINKS + SUMS:
            nodes[name][:count] = held[name]
        self.nodes, self.count, self.full = nodes, count, held["full"]
        self.tallies = np.zeros(len(nodes) * self.stride)
        np.asarray(self.tallies)[: count * self.stride] = held["tallies"]
        self.deepest = depth_of(nodes[:count])
        self.room_for_path()
        if self.alone:
            self.marks = bytearray(held["marks"].tobytes())
        for place, home in enumerate(held["homes"].tolist()):
            if home >= 0:
                self.hold(home, place)
        np.asarray(self.nodes)["due"][:count], np.asarray(self.nodes)["differs"][:count] = held["due"], held["differs"]


def depth_of(nodes: Any) -> int:
    """How deep the deepest node lies."""
    depths = [0] * len(nodes)
    for v, (column, below, absent) in enumerate(nodes[["column", "below", "absent"]].tolist()):
        for child in (below, below + 1, absent) if column >= 0 else ():
            if child > 0:
                depths[child] = depths[v] + 1
    return max(depths)


def find(x: Row, column: int) -> int:
    """Where the entry of a column is among those of the batch of x; -1 if x has none."""
    batch = x.batch
    low = x.start
    high = x.stop
    if not batch.ordered:
        for k in range(low, high):
            if batch.columns[k] == column:
                return k
        return -1
    while high - low > FEW:
        k = (low + high) // 2
        if batch.columns[k] < column:
            low = k + 1
        else:
            high = k
    less = 0  # as in `KeptExamples.value`
    for k in range(low, high):
        less += 1 if batch.columns[k] < column else 0
    low += less
    return low if low < x.stop and batch.columns[low] == column else -1
