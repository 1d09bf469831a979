"""Arrays of one learner that are of different lengths end in an error: no loop reads or writes beyond them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from variants import VARIANTS

PROGRAM = Path(__file__).parents[1] / "helpers" / "short_arrays.py"
FIRST = list({name.split()[1]: name for name in reversed(VARIANTS) if " " in name}.values())
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_arrays_that_are_too_short_end_in_an_error(part: int) -> None:
    """In a process of its own, with memory that is filled when it is freed: a crash there is a failure here."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), *FIRST[part::PARTS]],
        env={**os.environ, "MALLOC_CHECK_": "3", "MALLOC_PERTURB_": "165"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    last = done.stdout.splitlines()[-1:]
    assert done.returncode == 0, f"{last}: {done.stderr[-600:]}"
    assert last[0].endswith("arrays were shortened")
    assert int(last[0].split()[0]) > 0
