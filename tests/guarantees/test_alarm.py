"""Alarms: the run length that is promised, the delay, the evidence replayed, and wrong rules."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import Game, Hedge, LinearVAW, Perceptron, load, save
from littlestone.errors import BadLabel, BadParameter
from littlestone.guarantees import Alarm, Intervals, Model
from littlestone.guarantees.alarm_ledger import AlarmLedger
from littlestone.guarantees.alarm_theorems import AlarmBound
from littlestone.guarantees.doubles import Doubles


def told(ledger, values):
    """The labels at which there were alarms."""
    return [t for t, value in enumerate(values, 1) if ledger.record(t, float(value))]


def test_the_mean_run_length_is_what_was_promised():
    rng = np.random.default_rng(0)
    lengths = []
    for _ in range(400):
        ledger = AlarmLedger(500.0, 0.1)
        lengths.append(next((t for t in range(1, 10_001) if ledger.record(t, float(rng.random() < 0.1))), 10_000))
    assert np.mean(lengths) - 1.645 * np.std(lengths) / 20.0 >= 500.0


@pytest.mark.parametrize("level", [0.1, 0.12])
def test_three_times_as_many_mistakes_are_heard_soon(level):
    rng = np.random.default_rng(1)
    delays = []
    for _ in range(200):
        ledger = AlarmLedger(10_000.0, level)
        values = np.concatenate([rng.random(500) < 0.1, rng.random(1_000) < 0.3])
        heard = [t for t in told(ledger, values) if t > 500]
        delays.append(heard[0] - 500)
    assert np.median(delays) <= 80


def verdicts(ledger):
    return AlarmBound().certificate(ledger).verdict


@pytest.mark.parametrize("seed", range(5))
def test_the_evidence_is_what_the_values_make_it_at_every_moment(seed):
    rng = np.random.default_rng(seed)
    ledger = AlarmLedger(200.0, 0.2)
    for t in range(2_000):
        mean = (0.1, 0.2, 0.6, 0.0, 1.0)[t // 400]
        ledger.record(t, float(np.clip(rng.normal(mean, 0.1), 0.0, 1.0)) if seed % 2 else float(rng.random() < mean))
        if t % 50 == 0:
            assert verdicts(ledger) == "holds"
    assert ledger.alarms
    assert all(evidence >= 200.0 for _, _, evidence in ledger.alarms)


class LargerBet(AlarmLedger):
    def record(self, number, value):
        self.rates = 1.1 * np.array(self.rates) if self.labelled == 0 else self.rates
        return super().record(number, value)


class Deaf(AlarmLedger):
    """Has the evidence, and does not sound."""

    def record(self, number, value):
        kept, since, highest = list(self.kept), self.since, self.highest
        wealth = np.array(self.wealth)
        sounded = super().record(number, value)
        if sounded:
            self.alarms.pop()
            self.wealth = (1.0 + np.array(self.rates) * (value - self.level)) * (wealth + 1.0)
            self.kept, self.since, self.highest = Doubles([*kept, value]), since + 1, max(highest, self.evidence)
        return False


class NeverForgets(AlarmLedger):
    """A CUSUM that leaves out the bet begun in this round."""

    def record(self, number, value):
        if self.labelled:
            self.wealth = np.array(self.wealth) - 0.5
        return super().record(number, value)


@pytest.mark.parametrize("wrong", [LargerBet, Deaf, NeverForgets])
def test_wrong_rules_are_violated(wrong):
    rng = np.random.default_rng(3)
    found = set()
    right, other = AlarmLedger(1e4, 0.1), wrong(1e4, 0.1)
    for t in range(300):
        value = float(rng.random() < (0.1 if t < 150 else 0.5))
        right.record(t, value)
        other.record(t, value)
        found.add(verdicts(other))
        assert verdicts(right) == "holds"
    assert "violated" in found


def test_a_game_that_goes_wrong_is_heard_and_saved(tmp_path):
    rng = np.random.default_rng(4)
    x = rng.normal(size=(900, 3))
    y = np.where(x[:, 0] > 0, 1, -1)
    y[600:] = rng.choice([-1, 1], size=300)  # nothing to be learned any more

    def going_on(game, start, stop):
        for t in range(start, stop):
            game.predict(x[t])
            if t >= 5:
                game.label(t - 4, int(y[t - 5]))

    whole, first = (Game(Perceptron(), guarantees=[Alarm(0.12)]) for _ in range(2))
    going_on(whole, 0, 900)
    going_on(first, 0, 620)
    save(first, tmp_path / "g.npz")
    again = load(tmp_path / "g.npz")
    going_on(again, 620, 900)
    assert again.guarantees[0].as_dict() == whole.guarantees[0].as_dict()
    assert again.alarms == whole.alarms
    assert 600 < whole.alarms[0].round < 700
    assert "evidence" in str(whole.guarantees[0])
    assert "evidence" in str(whole.ledger)


def test_whether_it_sounded_with_the_last_label_can_be_asked():
    alarm = Alarm(0.2, 50)
    game = Game(Perceptron(), guarantees=[alarm])
    for t in range(200):
        move = game.predict([1.0, t % 3])
        before = len(game.alarms)
        game.label(move.number, -1 if move.act > 0 else 1)
        assert alarm.sounded == (len(game.alarms) > before)
        assert not alarm.sounded or game.alarms[-1].round == move.number
    assert game.alarms == alarm.account.alarms
    assert Game(Perceptron()).alarms == []


def test_errors_of_numbers_are_watched_within_intervals_too():
    rng = np.random.default_rng(5)
    alarm, intervals = Alarm(1.0, 1_000, largest=10.0), Intervals(0.9)
    game = Game(LinearVAW(), guarantees=[intervals, alarm])
    for t in range(1_500):
        x = rng.normal(size=2)
        move = game.predict(x)
        assert move.interval.low <= move.interval.high or move.interval.radius < 0
        game.label(move.number, float(x[0] + (0.5 if t < 1_000 else 6.0) * rng.normal()))
    assert all(number > 1_000 for number, _, _ in game.alarms)
    assert game.alarms
    assert intervals.account.labelled == 1_500


def test_what_is_wrong_is_said():
    for learner, settings, words in [
        (LinearVAW(), {"level": 0.1}, "largest"),
        (Perceptron(), {"level": 0.1, "largest": 2.0}, "a mistake counts 1"),
        (Perceptron(), {"level": 1.5}, "level"),
        (Perceptron(), {"level": 0.0}, "level"),
        (Perceptron(), {"level": 0.1, "run_length": 0.5}, "run_length"),
    ]:
        with pytest.raises(BadParameter, match=words):
            Game(learner, guarantees=[Alarm(**{"run_length": 100, **settings})])
    game = Game(Perceptron(), guarantees=[Alarm(0.1, 100)])
    move = game.predict([1.0])
    with pytest.raises(BadLabel):
        game.label(move.number, "maybe")
    game.label(move.number, 1)
    assert game.guarantees[0].account.labelled == 1


def minutes(rng, t):
    return float(rng.exponential(15.0 if t < 400 else 40.0))


@pytest.mark.parametrize("within", [(0, 120), (120, 0)])
def test_a_feature_is_watched_by_its_name_and_saved(within, tmp_path):
    def going_on(game, start, stop):
        for t in range(start, stop):
            delay = minutes(np.random.default_rng(t), t)
            move = game.predict({"delay": delay, "hour": t % 24, "carrier": "UA" if t % 3 else "AA"})
            game.label(move.number, 1 if delay > 30 else -1) if t % 5 else game.forget(move.number)

    def game():
        return Game(Perceptron(), guarantees=[Intervals(0.8), Alarm(20.0, 1_000, feature="delay", within=within)])

    whole, first = game(), game()
    going_on(whole, 0, 600)
    going_on(first, 0, 300)
    save(first, tmp_path / "g.npz")
    again = load(tmp_path / "g.npz")
    going_on(again, 300, 600)
    alarm = whole.guarantees[1]
    assert again.guarantees[1].as_dict() == alarm.as_dict()
    assert alarm.account.labelled == 600
    heard = [number for number, _, _ in whole.alarms]
    assert heard
    assert all(number > 400 for number in heard) if within[0] == 0 else min(heard) < 400
    assert alarm.certificates[0].verdict == "holds"


def test_features_of_categories_of_numbered_columns_and_of_models():
    def watching(feature):
        return [Alarm(0.5, 100, feature=feature, within=(0, 1))]

    category = Game(Perceptron(), guarantees=watching("carrier=UA"))
    numbered = Game(Perceptron(), guarantees=watching(1))
    model = Model(lambda x: 0.0, guarantees=watching("v"))
    for t in range(20):
        category.label(category.predict({"carrier": "UA" if t % 4 else "AA", "hour": 3}).number, 1)
        numbered.label(numbered.predict([1.0, float(t % 4 > 0) * 7.0]).number, 1)
        model.label(model.predict({"v": float(t % 4 > 0)}).number, 1.0)
    assert [game.guarantees[0].account.total for game in (category, numbered, model)] == [15.0] * 3


def test_what_is_wrong_with_a_feature_is_said():
    for settings, words in [
        ({"feature": "v"}, "within"),
        ({"feature": "v", "within": (1, 1)}, "twice"),
        ({"feature": "v", "within": (0, 1), "level": 2.0}, "between 0 and 1"),
        ({"feature": "v", "within": (0, 1), "largest": 2.0}, "leave it out"),
        ({"within": (0, 1)}, "name the feature"),
        ({"feature": 1.5, "within": (0, 1)}, "name of a column"),
    ]:
        with pytest.raises(BadParameter, match=words):
            Alarm(**{"level": 0.5, **settings})
    with pytest.raises(BadParameter, match="no names"):
        Game(Hedge(eta=0.1), loss="square", guarantees=[Alarm(0.5, feature="v", within=(0, 1))])
