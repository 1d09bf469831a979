"""Whoever takes the sign of a sum may have to take that of 0: parts of the booklet state the rule they were played by.

The signs of the notes differ at 0 and so do the mistakes: a figure without its rule cannot be played again.
"""

from __future__ import annotations

import re
from importlib import import_module

import pytest
from played_booklet import chapter, rules_behind
from zero_rules import follow_all

from littlestone import Perceptron, WeightedMajority
from littlestone.booklet.chapter import Claim, Erratum, Figure, Measure, Table, cite, erratum, zero_words
from littlestone.booklet.chapters import CHAPTERS
from littlestone.booklet.render import Links, claim_words, erratum_words, table_words
from littlestone.booklet.runs import zero_rule
from littlestone.errors import BadParameter


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_part_states_the_rules_for_a_guess_of_zero_that_it_was_played_by(name):
    for part, behind in zip(chapter(name).parts(), rules_behind(name), strict=True):
        if isinstance(part, Claim | Erratum | Table):
            words = part.caption if isinstance(part, Table) else part.name
            assert set(part.zero) == behind, words
        elif isinstance(part, Figure):
            assert all(zero_words((rule,)) in part.caption for rule in behind), part.name


def test_a_part_that_states_no_rule_or_another_is_found_out(monkeypatch):
    module = import_module("littlestone.booklet.chapters.perceptron_errata")
    followed = follow_all(monkeypatch)
    assert followed.behind(module.squared_length()) == {"-1"}
    games = module.played(module.Perceptron(zero="mistake"), [([1.0], +1)])

    def shared(game):
        return Claim(
            "name", "statement", cite("N0, Theorem 3"), "run", (Measure("mistakes", game.ledger.mistakes, "=", 1),)
        )

    assert followed.behind(followed.follow(shared)(games)) == {"mistake"}  # made before, and handed over


def in_words(html):
    return re.sub(r"<[^>]+>", "", html)


def test_the_rule_is_on_the_page_in_words():
    measure = Measure("mistakes", 1, "=", 1)
    claim = Claim("name", "statement", cite("N0, Theorem 3"), "A run.", (measure,), zero=("-1",))
    assert in_words(claim_words(claim, Links([]))["run"]) == "A run. A guess of exactly 0 stands for \N{MINUS SIGN}1."
    slip = erratum("E1", run="Played.", evidence=(measure,), zero=("+1", "mistake"))
    assert in_words(erratum_words(slip)["run"]) == (
        "Played. By turns, a guess of exactly 0 stands for +1, and is a mistake, whatever the label."
    )
    table = Table("A table", ("head",), ((1,),), zero=("mistake",))
    assert in_words(table_words(table)["zero"]) == "A guess of exactly 0 is a mistake, whatever the label."
    assert zero_words(()) == ""


@pytest.mark.parametrize(
    "make",
    [
        lambda: Claim("name", "statement", cite("N0, Theorem 3"), "run", (), zero=("0",)),
        lambda: erratum("E1", zero=("0",)),
        lambda: Table("caption", ("head",), (), zero=("0",)),
    ],
)
def test_a_rule_that_nobody_knows_is_refused(make):
    with pytest.raises(BadParameter, match="exactly 0"):
        make()


def test_the_rule_of_a_learner_is_what_it_does_at_zero():
    assert zero_rule(Perceptron(), Perceptron(zero="-1"), Perceptron()) == ("+1", "-1")
    assert zero_rule(Perceptron(zero="mistake"), WeightedMajority()) == ("mistake", "-1")
