"""Base of the theorems about learners that also learn when they were right: keeps the rounds they learned from."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..bound import SLACK, Bound, Case, Open
from ..errors import StateError
from ..learner import RowLearner, State
from ..receipts.exact_text import exact
from ..receipts.receipt import lines_of
from ..row import Batch, Row
from ..solvers.sums import by_row, some_rows
from ..state import Flag, Held, Listed, Part, fields
from ..watcher import Watcher
from .evidence import Evidence

LIMIT = 1_000_000  # the default number of entries of examples that a bound keeps
ODD = "some examples are too long or too short for their square to be a number; scale the features"


class Kept(NamedTuple):
    """Rounds as the rule saw them: labelled examples, guesses, and which of them were mistakes."""

    batch: Batch
    guesses: Any
    mistaken: Any
    squares: Any  # |x|^2 of every row
    weights: Any

    @property
    def mistakes(self) -> int:
        """The number of mistakes."""
        return int(np.count_nonzero(self.mistaken))

    def part(self, chosen: Any) -> Kept:
        """A subset of the rounds."""
        if chosen.all():
            return self
        rows = np.flatnonzero(chosen)
        return Kept(
            some_rows(self.batch, rows), self.guesses[rows], self.mistaken[rows], self.squares[rows], self.weights[rows]
        )


class UpdatesCase(Case):
    """The rounds that a learner learned from, as its rule saw them."""

    @cached_property
    def seen(self) -> Kept:
        """All rounds that were kept."""
        batch = self.bound.rows.batch()
        with np.errstate(over="ignore"):  # infinity is kept: the bound reports that the example is too long
            squares = by_row(batch, np.asarray(batch.values) ** 2)
        weights = self.bound.rows.row_weights() if self.by_weight else np.ones(batch.rows)
        return Kept(batch, np.array(self.bound.guesses), np.array(self.bound.mistaken, dtype=bool), squares, weights)

    @cached_property
    def kept(self) -> Kept:
        """The rounds that the theorem is about, perhaps transformed."""
        return self.seen

    def odd(self, least: float, most: float) -> str | None:
        """What is wrong if |x|^2 of an example is not between these two, or is 0 for an example that is not."""
        squares = self.seen.squares[by_row(self.seen.batch, np.asarray(self.seen.batch.values) != 0.0) > 0]
        return self.unscaled() or (None if np.all((squares > least) & (squares < most)) else ODD)

    def unscaled(self) -> str | None:
        """What is wrong if an example was not normalised because its square over- or underflows."""
        there = np.diff(self.seen.batch.starts) > 0
        return ODD if self.learner.normalise and (np.abs(self.seen.squares[there] - 1.0) > SLACK).any() else None

    @cached_property
    def played(self) -> Any:
        """The weights that the learner has now, as many as the rounds have columns or more."""
        return self.learner.embedded_weights(self.kept.batch.width)


class UpdatesKept(Bound, Watcher):
    """A bound that keeps a copy of every round its learner learned from, as many entries as the game keeps.

    A subclass defines in `matters` which rounds these are. Beyond the limit no more is kept, and the case is open.
    """

    looks_at: ClassVar[type[Case]] = UpdatesCase
    saved = fields(
        Part("rows/", "rows"),
        Listed("guesses"),
        Listed("mistaken", like="guesses", dtype=np.bool_),
        Flag("embedded", "embeds()", missing=False),  # release 0.1.0 kept rows before embedding
    )
    embeds = True  # are rows kept as the rule saw them?

    def __init__(self) -> None:
        self.rows = Evidence(LIMIT)
        self.guesses: list[float] = []
        self.mistaken: list[bool] = []
        self.learner: Any = None

    def begin(self, learner: Any, keep: int) -> None:
        self.rows.limit = keep
        self.learner = learner

    def matters(self, y: float, guess: float, mistaken: bool) -> bool:
        """Is a round with this guess one that the theorem is about?"""
        raise NotImplementedError(f"{type(self).__name__} must say which rounds it is about")

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool) -> None:
        if self.matters(y, guess, mistaken):
            rows = self.rows
            rows.see(number, x, y, guess, True)
            if rows.complete:
                self.guesses.append(guess)
                self.mistaken.append(mistaken)

    def weigh(self, weight: float) -> None:
        self.rows.weigh(weight)

    def lines(self) -> list[str]:
        """The rounds that were kept, each as a line of the rows of a receipt."""
        marks = ["wrong" if mistaken else "right" for mistaken in self.mistaken]
        rows = lines_of(self.rows) or {"kept": []}
        said = [f" {exact(guess)} {mark} |" for guess, mark in zip(self.guesses, marks, strict=True)]
        return [line.replace(" |", each, 1) for line, each in zip(rows["kept"], said, strict=True)]

    def cut(self) -> str | None:
        """The message if the evidence was cut by `keep`, or None."""
        if self.rows.complete:
            return None
        return (
            f"only the first {self.rows.count:,} of {self.rows.total:,} rounds it learned from were kept; "
            f"give the game a larger keep"
        )

    def unmeasurable(self, case: Any) -> str | None:
        cut = self.cut()
        return None if cut and self.premise(case) else cut  # a premise refuted by the first rounds is refuted

    def known(self) -> None:
        """Raise `Open` if the losses of all rounds are not known."""
        if cut := self.cut():
            raise Open(cut)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if len(held["guesses"]) != len(held["rows/"]["sizes"]):
            raise StateError("every kept round needs a guess and whether it was a mistake")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        if not held["embedded"] and self.learner is not None:
            self.rows = embedded(self.rows, self.learner)

    def __reduce__(self) -> tuple[Any, ...]:
        return revive, (type(self), self.parameters(), self.state())


def embedded(rows: Evidence, learner: RowLearner) -> Evidence:
    """The same rounds as the learner's rule sees them."""
    raw = rows.batch()
    seen = Evidence(max(rows.limit, len(raw.values) + raw.rows))  # with space for a constant coordinate in each row
    for t in range(raw.rows):
        seen.see(int(rows.numbers[t]), learner.embed(raw.row(t)), raw.labels[t], 0.0, True)
    seen.limit, seen.complete, seen.total = rows.limit, rows.complete, rows.total
    return seen


def revive(kind: type[UpdatesKept], parameters: dict[str, Any], state: State) -> UpdatesKept:
    """Rebuild a bound from its settings and state, for copy and pickle."""
    bound = kind(**parameters)
    bound.restore(state)
    return bound
