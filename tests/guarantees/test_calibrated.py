"""Calibrated chances: the theorems on drawn and adversarial labels, early and late, and wrong rules."""

from __future__ import annotations

import random
from math import log

import numpy as np
import pytest

from littlestone import Game, LinearDescent, LinearVAW, Perceptron, load, save
from littlestone.errors import BadLabel, BadParameter, UnknownRound
from littlestone.guarantees import Calibrated, Intervals, Model, plot_reliability
from littlestone.guarantees.calibration_ledger import CalibrationLedger
from littlestone.guarantees.calibration_theorems import entropy, harmonic, mixed


def answers(kind, rng):
    """Labels against the chance, by turns, drawn, or always the same."""
    return {
        "against": lambda said: int(said.chance < 0.5),
        "turns": lambda said: said.number // 30 % 2,
        "drawn": lambda said: int(rng.random() < said.said[0].base ** 2),
        "ones": lambda said: 1,
    }[kind]


def played(kind, late=0, rounds=500, bins=10, ledger=CalibrationLedger, seed=0):
    rng = random.Random(seed)
    calibrated = Calibrated(bins)
    game = Model(lambda x: x, truths="signs", guarantees=[calibrated])
    calibrated.counted = ledger(bins)
    answer, waiting = answers(kind, rng), []
    for t in range(rounds):
        said = game.predict(rng.random())
        waiting.append((t + rng.randint(0, late), said.number, answer(said)))
        for due in sorted(each for each in waiting if each[0] <= t):
            waiting.remove(due)
            game.label(*due[1:])
            if t % 60 == 0 and ledger is CalibrationLedger:
                assert {certificate.verdict for certificate in calibrated.certificates} == {"holds"}
    return calibrated


@pytest.mark.parametrize("kind", ["against", "turns", "drawn", "ones"])
@pytest.mark.parametrize("late", [0, 7, 150])
@pytest.mark.parametrize("bins", [1, 10, 200])
def test_the_theorems_hold_whatever_comes(kind, late, bins):
    game = played(kind, late, bins=bins)
    assert [certificate.verdict for certificate in game.certificates] == ["holds", "holds"]
    if not late:
        assert game.account.brier == pytest.approx(game.account.given_brier, rel=1e-12)


class NoHalf(CalibrationLedger):
    def chance(self, bin):
        return self.positives[bin] / self.labels[bin] if self.labels[bin] else 0.5


class OtherHalf(CalibrationLedger):
    def chance(self, bin):
        return (self.positives[bin] + 1.0) / (self.labels[bin] + 2.0)


class Neighbour(CalibrationLedger):
    def chance(self, bin):
        return super().chance((bin + 1) % self.bins)


class Skipping(CalibrationLedger):
    def record(self, bin, base, given, y):
        super().record(bin, base, given, y)
        if self.labelled % 25 == 0:
            self.positives[bin] -= y


@pytest.mark.parametrize("wrong", [NoHalf, OtherHalf, Neighbour, Skipping])
def test_wrong_rules_are_violated(wrong):
    for kind in ("against", "drawn"):
        verdicts = {certificate.verdict for certificate in played(kind, ledger=wrong).certificates}
        assert "violated" in verdicts


def test_what_is_allowed_is_what_the_formulas_say():
    game = played("drawn", 20)
    counts, labels = game.account.labels, np.array(game.account.labels)
    brier, logs = game.certificates
    assert brier.allowed == pytest.approx(sum(sum(1 / t for t in range(2, n + 2)) + 0.25 for n in counts if n))
    assert logs.allowed == pytest.approx(sum(0.5 * log(n) + log(2) for n in counts if n))
    assert labels.sum() == game.account.labelled
    assert harmonic(1000) == pytest.approx(sum(1 / k for k in range(1, 1001)), rel=1e-14)


@pytest.mark.parametrize("n", [1, 2, 5, 30, 1000])
def test_the_bound_of_a_bin_holds_for_every_count_of_positives(n):
    """Krichevsky and Trofimov's inequality, exhaustively: the loss follows from the counts alone."""
    for k in range(n + 1):
        assert mixed(n, k) - entropy(n, k) <= 0.5 * log(n) + log(2) + 1e-9


def test_a_learner_without_chances_gets_some_and_a_boaster_is_put_right():
    rng = np.random.default_rng(0)
    for learner in (Perceptron(bias=1.0), LinearDescent(loss="log", bias=1.0)):
        calibrated = Calibrated()
        game = Game(learner, labels=("ham", "spam"), guarantees=[calibrated])
        for _ in range(2000):
            x = rng.normal(size=3)
            y = "spam" if x[0] + rng.normal() > 0 else "ham"
            move = game.predict(x)
            assert 0.0 < move.chance < 1.0
            game.label(move.number, y)
        assert {certificate.verdict for certificate in calibrated.certificates} == {"holds"}
        assert calibrated.account.brier / 2000 < 0.23
        if isinstance(learner, Perceptron):
            assert calibrated.account.brier < calibrated.account.base_brier
            assert calibrated.account.surprise < calibrated.account.base_surprise
    assert "happened" in calibrated.diagram()
    assert plot_reliability(calibrated) is not None


def test_sets_stand_around_calibrated_chances_and_all_is_saved(tmp_path):
    rng = np.random.default_rng(1)
    x = rng.normal(size=(300, 3))
    y = np.where(x[:, 0] + rng.normal(size=300) > 0, 1, -1)

    def going_on(game, start, stop):
        for t in range(start, stop):
            game.predict(x[t])
            if t >= 5:
                game.label(t - 4, int(y[t - 5]))

    whole, first = (Game(Perceptron(), guarantees=[Calibrated(8), Intervals(0.8, eta=0.02)]) for _ in range(2))
    going_on(whole, 0, 300)
    going_on(first, 0, 120)
    save(first, tmp_path / "g.npz")
    again = load(tmp_path / "g.npz")
    going_on(again, 120, 300)
    assert again.ledger.certificates == whole.ledger.certificates
    assert [each.as_dict() for each in again.guarantees] == [each.as_dict() for each in whole.guarantees]
    promised = [certificate for each in again.guarantees for certificate in each.certificates]
    assert {certificate.verdict for certificate in promised} == {"holds"}


def test_what_is_wrong_is_said():
    with pytest.raises(BadParameter, match="two classes"):
        Game(LinearVAW(), guarantees=[Calibrated()])
    with pytest.raises(BadParameter, match="bins"):
        Calibrated(bins=0)
    game = Model(lambda x: x, truths="signs", guarantees=[Calibrated()])
    with pytest.raises(BadParameter, match="from 0 to 1"):
        game.predict(3.0)
    said = game.predict(0.5)
    with pytest.raises(BadLabel, match="0 or 1"):
        game.label(said.number, "yes")
    with pytest.raises(UnknownRound):
        game.label(77, 1)
    game.label(said.number, 1)
    with pytest.raises(BadParameter, match="nothing to draw"):
        plot_reliability(Calibrated())
