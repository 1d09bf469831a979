"""Rounds count in the order of their decisions: so intervals hold whatever decides when a reward comes."""

import random

import pytest

from littlestone.guarantees import PolicyAdvantage, PolicyValue
from littlestone.service import closed_rounds
from littlestone.service.closed_rounds import ClosedRound, ClosedRounds

DELTA = 0.05


def failed(seed, rounds, *, in_order):
    """Was an interval ever wrong? Two actions bring 1 with chance 0.5 each; the second is told of 100 rounds later.

    Played: either, by a coin; told of: the policy that always does the first, which is worth 0.5, and no more than what
    was played.
    """
    toss = random.Random(seed)
    value, advantage, closed = PolicyValue(), PolicyAdvantage(), ClosedRounds()
    due, waiting = {}, set()
    for t in range(1, rounds + 101):
        if t <= rounds:
            place, reward = toss.randrange(2), float(toss.random() < 0.5)
            waiting.add(t)
            due.setdefault(t + 100 * place, []).append(ClosedRound(t, t, place, 0.5, reward, {}))
        for each in due.pop(t, []):
            waiting.discard(each.number)
            closed.add(each)
        for each in closed.before(min(waiting, default=rounds + 1) if in_order else rounds + 1):
            weight = 2.0 if each.place == 0 else 0.0
            value.record(weight, each.reward)
            advantage.record(weight, each.reward)
        low, high = value.interval(DELTA)
        if not low <= 0.5 <= high or advantage.better(DELTA):
            return True
    assert value.rounds == rounds
    return False


@pytest.mark.parametrize("runs", [20, pytest.param(1000, marks=pytest.mark.long)])
def test_intervals_hold_though_one_action_is_answered_late(runs):
    wrong = sum(failed(seed, 300, in_order=True) for seed in range(runs))
    assert wrong <= 2 * DELTA * runs, "the interval, and the one bound of the advantage"


def test_in_the_order_of_rewards_they_fail():
    assert sum(failed(seed, 300, in_order=False) for seed in range(20)) == 20


def test_they_come_out_in_order_and_no_more_than_so_many_wait(monkeypatch):
    closed = ClosedRounds()
    each = {k: ClosedRound(k, 2 * k, 0, 0.5, 1.0, {"second": 1.0} if k % 2 else {}) for k in range(2, 8)}
    for k in (5, 3, 7, 2, 4):
        closed.add(each[k])
    assert list(closed.before(1)) == []
    assert [found.number for found in closed.before(4)] == [2, 3]
    assert (len(closed), {found.number for found in closed}) == (3, {4, 5, 7})
    again = ClosedRounds()
    again.restore(closed.state())
    again.add(each[6])
    monkeypatch.setattr(closed_rounds, "MOST", 2)
    assert list(again.before(1)) == [each[4], each[5]]
    assert list(again.before(9)) == [each[6], each[7]]
