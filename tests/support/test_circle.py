"""Points of the circle are those of the C library to within rounding, and exact where they can be."""

from __future__ import annotations

from math import cos, floor, pi, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone.features.dates import on_circle
from littlestone.natures.draws import normals


@given(st.floats(-4.0, 4.0))
def test_it_is_the_cosine_and_the_sine(turn):
    angle = 2.0 * pi * (turn - floor(turn))
    assert on_circle(turn) == pytest.approx((cos(angle), sin(angle)), abs=1e-15)


def test_quarters_are_exact():
    assert [on_circle(k / 4) for k in range(5)] == [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 0)]


def test_normal_numbers_are_fractions_of_few_digits():
    drawn = normals(np.random.default_rng(3), (50, 4))
    assert drawn.shape == (50, 4)
    assert (drawn * 2.0**40 == np.round(drawn * 2.0**40)).all()
    assert drawn == pytest.approx(np.random.default_rng(3).standard_normal((50, 4)), abs=2.0**-40)
