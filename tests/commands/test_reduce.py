"""The command `reduce`: what it promises, that it keeps it, and how it fails."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from littlestone import Winnow
from littlestone.cli import run
from littlestone.commands import reduce as command_reduce
from littlestone.concepts.worst_case import worst_case
from littlestone.reductions import majority_bound, survival_size, two_stage_size

DISJUNCTIONS = "monotone-disjunctions:4"
LOOP = "table:0000,0011,0101,0111,variables=2"  # where Conjunction errs for ever


@pytest.fixture
def command(capsys):
    def command(*arguments):
        code = run(["reduce", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return command


@pytest.fixture
def account(command):
    def account(*arguments):
        code, out, err = command(*arguments, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return account


@pytest.fixture
def votes(tmp_path):
    """Four votes and a verdict: yes if the first or the third says so; one verdict is missing."""
    chance = random.Random(1)
    lines = ["a,b,c,d,verdict"]
    for _ in range(200):
        x = [chance.randrange(2) for _ in range(4)]
        lines.append(",".join(map(str, [*x, "yes" if x[0] or x[2] else "no"])))
    path = tmp_path / "votes.csv"
    path.write_text("\n".join([*lines, "1,1,1,1,\n"]))
    return path


@pytest.mark.parametrize("way", ["survival", "two-stage"])
def test_pac_learning_of_a_class_takes_the_exact_mistake_bound(account, way):
    found = account("--to", "pac", "--by", way, "--class", DISJUNCTIONS, "--learner", "elimination", "--target", 5)
    assert found["mistake_bound"] == 4
    assert found["bound_searched"]
    promise = {"epsilon": 0.1, "delta": 0.05, "mistakes": 4}
    most = survival_size(**promise).most if way == "survival" else sum(two_stage_size(**promise))
    assert found["samples"] <= found["samples_allowed"] == most
    assert found["mistakes"] <= 4
    assert found["error"] == found["errors"] / 16 <= 0.1


def test_few_hypotheses_are_worse_than_promised_and_without_the_promise_many_are(account):
    def worse(epsilon, delta):
        runs = [
            account(
                *("--to", "pac", "--class", DISJUNCTIONS, "--learner", "elimination", "--target", 1),
                *("--epsilon", epsilon, "--delta", delta, "--seed", seed),
            )
            for seed in range(40)
        ]
        return sum(each["error"] > 0.1 for each in runs)

    assert worse(0.1, 0.1) <= 4
    assert worse(0.9, 0.9) > 4


def test_a_file_is_drawn_from_with_a_bound_that_is_given(account, command, votes):
    words = (votes, "--label", "verdict", "--to", "pac", "--learner", "elimination", "--mistakes", 2, "--certain")
    found = account(*words)
    assert (found["examples"], found["tested_on"]) == (200, 200)
    assert found["mistakes"] <= 2
    assert found["error"] <= 0.1
    out = " ".join(command(*words)[1].split())
    assert "mistake bound 2, as given" in out
    assert "allowed, but for chance 0.05" in out
    assert "hypothesis c ∨ a" in out or "hypothesis a ∨ c" in out


@pytest.mark.parametrize("target", [0, 3, 15])
def test_queries_are_at_most_one_more_than_the_mistake_bound(account, target):
    found = account("--to", "queries", "--class", DISJUNCTIONS, "--learner", "winnow", "--target", target)
    assert found["queries"] == found["counterexamples"] + 1 <= found["queries_allowed"] == found["mistake_bound"] + 1
    assert found["error"] == 0
    assert found["mistakes_played_back"] <= found["mistake_bound"]
    labels = found["target"].split(": ")[1]
    assert [labels[int(point, 2)] == "1" for point in found["path"]] == [y > 0 for y in found["labels"]]


def test_a_certain_bound_saves_the_last_query(account):
    words = ("--to", "queries", "--class", "table:00,01,10,11", "--learner", "halving", "--target", 3)
    asked, saved = account(*words), account(*words, "--mistakes", 2, "--certain")
    assert (asked["queries"], asked["queries_allowed"], asked["counterexamples"]) == (3, 3, 2)
    assert (saved["queries"], saved["queries_allowed"], saved["counterexamples"]) == (2, 2, 2)
    assert saved["error"] == 0


def test_queries_answered_by_sampling_are_probably_approximately_correct(account, command):
    words = ("--to", "queries", "--by", "sampling", "--class", "intervals:8", "--epsilon", 0.2)
    errors = [account(*words, "--seed", seed)["error"] for seed in range(20)]
    assert sum(error > 0.2 for error in errors) <= 1
    out = " ".join(command(*words)[1].split())
    assert "drawn" in out
    assert "of 0.2 allowed, but for chance 0.05" in out


def test_a_file_is_taught_and_its_hypothesis_said_with_the_names_of_its_columns(account, votes):
    found = account(votes, "--label", "verdict", "--to", "queries", "--learner", "elimination")
    assert (found["mistake_bound"], found["queries_allowed"], found["path"]) == (None, None, None)
    assert found["error"] == 0
    assert set(found["hypothesis"].split(" ∨ ")) == {"a", "c"}
    assert found["queries"] == 2


@pytest.mark.parametrize("way", ["majority", "average", "random"])
def test_a_file_is_played_once_and_tested_on_what_was_held_out(account, command, votes, way):
    words = (votes, "--label", "verdict", "--to", "batch", "--by", way, "--set", "bias=1", "--hold-out", 0.25)
    found = account(*words)
    assert (found["rounds"], found["tested_on"]) == (150, 50)
    assert found["hypotheses"] in (found["mistakes"], found["mistakes"] + 1)
    assert found["mean_error"] == found["mistakes"] / 150
    assert found["error"] == found["errors"] / 50
    if way == "average":
        assert found["bound"] is found["delta"] is None
    else:
        assert found["bound"] > found["mean_error"]
    assert "M/T = " in command(*words)[1]


def test_the_vote_of_a_class_is_held_against_its_bound(account):
    found = account("--to", "batch", "--class", "intervals:6", "--rounds", 300, "--delta", 0.1, "--learner", "soa")
    assert found["bound"] == pytest.approx(majority_bound(found["mistakes"], 300, delta=0.1))
    assert found["tested_on"] == 6
    assert found["error"] <= found["bound"]
    other = account("--to", "batch", "--class", "intervals:6", "--rounds", 300, "--seed", 3)
    assert other["target"] != found["target"]


def test_nothing_held_out_is_nothing_tested(command, votes):
    code, out, _ = command(votes, "--label", "verdict", "--to", "batch", "--hold-out", 0)
    assert code == 0
    assert "error" not in out


def test_the_bound_that_is_searched_is_the_worst_over_all_targets():
    world = command_reduce.class_world(DISJUNCTIONS, 1, 0)
    rows = world.concepts.examples()
    targets = [worst_case(Winnow(n=4), rows, np.where(row, 1, -1)).mistakes for row in world.concepts.table]
    found = command_reduce.bound_of(Winnow(n=4), world, lambda words: None)
    assert found == max(targets) > min(targets)


def test_quiet_says_nothing(command):
    assert command("--to", "queries", "--class", "intervals:3", "--quiet") == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--class intervals:3", "what is the learner to become? give --to pac, queries, batch"),
        ("--to pca --class intervals:3", "did you mean 'pac'?"),
        ("--to pac", "give one of the two, a FILE of examples or --class CLASS"),
        ("x.csv --to pac --class intervals:3", "give one of the two"),
        (
            "--to pac --by exact --class intervals:3",
            "there is no way of --to pac 'exact'; there is survival, two-stage",
        ),
        ("--to batch --epsilon 0.1 --class intervals:3", "--epsilon is for --by survival, two-stage, sampling"),
        ("--to pac --by two-stage --certain --class intervals:3", "--certain is for --by survival, exact"),
        ("--to batch --hold-out 0.2 --class intervals:3", "--hold-out is for a file, and this is a class"),
        ("sample:email --to batch --rounds 9", "--rounds is for a class, and this is a file"),
        ("sample:email --to batch --hold-out 1", "--hold-out is a share of the examples"),
        ("sample:email --to batch --limit 1 --hold-out 0.9", "leaves none of 1 example to learn from"),
        ("sample:email --to pac", "of a file nobody knows it: give --mistakes M"),
        ("sample:email --to pac --target 3 --mistakes 9", "--target is a concept of --class"),
        ("sample:email --to pac --mistakes 5", "has made more than the 5 mistakes promised"),
        ("sample:email --to pac --mistakes 5 --learner winnow", "--boolean takes every number above zero as 1"),
        ("sample:email --to queries", "are the same example with two labels"),
        ("sample:email --to batch --learner vaw", "vaw is told numbers"),
        ("sample:email --to batch --learner hedge", "littlestone mix FILE --learner hedge"),
        ("--to pac --class intervals:3 --target 99", "from 0 to 6, not 99"),
        ("--to pac --class intervals:3 --learner randomised-soa", "tosses a coin"),
        ("--to pac --class intervals:3 --epsilon 3", "--epsilon is an error between 0 and 1, not 3"),
        ("--to pac --class intervals:3 --label y --limit 5", "--label, --limit is for a file"),
        (f"--to pac --class {LOOP} --learner conjunction", "the search found none: give --mistakes M"),
        ("--to pac --class intervals:3 --learner halvign", "did you mean 'halving'?"),
        ("nowhere.csv --to batch --label y", "nowhere.csv"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(command, arguments, words):
    code, out, err = command(*arguments.split())
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert words in err


def test_a_learner_that_never_ends_is_given_up(command, votes, monkeypatch):
    monkeypatch.setattr(command_reduce, "MOST", 50)
    votes.write_text("a,y\n1,1\n0,1\n-1,1\n2,0\n")
    code, out, err = command(votes, "--label", "y", "--to", "queries")
    assert (code, out) == (2, "")
    assert "no end after 50 counterexamples" in err
    assert "give --mistakes M" in err


def test_too_many_hypotheses_to_keep_are_refused(command, votes, monkeypatch):
    monkeypatch.setattr(command_reduce, "LARGEST", 100)
    code, _, err = command(votes, "--label", "verdict", "--to", "batch", "--learner", "ogd")
    assert code == 2
    assert "ogd changes every round, and 160 hypotheses of 4 weights are too many to keep: give --limit" in err
    assert command(votes, "--label", "verdict", "--to", "batch", "--learner", "perceptron")[0] == 0
