"""The verifier proves what is so, refuses what is not, and says which is which."""

from __future__ import annotations

import ast
import json
import math
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from receipt_games import as_read, changed, found, recorded, signed
from receipt_learners import LEARNERS, NUMBERS, WEIGHTS, conjunction, disjunction, halfspace, played

from littlestone import Conjunction, Elimination, Game, LinearVAW, Perceptron, Winnow
from littlestone.bounds import DisjunctionBound, EliminationBound, MarginBound
from littlestone.cli import run
from littlestone.guarantees import Intervals
from littlestone.verify import littlestone_verify
from littlestone.verify.littlestone_verify import RULES, THEOREMS, Unreadable, log, root, verified

FILE = Path(littlestone_verify.__file__)
OF_CLASSES = {"LittlestoneDimension", "VCDimension", "WorstCase"}  # which no game has, and no bound


@pytest.mark.parametrize("weights", [None, WEIGHTS])
@pytest.mark.parametrize("name", LEARNERS)
def test_an_honest_game_is_replayed_and_its_theorems_are_proved(name, weights):
    others = ("committee", "committee, path", "committee, fresh", "pruning-tree, classes", "arow", "arow, embedded")
    if weights and (name in NUMBERS or name in others):
        return  # numbers have no classes, a committee no weight above its `heaviest`, AROW no theorem of weights
    game, rows = played(name, class_weight=weights)
    said = found(as_read(game), rows)
    assert said.pop("the receipt") == "summarised"
    assert said.pop("the run") == ("replayed" if game.learner.name in RULES else "summarised")
    verdicts = {
        type(bound).__name__: one.verdict
        for bound, one in zip(game.ledger.bounds, game.ledger.certificates, strict=True)
    }
    assert said == {name: "proved" if verdict == "holds" else "no claim" for name, verdict in verdicts.items()}
    assert "holds" in verdicts.values()


@pytest.mark.parametrize(
    ("learner", "bound", "nature"),
    [
        (Perceptron(), MarginBound(0.05), halfspace),
        (Perceptron(), MarginBound(0.1, length=2.0), halfspace),
        (Elimination(n=8), EliminationBound(k=2), disjunction),
        (Winnow(n=8), DisjunctionBound(k=2), disjunction),
    ],
)
def test_what_is_promised_is_taken_as_promised(learner, bound, nature):
    game = Game(learner, bounds=[bound])
    game.play(nature())
    assert found(as_read(game))[type(bound).__name__] == "proved"


def test_a_game_that_has_not_been_played_has_paid_nothing():
    assert set(found(as_read(Game(Perceptron()))).values()) == {"summarised", "proved"}


def test_a_receipt_without_room_for_its_evidence_says_so():
    game = Game(Perceptron(), bounds=[MarginBound(0.05)], keep=8)
    game.play(halfspace())
    receipt = as_read(game)
    assert len(receipt["evidence"]["mistakes"]["kept"]) == 2 < receipt["evidence"]["mistakes"]["total"]
    assert found(receipt)["MarginBound"] == "summarised"


@pytest.mark.parametrize("late", [0, 5])
@pytest.mark.parametrize("eta", [None, 0.2])
def test_the_coverage_of_intervals_is_proved_from_scores_and_radii(eta, late):
    chance, waiting = Random(2), []
    game = Game(LinearVAW(), guarantees=[Intervals(0.9, eta=eta)])
    for _ in range(150):
        x = [chance.gauss(0, 1), chance.gauss(0, 1)]
        waiting.append((game.predict(x).number, x[0] + 0.5 * chance.gauss(0, 1)))
        if len(waiting) > late:
            game.label(*waiting.pop(chance.randrange(len(waiting))))
    receipt = as_read(game)
    place = next(k for k, each in enumerate(receipt["certificates"]) if each["theorem"] == "CoverageBound")
    assert found(receipt)["CoverageBound"] == "proved"
    for name, to in (("alpha", "0x1p-1"), ("start", "9"), ("step", "7")):
        assert found(changed(receipt, "certificates", place, "witness", name, to=to))["CoverageBound"] == "refused"
    cut = changed(receipt, "certificates", place, "witness", to={})
    assert found(cut)["CoverageBound"] == "summarised"
    if eta:
        forged = changed(receipt, "certificates", place, "witness", "rounds", 7, to="0 5 0")
        assert found(forged)["CoverageBound"] == "refused"


