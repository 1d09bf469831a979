from __future__ import annotations

import numpy as np
import pytest
from confidence_games import any_rounds, play
from gradient_games import columns, seeing
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import ALMA, Game
from littlestone.errors import BadParameter, StateError
from littlestone.features import as_batch
from littlestone.linear.alma_theorems import EXACT, most_updates
from littlestone.natures import PlantedHalfspace

quick = settings(deadline=None, max_examples=60)
tuned = st.builds(
    dict,
    alpha=st.sampled_from([0.05, 0.5, 0.9]),
    B=st.sampled_from([None, 0.3, 8**0.5 / 0.5]),
    C=st.sampled_from([None, 0.2, 3.0]),
)


@quick
@given(any_rounds(), seeing, tuned)
def test_the_rule_is_gentiles(rounds, how, setting):
    learner = ALMA(**setting, **how)
    _, guesses = play(learner, rounds)
    w, k = np.zeros(len(columns(rounds[0][0], how))), 1
    for (raw, y), guess in zip(rounds, guesses, strict=True):
        x = columns(raw, how)
        asked = (1 - learner.alpha) * learner.B / np.sqrt(k)
        assert guess * asked == pytest.approx(w @ x, abs=1e-9)
        if abs(y * (w @ x) - asked) < 1e-9:
            return  # whether the margin is large enough is then a matter of rounding
        if y * (w @ x) <= asked and x.any():
            w = w + learner.C / np.sqrt(k) * y * x
            w, k = w / max(1.0, np.linalg.norm(w)), k + 1
    np.testing.assert_allclose(learner.embedded_weights(0)[: len(w)], w[: len(learner.embedded_weights(0))], atol=1e-9)
    assert learner.updates == k - 1


@quick
@given(any_rounds(), seeing, tuned)
def test_the_theorem_holds_on_any_rounds(rounds, how, setting):
    game, _ = play(ALMA(**setting, **how), rounds)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds", certificate
    assert game.ledger.mistakes <= certificate.paid <= certificate.allowed
    assert np.linalg.norm(game.learner.embedded_weights(0)) <= 1 + 1e-9


def test_labels_that_contradict_every_guess_violate_nothing():
    rng = np.random.default_rng(1)
    game = Game(ALMA())
    for x in rng.normal(size=(400, 4)):
        move = game.predict(x)
        game.label(move.number, -move.act)
    certificate = game.ledger.certificates[0]
    assert certificate.verdict == "holds"
    assert certificate.paid >= 400


@pytest.mark.parametrize("alpha", [0.3, 0.9])
def test_on_separable_rounds_the_updates_stay_within_gentiles_closed_form(alpha):
    nature = PlantedHalfspace(5, margin=0.2, rounds=3000, seed=1)
    game = Game(ALMA(alpha=alpha, B=8**0.5 / alpha))
    ledger = game.play(nature)
    (certificate,) = ledger.certificates
    assert certificate.verdict == "holds"
    gamma = float(certificate.teaches.split("above ")[1].split()[0])  # no margin is larger
    assert certificate.allowed <= 2 / 0.2**2 * (2 / alpha - 1) ** 2 + 8 / alpha - 4
    assert gamma >= 0.2 * (1 - 1e-3)
    assert ledger.mistakes < certificate.paid < ledger.rounds


def test_with_a_small_alpha_the_margin_comes_near_the_largest():
    rng = np.random.default_rng(7)
    x = rng.normal(size=(150, 3))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    u = np.array([2.0, -1.0, 0.5]) / np.linalg.norm([2.0, -1.0, 0.5])
    x = x[np.abs(x @ u) > 0.2]
    y = np.sign(x @ u)
    learner = ALMA(alpha=0.3, B=8**0.5 / 0.3)
    game = Game(learner, bounds=[])
    for _ in range(2000):
        before = learner.updates
        game.play_batch(as_batch(x, y))
        if learner.updates == before:
            break
    assert learner.updates == before  # it has come to rest
    assert (y * (x @ learner.weights)).min() >= 0.7 * 0.2


