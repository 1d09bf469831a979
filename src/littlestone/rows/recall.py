"""`Recall`: a cache of what `predict` computed, for the `learn` that follows."""

from __future__ import annotations

from typing import Any

from ..row import Batch, Row


class Recall:
    """A cache of one value for one row, valid until something is learned: most labels come right after their guess.

    It saves a learner whose `learn` needs a result of `predict` from computing it twice. Predicting still changes no
    state: the cache is not saved, and a value that does not fit the row and the moment is computed anew, to the same
    bits. The key of a row is its batch, its place there and its width, since one view may be moved from row to row; the
    moment is any count that rises when a guess could change. The batch is kept alive until another value is kept.

    >>> from littlestone.features import as_batch
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
        """Store `what` for x, computed when the learner had learned so many times."""
        self.batch = x.batch
        self.start = x.start
        self.stop = x.stop
        self.width = x.width
        self.times = times
        self.what = what

    def fits(self, x: Row, times: int) -> bool:
        """Is the stored value that of this row at this moment?"""
        return (
            self.batch is x.batch
            and self.start == x.start
            and self.stop == x.stop
            and self.width == x.width
            and self.times == times
        )

    def found(self, x: Row, times: int) -> Any:
        """The stored value for this row at this moment; None if it must be computed."""
        return self.what if self.fits(x, times) else None

    def forget(self) -> None:
        """Clear the cache."""
        self.batch = None
        self.what = None
