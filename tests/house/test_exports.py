"""What the package exports: the lists, the docs, and the names of release 0.1.0."""

from __future__ import annotations

import subprocess
import sys
import warnings
from importlib import import_module
from pathlib import Path

import pytest

import littlestone
from littlestone.learners import BANDITS, EXPERTS, LEARNERS, POINTS, PORTFOLIOS
from littlestone.support.loading import ROOMS

GOLDEN = Path(__file__).parents[1] / "bits" / "golden"
OLD_NAMES = (GOLDEN / "exports_0_1_0.txt").read_text().split()
OLD_MODULES = (GOLDEN / "modules_0_1_0.txt").read_text().split()
ROOMS_WITH_NAMES = [*ROOMS, "concepts", "bandits", "experts", "guarantees", "hindsight", "metrics", "plots"]
PROTOCOL = {
    "Batch",
    "Bound",
    "Case",
    "Certificate",
    "Schema",
    "Label",
    "Learner",
    "Ledger",
    "Nature",
    "Open",
    "Row",
    "Watcher",
}
GAMES = {
    "ActionGame",
    "ActionRound",
    "ConvexGame",
    "Game",
    "InvestGame",
    "MatrixGame",
    "MatrixRound",
    "PointRound",
    "Round",
}
KINDS = {"ActionLearner", "ExpertLearner", "LinearLearner", "PointLearner", "RowLearner"}
TABLES = {"BANDITS", "EXPERTS", "LEARNERS", "POINTS", "PORTFOLIOS", "make_learner"}
VERBS = {"be_the_leader", "load", "read", "save", "__version__"}
GONE = {"littlestone.set_up"}  # inside, and dissolved
ALL_LEARNERS = [kind for table in (LEARNERS, EXPERTS, POINTS, PORTFOLIOS, BANDITS) for kind in table.values()]


def test_the_package_exports_protocol_games_learners_and_a_few_verbs_and_nothing_else():
    learners = {kind.__name__ for kind in ALL_LEARNERS}
    elsewhere = {"LogisticRegression", "Standardized"}  # names from elsewhere, of learners
    assert set(littlestone.__all__) == PROTOCOL | GAMES | KINDS | TABLES | VERBS | learners | elsewhere
    for name in littlestone.__all__:
        assert getattr(littlestone, name) is not None


def test_every_name_of_a_room_is_there():
    for room in ROOMS_WITH_NAMES:
        module = import_module(f"littlestone.{room}")
        assert module.__all__, room
        for name in module.__all__:
            assert getattr(module, name).__name__ == name


def test_the_tables_call_every_learner_by_its_name():
    for table in (LEARNERS, EXPERTS, POINTS, PORTFOLIOS, BANDITS):
        assert [kind.name for kind in table.values()] == list(table)


def test_every_theorem_of_a_learner_is_in_the_room_of_the_learner():
    rooms = {kind.__name__: (kind.__module__.split(".")[1], kind.theorems) for kind in ALL_LEARNERS}
    strangers = [
        (name, theorem.__name__)
        for name, (room, theorems) in rooms.items()
        for theorem in theorems
        if theorem.__module__.split(".")[1] != room
    ]
    assert strangers == []


def test_every_theorem_of_a_learner_is_in_the_list_of_theorems():
    bounds = import_module("littlestone.bounds")
    for kind in ALL_LEARNERS:
        for theorem in kind.theorems:
            assert getattr(bounds, theorem.__name__) is theorem


def test_the_reference_has_every_public_name_and_no_other(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "docs"))
    hooks = import_module("hooks")
    shown = {line[4:] for page in hooks.reference_pages().values() for line in page.splitlines() if line[:4] == "::: "}
    for place in ["", *ROOMS_WITH_NAMES]:
        package = import_module(f"littlestone.{place}".rstrip("."))
        for name in package.__all__:
            thing = getattr(package, name)
            if callable(thing):
                assert {f"{thing.__module__}.{thing.__name__}", thing.__module__} & shown, name


def test_a_name_of_release_0_1_0_works_and_says_where_it_went():
    for name in OLD_NAMES:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            thing = getattr(littlestone, name)
        assert thing is not None, name
        if name in littlestone.__all__:
            assert not caught, name
        else:
            (warning,) = caught
            assert warning.category is DeprecationWarning
            new = str(warning.message).split(" is now ")[1].split(";")[0]
            module, _, attribute = new.rpartition(".")
            assert getattr(import_module(module), attribute) is thing, name
            assert warning.filename == __file__


def test_modules_of_release_0_1_0_are_found_under_their_old_names():
    code = "import sys, warnings; warnings.simplefilter('ignore')\nfor name in sys.argv[1:]: __import__(name)"
    wanted = [name for name in OLD_MODULES if "facades" not in name and name not in GONE]
    done = subprocess.run([sys.executable, "-c", code, *wanted], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_module_that_has_moved_is_the_one_it_is_now():
    with pytest.warns(DeprecationWarning, match=r"littlestone.convex_game is now littlestone.convex.convex_game"):
        old = import_module("littlestone.convex_game")
    assert old.ConvexGame is littlestone.ConvexGame


def test_what_nobody_ever_exported_is_an_attribute_error():
    with pytest.raises(AttributeError):
        littlestone.Perceptorn  # noqa: B018


def test_importing_the_package_imports_neither_numpy_nor_learners():
    code = (
        "import sys, littlestone; print(*(name for name in sys.modules if name.startswith(('numpy', 'littlestone.l'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
