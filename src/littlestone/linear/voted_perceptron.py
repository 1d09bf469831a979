"""The voted Perceptron."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import StateError
from ..geometry.linear_guess import LinearGuess
from ..learner import RowLearner
from ..row import Row
from ..rows.evidence import longer
from ..state import Held, Vector, fields
from .linear import LinearLearner


class VotedPerceptron(LinearLearner):
    """A Perceptron learns; all the weights it has had vote, each with as many votes as rounds it lasted.

        guess = sum of c_j sign <w_j, x> / sum of c_j;   if sign <w_t, x> is not y   w <- w + y x
                                                                          (Freund and Schapire 1999)

    The Perceptron underneath learns from its own mistakes, what it would say by itself: these are the
    `updates`, and they obey its theorems. The guess is the vote's, and for its mistakes in any one game no mistake
    bound is known. On t examples drawn at random, the chance that a vote of them errs on the next is at most 2/(t + 1)
    times the mistakes that the Perceptron's theorem allows, on average over the draw.

    Not the weights are stored but the mistaken examples they are sums of: a guess costs as much as looking at all of
    these again, and grows dearer with every update. `AveragedPerceptron` costs the same for ever.

    >>> from littlestone import Game, VotedPerceptron
    >>> game = Game(VotedPerceptron())
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.updates, game.ledger.certificates
    (2, 1, [])
    >>> print(game.learner.votes)
    [2 9]
    """

    name = "voted-perceptron"
    kind = "linear"
    saved = fields(
        Vector("owners", upto="size", dtype=np.int64),
        Vector("columns", upto="size", dtype=np.int64, like="owners"),
        Vector("values", upto="size", like="owners"),
        Vector("votes", "votes()", dtype=np.int64),
    )
    variants = ({}, {"bias": 1.0}, {"bias": 0.5, "normalise": True})

    def __init__(self, *, bias: float | None = None, normalise: bool = False) -> None:
        super().__init__(bias=bias, normalise=normalise)
        self.counts = np.ones(1, dtype=np.int64)  # how long each of the weights lasted, zero first, with room for more
        self.size = 0  # entries of the mistaken examples that are stored, of these arrays:
        self.owners = np.zeros(64, dtype=np.int64)  # which example, counted from 0
        self.columns = np.zeros(64, dtype=np.int64)
        self.values = np.zeros(64)  # y x

    @property
    def votes(self) -> Any:
        """How many votes each of the weights has, the first being zero: one, and one for every round it survived."""
        return np.array(self.counts[: self.updates + 1])

    @property
    def slow(self) -> str:
        return "remembers every mistake"

    def predict(self, x: Row) -> float:
        x = self.embed(x)
        used = self.columns[: self.size]
        dense = np.zeros(max(x.width, int(used.max(initial=-1)) + 1))
        dense[x.columns] = x.values
        each = np.bincount(self.owners[: self.size], self.values[: self.size] * dense[used], minlength=self.updates)
        scores = np.append(0.0, np.cumsum(each))  # <w_j, x>, w_j being the sum of the first j mistaken examples
        votes = self.counts[: self.updates + 1]
        return float(np.where(scores >= 0.0, 1.0, -1.0) @ votes / votes.sum())

    def linear_guess(self) -> LinearGuess:
        return RowLearner.linear_guess(self)  # has none: the weights vote

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(self.dot(x)) == y:
            self.counts[self.updates] += 1
            return
        self.store(self.embed(x), y)
        self.add(x, y)
        if self.updates == len(self.counts):
            self.counts = longer(self.counts)
        self.counts[self.updates] = 1

    def store(self, x: Row, y: float) -> None:
        """Keep a mistaken example."""
        end = self.size + len(x)
        while end > len(self.values):
            self.owners, self.columns, self.values = longer(self.owners), longer(self.columns), longer(self.values)
        self.owners[self.size : end] = self.updates
        self.columns[self.size : end] = x.columns
        self.values[self.size : end] = y * x.values
        self.size = end

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        owners, columns, votes, updates = held["owners"], held["columns"], held["votes"], held["updates"]
        numbered = (owners >= 0) & (owners < updates) & (columns >= 0)
        if len(votes) != updates + 1 or not numbered.all() or votes.min() < 1:
            raise StateError("the votes and mistaken examples of a VotedPerceptron do not fit its number of updates")
        room = len(held["w"]) + (1 if self.bias != 0.0 else 0)
        if columns.max(initial=-1) >= room:
            raise StateError(f"the mistaken examples have column {columns.max()}, but there are {room} weights")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.size, self.counts = len(held["values"]), held["votes"]
