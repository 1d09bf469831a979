"""What a guess has computed, kept for the learning that follows it."""

from __future__ import annotations

from typing import Any

from ..row import Batch, Row


class Recall:
    """Remembers one thing about one row until something is learned: most labels come right after their guess.

    A learner whose `learn` needs what `predict` has computed would have to compute it twice. With this it does
    not, and predicting still changes nothing: what is kept is no state, is not written down, and where it does not fit
    the row and the moment it is computed anew, to the same bits. A row is known by its batch, where it lies in it and
    its width, since one view may be turned from row to row; the moment by how often was learned, in any count
    that rises when a guess could change. The batch lives on until something else is kept.

    >>> from littlestone.door import as_batch
    >>> batch, recall = as_batch([[1, 0], [0, 2]]), Recall()
    >>> recall.keep(batch.row(0), 7, "what was computed")
    >>> recall.found(batch.row(0), 7), recall.found(batch.row(1), 7), recall.found(batch.row(0), 8)
    ('what was computed', None, None)
    """

    def __init__(self) -> None:
        self.batch: Batch | None = None
        self.start = 0
        self.stop = 0
        self.width = 0
        self.times = 0
        self.what: Any = None

    def keep(self, x: Row, times: int, what: Any) -> None:
        """Remember `what` was computed for x, by a learner that had learned so many times."""
        self.batch = x.batch
        self.start = x.start
        self.stop = x.stop
        self.width = x.width
        self.times = times
        self.what = what

    def fits(self, x: Row, times: int) -> bool:
        """Is what is remembered about this row, at this moment?"""
        return (
            self.batch is x.batch
            and self.start == x.start
            and self.stop == x.stop
            and self.width == x.width
            and self.times == times
        )

    def found(self, x: Row, times: int) -> Any:
        """What was computed for this row at this moment; None if that must be done now."""
        return self.what if self.fits(x, times) else None

    def forget(self) -> None:
        """Remember nothing: what a learner does that becomes another."""
        self.batch = None
        self.what = None
