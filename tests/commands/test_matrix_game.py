"""The command `matrix-game`: what it prints, what it writes as JSON, and how it fails."""

from __future__ import annotations

import io
import json
import math
import signal
import sys

import numpy as np
import pytest

from littlestone.cli import run
from littlestone.commands import matrix_game as command_matrix_game
from littlestone.matrix_games.matrix_game import MatrixGame
from littlestone.matrix_games.players import AdvicePlayer

GAME = "0,1,-1\n-1,0,1\n1,-1,0\n"


@pytest.fixture
def command(capsys):
    def command(*arguments):
        code = run(["matrix-game", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return command


@pytest.fixture
def payoff(tmp_path):
    path = tmp_path / "payoff.csv"
    path.write_text(GAME)
    return path


def test_the_account_says_between_which_numbers_the_value_lies(command, payoff):
    code, out, err = command(payoff, "--row", "hedge", "--column", "best-response", "--rounds", 1000, "--exact")
    words = " ".join(out.split())
    assert (code, err) == (0, "")
    assert f"hedge pays best-response on {payoff}" in words
    assert "game 3 rows, 3 columns; 1,000 rounds" in words
    assert "exactly 0, by linear programming" in words
    assert "allowed by what both players regret" in words
    assert "row plays 0.3" in words
    assert "teaches the value lies from -0.001 to" in words
    assert "The row player. Hedge: R <= ln(n)/eta + eta sum s^2/8, eta = 0.0468746" in words


def test_the_json_has_the_numbers_by_name(command, payoff):
    code, out, err = command(payoff, "--rounds", 500, "--json")
    account = json.loads(out)
    assert (code, err) == (0, "")
    assert account["lower"] <= 0.0 <= account["upper"]
    assert account["gap"] == pytest.approx(account["upper"] - account["lower"])
    assert account["gap"] <= account["allowed"] + 1e-9
    assert account["gap"] <= 2 * math.sqrt(math.log(3) / 1000)
    assert sum(account["row"]) == pytest.approx(1.0)
    assert sum(account["column"]) == pytest.approx(1.0)
    assert (account["rounds"], account["interrupted"]) == (500, False)
    assert [one["verdict"] for one in account["certificates"]] == ["holds", "holds", "holds"]
    assert account["players"]["row"]["certificates"][0]["verdict"] == "holds"
    assert "value" not in account


def test_players_have_settings_and_strategies_may_be_written_out(command, payoff):
    code, out, err = command(
        payoff, "--row", "eg", "--set-row", "eta=0.1", "--column", "0.2,0.3,0.5", "--rounds", 20, "--json"
    )
    account = json.loads(out)
    assert (code, err) == (0, "")
    assert account["players"]["row"]["parameters"] == {"d": 3, "eta": 0.1, "G": 1.0}
    assert account["column"] == pytest.approx([0.2, 0.3, 0.5])
    code, out, err = command(payoff, "--row", "uniform", "--column", "hedge", "--set-column", "eta=0.5", "--rounds", 9)
    assert code == 0
    assert "hedge with eta=0.5" in " ".join(out.split())


def test_a_game_comes_from_standard_input_and_from_a_single_column(command, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"3\n5\n4\n")))
    code, out, err = command("-", "--rounds", 50, "--row", "best-response", "--column", "1", "--json")
    account = json.loads(out)
    assert (code, err) == (0, "")
    assert account["lower"] == account["upper"] == 3.0


def test_many_actions_are_shown_by_the_likeliest(command, tmp_path):
    path = tmp_path / "wide.csv"
    path.write_text(";".join(map(str, range(20))) + "\n")
    code, out, _ = command(path, "--rounds", 5)
    assert code == 0
    assert "action 20 1.0000" in out
    assert "and 8 more" in " ".join(out.split())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("\n\n", "is empty"),
        ("1,2\n3\n", "line 2: 2 numbers expected"),
        ("rock,paper\n1,2\n", "line 1, cell 1: 'rock' is not a number"),
        ("1,\n2,3\n", "cell 2: '' is not a number"),
        ("1,nan\n", "row 0, column 1 has nan"),
        ("1,inf\n", "has inf"),
        ("1_0,2\n", "'1_0' is not a number"),
    ],
)
def test_a_file_that_is_no_matrix_is_refused_in_one_line(command, tmp_path, text, words):
    path = tmp_path / "bad.csv"
    path.write_text(text)
    code, out, err = command(path)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--row", "hedg"], "did you mean 'hedge'"),
        (["--row", "best-response"], "only one player"),
        (["--row", "wma"], "Hedge plays for any"),
        (["--row", "adagrad"], "simplex"),
        (["--row", "0.5,0.6,0.1"], "sum to one"),
        (["--set-row", "et=1"], "parameter of hedge 'et'"),
        (["--set-row", "eta"], "--set-row wants NAME=VALUE"),
        (["--set-row", "gradient=3"], "--set-row: gradient is true or false"),
        (["--set-row", "eta=-1"], "eta is a rate"),
        (["--set-column", "eta=1"], "nothing to set"),
        (["--rounds", "0"], "--rounds"),
    ],
)
def test_wrong_words_on_the_command_line_are_refused_in_one_line(command, payoff, arguments, words):
    code, out, err = command(payoff, *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_a_missing_file_is_an_error(command, tmp_path):
    code, _, err = command(tmp_path / "none.csv")
    assert code == 2
    assert "none.csv" in err


def test_ctrl_c_ends_between_two_rounds_and_the_account_is_printed(command, payoff, monkeypatch):
    step = MatrixGame.step

    def interrupted(game):
        if game.rounds == 6:
            signal.raise_signal(signal.SIGINT)
        return step(game)

    monkeypatch.setattr(MatrixGame, "step", interrupted)
    code, out, _ = command(payoff, "--rounds", 100, "--json")
    account = json.loads(out)
    assert (code, account["rounds"], account["interrupted"]) == (130, 7, True)
    assert account["gap"] <= account["allowed"] + 1e-9


def test_a_violated_theorem_is_reported(command, payoff, monkeypatch):
    monkeypatch.setattr(AdvicePlayer, "chances", lambda player: np.array([1.0, 0.0, 0.0]))
    code, _, err = command(payoff, "--rounds", 10, "--column", "0.2,0.3,0.5")
    assert code == 3
    assert "bug in littlestone" in err


def test_quiet_prints_nothing_and_the_bar_knows_the_bracket(command, payoff):
    assert command(payoff, "--rounds", 5, "--quiet") == (0, "", "")
    game = MatrixGame([[0, 1], [1, 0]])
    game.play(3)
    bar = command_matrix_game.BracketBar(game, None, 6, False)
    assert bar.words(0.0) == "3 rounds, value from 0.5 to 0.5"
