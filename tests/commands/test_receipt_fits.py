"""A receipt fits a screen: members stand in it once, no line is too long, and what is below zero is said in words."""

from __future__ import annotations

import re

import pytest

from littlestone import Committee, Game, Hedge
from littlestone.bound import Certificate
from littlestone.cli import run
from littlestone.command_line.progress import BESIDE, fitted
from littlestone.natures import Noisy, PlantedHalfspace


@pytest.fixture
def receipt(capsys, monkeypatch):
    """The receipt of the usual committee on the e-mails, in a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["play", "sample:email", "--limit", "600"]) == 0
    return capsys.readouterr().out


def test_the_receipt_of_the_usual_committee_fits_a_screen(receipt):
    lines = receipt.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 40


def test_members_stand_in_a_table_of_three_columns_and_nowhere_else(receipt):
    lines = receipt.splitlines()
    head = next(i for i, line in enumerate(lines) if line.split()[:1] == ["weight"])
    assert lines[head].split() == ["weight", "log", "loss", "member"]
    members = [line.split() for line in lines[head + 1 : lines.index("", head)]]
    assert len(members) == len(Committee().members)
    assert all(len(cells) == 3 for cells in members)
    weights = [float(cells[0]) for cells in members]
    assert weights == sorted(weights, reverse=True)
    assert sum(weights) == pytest.approx(1.0, abs=0.01)
    above = "\n".join(lines[:head])
    assert f"{len(members)} members, loss=log" in above
    assert not any(cells[2] in above for cells in members)


def test_the_order_is_what_was_played_how_it_went_the_theorem_and_what_it_teaches(receipt):
    places = [
        receipt.index(word) for word in ("committee on", "parameters", "rounds", "mistakes", "weight ", "Committee,")
    ]
    places += [receipt.index(word) for word in ("  holds", "  teaches")]
    assert places == sorted(places)


def test_a_ledger_in_python_prints_the_members_once_too():
    game = Game(Committee(), loss="log")
    game.play(Noisy(PlantedHalfspace(4, margin=0.1, rounds=50, seed=3), chance=0.1))
    lines = str(game.ledger).splitlines()
    assert lines[0].startswith(f"Committee({len(game.learner.members)} members, loss='log'")
    title = next(title for title in game.learner.titles if ":" in title)
    assert sum(line.endswith(f"  {title}") for line in lines) == 1


@pytest.mark.parametrize(
    ("paid", "allowed", "words"),
    [
        (3.0, 5.0, "paid 3 of 5 allowed"),
        (-7.5, 5.0, "7.5 less than the best member; 5 more is allowed"),
        (-7.5, -2.0, "7.5 less than the best member, and 2 less is needed"),
        (-7.5, None, "7.5 less than the best member"),
        (0.0, 5.0, "paid 0 of 5 allowed"),
        (None, None, ""),
    ],
)
def test_a_regret_below_zero_is_said_in_words(paid, allowed, words):
    certificate = Certificate("R <= 5", paid, allowed, against="the best member")
    assert certificate.in_words() == words
    assert "-" not in str(certificate)
    assert "against" not in certificate.as_dict()


def test_the_certificate_of_a_learner_from_advice_names_what_it_beats():
    game = Game(Hedge(eta=0.5), loss="square")
    for t in range(200):
        game.label(game.predict([0.0, 1.0]).number, 0.5 if t % 2 else 0.4)
    (certificate,) = game.ledger.certificates
    assert certificate.paid < 0.0
    assert "less than the best expert; " in str(certificate)


def test_the_live_line_leaves_the_bar_its_room():
    words = (
        "327,346 rounds, 33,314 mistakes (10.18 %), best constant 23.71 %, log loss 0.2724 a round, 9,000/s, R <= 329"
    )
    shown = fitted(words, 80 - BESIDE)
    assert len(shown) <= 80 - BESIDE
    assert shown == "327,346 rounds, 33,314 mistakes (10.18 %), R <= 329"
    assert fitted(words, 300) == words
    assert fitted(words, 5) == ""
    assert len(fitted("one long part without any comma in it", 12)) <= 12


def test_a_member_with_a_long_name_stands_in_two_lines(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", "80")
    path = tmp_path / "numbers.csv"
    path.write_text("a,b,y\n" + "".join(f"{t % 7},{t % 3},{t % 11}.5\n" for t in range(60)))
    long = "standardised-labels/standardised/products/pa1-regression:C=0.01:bias=1.0"
    assert run(["play", str(path), "--label", "y", "--members", f"{long},vaw", "--labels", "numbers"]) == 0
    out = capsys.readouterr().out
    table = out[out.index("weight  ") :].split("\n\n")[0]
    assert max(map(len, table.splitlines())) <= 80
    assert long in re.sub(r"\n +", "", table)
