from __future__ import annotations

import numpy as np
import pytest
from advice_games import FORECASTS, Script, certify, scripts, table
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq

from littlestone import Game, NormalHedge
from littlestone.bounds import NormalHedgeBound
from littlestone.errors import BadParameter
from littlestone.experts import as_advice


def solved(R):
    """c by bracketing: (1/n) sum e^([R]+^2/(2c)) = e."""
    plus = np.maximum(R, 0.0)
    most = plus.max()

    def excess(log_c):
        x = plus**2 / (2 * np.exp(log_c))
        return np.log(np.exp(x - x.max()).mean()) + x.max() - 1

    low, high = most**2 / (2 * (1 + np.log(len(R)))), most**2 / 2
    return np.exp(brentq(excess, np.log(low) - 1e-9, np.log(high) + 1e-9, xtol=1e-14))


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 40), scale=st.sampled_from([1.0, 1e-9, 1e9]))
def test_it_is_the_rule_of_the_paper(seed, n, scale):
    y, said = table(Script("absolute", seed, n=n, rounds=30, scale=scale))
    game = Game(NormalHedge(), loss="absolute")
    R, p = np.zeros(n), np.full(n, 1 / n)
    for truth, advice in zip(y, said, strict=True):
        move = game.predict(advice)
        assert move.guess == pytest.approx(p @ advice, rel=1e-7, abs=1e-9 * scale)
        game.label(move.number, truth)
        loss = np.abs(advice - truth)
        R += p @ loss - loss
        if R.max() <= 0:
            p = np.full(n, 1 / n)
            continue
        c = solved(R)
        assert game.learner.c == pytest.approx(c, rel=1e-7)
        p = np.maximum(R, 0) * np.exp(np.maximum(R, 0) ** 2 / (2 * c))
        p /= p.sum()


@settings(deadline=None, max_examples=25)
@given(regrets=st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=60))
def test_c_is_found_to_machine_precision(regrets):
    learner = NormalHedge()
    learner.widen(len(regrets))
    learner.restore({**learner.state(), "R": np.array(regrets)})
    most = max(regrets)
    if most <= 1e-100:
        return
    learner.weigh(most)
    x = np.maximum(regrets, 0.0) ** 2 / (2 * learner.c)
    assert np.log(np.exp(x - x.max()).mean()) + x.max() == pytest.approx(1.0, abs=1e-13)


@settings(deadline=None, max_examples=60)
@given(script=scripts([*FORECASTS, "mistake"]), gradient=st.booleans(), epsilon=st.sampled_from([0.05, 0.5, 1.0]))
def test_its_theorem_is_never_violated(script, gradient, epsilon):
    learner = NormalHedge(gradient=gradient and script.loss != "mistake")
    game = certify(learner, script, bounds=[NormalHedgeBound(), NormalHedgeBound(epsilon)])
    assert {certificate.verdict for certificate in game.ledger.certificates} == {"holds"}


def test_many_good_experts_make_the_regret_to_them_small():
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 500).astype(float)
    said = rng.integers(0, 2, (500, 40)).astype(float)
    said[:, :20] = np.where(rng.random((500, 20)) < 0.3, 1 - y[:, None], y[:, None])
    game = Game(NormalHedge(), loss="absolute", bounds=[NormalHedgeBound(), NormalHedgeBound(0.5)])
    game.play_batch(as_advice(said, y))
    best, half = game.ledger.certificates
    assert half.allowed < best.allowed
    assert half.paid < best.paid
    ranked = np.sort(game.ledger.expert_losses)
    assert half.paid == pytest.approx(game.ledger.own - ranked[19])
    assert half.teaches == f"50 % of the experts have lost {game.ledger.own - half.allowed:,.6g} or more"


def test_c_grows_no_faster_than_time():
    flips = np.random.default_rng(0).integers(0, 2, 20_000).astype(float)
    game = Game(NormalHedge(), loss="absolute")
    game.play_batch(as_advice(np.tile([0.0, 1.0], (20_000, 1)), flips))
    assert 0 < game.learner.c < 20_000
    assert game.ledger.certificates[0].verdict == "holds"


def test_nobody_who_is_not_regretted_has_weight():
    game = Game(NormalHedge(), loss="absolute")
    for _ in range(3):
        game.label(game.predict([0.0, 1.0]).number, 0.0)
    assert game.learner.weights.tolist() == [1.0, 0.0]


@pytest.mark.parametrize("epsilon", [0.0, 1.5, "half"])
def test_a_share_of_the_experts_lies_between_zero_and_one(epsilon):
    with pytest.raises(BadParameter, match="share of the experts"):
        NormalHedgeBound(epsilon)
