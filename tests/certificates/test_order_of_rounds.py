"""Late labels break no theorem: in the order in which labels come, a game with delay is a game without (THEORY2, 9).

`checks.check_late_labels_are_learned_in_order` asks it of every learner.
"""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import Game, Perceptron


def test_a_perceptron_pays_for_lateness_and_its_theorem_does_not():
    rng = np.random.default_rng(3)
    u = rng.normal(size=20)
    X = rng.normal(size=(4000, 20))
    X = X[np.abs(X @ u) > 0.3 * np.linalg.norm(u)]
    game = Game(Perceptron())
    open_rounds = []
    for x in X:
        open_rounds.append((game.predict(x).number, 1 if x @ u > 0 else -1))
        if len(open_rounds) > 100:
            game.label(*open_rounds.pop(0))
    ledger, margin = game.ledger, game.ledger.certificates[0]
    assert margin.verdict == "holds"
    assert margin.paid == ledger.in_order.mistakes == ledger.updates
    assert ledger.mistakes == ledger.in_order.mistakes + ledger.lateness.mistakes
    assert ledger.lateness.mistakes > 0
    words = f"{ledger.mistakes} mistakes given = {ledger.in_order.mistakes} in order + {ledger.lateness.mistakes} for"
    assert words in str(ledger)
    account = ledger.as_dict()
    assert account["in_order"]["mistakes"] + account["lateness"]["mistakes"] == account["mistakes"]


class Counting(Perceptron):
    """A Perceptron that counts how often it is asked."""

    def __init__(self):
        super().__init__()
        self.asked = 0

    def predict(self, x):
        self.asked += 1
        return super().predict(x)


def test_a_late_label_costs_one_more_prediction_and_a_prompt_one_none():
    game = Game(Counting())
    first, second, third = (game.predict([1.0, t]) for t in range(3))
    assert game.learner.asked == 3
    game.label(first.number, -1)  # nothing was learned since it was asked
    assert game.learner.asked == 3
    game.label(third.number, -1)
    game.label(second.number, 1)
    assert game.learner.asked == 5
    for t in range(5):
        game.label(game.predict([1.0, t]).number, 1)
    assert game.learner.asked == 10


def test_a_learner_that_cannot_be_asked_again_leaves_the_round_open():
    class Fragile(Perceptron):
        broken = False

        def predict(self, x):
            if self.broken:
                raise RuntimeError("out of order")
            return super().predict(x)

    game = Game(Fragile())
    first, second = game.predict([1.0]), game.predict([2.0])
    game.label(first.number, -1)
    before = game.ledger.as_dict()
    Fragile.broken = True
    with pytest.raises(RuntimeError, match="out of order"):
        game.label(second.number, -1)
    Fragile.broken = False
    assert game.ledger.as_dict() == before
    assert list(game.open) == [second.number]
    game.label(second.number, -1)
    assert game.ledger.labelled == 2