class Unbound(ALMA):
    """Never scales its weights back."""

    def learn(self, x, y, guess):
        if y * guess <= 1.0:
            self.add(x, y * self.C / (self.updates + 1) ** 0.5)


class Steady(ALMA):
    """Takes steps that do not shrink."""

    def learn(self, x, y, guess):
        if y * guess <= 1.0:
            self.add(x, y)
            norm = np.linalg.norm(self.weights) / self.factor
            self.restore({**self.state(), "lengths": np.array([1 / max(1.0, norm), min(1.0, norm) ** 2])})


class Meek(ALMA):
    """Learns from mistakes only."""

    def learn(self, x, y, guess):
        if y * guess <= 0.0:
            super().learn(x, y, guess)


class Boastful(ALMA):
    """Guesses twice what it should."""

    def predict(self, x):
        return 2 * super().predict(x)


@pytest.mark.parametrize("rule", [Unbound, Steady, Meek, Boastful])
def test_a_wrong_rule_is_found_out(rule):
    ledger = Game(rule()).play(PlantedHalfspace(4, margin=0.05, rounds=80, seed=2))
    assert ledger.certificates[0].verdict == "violated"


def test_a_factor_that_grows_tiny_is_folded_into_the_weights():
    rng = np.random.default_rng(0)
    learner = ALMA(C=1e6)  # every step dwarfs all before it
    game = Game(learner)
    for x in rng.normal(size=(60, 3)):
        move = game.predict(x)
        game.label(move.number, -move.act)
    assert 1e-50 < learner.factor <= 1.0
    assert np.linalg.norm(learner.weights) == pytest.approx(1.0)
    assert game.ledger.certificates[0].verdict == "holds"


@pytest.mark.filterwarnings("ignore:.*encountered:RuntimeWarning")  # the interpreted core computes with numpy's numbers
@pytest.mark.parametrize("normalise", [True, False])
@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e-30, 1e-10, 1e10, 1e30, 1e160, 1e300])
def test_numbers_without_squares_violate_nothing(scale, normalise):
    rng = np.random.default_rng(5)
    x = rng.normal(size=(25, 3)) * np.where(rng.random((25, 1)) < 0.5, scale, 1.0)
    for rows in (x, scale * rng.normal(size=(25, 3))):
        ledger = Game(ALMA(normalise=normalise)).play_batch(as_batch(rows, rng.choice([-1.0, 1.0], 25)))
        assert ledger.certificates[0].verdict in ("holds", "open")
        assert np.isfinite(ledger.learner.weights).all()


def test_settings_and_states_that_do_not_fit_are_refused():
    for wrong in ({"alpha": 0}, {"alpha": 1.0}, {"B": 0.0}, {"C": "1"}):
        with pytest.raises(BadParameter):
            ALMA(**wrong)
    with pytest.raises(StateError, match="lengths"):
        ALMA().restore({"updates": 0, "w": np.zeros(1), "bias_weight": 0.0})


@pytest.mark.parametrize("settings", [{}, {"alpha": 0.01}, {"alpha": 0.9, "B": 0.001, "C": 0.1}])
def test_updates_that_are_not_counted_one_by_one_are_bounded_from_above_and_closely(settings):
    learner = ALMA(**settings)
    A = 2 * (1 - learner.alpha) * learner.B * learner.C + learner.C**2
    total = 0.0
    for k in range(1, 5 * EXACT + 1):
        total = (total + learner.C / k**0.5) / (1 + A / k) ** 0.5
    allowed = most_updates(learner, 1.0, total)
    assert 5 * EXACT <= allowed <= 5.2 * EXACT


def test_a_large_margin_that_is_asked_for_keeps_nobody_waiting():
    assert most_updates(ALMA(alpha=1e-6), 1.0, 1e300) == 10**18
