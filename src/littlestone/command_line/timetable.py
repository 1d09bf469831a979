"""Labels told when they became known, for whole batches whose times are arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..features.batches import truths_of
from ..row import Batch
from ..rows.game import Game
from .post import Post, Steps, as_label


class Timetable(Post):
    """What `EventPost` does, for examples without ids: the same moves in the same order, planned batch by batch.

    Before an example is asked all labels are told that were known by then, in the order of their times, of equal ones
    in the order of rounds; a label that is known when its example is asked is told at once. When which label is due is
    found by sorting, and not by looking at the waiting ones in every round.

    source    whose `times` say when examples were asked, and when labels were known
    """

    def __init__(self, source: Any) -> None:
        super().__init__()
        self.source = source
        self.rows = 0  # of the source that were asked
        self.known = self.numbers = np.zeros(0, dtype=np.int64)  # of the labels that wait, in the order of their times
        self.labels = np.zeros(0, dtype=object)
        self.at_the_end = 0

    def play(self, game: Game, batch: Batch) -> None:
        """Ask the rows of a batch, and tell the labels whose time comes meanwhile."""
        asked, known = self.source.times(self.rows, self.rows + len(batch))
        self.rows += len(batch)
        labels = np.array([as_label(game, y) for y in truths_of(batch)] + [None], dtype=object)[:-1]
        later = (known > asked) & np.array([y is not None for y in labels])
        first = game.ledger.rounds + 1
        self.wait(known[later], np.flatnonzero(later) + first, labels[later])
        due = np.searchsorted(self.known, asked, side="right").tolist()
        numbers, told = self.numbers.tolist(), self.labels.tolist()
        now, waits = labels.tolist(), later.tolist()
        at = 0
        for t in range(len(batch)):
            while at < due[t]:
                game.label(numbers[at], told[at])
                at += 1
            move = game.predict(batch.row(t))
            if not waits[t]:
                if now[t] is None:
                    game.forget(move.number)
                else:
                    game.label(move.number, now[t])
        self.known, self.numbers, self.labels = self.known[at:], self.numbers[at:], self.labels[at:]

    def wait(self, known: Any, numbers: Any, labels: Any) -> None:
        """Let further labels wait."""
        known, numbers = np.concatenate([self.known, known]), np.concatenate([self.numbers, numbers])
        order = np.lexsort((numbers, known))
        self.known, self.numbers = known[order], numbers[order]
        self.labels = np.concatenate([self.labels, labels])[order]

    def rest(self, game: Game) -> Steps:
        for number, y in zip(self.numbers.tolist(), self.labels.tolist(), strict=True):
            game.label(number, y)
            self.at_the_end += 1
            yield

    def account(self) -> dict[str, Any]:
        return {"labels_at_the_end": self.at_the_end}
