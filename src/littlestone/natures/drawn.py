"""Random data for `littlestone.checks`, for learners of every kind, from a seed."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bandits.action import ActionLearner
from ..convex.point import PointLearner
from ..experts.expert import ExpertLearner
from ..learner import Learner, RowLearner
from ..row import Batch
from ..support import elementary
from ..truth import CLASSES, NUMBERS
from .draws import normals

WIDTH = 6


def drawn(learner: Learner, rows: int = 60, seed: int = 0, width: int = WIDTH, noise: float = 0.2) -> Any:
    """Random data that this learner can play: a labelled batch of examples or of advice, or a list of rounds.

    Examples and advice have so many columns; points and shares as many as the learner has. `noise` is the share of
    examples with a wrong label.
    """
    rng = np.random.default_rng(seed)
    if isinstance(learner, PointLearner):
        return drawn_revelations(learner, rows, rng)
    if isinstance(learner, ActionLearner):
        return drawn_rewards(learner, rows, rng, width)
    if isinstance(learner, ExpertLearner):
        return drawn_classes(rows, rng, width) if learner.classes_only else drawn_advice(learner, rows, rng, width)
    assert isinstance(learner, RowLearner), f"{learner!r} is no kind of learner that is known here"
    return drawn_examples(learner, rows, rng, width, noise)


def drawn_examples(learner: RowLearner, rows: int, rng: Any, width: int, noise: float) -> Batch:
    """Random examples: Boolean if the learner needs them so, some labels wrong, a few rows empty."""
    dense = (rng.random((rows, width)) < 0.4).astype(float)
    if not learner.boolean:
        dense *= normals(rng, (rows, width))
    labels = np.where(dense[:, 0] + dense[:, 1] > 0.3, 1.0, -1.0)
    labels[rng.random(rows) < noise] *= -1
    if learner.truths == NUMBERS:  # none below zero, since some losses are of counts
        labels = np.abs(labels + dense[:, 2])
    elif learner.truths == CLASSES:
        labels = np.where(dense[:, 2] > 0.5, 7.0, labels)
    return sparse(dense, dense != 0, labels)


def drawn_advice(learner: ExpertLearner, rows: int, rng: Any, width: int) -> Batch:
    """Random advice in [0, 1], some of it good, one expert in eight asleep if the learner allows it."""
    truths = rng.random(rows)
    advice = np.clip(truths[:, None] + normals(rng, (rows, width)) * np.linspace(0.05, 1, width), 0, 1)
    awake = drawn_awake(rows, rng, width) if learner.sleepers else np.ones((rows, width), dtype=bool)
    return sparse(advice, awake, truths)


def drawn_classes(rows: int, rng: Any, width: int) -> Batch:
    """Random advice of two classes, some experts wrong more often than others, one in eight asleep."""
    truths = np.where(rng.random(rows) < 0.5, 1.0, -1.0)
    wrong = rng.random((rows, width)) < np.linspace(0.1, 0.6, width)
    return sparse(np.where(wrong, -1.0, 1.0) * truths[:, None], drawn_awake(rows, rng, width), truths)


def drawn_awake(rows: int, rng: Any, width: int) -> Any:
    """A mask of the experts awake: one in eight is not, but never all at once."""
    awake = rng.random((rows, width)) < 0.875
    awake[:, 2] |= ~awake.any(axis=1)
    return awake


def drawn_revelations(learner: PointLearner, rows: int, rng: Any) -> Any:
    """Random vectors for learners of points: positive price relatives for the wealth loss, else of length at most 1."""
    if learner.usual_loss == "wealth":
        return elementary.exps(0.1 * normals(rng, (rows, learner.d)))
    z = normals(rng, (rows, learner.d)) + 0.3
    return z / np.maximum(1.0, np.linalg.norm(z, axis=1, keepdims=True))


def drawn_rewards(learner: ActionLearner, rows: int, rng: Any, width: int) -> list[tuple[Any, Any]]:
    """Random examples with the rewards of all actions, from 0 to 1: some actions better, by the example."""
    dense = normals(rng, (rows, width))
    best = (dense[:, 0] > 0.3).astype(int) % learner.K
    rewards = rng.random((rows, learner.K)) / 2.0
    rewards[np.arange(rows), best] += 0.4
    batch = sparse(dense, dense != 0, best.astype(float))
    return [(batch.row(t), reward) for t, reward in enumerate(rewards)]


def sparse(dense: Any, there: Any, labels: Any) -> Batch:
    """The entries of an array where the mask `there` is true, as a batch."""
    where, columns = np.nonzero(there)
    starts = np.concatenate(([0], np.cumsum(np.bincount(where, minlength=len(dense)))))
    return Batch(starts, columns, dense[where, columns], dense.shape[1], labels).check()
