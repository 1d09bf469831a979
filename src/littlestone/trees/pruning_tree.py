# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A tree that grows, all of whose prunings are mixed."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..row import Row
from ..rows.recall import Recall
from ..state import Counts, Held, Numbers, Part, fields
from ..support import elementary
from ..support.settings import counted, positive, real, whole
from ..truth import CLASSES, NUMBERS, SIGNS, TRUTHS, Truth, check_class
from ..weights import too_heavy
from .growing_tree import GrowingTree
from .growth import Growth
from .pruning_drawing import Names, as_svg, as_text, drawn
from .pruning_tree_theorems import PruningBound, best_pruning
from .tree_epochs import Epochs

TWO = 0
MANY = 1
NUMBER = 2
WAYS = {SIGNS: TWO, CLASSES: MANY, NUMBERS: NUMBER}
USUAL = {SIGNS: (8, 2.5), CLASSES: (8, 2.5), NUMBERS: (16, 4.0)}  # leaf and gain, chosen by what they lose
LN2 = elementary.log(2.0)
LONGEST = 1e100  # rounds between false alarms: evidence of as much is still a number after the largest bet
FARTHEST = 700.0  # e to the power of more is no number


class PruningTree(GrowingTree):
    """Every pruning of a growing tree is an expert, and all of them are mixed; that costs one path a round.

        predict    q(leaf) = p_leaf;   up the path   q(v) = s(r_v) p_v + (1 - s(r_v)) q(child),   s(r) = 1/(1 + e^-r)
        learn y    up the path   r_v <- r_v + ln p_v(y) - ln q(child)(y);   teach y to the nodes of the path; grow

    p_v is what node v says by itself, and r_v, 0 when v is split, the log-odds of stopping there: so the weight of a
    pruning P is 2^-c(P) e^-loss(P), where c(P) counts its nodes that were split (Willems, Shtarkov and Tjalkens 1995;
    Helmbold and Schapire 1997; Mourtada, Gaiffas and Scornet 2021). On every sequence and at every moment

        loss <= loss(P) + c(P) ln 2

    Classes: the log loss, p_v(y) = (n_y + a)/(n + a K) of the labels of v. The guess is the log-odds of +1, or of many
    classes the likeliest; the first round of a class that is new is left out, nobody could have said it. Numbers: the
    square loss, p_v their mean; the Aggregating Algorithm's guess at every node in place of q(v), and r_v moves by
    2/(high - low)^2 times the losses. The bound is then (high - low)^2/2 times as large.

    truth       "signs" are two classes, "classes" any number of them, "numbers"
    classes     how many there are from the beginning; others are added as they come
    a           what each class counts before it came; of numbers, what the mean of the parent counts
    leaf        how many examples a leaf holds before it is split; None is 8 of classes, 16 of numbers
    tries       how many questions are drawn for a split at most, nor more than 8 for each cell of an example
    gain        how many nats of loss on the examples held a split is to save; None is 2.5 of classes, 4 of numbers
    max_nodes   how many nodes there may be; a full tree goes on learning in its nodes
    max_kept    how many examples a leaf may hold
    heaviest    h, the largest weight that an example can have: bounds are h times as large
    low, high   between which numbers lie, if that is known; else they are cut to the labels so far
    run_length  if given, a tree that has become worse than it was begins anew: rounds between two false alarms of
                that, on average. What its epochs lose, and what is allowed them, is added up. See `Epochs`
    seed        of the questions that are drawn

    >>> from littlestone import Game, PruningTree
    >>> game = Game(PruningTree(), loss="log")
    >>> for x, y in 25 * [([0, 0], -1), ([0, 1], +1), ([1, 0], -1), ([1, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 2), round(certificate.allowed, 2)
    ('holds', 13.72, 13.72)
    >>> print(game.learner.hypothesis())
    x2 <= 0.3683
    |- yes: -1 100% (50)
    `- no: x1 <= 0.1717
       |- yes: 1 99% (25)
       `- no: -1 99% (25)
    """

    name = "pruning-tree"
    kind = "tree"
    weighs = True
    for_squares = MappingProxyType[str, Any]({"truth": "numbers", "leaf": None, "gain": None})
    theorems = (PruningBound,)
    saved = fields(
        Counts("counts", "classes", "unforeseen", "labelled", "first_outside"),
        Numbers("sums", "own", "least", "most"),
        Part("epochs/", "restarts"),
    )
    variants = (
        {},
        {"truth": "classes", "leaf": 4, "max_nodes": 31},
        {"truth": "numbers", "leaf": 4, "low": -50.0, "high": 50.0},
        {"truth": "numbers", "leaf": 6, "heaviest": 4.0},
        {"truth": "classes", "classes": 10, "leaf": 3, "gain": 0.0, "max_kept": 8, "heaviest": 2.0},
        {"leaf": 2, "gain": 0.0, "max_nodes": 63, "seed": 5},
        {"truth": "classes", "leaf": 3, "run_length": 5.0},
    )

    def __init__(
        self,
        truth: str = "signs",
        *,
        classes: int = 0,
        a: float = 0.2,
        leaf: int | None = None,
        tries: int = 64,
        gain: float | None = None,
        max_nodes: int = 2047,
        max_kept: int = 64,
        heaviest: float = 1.0,
        low: float | None = None,
        high: float | None = None,
        run_length: float | None = None,
        seed: int = 0,
    ) -> None:
        if truth not in TRUTHS:
            raise BadParameter(f"truth is one of {', '.join(map(repr, map(str, TRUTHS)))}, not {truth!r}")
        usual_leaf, usual_gain = USUAL[TRUTHS[truth]]
        super().__init__(
            leaf=usual_leaf if leaf is None else leaf,
            tries=tries,
            gain=usual_gain if gain is None else gain,
            max_nodes=max_nodes,
            max_kept=max_kept,
            seed=seed,
        )
        self.way = WAYS[TRUTHS[truth]]
        self.a = positive("a", a, "what a class counts before it came")
        self.heaviest = positive("heaviest", heaviest, "the largest weight that an example can have")
        self.low, self.high = range_of(low, high, self.way == NUMBER)
        self.ranged = self.low is not None
        self.least = self.low if self.ranged else 0.0  # the least and the largest label so far, unless promised
        self.most = self.high if self.ranged else 0.0
        self.known = whole("classes", classes, "a number of classes")
        self.classes = 2 if self.way == TWO else self.known
        self.values = 1 if self.way == NUMBER else self.classes
        self.own = 0.0  # what was paid, in nats: by weight over the heaviest, and of numbers times 2/(most - least)^2
        self.labelled = 0  # rounds in which the prunings were weighed
        self.unforeseen = 0  # rounds whose class was new, or whose number lay outside of those so far
        self.first_outside = 0  # the first label that did not lie from low to high
        self.asked = Recall()
        self.patience = patience_of(run_length)
        self.past = Epochs(self.patience or 0.0, self.values)
        self.clear()

    def clear(self) -> None:
        GrowingTree.clear(self)
        self.q = np.zeros(max(self.values, 1))
        self.sums = np.zeros(9)
        sizes = np.arange(self.max_kept + 1.0)
        self.times_log = sizes * elementary.logs(np.maximum(sizes, 1.0))

    def room_for_path(self) -> None:
        GrowingTree.room_for_path(self)
        room = self.path.shape[0]
        self.stay, self.says, self.mixed = np.zeros(room), np.zeros(room), np.zeros(room)

    def parameters(self) -> dict[str, Any]:
        return {
            "truth": str(self.truths),
            "classes": self.known,
            "a": self.a,
            "leaf": self.leaf,
            "tries": self.tries,
            "gain": self.gain,
            "max_nodes": self.max_nodes,
            "max_kept": self.max_kept,
            "heaviest": self.heaviest,
            "low": self.low,
            "high": self.high,
            "run_length": self.patience,
            "seed": self.seed,
        }

    @property
    def truths(self) -> Truth:
        return next(truth for truth, way in WAYS.items() if way == self.way)

    def for_classes(self, classes: int) -> PruningTree | None:
        return PruningTree(**{**self.parameters(), "truth": "classes", "classes": classes}) if self.way == TWO else None

    @property
    def has_chances(self) -> bool:
        return self.way != NUMBER

    def chance_of(self, guess: float) -> float | None:
        """1/(1 + e^-guess) of two classes."""
        if self.way != TWO:
            return None
        z = elementary.exp(-abs(guess))
        return 1.0 / (1.0 + z) if guess >= 0.0 else z / (1.0 + z)

    def class_chances(self, x: Row) -> list[float] | None:
        """The chances of the classes, mixed."""
        if self.way != MANY:
            return None
        self.ask(x)
        return [float(self.q[c]) for c in range(self.classes)]

    def ask(self, x: Row) -> None:
        """Mix what the nodes on the path of x say, unless that was just done."""
        if not self.asked.fits(x, self.updates):
            self.follow(x)
            self.asked.keep(x, self.updates, True)

    def follow(self, x: Row) -> None:
        """Walk down to the leaf of x, and mix what is said on the way."""
        self.walk(x)
        depth = self.depth
        for d in range(depth):
            self.stay[d] = min(-self.nodes[self.path[d]].r, FARTHEST)
        elementary.exp_each(self.stay[:depth])
        for d in range(depth):
            self.stay[d] = 1.0 / (1.0 + self.stay[d])
        self.stay[depth] = 1.0
        if self.way == NUMBER:
            self.substitute()
        else:
            self.blend()

    def blend(self) -> None:
        """The chances of all classes at once: a sum over the path, by the weight of stopping at each node."""
        q, tallies = self.q, self.tallies
        classes = self.classes
        if not classes:
            return
        base = 0.0
        left = 1.0  # the weight of going on so far
        for c in range(classes):
            q[c] = 0.0
        for d in range(self.depth + 1):
            at = self.path[d] * self.stride
            scale = left * self.stay[d] / (tallies[at] + self.a * classes)
            left *= 1.0 - self.stay[d]
            base += scale * self.a
            for c in range(classes):
                q[c] += scale * tallies[at + 1 + c]
        for c in range(classes):
            q[c] += base

    def substitute(self) -> None:
        """Of numbers, as shares of the range: the Aggregating Algorithm's guess for two experts, up the path."""
        width = self.most - self.least
        share = 0.5 if width > 0.0 else 0.0
        for d in range(self.depth + 1):
            at = self.path[d] * self.stride
            weight = self.tallies[at]
            total = (self.tallies[at + 1] - weight * self.least) / width if width > 0.0 else 0.0
            share = min(max((total + self.a * share) / (weight + self.a), 0.0), 1.0)
            self.says[d] = share
            self.mixed[d] = share
        d = self.depth - 1
        while d >= 0:
            self.mixed[d] = either(self.stay[d], self.says[d], self.mixed[d + 1])
            d -= 1

    def predict(self, x: Row) -> float:
        self.ask(x)
        if self.way == TWO:
            return elementary.log(self.q[1] / self.q[0])
        if self.way == NUMBER:
            return float(self.least + (self.most - self.least) * self.mixed[0])
        return float(likeliest(self.q, self.classes))

    def act(self, guess: float) -> float:
        return guess if self.way == MANY else GrowingTree.act(self, guess)

    def check_label(self, y: float, weight: float) -> None:
        if self.way == MANY:
            check_class(y)
        if weight > self.heaviest:
            raise too_heavy(self, weight)

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.check_label(y, self.importance)
        self.ask(x)
        self.asked.forget()
        if self.full:
            self.take(y, self.importance, -1)
        else:
            place = self.pool.add(x, y, self.importance)
            self.take(y, self.importance, place)
            self.pool.let_go(place)
        self.updates += 1

    def take(self, y: float, weight: float, place: int) -> None:
        """Learn the label of the row that was asked for last: weigh the prunings, teach the nodes, and grow."""
        condemned = False
        if self.foreseen(y):
            if self.way == NUMBER:
                self.price(y)
            else:
                self.say(self.place_of(y))
            self.charge(weight / self.heaviest)
            if self.patience is not None:
                condemned = self.past.condemns(1.0 - elementary.exp(self.mixed[0]), weight / self.heaviest)
        else:
            self.unforeseen += 1
            self.extend(y)
        for d in range(self.depth + 1):
            self.teach(self.path[d], y, weight)
        if condemned:
            self.restart()
        elif place >= 0 and not self.full:
            self.grow(place)

    def restart(self) -> None:
        """End the epoch: what it lost is kept, and the next one begins with a single leaf that has seen nothing."""
        best, mixed = self.accounted()
        leaves, splits = best_pruning(self, best)
        self.past.end(best[0], mixed[0], leaves, splits, np.array(self.tallies)[: self.stride])
        self.stop_growing()
        self.clear()

    def foreseen(self, y: float) -> bool:
        """Is it a class that is known, or a number from the least to the largest so far?"""
        if self.way == NUMBER:
            return self.ranged or (self.least <= y <= self.most and self.labelled + self.unforeseen > 0)
        return self.way == TWO or y < self.classes

    def extend(self, y: float) -> None:
        """Know a new class, or a wider range."""
        if self.way == NUMBER:
            first = self.labelled + self.unforeseen == 1
            self.least = y if first else min(self.least, y)
            self.most = y if first else max(self.most, y)
        else:
            self.classes = int(y) + 1
            self.more_values(self.classes)
            self.q = np.zeros(self.classes)

    def say(self, c: int) -> None:
        """Write ln of the chance that each node of the path gave to class c, and of that of the mixture from it on."""
        depth = self.depth
        for d in range(depth + 1):
            at = self.path[d] * self.stride
            self.says[d] = (self.tallies[at + c] + self.a) / (self.tallies[at] + self.a * self.classes)
        self.mixed[depth] = self.says[depth]
        d = depth - 1
        while d >= 0:
            self.mixed[d] = self.stay[d] * self.says[d] + (1.0 - self.stay[d]) * self.mixed[d + 1]
            d -= 1
        self.mixed[0] = self.q[c - 1]  # the same, as it was said
        elementary.log_each(self.says[: depth + 1])
        elementary.log_each(self.mixed[: depth + 1])

    def price(self, y: float) -> None:
        """Write the same of numbers: less the square loss, times 2/(most - least)^2."""
        width = self.most - self.least
        share = (y - self.least) / width if width > 0.0 else 0.0
        if self.first_outside == 0 and not self.least <= y <= self.most:
            self.first_outside = self.labelled + 1
        for d in range(self.depth + 1):
            self.says[d] = -2.0 * (self.says[d] - share) * (self.says[d] - share)
            self.mixed[d] = -2.0 * (self.mixed[d] - share) * (self.mixed[d] - share)

    def charge(self, share: float) -> None:
        """Let the weights of all prunings follow what they lost."""
        for d in range(self.depth):
            v = self.path[d]
            self.nodes[v].r += share * (self.says[d] - self.mixed[d + 1])
            self.nodes[v].after -= share * self.says[d]
        self.nodes[self.path[self.depth]].before -= share * self.says[self.depth]
        self.own -= share * self.mixed[0]
        self.labelled += 1

    def teach(self, v: int, y: float, weight: float) -> None:
        at = v * self.stride
        self.tallies[at] += weight
        if self.way == NUMBER:
            self.tallies[at + 1] += weight * y
        else:
            self.tallies[at + self.place_of(y)] += weight

    def place_of(self, y: float) -> int:
        """Where the tally of a class is among those of a node."""
        c = int(y) if self.way == MANY else 1 if y > 0.0 else 0
        return c + 1

    def disorder(self, held: int) -> float:
        """What the best constant of each side loses on the members, in nats."""
        if self.way == NUMBER:
            return self.squares(held)
        return self.entropy_of_two(held) if self.found == 2 else self.entropy(held)

    def entropy(self, held: int) -> float:
        """The entropy of the classes on each side, times its size."""
        found = self.found
        counts = self.counts
        at = self.at
        for k in range(3 * found):
            counts[k] = 0
        for i in range(held):
            counts[side_of(self.cells[at + i], self.threshold) * found + self.kinds[i]] += 1
        total = 0.0
        for side in range(3):
            size = 0
            for k in range(side * found, side * found + found):
                size += counts[k]
                total -= self.times_log[counts[k]]
            total += self.times_log[size]
        return total

    def entropy_of_two(self, held: int) -> float:
        """The same of two labels: counted without asking which side it is, and added up in the same order."""
        there = 0  # how many have the column, and how many of those lie above; of each, how many have the second label
        above = 0
        second = 0
        second_there = 0
        second_above = 0
        at = self.at
        for i in range(held):
            value = self.cells[at + i]
            label = self.kinds[i]
            known = 1 if value == value else 0
            over = 1 if value > self.threshold else 0
            there += known
            above += over
            second += label
            second_there += known & label
            second_above += over & label
        total = 0.0
        for side in range(3):
            size = there - above if side == 0 else above if side == 1 else held - there
            part = second_there - second_above if side == 0 else second_above if side == 1 else second - second_there
            total -= self.times_log[size - part]
            total -= self.times_log[part]
            total += self.times_log[size]
        return total

    def squares(self, held: int) -> float:
        """Half of n ln of what lies off the means of the sides, squared: what a normal law with that variance loses."""
        pool, sums = self.pool, self.sums
        first = pool.label[self.members[0]]  # near the others, which keeps digits
        for k in range(9):
            sums[k] = 0.0
        for i in range(held):
            off = pool.label[self.members[i]] - first
            k = 3 * side_of(self.cells[self.at + i], self.threshold)
            sums[k] += 1.0
            sums[k + 1] += off
            sums[k + 2] += off * off
        total = 0.0
        for k in range(0, 9, 3):
            if sums[k] > 0.0:
                total += sums[k + 2] - sums[k + 1] * sums[k + 1] / sums[k]
        return 0.5 * held * elementary.log(max(total, 0.0))

    def accounted(self) -> tuple[Any, Any]:
        """Of every node, in nats: the loss of the best pruning below it with its ln 2s, and that of all, mixed.

        With A and B the loss of v itself before and after its split, both over the children c:
        best(v) = A + ln 2 + min(B, sum of best(c));   all(v) = A + ln 2 - ln(e^-B + e^-(sum of all(c))).
        In place of the sum of all(c) stands B + r_v, which is the same unless rounds were weighed, or of numbers.
        """
        best, all_ = np.zeros(self.count), np.zeros(self.count)
        for v in range(self.count - 1, -1, -1):
            before, after, r = self.nodes[v].before, self.nodes[v].after, self.nodes[v].r
            best[v] = all_[v] = before
            if self.nodes[v].column >= 0:
                below, absent = self.nodes[v].below, self.nodes[v].absent
                going = best[below] + best[below + 1] + (best[absent] if absent > 0 else 0.0)
                best[v] = before + LN2 + min(after, going)
                odds = elementary.log1p(elementary.exp(-abs(r)))  # ln(1 + e^-|r|)
                all_[v] = before + after + LN2 - (odds + max(-r, 0.0))
        return best, all_

    @property
    def restarts(self) -> Epochs | None:
        """The epochs, if there may be several."""
        return self.past if self.patience is not None else None

    def growth(self) -> Growth:
        """Who writes down from now on when and how the tree is split."""
        return Growth(self)

    def hypothesis(self, names: Names = None, outside: Any = "{:g}".format) -> str:
        """The best pruning as text; `names` are those of the columns, and `outside` writes a class as users do."""
        return as_text(drawn(self, names, outside))

    def svg(self, names: Names = None, outside: Any = "{:g}".format) -> str:
        """The same as a picture."""
        return as_svg(drawn(self, names, outside))

    def account_lines(self) -> list[str]:
        words = f"{counted(self.count, 'node')}, {self.max_nodes:,} at most{', which it has' if self.full else ''}"
        found = self.accounts()["tree"]
        kept = f"{counted(found['kept'], 'example')} kept, {self.max_kept:,} a leaf at most"
        return [f"{words}; {kept}{epochs_of(found)}"]

    def accounts(self) -> dict[str, Any]:
        found = {"nodes": self.count, "full": self.full, "kept": self.pool.count - self.pool.free}
        return {"tree": found | ({"epochs": self.past.over + 1} if self.restarts else {})}

    def values_of(self, held: Held) -> int:
        return 1 if self.way == NUMBER else int(held["counts"][0])

    def check_state(self, held: Held) -> None:
        classes = held["counts"][0]
        if self.way == TWO and classes != 2:
            raise StateError(f"'counts' says {classes} classes, and there are two")
        super().check_state(held)
        least, most = held["sums"][1:]
        if not -np.inf < least <= most < np.inf or (self.ranged and [self.low, self.high] != [least, most]):
            raise StateError("'sums' end with the least and the largest label that guesses are cut to")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.asked.forget()


