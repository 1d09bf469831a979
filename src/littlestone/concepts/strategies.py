"""Witnesses for the values of games on a class: what an adversary does, what a learner can promise, and their checks.

The checks are independent of the search. They read the table of the class alone, with sets of concept numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError
from .finite_class import FiniteClass, Space, members

Left = frozenset[int]  # the concepts that agree with everything so far
DEEPEST = 6  # levels of a strategy that are printed


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A position of the adversary, which will force so many more mistakes.

    `answers` are its answers by point: for each label the position it leads to. The label is the one it tells; in the
    bandit game, where none is told, it is the one that was guessed, wrongly. At an end, where nothing more is forced,
    `concept` is a target that agrees with all it has said.
    """

    forces: int
    answers: dict[int, dict[int, Node]] = field(default_factory=dict)
    concept: int = -1


@dataclass(frozen=True, slots=True)
class Strategy:
    """What an adversary does to force mistakes: positions may be reached by several ways, so it is no tree.

    kind        the game: "multiclass", "bandit", "known-sequence" or "self-directed"
    order       the sequence of points, if the learner knows it
    """

    cls: FiniteClass
    kind: str
    root: Node
    order: tuple[int, ...] | None = None

    @property
    def forces(self) -> int:
        """How many mistakes it says that it forces; `check_strategy` verifies it."""
        return self.root.forces

    def __repr__(self) -> str:
        return f"Strategy(forces {self.forces}, {self.kind}, in {self.cls!r})"

    def nodes(self) -> list[Node]:
        """All positions, each once, the first one first."""
        found, rest, seen = [], [self.root], {id(self.root)}
        while rest:
            node = rest.pop()
            found.append(node)
            for after in node.answers.values():
                for then in after.values():
                    if id(then) not in seen:
                        seen.add(id(then))
                        rest.append(then)
        return found

    def as_dict(self) -> dict[str, Any]:
        """The strategy as a dict for JSON: a list of positions, which refer to each other by their place in it."""
        nodes = self.nodes()
        place = {id(node): number for number, node in enumerate(nodes)}
        return {
            "kind": self.kind,
            "forces": self.forces,
            "order": None if self.order is None else list(self.order),
            "positions": [
                {"forces": node.forces, "concept": node.concept}
                if not node.forces
                else {
                    "forces": node.forces,
                    "answers": {
                        str(point): {str(label): place[id(then)] for label, then in after.items()}
                        for point, after in node.answers.items()
                    },
                }
                for node in nodes
            ],
        }

    def show(self) -> str:
        """The strategy as text, a line for every point and label: concepts at the ends.

        In the bandit game "not 1" is a position after the guess 1, which was wrong.
        """
        return "\n".join(self.written(self.root, "", "", DEEPEST))

    def written(self, node: Node, first: str, rest: str, depth: int) -> Iterator[str]:
        """The lines of a position and all below it."""
        if not node.forces:
            yield first + self.cls.concept_name(node.concept)
            return
        if not depth:
            yield f"{first}... {node.forces} more"
            return
        word = "not " if self.kind == "bandit" else ""
        for count, (point, after) in enumerate(node.answers.items()):
            yield (rest if count else first) + self.cls.point_name(point)
            for place, (label, then) in enumerate(after.items(), start=1):
                end = place == len(after)
                mark = f"{'`' if end else '|'}-{word}{label}- "
                yield from self.written(
                    then, rest + mark, rest + (" " if end else "|") + " " * (len(mark) - 1), depth - 1
                )


def check_strategy(strategy: Strategy, cls: FiniteClass) -> int:
    """Verify that a strategy forces the mistakes it promises; return how many.

    A position is checked for the concepts that agree with all that was said on the way to it.

    multiclass      it asks one point, and tells one of two labels or more: not the one that was guessed
    bandit          it asks one point; each label that a concept gives may be guessed, and was wrong. (A guess that no
                    concept gives is a mistake that says nothing.)
    others          at the next point of the sequence that splits the concepts left, or at every point that does, it
                    tells one of two labels that was not guessed; or always the same, if that leaves no less to force

    Raises InputError for any other strategy. One that is accepted proves the value to be at least what it forces.
    """
    table = cls.table.tolist()
    seen: set[tuple[int, Left]] = set()
    rest: list[tuple[Node, Left]] = [(strategy.root, frozenset(range(cls.size)))]
    while rest:
        node, left = rest.pop()
        if (id(node), left) in seen:
            continue
        seen.add((id(node), left))
        if node.forces <= 0:
            if node.forces < 0 or node.concept not in left:
                raise InputError(f"a strategy ends in concept {node.concept}, which contradicts what was said")
            continue
        rest += bandit_moves(node, left, table) if strategy.kind == "bandit" else told_moves(strategy, node, left)
    return strategy.forces


