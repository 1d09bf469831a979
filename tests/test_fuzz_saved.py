"""Some hundred mutants of saved games in every run; `python tests/fuzz_saved.py --count 100000` takes its time."""

from __future__ import annotations

import pytest
from fuzz_saved import fuzz


@pytest.mark.slow
def test_mutated_games_play_on_or_are_refused_by_an_error_of_ours():
    ends, failures = fuzz(400, seed=10_000_000, workers=1)
    assert not failures, "\n".join(failures)
    assert ends["played"] > 50
    assert ends["refused"] > 50
