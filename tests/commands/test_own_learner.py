"""A learner of the user's own on the command line, as MODULE:CLASS."""

from __future__ import annotations

import json
import sys

import pytest
from drawn_streams import commands

from littlestone import Game, RowLearner, Standardised, load, save
from littlestone.errors import StateError

MODULE = '''
from littlestone import LinearLearner, Perceptron as Theirs
from littlestone.experts.hedge import Hedge


class Steps(LinearLearner):
    """A step of one size on every mistake."""

    def __init__(self, *, size: float = 1.0, way: str = "up") -> None:
        super().__init__()
        self.size, self.way = size, way

    def parameters(self):
        return {"size": self.size, "way": self.way}

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            self.add(x, self.size * y)
            self.updates += 1


class Needy(Steps):
    def __init__(self, size):
        super().__init__(size=size)


class Outer:
    class Inner(Steps):
        name = "inner"


number = 3
'''


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("own_rules", "broken_rules", "needs_more"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    (tmp_path / "own_rules.py").write_text(MODULE)
    (tmp_path / "broken_rules.py").write_text("1 / 0\n")
    (tmp_path / "needs_more.py").write_text("import no_such_library\n")
    lines = [f"{t % 7},{t % 3},{int(t % 7 > t % 3)}\n" for t in range(200)]
    (tmp_path / "all.csv").write_text("a,b,y\n" + "".join(lines))
    (tmp_path / "one.csv").write_text("a,b,y\n" + "".join(lines[:90]))
    (tmp_path / "two.csv").write_text("a,b,y\n" + "".join(lines[90:]))
    yield tmp_path
    for name in ("own_rules", "broken_rules", "needs_more"):
        sys.modules.pop(name, None)


OWN = ("--learner", "own_rules:Steps")


def test_it_plays_and_goes_on(command, here):
    code, out, err = command("play", "all.csv", "--label", "y", *OWN, "--set", "size=0.5", "-f", "all.npz")
    assert (code, err) == (0, "")
    assert out.startswith("Steps on all.csv\n  parameters      size=0.5, way=up\n")
    command("play", "one.csv", "--label", "y", *OWN, "--set", "size=0.5", "-f", "m.npz", "--quiet")
    assert command("play", "two.csv", "-i", "m.npz", *OWN, "-f", "m.npz", "--quiet") == (0, "", "")
    steps = sys.modules["own_rules"].Steps
    whole, halves = (load(path, learner=steps) for path in ("all.npz", "m.npz"))
    assert whole.weights() == halves.weights()
    assert whole.ledger.mistakes == halves.ledger.mistakes
    code, out, _ = command("predict", "m.npz", "two.csv", *OWN, "--limit", "1")
    assert code == 0
    assert len(out.splitlines()) == 2
    code, out, _ = command("inspect", "m.npz", *OWN)
    assert code == 0
    assert "Steps in m.npz" in out


def test_one_inside_another_too(command, here):
    assert command("play", "all.csv", "--label", "y", "--standardise", *OWN, "-f", "m.npz", "--quiet") == (0, "", "")
    assert command("inspect", "m.npz", *OWN)[0] == 0
    assert command("play", "all.csv", "-i", "m.npz", *OWN)[1].startswith("Steps, standardised on all.csv")
    assert "it was played by own_rules:Steps, a learner of your own" in command("inspect", "m.npz")[2]


def test_compare_takes_them(command, here):
    names = "perceptron,own_rules:Steps,own_rules:Outer.Inner"
    code, out, err = command(
        "compare", "all.csv", "--label", "y", "--learners", names, "--set", "own_rules:Steps.size=2", "--json"
    )
    assert (code, err) == (0, "")
    found = {entry["learner"]: entry for entry in json.loads(out)["learners"]}
    assert found["own_rules:Steps"]["parameters"] == {"size": 2, "way": "up"}
    assert found["own_rules:Outer.Inner"]["parameters"] == {"size": 1.0, "way": "up"}
    assert (
        found["own_rules:Steps"]["mistakes"] == found["perceptron"]["mistakes"]
    )  # a step of any size is a Perceptron's


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no_rules:Steps", "there is no module 'no_rules', neither in this folder nor where Python looks"),
        ("own_rules.deeper:Steps", "there is no module 'own_rules.deeper'"),
        ("own_rules:Stpes", "there is no class in own_rules 'Stpes'; did you mean 'Steps'?"),
        ("own_rules:number", "own_rules:number is 3, and no learner: derive it from littlestone.RowLearner"),
        ("own_rules:Outer", "and no learner: derive it from littlestone.RowLearner"),
        ("own_rules:Hedge", "own_rules:Hedge learns from advice"),
        ("own_rules:", "MODULE:CLASS was expected"),
        (":Steps", "MODULE:CLASS was expected"),
        ("a b:c", "MODULE:CLASS was expected"),
        ("own_rules:Needy", "own_rules:Needy cannot play as it is"),
        ("broken_rules:Steps", "broken_rules cannot be imported: ZeroDivisionError: division by zero"),
        ("needs_more:Steps", "needs_more cannot be imported: No module named 'no_such_library'"),
    ],
)
def test_what_is_no_learner_is_refused_in_one_line(command, here, name, words):
    code, out, err = command("play", "all.csv", "--label", "y", "--learner", name)
    assert (code, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1


def test_a_file_imports_nothing_unasked(command, here):
    command("play", "all.csv", "--label", "y", *OWN, "-f", "m.npz", "--quiet")
    del sys.modules["own_rules"]
    (here / "own_rules.py").write_text("raise SystemExit('imported')\n")
    for words in (("play", "all.csv", "-i", "m.npz"), ("predict", "m.npz", "all.csv"), ("inspect", "m.npz")):
        code, out, err = command(*words)
        assert (code, out) == (2, "")
        assert "it was played by own_rules:Steps, a learner of your own: name it, --learner own_rules:Steps" in err
    assert "own_rules" not in sys.modules


def test_another_than_the_one_that_played_is_refused(command, here):
    command("play", "all.csv", "--label", "y", *OWN, "-f", "m.npz", "--quiet")
    command("play", "all.csv", "--label", "y", "--learner", "pa1", "-f", "pa1.npz", "--quiet")
    said = "it was played by own_rules:Steps, not by own_rules:Outer.Inner"
    assert said in command("inspect", "m.npz", "--learner", "own_rules:Outer.Inner")[2]
    assert "it was played by pa1, not by own_rules:Steps" in command("inspect", "pa1.npz", *OWN)[2]
    assert "knows its learner: leave out --learner" in command("inspect", "pa1.npz", "--learner", "pa1")[2]
    assert (
        "goes on with the settings it has: leave out --set"
        in command("play", "all.csv", "-i", "m.npz", *OWN, "--set", "size=3")[2]
    )


class Echo(RowLearner):
    """Says nothing."""

    def predict(self, x):
        return 0.0

    def learn(self, x, y, guess):
        self.updates += 1


def test_a_class_is_enough_for_load(tmp_path):
    path = tmp_path / "game.npz"
    for game in (Game(Echo()), Game(Standardised(Echo()))):
        game.label(game.predict({"a": 1.0}).number, 1)
        save(game, path)
        assert load(path, learner=Echo).ledger.mistakes == game.ledger.mistakes
        with pytest.raises(StateError, match="nothing is imported unasked"):
            load(path)


def test_who_inherits_a_theorem_and_not_its_rule_is_told_so(command, here):
    (here / "own_rules.py").write_text(MODULE.replace("Hedge\n", "Hedge\nfrom littlestone import Perceptron\n") + NEVER)
    (here / "a.csv").write_text("a,b,y\n" + "1,0,1\n0,1,-1\n" * 20)
    for words in (["play"], ["train", "--shards", "2"]):
        code, out, err = command(*words, "a.csv", "--label", "y", "--learner", "own_rules:Never")
        assert (code, "violated" in out) == (3, True)
        assert "own_rules:Never has it from the class that it derives from" in err
        assert "bug in littlestone" not in err


NEVER = """
class Never(Perceptron):
    def learn(self, x, y, guess):
        self.updates += 1
"""