def labels_at(table: Any, left: Left, point: int) -> dict[int, Left]:
    """The concepts left by their label of the point."""
    if not 0 <= point < len(table[0]):
        raise InputError(f"the strategy asks for point {point}; the class has {len(table[0])}, from 0 on")
    found: dict[int, set[int]] = {}
    for concept in left:
        found.setdefault(int(table[concept][point]), set()).add(concept)
    return {label: frozenset(concepts) for label, concepts in found.items()}


def only_point(node: Node) -> int:
    """The point that an adversary asks who chooses it."""
    if len(node.answers) != 1:
        raise InputError(f"the adversary asks one point in a position, not {len(node.answers)}")
    return next(iter(node.answers))


def bandit_moves(node: Node, left: Left, table: Any) -> Iterator[tuple[Node, Left]]:
    """The positions after every guess, with the concepts left; raises if a guess is missing."""
    point = only_point(node)
    for label, concepts in labels_at(table, left, point).items():
        then = node.answers[point].get(label)
        if then is None or then.forces < node.forces - 1:
            raise InputError(f"the guess {label} at point {point} leaves less than {node.forces - 1} to force")
        yield then, left - concepts


def told_moves(strategy: Strategy, node: Node, left: Left) -> Iterator[tuple[Node, Left]]:
    """The positions after every label that may be told, with the concepts left; raises if the labels do not do."""
    table = strategy.cls.table.tolist() if len(left) < 64 else strategy.cls.table
    chooses = strategy.kind == "multiclass"
    points: Sequence[int] = [only_point(node)] if chooses else splitting(strategy, left, table)
    for point in points:
        parts = labels_at(table, left, point)
        after = node.answers.get(point, {})
        enough = len(after) >= 2 and all(then.forces >= node.forces - 1 for then in after.values())
        same = not chooses and any(then.forces >= node.forces for then in after.values())
        if not (enough or same) or not after.keys() <= parts.keys():
            raise InputError(f"at point {point} the labels {sorted(after)} do not force {node.forces} mistakes")
        yield from ((then, parts[label]) for label, then in after.items())


def splitting(strategy: Strategy, left: Left, table: Any) -> list[int]:
    """The points that split the concepts left: all of them, or the first of the sequence."""
    order = range(strategy.cls.points) if strategy.order is None else strategy.order
    points = [point for point in order if len({int(table[concept][point]) for concept in left}) > 1]
    if not points:
        raise InputError("nothing is left to force where all points are known")
    return points[:1] if strategy.kind == "known-sequence" else points


@dataclass(frozen=True, slots=True)
class Promises:
    """What a learner can promise: for version spaces, the most mistakes it makes from there on.

    A learner that guesses accordingly keeps them: `check_promises` verifies that it can at every one of them. Version
    spaces that are not listed are bounded by their size: floor(log2 |V|) mistakes where labels are told, |V| - 1
    where they are not (guess what any concept says: if that is wrong, it is gone).
    """

    cls: FiniteClass
    kind: str
    bounds: dict[Space, int]
    order: tuple[int, ...] | None = None

    @property
    def most(self) -> int:
        """The most mistakes on the whole class."""
        return self.bound(self.cls.full)

    def bound(self, space: Space) -> int:
        """The promise for a version space; -1 for the empty one."""
        size = space.bit_count()
        by_size = size - 1 if self.kind == "bandit" or not size else size.bit_length() - 1
        return min(self.bounds.get(space, by_size), by_size)


def check_promises(promises: Promises, cls: FiniteClass) -> int:
    """Verify that a learner can keep every promise; return the one for the whole class.

    The learner needs to change only on mistakes. At every point there must be a label such that, if it is wrong, one
    mistake less is promised of what is left; or, where the learner chooses the points or knows their sequence, a point
    and a label such that, if it is right, no more is promised, and if it is wrong, one less. Raises InputError if
    there is none. Accepted promises prove that the value is at most what they say of the class.
    """
    for space, most in promises.bounds.items():
        points = range(cls.points) if promises.order is None else promises.order
        kept = [keeps(promises, cls, space, most, point) for point in points]
        if promises.kind == "self-directed":
            fine = any(kept) or len(members(space)) < 2
        elif promises.kind == "known-sequence":
            splits = [place for place, point in enumerate(points) if len(cls.parts(space, point)) > 1]
            fine = not splits or kept[splits[0]]
        else:
            fine = all(kept)
        if not fine or most < 0:
            raise InputError(f"no guess keeps the promise of {most} mistakes from {len(members(space))} concepts on")
    return promises.most


def keeps(promises: Promises, cls: FiniteClass, space: Space, most: int, point: int) -> bool:
    """Is there a guess at this point that keeps the promise?"""
    parts = cls.parts(space, point)
    if len(parts) < 2:
        return promises.kind != "self-directed"  # the label is known; to ask for it leads nowhere
    if promises.kind == "bandit":
        return any(promises.bound(space ^ part) < most for _, part in parts)
    worths = sorted((promises.bound(part) for _, part in parts), reverse=True)
    return worths[1] < most and (promises.kind == "multiclass" or worths[0] <= most)
