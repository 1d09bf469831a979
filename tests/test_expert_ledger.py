from __future__ import annotations

import pytest

from littlestone import Game, Hedge


def test_a_newcomer_is_compared_from_the_round_it_first_speaks_in():
    game = Game(Hedge(eta=0.5), loss="absolute")
    game.label(game.predict({"a": 1.0, "b": 0.0}).number, 1)
    before = game.ledger.loss
    move = game.predict({"a": 1.0, "b": 0.0, "c": 0.25})
    game.label(move.number, 1)
    assert game.ledger.missed[2] == before
    assert game.ledger.expert_regrets[2] == pytest.approx((1 - move.guess) - 0.75)


def test_experts_that_come_with_the_first_round_have_missed_nothing():
    game = Game(Hedge(eta=0.5), loss="mistake")
    game.label(game.predict({"a": 1, "b": -1}).number, 1)
    assert list(game.ledger.missed) == [0.0, 0.0]