def test_late_labels_are_proved_in_order():
    game, rows = recorded(Game(Perceptron()))
    moves = []
    for x, y in [([1.0, 0.0], 1), ([0.0, 1.0], -1), ([1.0, -1.0], 1), ([-1.0, 1.0], -1)] * 5:
        moves.append((game.predict(x), y))
        if len(moves) > 3:
            move, truth = moves.pop(0)
            game.label(move.number, truth)
    receipt = as_read(game)
    assert receipt["account"]["given"] != receipt["account"]["in_order"]
    assert set(found(receipt, rows).values()) == {"summarised", "replayed", "proved"}


def test_a_game_that_goes_on_is_witnessed_and_not_replayed():
    game = Game(Perceptron())
    game.play(halfspace())
    game, rows = recorded(game)
    game.play(halfspace())
    said = verified(as_read(game), iter(rows.getvalue().splitlines(keepends=True)))
    assert [each.what for each in said] == ["summarised", "summarised", "proved", "proved"]
    assert "they begin after 120 rounds" in said[1].words


# What is not so.


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("account", "rounds"), 3),
        (("account", "in_order", "mistakes"), lambda mistakes: mistakes - 1),
        (("account", "in_order", "mistakes"), 10_000),
        (("account", "in_order", "loss"), "3"),
        (("account", "in_order", "expected"), "3"),
        (("account", "given", "mistakes"), lambda mistakes: mistakes + 1),
        (("evidence", "mistakes", "total"), lambda total: total - 1),
        (("evidence", "mistakes", "kept", 0), lambda line: "9999" + line[line.index(" ") :]),
        (("evidence", "mistakes", "kept"), lambda lines: [*lines, lines[0]]),
    ],
)
def test_broken_arithmetic_is_refused_by_every_receipt(path, to):
    receipt = as_read(played("perceptron")[0])
    assert found(receipt)["the receipt"] == "summarised"
    assert found(changed(receipt, *path, to=to))["the receipt"] == "refused"


def test_a_receipt_whose_hash_is_another_is_refused():
    receipt = as_read(played("perceptron")[0])
    assert found({**receipt, "package": "littlestone 9"})["the receipt"] == "refused"
    assert found(signed({**receipt, "package": "littlestone 9"}))["the receipt"] == "summarised"


def shrunk(allowed):
    return "1"


def grown(allowed):
    return "1000000"


def less(paid):
    return str(int(paid) - 1)


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(("name", "to"), [("allowed", shrunk), ("allowed", grown), ("paid", less)])
def test_both_sides_have_to_be_what_the_evidence_says(place, name, to):
    receipt = as_read(played("perceptron")[0])
    forged = changed(receipt, "certificates", place, name, to=to)
    assert found(forged)[receipt["certificates"][place]["theorem"]] == "refused"


@pytest.mark.parametrize(
    ("learner", "witness", "to"),
    [
        ("perceptron", "u", "0:1"),
        ("elimination", "formula", [0]),
        ("elimination", "formula", [0, 0]),
        ("elimination", "formula", [99]),
        ("elimination, negations", "formula", [3, 11]),
        ("conjunction", "formula", [0]),
        ("winnow", "formula", [0, 1, 2, 3, 4, 5, 6, 7]),
        ("winnow", "promotions", 3),
        ("winnow", "promotions", 5),
        ("winnow", "promotions", 20_000),
        ("decision-list", "rules", [[1, 1, 1]]),
        ("decision-list", "rules", [[-1, 0, 1]]),
        ("decision-list", "rules", [[9, 0, 1], [-1, 0, 1]]),
        ("halving", "concept", 0),
        ("halving", "concept", 99),
        ("halving", "mistakes", []),
        ("halving", "mistakes", ["1 1 1 | 3:1", "1 1 1 | 3:1"]),
        ("halving", "mistakes", ["1 1 1 | 3:1 4:1"]),
        ("halving, prior", "concept", 6),
        ("soa", "concept", 0),
        ("wma", "experts", 2),
        ("wma", "experts", 30),
        ("wma", "missed", ["0", "0"]),
        ("rwma", "experts", 30),
        ("hedge", "experts", 30),
        ("hedge", "missed", ["1", "0", "0", "0"]),
        ("committee", "own", "1"),
        ("committee", "losses", ["0", "0"]),
        ("committee", "labelled", 999),
        ("committee, votes", "losses", ["0", "0", "0"]),
        ("ogd", "inner", "1"),
        ("ogd", "w", "0:9"),
        ("ogd", "u", "0:9"),
        ("ogd, root", "updates", 7),
        ("pruning-tree", "own", "1"),
        ("pruning-tree", "past", "1"),
        ("pruning-tree", "nodes", []),
        ("pruning-tree", "nodes", ["0 -1 leaf 3 1"]),
        ("pruning-tree", "nodes", ["0 -1 other 3 0"]),
        ("pruning-tree", "nodes", ["0 -1 split 3 0"]),
        ("pruning-tree", "nodes", ["0 -1 split 3 0", "1 0 leaf 1 0", "2 1 leaf 1 0"]),
        ("pruning-tree", "nodes", ["0 -1 split 3 0", "1 0 leaf 1 0", "1 0 leaf 1 0"]),
        ("pruning-tree", "nodes", ["1 0 leaf 3 0"]),
    ],
)
def test_a_witness_has_to_be_what_it_says(learner, witness, to):
    receipt = as_read(played(learner)[0])
    theorem = receipt["certificates"][0]["theorem"]
    assert found(receipt)[theorem] == "proved"
    assert found(changed(receipt, "certificates", 0, "witness", witness, to=to))[theorem] == "refused"


