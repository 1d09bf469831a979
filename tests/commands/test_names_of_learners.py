"""A learner has one name on the command line and in Python, and others from elsewhere; labels say what they are."""

from __future__ import annotations

import pytest
from drawn_streams import commands, strict

import littlestone
from littlestone import Committee, FTRLProximal, Standardised
from littlestone.errors import UnknownName
from littlestone.learners import LEARNERS, TABLES, find_learner, make_learner, table_name


def words_csv(labels, rounds=60):
    rows = [f"{t % 3},{t % 5},{labels[(t % 3 + t % 5) % len(labels)]}" for t in range(rounds)]
    return "\n".join(["a,b,y", *rows]) + "\n"


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.csv").write_text(words_csv(["Non", "Oui"]))
    (tmp_path / "three.csv").write_text(words_csv(["ant", "bee", "cow"]))
    (tmp_path / "numbers.csv").write_text(words_csv([f"{k}.5" for k in range(30)]))
    return tmp_path


def test_every_class_name_is_a_name():
    for kind in ("", *TABLES):
        table = LEARNERS if not kind else TABLES[kind]
        for name, learner in table.items():
            for written in (name, learner.__name__, learner.__name__.lower(), name.replace("-", "_")):
                assert find_learner(written, kind) is learner, written


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("PAI", "pa1"),
        ("PA-II", "pa2"),
        ("Standardized", "standardised"),
        ("LogisticRegression", "ftrl"),
        ("logistic", "ftrl"),
        ("SGD", "ogd"),
        ("Forest", "forest"),
        ("nobody", "nobody"),
    ],
)
def test_names_from_elsewhere(written, name):
    assert table_name(written) == name


def test_they_are_names_in_python_too():
    assert littlestone.LogisticRegression is FTRLProximal
    assert littlestone.Standardized is Standardised
    assert {"LogisticRegression", "Standardized"} <= set(littlestone.__all__)
    assert FTRLProximal().follows.name == "log"
    assert make_learner("AROW", {"r": 2.0}).r == 2.0
    assert Committee("Perceptron, Standardized/AdaGrad:eta=0.2").titles == [
        "perceptron",
        "standardised/adagrad:eta=0.2",
    ]
    with pytest.raises(UnknownName, match="did you mean 'perceptron'"):
        find_learner("perzeptron")


def account(command, *arguments):
    code, out, err = command(*arguments, "--json", "--quiet")
    assert code == 0, err
    return strict(out)


@pytest.mark.parametrize("written", ["Perceptron", "perceptron"])
def test_the_command_line_takes_them(command, files, written):
    found = account(command, "play", "two.csv", "--label", "y", "--learner", written, "--labels", "Non,Oui")
    assert found["learner"] == "perceptron"
    members = account(command, "play", "two.csv", "--label", "y", "--members", "PAI,Standardized/AROW")
    assert [one["name"] for one in members["members"]] == ["pa1", "standardised/arow"]
    compared = account(command, "compare", "two.csv", "--label", "y", "--learners", "PAI,AROW")
    assert {one["learner"] for one in compared["learners"]} == {"pa1", "arow"}


def test_labels_are_taken_for_what_they_are_whoever_plays(command, files):
    told = account(command, "play", "two.csv", "--label", "y", "--learner", "arow")
    named = account(command, "play", "two.csv", "--label", "y", "--learner", "arow", "--labels", "Non,Oui")
    assert told["mistakes"] == named["mistakes"]
    three = account(command, "play", "three.csv", "--label", "y", "--learner", "arow")
    assert (three["learner"], set(three["classes"])) == ("one-vs-rest", {"ant", "bee", "cow"})
    assert account(command, "play", "three.csv", "--label", "y", "--members", "arow,pa1")["learner"] == "committee"
    compared = account(command, "compare", "three.csv", "--label", "y", "--learners", "arow,one-vs-rest")
    assert len({one["mistakes"] for one in compared["learners"]}) == 1
    assert account(command, "compare", "two.csv", "--label", "y", "--learners", "arow")["learners"][0]["mistakes"] > 0
    numbers = account(command, "compare", "numbers.csv", "--label", "y", "--learners", "vaw,adagrad")
    assert {one["loss"]["name"] for one in numbers["learners"]} == {"square"}


def test_what_was_paid_is_drawn(command, files):
    for name in ("rates.png", "rates.svg"):
        account(command, "play", "two.csv", "--label", "y", "--learner", "arow", "--plot", name)
        assert (files / name).stat().st_size > 1000
    code, out, err = command("play", "two.csv", "--label", "y", "--plot", "rates.gif")
    assert (code, out) == (2, "")
    assert "a picture is a .png or .svg file" in err
