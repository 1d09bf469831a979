"""A saved game reads its examples as it was taught to: today, after a resume, and for what is only to be guessed."""

from __future__ import annotations

import csv
import json
import random

import pytest
from drawn_streams import commands


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def files(tmp_path, monkeypatch):
    """One stream in two halves: a category, a number far from zero, a date, a text, and two classes."""
    monkeypatch.chdir(tmp_path)
    draw = random.Random(1)
    rows = []
    for _ in range(400):
        delay = draw.gauss(1000, 300)
        word = draw.choice(["win", "meet", "prize"])
        bad = (delay > 1000) != (draw.random() < 0.05)
        day = f"2013-0{draw.randint(1, 9)}-1{draw.randint(0, 9)}"
        rows.append((draw.choice(["UA", "AA"]), f"{delay:.2f}", day, f"{word} me", "malignant" if bad else "benign"))
    header = ("carrier", "delay", "day", "note", "kind")
    for name, part in (("whole", rows), ("one", rows[:150]), ("two", rows[150:])):
        with (tmp_path / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows([header, *part])
    return tmp_path


def account(command, *words):
    code, out, err = command("play", *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


HOW = ("--label", "kind", "--labels", "benign,malignant", "--text", "note", "--learner", "arow")


@pytest.mark.parametrize("scale", [(), ("--scale",), ("--standardise",)])
def test_two_halves_are_the_whole(command, files, scale):
    whole = account(command, "whole.csv", *HOW, *scale)
    command("play", "one.csv", *HOW, *scale, "-f", "m.npz", "--quiet")
    halves = account(command, "two.csv", "-i", "m.npz")
    assert halves["mistakes"] == whole["mistakes"]
    assert halves["certificates"] == whole["certificates"]
    again = account(command, "two.csv", "-i", "m.npz", *HOW[:-2], *scale)  # said again, and agreed
    assert again["mistakes"] == whole["mistakes"]


def test_a_guess_does_not_depend_on_where_a_row_stands_or_on_what_is_said_again(command, files):
    command("play", "whole.csv", *HOW, "--standardise", "-f", "m.npz", "--quiet")
    rows = list(csv.DictReader(command("predict", "m.npz", "two.csv")[1].splitlines()))
    assert {row["act"] for row in rows} == {"benign", "malignant"}
    lines = (files / "two.csv").read_text().splitlines()
    (files / "last.csv").write_text("\n".join((lines[0], lines[-1])))
    for words in ((), HOW[4:6], ("--label", "kind")):
        only = list(csv.DictReader(command("predict", "m.npz", "last.csv", *words)[1].splitlines()))
        assert only[0]["guess"] == rows[-1]["guess"]
    (files / "bare.csv").write_text("\n".join(line.rpartition(",")[0] for line in (lines[0], lines[-1])))
    bare = list(csv.DictReader(command("predict", "m.npz", "bare.csv")[1].splitlines()))
    assert bare[0]["guess"] == rows[-1]["guess"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--labels", "malignant,benign"), "--labels is malignant,benign here, but benign,malignant in the saved game"),
        (("--text", "carrier"), "--text is carrier here, but note in the saved game"),
        (("--drop", "day,carrier"), "--drop is day,carrier here, but none in the saved game"),
        (("--boolean",), "--boolean is true here, but false in the saved game"),
        (("--standardise",), "the game in m.npz is played without --standardise"),
    ],
)
def test_what_is_said_otherwise_on_resume_is_an_error_that_shows_both(command, files, words, told):
    command("play", "one.csv", *HOW, "-f", "m.npz", "--quiet")
    code, _, err = command("play", "two.csv", "-i", "m.npz", *words)
    assert code == 2
    assert told in err


def test_the_positive_label_cannot_be_turned_around(command, files):
    command(
        "play", "one.csv", "--label", "kind", "--positive", "malignant", "--learner", "pa1", "-f", "m.npz", "--quiet"
    )
    code, _, err = command("play", "two.csv", "-i", "m.npz", "--positive", "benign")
    assert code == 2
    assert "--positive is benign here, but malignant in the saved game" in err
    _, out, _ = command("inspect", "m.npz")
    assert "classes         malignant is +1, benign is -1\n" in out


def test_other_formats_are_read_by_the_same_schema(command, files):
    command("play", "one.csv", *HOW, "--standardise", "-f", "m.npz", "--quiet")
    with (files / "two.csv").open() as file, (files / "two.jsonl").open("w") as out:
        for row in csv.DictReader(file):
            out.write(json.dumps({**row, "delay": float(row["delay"])}) + "\n")
    assert command("predict", "m.npz", "two.jsonl")[1] == command("predict", "m.npz", "two.csv")[1]


def test_names_past_the_limit_share_columns(command, files):
    found = account(command, "one.csv", "--label", "kind", "--positive", "malignant", "--max-names", "3")
    assert found["columns"] > 3
    assert found["names_shared"] > 300
    _, out, _ = command("play", "one.csv", "--label", "kind", "--positive", "malignant", "--max-names", "3")
    assert "3 have a column each; later ones were met" in out


def test_inspect_shows_the_schema_and_the_metrics(command, files):
    command("play", "one.csv", *HOW, "--metrics", "auc,f1", "--categorical", "carrier", "-f", "m.npz", "--quiet")
    code, out, err = command("inspect", "m.npz")
    assert (code, err) == (0, "")
    words = " ".join(out.split())
    assert "examples are read with --label kind --labels benign,malignant --categorical carrier --text note" in words
    assert "auc 0." in words
    assert "f1 0." in words
    account = json.loads(command("inspect", "m.npz", "--json")[1])
    assert account["schema"]["text"] == ["note"]
    assert set(account["metrics"]) == {"auc", "f1"}
