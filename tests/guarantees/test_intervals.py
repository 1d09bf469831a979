"""Intervals: the identity at every round, the theorem on adversarial, drawn and real sequences, and wrong rules."""

from __future__ import annotations

import csv
import math
import random
from copy import deepcopy
from math import inf

import numpy as np
import pytest
from shared_data import shared

from littlestone import Game, LinearDescent, LinearVAW, MLPoly, OneVsRest, Perceptron, load, save
from littlestone.errors import BadLabel, BadParameter, StateError, UnknownRound
from littlestone.facades.outside import Outside
from littlestone.guarantees import Intervals, Model, plot_intervals
from littlestone.guarantees.coverage_ledger import CoverageLedger
from littlestone.guarantees.past_scores import PastScores

TRACKING = {"eta": 0.7}
CONFORMAL = {"gamma": 0.02}
EXACT = 1e-9


def adversary(kind, rng):
    """A truth against the interval: just outside, just inside, far and near by turns, or drawn with jumps."""

    def answer(said):
        r, point = said.interval.radius, said.interval.point
        if kind == "outside":
            return point + (r + 1e-9 if 0 <= r < 9.0 else 0.0)
        if kind == "inside":
            return point + (r if 0 <= r < inf else 0.0)
        if kind == "turns":
            return point + (10.0 if (said.number // 37) % 2 else 0.0)
        return point + min(10.0, abs(rng.gauss(0.0, 1.0 if said.number % 400 < 200 else 4.0)))

    return answer


def played(settings, kind, late=0, rounds=600, coverage=0.9, seed=0, watch=None):
    """The intervals of a game of nothing at all, with labels up to so many rounds late and in any order."""
    rng = random.Random(seed)
    intervals = Intervals(coverage, **settings)
    game = Model(lambda x: x, guarantees=[intervals])
    answer, waiting = adversary(kind, rng), []
    for t in range(rounds):
        said = game.predict(0.01 * t)
        waiting.append((t + rng.randint(0, late), said.number, answer(said)))
        for due in sorted(each for each in waiting if each[0] <= t):
            waiting.remove(due)
            game.label(*due[1:])
            assert abs(intervals.account.identity) <= EXACT
            if watch:
                watch(intervals)
    for _, number, y in sorted(waiting):
        game.label(number, y)
        assert abs(intervals.account.identity) <= EXACT
    return intervals


@pytest.mark.parametrize("settings", [TRACKING, CONFORMAL, {"eta": 0.05, "b": 11.0, "start": 3.0}], ids=str)
@pytest.mark.parametrize("kind", ["outside", "inside", "turns", "drawn"])
@pytest.mark.parametrize("late", [0, 5, 200])
def test_identity_and_theorems_hold_whatever_comes(settings, kind, late):
    for seed, coverage in enumerate((0.5, 0.8, 0.9, 0.97)):
        game = played(settings, kind, late, coverage=coverage, seed=seed)
        assert [certificate.verdict for certificate in game.certificates] == ["holds"] * len(game.bounds)
        assert game.account.latest <= late + 200


def test_every_moment_of_a_long_adversarial_game_holds():
    moments = []

    def watch(game):
        if game.account.labelled % 50 == 0:
            moments.extend(certificate.verdict for certificate in game.certificates)

    played(TRACKING, "drawn", late=1_000, rounds=3_000, watch=watch)
    assert set(moments) == {"holds"}


def test_the_bound_is_reached_but_for_a_step():
    """Scores that stay just outside drive the position to the top: the theorem is tight."""
    game = played({"eta": 0.05, "b": 9.0}, "outside", rounds=4_000)
    (coverage, _) = game.certificates
    assert coverage.paid > 0.95 * coverage.allowed


def test_coverage_of_drawn_errors_comes_close_to_what_was_asked():
    for settings in (TRACKING, CONFORMAL):
        game = played(settings, "drawn", rounds=5_000)
        assert game.account.coverage == pytest.approx(0.9, abs=0.01)


@pytest.mark.parametrize("settings", [TRACKING, CONFORMAL], ids=str)
def test_real_forecasts_mixed_and_covered(settings):
    path = shared("opera_electric_load/electric_load_experts.csv")
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    settings = {"eta": 150.0} if settings is TRACKING else settings
    for late in (0, 30):
        intervals = Intervals(0.9, **settings)
        game = Game(MLPoly(), loss="square", guarantees=[intervals])
        told = []
        for row in rows:
            said = game.predict([float(row[name]) for name in ("gam", "ar", "gbm")])
            told.append((said.number, float(row["Y"])))
            if len(told) > late:
                game.label(*told.pop(0))
                assert abs(intervals.account.identity) <= EXACT
        assert {certificate.verdict for certificate in intervals.certificates} == {"holds"}


class WrongMiss(CoverageLedger):
    """Counts a truth at the edge, and some inside, as missed."""

    def record(self, number, score, radius, behind):
        return super().record(number, score, radius if number % 50 else radius - 5.0, behind)


class WrongStep(CoverageLedger):
    """A step too long by a tenth."""

    def move(self, missed):
        self.moved += missed - self.alpha
        self.position = self.start + 1.1 * self.step * self.moved


class WrongShare(CoverageLedger):
    """Alpha and 1 - alpha exchanged."""

    def move(self, missed):
        self.moved += missed - (1.0 - self.alpha)
        self.position = self.start + self.step * self.moved


class Clipped(CoverageLedger):
    """A position that is kept at zero or above, as tempting as it is: the identity is lost."""

    def move(self, missed):
        super().move(missed)
        self.moved = max(self.moved, 0.0)
        self.position = max(self.position, 0.0)


class Forgetful(CoverageLedger):
    """Misses that are not counted."""

    def move(self, missed):
        super().move(missed)
        if self.labelled % 40 == 39:
            self.misses -= missed


def tried(ledger, settings, kind):
    intervals = Intervals(0.9, **settings)
    game = Model(lambda x: 0.0, guarantees=[intervals])
    right = intervals.covered
    intervals.covered = ledger(right.alpha, right.step, right.start, right.window, right.keep)
    answer = adversary(kind, random.Random(1))
    for t in range(400):
        said = game.predict(t)
        game.label(said.number, answer(said))
    return {certificate.verdict for certificate in intervals.certificates}


@pytest.mark.parametrize("settings", [TRACKING, CONFORMAL], ids=str)
@pytest.mark.parametrize("wrong", [WrongMiss, WrongStep, WrongShare, Clipped, Forgetful])
def test_wrong_rules_are_violated_and_the_right_one_is_not(wrong, settings):
    kinds = ["outside", "inside", "turns", "drawn"]
    assert all(tried(CoverageLedger, settings, kind) == {"holds"} for kind in kinds)
    assert any("violated" in tried(wrong, settings, kind) for kind in kinds)


def test_a_radius_that_is_not_read_off_the_position_is_violated():
    class Wide(Intervals):
        def read_radius(self):
            return super().read_radius() * 1.01

    for settings in (TRACKING, CONFORMAL):
        wide = Wide(**settings)
        game = Model(lambda x: 0.0, guarantees=[wide])
        answer = adversary("drawn", random.Random(2))
        for t in range(200):
            said = game.predict(t)
            game.label(said.number, answer(said))
        assert wide.certificates[0].verdict == "violated"


class NextLarger(PastScores):
    """Reads the next larger score."""

    def quantile(self, level):
        found = super().quantile(level)
        larger = [score for score in self.times if score > found]
        return min(larger) if larger and np.isfinite(found) else found


class Hoarder(PastScores):
    """Lets no score go."""

    def __init__(self, most, scores=()):
        super().__init__(10_000, scores)


class OfAll(PastScores):
    """Takes the quantile of n scores where that of n + 1 is due."""

    def quantile(self, level):
        if not (0.0 < level < 1.0 and len(self.times)):
            return super().quantile(level)
        return sorted(self.times)[max(0, math.ceil(len(self.times) * level) - 1)]


@pytest.mark.parametrize("wrong", [NextLarger, Hoarder, OfAll])
def test_a_wrong_quantile_is_violated(wrong):
    """The replay has quantiles of its own: those that it checks would make the same mistakes."""
    for scores, verdict in ((PastScores, {"holds"}), (wrong, {"violated"})):
        intervals = Intervals(0.9, window=50)
        game = Model(lambda x: 0.0, guarantees=[intervals])
        intervals.past = scores(50)
        answer = adversary("drawn", random.Random(2))
        for t in range(200):
            said = game.predict(t)
            game.label(said.number, answer(said))
        assert {certificate.verdict for certificate in intervals.certificates} == verdict


def test_what_the_theorems_allow_is_what_the_formulas_say():
    game = played({"eta": 0.7, "start": 1.0}, "drawn", late=9)
    account = game.account
    coverage, pinball = game.certificates
    scores, radii, behind = account.rounds_kept.T
    assert account.latest == behind.max()
    over = account.misses >= 0.1 * account.labelled
    side = (scores.max() - 1.0) / 0.7 + 0.9 * (behind.max() + 1) if over else 1.0 / 0.7 + 0.1 * (behind.max() + 1)
    assert coverage.allowed == pytest.approx(side)

    def loss(q):
        return np.where(scores > q, 0.9 * (scores - q), 0.1 * (q - scores)).sum()

    best = min(scores, key=loss)
    assert pinball.paid == pytest.approx(loss(radii) - loss(best))
    squares = account.misses * 0.81 + (account.labelled - account.misses) * 0.01
    assert pinball.allowed == pytest.approx((best - 1.0) ** 2 / 1.4 + 0.35 * squares + 0.7 * 0.81 * behind.sum())


def test_a_promised_largest_score_that_is_exceeded_is_a_broken_premise():
    game = Model(lambda x: 0.0, guarantees=[Intervals(eta=0.5, b=3.0)])
    for y in (1.0, 2.0, 7.0):
        game.label(game.predict(0).number, y)
    first = game.guarantees[0].certificates[0]
    assert first.verdict == "broken premise"
    assert "round 3" in first.why


def test_more_rounds_than_are_kept_leave_the_regret_open():
    game = played({**TRACKING, "keep": 50}, "drawn", rounds=120)
    assert [certificate.verdict for certificate in game.certificates] == ["holds", "open"]


def classes(game, rounds=800, seed=4):
    rng = np.random.default_rng(seed)
    inside = 0
    for _ in range(rounds):
        k = int(rng.integers(3))
        said = game.predict(rng.normal(size=3) + 1.5 * np.eye(3)[k])
        inside += "abc"[k] in said.interval
        game.label(said.number, "abc"[k])
    return inside


def test_sets_of_classes_cover():
    for settings in ({"eta": 0.03}, {}):
        intervals = Intervals(0.9, **settings)
        game = Game(OneVsRest("ogd", loss="log", bias=1.0), guarantees=[intervals])
        assert classes(game) == intervals.account.labelled - intervals.account.misses
        assert intervals.account.coverage == pytest.approx(0.9, abs=0.05)
        assert {certificate.verdict for certificate in intervals.certificates} == {"holds"}


@pytest.mark.parametrize("learner", [Perceptron(bias=1.0), LinearDescent(loss="log", bias=1.0)], ids=str)
def test_sets_of_two_classes_by_margin_or_by_chance(learner):
    rng = np.random.default_rng(0)
    intervals = Intervals(0.8)
    game = Game(learner, labels=("ham", "spam"), guarantees=[intervals])
    inside = 0
    for _ in range(600):
        x = rng.normal(size=3)
        y = "spam" if x[0] + rng.normal() > 0 else "ham"
        said = game.predict(x)
        assert set(said.interval.labels) <= {"ham", "spam"}
        inside += y in said.interval.labels
        game.label(said.number, y)
    assert inside == intervals.account.labelled - intervals.account.misses
    assert intervals.account.coverage == pytest.approx(0.8, abs=0.03)


@pytest.mark.parametrize("settings", [TRACKING, CONFORMAL], ids=str)
def test_a_saved_game_goes_on_bit_for_bit_with_its_open_intervals(settings, tmp_path):
    rng = np.random.default_rng(5)
    x = rng.normal(size=(300, 3))
    y = x @ [1.0, -2.0, 0.5] + rng.normal(size=300)

    def going_on(game, start, stop):
        for t in range(start, stop):
            game.predict(x[t])
            if t >= 7:
                game.label(t - 6, y[t - 7])

    whole, first = (Game(LinearVAW(), guarantees=[Intervals(**settings)]) for _ in range(2))
    going_on(whole, 0, 300)
    going_on(first, 0, 150)
    save(first, tmp_path / "g.npz")
    again = load(tmp_path / "g.npz")
    assert again.guarantees[0].given == first.guarantees[0].given
    going_on(again, 150, 300)
    intervals, before = again.guarantees[0], whole.guarantees[0]
    assert intervals.radius == before.radius
    assert intervals.certificates == before.certificates
    assert again.ledger.certificates == whole.ledger.certificates
    assert (intervals.last, intervals.course) == (before.last, before.course)
    assert again.ledger.loss == whole.ledger.loss


def test_a_model_from_outside_is_asked_taught_and_not_saved(tmp_path):
    class Mean:
        n, total = 0, 0.0

        def predict_one(self, x):
            return self.total / max(1, self.n)

        def learn_one(self, x, y):
            self.n, self.total = self.n + 1, self.total + y

    intervals = Intervals(0.8)
    game = Model(Mean(), guarantees=[intervals])
    for t in range(300):
        game.label(game.predict({"t": t}).number, (t * 7) % 11)
    assert game.model.n == 300
    assert not game._asked
    assert intervals.account.coverage == pytest.approx(0.8, abs=0.05)
    with pytest.raises(StateError, match="outside"):
        save(game, tmp_path / "m.npz")
    number = game.predict({"t": 300}).number
    twin = deepcopy(game)
    for each in (game, twin):
        each.label(number, 3.0)
    assert twin.model is not game.model
    assert twin.guarantees[0].as_dict() == intervals.as_dict()
    sets = Intervals(0.6)
    game = Model(lambda x: {"a": 0.7, "b": 0.3}, truths="classes", guarantees=[sets])
    for t in range(1000):
        said = game.predict(t)
        y = "a" if t % 3 else f"c{t}"  # a class that it never heard of
        missed = sets.account.misses
        game.label(said.number, y)
        assert (y in said.interval) == (sets.account.misses == missed)
    assert sets.account.coverage == pytest.approx(0.6, abs=0.1)


def test_what_a_model_says_is_checked():
    class Chances:
        def predict_proba_one(self, x):
            return x

    for settings, said, words in [
        ({}, {"a": 1.0}, "says a number"),
        ({"truths": "classes"}, 0.5, "dict of labels"),
        ({"truths": "signs"}, 1.5, "from 0 to 1"),
        ({"truths": "classes"}, {"a": -0.5}, "from 0 to 1"),
    ]:
        game = Model(lambda x: x, **settings)
        with pytest.raises(BadParameter, match=words):
            game.predict(said)
        assert game.ledger.rounds == len(game.open) == 0
    assert Model(Chances()).predict({"a": 0.2, "b": 0.8}).act == "b"
    with pytest.raises(BadParameter, match="predict_one"):
        Model(3)
    with pytest.raises(BadParameter, match="truths"):
        Model(lambda x: x, truths="many")


def test_a_model_on_rows_is_a_learner_with_guarantees():
    """`Outside` plays rows, by a pair of functions or with predict_one; `Model` is asked whatever it takes."""
    mean = [0.0, 0]

    def learn(x, y):
        mean[:] = [mean[0] + y, mean[1] + 1]

    model = (lambda x: mean[0] / mean[1], learn)
    intervals = Intervals(0.8)
    game = Game(Outside(model, truths="numbers"), guarantees=[intervals])
    game.play([([1.0, t], float(t % 7)) for t in range(300)])
    assert intervals.account.coverage == pytest.approx(0.8, abs=0.05)


def test_several_levels_and_a_receipt_for_all():
    game = Game(LinearVAW(), guarantees=[Intervals(0.5), Intervals(0.9)])
    for t in range(300):
        move = game.predict([1.0, t % 7])
        assert move.interval is move.said[0]
        game.label(move.number, float((t * t) % 5))
    assert move.said[0].radius < move.said[1].radius
    assert set(game.ledger.as_dict()) > {"intervals", "intervals 2"}
    assert str(game.ledger).count("truths inside") == 2
    assert len(game.ledger.certificates) == len(game.ledger.bounds) + 2


def test_guarantees_stand_in_one_game():
    intervals = Intervals()
    Game(LinearVAW(), guarantees=[intervals])
    with pytest.raises(BadParameter, match="in a game already"):
        Game(LinearVAW(), guarantees=[intervals])
    with pytest.raises(BadParameter, match="in a game already"):
        Game(LinearVAW(), guarantees=[twice := Intervals(), twice])
    with pytest.raises(BadParameter, match="is none"):
        Game(LinearVAW(), guarantees=[0.9])
    assert Game(LinearVAW(), guarantees=twice).guarantees == (twice,)


def test_bad_settings_and_labels_say_what_is_wrong_and_change_nothing():
    intervals = Intervals()
    game = Game(LinearVAW(), guarantees=[intervals])
    said = game.predict([1.0])
    with pytest.raises(BadLabel):
        game.label(said.number, "red")
    with pytest.raises(UnknownRound):
        game.label(99, 1.0)
    game.label(said.number, 1.0, weight=0.0)
    game.forget(game.predict([2.0]).number)
    assert intervals.account.labelled == 0
    for settings, words in [
        ({"coverage": 1.0}, "between 0 and 1"),
        ({"eta": 0.0}, "eta"),
        ({"gamma": 2.0}, "gamma"),
        ({"b": 3.0}, "goes with eta"),
        ({"start": 2.0}, "start"),
    ]:
        with pytest.raises(BadParameter, match=words):
            Intervals(**settings)
    with pytest.raises(BadParameter, match="leave eta out"):
        Game(Perceptron(), guarantees=[Intervals(eta=0.1)])
    with pytest.raises(BadParameter, match="chance of each"):
        Game(OneVsRest("perceptron"), guarantees=[Intervals()])
    with pytest.raises(BadParameter, match="nothing to draw"):
        plot_intervals(Intervals())


def test_pairs_and_natures_are_played(tmp_path):
    intervals = Intervals()
    game = Game(LinearVAW(), guarantees=[intervals])
    game.play([([1.0, t], 2.0 * t) for t in range(20)])
    assert intervals.account.labelled == game.ledger.labelled == 20
    plot_intervals(intervals, tmp_path / "p.svg")
    first = (tmp_path / "p.svg").read_bytes()
    plot_intervals(intervals, tmp_path / "p.svg")
    assert (tmp_path / "p.svg").read_bytes() == first
