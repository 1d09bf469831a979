"""The documentation is true: its code runs, and everything public has words."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import typer

from littlestone.learners.table import BANDITS, EXPERTS, LEARNERS, POINTS

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "littlestone"
TIMES = re.compile(r"^  time {12}.*\n", re.M)  # the line of a receipt that is another one every time
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


def blocks(page: Path, language: str = "python") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), flags=re.M | re.S)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_of_every_page_runs_and_prints_what_the_page_shows(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)  # so that what it defines can be found again, and copied
    for language, block in re.findall(r"^```(python|output)\n(.*?)^```", page.read_text(), flags=re.M | re.S):
        if language == "python":
            capsys.readouterr()
            exec(compile(block, str(page), "exec"), vars(module))
        else:
            assert capsys.readouterr().out == block


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "```console" in page.read_text()], ids=lambda page: page.name
)
def test_every_command_on_a_page_prints_what_the_page_shows(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {"__name__": "page"}
    for code in blocks(page):
        exec(compile(code, str(page), "exec"), scope)
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
    for block in blocks(page, "console"):
        command, shown = re.fullmatch(r"\$ littlestone ([^\n]+)\n(.*)", block, re.S).groups()
        run = [sys.executable, "-m", "littlestone", *command.split()]
        done = subprocess.run(run, capture_output=True, text=True, check=True, env=environment)
        assert done.stdout == shown


def test_every_table_of_the_benchmarks_stands_under_the_command_that_makes_it():
    text = (ROOT / "docs" / "benchmarks.md").read_text()
    parts = re.findall(
        r"^<!-- python (benchmarks/\w+\.py) --write docs/benchmarks\.md -->\n(.*?)^<!-- end -->", text, re.M | re.S
    )
    for script, part in parts:
        assert (ROOT / script).exists()
        assert "|---|" in part
    by_hand = re.sub(r"<!-- python.*?<!-- end -->", "", text, flags=re.S).partition("## Efficient, measured")[0]
    assert len(parts) == 3
    assert "|---|" not in by_hand


def test_the_contributing_guide_shows_the_files_as_they_are():
    guide = ROOT / "CONTRIBUTING.md"
    rule, theorem, check = blocks(guide)[:3]
    (types,) = blocks(guide, "cython")
    assert rule == (SOURCE / "learners/boolean/elimination.py").read_text()
    assert types == (SOURCE / "learners/boolean/elimination.pxd").read_text()
    assert theorem in (SOURCE / "bounds/elimination.py").read_text()
    exec(compile(check, "CONTRIBUTING.md", "exec"), {})


def test_the_command_of_the_contributing_guide_works(tmp_path, capsys):
    module = {"__name__": "littlestone.commands.describe", "__package__": "littlestone.commands"}
    exec(compile(blocks(ROOT / "CONTRIBUTING.md")[-1], "CONTRIBUTING.md", "exec"), module)
    path = tmp_path / "small.csv"
    path.write_text("a,b,y\n1,2,3.5\n3,4,1.5\n5,6,0.5\n")
    app = typer.Typer()
    app.command(epilog=str(module["EXAMPLES"]))(module["describe"])
    words = [str(path), "--label", "y", "--labels", "numbers", "--limit", "2", "--json"]
    assert app(args=words, standalone_mode=False) == 0
    assert json.loads(capsys.readouterr().out) == {"source": str(path), "rows": 2, "columns": 2}


def test_every_file_that_the_contributing_guide_names_is_there():
    named = re.findall(r"`((?:src|tests)/[\w/.]+)`", (ROOT / "CONTRIBUTING.md").read_text())
    assert len(named) >= 5
    for name in named:
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_every_example_runs(path):
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout


def test_the_receipt_in_the_readme_is_the_one_that_make_run_prints():
    command = re.search(r"\$\(BIN\)/littlestone (.*)", (ROOT / "Makefile").read_text())[1]
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
    run = [sys.executable, "-m", "littlestone", *command.split()]
    done = subprocess.run(run, capture_output=True, text=True, check=True, env=environment)
    printed, shown = (TIMES.sub("", text) for text in (done.stdout, (ROOT / "README.md").read_text()))
    assert printed.strip() in shown


def test_every_learner_is_in_the_changelog_and_has_formula_paper_and_doctest():
    changelog = (ROOT / "CHANGELOG.md").read_text()
    for learner in [*LEARNERS.values(), *EXPERTS.values(), *POINTS.values(), *BANDITS.values()]:
        assert f"`{learner.__name__}`" in changelog
        words = learner.__doc__ or ""
        assert re.search(r"\b(19|20)\d\d\b", words), f"{learner.__name__} names no paper"
        assert "<-" in words, f"{learner.__name__} shows no update"
        assert "certificate" in words, f"{learner.__name__}'s doctest ends in no certificate"


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_module_and_every_public_class_and_function_has_words(path):
    tree = ast.parse(path.read_text())
    assert ast.get_docstring(tree), f"{path.name} says nothing of itself"
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{node.name} in {path.name} has no docstring"


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_file_fits_in_one_reading(path):
    if path != SOURCE / "__init__.py":  # a list of names, which nobody reads through
        assert len(path.read_text().splitlines()) <= 350


def test_every_file_of_types_lies_beside_the_module_that_it_compiles():
    for path in SOURCE.rglob("*.pxd"):
        of_c = path.stem.startswith("machine_") and "cdef extern" in path.read_text()  # C for other modules, no types
        assert path.with_suffix(".py").exists() or of_c, f"{path.name} has no module"


def test_the_error_tree_in_the_docstring_is_the_tree():
    from littlestone import errors

    drawn = re.findall(r"(?:\|--|`--)\s+(\w+)", errors.__doc__)
    real = [
        name
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, errors.LittlestoneError) and kind is not errors.LittlestoneError
    ]
    assert sorted(drawn) == sorted(real)


def test_the_first_screen_of_the_readme_has_the_two_commands():
    screen = "\n".join((ROOT / "README.md").read_text().splitlines()[:30])
    assert "make run" in screen
    assert "make test" in screen
