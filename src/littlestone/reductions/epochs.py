"""Training in epochs: the same examples again and again, until a learner gets all of them right."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import floor
from typing import Any

import numpy as np

from ..bound import SLACK, Certificate, not_fresh
from ..errors import BadBatch, BadParameter
from ..features.arrays import as_batch
from ..learner import RowLearner
from ..linear.perceptron_theorems import MarginBound
from ..row import Batch
from ..rows.game import Game
from ..solvers.margin import largest_margin, longest
from ..support.settings import whole
from .conservative import conservative_copy
from .hypothesis import Hypothesis
from .mean import Mean

KEEPS = ("pocket", "average")


@dataclass(frozen=True)
class Epochs:
    """The result of `until_clean`.

    `updates` counts updates of the learner and `iterations` examples shown, of which most change nothing.
    `passes` counts passes begun, the last perhaps not finished; `last_update` is the iteration of the last
    mistake, 0 if there was none. `clean` says whether the hypothesis is right on every example.
    """

    updates: int
    iterations: int
    passes: int
    clean: bool
    last_update: int
    hypothesis: Hypothesis
    game: Game = field(repr=False)
    sample: Batch = field(repr=False)

    @cached_property
    def certificate(self) -> Certificate | None:
        """The Perceptron's theorem for the whole sample; its largest margin is computed on first access.

        None for other learners.
        """
        return certified(self.game, self.sample) if MarginBound in self.game.learner.theorems else None


def until_clean(
    learner: RowLearner, examples: Any, labels: Any = None, *, most: int = 1000, keep: str = "pocket"
) -> Epochs:
    """Cycle through the examples until as many in a row are right as there are.

    For the Perceptron there are at most B = floor((R/gamma)^2) updates, gamma the largest margin of the sample and R
    its longest example, and so at most S(B + 1) iterations over S examples, the clean pass among them (Novikoff 1962).
    It is the updates that the theorem counts, not the iterations.

    learner     who learns; it is copied, and made conservative if it is not
    examples    the sample: a `Batch` or anything two-dimensional
    labels      the label of every row, -1 or +1; None if a `Batch` has them
    most        give up after so many passes
    keep        what to return then: the "pocket", the hypothesis with the fewest errors among those that lasted
                longer than any before (Gallant 1990), or the "average" of the linear functions guessed with

    >>> from littlestone import Perceptron
    >>> done = until_clean(Perceptron(bias=1), [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1])
    >>> done.clean, done.updates, done.iterations, done.certificate.verdict, done.certificate.allowed
    (True, 11, 22, 'holds', 51.0)
    """
    whole("most", most, "a number of passes", least=1)
    if keep not in KEEPS:
        raise BadParameter(f"keep is one of {', '.join(map(repr, KEEPS))}, not {keep!r}")
    batch = as_batch(examples, labels)
    game = Game(conservative_copy(learner), bounds=())
    game._check_batch(batch)
    if not batch.rows:
        raise BadBatch("the sample has no rows; give at least one")
    game.learner.widen(batch.width)
    keeper = Average(game) if keep == "average" else Pocket(game, batch)
    signs = np.asarray(batch.labels)
    ledger = game.ledger
    run = used = last = 0  # predictions right in a row; rounds played with this hypothesis; the last mistake
    while run < batch.rows and ledger.rounds < most * batch.rows:
        t = ledger.rounds % batch.rows
        move = game.predict(batch.row(t))
        run, used = run + 1, used + 1
        if move.sign != signs[t]:
            keeper.see(used)
            run, used, last = 0, 0, move.number
        game.label(move.number, signs[t])
    clean = run == batch.rows
    if used and not clean:
        keeper.see(used)
    return Epochs(
        updates=ledger.updates,
        iterations=ledger.rounds,
        passes=-(-ledger.rounds // batch.rows),
        clean=clean,
        last_update=last,
        hypothesis=Hypothesis.of(game) if clean else keeper.hypothesis(),
        game=game,
        sample=batch,
    )


class Pocket:
    """The hypothesis with the fewest errors on the sample, among those that lasted longer than any before."""

    def __init__(self, game: Game, batch: Batch) -> None:
        self.game = game
        self.batch = batch
        self.lasted = 0
        self.best: tuple[int, Hypothesis] | None = None

    def see(self, used: int) -> None:
        """Count the present hypothesis, which was used for so many rounds."""
        if used > self.lasted:  # rarely: testing every hypothesis would cost more than the game
            self.lasted = used
            h = Hypothesis.of(self.game)
            errors = sum(h.on(self.batch.row(t)) != y for t, y in enumerate(np.asarray(self.batch.labels)))
            if self.best is None or errors < self.best[0]:
                self.best = errors, h

    def hypothesis(self) -> Hypothesis:
        """The best hypothesis so far."""
        assert self.best is not None
        return self.best[1]


class Average:
    """The mean over all rounds of the linear functions that the learner guessed with."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.mean = Mean(game.learner)

    def see(self, used: int) -> None:
        """Count the present hypothesis, which was used for so many rounds."""
        self.mean.add(self.game.learner.linear_guess(), used)

    def hypothesis(self) -> Hypothesis:
        """The mean so far."""
        return self.mean.hypothesis()


def certified(game: Game, batch: Batch) -> Certificate:
    """The Perceptron's certificate for the embedded sample: at most B updates and S(B + 1) iterations."""
    ledger = game.ledger
    theorem = "Perceptron in epochs: at most B = (R/gamma)^2 updates, S(B + 1) iterations"
    if unfresh := not_fresh(ledger):
        return Certificate(theorem, ledger.updates, None, broken=unfresh)
    seen = embedded(game.learner, batch)
    found = largest_margin(seen)
    if found.clash is not None:
        broken = found.refusal(f"the sample up to row {found.clash}")
        return Certificate(theorem, ledger.updates, None, broken=broken)
    if not found.margin > 0:
        teaches = f"no margin is above {found.ceiling:.4g}"
        unclear = "no separator was found and none ruled out"
        return Certificate(theorem, ledger.updates, None, open=unclear, teaches=teaches)
    allowed = floor((longest(seen) / found.margin) ** 2 * (1 + SLACK))
    iterations = batch.rows * (allowed + 1)
    teaches = f"the sample has a margin of {found.margin:.4g}; {ledger.rounds:,} iterations of {iterations:,} allowed"
    violated = None
    if ledger.updates > allowed or ledger.rounds > iterations:
        violated = "more updates or iterations than the margin allows"
    return Certificate(theorem, ledger.updates, float(allowed), violated=violated, teaches=teaches)


def embedded(learner: RowLearner, batch: Batch) -> Batch:
    """The labelled rows as the learner embeds them."""
    rows = [learner.embed(batch.row(t)) for t in range(batch.rows)]
    return Batch(
        np.cumsum([0, *(len(x) for x in rows)]),
        np.concatenate([x.columns for x in rows]),
        np.concatenate([x.values for x in rows]),
        max(x.width for x in rows),
        batch.labels,
    )
