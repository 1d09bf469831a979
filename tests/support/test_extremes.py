"""The least and the largest of some numbers are what Python says that they are."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from littlestone.experts.extremes import least, most

numbers = st.lists(st.floats(allow_nan=False), min_size=1, max_size=40)


@given(numbers, st.data())
def test_they_are_those_of_any_part_of_an_array(came, draw):
    start = draw.draw(st.integers(0, len(came) - 1))
    stop = draw.draw(st.integers(start + 1, len(came)))
    array = np.array(came)
    assert least(array, start, stop) == min(came[start:stop])
    assert most(array, start, stop) == max(came[start:stop])
