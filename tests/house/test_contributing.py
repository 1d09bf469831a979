"""The contributing guide, done: its learner is taken out of a copy of the sources, and put back as the guide says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text().partition("## Adding a learner, whole")[2].partition("\n## ")[0]
STEP = re.compile(r"`src/(littlestone/[\w/.]+)`[^`]*?(?:`[^`\n]+`[^`]*?)*?:\n\n```\w+\n(.*?)```", re.S)
TRY = """
from littlestone import Elimination, Game
from littlestone.checks import check_learner
from littlestone.learners import make_learner

check_learner(Elimination)
game = Game(make_learner("elimination", {"n": 3}))
game.label(game.predict([0, 1, 1]).number, -1)
print(game.ledger.certificates[0])
"""


def python(tree: Path, code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(tree), "LITTLESTONE_CORE": "interpreted"}
    return subprocess.run([sys.executable, "-c", code], env=environment, cwd=tree, capture_output=True, text=True)


def texts(tree: Path) -> dict[str, str]:
    found = [path for path in tree.rglob("*") if path.suffix in (".py", ".pyi", ".pxd")]
    return {path.relative_to(tree).as_posix(): path.read_text() for path in found}


def without(text: str, part: str) -> str:
    assert text.count(part) == 1
    return text.replace(part, "")


@pytest.fixture(scope="module")
def steps() -> dict[str, str]:
    return dict(STEP.findall(GUIDE))


@pytest.fixture
def tree(tmp_path, steps) -> Path:
    """The sources without the learner."""
    wanted = shutil.ignore_patterns("*.so", "*.c", "__pycache__")
    shutil.copytree(ROOT / "src" / "littlestone", tmp_path / "littlestone", ignore=wanted)
    for name, block in steps.items():
        text = (tmp_path / name).read_text()
        if text == block:
            (tmp_path / name).unlink()
        else:
            (tmp_path / name).write_text(without(text, block))
    return tmp_path


def test_the_learner_of_the_guide_touches_the_files_that_it_names_and_no_others(tree, steps):
    before = texts(tree)
    gone = python(tree, "import littlestone; littlestone.make_learner('elimination')")
    assert "UnknownName" in gone.stderr
    for name, block in steps.items():
        path = tree / name
        if not path.exists():
            path.write_text(block)
        elif name.endswith("learners.py"):
            path.write_text(
                path.read_text().replace("RowLearner] = Table(\n    {\n", f"RowLearner] = Table(\n    {{\n{block}")
            )
        else:
            path.write_text(path.read_text() + ("" if name.endswith(".pyi") else "\n\n") + block)
    done = python(tree, TRY)
    assert done.returncode == 0, done.stderr
    assert "holds: paid 1 of" in done.stdout
    after = texts(tree)
    assert {name for name in after if after[name] != before.get(name)} == set(steps)
    assert set(re.findall(r"`src/(littlestone/[\w/.]+)`", GUIDE)) == set(steps)
    assert "`CHANGELOG.md`" in GUIDE
