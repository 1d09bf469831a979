from __future__ import annotations

import numpy as np
import pytest
from advice_games import FORECASTS, Script, certify, scripts, table
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import FixedShare, Game, Hedge
from littlestone.bounds import FixedShareBound
from littlestone.errors import BadParameter
from littlestone.experts import as_advice


@settings(deadline=None, max_examples=25)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(1, 40),
    eta=st.sampled_from([0.1, 2.0, 1e6]),
    share=st.sampled_from([1e-9, 0.1, 0.9]),
)
def test_it_is_the_rule_of_the_paper(seed, n, eta, share):
    y, said = table(Script("absolute", seed, n=n, rounds=30))
    game = Game(FixedShare(eta=eta, share=share), loss="absolute")
    w = np.full(n, 1 / n)
    for truth, advice in zip(y, said, strict=True):
        move = game.predict(advice)
        assert move.guess == pytest.approx(w @ advice, rel=1e-9, abs=1e-12)
        game.label(move.number, truth)
        loss = np.abs(advice - truth)
        v = w * np.exp(-eta * (loss - loss.min()))
        w = (1 - share) * v / v.sum() + share / n


@settings(deadline=None, max_examples=60)
@given(
    script=scripts([*FORECASTS, "mistake"]),
    eta=st.sampled_from([0.1, 1.0, 1e3]),
    share=st.sampled_from([0.01, 0.5]),
    gradient=st.booleans(),
    switches=st.integers(0, 4),
)
def test_its_theorem_is_never_violated(script, eta, share, gradient, switches):
    learner = FixedShare(eta=eta, share=share, gradient=gradient and script.loss != "mistake")
    certify(learner, script, bounds=[FixedShareBound(), FixedShareBound(switches)])


def shifting(rounds=300, switches=3):
    best = np.arange(rounds) * (switches + 1) // rounds % 2
    return as_advice(np.tile([0.0, 1.0], (rounds, 1)), best.astype(float))


def test_it_comes_back_where_hedge_does_not():
    share, hedge = Game(FixedShare(eta=1.0, share=0.01), loss="absolute"), Game(Hedge(eta=1.0), loss="absolute")
    share.play_batch(shifting())
    hedge.play_batch(shifting())
    assert share.ledger.loss < 35
    assert hedge.ledger.loss > 4 * share.ledger.loss


def test_the_certificate_is_against_the_best_path_with_so_many_switches():
    game = Game(FixedShare(eta=1.0, share=0.01), loss="absolute", bounds=[FixedShareBound(s) for s in (0, 1, 3)])
    game.play_batch(shifting())
    none, one, three = game.ledger.certificates
    assert none.paid < one.paid < three.paid == pytest.approx(game.ledger.loss)
    assert {none.verdict, one.verdict, three.verdict} == {"holds"}
    stay = -296 * np.log(0.99)
    assert three.allowed == pytest.approx(4 * np.log(2) - 3 * np.log(0.01) + stay + 300 / 8)


def test_a_path_is_only_sought_where_the_rounds_were_kept():
    game = Game(FixedShare(), loss="absolute", bounds=[FixedShareBound(2)], keep=10)
    game.play_batch(shifting())
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "open"
    assert certificate.open == "only the first 5 of 300 rounds were kept; give the game a larger keep"


def test_where_nobody_is_awake_on_a_path_the_case_is_open():
    game = Game(FixedShare(), loss="absolute", bounds=[FixedShareBound(1)])
    for said in ([0.0, None], [None, 1.0], [0.0, None]):
        game.label(game.predict(said).number, 0.0)
    (certificate,) = game.ledger.certificates
    assert certificate.open == "no path with 1 or fewer switches finds somebody awake in every round"


def test_a_path_through_very_many_rounds_is_sought_where_there_is_time():
    game = Game(FixedShare(), loss="absolute", bounds=[FixedShareBound(2)])
    game.play_batch(shifting(30_000))
    assert "too long for a quick certificate" in game.ledger.certificates[0].open
    (certificate,) = game.ledger.certify("full")
    assert certificate.verdict == "holds"
    assert certificate.paid == pytest.approx(game.ledger.regret.switching(2))


def test_it_reads_backwards_that_no_path_has_lost_less():
    game = Game(FixedShare(eta=1.0, share=0.01), loss="absolute", bounds=[FixedShareBound(1)])
    flips = np.random.default_rng(2).integers(0, 2, 400).astype(float)
    game.play_batch(as_advice(np.tile([0.0, 1.0], (400, 1)), flips))
    certificate = game.ledger.certificates[0]
    least = game.ledger.own - certificate.allowed
    assert certificate.teaches == f"no path with 1 or fewer switches has lost less than {least:,.6g}"
    assert 0 < least <= game.ledger.own - certificate.paid


@pytest.mark.parametrize("settings", [{"eta": 0.0}, {"share": 0.0}, {"share": 1.0}, {"share": -0.1}, {"eta": "fast"}])
def test_settings_that_make_no_learner_are_refused(settings):
    with pytest.raises(BadParameter):
        FixedShare(**settings)


def test_switches_are_a_whole_number():
    with pytest.raises(BadParameter, match="how often"):
        FixedShareBound(-1)
