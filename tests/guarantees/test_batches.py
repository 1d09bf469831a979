"""A batch, a copy, the other core: guarantees come out the same, to the last bit."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
from copy import deepcopy

import numpy as np
import pytest

from littlestone import Batch, Game, Hedge, LinearDescent, LinearVAW, OneVsRest, Perceptron
from littlestone.errors import BadLabel, BadParameter
from littlestone.guarantees import Alarm, AppleTasting, Calibrated, CalibratedClasses, Intervals, Model
from littlestone.guarantees.past_scores import PastScores

KINDS = {
    "tracking": lambda: Game(LinearVAW(), guarantees=[Intervals(0.8, eta=0.3)]),
    "conformal": lambda: Game(LinearVAW(), guarantees=[Intervals(0.8, window=50)]),
    "alarm of numbers": lambda: Game(
        LinearDescent(loss="square"), guarantees=[Intervals(), Alarm(0.5, 50.0, largest=4.0)]
    ),
    "alarm of poisson": lambda: Game(LinearDescent(loss="poisson"), guarantees=[Alarm(0.5, 50.0, largest=4.0)]),
    "alarm of mistakes": lambda: Game(Perceptron(), guarantees=[Alarm(0.2, 50.0)]),
    "margins": lambda: Game(Perceptron(), guarantees=[Intervals(0.7), Alarm(0.2, 50.0)]),
    "chances": lambda: Game(LinearDescent(loss="log"), guarantees=[Intervals(0.7, eta=0.05)]),
    "calibrated": lambda: Game(LinearDescent(loss="log"), guarantees=[Calibrated(5), Intervals(0.7)]),
    "calibrated last": lambda: Game(LinearDescent(loss="log"), guarantees=[Intervals(0.7), Calibrated(5)]),
    "tasted": lambda: Game(Perceptron(zero="-1"), guarantees=[AppleTasting()]),
    "tasted and weighed": lambda: Game(Perceptron(zero="-1"), class_weight="balanced", guarantees=[AppleTasting()]),
    "balanced": lambda: Game(Perceptron(), class_weight="balanced", guarantees=[Alarm(0.2, 50.0)]),
    "classes": lambda: Game(OneVsRest("ogd", loss="log"), guarantees=[Intervals(0.7), Alarm(0.2, 50.0)]),
    "calibrated classes": lambda: Game(
        OneVsRest("ogd", loss="log"), guarantees=[CalibratedClasses(5), Intervals(0.7), Alarm(0.2, 50.0)]
    ),
    "0 and 1": lambda: Game(Perceptron(), labels=(0, 1), guarantees=[Alarm(0.2, 50.0)]),
    "a feature": lambda: Game(Perceptron(), guarantees=[Alarm(0.5, 50.0, feature=1, within=(0, 3))]),
    "two levels": lambda: Game(LinearVAW(), guarantees=[Intervals(0.5), Intervals(0.9), Alarm(0.5, 50.0, largest=4.0)]),
}


def batch_for(kind, rows=400):
    rng = np.random.default_rng(7)
    x = rng.normal(size=(rows, 3))
    score = x @ [1.0, -2.0, 0.5] + rng.normal(size=rows)
    if kind in ("tracking", "conformal", "alarm of numbers", "two levels"):
        y = score
    elif kind == "alarm of poisson":
        y = np.floor(np.clip(np.exp(0.3 * score), 0.0, 9.0))
    elif kind in ("classes", "calibrated classes"):
        y = np.digitize(score, [-1.0, 1.0]).astype(float)
    else:
        y = np.where(score > 0, 1.0, -1.0)
    y[rng.random(rows) < 0.05] = np.nan
    weights = (
        rng.choice([0.0, 1.0, 2.0], size=rows) if kind in ("tracking", "margins", "a feature", "balanced") else None
    )
    return Batch(np.arange(0, 3 * rows + 1, 3), np.tile(np.arange(3), rows), x.ravel(), 3, y, weights=weights)


def singly(game, batch):
    weights = np.asarray(batch.weights).tolist() or [None] * len(batch)
    truths = game._check_batch(batch)
    numbers = game.labels.setting() == "numbers"
    for t, (sign, weight) in enumerate(zip(np.asarray(truths).tolist(), weights, strict=True)):
        number = game.predict(batch.row(t)).number
        if sign != sign:
            game.forget(number)
        else:
            game.label(number, sign if numbers else game.labels.outside(sign), weight)


def account(game):
    """All that the game knows, its guarantees among it."""
    return {name: np.asarray(value).tolist() for name, value in game.state().items()}


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_is_played_as_its_rows_are(kind):
    batch, whole, one = batch_for(kind), KINDS[kind](), KINDS[kind]()
    whole.play_batch(batch)
    singly(one, batch)
    assert account(whole) == account(one)
    slow = (
        "calibrated",
        "calibrated last",
        "tasted",
        "tasted and weighed",
        "classes",
        "calibrated classes",
        "a feature",
    )
    assert whole._follows_batches == (kind not in slow)
    promised = [certificate for each in whole.guarantees for certificate in each.certificates]
    assert {certificate.verdict for certificate in promised} <= {"holds", "open"}
    assert whole.ledger.certificates[-len(promised) :] == promised


def test_a_batch_that_is_wrong_changes_nothing():
    game = KINDS["margins"]()
    bad = Batch([0, 1, 2], [0, 0], [1.0, 2.0], 1, [1.0, 5.0])
    before = account(game)
    with pytest.raises(BadLabel):
        game.play_batch(bad)
    assert account(game) == before
    with pytest.raises(BadParameter, match="round by round"):
        Model(lambda x: 0.0, guarantees=[Intervals()]).play_batch(bad)


@pytest.mark.parametrize(
    "kind", ["tracking", "conformal", "margins", "calibrated", "tasted", "calibrated classes", "two levels"]
)
def test_copies_go_on_alike_with_their_open_rounds(kind):
    batch, game = batch_for(kind), KINDS[kind]()
    game.play_batch(batch)
    numbers = [game.predict(batch.row(t)).number for t in range(3)]
    for twin in (deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert account(twin) == account(game)
        assert list(twin.open) == numbers
        said = [[repr(each) for each in move.said] for move in twin.open.values()]
        assert said == [[repr(each) for each in move.said] for move in game.open.values()]
        assert [move.act for move in twin.open.values()] == [move.act for move in game.open.values()]
        twin.label(numbers[1], 1)
        assert account(twin) != account(game)


def test_an_act_of_neither_class_is_a_mistake_whatever_the_labels_are():
    """The first guess of a Perceptron is 0, which stands for no class, and not for the label 0."""
    alarm = Alarm(0.1, 100.0)
    game = Game(Perceptron(zero="mistake"), labels=(0, 1), guarantees=[alarm])
    game.label(game.predict([1.0, 2.0]).number, 0)
    assert alarm.account.total == game.ledger.mistakes == 1


def test_labels_of_the_newest_round_and_of_older_ones_in_any_order():
    game = Game(LinearVAW(), guarantees=[Intervals(eta=0.1)])
    for number in (3, 1, 2):
        while game.ledger.rounds < 3:
            game.predict([1.0])
        game.label(number, 0.5)
    assert game.guarantees[0].account.labelled == 3
    assert game.guarantees[0].account.latest == 2


@pytest.mark.parametrize("most", [1, 2, 7, 100])
def test_quantiles_are_those_of_a_sorted_list(most):
    rng = np.random.default_rng(most)
    past, scores = PastScores(most), []
    for _ in range(500):
        score = float(rng.choice([rng.normal(), 0.0, 1.0]))
        past.add(score)
        scores = [*scores, score][-most:]
        assert past.times.tolist() == scores
        level = float(rng.random())
        k = int(np.ceil((len(scores) + 1) * level))
        assert past.quantile(level) == (sorted(scores)[k - 1] if k <= len(scores) else np.inf)


def digest():
    found = hashlib.sha256()
    for kind, make in KINDS.items():
        game = make()
        game.play_batch(batch_for(kind))
        found.update(repr(account(game)).encode())
    mixed = Game(Hedge(eta=0.5), loss="square", guarantees=[Intervals(0.8)])
    rng = np.random.default_rng(3)
    for _ in range(200):
        mixed.label(mixed.predict(rng.random(3)).number, float(rng.random()))
    found.update(repr(account(mixed)).encode())
    return found.hexdigest()


def test_both_cores_give_the_same_bits():
    told = []
    for core in ("", "interpreted"):
        command = [sys.executable, "-c", "import test_batches; print(test_batches.digest())"]
        env = {**os.environ, "LITTLESTONE_CORE": core} if core else {**os.environ}
        env["PYTHONPATH"] = os.pathsep.join([os.path.dirname(__file__), *filter(None, sys.path)])
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        told.append(done.stdout)
    assert told[0] == told[1]
