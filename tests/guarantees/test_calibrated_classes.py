"""Calibrated chances of many classes: the theorem on drawn and adversarial labels, saved, within sets, wrong rules."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import AggregatingAlgorithm, Game, OneVsRest, Perceptron, load, save
from littlestone.errors import BadLabel, BadParameter
from littlestone.guarantees import Calibrated, CalibratedClasses, Intervals, Model
from littlestone.guarantees.calibrated_classes import projected
from littlestone.guarantees.calibration_theorems import CalibeatingBound, harmonic


def made(*more):
    return Game(OneVsRest("ogd", loss="log", bias=1.0), guarantees=[CalibratedClasses(bins=6), *more])


def played(game, start, stop, late=0, spite=0.0):
    for t in range(start, stop):
        rng = np.random.default_rng(t)
        k = int(rng.integers(4 if t > 100 else 3))
        said = game.predict(rng.normal(size=4) + 1.5 * np.eye(4)[k])
        if said.chance:
            assert sum(said.chance.values()) == pytest.approx(1.0)
            assert min(said.chance.values()) >= 0.0
        if t >= late:
            y = "abcd"[int(np.random.default_rng(t - late).integers(4 if t - late > 100 else 3))]
            if rng.random() < spite and said.chance:
                y = min(said.chance, key=said.chance.get)
            game.label(t - late + 1, y)


@pytest.mark.parametrize("late", [0, 30])
@pytest.mark.parametrize("spite", [0.0, 0.5, 1.0])
def test_the_theorem_holds_at_every_moment(late, spite):
    game = made()
    for start in range(0, 600, 60):
        played(game, start, start + 60, late, spite)
        (certificate,) = game.guarantees[0].certificates
        assert certificate.verdict == "holds"
    account = game.guarantees[0].account
    assert certificate.allowed == pytest.approx(sum(harmonic(n + 1) - 0.75 for n in account.labels if n))
    assert certificate.paid == pytest.approx(account.brier - account.refinement)
    if not late:
        assert account.given_brier <= account.brier + 1e-9  # the projection loses nothing


def test_overconfident_chances_are_mended():
    class Boaster:
        def predict_proba_one(self, x):
            return {"a": 0.98, "b": 0.01, "c": 0.01}

    learner, boaster = CalibratedClasses(), CalibratedClasses()
    game, model = (
        Game(OneVsRest("ogd", loss="log", eta=5.0), guarantees=[learner]),
        Model(Boaster(), guarantees=[boaster]),
    )
    rng = np.random.default_rng(0)
    for _ in range(3_000):
        x = rng.normal(size=3)
        y = int(np.argmax(x + 1.5 * rng.normal(size=3)))
        game.label(game.predict(x).number, y)
        model.label(model.predict(x).number, "abc"[y])
    assert learner.account.given_brier < 0.85 * learner.account.base_brier
    assert boaster.account.given_brier < 0.85 * boaster.account.base_brier
    assert boaster.certificates[0].verdict == "holds"


def test_saved_with_open_rounds_and_sets_around_it(tmp_path):
    whole, first = made(Intervals(0.8)), made(Intervals(0.8))
    played(whole, 0, 400, late=9)
    played(first, 0, 250, late=9)
    save(first, tmp_path / "g.npz")
    again = load(tmp_path / "g.npz")
    played(again, 250, 400, late=9)
    assert [each.as_dict() for each in again.guarantees] == [each.as_dict() for each in whole.guarantees]
    assert again.ledger.certificates == whole.ledger.certificates
    assert whole.guarantees[1].account.coverage == pytest.approx(0.8, abs=0.05)


def test_a_wrong_rule_is_violated():
    game = made()
    account = game.guarantees[0].account
    for c in range(3):
        account.known(3)
        account.classes[c].chance = lambda bin: 0.5
    played(game, 0, 200)
    assert CalibeatingBound().certificate(account).verdict == "violated"


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
    calibrated = Calibrated(10)
    game = Game(AggregatingAlgorithm(), loss="log", guarantees=[calibrated])
    rng = np.random.default_rng(2)
    for _ in range(2_000):
        p = rng.random()
        said = game.predict({"bold": min(0.999, max(0.001, 3 * p - 1)), "bolder": float(0.99 if p > 0.5 else 0.01)})
        game.label(said.number, float(rng.random() < p))
    assert {certificate.verdict for certificate in calibrated.certificates} == {"holds"}
    assert calibrated.account.given_brier < calibrated.account.base_brier
    number, loss = game.predict({"bold": 0.5, "bolder": 0.5}).number, game.ledger.loss
    with pytest.raises(BadLabel):
        game.label(number, 0.5)
    assert (game.ledger.loss, list(game.open)) == (loss, [number])
    with pytest.raises(BadParameter, match="CalibratedClasses"):
        Game(OneVsRest("ogd", loss="log"), guarantees=[Calibrated()])
    with pytest.raises(BadParameter, match="of two classes by Calibrated"):
        Game(Perceptron(), guarantees=[CalibratedClasses()])
