"""The commands duel and worst-case."""

from __future__ import annotations

import json

import pytest

from littlestone.cli import run

THRESHOLDS = "table:0000,1000,1100,1110,1111"
DISJUNCTIONS = "table:0000,0011,0101,0111,variables=2"


@pytest.fixture
def command(capsys):
    def command(*arguments):
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return command


def test_duel_prints_the_rounds_the_target_and_the_certificate(command):
    code, out, err = command("duel", "halving", THRESHOLDS)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "halving against minimax, 5 concepts"
    assert lines[1].split() == ["round", "point", "guess", "label", "mistakes", "left"]
    assert lines[2].split()[:1] + lines[3].split()[-2:] == ["1", "2", "1"]
    assert "paid 2 of 2 allowed" in out
    assert "no more mistakes are possible" in " ".join(out.split())


@pytest.mark.parametrize("adversary", ["minimax", "shattered", "coin", "walk", "strongest"])
@pytest.mark.parametrize("learner", ["halving", "soa", "randomised-soa", "winnow"])
def test_every_adversary_duels_with_a_target_that_fits(command, adversary, learner):
    code, out, _ = command("duel", learner, DISJUNCTIONS, "--adversary", adversary, "--json")
    account = json.loads(out)
    assert code == 0
    labels = account["target"].split(": ")[1]
    for line in account["rounds"]:
        assert (line["label"] > 0) == (labels[int(line["point"], 2)] == "1")
    assert account["rounds"][-1]["mistakes"] == account["expected_mistakes"]
    if learner != "randomised-soa":
        assert account["mistakes"] == account["expected_mistakes"]
    if adversary in ("minimax", "strongest"):
        assert account["expected_mistakes"] >= (1 if learner == "randomised-soa" else 2)


def test_a_duel_takes_the_settings_of_the_learner(command):
    acts = [
        json.loads(command("duel", "halving", "table:0,1", "--set", f"tie={tie}", "--json")[1])["rounds"][0]["guess"]
        for tie in "01"
    ]
    assert acts == [-1, 1]


def test_worst_case_prints_the_number_and_the_game(command):
    code, out, err = command("worst-case", "winnow", "--class", DISJUNCTIONS)
    assert (code, err) == (0, "")
    assert "  mistakes        4\n" in out
    assert "holds           paid 4 of 13 allowed" in out


def test_worst_case_as_json(command):
    account = json.loads(command("worst-case", "soa", "--class", THRESHOLDS, "--json")[1])
    assert (account["mistakes"], account["bound"], account["concepts"], account["points"]) == (2, 2, 5, 4)
    assert len(account["path"]) == len(account["labels"])
    account = json.loads(command("worst-case", "randomised-soa", "--class", THRESHOLDS, "--json")[1])
    assert account["mistakes"] == account["bound"] == 1.125
    account = json.loads(command("worst-case", "soa", "--class", "table:01", "--json")[1])
    assert (account["mistakes"], account["path"]) == (0, [])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("duel halving table:01,10 --adversary minmax", "did you mean 'minimax'?"),
        ("duel havling table:01,10", "did you mean 'halving'?"),
        ("duel halving table:01,1", "concept 2 has 1 points"),
        ("duel halving table:01,12", "only 0 and 1"),
        ("duel halving table:01,10 --set tei=1", "did you mean 'tie'?"),
        ("duel halving table:011,100,variables=2", "have 4 points, not 3"),
        ("worst-case halving", "--class"),
        ("worst-case perceptron --class table:01,10 --states 1", "no end after 1 states"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(command, arguments, words):
    code, out, err = command(*arguments.split())
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert words in err
