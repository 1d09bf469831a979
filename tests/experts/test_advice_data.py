"""Advice that the literature reports on: opera's electric load, and the tennis matches of the Brier game."""

from __future__ import annotations

import numpy as np
import pytest
from shared_data import shared

from littlestone import BOA, AggregatingAlgorithm, Game, MLPoly, Ridge, VovkAzouryWarmuth
from littlestone.experts import as_advice

# The first weeks and the first matches, to the digits that are needed here.
WEEKS = """
65564.29 63982.05 64963.52 65622.36
62936.07 62583.69 59589.31 61979.90
64953.83 63458.39 63726.07 64407.40
61580.44 61069.54 59607.68 61228.84
"""
MATCHES = """
0.514693988 0.52 0.493333333 0.51786639
0.795053004 0.770676692 0.787610619 0.785701951
0.662650602 0.670588235 0.620253165 0.667578036
0.44252721 0.48 0.506666667 0.469072165
0.866015093 0.821596244 0.850340136 0.858288435
"""


def table(text):
    return np.array([[float(word) for word in line.split()] for line in text.strip().splitlines()])


def electric_load():
    weeks = np.genfromtxt(shared("opera_electric_load/electric_load_experts.csv"), delimiter=",", skip_header=1)
    return weeks[:, 2:], weeks[:, 1]


def tennis():
    matches = np.loadtxt(shared("tennis_brier/tennis1.txt"))
    winner, loser = matches[:, 3::2], matches[:, 4::2]
    assert (winner + loser == 1).all()  # so that 2 (1 - p)^2 is the Brier loss over both outcomes
    return winner


def played(learner, advice, truths, loss):
    game = Game(learner, loss=loss)
    game.play_batch(as_advice(advice, truths))
    return game


def test_ml_poly_on_electric_load_is_operas_to_the_digit():
    game = played(MLPoly(gradient=True), *electric_load(), "square")
    assert game.ledger.rmse == pytest.approx(1457.4762, abs=1e-4)
    assert game.learner.weights == pytest.approx([0.577, 0.423, 0.0], abs=5e-4)
    assert game.ledger.certificates[0].verdict == "holds"
    assert np.sqrt(game.ledger.expert_losses / 112) == pytest.approx([1479.8, 1697.6, 2334.4], abs=0.05)


def test_ml_poly_on_the_first_weeks_is_operas_rule_by_hand():
    weeks = table(WEEKS)
    game = played(MLPoly(gradient=True), weeks[:, 1:], weeks[:, 0], "square")
    R, inverse, B, paid = np.zeros(3), np.zeros(3), 0.0, 0.0
    for y, *advice in weeks:
        p = np.maximum(R, 0) / np.where(inverse > 0, inverse, 1) if (R > 0).any() else np.ones(3)
        guess = p @ advice / p.sum()
        r = 2 * (guess - y) * (guess - np.array(advice))
        R, paid = R + r, paid + (guess - y) ** 2
        inverse, B = inverse + r**2 + max(B, (r**2).max()) - B, max(B, (r**2).max())
    assert game.ledger.loss == pytest.approx(paid)
    assert np.maximum(R, 0) / inverse / (np.maximum(R, 0) / inverse).sum() == pytest.approx(game.learner.weights)


def test_others_on_electric_load_beat_the_best_expert_and_the_even_mean_where_they_should():
    advice, truths = electric_load()
    for learner, rmse in (
        (BOA(gradient=True), 1455.4),
        (BOA(), 1436.9),
        (Ridge(ridge=1e8), 1446.2),
        (VovkAzouryWarmuth(ridge=1e8, centre="even"), 1449.8),
    ):
        game = played(learner, advice, truths, "square")
        assert game.ledger.rmse == pytest.approx(rmse, abs=0.05)
        assert game.ledger.best_regret < 0
        assert game.ledger.certificates[0].verdict == "holds"


def test_the_aggregating_algorithm_on_tennis_loses_what_vovk_and_zhdanov_report():
    advice = tennis()
    game = played(AggregatingAlgorithm(), advice, np.ones(len(advice)), "brier")
    assert game.ledger.loss == pytest.approx(3944.68, abs=0.005)
    assert game.ledger.expert_losses.min() == pytest.approx(3944.02, abs=0.005)
    certificate = game.ledger.certificates[0]
    assert certificate.verdict == "holds"
    assert certificate.allowed == pytest.approx(np.log(4))


def test_the_regret_on_tennis_is_never_above_ln_4():
    advice = tennis()
    for sides in (np.ones(len(advice)), np.random.default_rng(1).integers(0, 2, len(advice)).astype(float)):
        learner = AggregatingAlgorithm()
        game = Game(learner, loss="brier", bounds=[])
        batch = as_advice(np.where(sides[:, None] == 1, advice, 1 - advice), sides)
        highest = -np.inf
        for t in range(batch.rows):
            game.label(game.predict(batch.row(t)).number, float(sides[t]))
            highest = max(highest, float(np.max(learner.R)))
        assert 0 < highest <= np.log(4)
        assert game.ledger.loss == pytest.approx(3944.68, abs=0.005)


def test_the_regret_on_the_first_matches_is_never_above_ln_4():
    game = Game(AggregatingAlgorithm(), loss="brier")
    for chances in table(MATCHES):
        game.label(game.predict(chances).number, 1.0)
        assert game.ledger.best_regret <= np.log(4)
    assert game.ledger.loss == pytest.approx(sum(2 * (1 - m) ** 2 for m in table(MATCHES).mean(axis=1)), rel=0.01)
    assert game.ledger.certificates[0].verdict == "holds"
