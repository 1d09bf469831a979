"""A file of examples as it is to be played: so often, in which order, and how much of it."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from typing import Any

import numpy as np

from ..errors import BadFile, BadParameter
from ..features.batches import narrowed, taken, together
from ..row import Batch

ROWS = 4096  # rows of a piece of a shuffled file


class Stream:
    """The batches of a source, over and over, in their order or shuffled, up to a limit.

    source     what is read; while a batch is played, the next are read on other threads, if it is a file
    passes     how often
    shuffle    the seed of an order by chance, another one in every pass: the file is read into memory; None keeps order
    limit      so many examples altogether; None for all
    skip       so many examples at the beginning are left out, of the first pass
    holdout    what takes examples out of every pass, and says when one is over whether there is to be another
    """

    def __init__(
        self,
        source: Any,
        *,
        passes: int = 1,
        shuffle: int | None = None,
        limit: int | None = None,
        skip: int = 0,
        holdout: Any = None,
    ) -> None:
        if passes > 1 and shuffle is None and not source.repeatable:
            raise BadParameter(f"{source.name} can be read only once; save it to a file to play it {passes} times")
        self.source = source
        self.name: str = source.name
        self.passes = passes
        self.shuffle = shuffle
        if skip and shuffle is not None:
            raise BadParameter("what is shuffled has no beginning that could be skipped: leave out one of the two")
        self.limit = limit
        self.skip = skip
        self.holdout = holdout
        self.over = 0  # passes that are over
        self.part: float | None = None  # of the shuffled rows that are handed out in this pass

    @property
    def progress(self) -> float | None:
        """The part of all passes that has been read."""
        done = self.source.progress if self.part is None else self.part
        return None if done is None else min(1.0, (self.over + done) / self.passes)

    @property
    def piped(self) -> bool:
        """Does the text come through a pipe?"""
        return bool(getattr(self.source, "piped", False))

    def place(self, number: int) -> str:
        """Where example `number` stands; once shuffled, nobody knows."""
        return (
            str(self.source.place(number + self.skip))
            if self.shuffle is None
            else f"{self.name}, shuffled, round {number}"
        )

    def batches(self) -> Generator[Batch, None, None]:
        """All batches of all passes, the last one cut at the limit."""
        left = self.limit
        with closing(self.ordered() if self.shuffle is None else self.shuffled(self.shuffle)) as batches:
            while left is None or left > 0:
                batch = next(batches, None)
                if batch is None:
                    return
                if left is not None:
                    batch = batch if len(batch) <= left else narrowed(taken(batch, slice(0, left)))
                    left -= len(batch)
                yield batch

    def ordered(self) -> Generator[Batch, None, None]:
        """Pass after pass, as the file has it."""
        for over in range(self.passes):
            self.over = over
            with closing(getattr(self.source, "passing", self.source.batches)()) as read:
                rows = read if over else after(read, self.skip)
                yield from rows if self.holdout is None else self.holdout.without(rows, first=not over)
            if self.holdout is not None and not self.holdout.goes_on():
                return

    def shuffled(self, seed: int) -> Generator[Batch, None, None]:
        """Pass after pass, in orders that the seed draws."""
        read = self.source.batches()
        whole = together(list(read if self.holdout is None else self.holdout.without(read, first=True)))
        chance = np.random.default_rng(seed)
        for over in range(self.passes):
            self.over = over
            order = chance.permutation(len(whole))
            for begin in range(0, len(whole), ROWS):
                self.part = begin / len(whole)
                yield taken(whole, order[begin : begin + ROWS])
            if self.holdout is not None and not self.holdout.goes_on():
                return


def after(batches: Iterable[Batch], skip: int) -> Generator[Batch, None, None]:
    """The batches without so many rows at the beginning."""
    left = skip
    for batch in batches:
        if left >= len(batch):
            left -= len(batch)
            continue
        yield taken(batch, slice(left, None)) if left else batch
        left = 0
    if left:
        raise BadFile(f"{skip:,} examples were to be skipped, and there are {skip - left:,}")


def width_of(source: Any, limit: int | None) -> int:
    """How many features there are, found by reading: what some learners must know before the first round."""
    if source.features is not None and source.features.hashing:
        return len(source.features)
    if callable(getattr(source, "names", None)):
        return len(source.names(limit))
    width = rows = 0
    with closing(source.batches()) as batches:
        for batch in batches:
            width, rows = max(width, batch.width), rows + len(batch)
            if limit is not None and rows >= limit:
                break
    return max(width, len(source.features or ()))


def columns_of(source: Any) -> Any:
    """The columns that a game has to share with the source that it plays, none if they are numbered."""
    return () if source.features is None else source.features
