from __future__ import annotations

import numpy as np
import pytest
from advice_tables import played, tables
from hypothesis import given, settings

from littlestone import Game, Hedge
from littlestone.errors import BadParameter, TooLarge
from littlestone.experts import as_advice
from littlestone.experts.regret import Regret
from littlestone.hindsight import best_convex, best_linear, best_switching


def recorded(rounds=40, experts=3, loss="square", **options):
    rng = np.random.default_rng(7)
    y = 1.0 + rng.random(rounds)
    advice = y[:, None] + 0.3 * rng.normal(size=(rounds, experts))
    game = Game(Hedge(eta=0.5), loss=loss, **options)
    game.play_batch(as_advice(advice, y))
    return game.ledger, y, advice


def test_regrets_are_counted_against_the_comparators_of_hindsight():
    ledger, y, advice = recorded()
    regret = ledger.regret
    assert regret.best_expert == ledger.loss - ledger.expert_losses.min()
    assert regret.convex == ledger.loss - best_convex(y, advice).loss
    assert regret.linear == ledger.loss - best_linear(y, advice).loss
    assert regret.switching(2) == ledger.loss - best_switching(y, advice, switches=2).loss
    assert regret.best_expert <= regret.convex <= regret.linear
    assert regret.best_expert == pytest.approx(regret.switching(0))
    assert regret.switching(0) <= regret.switching(1)


def test_a_comparator_is_sought_once():
    ledger, _, _ = recorded()
    regret = ledger.regret
    assert regret.comparator("convex") is regret.comparator("convex")
    assert regret.comparator("switching", switches=1) is not regret.comparator("switching", switches=2)


def test_a_comparator_is_sought_anew_when_the_game_went_on():
    ledger, y, advice = recorded()
    regret = ledger.regret
    before = regret.comparator("convex")
    game = Game(Hedge(eta=0.5), loss="square")
    game.play_batch(as_advice(advice, y))
    regret = Regret(game.ledger)
    assert regret.comparator("convex").loss == before.loss
    game.label(game.predict(advice[0]).number, y[0])
    assert regret.comparator("convex").rounds == before.rounds + 1


def test_a_game_that_was_not_kept_whole_has_no_hindsight_and_says_why():
    ledger, _, _ = recorded(rounds=40, keep=60)
    regret = ledger.regret
    assert (regret.convex, regret.linear, regret.switching(1)) == (None, None, None)
    with pytest.raises(TooLarge, match="only the first 20 of 40 rounds were kept"):
        regret.comparator("convex")
    assert "unknown against the best convex combination" in str(regret)
    assert regret.as_dict() == {"best_expert": ledger.best_regret, "convex": None, "one_switch": None}


def test_classes_are_followed_and_not_mixed():
    game = Game(Hedge(eta=0.5), loss="mistake")
    for y in (1, -1, 1, 1):
        game.label(game.predict([1, -1]).number, y)
    assert game.ledger.regret.convex is None
    assert game.ledger.regret.best_expert == pytest.approx(game.ledger.expected - 1)
    with pytest.raises(BadParameter):
        game.ledger.regret.comparator("convex")


def test_a_repr_seeks_nothing_and_shows_what_was_sought():
    ledger, _, _ = recorded()
    regret = ledger.regret
    assert repr(regret) == f"Regret(best_expert={ledger.best_regret:.6g})"
    assert not regret.found
    assert regret.convex is not None
    assert repr(regret) == f"Regret(best_expert={ledger.best_regret:.6g}, convex={regret.convex:.6g})"


def test_in_words_the_amounts_stand_below_each_other():
    ledger, _, _ = recorded()
    lines = str(ledger.regret).splitlines()
    assert len(lines) == 3
    assert len({line.index(" against ") for line in lines}) == 1
    assert lines[0].endswith(f"against the best, expert {ledger.best_expert}")


def test_before_the_first_round_there_is_no_regret():
    regret = Game(Hedge(eta=0.5), loss="square").ledger.regret
    assert regret.best_expert == 0.0
    assert regret.convex is None
    assert "regret       0 against the best expert\n" in str(regret)


@settings(deadline=None, max_examples=25)
@given(tables(rounds=12, experts=4))
def test_hindsight_never_fails_on_what_was_played(drawn):
    regret = played(*drawn).ledger.regret
    found = regret.as_dict()
    assert np.isfinite(found["best_expert"])
    if not np.isnan(drawn[1]).any():
        assert found["convex"] >= found["best_expert"] - 1e-6 * (abs(found["best_expert"]) + regret.ledger.own)
