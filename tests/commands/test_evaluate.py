"""`littlestone evaluate`."""

from __future__ import annotations

import json

import pytest

from littlestone.cli import run


@pytest.fixture
def log(tmp_path, capsys):
    emails = tmp_path / "emails.csv"
    emails.write_text("word,spam\n" + 60 * "free,1\nmeeting,0\nwin,1\nlunch,0\n")
    path, model = str(tmp_path / "log.vw"), str(tmp_path / "game.npz")
    words = ["--label", "spam", "--log", path, "--save", model, "--set", "explore=0.2", "--quiet"]
    assert run(["bandit", str(emails), *words]) == 0
    capsys.readouterr()
    return path, model


def account(capsys, *words):
    assert run(["evaluate", *words, "--json", "--quiet"]) == 0
    return json.loads(capsys.readouterr().out)


def test_what_bandit_has_logged_is_evaluated(log, capsys):
    path, model = log
    found = account(capsys, path)
    assert list(found["policies"]) == ["logged", "uniform", "always:1", "always:2"]
    assert (found["rounds"], found["actions"], found["adf"]) == (240, 2, False)
    assert found["policies"]["uniform"]["ips"]["low"] <= 0.5 <= found["policies"]["uniform"]["ips"]["high"]
    found = account(
        capsys, path, "--policy", "perceptron", "--policy", model, "--least-chance", "0.1", "--alpha", "0.1"
    )
    costs = {title: one["snips"] for title, one in found["policies"].items()}
    assert costs["perceptron"]["estimate"] < 0.2
    assert costs[model]["estimate"] < 0.3
    assert all(one["low"] <= one["estimate"] <= one["high"] for one in costs.values())


def test_in_words(log, capsys):
    assert run(["evaluate", log[0], "--policy", "uniform", "--limit", "100"]) == 0
    out = " ".join(capsys.readouterr().out.split())  # a long path may have broken a line
    assert "100 rounds of 2 actions" in out
    assert "holds the mean cost at all times with chance 95 %" in out
    assert "IPS" in out
    assert "SNIPS" in out


def test_blocks_and_units(tmp_path, capsys):
    path = tmp_path / "log.adf"
    block = "shared | user\n0:-4:0.5 |item a\n|item b\n\nshared | user\n|item a\n0:0:0.5 |item b\n\n"
    path.write_text(100 * block)
    found = account(capsys, str(path), "--policy", "logged", "--policy", "perceptron", "--low", "-5", "--high", "0")
    assert found["adf"] is True
    assert found["policies"]["logged"]["ips"]["estimate"] == pytest.approx(-2.0)
    assert found["policies"]["perceptron"]["ips"]["estimate"] < -3.5


@pytest.mark.parametrize(
    ("text", "words", "complaint"),
    [
        ("| a\n", [], "has no round with a label"),
        ("1:2:0.5 | a\n", [], "a cost of 2 does not lie from 0 to 1"),
        ("1:1:0.5 | a\n2:1:0.5 | a\n", ["--policy", "nobody"], "nobody"),
        ("1:1:0.5 | a\n2:1:0.5 | a\n", ["--policy", "always:7"], "always:N names an action, from 1 to 2"),
        ("1:1:0.5 | a\n", ["--alpha", "2"], "alpha is"),
        ("1:1:0.1 | a\n", ["--least-chance", "0.5"], "cannot be"),
        ("1:1 | a\n", [], "line 1, column 1"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text, words, complaint, tmp_path, capsys):
    path = tmp_path / "log.vw"
    path.write_text(text)
    assert run(["evaluate", str(path), *words]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert len(err.strip().splitlines()) == 1
