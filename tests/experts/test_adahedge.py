from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from advice_games import FORECASTS, Script, certify, scripts, table
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import shared

from littlestone import AdaHedge, Game
from littlestone.experts import as_advice


def by_the_paper(losses):
    """Mean losses, Delta and V of AdaHedge on a table of losses, rounds by experts, everybody awake."""
    L, delta, variance, own = np.zeros(losses.shape[1]), 0.0, 0.0, []
    for loss in losses:
        eta = np.log(len(L)) / delta if delta > 0 else np.inf
        p = (L.min() == L).astype(float) if eta == np.inf else np.exp(-eta * (L - L.min()))
        p /= p.sum()
        h = p @ loss
        low = loss.min()
        if eta == np.inf:
            m = (L + loss).min() - L.min()
        else:
            m = low - np.log(p @ np.exp(-eta * (loss - low))) / eta
        delta += max(0.0, h - m)
        variance += p @ (loss - h) ** 2
        L = L + loss
        own.append(h)
    return np.array(own), delta, variance


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 40), scale=st.sampled_from([1.0, 1e-6, 1e6]))
def test_it_is_the_rule_of_the_paper(seed, n, scale):
    y, said = table(Script("absolute", seed, n=n, rounds=40, scale=scale))
    own, delta, variance = by_the_paper(np.abs(said - y[:, None]))
    game = Game(AdaHedge(), loss="absolute")
    game.play_batch(as_advice(said, y))
    assert game.learner.paid == pytest.approx(own.sum(), rel=1e-7)
    assert game.learner.delta == pytest.approx(delta, rel=1e-7)
    assert game.learner.variance == pytest.approx(variance, rel=1e-6)


@settings(deadline=None, max_examples=60)
@given(script=scripts([*FORECASTS, "mistake"]), gradient=st.booleans())
def test_its_theorems_are_never_violated(script, gradient):
    game = certify(AdaHedge(gradient=gradient and script.loss != "mistake"), script)
    assert game.ledger.certificates[0].verdict == "holds"


def test_on_easy_data_the_regret_stays_and_on_hard_data_it_grows_with_the_root_of_time():
    easy = Game(AdaHedge(), loss="absolute")
    easy.play_batch(as_advice(np.tile([0.0, 1.0], (2000, 1)), np.zeros(2000)))
    assert easy.ledger.certificates[0].allowed < 3
    flips = np.random.default_rng(1).integers(0, 2, 4000).astype(float)
    hard = Game(AdaHedge(), loss="absolute")
    hard.play_batch(as_advice(np.tile([0.0, 1.0], (4000, 1)), flips))
    first, second = hard.ledger.certificates
    assert 20 < first.allowed < second.allowed < 2 * np.sqrt(1000 * np.log(2)) + 4 / 3 * np.log(2) + 2 + 1e-9
    assert {first.verdict, second.verdict} == {"holds"}


def test_its_regret_scales_with_the_losses_and_its_guesses_do_not_change():
    runs = []
    for scale in (1.0, 1024.0):
        script = Script("absolute", 5, n=5, rounds=60, scale=scale)
        y, said = table(script)
        game = Game(AdaHedge(), loss="absolute")
        game.play_batch(as_advice(said, y))
        runs.append((game.ledger.loss / scale, game.learner.delta / scale, game.learner.weights))
    assert runs[0][0] == pytest.approx(runs[1][0], rel=1e-9)
    assert runs[0][1] == pytest.approx(runs[1][1], rel=1e-9)
    assert runs[0][2] == pytest.approx(runs[1][2], rel=1e-6)


def test_a_newcomer_does_not_raise_the_rate_and_the_sharper_theorem_still_holds():
    game = Game(AdaHedge(), loss="absolute")
    rates = []
    for t in range(60):
        advice = {"a": 0.0, "b": 1.0} | ({"c": 0.5, "d": 0.25} if t >= 30 else {})
        game.label(game.predict(advice).number, float(t % 3 == 0))
        rates.append(game.learner.eta)
    assert all(later <= earlier for earlier, later in pairwise(rates))
    first, second = game.ledger.certificates
    assert first.verdict == "holds"
    assert "ln(n)/eta" in first.theorem
    assert second.broken == "a new expert came in round 31, with the rate set for fewer"


def test_with_a_newcomer_what_is_allowed_is_delta_and_the_logarithm_by_the_last_rate():
    y, said = table(Script("absolute", 5, n=4, rounds=70))
    said[:30, -1] = np.nan
    game = Game(AdaHedge(), loss="absolute")
    for truth, row in zip(y, said, strict=True):
        game.label(game.predict({f"e{i}": a for i, a in enumerate(row) if a == a}).number, truth)
    L, n, delta, eta, last, own = np.zeros(4), 3, 0.0, np.inf, np.inf, 0.0
    for t, (truth, row) in enumerate(zip(y, said, strict=True)):
        here = row == row
        if t == 30:
            n, L[-1] = 4, own  # who comes late has lost what the learner has paid
        loss = np.abs(row - truth)[here]
        p = (L[here] == L[here].min()) * 1.0 if eta == np.inf else np.exp(-eta * (L[here] - L[here].min()))
        p /= p.sum()
        mean = p @ loss
        mixed = (L[here] + loss).min() - L[here].min() if eta == np.inf else -np.log(p @ np.exp(-eta * loss)) / eta
        delta, last, own = delta + mean - mixed, eta, own + mean
        L[here] += loss
        eta = min(eta, np.log(n) / delta if delta else np.inf)
    assert game.ledger.certificates[0].allowed == pytest.approx(delta + np.log(4) / last, rel=1e-9)


def test_weights_survive_two_hundred_thousand_rounds():
    rng = np.random.default_rng(0)
    game = Game(AdaHedge(), loss="absolute", keep=0)
    batch = as_advice(np.tile([0.0, 1.0, 0.4], (20_000, 1)), rng.integers(0, 2, 20_000).astype(float))
    for _ in range(10):
        game.play_batch(batch)
    assert np.isfinite(game.learner.weights).all()
    assert {certificate.verdict for certificate in game.ledger.certificates} == {"holds"}


def test_electric_load_is_certified_in_its_own_units():
    data = np.genfromtxt(shared("opera_electric_load/electric_load_experts.csv"), delimiter=",", skip_header=1)
    game = Game(AdaHedge(), loss="square")
    game.play_batch(as_advice(data[:, 2:], data[:, 1]))
    assert {certificate.verdict for certificate in game.ledger.certificates} == {"holds"}
    assert game.ledger.rmse < 1560.2  # the plain mean


def test_a_week_of_load_is_certified_in_its_own_units():
    loads = [65564.3, 62936.1, 62543.9, 60612.5, 58930.8]
    said = [[63982.0, 64963.5], [62583.7, 59589.3], [61500.2, 62800.9], [60010.1, 61999.0], [59000.7, 57555.5]]
    game = Game(AdaHedge(), loss="square")
    game.play_batch(as_advice(said, loads))
    assert {certificate.verdict for certificate in game.ledger.certificates} == {"holds"}
