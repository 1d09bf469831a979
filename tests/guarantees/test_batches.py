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
from littlestone.guarantees import Alarm, AppleTasting, Calibrated, Intervals
from littlestone.guarantees.past_scores import PastScores

KINDS = {
    "tracking": lambda: Intervals(Game(LinearVAW()), 0.8, eta=0.3),
    "conformal": lambda: Intervals(Game(LinearVAW()), 0.8, window=50),
    "alarm of numbers": lambda: Alarm(Intervals(Game(LinearDescent(loss="square"))), 50.0, 0.5, largest=4.0),
    "alarm of poisson": lambda: Alarm(Game(LinearDescent(loss="poisson")), 50.0, 0.5, largest=4.0),
    "alarm of mistakes": lambda: Alarm(Game(Perceptron()), 50.0, 0.2),
    "margins": lambda: Alarm(Intervals(Game(Perceptron()), 0.7), 50.0, 0.2),
    "chances": lambda: Intervals(Game(LinearDescent(loss="log")), 0.7, eta=0.05),
    "calibrated": lambda: Intervals(Calibrated(Game(LinearDescent(loss="log")), 5), 0.7),
    "tasted": lambda: Alarm(AppleTasting(Game(Perceptron(zero="-1"))), 50.0, 0.2),
    "balanced": lambda: Alarm(Game(Perceptron(), class_weight="balanced"), 50.0, 0.2),
    "classes": lambda: Alarm(Intervals(Game(OneVsRest("ogd", loss="log")), 0.7), 50.0, 0.2),
    "0 and 1": lambda: Alarm(Game(Perceptron(), labels=(0, 1)), 50.0, 0.2),
}


def batch_for(kind, rows=400):
    rng = np.random.default_rng(7)
    x = rng.normal(size=(rows, 3))
    score = x @ [1.0, -2.0, 0.5] + rng.normal(size=rows)
    if kind in ("tracking", "conformal", "alarm of numbers"):
        y = score
    elif kind == "alarm of poisson":
        y = np.floor(np.clip(np.exp(0.3 * score), 0.0, 9.0))
    elif kind == "classes":
        y = np.digitize(score, [-1.0, 1.0]).astype(float)
    else:
        y = np.where(score > 0, 1.0, -1.0)
    y[rng.random(rows) < 0.05] = np.nan
    weights = rng.choice([0.0, 1.0, 2.0], size=rows) if kind in ("tracking", "margins") else None
    return Batch(np.arange(0, 3 * rows + 1, 3), np.tile(np.arange(3), rows), x.ravel(), 3, y, weights=weights)


def singly(game, batch):
    weights = np.asarray(batch.weights).tolist() or [None] * len(batch)
    truths = game.innermost.check_batch(batch)
    numbers = game.labels.setting() == "numbers"
    for t, (sign, weight) in enumerate(zip(np.asarray(truths).tolist(), weights, strict=True)):
        number = game.predict(batch.row(t)).number
        if sign != sign:
            game.forget(number)
        else:
            game.label(number, sign if numbers else game.labels.outside(sign), weight)


def account(game):
    found = [game.ledger.rounds, game.ledger.labelled, float(game.ledger.loss)]
    while hasattr(game, "account"):
        found.append((game.name, {name: np.asarray(value).tolist() for name, value in game.own_state().items()}))
        game = game.game
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_is_played_as_its_rows_are(kind):
    batch, whole, one = batch_for(kind), KINDS[kind](), KINDS[kind]()
    whole.play_batch(batch)
    singly(one, batch)
    assert account(whole) == account(one)
    assert not [each for each in whole.ledger.watchers if type(each).__name__ == "Follower"]
    assert whole.follows_batches == (kind not in ("calibrated", "tasted", "balanced", "classes"))
    assert {certificate.verdict for certificate in whole.certificates} <= {"holds", "open"}


def test_a_batch_that_is_wrong_changes_nothing():
    game = KINDS["margins"]()
    bad = Batch([0, 1, 2], [0, 0], [1.0, 2.0], 1, [1.0, 5.0])
    before = account(game)
    with pytest.raises(BadLabel):
        game.play_batch(bad)
    assert account(game) == before
    with pytest.raises(BadParameter, match="round by round"):
        Intervals(lambda x: 0.0).play_batch(bad)


@pytest.mark.parametrize("kind", ["tracking", "conformal", "margins", "calibrated", "tasted"])
def test_copies_go_on_alike_with_their_open_rounds(kind):
    batch, game = batch_for(kind), KINDS[kind]()
    game.play_batch(batch)
    numbers = [game.predict(batch.row(t)).number for t in range(3)]
    for twin in (deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert account(twin) == account(game)
        assert list(twin.waiting) == numbers
        twin.label(numbers[1], 1)
        assert account(twin) != account(game)


def test_an_act_of_neither_class_is_a_mistake_whatever_the_labels_are():
    """The first guess of a Perceptron is 0, which stands for no class, and not for the label 0."""
    game = Alarm(Game(Perceptron(zero="mistake"), labels=(0, 1)), 100.0, 0.1)
    game.label(game.predict([1.0, 2.0]).number, 0)
    assert game.account.total == game.ledger.mistakes == 1


def test_labels_of_the_newest_round_and_of_older_ones_in_any_order():
    game = Intervals(Game(LinearVAW()), eta=0.1)
    for number in (3, 1, 2):
        while game.ledger.rounds < 3:
            game.predict([1.0])
        game.label(number, 0.5)
    assert game.account.labelled == 3
    assert not game.waiting
    game.forget(game.predict([1.0]).number)
    assert not game.waiting


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
    mixed = Intervals(Game(Hedge(eta=0.5), loss="square"), 0.8)
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
