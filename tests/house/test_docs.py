"""The documentation is true: its code runs, and everything public has words."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import typer

from littlestone.cli import run
from littlestone.learners import BANDITS, EXPERTS, LEARNERS, POINTS

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "littlestone"
TIMES = re.compile(r"^  time {12}.*\n", re.M)  # the line of a receipt that is another one every time
SCREEN = 95  # lines of a function; parsers of files need them, hardly anything else does
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
LONG_PAGES = {  # these take seconds each
    "bandits.md",
    "choose.md",
    "client.md",
    "dimensions.md",
    "drift.md",
    "late_labels.md",
    "matrix_games.md",
    "reductions.md",
}


def test_every_long_page_is_one():
    assert {page.name for page in PAGES} >= LONG_PAGES


def blocks(page: Path, language: str = "python") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), flags=re.M | re.S)


@pytest.fixture
def in_a_terminal(monkeypatch):
    """The terminal that the pages show: 80 columns, no colours."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.system if page.name in LONG_PAGES else ()) for page in PAGES],
    ids=lambda page: page.name,
)
def test_the_code_of_every_page_runs_and_prints_what_the_page_shows(page, tmp_path, monkeypatch, capsys, in_a_terminal):
    """Python first, from the top to the end; then the commands, which work on the files that it has written."""
    monkeypatch.chdir(tmp_path)
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)  # so that what it defines can be found again, and copied
    for language, block in re.findall(r"^```(python|output)\n(.*?)^```", page.read_text(), flags=re.M | re.S):
        if language == "python":
            capsys.readouterr()
            exec(compile(block, str(page), "exec"), vars(module))
        else:
            assert capsys.readouterr().out == block
    for block in blocks(page, "console"):
        command, shown = re.fullmatch(r"\$ littlestone ([^\n]+)\n(.*)", block, re.S).groups()
        capsys.readouterr()
        assert run(command.split()) == 0
        assert capsys.readouterr().out == shown


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
    assert rule == (SOURCE / "boolean/elimination.py").read_text()
    assert types == (SOURCE / "boolean/elimination.pxd").read_text()
    assert theorem in (SOURCE / "boolean/elimination_theorems.py").read_text()
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


@pytest.mark.system
def test_the_receipt_in_the_readme_is_the_one_that_make_run_prints(capsys, in_a_terminal):
    command = re.search(r"\$\(BIN\)/littlestone (.*)", (ROOT / "Makefile").read_text())[1]
    assert run(command.split()) == 0
    printed, readme = (TIMES.sub("", text) for text in (capsys.readouterr().out, (ROOT / "README.md").read_text()))
    shown = next(block for block in re.findall(r"```\n(.*?)```", readme, re.S) if block.startswith(printed[:20]))
    parts = re.split(r"^ *\.\.\.\n", shown, flags=re.M)  # three dots stand for lines that are left out
    assert len(parts) > 1
    at = 0
    for part in parts:
        at = printed.index(part, at) + len(part)
    assert at == len(printed)


def test_every_learner_is_in_the_changelog_and_has_formula_paper_and_doctest():
    changelog = (ROOT / "CHANGELOG.md").read_text()
    for learner in [*LEARNERS.values(), *EXPERTS.values(), *POINTS.values(), *BANDITS.values()]:
        assert f"`{learner.__name__}`" in changelog
        words = learner.__doc__ or ""
        assert re.search(r"\b(19|20)\d\d\b", words), f"{learner.__name__} names no paper"
        assert "<-" in words, f"{learner.__name__} shows no update"
        assert "certificate" in words, f"{learner.__name__}'s doctest ends in no certificate"


def without_words(path):
    """What is public in a module and has no docstring, the module itself included."""
    tree = ast.parse(path.read_text())
    public = [
        node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_")
    ]
    return [getattr(node, "name", "the module") for node in (tree, *public) if not ast.get_docstring(node)]


def test_every_module_and_every_public_class_and_function_has_words():
    silent = {str(path.relative_to(SOURCE)): without_words(path) for path in sorted(SOURCE.rglob("*.py"))}
    assert {module: names for module, names in silent.items() if names} == {}


def lines_of(function):
    """How many lines a function has below its docstring."""
    first = function.body[1 if ast.get_docstring(function) and len(function.body) > 1 else 0]
    return function.end_lineno - first.lineno + 1


def test_every_function_fits_on_one_screen():
    long = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and lines_of(node) > SCREEN:
                long[f"{path.relative_to(SOURCE)}: {node.name}"] = lines_of(node)
    assert long == {}


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
