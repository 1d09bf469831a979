from __future__ import annotations

import numpy as np
import pytest

from littlestone import ConvexGame, FollowTheLeader, FollowTheRegularisedLeader
from littlestone.errors import BadParameter
from littlestone.natures.adversaries import FlipFlop, Opposite
from littlestone.natures.adversaries.flip_flop import Reveals


@pytest.mark.parametrize(("first", "less"), [(-1, 1.0), (0, 0.5), (1, 0.0)])
@pytest.mark.parametrize("rounds", [1, 2, 3, 100])
@pytest.mark.parametrize("domain", ["box", "ball"])
def test_the_leader_loses_every_round_but_the_first(first, less, rounds, domain):
    ledger = ConvexGame(FollowTheLeader(1, domain=domain, w1=first)).play(FlipFlop(rounds))
    assert ledger.regret == rounds - less
    assert ledger.losses.value(ledger.best) == -0.5
    assert [float(point[0]) for point in list(ledger.points)[1:]] == [(-1.0) ** (t - 1) for t in range(2, rounds + 1)]


@pytest.mark.parametrize(
    "make", [lambda: FollowTheLeader(1, domain="box", w1=1), lambda: FollowTheRegularisedLeader(1, G=1, domain="box")]
)
def test_the_opposite_lets_nobody_gain(make):
    game = ConvexGame(make())
    ledger = game.play(Opposite(64))
    paid = sum(abs(point[0]) for point in ledger.points)
    assert ledger.loss == pytest.approx(paid)
    assert ledger.regret == pytest.approx(paid + abs(np.array(ledger.revealed).sum()))
    assert ledger.regret >= 0.5 * 64**0.5


def test_a_leader_of_plus_and_minus_one_pays_everything_to_the_opposite():
    ledger = ConvexGame(FollowTheLeader(1, domain="box", w1=1)).play(Opposite(51))
    assert ledger.regret >= 51


def test_a_nature_that_reveals_says_what_it_lacks():
    with pytest.raises(NotImplementedError, match="must implement reveal"):
        list(Reveals(1).answer(1, np.zeros(1)))
    with pytest.raises(BadParameter, match="rounds"):
        FlipFlop(-1)
