"""The best pruning of a tree, as text and as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

import numpy as np

from .pruning_tree_theorems import children_of

Names = Sequence[str] | None  # what the columns are called, if not x1, x2, ...
MOST = 40  # nodes that are drawn; below that the leaves are those of a smaller pruning
LETTER, HEIGHT, LEVEL, GAP = 7.3, 26, 78, 12  # pixels: of a letter, a box, from level to level, between leaves
INK, YES, NO, OTHER = "#1a1a1a", "#0072b2", "#d55e00", "#777777"  # colour-blind safe, and told apart by dashes too
DASHES = {YES: ' stroke-dasharray="5 4"', NO: "", OTHER: ' stroke-dasharray="1 4"'}


class Drawn(NamedTuple):
    """A node of a pruning: its words, and its children with the answer that leads to each."""

    words: str
    children: list[tuple[str, Drawn]]


def drawn(tree: Any, names: Names = None, outside: Callable[[float], Any] = "{:g}".format, most: int = MOST) -> Drawn:
    """The best pruning of a tree; of one that is too large the nodes that most labels passed."""
    best, _ = tree.accounted()
    nodes = np.asarray(tree.nodes)[: tree.count]
    weight = np.asarray(tree.tallies)[: tree.count * tree.stride : tree.stride]
    open_, waiting = set[int](), [0]
    while waiting and 3 * len(open_) < most:  # the heaviest node of the pruning is opened first
        v = max(waiting, key=lambda one: (weight[one], -one))
        waiting.remove(v)
        children = children_of(nodes[v])
        if children and sum(best[c] for c in children) < nodes[v]["after"]:
            open_.add(v)
            waiting += children

    def made(v: int) -> Drawn:
        node = nodes[v]
        if v not in open_:
            return Drawn(leaf_words(tree, v, outside), [])
        name = column_name(int(node["column"]), names)
        low, high, *absent = (made(c) for c in children_of(node))
        answers = [("yes", low), ("no", high), *(("missing", each) for each in absent)]
        return Drawn(f"{name} <= {node['threshold']:.4g}", answers)

    return made(0)


def column_name(column: int, names: Names) -> str:
    """A column by its name, or by its number, counted from 1."""
    return names[column] if names is not None and column < len(names) else f"x{column + 1}"


def leaf_words(tree: Any, v: int, outside: Callable[[float], Any]) -> str:
    """What a node says by itself, and of how many labels."""
    weight, *tallies = np.asarray(tree.tallies)[v * tree.stride : (v + 1) * tree.stride].tolist()
    if tree.truths == "numbers":
        return f"{tallies[0] / weight:.4g} ({weight:,.6g})" if weight else "nothing yet"
    if not tallies:
        return "nothing yet"
    c = int(np.argmax(tallies))
    sign = float(c) if tree.truths == "classes" else 2.0 * c - 1.0
    chance = (tallies[c] + tree.a) / (weight + tree.a * len(tallies))
    return f"{outside(sign)} {chance:.0%} ({weight:,.6g})"


def as_text(root: Drawn) -> str:
    """A pruning as text: a question a line, what follows from its answers below it."""
    lines: list[str] = []

    def write(node: Drawn, first: str, rest: str) -> None:
        lines.append(first + node.words)
        for k, (answer, child) in enumerate(node.children):
            last = k + 1 == len(node.children)
            write(child, f"{rest}{'`' if last else '|'}- {answer}: ", rest + ("   " if last else "|  "))

    write(root, "", "")
    return "\n".join(lines)


class Picture:
    """The layout of a pruning: leaves side by side, every question centred above its answers."""

    def __init__(self, root: Drawn) -> None:
        self.edges: list[str] = []
        self.nodes: list[str] = []
        self.right, self.bottom = float(GAP), 0.0
        self.place(root, 0)

    def place(self, node: Drawn, level: int) -> float:
        """Draw a node and all below it; return the x of its centre."""
        width, y, left = LETTER * len(node.words) + 14, GAP + HEIGHT / 2 + level * LEVEL, self.right
        places = [self.place(child, level + 1) for _, child in node.children]
        x = max((places[0] + places[-1]) / 2, left + width / 2) if places else left + width / 2
        self.right = max(self.right, x + width / 2 + GAP)
        self.bottom = max(self.bottom, y + HEIGHT / 2 + GAP)
        for (answer, _), below in zip(node.children, places, strict=True):
            self.edge(x, y, below, answer)
        corner, fill = (HEIGHT / 2, "#ffffff") if places else (3, "#f0f0f0")
        self.nodes.append(
            f'<rect x="{x - width / 2:.1f}" y="{y - HEIGHT / 2:.1f}" width="{width:.1f}" height="{HEIGHT}" '
            f'rx="{corner:g}" fill="{fill}" stroke="{INK}"/>'
            f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}">{escape(node.words)}</text>'
        )
        return x

    def edge(self, x: float, y: float, below: float, answer: str) -> None:
        """Draw the line to what follows from an answer, with the answer at its middle."""
        colour = {"yes": YES, "no": NO}.get(answer, OTHER)
        top, bottom = y + HEIGHT / 2, y + LEVEL - HEIGHT / 2
        self.edges.append(
            f'<line x1="{x:.1f}" y1="{top:.1f}" x2="{below:.1f}" y2="{bottom:.1f}" stroke="{colour}"{DASHES[colour]}/>'
        )
        width = LETTER * len(answer) + 6
        x, y = (x + below) / 2, (top + bottom) / 2
        self.nodes.append(
            f'<rect x="{x - width / 2:.1f}" y="{y - 8:.1f}" width="{width:.1f}" height="16" fill="#ffffff"/>'
            f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}">{answer}</text>'
        )


def as_svg(root: Drawn) -> str:
    """A pruning as a complete SVG file, on a white background."""
    picture = Picture(root)
    width, height = picture.right, picture.bottom
    about = "Round nodes are questions, square ones what is said there, with how many labels ended there."
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" role="img" aria-labelledby="title about">',
        '<title id="title">The best pruning of a tree</title>',
        f'<desc id="about">{about}</desc>',
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
