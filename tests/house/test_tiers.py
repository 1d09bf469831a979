"""The tiers of the tests: what `make test` draws, and what it leaves to `make test-system` and `make test-all`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from tiers import draw_a_share

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("asked", "drawn"), [(80, 20), (12, 5), (4, 4)])
def test_a_quick_run_draws_one_example_in_four(asked, drawn):
    seen = []

    @settings(max_examples=asked)
    @given(some.floats())
    def test(number):
        seen.append(number)

    for _ in range(2):  # of two items
        draw_a_share(test)
    test()
    assert len(seen) == drawn


def test_every_test_is_in_a_tier_that_a_command_runs():
    """`make test` leaves out what other commands run, and the newcomer's script calls those that take minutes."""
    makefile = (ROOT / "Makefile").read_text()
    left_out = re.search(r"^test:.*\n.*-m '(.*)'", makefile, re.M)[1].replace("not ", "").split(" and ")
    assert left_out == ["long", "spark", "system"]
    assert "-m 'system and not long'" in re.search(r"^test-system:.*\n(.*)", makefile, re.M)[1]
    assert "-m 'not spark'" in re.search(r"^test-all:.*\n(.*)", makefile, re.M)[1]
    assert "-m spark" in re.search(r"^test-spark:.*\n(.*)", makefile, re.M)[1]
    asked = re.findall(r"^make (\S+)$", (ROOT / ".ci" / "run").read_text(), re.M)
    assert asked == ["lint", "run", "test", "test-system", "test-spark"]
