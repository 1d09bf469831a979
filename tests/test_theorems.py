"""A certificate that cannot fail certifies nothing: each wrong rule here must be found out."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import Batch, Game, Perceptron, Winnow
from littlestone.natures import PlantedDisjunction, PlantedHalfspace


class Flipped(Perceptron):
    """Moves away from the truth (the sign in one of the lecture notes)."""

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            self.add(x, -y)


class Eager(Perceptron):
    """Updates when it was right, too."""

    def learn(self, x, y, guess):
        self.add(x, y)


class Halting(Perceptron):
    """Misses every third update."""

    def learn(self, x, y, guess):
        if self.act(guess) != y and self.updates % 3 != 2:
            self.add(x, y)
        elif self.act(guess) != y:
            self.add(x, 0.0)


class Shrinking(Perceptron):
    """Takes ever smaller steps."""

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            self.add(x, y / (1 + self.updates))


class OnTheThreshold(Winnow):
    """Says it is strict, and acts +1 on the threshold all the same."""

    def act(self, guess):
        return 1.0 if guess >= 0 else -1.0


class AboveTheThreshold(Winnow):
    """Says it is not strict, and acts -1 on the threshold all the same."""

    def act(self, guess):
        return 1.0 if guess > 0 else -1.0


class Inverted(Winnow):
    """Demotes where it should promote."""

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            super().learn(x, -y, self.theta * y)


class Doubled(Winnow):
    """Promotes twice."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        if self.act(guess) != y and y > 0:
            self.multiply(x, 1)


class Everything(Winnow):
    """Demotes every variable, on or off."""

    def learn(self, x, y, guess):
        if self.act(guess) != y and y < 0:
            x = Batch([0, self.n], np.arange(self.n), np.ones(self.n), self.n).row(0)
        super().learn(x, y, guess)


@pytest.mark.parametrize("rule", [Flipped, Eager, Halting, Shrinking])
def test_a_wrong_perceptron_is_found_out(rule):
    nature = PlantedHalfspace(5, margin=0.1, rounds=60, seed=1)
    ledger = Game(rule()).play(nature)
    assert any(certificate.verdict == "violated" for certificate in ledger.certificates), ledger


@pytest.mark.parametrize(
    ("rule", "settings"),
    [
        (OnTheThreshold, {}),
        (AboveTheThreshold, {"strict": False}),
        (Inverted, {}),
        (Doubled, {}),
        (Everything, {}),
        (OnTheThreshold, {"demote": "eliminate"}),
    ],
)
def test_a_wrong_winnow_is_found_out(rule, settings):
    game = Game(rule(n=4, **settings))
    for x, y in 6 * [([1, 1, 1, 1], -1), ([1, 0, 1, 1], 1), ([0, 1, 0, 1], -1), ([1, 1, 0, 0], 1)]:
        game.label(game.predict(x).number, y)
        if game.ledger.certificates[0].verdict == "violated":
            return
    pytest.fail(f"not found out: {game.ledger}")


def test_the_right_rules_pass_the_same_trials():
    assert all(
        certificate.verdict == "holds"
        for certificate in Game(Perceptron()).play(PlantedHalfspace(5, margin=0.1, rounds=60, seed=1)).certificates
    )
    for settings in ({}, {"strict": False}, {"demote": "eliminate"}):
        game = Game(Winnow(n=4, **settings))
        for x, y in 6 * [([1, 1, 1, 1], -1), ([1, 0, 1, 1], 1), ([0, 1, 0, 1], -1), ([1, 1, 0, 0], 1)]:
            game.label(game.predict(x).number, y)
            assert game.ledger.certificates[0].verdict != "violated"


def test_winnow_counts_variables_by_their_logarithm_and_perceptron_does_not():
    mistakes = {}
    for n in (100, 400):
        nature = {"n": n, "k": 5, "rounds": 3000, "seed": 2}
        winnow = Game(Winnow(n=n)).play(PlantedDisjunction(**nature))
        perceptron = Game(Perceptron(bias=1.0)).play(PlantedDisjunction(**nature))
        assert all(certificate.verdict == "holds" for certificate in winnow.certificates)
        mistakes[n] = winnow.mistakes, perceptron.mistakes
    assert mistakes[400][0] < 1.5 * mistakes[100][0]
    assert mistakes[400][1] > 1.5 * mistakes[100][1]
