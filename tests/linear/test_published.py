"""Published results on a1a: the README of SOL (2017), mean online accuracy over ten shuffles, tuned.

Theirs were tuned on a grid that the README does not give; ours on powers of two, on these shuffles. The tolerance is
the spread over shuffles, about 0.005 for all of them, taken twice; PA-I and PA-II come out better here than there, by
a C below what their grid seems to have held.
"""

from __future__ import annotations

import numpy as np
import pytest
from shared_data import shared

from littlestone import (
    ALMA,
    AROW,
    CW,
    PA1,
    PA2,
    Batch,
    Game,
    LinearDescent,
    Perceptron,
    SecondOrderPerceptron,
)
from littlestone.formats.text.svmlight import SvmlightReader

SPREAD = 0.011


def shuffled(batch, seed):
    order = np.random.default_rng(seed).permutation(batch.rows)
    starts = np.asarray(batch.starts)
    entries = np.concatenate([np.arange(starts[t], starts[t + 1]) for t in order])
    return Batch(
        np.concatenate(([0], np.cumsum(starts[order + 1] - starts[order]))),
        np.asarray(batch.columns)[entries],
        np.asarray(batch.values)[entries],
        batch.width,
        np.asarray(batch.labels)[order],
    )


@pytest.fixture(scope="module")
def streams():
    (batch,) = SvmlightReader(shared("a1a") / "a1a", base=1, copy=True, chunk=1 << 20)
    assert (batch.rows, batch.width) == (1605, 119)
    return [shuffled(batch, seed) for seed in range(10)]


@pytest.mark.parametrize(
    ("make", "published", "better"),
    [
        (lambda: Perceptron(), 0.771, 0.0),
        (lambda: PA1(C=1 / 32, bias=1), 0.801, 0.01),
        (lambda: PA2(C=1 / 64), 0.791, 0.02),
        (lambda: ALMA(alpha=0.5, C=0.5), 0.809, 0.0),
        (lambda: LinearDescent(eta=0.5, rate="root"), 0.811, 0.0),
        (lambda: SecondOrderPerceptron(a=64), 0.782, 0.0),
        (lambda: CW(eta=0.9, bias=1), 0.791, 0.0),
        (lambda: AROW(r=16, covariance="full", bias=1), 0.821, 0.0),
    ],
    ids=["perceptron", "pa1", "pa2", "alma", "ogd", "sop", "cw", "arow"],
)
def test_the_online_accuracy_on_a1a_is_the_published_one(streams, make, published, better):
    accuracies = [1 - Game(make(), bounds=()).play_batch(stream).mistakes / stream.rows for stream in streams]
    assert published - SPREAD <= np.mean(accuracies) <= published + better + SPREAD
