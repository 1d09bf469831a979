"""A certificate names a round by its number, whatever became of the rounds before."""

from __future__ import annotations

import pytest

from littlestone import EWA, AdaHedge, AggregatingAlgorithm, Game


@pytest.mark.parametrize(
    ("learner", "rounds", "which", "words"),
    [
        (AggregatingAlgorithm(), [{"a": 0.1, "b": 0.2}, {"a": 0.1, "b": 5.0}], 0, "of round 5 did not lie"),
        (EWA(eta=5.0), [{"a": 1.0, "b": 1.0}, {"a": 0.0, "b": 1.0}], 0, "in round 5 the mean paid"),
        (AdaHedge(), [{"a": 0.1, "b": 0.2}, {"a": 0.1, "b": 0.2, "c": 1.0}], 1, "came in round 5"),
    ],
    ids=["aa", "ewa", "adahedge"],
)
def test_forgotten_rounds_are_counted_where_a_premise_broke(learner, rounds, which, words):
    game = Game(learner, loss="square")
    for _ in range(3):
        game.forget(game.predict({"a": 0.5, "b": 0.5}).number)
    for advice in rounds:
        game.label(game.predict(advice).number, 1.0)
    assert words in game.ledger.certificates[which].broken
