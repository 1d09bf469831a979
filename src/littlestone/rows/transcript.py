"""`Transcript`: the rows of a game as its rule saw them, written down for whoever checks the receipt."""

from __future__ import annotations

import hashlib
from typing import Any

from ..errors import BadParameter
from ..receipts.exact_text import exact, line_of
from ..row import Row
from ..watcher import Watcher

HEADER = "littlestone rows 1\n"


class Transcript(Watcher):
    """Writes every labelled round of a game as a line, and keeps the SHA-256 of all lines for the receipt.

    A line has the round, the label, the weight and the guess as the rule knew them, whether it was a mistake, and the
    entries of the row. Rounds come in the order of their labels. It is not saved with a game.

    game    the game, which it watches from now on
    file    where the lines go, an open text file; None keeps their hash alone

    >>> from littlestone import Game, Perceptron
    >>> from io import StringIO
    >>> game, rows = Game(Perceptron()), StringIO()
    >>> watching = Transcript(game, rows)
    >>> for x, y in [([1, 0], +1), ([0, 0.5], -1)]:
    ...     game.label(game.predict(x).number, y)
    >>> print(rows.getvalue(), end="")
    littlestone rows 1
    1 1 1 0 right | 0:1
    2 -1 1 0 wrong | 1:0x1p-1
    >>> game.receipt()["read"]["rows"]["lines"]
    2
    """

    def __init__(self, game: Any, file: Any = None) -> None:
        watchers = getattr(game.ledger, "_watchers", None)
        if watchers is None or game._kind != "rows":
            raise BadParameter(f"rows are written down in games of rows and of advice, and {game!r:.60} is none")
        if any(isinstance(each, Transcript) for each in watchers):
            raise BadParameter("the rows of this game are being written down already")
        self.file = file
        self.before = int(game.ledger.labelled)  # rounds that were learned before, which are not in it
        self.lines = 0
        self.weight = 1.0
        self.hash = hashlib.sha256()
        growth = getattr(game.learner.rule, "growth", None)  # of a tree, which splits as nobody else can know
        self.growth = None if growth is None or self.before else growth()
        self.put(HEADER)
        watchers.append(self)

    def put(self, text: str) -> None:
        """Write and hash a text."""
        self.hash.update(text.encode())
        if self.file is not None:
            self.file.write(text)

    def weigh(self, weight: float) -> None:
        self.weight = weight

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool) -> None:
        head = f"{number} {exact(y)} {exact(self.weight)} {exact(guess)} {'wrong' if mistaken else 'right'}"
        self.put(line_of(head, x.columns.tolist(), x.values.tolist()) + "\n")
        self.lines += 1
        if self.growth is not None:
            self.growth.see(number)

    def splits(self) -> list[str] | None:
        """How a tree was split, a line each; None of any other learner, and of a game that had begun before."""
        return None if self.growth is None else self.growth.lines

    def transcript(self) -> dict[str, Any]:
        """What a receipt says of the rows."""
        return {"before": self.before, "lines": self.lines, "sha256": self.hash.hexdigest()}
