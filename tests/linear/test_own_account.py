"""A learner whose theorem is certified from its own sums is held to the ledger's account of the same rounds."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import (
    DualAveraging,
    FTRLProximal,
    Game,
    LinearAdaGrad,
    LinearCoinBetting,
    LinearDescent,
    LinearEG,
    LinearNewtonStep,
    LinearVAW,
    ScaleFree,
    SelectivePerceptron,
)

OWN = [
    LinearDescent,
    LinearAdaGrad,
    FTRLProximal,
    DualAveraging,
    LinearEG,
    LinearNewtonStep,
    LinearCoinBetting,
    ScaleFree,
]


def told_otherwise(kind, truth):
    """A learner of that kind that hears `truth(number, y)` instead of y; None is nothing at all."""

    class Mishearing(kind):
        rounds = 0

        def learn(self, x, y, guess):
            self.rounds += 1
            heard = truth(self.rounds, y)
            if heard is not None:
                super().learn(x, heard, guess)

    return Mishearing


def verdicts(learner, rounds=80, **given):
    chance = np.random.default_rng(1)
    game = Game(learner, **given)
    u = chance.normal(size=4)
    for x in chance.normal(size=(rounds, 4)):
        y = float(x @ u)
        game.label(game.predict(x).number, y if game._numbers else 1 if y > 0 else -1)
    return {certificate.verdict for certificate in game.ledger.certificates}


@pytest.mark.parametrize("kind", OWN)
def test_who_learns_the_opposite_of_what_it_was_told_is_found_out(kind):
    assert verdicts(kind()) == {"holds"}
    assert verdicts(told_otherwise(kind, lambda t, y: -y)()) == {"violated"}


@pytest.mark.parametrize("kind", [*OWN, LinearVAW])
def test_who_skips_a_round_is_found_out(kind):
    assert verdicts(told_otherwise(kind, lambda t, y: y if t != 40 else None)()) == {"violated"}
    assert verdicts(told_otherwise(kind, lambda t, y: None)()) == {"violated"}


@pytest.mark.parametrize("kind", [LinearDescent, LinearAdaGrad, FTRLProximal, DualAveraging])
def test_who_hears_another_number_once_is_found_out(kind):
    assert verdicts(kind(loss="square")) == {"holds"}
    assert verdicts(told_otherwise(kind, lambda t, y: y + (t == 40))(loss="square")) == {"violated"}


@pytest.mark.parametrize("kind", OWN)
def test_a_game_of_the_same_loss_agrees_with_the_learner(kind):
    learner = kind()
    price = getattr(learner, "price", None) or learner.tangents.price
    assert verdicts(learner, loss=price.name) == {"holds"}


def test_truths_told_outside_the_game_are_a_broken_premise_even_if_they_changed_nothing():
    learner = LinearDescent()
    game = Game(learner)
    move = game.predict([1.0, 0.0])
    game.label(move.number, 1)
    learner.learn(move.x, 1.0, 5.0)  # far on the right side: no slope, no update
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "broken premise"
    assert "outside this game" in certificate.broken


def test_a_selective_perceptron_that_learns_one_round_late_is_found_out():
    class Late(SelectivePerceptron):
        waiting = None

        def learn(self, x, y, guess):
            before, self.waiting = self.waiting, (x, y, guess)
            if before:
                super().learn(*before)

    assert verdicts(SelectivePerceptron()) == {"holds"}
    assert verdicts(Late()) == {"violated"}
