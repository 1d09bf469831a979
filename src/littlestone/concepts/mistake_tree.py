"""Mistake trees, the witnesses of a Littlestone dimension, and an independent check of them."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from ..errors import InputError
from .concept_class import ConceptClass
from .tree_drawing import dot, svg, text
from .tree_nodes import Leaf, Question

DRAWN = 5  # the depth up to which a picture of a tree is readable


@dataclass(frozen=True, slots=True)
class MistakeTree:
    """A complete binary tree of points in which the labels along every path agree with a concept of the class.

    An adversary walks down from the root and gives each point the label that the learner does not predict. With depth
    d every deterministic learner makes d mistakes, and a concept agrees with all labels (Littlestone 1988). The largest
    depth is the Littlestone dimension.
    """

    cls: ConceptClass
    root: Question | Leaf

    @property
    def depth(self) -> int:
        """The number of mistakes it forces: the length of its path of zeros; `check` verifies that all are equal."""
        node, depth = self.root, 0
        while isinstance(node, Question):
            node, depth = node.zero, depth + 1
        return depth

    def __repr__(self) -> str:
        return f"MistakeTree(depth {self.depth} in {self.cls!r})"

    def show(self) -> str:
        """The tree as text: a point per line, its two labels below it, the concepts at the leaves."""
        return text(self)

    def dot(self) -> str:
        """The tree in the DOT language of Graphviz."""
        return dot(self)

    def svg(self) -> str:
        """The tree as an SVG picture; readable up to a depth of five."""
        return svg(self)

    def _repr_html_(self) -> str:
        """The tree as notebooks show it: the picture, or where it is too wide for one the text."""
        if self.depth > DRAWN:
            return f"<pre>{escape(self.show())}</pre>"
        return f'<div style="background:#fff;display:inline-block;padding:8px">{self.svg()}</div>'

    def as_dict(self) -> dict[str, Any]:
        """The tree as a dict for JSON: {"point": 3, "zero": {...}, "one": {"concept": 5}}."""
        return plain(self.root)


def plain(node: Question | Leaf) -> dict[str, Any]:
    """A tree as nested dicts."""
    if isinstance(node, Leaf):
        return {"concept": node.concept}
    return {"point": node.point, "zero": plain(node.zero), "one": plain(node.one)}


def check(tree: MistakeTree, cls: ConceptClass) -> int:
    """Verify that all paths are equally long and every leaf agrees with its path; return the depth.

    It is independent of the search: a tree that it accepts proves that the Littlestone dimension is at least the depth.
    Raises InputError for any other tree.
    """
    depths = set()
    labels = cls.table.tobytes()  # as bytes, because reading single items of an array is slow
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
