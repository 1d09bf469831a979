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


GUARANTEE = """
from littlestone import Game, MulticlassPerceptron, Perceptron, load, save
from littlestone.guarantees import ErrorChances, make_guarantee

for learner in (Perceptron(), MulticlassPerceptron()):
    game = Game(learner, guarantees=[make_guarantee("error-chances", {})])
    for t in range(200):
        move = game.predict([1.0, t % 2, t % 3])
        game.label(move.number, 1 if t % 5 else -1)
    game.predict([1.0, 1.0, 1.0])
    save(game, "game.npz")
    again = load("game.npz")
    again.label(201, 1)
    game.label(201, 1)
    assert str(again.ledger) == str(game.ledger)
    certificate = again.guarantees[0].certificates[0]
    assert (certificate.verdict, again.guarantees[0].account.labelled) == ("holds", 201), certificate
    again.guarantees[0].account.loss -= 1.0
    assert again.guarantees[0].certificates[0].verdict == "violated"
"""


def test_the_guarantee_of_the_guide_is_played_certified_and_saved(tmp_path):
    section = (ROOT / "CONTRIBUTING.md").read_text().partition("## Adding a guarantee")[2].partition("\n## ")[0]
    tree = tmp_path / "src"
    shutil.copytree(ROOT / "src", tree, ignore=shutil.ignore_patterns("*.so", "*.c", "__pycache__"))
    room = tree / "littlestone" / "guarantees"
    files = re.findall(r"^`(\w+\.py)` .*?\n\n```python\n(.*?)```", section, re.S | re.M)
    assert [name for name, _ in files] == ["error_chances.py", "error_chances_theorems.py"]
    for name, text in files:
        (room / name).write_text(text)
    with open(room / "__init__.pyi", "a") as names:
        names.write(re.search(r"```text\n(.*?)```", section, re.S)[1])
    table = room / "guarantee_table.py"
    line = "from .error_chances import ErrorChances\nfrom .intervals import Intervals\n"
    text = table.read_text().replace("from .intervals import Intervals\n", line)
    table.write_text(text.replace("Calibrated, Intervals)", "Calibrated, ErrorChances, Intervals)"))
    done = python(tree, GUARANTEE)
    assert done.returncode == 0, done.stderr
