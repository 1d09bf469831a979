"""How hard theorems look, what lateness cost, and the exit codes of verdicts, on the command line."""

from __future__ import annotations

import json

import pytest
from drawn_streams import commands, vectors


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "two.svm"
    path.write_text(vectors())
    return str(path)


def asked(command, *words):
    code, out, _ = command(*words, "--json")
    assert code == 0
    return json.loads(out)


def test_theorems_are_asked_as_hard_as_the_user_says(command, file):
    none, quick, full = (asked(command, "play", file, "--theorems", effort) for effort in ("none", "quick", "full"))
    assert none["certificates"] == []
    assert [one["theorem"] for one in quick["certificates"]] == [one["theorem"] for one in full["certificates"]]
    for account in (none, quick, full):
        assert account["mistakes"] == none["mistakes"]


def test_another_word_is_refused(command, file):
    code, _, err = command("play", file, "--theorems", "most")
    assert code == 2
    assert "'none', 'quick', 'full'" in err


def test_the_receipt_shows_what_was_given_in_order_and_for_lateness(command, file):
    account = asked(command, "play", file, "--delay", "7")
    order, late = account["in_order"], account["lateness"]
    assert order["mistakes"] + late["mistakes"] == account["mistakes"]
    assert account["certificates"][0]["paid"] == order["mistakes"]
    _, out, _ = command("play", file, "--delay", "7")
    words = f"{account['mistakes']:,} mistakes given = {order['mistakes']:,} in order + {late['mistakes']:,} for"
    assert words in " ".join(out.split())


def test_without_delay_the_two_orders_are_one(command, file):
    account = asked(command, "play", file)
    assert account["in_order"]["mistakes"] == account["mistakes"]
    assert not any(account["lateness"].values())


def test_compare_takes_both_spellings(command, file):
    for words in (("--theorems", "none"), ("--no-theorems",)):
        account = asked(command, "compare", file, "--learners", "perceptron,pa1", *words)
        assert all(not entry["certificates"] for entry in account["learners"])


def test_a_learner_without_a_theorem_says_so(command, file):
    code, out, _ = command("play", file, "--learner", "cw")
    assert code == 0
    assert "this package has no theorem about this learner" in " ".join(out.split())
