"""The theorem of AROW and NAROW with a diagonal covariance, over drawn and hostile games; wrong rules are found out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import AROW, NAROW, Game
from littlestone.natures import PlantedHalfspace

KINDS = {
    "arow": lambda: AROW(r=0.3),
    "arow bias": lambda: AROW(r=5.0, bias=1.5),
    "arow normalised": lambda: AROW(normalise=True, bias=0.5),
    "narow": lambda: NAROW(b=2.0),
    "narow bias": lambda: NAROW(b=0.2, bias=1.0),
}


def against_the_guess(learner, rows):
    """A game in which every label is the one that was not guessed, as long as that goes."""
    game = Game(learner)
    for x in rows:
        move = game.predict(x)
        game.label(move.number, -int(np.sign(move.guess)) or 1)
    return game.ledger


@pytest.mark.parametrize("kind", KINDS)
def test_the_theorem_holds_in_drawn_and_in_hostile_games(kind):
    rng = np.random.default_rng(1)
    for _ in range(40):
        d, n, size = int(rng.integers(1, 8)), int(rng.integers(1, 80)), 10.0 ** rng.uniform(-2, 2)
        X = rng.normal(size=(n, d)) * (rng.random((n, d)) < 0.6) * size
        certificate = against_the_guess(KINDS[kind](), X).certificates[0]
        assert certificate.verdict == "holds", certificate
        assert certificate.paid <= certificate.allowed * (1 + 1e-9)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.lists(st.sampled_from([0.0, 1.0, -1.0, 0.5, 3.0]), min_size=3, max_size=3), st.booleans()))
)
def test_the_theorem_holds_on_any_small_game(rounds):
    for make in KINDS.values():
        game = Game(make())
        for x, y in rounds:
            game.label(game.predict(x).number, 1 if y else -1)
        assert game.ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize("kind", ["arow", "narow"])
def test_where_a_margin_is_wide_the_receipt_is_worth_reading(kind):
    ledger = Game(KINDS[kind]()).play(PlantedHalfspace(5, margin=0.3, rounds=400, seed=4))
    certificate = ledger.certificates[0]
    assert certificate.verdict == "holds"
    assert certificate.allowed < ledger.labelled / 2


class Greedy(AROW):
    """Takes two steps where one is due."""

    def learn(self, x, y, guess):
        if y * guess < 1:
            beta = 1 / (self.spread(x) + self.r)
            self.move(x, 2 * (1 - y * guess) * beta * y, beta)


class Sure(AROW):
    """Never becomes surer."""

    def learn(self, x, y, guess):
        if y * guess < 1:
            self.move(x, (1 - y * guess) / (self.spread(x) + self.r) * y, 0.0)


class Timid(AROW):
    """Learns from mistakes only."""

    def learn(self, x, y, guess):
        if y * guess <= 0:
            super().learn(x, y, guess)


class Contrary(NAROW):
    """Moves as the Perceptron does, whatever it is sure of."""

    def learn(self, x, y, guess):
        if y * guess < 1 and self.spread(x) > 0:
            self.move(x, y, 0.0)


@pytest.mark.parametrize("make", [Greedy, Sure, Timid, lambda: Contrary(b=4.0)])
def test_a_wrong_rule_is_found_out(make):
    ledger = Game(make()).play(PlantedHalfspace(4, margin=0.1, rounds=60, seed=2))
    assert ledger.certificates[0].verdict == "violated"
