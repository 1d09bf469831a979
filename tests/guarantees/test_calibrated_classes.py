"""Calibrated chances of many classes: the theorem on drawn and adversarial labels, saved, within sets, wrong rules."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import AggregatingAlgorithm, Game, OneVsRest, Perceptron, load, save
from littlestone.errors import BadLabel, BadParameter
from littlestone.guarantees import Calibrated, CalibratedClasses, Intervals
from littlestone.guarantees.calibrated_classes import projected
from littlestone.guarantees.calibration_theorems import CalibeatingBound, harmonic


def game(bins=6):
    return CalibratedClasses(Game(OneVsRest("ogd", loss="log", bias=1.0)), bins=bins)


def played(wrapped, start, stop, late=0, spite=0.0):
    for t in range(start, stop):
        rng = np.random.default_rng(t)
        k = int(rng.integers(4 if t > 100 else 3))
        said = wrapped.predict(rng.normal(size=4) + 1.5 * np.eye(4)[k])
        if said.chance:
            assert sum(said.chance.values()) == pytest.approx(1.0)
            assert min(said.chance.values()) >= 0.0
        if t >= late:
            y = "abcd"[int(np.random.default_rng(t - late).integers(4 if t - late > 100 else 3))]
            if rng.random() < spite and said.chance:
                y = min(said.chance, key=said.chance.get)
            wrapped.label(t - late + 1, y)


@pytest.mark.parametrize("late", [0, 30])
@pytest.mark.parametrize("spite", [0.0, 0.5, 1.0])
def test_the_theorem_holds_at_every_moment(late, spite):
    wrapped = game()
    for start in range(0, 600, 60):
        played(wrapped, start, start + 60, late, spite)
        (certificate,) = wrapped.certificates
        assert certificate.verdict == "holds"
    account = wrapped.account
    assert certificate.allowed == pytest.approx(sum(harmonic(n + 1) - 0.75 for n in account.labels if n))
    assert certificate.paid == pytest.approx(account.brier - account.refinement)
    if not late:
        assert account.given_brier <= account.brier + 1e-9  # the projection loses nothing


def test_overconfident_chances_are_mended():
    class Boaster:
        def predict_proba_one(self, x):
            return {"a": 0.98, "b": 0.01, "c": 0.01}

    wrapped = CalibratedClasses(Game(OneVsRest("ogd", loss="log", eta=5.0)), bins=10)
    rng = np.random.default_rng(0)
    for _ in range(3_000):
        x = rng.normal(size=3)
        wrapped.label(wrapped.predict(x).number, int(np.argmax(x + 1.5 * rng.normal(size=3))))
    assert wrapped.account.given_brier < 0.85 * wrapped.account.base_brier
    with pytest.raises(BadParameter, match="many classes"):
        CalibratedClasses(Boaster())


def test_saved_with_open_rounds_and_sets_around_it(tmp_path):
    def make():
        return Intervals(game(), 0.8)

    whole, first = make(), make()
    played(whole, 0, 400, late=9)
    played(first, 0, 250, late=9)
    save(first, tmp_path / "g.npz")
    again = load(tmp_path / "g.npz")
    played(again, 250, 400, late=9)
    assert again.as_dict() == whole.as_dict()
    assert again.game.as_dict() == whole.game.as_dict()
    assert whole.account.coverage == pytest.approx(0.8, abs=0.05)


def test_a_wrong_rule_is_violated():
    wrapped = game()
    for c in range(3):
        wrapped.account.known(3)
        wrapped.account.classes[c].chance = lambda bin: 0.5
    played(wrapped, 0, 200)
    assert CalibeatingBound().certificate(wrapped.account).verdict == "violated"


def test_the_projection_is_the_nearest_point():
    rng = np.random.default_rng(1)
    for _ in range(200):
        p = rng.random(4)
        q = np.array(projected(p.tolist()))
        assert q.sum() == pytest.approx(1.0)
        others = rng.dirichlet(np.ones(4), size=50)
        assert ((others - p) ** 2).sum(axis=1).min() >= ((q - p) ** 2).sum() - 1e-12
    assert projected([]) == []


def test_mixed_forecasts_of_chances_are_calibrated_too():
    wrapped = Calibrated(Game(AggregatingAlgorithm(), loss="log"), bins=10)
    rng = np.random.default_rng(2)
    for _ in range(2_000):
        p = rng.random()
        said = wrapped.predict({"bold": min(0.999, max(0.001, 3 * p - 1)), "bolder": float(0.99 if p > 0.5 else 0.01)})
        wrapped.label(said.number, float(rng.random() < p))
    assert {certificate.verdict for certificate in wrapped.certificates} == {"holds"}
    assert wrapped.account.given_brier < wrapped.account.base_brier
    with pytest.raises(BadLabel):
        wrapped.label(wrapped.predict({"bold": 0.5, "bolder": 0.5}).number, 0.5)
    with pytest.raises(BadParameter, match="CalibratedClasses"):
        Calibrated(Game(OneVsRest("ogd", loss="log")))
    with pytest.raises(BadParameter, match="of two classes by Calibrated"):
        CalibratedClasses(Game(Perceptron()))
