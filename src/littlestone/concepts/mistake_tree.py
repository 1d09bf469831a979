"""Mistake trees: the witness of a Littlestone dimension, and the small program that checks it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from .concept_class import ConceptClass
from .tree_drawing import dot, svg, text
from .tree_nodes import Leaf, Question


@dataclass(frozen=True, slots=True)
class MistakeTree:
    """A complete binary tree of points in which every path, read as labels, is a concept of the class.

    An adversary walks it from the root: whatever the learner says of the point, the truth is the other label. With
    depth d every deterministic learner errs d times, and in the end a concept has been right all along
    (Littlestone 1988). The deepest one is as deep as the Littlestone dimension.
    """

    cls: ConceptClass
    root: Question | Leaf

    @property
    def depth(self) -> int:
        """The mistakes that it forces: the length of its path of zeros; all have the same, as `check` makes sure."""
        node, depth = self.root, 0
        while isinstance(node, Question):
            node, depth = node.zero, depth + 1
        return depth

    def __repr__(self) -> str:
        return f"MistakeTree(depth {self.depth} in {self.cls!r})"

    def show(self) -> str:
        """The tree as text: a point a line, its two labels below it, the concepts at the ends."""
        return text(self)

    def dot(self) -> str:
        """The tree in the language of Graphviz."""
        return dot(self)

    def svg(self) -> str:
        """The tree as a picture; readable up to a depth of five."""
        return svg(self)

    def as_dict(self) -> dict[str, Any]:
        """The tree in plain values: {"point": 3, "zero": {...}, "one": {"concept": 5}}."""
        return plain(self.root)


def plain(node: Question | Leaf) -> dict[str, Any]:
    """A tree in dicts and numbers."""
    if isinstance(node, Leaf):
        return {"concept": node.concept}
    return {"point": node.point, "zero": plain(node.zero), "one": plain(node.one)}


def check(tree: MistakeTree, cls: ConceptClass) -> int:
    """The depth of a tree, after a look at all of it: every path equally long, every leaf right all the way up.

    It knows nothing of how the tree was found; what it accepts proves that the Littlestone dimension is at least
    the depth. What is wrong with a tree is an InputError.
    """
    depths = set()
    labels = cls.table.tobytes()  # one after the other, as single reads from an array are slow
    rest: list[tuple[Question | Leaf, tuple[tuple[int, int], ...]]] = [(tree.root, ())]
    while rest:
        node, path = rest.pop()
        if isinstance(node, Question):
            if not 0 <= node.point < cls.points:
                raise InputError(f"the tree asks for point {node.point}; the class has {cls.points}, from 0 on")
            rest += [(node.zero, (*path, (node.point, 0))), (node.one, (*path, (node.point, 1)))]
            continue
        if not 0 <= node.concept < cls.size:
            raise InputError(f"the tree ends in concept {node.concept}; the class has {cls.size}, from 0 on")
        for point, label in path:
            if labels[node.concept * cls.points + point] != label:
                raise InputError(f"concept {node.concept} does not say {label} at point {point}, as its path has it")
        depths.add(len(path))
    if len(depths) != 1:
        raise InputError(
            f"the paths of the tree have from {min(depths)} to {max(depths)} points; all must have as many"
        )
    return depths.pop()
