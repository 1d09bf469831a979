"""Late labels break no theorem: in the order in which labels come, a game with delay is a game without (THEORY2, 9)."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import EXPERTS, LEARNERS, POINTS, PORTFOLIOS, Game, Perceptron
from littlestone.checks import alike, drawn, game_of, numbers_of, ready, rounds_of
from littlestone.convex.point import PointLearner

SLOW = {"halving", "soa", "randomised-soa", "agnostic", "kernel-perceptron", "projectron", "forgetron", "universal"}
TABLE = [  # but those that are told of the guess that they gave
    kind for table in (LEARNERS, EXPERTS, POINTS, PORTFOLIOS) for kind in table.values() if kind.asked_again
]


def fresh(kind):
    return ready(lambda: kind(3) if issubclass(kind, PointLearner) else kind())


def play_with_delays(game, rounds, longest, seed):
    """Every label late by 0 to `longest` rounds, those due together in an order by chance, one in ten never told."""
    rng = np.random.default_rng(seed)
    due, told = {}, []
    for t, (x, y) in enumerate(rounds):
        move = game.predict(x)
        if rng.random() < 0.9:
            due.setdefault(t + int(rng.integers(0, longest + 1)), []).append((move.number, x, y))
        ready_now = due.pop(t, [])
        for place in rng.permutation(len(ready_now)):
            number, x, y = ready_now[place]
            game.label(number, y)
            told.append((x, y))
    for t in sorted(due)[: len(due) // 2]:  # after the last question; the other half is never told
        for number, x, y in due[t]:
            game.label(number, y)
            told.append((x, y))
    return told


@pytest.mark.parametrize("longest", [0, 3, 1000])
@pytest.mark.parametrize("kind", TABLE, ids=lambda kind: f"{kind.kind}-{kind.name}")
def test_in_the_order_of_labels_a_late_game_is_a_prompt_one(kind, longest):
    late, prompt = game_of(fresh(kind)), game_of(fresh(kind))
    rounds = rounds_of(late.learner, drawn(late.learner, rows=60 if kind.name in SLOW else 250, seed=1))
    told = play_with_delays(late, rounds, longest, 2)
    for x, y in told:
        prompt.label(prompt.predict(x).number, y)
    assert alike(late.learner, prompt.learner)
    given, paid, due = late.ledger.paid, late.ledger.in_order.paid, prompt.ledger.paid
    if late.learner.randomised:  # no coin is tossed again: only chances are counted in order
        paid, due = paid._replace(mistakes=0, loss=0.0), due._replace(mistakes=0, loss=0.0)
    assert paid == due
    lateness = late.ledger.lateness
    for name in ("loss", "expected", "mistakes"):
        total = getattr(late.ledger.in_order.paid, name) + getattr(lateness, name)
        assert abs(getattr(given, name) - total) <= 1e-9 * (1.0 + abs(getattr(given, name)))
    assert numbers_of(late.ledger.certificates) == numbers_of(prompt.ledger.certificates)
    assert "violated" not in {certificate.verdict for certificate in late.ledger.certificates}
    if longest == 0 and not any(late.ledger.lateness):
        assert late.ledger.longest_delay == 0
        assert late.ledger.in_order is late.ledger


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