def range_of(low: Any, high: Any, numbers: bool) -> tuple[Any, Any]:
    """The range that was promised for numbers, checked; two times None if none was."""
    if low is None and high is None:
        return None, None
    if not numbers:
        raise BadParameter("low and high are for numbers: truth='numbers'")
    if low is None or high is None:
        raise BadParameter("low and high are promised together, or neither of them")
    low, high = real("low", low, "the least number"), real("high", high, "the largest number")
    if not 1e-100 <= high - low <= 1e100:
        raise BadParameter(f"high is more than low, not {high:g} where low is {low:g}")
    return low, high


def patience_of(run_length: Any) -> float | None:
    """The rounds between two false alarms, checked; None if there are none."""
    if run_length is None:
        return None
    if not 1.0 <= real("run_length", run_length, "a number of rounds") <= LONGEST:
        raise BadParameter(f"run_length is a number of rounds, from 1 to {LONGEST:g}, not {run_length!r}")
    return float(run_length)


def epochs_of(found: dict[str, Any]) -> str:
    """How many epochs an account has, in words, if it has any."""
    return f"; {counted(found['epochs'], 'epoch')}" if "epochs" in found else ""


def side_of(value: float, threshold: float) -> int:
    """The side of a question that a value is on: 0 up to the threshold, 1 above it, 2 if it is no number."""
    return 1 if value > threshold else 0 if value == value else 2


def either(stay: float, here: float, there: float) -> float:
    """The guess in [0, 1] whose loss 2 (guess - y)^2 is no more than that of two, mixed, whatever y is (Vovk 1990)."""
    if here == there:
        return here
    low = stay * elementary.exp(-2.0 * here * here) + (1.0 - stay) * elementary.exp(-2.0 * there * there)
    here, there = 1.0 - here, 1.0 - there
    high = stay * elementary.exp(-2.0 * here * here) + (1.0 - stay) * elementary.exp(-2.0 * there * there)
    return min(max(0.5 + 0.25 * elementary.log(high / low), 0.0), 1.0)


def likeliest(q: Any, classes: int) -> int:
    """The number of the largest chance, the lowest of equal ones; -1 where there are no classes."""
    best = 0 if classes else -1
    for c in range(1, classes):
        if q[c] > q[best]:
            best = c
    return best
