"""By how much another policy would have earned more: the intervals hold at all times, for policies that learn too."""

import numpy as np
import pytest

from littlestone import EXP3, ActionGame, EpsilonGreedy
from littlestone.errors import BadParameter, StateError
from littlestone.guarantees import PolicyAdvantage, PolicyValue

DELTA = 0.1


def run(seed, rounds=150):
    """A game whose rewards drift, beside a shadow that learns; did an interval fail, of its value or its advantage?"""
    draw = np.random.default_rng(seed)
    leader = ActionGame(EpsilonGreedy(3, epsilon=0.5), floor=0.03, seed=seed)
    shadow = ActionGame(EXP3(3), floor=0.03, seed=seed)
    value, advantage = PolicyValue(), PolicyAdvantage()
    worth = lead = 0.0
    failed = [False, False]
    for t in range(1, rounds + 1):
        means = 0.5 + 0.4 * np.sin(t / 20.0 + np.array([0.0, 2.0, 4.0]))
        move = leader.predict()
        other = shadow._open(None, None, None, drawn_by=move)
        reward = float(draw.random() < means[move.place])
        weight = float(other.guess[move.place]) / move.chance
        value.record(weight, reward)
        advantage.record(weight, reward)
        for game in (leader, shadow):
            game.reward(move.number, reward)
        worth += float(other.guess @ means)
        lead += float((other.guess - move.guess) @ means)
        if t % 5 == 0:
            low, high = value.interval(DELTA)
            failed[0] |= not low <= worth / t <= high
            failed[1] |= not advantage.lower(DELTA) <= lead / t
    return failed


@pytest.mark.parametrize("runs", [20, pytest.param(1000, marks=pytest.mark.long)])
def test_intervals_hold_at_all_times(runs):
    failed = np.array([run(seed) for seed in range(runs)]).mean(axis=0)
    assert (failed <= max(DELTA, 1.0 / runs)).all()


def test_it_is_the_difference_of_two_values_and_its_state_is_all_there_is():
    draw = np.random.default_rng(1)
    found, again = PolicyAdvantage(), PolicyAdvantage()
    pairs = [(float(w), float(r)) for w, r in zip(draw.exponential(1.0, 300), draw.random(300), strict=True)]
    for w, r in pairs:
        found.record(w, r)
    assert found.mean == pytest.approx(np.mean([(w - 1.0) * r for w, r in pairs]))
    assert found.lower(0.05) < found.mean
    again.restore(found.state())
    assert again.as_dict(0.05) == found.as_dict(0.05)
    with pytest.raises(StateError):
        again.restore({**found.state(), "for/sums": np.array([np.nan, 1.0])})
    for wrong in ((-1.0, 0.5), (1.0, 1.5), (float("nan"), 0.5), (1.0, float("nan"))):
        with pytest.raises(BadParameter):
            found.record(*wrong)
