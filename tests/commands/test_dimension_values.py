"""`littlestone dimension --kind`: the values of classes of several labels on the command line."""

from __future__ import annotations

import json

import pytest

from littlestone.cli import run
from littlestone.commands import dimension as command_dimension
from littlestone.concepts import Labellings, check_strategy
from littlestone.concepts.exact_littlestone import Interrupted, Littlestone
from littlestone.concepts.game_values import Value, ValueInterrupted
from littlestone.concepts.strategies import Node, Strategy


@pytest.fixture
def command(capsys):
    def command(*arguments):
        code = run(["dimension", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return command


def test_all_values_of_a_class_of_several_labels_in_one_account(command):
    code, out, err = command("labellings:2,k=3")
    words = " ".join(out.split())
    assert (code, err) == (0, "")
    assert out.startswith("labellings:2: 9 concepts on 2 points, 3 labels\n")
    assert "multiclass 2 (7 positions of an adversary" in words
    assert "bandit 4 (" in words
    assert "known-sequence 2 (" in words
    assert "self-directed 2 (" in words
    assert "log2 |C| 3.17" in words


def test_one_kind_shows_how_it_is_forced(command):
    code, out, _ = command("constant-labels:1,k=3", "--kind", "bandit")
    assert code == 0
    assert "how an adversary forces 2 mistakes (bandit), checked\n  0\n  |-not 0- 0\n  |        |-not 1- 2\n" in out
    assert "how an adversary" not in command("constant-labels:1,k=3", "--kind", "bandit", "--no-tree")[1]


def node_of(positions, place, made):
    """A position read from the JSON."""
    if place not in made:
        plain = positions[place]
        answers = {
            int(point): {int(label): node_of(positions, then, made) for label, then in after.items()}
            for point, after in plain.get("answers", {}).items()
        }
        made[place] = Node(plain["forces"], answers, plain.get("concept", -1))
    return made[place]


@pytest.mark.parametrize("kind", ["multiclass", "bandit", "known-sequence", "self-directed"])
def test_the_strategy_in_the_json_can_be_checked_by_anyone(command, kind):
    account = json.loads(command("coloured-intervals:4", "--kind", kind, "--json")[1])
    cls = Labellings.parse(account["class"])
    value = account["values"][kind]
    plain = value["strategy"]
    strategy = Strategy(cls, kind, node_of(plain["positions"], 0, {}), plain["order"])
    assert check_strategy(strategy, cls) == value["value"] == value["lower"] == value["upper"]
    assert value["promises"] > 0
    assert (account["labels"], account["interrupted"]) == (3, False)


def test_a_table_of_labels_and_a_sequence_of_points(command, tmp_path):
    path = tmp_path / "labels.txt"
    path.write_text("0120\n1201\n2012\n2012\n")
    account = json.loads(command("--table", path, "--kind", "all", "--json")[1])
    assert (account["concepts"], account["duplicates"], account["lines"]) == (3, 1, [[1], [2], [3, 4]])
    assert {kind: value["value"] for kind, value in account["values"].items()} == {
        "multiclass": 1,
        "bandit": 2,
        "known-sequence": 1,
        "self-directed": 1,
    }
    assert "1 concept occurred before" in " ".join(command("--table", path, "--kind", "bandit")[1].split())
    for order, value in (("3,1,5,0,2,4,6", 3), ("0,1,2,3,4,5,6", 1), ("worst", 3), ("best", 1)):
        out = command("thresholds:7,constants=true", "--kind", "known-sequence", "--order", order)[1]
        assert f"  known-sequence  {value}  (" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["levels:3", "--kind", "bandits"], "did you mean 'bandit'?"),
        (["levels:3", "--kind", "littlestone"], "--kind multiclass"),
        (["--kind", "bandit"], "give a concept class such as labellings:3,k=4, or --table FILE"),
        (["levels:3", "--svg", "x.svg"], "of --kind littlestone"),
        (["levels:3", "--order", "0,1"], "for --kind known-sequence"),
        (["intervals:3", "--order", "0,1"], "for --kind known-sequence"),
        (["levels:3", "--kind", "known-sequence", "--order", "0,7"], "such as 0,1,2; or it is best or worst"),
    ],
)
def test_bad_usage_is_said_in_one_line(command, arguments, words):
    code, _, err = command(*arguments)
    assert code == 2
    assert words in err
    assert err.count("\n") == 1


def test_ctrl_c_prints_what_is_proven(command, monkeypatch):
    def impatient(cls, kind, **settings):
        raise ValueInterrupted(Value(kind, 3, 7))

    monkeypatch.setattr(command_dimension, "game_value", impatient)
    code, out, _ = command("levels:5")
    assert code == 130
    assert "  multiclass      from 3 to 7, then interrupted\n" in out
    assert "  bandit          not known: interrupted\n" in out


def test_what_takes_too_long_is_given_up(command, monkeypatch):
    monkeypatch.setattr(command_dimension, "game_value", lambda cls, kind, **settings: Value(kind, 2, 5))
    assert "  bandit          from 2 to 5, then given up\n" in command("levels:5", "--kind", "bandit")[1]


def test_halfspaces_over_six_variables_are_held_as_words(command, monkeypatch):
    """As over three, of which there are few."""
    monkeypatch.setattr(command_dimension, "N", 3)
    code, out, _ = command("halfspaces:6")
    assert code == 0
    assert out.splitlines()[0] == "halfspaces:6: 104 concepts on 8 points"
    assert "  VC              4, shattering 000, 001, 010, 100\n" in out
    assert "  Littlestone     6  (a mistake tree of 64 leaves checked)\n" in out
    account = json.loads(command("halfspaces:6", "--json", "--no-tree")[1])
    assert (account["littlestone"], account["vc"], account["leaves"]) == (6, 4, None)
    assert "draw no tree of halfspaces:6" in command("halfspaces:6", "--svg", "x.svg")[2]

    def impatient(n, **settings):
        raise Interrupted(Littlestone(21, 23))

    monkeypatch.setattr(command_dimension, "halfspace_dimension", impatient)
    code, out, _ = command("halfspaces:6")
    assert code == 130
    assert "  Littlestone     from 21 to 23, then interrupted\n" in out
