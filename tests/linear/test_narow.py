from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from confidence_games import any_rounds, play, reference, shapes
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import NAROW, Game
from littlestone.errors import BadParameter
from littlestone.features import as_batch
from littlestone.natures import PlantedHalfspace

quick = settings(deadline=None, max_examples=60)
sureness = st.sampled_from([0.1, 1.0, 7.0])


def narow(b, margin, spread):
    if margin >= 1:
        return None
    if spread <= 1 / b:
        return 1.0, 0.0
    r = spread / (b * spread - 1)
    return (r - margin) / (r + spread), 1 / (r + spread)


@quick
@given(any_rounds(), shapes, sureness)
def test_the_rule_is_the_papers(rounds, shape, b):
    game, guesses = play(NAROW(b=b, **shape), rounds)
    expected, w = reference(rounds, partial(narow, b), **shape)
    if np.any(np.abs(np.abs(expected) - 1) < 1e-9):
        return  # whether a margin falls short of 1 is then a matter of rounding
    np.testing.assert_allclose(guesses, expected, atol=1e-7)
    np.testing.assert_allclose(game.learner.weights, w[1:], atol=1e-7)


@quick
@given(any_rounds(most=30), sureness, st.sampled_from([None, 1.0]), st.booleans())
def test_after_an_update_the_full_form_is_as_sure_as_one_over_b(rounds, b, bias, normalise):
    learner = NAROW(b=b, covariance="full", bias=bias, normalise=normalise)
    game = Game(learner)
    for x, y in rounds:
        move, before = game.predict(x), learner.updates
        game.label(move.number, y)
        if learner.updates > before:
            assert learner.spread(move.x) <= (1 + 1e-9) / b


@quick
@given(any_rounds(most=30), st.sampled_from([None, 1.0]), st.booleans(), st.sampled_from([0.05, 1.0, 20.0]))
def test_the_theorem_of_the_full_form_holds_on_any_rounds(rounds, bias, normalise, b):
    game, _ = play(NAROW(b=b, covariance="full", bias=bias, normalise=normalise), rounds)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds", certificate
    assert certificate.paid == game.ledger.mistakes <= certificate.allowed + 1e-9


def test_labels_that_contradict_every_guess_violate_nothing():
    rng = np.random.default_rng(1)
    game = Game(NAROW(covariance="full", b=2.0))
    for x in rng.normal(size=(200, 4)):
        move = game.predict(x)
        game.label(move.number, -move.act)
    assert game.ledger.certificates[0].verdict == "holds"


def test_the_theorem_is_worth_something_on_separable_rounds():
    x = np.random.default_rng(1).normal(size=(4000, 5))
    margins = x @ [3.0, -2.0, 1.0, 0.0, 0.0]
    apart = np.abs(margins) > 1.0
    ledger = Game(NAROW(covariance="full", b=0.1)).play_batch(as_batch(x[apart], np.sign(margins[apart])))
    (certificate,) = ledger.certificates
    assert certificate.verdict == "holds"
    assert 0 < ledger.mistakes <= certificate.allowed < 200 < ledger.best_constant


class Greedy(NAROW):
    """Takes two steps where one is due."""

    def move(self, x, amount, shrinkage):
        super().move(x, 2 * amount, shrinkage)


class Sure(NAROW):
    """Becomes surer everywhere, as AROW does."""

    def move(self, x, amount, shrinkage):
        super().move(x, amount, 1 / (1 + self.spread(x)))


class Conservative(NAROW):
    """Learns from mistakes only."""

    def learn(self, x, y, guess):
        if y * guess <= 0:
            super().learn(x, y, guess)


class Contrary(NAROW):
    """Steps away from the truth."""

    def move(self, x, amount, shrinkage):
        super().move(x, -amount, shrinkage)


@pytest.mark.parametrize("rule", [Greedy, Sure, Conservative, Contrary])
def test_a_wrong_rule_is_found_out(rule):
    class Wrong(rule):
        """Called where the compiled rule would call its own."""

        def learn(self, x, y, guess):
            if rule is Conservative:
                rule.learn(self, x, y, guess)
            elif y * guess < 1:
                found = narow(self.b, y * guess, self.spread(x))
                rule.move(self, x, y * found[0], found[1])

    ledger = Game(Wrong(covariance="full", b=3.0)).play(PlantedHalfspace(4, margin=0.1, rounds=60, seed=2))
    assert ledger.certificates[0].verdict == "violated"


def test_late_labels_break_no_premise():
    rounds = 5 * [([1.0, 0.5], 1), ([0.0, 1.0], -1), ([1.0, 1.0], -1)]
    for covariance in ("full", "diagonal"):
        late = play(NAROW(covariance=covariance), rounds, delay=2)[0].ledger.certificates[0]
        assert late.verdict == "holds"


@pytest.mark.filterwarnings("ignore:.*encountered:RuntimeWarning")  # the interpreted core computes with numpy's numbers
@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e-80, 1e-30, 1e30, 1e160, 1e300])
def test_numbers_without_squares_violate_nothing(scale):
    rng = np.random.default_rng(5)
    x = rng.normal(size=(25, 3)) * np.where(rng.random((25, 1)) < 0.5, scale, 1.0)
    for rows in (x, scale * rng.normal(size=(25, 3))):
        ledger = Game(NAROW(covariance="full")).play_batch(as_batch(rows, rng.choice([-1.0, 1.0], 25)))
        assert ledger.certificates[0].verdict in ("holds", "open")
        assert np.isfinite(ledger.learner.weights).all()


def test_settings_out_of_range_are_refused():
    for wrong in ({"b": 0}, {"b": "1"}, {"covariance": "none"}):
        with pytest.raises(BadParameter):
            NAROW(**wrong)