def test_the_number_of_variables_is_that_of_the_settings():
    receipt = as_read(played("elimination")[0])
    assert found(changed(receipt, "game", "variables", to=9))["EliminationBound"] == "refused"
    assert found(changed(receipt, "game", "variables", to=None))["EliminationBound"] == "summarised"


def test_an_example_that_is_no_example_of_boolean_variables_is_refused():
    receipt = as_read(played("winnow")[0])
    forged = changed(receipt, "evidence", "mistakes", "kept", 0, to=lambda line: line + " 77:1")
    assert found(forged)["DisjunctionBound"] == "refused"


def test_weights_have_to_be_those_of_the_evidence():
    receipt = as_read(played("winnow", class_weight=WEIGHTS)[0])
    assert found(changed(receipt, "certificates", 0, "times", to="2"))["DisjunctionBound"] == "refused"
    assert found(changed(receipt, "certificates", 0, "times", to="3"))["DisjunctionBound"] == "refused"


def test_a_receipt_that_says_violated_is_refused():
    receipt = as_read(played("perceptron")[0])
    assert found(changed(receipt, "certificates", 0, "verdict", to="violated"))["MarginBound"] == "refused"


def test_more_paid_than_allowed_is_refused_of_a_theorem_without_a_proof_too():
    receipt = changed(as_read(played("perceptron")[0]), "certificates", 0, "theorem", to="SomeBound")
    assert found(receipt)["SomeBound"] == "summarised"
    assert found(changed(receipt, "certificates", 0, "paid", to="99"))["SomeBound"] == "refused"


RUNS = [
    ("ogd", "inner", "1"),
    ("ogd", "updates", 3),
    ("ogd", "w", "0:1"),
    ("ogd, root", "total", "0:1"),
    ("pruning-tree", "own", "1"),
    ("pruning-tree", "epochs", 7),
    ("pruning-tree, numbers", "past", "1"),
    ("pruning-tree", "nodes", ["0 -1 leaf 3 0"]),
    ("pruning-tree", "nodes", ["77 -1 leaf 3 0"]),
]


@pytest.mark.parametrize(("learner", "witness", "to"), RUNS)
def test_what_a_witness_says_of_the_run_the_run_has_to_say_too(learner, witness, to):
    game, rows = played(learner)
    receipt = as_read(game)
    assert found(receipt, rows)["the run"] == "replayed"
    assert found(changed(receipt, "certificates", 0, "witness", witness, to=to), rows)["the run"] == "refused"


@pytest.mark.parametrize(
    "change", [(1, "9 0 0 0 1 -1"), (0, "3 0 0 0 1 -1"), (-1, "90 0 0 0 1 -1"), (0, "9 0 7 9 1 -1")]
)
def test_a_tree_that_is_split_otherwise_is_found_out_by_its_run(change):
    at, line = change
    game, rows = played("pruning-tree")
    assert found(changed(as_read(game), "evidence", "splits", at, to=line), rows)["the run"] == "refused"
    assert found(changed(as_read(game), "evidence", "splits", to=None), rows)["the run"] == "summarised"


def test_a_theorem_about_another_learner_is_not_proved():
    receipt = changed(as_read(played("perceptron")[0]), "game", "learner", to="mine")
    assert found(receipt)["MarginBound"] == "summarised"


