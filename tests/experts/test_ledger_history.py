from __future__ import annotations

import numpy as np
import pytest
from advice_tables import alike, named, played, tables
from hypothesis import given, settings

from littlestone import Game, Hedge
from littlestone.experts import as_advice
from littlestone.experts.ledger_history import MOST

QUICK = settings(deadline=None, max_examples=40)


def long_game(rounds, experts=2, **options):
    rng = np.random.default_rng(3)
    game = Game(Hedge(), **{"loss": "absolute", **options})
    game.play_batch(as_advice(rng.random((rounds, experts)), rng.random(rounds)))
    return game


@QUICK
@given(tables())
def test_a_short_game_is_remembered_round_by_round(drawn):
    y, advice = drawn
    game = Game(Hedge(eta=0.5), loss="square")
    losses, regrets, totals, weights = [], [], [], []
    for truth, row in zip(y, advice, strict=True):
        game.label(game.predict(named(row)).number, truth)
        ledger = game.ledger
        losses.append(ledger.own)
        regrets.append(ledger.best_regret)
        totals.append((ledger.own - ledger.expert_regrets).tolist())
        weights.append(ledger.learner.weights.tolist())
    history = game.ledger._history
    assert history.times == list(range(1, len(y) + 1))
    assert (history.losses, history.regrets) == (losses, regrets)
    assert [each.tolist() for each in history.weights] == weights
    for seen, expected in zip(history.experts, totals, strict=True):
        assert seen == pytest.approx(expected, rel=1e-9, abs=1e-9 * losses[-1])


def test_a_long_game_is_remembered_ever_more_sparsely_and_evenly():
    for rounds in (MOST - 1, MOST, 3000, 20_000):
        history = long_game(rounds).ledger._history
        assert MOST // 2 - 1 <= len(history.times) < MOST
        assert set(np.diff(history.times)) == {history.every}
        assert rounds - history.times[-1] < history.every
        lengths = {len(each) for each in (history.losses, history.regrets, history.allowed, history.experts)}
        assert lengths == {len(history.times)} == {len(history.weights)}


def test_snapshots_stay_within_their_room():
    history = long_game(3000, experts=20, keep=2000).ledger._history
    assert sum(map(len, history.experts)) + sum(map(len, history.weights)) <= 2000
    assert len(history.times) >= 16
    assert long_game(50, experts=20, keep=600).ledger._history.times == []


def test_the_bound_is_remembered_while_its_premises_hold():
    game = Game(Hedge(small_loss=3.0), loss="absolute")
    for said in (0.5, 1.0, 5.0, 0.5):
        game.label(game.predict([said, 0.0]).number, 0.0)
    allowed = game.ledger._history.allowed
    assert np.isfinite(allowed[:2]).all()
    assert np.isnan(allowed[2:]).all(), "a theorem whose premise failed allows nothing"


def test_late_truths_are_remembered_when_they_come():
    game = Game(Hedge(eta=0.5), loss="absolute")
    first, second, third = (game.predict([0.0, 1.0]).number for _ in range(3))
    game.label(third, 1.0)
    game.forget(second)
    game.label(first, 0.0)
    history = game.ledger._history
    assert history.times == [1, 2]
    assert history.losses == [0.5, 1.0]
    assert [each.tolist() for each in history.experts] == [[1.0, 0.0], [1.0, 1.0]]
    late = game.ledger.lateness.loss
    assert late != 0
    assert history.allowed[1] == pytest.approx(game.ledger.certificates[0].allowed + late), "regret is of guesses given"


@QUICK
@given(tables())
def test_a_saved_game_remembers_the_same_and_goes_on_the_same(drawn):
    y, advice = drawn
    half = len(y) // 2
    whole = played(y, advice)
    begun = played(y[:half], advice[:half])
    resumed = Game(Hedge(eta=0.5), loss="square")
    resumed.restore(begun.state())
    for truth, row in zip(y[half:], advice[half:], strict=True):
        resumed.label(resumed.predict(named(row)).number, truth)
    assert alike(whole, resumed)
    past, again = whole.ledger._history, resumed.ledger._history
    assert [each.tolist() for each in past.experts] == [each.tolist() for each in again.experts]


def test_a_learner_that_knows_more_experts_than_spoke_is_remembered_and_saved():
    learner = Hedge(eta=0.5)
    learner.widen(7)
    game = Game(learner, loss="square")
    game.label(game.predict([1.0, 2.0]).number, 1.0)
    assert (len(game.ledger._history.experts[0]), len(game.ledger._history.weights[0])) == (2, 7)
    other = Game(Hedge(eta=0.5), loss="square")
    other.restore(game.state())
    assert alike(game, other)
