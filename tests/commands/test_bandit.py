"""`littlestone bandit`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from littlestone import load
from littlestone.cli import run


def account(capsys, *words):
    assert run(["bandit", *words, "--json", "--quiet"]) == 0
    return json.loads(capsys.readouterr().out)


def test_arms(capsys):
    found = account(capsys, "arms:0.2,0.8", "--rounds", "500")
    assert found["learner"] == "tsallis-inf"
    assert found["actions"]["1"] > 400
    assert [one["verdict"] for one in found["certificates"]] == ["holds", "holds"]
    assert account(capsys, "arms:0.2,0.8", "--rounds", "500") == found
    assert account(capsys, "arms:0.2,0.8", "--rounds", "500", "--seed", "1") != found


def test_in_words(capsys):
    assert (
        run(["bandit", "arms:0.9,0.1/0.1,0.9", "--rounds", "100", "--learner", "exp3-ix", "--set", "horizon=100"]) == 0
    )
    out = capsys.readouterr().out
    assert "with chance 0.95" in out
    assert "by rewards that the learner did not see" in out


@pytest.fixture
def emails(tmp_path):
    path = tmp_path / "emails.csv"
    path.write_text("word,spam\n" + 30 * "free,1\nmeeting,0\nwin,1\nlunch,0\n")
    return str(path)


def test_labelled_examples_logged_saved_and_resumed(emails, tmp_path, capsys):
    log, model = str(tmp_path / "log.vw"), str(tmp_path / "game.npz")
    found = account(capsys, emails, "--label", "spam", "--log", log, "--save", model, "--limit", "60")
    assert found["learner"] == "exp4"
    assert found["reward"] > 45
    lines = Path(log).read_text().splitlines()
    assert len(lines) == 60
    action, cost, chance = lines[-1].split(" | ")[0].split(":")
    assert action in ("1", "2")
    assert cost in ("0", "1")
    assert 0 < float(chance) <= 1
    assert load(model).ledger.rounds == 60
    again = account(capsys, emails, "--label", "spam", "--resume", model)
    assert again["rounds"] == 180


def test_classes(tmp_path, capsys):
    path = tmp_path / "three.csv"
    path.write_text("x,y\n" + 40 * "red,stop\ngreen,go\nyellow,slow\n")
    found = account(
        capsys, str(path), "--label", "y", "--labels", "classes", "--set", "policies=one-vs-rest/perceptron"
    )
    assert set(found["actions"]) == {"stop", "go", "slow"}
    assert found["reward"] > 60


def test_a_table_of_rewards(tmp_path, capsys):
    path = tmp_path / "rewards.csv"
    path.write_text("old,new\n" + 50 * "0.2,0.9\n")
    found = account(capsys, str(path), "--rewards", "--learner", "exp3")
    assert found["actions"]["new"] > found["actions"]["old"]
    path.write_text("old,new\n1,x\n")
    assert run(["bandit", str(path), "--rewards"]) == 2
    assert "line 2: 2 rewards expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["arms:0.4,1.4"], "arms are chances"),
        (["arms:0.4,0.6", "--learner", "exp4"], "looks at examples"),
        (["arms:0.4,0.6", "--learner", "perceptron"], "played by another command"),
        (["arms:0.4,0.6", "--set", "epsilon=1"], "epsilon"),
        (["arms:0.4,0.6", "--promise", "margin=1"], "margin"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words, complaint, capsys):
    assert run(["bandit", *words]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert len(err.strip().splitlines()) == 1


def test_rewards_come_when_they_are_known(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"{t},{t + t * 7 % 40},{t % 5 - 2},{'yes' if t % 5 > 2 else 'no'}" for t in range(300)]
    Path("ads.csv").write_text("\n".join(["shown,settled,a,clicked", *rows]) + "\n")
    times = ("--asked-at", "shown", "--known-at", "settled")
    late = account(capsys, "ads.csv", "--label", "clicked", *times, "--log", "log.vw")
    prompt = account(capsys, "ads.csv", "--label", "clicked", "--drop", "shown,settled")
    assert late["labelled"] == prompt["labelled"] == 300
    assert late["late"] > 200
    assert prompt["late"] == 0
    assert late["certificates"][0]["verdict"] == "holds"  # on every path, with rewards as late as they like
    assert late["certificates"][1]["verdict"] == "open"
    assert len(Path("log.vw").read_text().splitlines()) == 300
    assert run(["bandit", "ads.csv", "--label", "clicked", "--asked-at", "shown"]) == 2
    assert "go together" in capsys.readouterr().err
    Path("ads.csv").write_text("\n".join(["shown,settled,a,clicked", *reversed(rows)]) + "\n")
    assert run(["bandit", "ads.csv", "--label", "clicked", *times]) == 2
    assert "sort the file by 'shown'" in capsys.readouterr().err
