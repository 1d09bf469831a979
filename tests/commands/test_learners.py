"""The command `learners`: its table, and that the command which it names for a learner plays it."""

from __future__ import annotations

import json

import pytest

from littlestone.cli import run
from littlestone.commands.learners import table_of_learners
from littlestone.learners import BANDITS, EXPERTS, LEARNERS, POINTS, PORTFOLIOS

EXAMPLES = "a,b,c,y\n" + "".join(f"{i % 2},{i // 2 % 2},{i // 4 % 2},{i % 2}\n" for i in range(16))
FORECASTS = "first,second,y\n" + "".join(f"{i % 2},{i // 2 % 2},{i % 2}\n" for i in range(16))
PRICES = "IBM,Coke\n" + "".join(f"{10 + i % 2},{20 + i % 3}\n" for i in range(16))
FILES = {
    "play": (EXAMPLES, ["--label", "y"]),
    "mix": (FORECASTS, ["--truth", "y"]),
    "invest": (PRICES, []),
    "duel": ("", ["--rounds", "20"]),
    "bandit": (EXAMPLES, ["--label", "y"]),
}


def test_the_table_has_every_learner_with_its_command():
    rows = table_of_learners()
    names = [row["name"] for row in rows]
    assert names == [*LEARNERS, *EXPERTS, *POINTS, *PORTFOLIOS, *BANDITS]
    assert {row["command"].split()[1] for row in rows} == set(FILES)


@pytest.mark.parametrize("row", table_of_learners(), ids=lambda row: f"{row['kind']} {row['name']}")
def test_the_command_that_the_table_names_plays_the_learner(row, tmp_path, capsys):
    program, command, *words = row["command"].split()
    assert program == "littlestone"
    text, options = FILES[command]
    path = tmp_path / "file.csv"
    path.write_text(text)
    given = [str(path) if word == "FILE" else word for word in words]
    assert run([command, *given, *options, "--json"]) == 0
    account = json.loads(capsys.readouterr().out)
    assert account["learner"] == row["name"]


def test_the_table_is_printed_and_written_as_json(capsys):
    assert run(["learners"]) == 0
    words = capsys.readouterr().out
    assert "  played by       littlestone duel follow-the-leader --adversary flip-flop\n" in words
    assert run(["learners", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["command"] == "littlestone play FILE --learner elimination"


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        ("play - --learner hedge", "littlestone mix FILE --learner hedge"),
        ("play - --learner wma", "littlestone mix FILE --learner wma --loss mistake"),
        ("mix - --learner perceptron", "littlestone play FILE --learner perceptron"),
        ("invest - --learner follow-the-leader", "littlestone duel follow-the-leader --adversary flip-flop"),
        ("play - --learner pamr", "littlestone invest FILE --learner pamr"),
        ("play - --learner exp3", "littlestone bandit FILE --learner exp3"),
    ],
)
def test_a_learner_of_another_command_is_answered_with_that_command(arguments, command, capsys):
    assert run(arguments.split()) == 2
    assert f"is played by another command: {command}" in capsys.readouterr().err
