from __future__ import annotations

import numpy as np
import pytest

from littlestone.coin import Coin, mix


def test_the_mixer_is_splitmix64():
    # The first outputs of SplitMix64 from seed 1234567, known from other implementations.
    state, outputs = 1234567, []
    for _ in range(3):
        outputs.append(mix(state))
        state = (state + 0x9E3779B97F4A7C15) % 2**64
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_tosses_are_even_and_of_both_neighbours_independent():
    tosses = np.array([Coin(3).toss(number) for number in range(1, 20001)])
    assert ((tosses >= 0) & (tosses < 1)).all()
    counts = np.histogram(tosses, bins=20, range=(0, 1))[0]
    assert ((counts - 1000) ** 2 / 1000).sum() < 45  # chi square, 19 degrees of freedom, one in a thousand
    assert abs(np.corrcoef(tosses[1:], tosses[:-1])[0, 1]) < 0.03


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_a_toss_depends_on_seed_and_round_alone(seed):
    coin = Coin(seed)
    assert [coin.toss(number) for number in (5, 1, 5)] == [Coin(seed).toss(number) for number in (5, 1, 5)]
    assert coin.toss(1) != coin.toss(2) != Coin((seed + 1) % 2**64).toss(2)
