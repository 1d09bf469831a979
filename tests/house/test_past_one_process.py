"""The page on what lies past one process shows what its script computes."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


def script():
    spec = spec_from_file_location("past_one_process", ROOT / "benchmarks" / "past_one_process.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.system
def test_the_tables_of_the_page_are_those_that_are_computed():
    page = (ROOT / "docs" / "service" / "past_one_process.md").read_text()
    for name, table in script().tables().items():
        assert f"<!-- {name} -->\n{table}\n" in page


def test_loads_are_multiples_of_the_mean_and_a_table_spreads_no_worse():
    module = script()
    shares = module.popularity(0.8)
    assert abs(shares.sum() - 1.0) < 1e-9
    home = module.homes(np.random.default_rng(0), module.PROCESSES)
    hashed = module.loads(shares, home)
    placed = module.loads(shares, module.with_table(shares, home, 500))
    assert abs(hashed.mean() - 1.0) < 1e-9
    assert abs(placed.mean() - 1.0) < 1e-9
    assert placed.max() <= hashed.max() + 1e-9
    assert placed.max() >= shares[0] * module.PROCESSES - 1e-9, "no game is split"


def test_an_idle_process_answers_after_one_commit():
    module = script()
    median, _, group = module.waits(0.001, np.random.default_rng(0), 2000)
    assert abs(median - module.FSYNC - module.CPU_SINGLE) < 1e-6
    assert group < 1.01
