from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from littlestone.cli import run
from littlestone.command_line import progress
from littlestone.commands import dimension as command_dimension
from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.mistake_tree import MistakeTree, check
from littlestone.concepts.tree_nodes import Leaf, Question

NINE = "# x0 a b c d\n00000\n01000\n00100\n00010\n00001\n10000\n11000\n10100\n11100\n"


@pytest.fixture
def command(capsys):
    def command(*arguments):
        code = run(["dimension", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return command


def test_the_account_has_the_dimensions_with_their_witnesses(command):
    code, out, err = command("intervals:5")
    assert (code, err) == (0, "")
    assert out.startswith("intervals:5: 16 concepts on 5 points\n")
    assert "  VC              2, shattering 0, 1\n" in out
    assert "  Littlestone     3\n" in out
    assert "  log2 |C|        4\n" in out
    assert "  randomised      1.96875 = 63/32\n" in out
    assert "a mistake tree, checked\n  1\n  |-0- 3\n" in out
    assert "duplicates" not in out


def test_nine_concepts_in_a_file_are_the_smallest_class_that_halving_is_not_optimal_on(command, tmp_path):
    path = tmp_path / "nine.txt"
    path.write_text(NINE + "00000\n")
    code, out, _ = command("--table", path, "--json")
    account = json.loads(out)
    assert code == 0
    assert (account["concepts"], account["points"], account["duplicates"]) == (9, 5, 1)
    assert (account["vc"], account["littlestone"], account["lower"], account["upper"]) == (2, 2, 2, 2)
    assert 3 < account["log2"] < 3.17
    assert (account["class"], account["interrupted"]) == (str(path), False)
    assert "1 concept occurred before" in command("--table", path)[1]


def test_a_concept_is_found_again_in_the_lines_of_the_file(command, tmp_path):
    path = tmp_path / "concepts.txt"
    text = "# a class\n\n000 # none\n0 1 0\n   \n000\n111  # all\n010\n001\n# the end\n"
    path.write_text(text)
    account = json.loads(command("--table", path, "--json")[1])
    assert account["lines"] == [[3, 6], [4, 8], [7], [9]]
    assert len(account["lines"]) == account["concepts"] == 4
    assert sum(map(len, account["lines"])) == account["concepts"] + account["duplicates"]
    written = text.splitlines()
    cls = ConceptClass.from_file(path)
    for concept, lines in enumerate(account["lines"]):
        for number in lines:
            assert "".join(written[number - 1].partition("#")[0].split()) == cls.concept_name(concept)

    def leaves(node):
        return [node["concept"]] if "concept" in node else leaves(node["zero"]) + leaves(node["one"])

    assert all(0 <= concept < len(account["lines"]) for concept in leaves(account["tree"]))


def test_a_class_that_stands_in_no_file_has_no_lines(command):
    assert json.loads(command("table:000,010,000", "--json")[1])["lines"] is None
    assert json.loads(command("intervals:3", "--json")[1])["lines"] is None


def read(node: dict) -> Question | Leaf:
    if "concept" in node:
        return Leaf(node["concept"])
    return Question(node["point"], read(node["zero"]), read(node["one"]))


def test_the_tree_in_the_json_can_be_checked_by_anyone(command):
    account = json.loads(command("conjunctions:3", "--json")[1])
    cls = ConceptClass.parse(account["class"])
    assert check(MistakeTree(cls, read(account["tree"])), cls) == account["littlestone"] == 4


def test_what_takes_too_long_is_skipped_and_says_why(command, monkeypatch):
    monkeypatch.setattr(command_dimension, "SPACES", 10)
    words = " ".join(command("intervals:8")[1].split())
    assert "randomised skipped: no end after 10 version spaces" in words
    account = json.loads(command("decision-lists:4", "--json", "--no-tree")[1])
    assert (account["randomised"], account["tree"]) == (None, None)
    assert account["skipped"] == "R is computed for up to 1,024 concepts, and here are 1,050"


def test_the_tree_is_drawn_into_files(command, tmp_path):
    svg, dot = tmp_path / "tree.svg", tmp_path / "tree.dot"
    assert command("intervals:4", "--svg", svg, "--dot", dot)[0] == 0
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    assert dot.read_text().startswith("digraph")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "give a concept class such as intervals:5, or --table FILE"),
        (["intervals:3", "--table", "x"], "one of the two"),
        (["interval:3"], "did you mean 'intervals'?"),
        (["--table", "/nowhere/at/all"], "cannot read /nowhere/at/all: No such file or directory"),
        (["intervals:3", "--no-tree", "--svg", "x.svg"], "the tree that --no-tree leaves out"),
        (["intervals:3", "--svg", "/nowhere/x.svg"], "cannot write /nowhere/x.svg: No such file or directory"),
    ],
)
def test_bad_usage_is_said_in_one_line(command, arguments, words):
    code, _, err = command(*arguments)
    assert code == 2
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_prints_what_is_proven_and_exits_130():
    searching = subprocess.Popen(
        [sys.executable, "-c", SLOWLY, "dimension", "halfspaces:4"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert searching.stderr is not None
    assert searching.stderr.readline() == "eight\n"
    searching.send_signal(signal.SIGINT)
    out, err = searching.communicate(timeout=30)
    assert (searching.returncode, err) == (130, "")
    assert "  Littlestone     from 8 to 10, then interrupted\n" in out
    assert "  VC              not known: interrupted\n" in out


SLOWLY = """
import sys, time
from littlestone.cli import run
from littlestone.commands import dimension
search = dimension.littlestone_dimension
def slowly(cls, tree, progress):
    def wait(lower, upper, seen):
        if lower == 8:
            print("eight", file=sys.stderr, flush=True)
            time.sleep(20)
    return search(cls, tree=tree, progress=wait)
dimension.littlestone_dimension = slowly
sys.exit(run(sys.argv[1:]))
"""


def test_ctrl_c_after_the_search_keeps_its_dimension(command, monkeypatch):
    def impatient(cls, progress):
        raise KeyboardInterrupt

    monkeypatch.setattr(command_dimension, "vc_dimension", impatient)
    code, out, _ = command("intervals:5", "--json")
    account = json.loads(out)
    assert (code, account["interrupted"]) == (130, True)
    assert (account["littlestone"], account["vc"], account["randomised"]) == (3, None, None)


def test_a_picture_that_was_not_drawn_is_owned_up_to(command, monkeypatch, tmp_path):
    def impatient(cls, tree, progress):
        raise KeyboardInterrupt

    monkeypatch.setattr(command_dimension, "littlestone_dimension", impatient)
    code, out, err = command("intervals:5", "--svg", tmp_path / "tree.svg")
    assert code == 130
    assert "from 0 to 4, then interrupted" in out
    assert err == "littlestone: interrupted before there was a tree to draw\n"
    assert not list(tmp_path.iterdir())


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_how_far_the_search_is(monkeypatch):
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr(progress, "EVERY", 0.0)
    with progress.saying("searching") as say:
        say("halfway there")
    assert terminal.getvalue()
