"""Predictions with the keys of their examples: tags of VW text, a column that --id names; of several files."""

from __future__ import annotations

import csv
import io

import pytest
from drawn_streams import commands


@pytest.fixture
def command(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [f"{1 if t % 3 else -1} {'2 ' if t % 2 else ''}'t{t}|a x{t % 3} |b y:{t}" for t in range(40)]
    (tmp_path / "t.vw").write_text("\n".join(lines) + "\n")
    (tmp_path / "plain.vw").write_text("1 |a x1\n-1 |a x0\n")
    (tmp_path / "d.csv").write_text("order,x,y\n" + "".join(f"o{t},{t % 3},{int(t % 3 > 0)}\n" for t in range(40)))
    return commands(capsys)


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("more", [(), ("-b", "8"), ("-q", "ab")])
def test_predictions_of_vw_text_have_its_tags(command, more):
    assert command("play", "t.vw", "--learner", "pa1", "-f", "m.npz", "--quiet", *more)[0] == 0
    code, out, _ = command("predict", "m.npz", "t.vw", "--quiet")
    assert code == 0
    assert [row["tag"] for row in rows(out)] == [f"t{t}" for t in range(40)]
    assert command("play", "t.vw", "-i", "m.npz", "-t", "-p", "p.csv", "--quiet")[0] == 0
    with open("p.csv") as file:
        tested = rows(file.read())
    assert [row["tag"] for row in tested] == [f"t{t}" for t in range(40)]
    assert [row["guess"] for row in tested] == [row["guess"] for row in rows(out)]


def test_where_there_are_no_tags_there_is_no_column(command):
    assert command("play", "t.vw", "--learner", "pa1", "-f", "m.npz", "--quiet")[0] == 0
    code, out, _ = command("predict", "m.npz", "plain.vw", "--quiet")
    assert (code, "tag" in rows(out)[0]) == (0, False)


def test_written_rounds_are_learned_as_others_are(command):
    words = ("play", "t.vw", "--learner", "pa1", "--json", "--quiet")
    assert command(*words)[1] == command(*words, "-p", "p.csv")[1]


def test_a_key_is_named_where_the_game_was_taught_without(command):
    assert command("play", "d.csv", "--label", "y", "--drop", "order", "-f", "m.npz", "--quiet")[0] == 0
    code, out, _ = command("predict", "m.npz", "d.csv", "--id", "order", "--quiet")
    assert code == 0
    assert [row["order"] for row in rows(out)] == [f"o{t}" for t in range(40)]
    plain = rows(command("predict", "m.npz", "d.csv", "--quiet")[1])
    assert [row["guess"] for row in rows(out)] == [row["guess"] for row in plain]


def test_a_key_that_the_game_learned_from_is_no_key(command):
    assert command("play", "d.csv", "--label", "y", "-f", "m.npz", "--quiet")[0] == 0
    code, _, err = command("predict", "m.npz", "d.csv", "--id", "order", "--quiet")
    assert code == 2
    assert "--id is order here" in err


def test_several_files_are_guessed_at_one_after_the_other(command):
    assert command("play", "t.vw", "--learner", "pa1", "-f", "m.npz", "--quiet")[0] == 0
    one = rows(command("predict", "m.npz", "t.vw", "--quiet")[1])
    both = rows(command("predict", "m.npz", "t.vw", "t.vw", "--quiet")[1])
    assert [row["guess"] for row in both] == 2 * [row["guess"] for row in one]
    assert [row["tag"] for row in both] == 2 * [row["tag"] for row in one]
    assert both[-1]["round"] == "80"
    assert command("predict", "m.npz")[0] == 2


@pytest.mark.parametrize("option", ["--sgd", "--ftrl", "--adaptive"])
def test_what_an_option_of_vw_is_answered_with_can_be_played(command, option):
    code, _, err = command("play", "t.vw", option)
    answer = " ".join(err.replace("|", " ").replace("│", " ").split()).partition("that learner is ")[2]
    words = answer.split()
    assert words[:1] == ["--learner"]
    assert {"--loss_function", "bias=1"} <= set(words)
    known = words[: words.index("bias=1") + 1]
    assert (code, command("play", "t.vw", *known, "--quiet")[0]) == (2, 0)