# The rows.


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r" right ", " wrong "),
        (r"^(\d+) 1 1", r"\1 -1 1"),
        (r"^(\d+) (-?1) 1 ", r"\1 \2 2 "),
        (r"^(\d+ -?1 1) \S+", r"\1 0x1.8p-9"),
        (r"\| 0:", "| 9:"),
    ],
)
def test_rows_that_were_changed_are_not_those_of_the_receipt(old, new):
    game, rows = played("perceptron")
    receipt, lines = as_read(game), rows.getvalue().splitlines(keepends=True)
    at = next(k for k, line in enumerate(lines) if k > 20 and re.search(old, line))
    lines[at] = re.sub(old, new, lines[at])
    assert verified(receipt, iter(lines))[1].what == "refused"
    assert verified(receipt, iter(lines[:-1]))[1].what == "refused"


class Eager(Perceptron):
    """Learns when it was right, too."""

    def learn(self, x, y, guess):
        self.add(x, y)


class Stubborn(Winnow):
    """Never demotes."""

    def learn(self, x, y, guess):
        if y > 0:
            super().learn(x, y, guess)


class Forgetful(Elimination):
    """Strikes nothing out."""

    def learn(self, x, y, guess):
        self.updates += guess > 0 > y


class Hasty(Conjunction):
    """Strikes out what is true."""

    def learn(self, x, y, guess):
        if guess < 0 < y:
            self.strike(x, true=True)


@pytest.mark.parametrize(
    ("learner", "nature"),
    [(Eager(), halfspace), (Stubborn(n=8), disjunction), (Forgetful(n=8), disjunction), (Hasty(n=3), conjunction)],
)
def test_a_wrong_rule_is_found_out_by_its_run(learner, nature):
    game, rows = recorded(Game(learner, bounds=[]))
    game.play(nature())
    said = verified(as_read(game), iter(rows.getvalue().splitlines(keepends=True)))[1]
    assert (said.what, "the rule says" in said.words or "mistake by its guess" in said.words) == ("refused", True)


def test_rows_of_a_rule_that_the_verifier_does_not_play_are_added_up():
    game, rows = recorded(Game(Perceptron(), loss="hinge"))
    game.play(halfspace())
    receipt = as_read(game)
    assert found(receipt, rows)["the run"] == "replayed"
    other = changed(receipt, "game", "learner", to="mine")
    assert found(other, rows)["the run"] == "summarised"
    wrong = changed(receipt, "account", "in_order", "loss", to="1")
    wrong = changed(wrong, "account", "given", "loss", to="1")
    assert found(wrong, rows)["the run"] == "refused"


# Reading.


@pytest.mark.parametrize(
    "body",
    [
        [],
        {},
        {"format": "littlestone receipt", "version": 2},
        {"format": "another", "version": 1},
    ],
)
def test_what_is_no_receipt_is_unreadable(body):
    with pytest.raises(Unreadable):
        verified(body)


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("account",), None),
        (("account", "rounds"), -1),
        (("account", "rounds"), True),
        (("account", "in_order", "loss"), "1e3"),
        (("account", "in_order", "loss"), "0x1p+9999"),
        (("game", "settings"), {}),
        (("certificates", 0, "verdict"), "fine"),
        (("certificates", 0, "paid"), None),
        (("certificates", 0, "witness", "u"), "0:1 0:2"),
        (("certificates", 0, "witness", "u"), "nonsense"),
        (("evidence", "mistakes", "kept", 0), "1 1 | 0:1"),
        (("evidence", "mistakes", "kept", 0), 7),
    ],
)
def test_a_field_that_is_not_what_the_format_says_is_unreadable(path, to):
    game, rows = played("perceptron")
    with pytest.raises(Unreadable):
        found(changed(as_read(game), *path, to=to), rows)


def test_every_square_root_and_logarithm_lies_between_its_bounds():
    for n, d in [(1, 1), (2, 1), (1, 3), (9, 4), (10**30, 7), (7, 10**30)]:
        number = Fraction(n, d)
        there = root(number)
        assert there.lo**2 <= number <= there.hi**2
        assert there.hi - there.lo <= there.hi / 2**100
        between = log(number)
        assert between.lo <= between.hi
        assert float(between.lo) == pytest.approx(math.log(number), rel=1e-14, abs=1e-15)
    assert root(Fraction(9, 4)).lo == root(Fraction(9, 4)).hi == Fraction(3, 2)


# The file.


