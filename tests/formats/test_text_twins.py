"""Compiled or interpreted, the readers of text read the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

READ = Path(__file__).with_name("twin_text.py")


def run(core: str) -> dict:
    environment = {**os.environ, "LITTLESTONE_CORE": core}
    done = subprocess.run([sys.executable, str(READ)], env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_both_cores_read_the_same_rows_numbers_and_faults():
    compiled, interpreted = run("compiled"), run("interpreted")
    assert [compiled.pop("core"), interpreted.pop("core")] == ["compiled", "interpreted"]
    assert compiled == interpreted
    assert len(compiled["read"]) > 150
    assert compiled["bad"][0] > 30
    for rows, pairs, _, bad, _ in compiled["vw"]:
        assert len(rows) > 3
        assert len(pairs) > 100
        assert bad > 10
    for rows, names, bad, _ in compiled["csv"] + compiled["json"]:
        assert len(rows) > 5
        assert len(names) > 3
        assert bad > 10
