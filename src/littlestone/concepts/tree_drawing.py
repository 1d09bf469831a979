"""Drawings of mistake trees: as text, in the DOT language of Graphviz, and as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from .concept_class import ConceptClass
from .tree_nodes import Leaf, Question

if TYPE_CHECKING:
    from .mistake_tree import MistakeTree

LEVEL = 84  # pixels from a level to the next
LETTER = 7.3  # width of a letter of 12 pixels' type
HEIGHT = 26  # of a box
GAP = 12  # between two leaves
MANY = 8  # leaves; with more, their names are drawn vertically
LONGEST = 20  # concepts on more points than this are shown by their number
ZERO, ONE, INK = "#0072b2", "#d55e00", "#1a1a1a"  # colour-blind safe, and told apart by dashes too


def leaf_name(cls: ConceptClass, leaf: Leaf) -> str:
    """A concept's labels if they are few, else its number."""
    return cls.concept_name(leaf.concept) if cls.points <= LONGEST else f"c{leaf.concept}"


def name(cls: ConceptClass, node: Question | Leaf) -> str:
    """The text of a node."""
    return leaf_name(cls, node) if isinstance(node, Leaf) else cls.point_name(node.point)


def text(tree: MistakeTree) -> str:
    """The tree as text: a point per line, its two labels below it, the concepts at the leaves."""
    lines: list[str] = []

    def write(node: Question | Leaf, first: str, rest: str) -> None:
        lines.append(first + name(tree.cls, node))
        if isinstance(node, Question):
            write(node.zero, rest + "|-0- ", rest + "|    ")
            write(node.one, rest + "`-1- ", rest + "     ")

    write(tree.root, "", "")
    return "\n".join(lines)


def dot(tree: MistakeTree) -> str:
    """The tree as a digraph in DOT: points are ellipses, concepts boxes, edges the labels."""
    lines = ["digraph mistakes {", '  node [fontname="monospace"]; edge [fontname="monospace"];']

    def write(node: Question | Leaf, number: int) -> int:
        """Write a node under its number; return the next free one."""
        label = name(tree.cls, node).replace("\\", "\\\\").replace('"', '\\"')
        shape = "box" if isinstance(node, Leaf) else "ellipse"
        lines.append(f'  n{number} [label="{label}", shape={shape}];')
        free = number + 1
        if isinstance(node, Question):
            for answer, child, style in ((0, node.zero, "dashed"), (1, node.one, "solid")):
                lines.append(f'  n{number} -> n{free} [label="{answer}", style={style}];')
                free = write(child, free)
        return free

    write(tree.root, 0)
    return "\n".join([*lines, "}", ""])


class Picture:
    """The layout of a tree: leaves side by side, every point centred above its two subtrees."""

    def __init__(self, tree: MistakeTree) -> None:
        self.cls = tree.cls
        self.edges: list[str] = []
        self.nodes: list[str] = []
        self.upright = 1 << tree.depth > MANY
        self.right = float(GAP)
        self.bottom = 0.0
        self.place(tree.root, 0)

    def place(self, node: Question | Leaf, level: int) -> float:
        """Draw a node and all below it; return the x of its centre."""
        words = name(self.cls, node)
        width = max(HEIGHT, LETTER * len(words) + 14)
        y = GAP + HEIGHT / 2 + level * LEVEL
        if isinstance(node, Leaf):
            return self.leaf(words, width, y - HEIGHT / 2)
        left = self.right
        zero, one = self.place(node.zero, level + 1), self.place(node.one, level + 1)
        x = max((zero + one) / 2, left + width / 2)  # a wide name over narrow leaves moves to the right
        self.right = max(self.right, x + width / 2 + GAP)
        self.edge(x, y, zero, 0)
        self.edge(x, y, one, 1)
        self.box(x, y, width, HEIGHT, words, leaf=False)
        return x

    def leaf(self, words: str, length: float, top: float) -> float:
        """Draw a concept to the right of all others; return the x of its centre."""
        width, height = (HEIGHT, length) if self.upright else (length, HEIGHT)
        x = self.right + width / 2
        self.right += width + GAP
        self.bottom = max(self.bottom, top + height + GAP)
        self.box(x, top + height / 2, width, height, words, leaf=True)
        return x

    def edge(self, x: float, y: float, below: float, label: int) -> None:
        """Draw the line to the subtree of a label, with the label at its middle."""
        top, bottom = y + HEIGHT / 2, y + LEVEL - HEIGHT / 2
        colour, dashes = (ONE, "") if label else (ZERO, ' stroke-dasharray="5 4"')
        self.edges.append(
            f'<line x1="{x:.1f}" y1="{top:.1f}" x2="{below:.1f}" y2="{bottom:.1f}" stroke="{colour}"{dashes}/>'
        )
        x, y = (x + below) / 2, (top + bottom) / 2
        self.nodes.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="#ffffff"/>'
            f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-weight="bold">{label}</text>'
        )

    def box(self, x: float, y: float, width: float, height: float, words: str, *, leaf: bool) -> None:
        """Draw a node: round for a point, square and grey for a concept, with vertical text in a tall box."""
        corner, fill = (3, "#f0f0f0") if leaf else (HEIGHT / 2, "#ffffff")
        turn = f' transform="rotate(90 {x:.1f} {y:.1f})"' if leaf and self.upright else ""
        self.nodes.append(
            f'<rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" '
            f'rx="{corner:g}" fill="{fill}" stroke="{INK}"/>'
            f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}"{turn}>{escape(words)}</text>'
        )


def svg(tree: MistakeTree) -> str:
    """The tree as a complete SVG file: dashed blue edges are 0, orange ones 1, on a white background."""
    picture = Picture(tree)
    width, height = picture.right, picture.bottom
    title = f"Mistake tree of depth {tree.depth}"
    about = (
        f"Round nodes are points, square ones concepts of {tree.cls!r}. Dashed edges: the true label is 0; "
        f"solid edges: it is 1. Whatever a learner says on the way down is wrong: {tree.depth} mistakes."
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" role="img" aria-labelledby="title about">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="about">{escape(about)}</desc>',
        f'<rect width="{width:.1f}" height="{height:.1f}" fill="#ffffff"/>',
        '<g stroke-width="1.5">',
        *picture.edges,
        "</g>",
        '<g font-family="monospace" font-size="12" text-anchor="middle" dominant-baseline="central">',
        *picture.nodes,
        "</g>",
        "</svg>",
        "",
    ]
    return "\n".join(lines)
