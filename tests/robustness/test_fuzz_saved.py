"""Some mutants of saved games and of files in every run; `python tests/helpers/fuzz_saved.py` takes its time."""

from __future__ import annotations

import pytest
from fuzz_files import FILES
from fuzz_saved import SAVED
from fuzzing import fuzz


@pytest.mark.slow
@pytest.mark.parametrize("kind", [SAVED, FILES], ids=["saved games", "files"])
def test_mutants_play_on_or_are_refused_by_an_error_of_ours(kind):
    ends, failures = fuzz(kind, 160, seed=10_000_000)
    assert not failures, "\n".join(failures)
    assert ends["played"] > 20
    assert ends["refused"] > 20
