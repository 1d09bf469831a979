"""When and how a tree was split, for whoever plays it again from a receipt."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..receipts.exact_text import exact


class Growth:
    """Watches a tree that is a single leaf yet, and writes a line for every split.

        ROUND NODE COLUMN THRESHOLD BELOW ABSENT

    The child of values up to the threshold is node BELOW, that of larger ones the next. ABSENT is the child of examples
    without the column: -1 if they count as 0, 0 if there is none yet; when it is made, the line comes again with its
    number. A tree that begins anew is told by `ROUND -1`.
    """

    def __init__(self, tree: Any) -> None:
        self.tree, self.lines = tree, list[str]()
        self.begin()

    def begin(self) -> None:
        """The tree is a single leaf."""
        self.over, self.count = int(self.tree.past.over), 1
        self.known = np.full(1, -2)  # of every node its child for what is absent, -2 of a leaf

    def see(self, number: int) -> None:
        """Write down what has grown in a round."""
        tree = self.tree
        if tree.past.over != self.over:
            self.lines.append(f"{number} -1")
            self.begin()
        if tree.count == self.count:
            return
        self.count = tree.count
        nodes = np.asarray(tree.nodes)[: self.count]
        now = np.where(nodes["column"] >= 0, nodes["absent"], -2)
        before = np.pad(self.known, (0, self.count - len(self.known)), constant_values=-2)
        for v in np.flatnonzero(now != before).tolist():
            column, below, absent, threshold = (nodes[v][name] for name in ("column", "below", "absent", "threshold"))
            self.lines.append(f"{number} {v} {column} {exact(threshold)} {below} {absent}")
        self.known = now
