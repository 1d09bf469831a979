"""Online-to-batch conversion: one hypothesis from a game, by averaging, by vote or at random.

On examples drawn independently, h_t was made before example t was seen, so its chance to err on it is its error. All
of this is about h_1, ..., h_T, each as it was *before* its round; h_{T+1} is not among them: no example has tested it.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from ..errors import BadBatch, BadParameter
from ..features.arrays import as_batch
from ..learner import RowLearner
from ..row import Batch
from ..rows.game import Game
from ..support.settings import counted, real, whole
from .hypothesis import Hypothesis, copied
from .mean import Mean


class OnlineToBatch:
    """The hypotheses of a learner in one pass over a labelled batch, each with the rounds it was used in.

    learner     who plays; it is copied, not changed
    examples    the rows, drawn independently: a `Batch` or anything two-dimensional
    labels      the label of every row, -1 or +1, or a number for learners of numbers; None if a `Batch` has them

    `mistakes` counts the rounds in which the act was not the label, `loss` adds up the loss of the game. A learner that
    changes only on mistakes leaves as many hypotheses as mistakes, any other one for every round.

    >>> from littlestone import Perceptron
    >>> played = OnlineToBatch(Perceptron(), [[1, 0], [0, 1], [0, 1], [1, 0]], [1, -1, -1, 1])
    >>> played, played.majority()([0, 1])
    (OnlineToBatch(4 rounds, 1 mistake, 2 hypotheses), 1)
    >>> played.average().learner.weights.tolist()
    [0.0, -0.5]
    """

    def __init__(self, learner: RowLearner, examples: Any, labels: Any = None) -> None:
        if learner.truths == "classes":
            raise BadParameter(f"{learner!r} is a learner of many classes; give one of two classes or of numbers")
        batch = labelled(learner, examples, labels)
        game = Game(copied(learner), bounds=())
        game._check_batch(batch)
        if not batch.rows:
            raise BadBatch("a game without rows has no hypothesis; give at least one row")
        game.learner.widen(batch.width)
        self.hypotheses = [Hypothesis(game.learner, numbered=True)]
        self.rounds_of = [0]
        self.mistakes = 0
        truths = np.asarray(batch.labels)
        changed = False
        for t in range(batch.rows):
            if changed:
                self.hypotheses.append(Hypothesis.of(game))
                self.rounds_of.append(0)
            self.rounds_of[-1] += 1
            move = game.predict(batch.row(t))
            mistaken = move.sign != truths[t]
            game.label(move.number, truths[t])
            self.mistakes += int(mistaken)
            changed = not learner.conservative or mistaken
        self.rounds = batch.rows
        self.loss = game.ledger.loss

    def average(self) -> Hypothesis:
        """The mean of the linear functions that h_1, ..., h_T guess with: in a convex loss no worse than they are."""
        mean = Mean(self.hypotheses[0].learner)
        for h, rounds in zip(self.hypotheses, self.rounds_of, strict=True):
            mean.add(h.linear_guess(), rounds)
        return mean.hypothesis()

    def majority(self) -> Vote:
        """The vote of h_1, ..., h_T: it errs at most twice as often as they do on average."""
        if self.hypotheses[0].numbers:
            raise BadParameter(
                f"{self.hypotheses[0].learner!r} has no majority, since it predicts numbers; use average"
            )
        return Vote(self.hypotheses, self.rounds_of)

    def at_random(self, seed: int = 0) -> Hypothesis:
        """h_I, with I drawn uniformly from 1, ..., T: it is expected to err as often as they do on average."""
        index = int(np.random.default_rng(whole("seed", seed, "the seed of a draw")).integers(self.rounds))
        return self.hypotheses[int(np.searchsorted(np.cumsum(self.rounds_of), index, side="right"))]

    def __repr__(self) -> str:
        kept = f"{len(self.hypotheses):,} " + ("hypothesis" if len(self.hypotheses) == 1 else "hypotheses")
        return f"OnlineToBatch({counted(self.rounds, 'round')}, {counted(self.mistakes, 'mistake')}, {kept})"


def labelled(learner: RowLearner, examples: Any, labels: Any) -> Batch:
    """The examples with their labels, signs or numbers as the learner is told."""
    batch = as_batch(examples, labels if learner.truths == "signs" else None)
    if labels is None or learner.truths == "signs":
        return batch
    return Batch(batch.starts, batch.columns, batch.values, batch.width, labels).check()


class Vote:
    """Several hypotheses, each with a number of votes; a tie acts as +1 (Freund and Schapire 1999)."""

    def __init__(self, hypotheses: list[Hypothesis], votes: list[int]) -> None:
        self.hypotheses = tuple(hypotheses)
        self.votes = tuple(votes)

    def __call__(self, x: Any) -> int:
        return 1 if self.guess(x) >= 0 else -1

    def guess(self, x: Any) -> float:
        """The mean of the votes, between -1 and +1."""
        row = self.hypotheses[-1].asked(x).x
        said = sum(votes * h.on(row) for h, votes in zip(self.hypotheses, self.votes, strict=True))
        return said / sum(self.votes)

    def labels(self, X: Any) -> Any:
        """The outcome for every row of a table, as an array."""
        batch = as_batch(X)
        return np.array([self(batch.row(t)) for t in range(batch.rows)], dtype=np.float64)

    def __repr__(self) -> str:
        return f"Vote({counted(sum(self.votes), 'vote')} of {self.hypotheses[0]!r} and what it became)"


def random_index_bound(mistakes: float, rounds: int) -> float:
    """E err(h_I) <= M/T: what the hypothesis drawn at random is expected to err, with a mistake bound M.

    M/T is the regret a round, the Reg(m) = M(m)/m of lectures that divide by m: counted in mistakes, on a sequence
    that some hypothesis fits, the best one pays nothing, and all that is paid is regret.

    >>> random_index_bound(3, 60)
    0.05
    """
    return mistakes / whole("rounds", rounds, "a number of rounds", least=1)


def average_bound(paid: float, rounds: int, *, delta: float) -> float:
    """(1/T) sum err(h_t) <= M_T/T + sqrt(ln(1/delta)/(2T)), but for chance delta.

    `paid` are the mistakes of the game, or its total loss for a loss between 0 and 1; if that is convex, the mean of
    the weights loses no more than this (Cesa-Bianchi, Conconi and Gentile 2004).
    """
    return random_index_bound(paid, rounds) + deviation(rounds, delta)


def majority_bound(paid: float, rounds: int, *, delta: float) -> float:
    """err(majority of h_1, ..., h_T) <= 2 (M_T/T + sqrt(ln(1/delta)/(2T))), but for chance delta."""
    return 2 * average_bound(paid, rounds, delta=delta)


def excess_bound(regret: float, rounds: int, *, delta: float) -> float:
    """L(mean of the weights) - min_u L(u) <= R_T/T + 2 sqrt(ln(2/delta)/(2T)), but for chance delta.

    For a convex loss between 0 and 1 and a learner with regret R_T.
    """
    return random_index_bound(regret, rounds) + 2 * deviation(rounds, delta / 2)


def deviation(rounds: int, delta: float) -> float:
    """sqrt(ln(1/delta)/(2T)): how far a mean of T terms strays from what was expected (Hoeffding 1963; Azuma 1967)."""
    if not 0 < real("delta", delta, "a chance of failure") < 1:
        raise BadParameter(f"delta is a chance of failure between 0 and 1, not {delta}")
    return sqrt(log(1 / delta) / (2 * rounds))
