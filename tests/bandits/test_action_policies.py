"""Learners as policies: what they advise, and that what they are taught is right on average."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone import EXP4, ActionGame, MulticlassPerceptron, Perceptron, Winnow
from littlestone.bandits.policies import advice_of, lesson
from littlestone.errors import BadParameter
from littlestone.natures import Rewarded

LOSSES = st.lists(st.floats(0, 1), min_size=2, max_size=5)


def taught(losses, chances, choice, classes):
    """The mistakes by weight of a policy that chooses so, on average over what is drawn."""
    total = 0.0
    for action, (loss, chance) in enumerate(zip(losses, chances, strict=True)):
        y, weight = lesson(classes, action, loss, chance)
        said = float(choice) if classes else 1.0 if choice else -1.0
        total += chance * weight * (said != y)
    return total


@given(LOSSES, st.integers(0, 2**32))
def test_of_many_actions_mistakes_by_weight_are_the_loss_but_for_a_constant(losses, seed):
    chances = np.random.default_rng(seed).dirichlet(np.ones(len(losses))) * 0.9 + 0.1 / len(losses)
    paid = [taught(losses, chances, choice, True) - losses[choice] for choice in range(len(losses))]
    assert paid == pytest.approx([paid[0]] * len(losses), abs=1e-9)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.01, 0.99))
def test_of_two_actions_they_are_twice_the_loss_but_for_a_constant(first, second, chance):
    losses, chances = (first, second), (1 - chance, chance)
    paid = [taught(losses, chances, choice, False) - 2 * losses[choice] for choice in range(2)]
    assert paid[0] == pytest.approx(paid[1], abs=1e-9)


def test_what_a_guess_advises():
    assert advice_of(Perceptron(), 0.3, 2).tolist() == [0.0, 1.0]
    assert advice_of(Perceptron(), -0.3, 2).tolist() == [1.0, 0.0]
    assert advice_of(Perceptron(zero="mistake"), 0.0, 2).tolist() == [0.5, 0.5]
    assert advice_of(MulticlassPerceptron(), 2.0, 3).tolist() == [0.0, 0.0, 1.0]
    assert advice_of(MulticlassPerceptron(), -1.0, 2).tolist() == [0.5, 0.5]


def test_boolean_learners_are_no_policies():
    with pytest.raises(BadParameter, match="Boolean"):
        EXP4(2, [Winnow(n=4)])
    with pytest.raises(BadParameter, match="explore"):
        EXP4(2, "perceptron", explore=1.0)


def test_lessons_are_no_heavier_than_promised():
    game = ActionGame(EXP4(2, "scale-free, perceptron", explore=0.02, heaviest=3.0))
    pairs = [(x, int(x[0] > 0)) for x in np.random.default_rng(0).normal(size=(300, 2))]
    ledger = game.play(Rewarded(pairs, (0, 1)))
    assert ledger._least_chance < 1 / 3
    assert [member.parameters().get("heaviest") for member in game.learner.policies] == [3.0, None]
    assert ledger.certificates[0].verdict == "holds"


def test_standardised_policies_see_zeros():
    game = ActionGame(EXP4(2, "standardised/adagrad, perceptron"))
    assert game.features.zeros
    game.play(Rewarded([({"a": 0.0, "b": 5.0}, 0), ({"a": 1.0, "b": 7.0}, 1)] * 30, (0, 1)))
    assert game.ledger.reward > 40
