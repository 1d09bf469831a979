"""Scores and probabilities from guesses."""

from __future__ import annotations

import numpy as np

from ..learner import RowLearner
from ..row import Row

LEAST = float(np.finfo(float).tiny)


def stance(learner: RowLearner, guess: float) -> float:
    """A guess as a score whose sign is the prediction, even where the guess is zero.

    A learner may predict +1 on a guess of zero, which scikit-learn reads as the negative class: then the score is the
    smallest number with the sign of the prediction. For learners with a coin the chance of +1 is (1 + score)/2.
    """
    if learner.randomised:
        return float(learner.act(guess))
    return guess if guess else learner.act(guess) * LEAST


def tosses(learner: RowLearner) -> bool:
    """Does it toss a coin, or does each of the learners that it has for the classes?"""
    return learner.randomised or any(each.randomised for each in learner.pupils)


def says_chances(learner: RowLearner) -> bool:
    """Are its guesses probabilities: those that it gives, or those of its coin?"""
    return learner.truths != "numbers" and (learner.has_chances or tosses(learner))


def chance(learner: RowLearner, score: float) -> float:
    """The probability of the positive class that a score stands for."""
    said = (1.0 + score) / 2.0 if learner.randomised else learner.chance_of(score)
    assert said is not None, "asked only of learners that say chances"
    return said


def chances_of_classes(learner: RowLearner, x: Row, classes: int) -> list[float]:
    """The probability of each of so many classes for x.

    Of learners for each class that toss a coin, it is the chance of its coin, and all are divided by their sum.
    """
    said = learner.class_chances(x)
    if said is None:
        said = [(1.0 + score) / 2.0 for score in learner.class_scores(x) or ()]
    said = [*said, *[0.0] * classes][:classes]  # no class more than there are, and nothing for those yet to come
    total = sum(said)
    return [p / total for p in said] if total > 0.0 else [1.0 / classes for _ in said]
