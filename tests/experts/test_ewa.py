from __future__ import annotations

import numpy as np
import pytest
from advice_games import FORECASTS, Script, certify, scripts, table
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import shared

from littlestone import EWA, Game, Hedge
from littlestone.errors import BadParameter
from littlestone.experts import as_advice


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 40), eta=st.sampled_from([0.01, 0.5, 20.0]))
def test_it_is_the_exponentially_weighted_average(seed, n, eta):
    y, said = table(Script("square", seed, n=n, rounds=30))
    game = Game(EWA(eta=eta), loss="square")
    lost = np.zeros(n)
    for truth, advice in zip(y, said, strict=True):
        w = np.exp(-eta * (lost - lost.min()))
        move = game.predict(advice)
        assert move.guess == pytest.approx(w @ advice / w.sum(), rel=1e-9, abs=1e-12)
        game.label(move.number, truth)
        lost += (advice - truth) ** 2


def test_it_guesses_as_hedge_does_at_its_rate():
    y, said = table(Script("square", 3, n=5, rounds=50))
    games = [Game(learner, loss="square") for learner in (EWA(eta=0.3), Hedge(eta=0.3))]
    for game in games:
        game.play_batch(as_advice(said, y))
    assert games[0].ledger.loss == pytest.approx(games[1].ledger.loss, rel=1e-12)
    ewa, hedge = (game.ledger.certificates[0] for game in games)
    assert ewa.allowed < hedge.allowed


@settings(deadline=None, max_examples=60)
@given(script=scripts(FORECASTS), eta=st.sampled_from([0.01, 0.5, 1.0, 30.0]))
def test_its_theorem_is_never_violated(script, eta):
    certify(EWA(eta=eta), script)


@settings(deadline=None, max_examples=40)
@given(script=scripts(["log", "brier"]))
def test_of_chances_it_always_holds_at_its_own_rate(script):
    game = certify(EWA(), script)
    if not (script.loss == "log" and game.ledger._dearest > 17):
        assert game.ledger.certificates[0].verdict == "holds"


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), sleep=st.sampled_from([0.0, 0.4]), late=st.integers(0, 2))
def test_of_squares_from_zero_to_one_it_always_holds_at_one_half(seed, sleep, late):
    script = Script("brier", seed, n=5, rounds=40, sleep=sleep, late=late)
    script.truths = np.random.default_rng(seed).random(40)
    script.loss = "square"
    rounds = [({name: min(max(said, 0), 1) for name, said in script.advice(t).items()}, t) for t in range(40)]
    game = Game(EWA(), loss="square")
    for advice, t in rounds:
        game.label(game.predict(advice).number, float(script.truths[t]))
        assert game.ledger.certificates[0].verdict == "holds"
    assert game.ledger.certificates[0].allowed == pytest.approx(2 * np.log(game.ledger.n))


def test_of_the_absolute_loss_a_round_shows_that_it_does_not_curve():
    game = Game(EWA(eta=1.0), loss="absolute")
    game.label(game.predict([0.0, 0.0]).number, 1.0)
    assert game.ledger.certificates[0].verdict == "holds"
    game.label(game.predict([0.0, 1.0]).number, 1.0)
    assert "in round 2 the mean paid more than the mix loss" in game.ledger.certificates[0].broken


def test_squares_beyond_the_range_of_the_rate_break_the_premise_only_where_they_must():
    wide = Game(EWA(), loss="square")
    wide.label(wide.predict([0.0, 10.0]).number, 0.0)
    assert "does not curve enough for eta = 0.5" in wide.ledger.certificates[0].broken
    slow = Game(EWA(eta=1 / 200), loss="square")
    slow.label(slow.predict([0.0, 10.0]).number, 0.0)
    assert slow.ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize(("loss", "rate"), [("square", 0.5), ("log", 1.0), ("brier", 0.25)])
def test_the_loss_sets_the_rate(loss, rate):
    assert Game(EWA(), loss=loss).learner.rate == rate


def test_a_loss_without_a_best_rate_needs_one_from_you():
    with pytest.raises(BadParameter, match=r"absolute loss give EWA\(eta="):
        Game(EWA(), loss="absolute")
    with pytest.raises(BadParameter, match="more than 0"):
        EWA(eta=0.0)


def test_tennis_is_certified_to_four_logarithms_of_the_best_bookmaker():
    chances = np.loadtxt(shared("tennis_brier/tennis1.txt"))[:, 3::2]
    truths = (np.random.default_rng(0).random(len(chances)) < 0.5).astype(float)
    chances = np.where(truths[:, None] == 1, chances, 1 - chances)  # the file puts the winner first
    game = Game(EWA(), loss="brier")
    game.play_batch(as_advice(chances, truths))
    certificate = game.ledger.certificates[0]
    assert certificate.verdict == "holds"
    assert certificate.allowed == pytest.approx(4 * np.log(4))
    assert game.ledger.expert_losses.min() == pytest.approx(3944.02, abs=0.005)
    assert game.ledger.loss < 3944.02 + 4 * np.log(4)


def test_a_few_matches_are_certified_to_four_logarithms_of_the_best_bookmaker():
    chances = [[0.515, 0.52, 0.493, 0.518], [0.795, 0.771, 0.788, 0.786], [0.31, 0.35, 0.3, 0.33]]
    game = Game(EWA(), loss="brier")
    game.play_batch(as_advice(chances, [1.0, 1.0, 0.0]))
    certificate = game.ledger.certificates[0]
    assert (certificate.verdict, certificate.allowed) == ("holds", pytest.approx(4 * np.log(4)))
    assert certificate.paid < certificate.allowed