def test_it_imports_nothing_but_the_standard_library():
    tree = ast.parse(FILE.read_text())
    imported = {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert {name.split(".")[0] for name in imported} <= set(sys.stdlib_module_names)


def test_it_is_short_enough_to_be_read():
    """Arithmetic, format and verdicts are 500 lines at most, each theorem 40; each has statement and paper."""
    lines, tree = FILE.read_text().split("\n"), ast.parse(FILE.read_text())
    start = next(k for k, line in enumerate(lines) if line.startswith("# Theorems"))
    stop = next(k for k, line in enumerate(lines) if line.startswith("# Verdicts"))
    assert len(lines) - (stop - start) <= 500
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and start < node.lineno < stop:
            assert node.end_lineno - node.lineno < 40, node.name
    for name, theorem in THEOREMS.items():
        assert re.search(r"\b(1[789]|20)\d\d\b", theorem.check.__doc__), name
        assert "hecked" in theorem.check.__doc__, name
    assert all(kind.__doc__ for kind in RULES.values())


def test_every_theorem_that_it_knows_is_one_of_the_package_and_in_the_docs():
    from littlestone import bounds

    page = (FILE.parents[3] / "docs" / "receipt_format.md").read_text()
    for name in bounds.__all__:
        assert not name.endswith("Bound") or f"`{name}`" in page, f"{name} is neither proved nor named as summarised"
    for name in THEOREMS:
        assert name in OF_CLASSES or getattr(bounds, name).witness
        assert f"`{name}`" in page


def test_the_program_runs_without_the_package_and_as_a_command(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("data.csv").write_text("a,b,y\n" + "1,0,yes\n0,1,no\n" * 5)
    play = ["play", "data.csv", "--label", "y", "--learner", "perceptron", "--quiet"]
    assert run([*play, "--receipt", "r.json", "--receipt-rows", "rows.txt"]) == 0
    body = json.loads(Path("r.json").read_text())
    assert body["read"]["source"][0]["name"] == "data.csv"
    assert run(["verify", "r.json", "--rows", "rows.txt"]) == 0
    alone = [sys.executable, "-I", "-S", str(FILE), "r.json"]
    done = subprocess.run([*alone, "--rows", "rows.txt"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, capsys.readouterr().out)
    Path("forged.json").write_text(json.dumps({**body, "package": "another"}))
    assert run(["verify", "forged.json"]) == 1
    assert run(["verify", "data.csv"]) == 2
    assert run(["verify", "none.json"]) == 2
    Path("bad.txt").write_text("no rows\n")
    assert run(["verify", "r.json", "--rows", "bad.txt"]) == 2
    Path("votes.csv").write_text("a,b,y\n" + "1,0,1\n0,1,0\n" * 5)
    mix = ["mix", "votes.csv", "--truth", "y", "--learner", "hedge", "--set", "gradient=false", "--quiet"]
    assert run([*mix, "--receipt", "m.json", "--receipt-rows", "m.txt"]) == 0
    Path("prices.csv").write_text("a,b\n1,2\n1.1,1.9\n1.2,2\n")
    assert run(["invest", "prices.csv", "--receipt", "i.json", "--quiet"]) == 0
    assert run(["bandit", "arms:0.4,0.6", "--rounds", "50", "--receipt", "b.json", "--quiet"]) == 0
    capsys.readouterr()
    for files in (["m.json", "--rows", "m.txt"], ["i.json"], ["b.json"]):
        assert run(["verify", *files]) == 0
    assert "replayed   the run: 10 rounds" in capsys.readouterr().out
    assert run([*play, "--receipt-rows", "rows.txt"]) == 2
    assert run([*play, "--receipt", "-"]) == 2
    assert run([*play, "--receipt", "data.csv"]) == 2


@pytest.mark.long
def test_its_own_tests_run_nearly_all_of_it(tmp_path):
    """At least 95 % of its lines, by the short forms of the tests beside this one."""
    env = {**os.environ, "COVERAGE_FILE": str(tmp_path / "coverage")}
    files = sorted(str(path) for path in Path(__file__).parent.glob("test_*.py"))
    (tmp_path / "settings").write_text("[run]\nbranch = false\n")
    of_it = [f"--rcfile={tmp_path / 'settings'}", f"--include={FILE}"]
    counted = [sys.executable, "-m", "coverage", "run", *of_it]
    subprocess.run([*counted, "-m", "pytest", "-q", "-m", "not long", "-p", "no:xdist", *files], env=env, check=True)
    report = [sys.executable, "-m", "coverage", "report", *of_it, "--format=total", "--precision=1"]
    done = subprocess.run(report, env=env, capture_output=True, text=True, check=True)
    assert float(done.stdout) >= 95.0, done.stdout
