"""Receipts of concept classes, of worst cases and of matrix games: trees, points and strategies are what they say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from receipt_games import changed, found, signed

from littlestone import MatrixGame
from littlestone.cli import run
from littlestone.commands.worst_case import worst
from littlestone.concepts.class_receipt import class_receipt
from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.exact_littlestone import Littlestone, littlestone_dimension
from littlestone.concepts.exact_vc import vc_dimension

CLASSES = ["thresholds:7", "monotone-disjunctions:3", "intervals:4", "table:0", "table:00,11,01", "parities:3"]
WORST = [("soa", "thresholds:7"), ("halving", "monotone-disjunctions:3"), ("winnow", "monotone-disjunctions:3,k=2")]
WORST += [("elimination", "monotone-disjunctions:3"), ("decision-list", "monotone-disjunctions:2")]
WORST += [("perceptron", "table:011,101"), ("conjunction", "table:1010,0101,0001")]
A = [[0.0, 1.0, -1.0], [-1.0, 0.0, 1.0], [1.0, -1.0, 0.5]]
PLAYERS = [("hedge", "best-response"), ("hedge", "hedge"), ("adahedge", "uniform"), ("best-response", "ogd")]


def dimensions(text):
    cls = ConceptClass.parse(text)
    return json.loads(json.dumps(class_receipt(cls, littlestone_dimension(cls), vc_dimension(cls))))


def worst_receipt(learner, text, **settings):
    return json.loads(json.dumps(worst(learner, text, settings, 10**6)[2](None)))


def matrix(row="hedge", column="best-response"):
    game = MatrixGame(A, row, column, horizon=200)
    game.play(200)
    return json.loads(json.dumps(game.receipt()))


@pytest.mark.parametrize("text", CLASSES)
def test_dimensions_are_proved_with_a_tree_and_a_shattered_set(text):
    said = found(dimensions(text))
    assert said == {"the receipt": "summarised", "LittlestoneDimension": "proved", "VCDimension": "proved"}


def leaf(tree):
    """The first leaf of a tree."""
    while "point" in tree:
        tree = tree["zero"]
    return tree


def other_concept(tree):
    leaf(tree)["concept"] = 7 if leaf(tree)["concept"] != 7 else 0
    return tree


def other_point(tree):
    return {**tree, "point": 0 if tree["point"] else 6}


def cut(tree):
    return {**tree, "zero": leaf(tree)}


@pytest.mark.parametrize(
    ("place", "path", "to"),
    [
        (0, ("paid",), "3"),
        (0, ("allowed",), "3"),
        (0, ("witness", "tree"), other_concept),
        (0, ("witness", "tree"), other_point),
        (0, ("witness", "tree"), cut),
        (0, ("witness", "tree", "point"), 99),
        (0, ("witness", "tree"), {"concept": 0}),
        (1, ("witness", "shattered"), []),
        (1, ("witness", "shattered"), [0, 1]),
        (1, ("witness", "shattered"), [99]),
        (1, ("allowed",), "2"),
    ],
)
def test_a_tree_or_a_set_that_is_none_is_refused(place, path, to):
    receipt = dimensions("thresholds:7")
    theorem = receipt["certificates"][place]["theorem"]
    assert found(changed(receipt, "certificates", place, *path, to=to))[theorem] == "refused"


def test_a_table_is_a_claim_that_everything_rests_on():
    receipt = dimensions("thresholds:7")
    assert found(changed(receipt, "game", "concepts", to=None))["LittlestoneDimension"] == "summarised"
    other = changed(receipt, "game", "concepts", "table", to=lambda table: table[:4])
    assert found(other)["LittlestoneDimension"] == "refused"
    large = changed(receipt, "game", "concepts", "table", to=["0" * 6_000_000, "1" * 6_000_000])
    assert found(large)["LittlestoneDimension"] == "summarised"


def test_a_search_that_was_interrupted_claims_nothing():
    cls = ConceptClass.parse("thresholds:7")
    assert class_receipt(cls, Littlestone(1, 3), None)["certificates"] == []


@pytest.mark.parametrize(("learner", "text"), WORST)
def test_a_worst_case_is_forced_by_the_points_and_no_other_game_is_longer(learner, text):
    receipt = worst_receipt(learner, text)
    assert found(receipt)["WorstCase"] == "proved"
    assert receipt["certificates"][0]["paid"] == str(len(receipt["certificates"][0]["witness"]["points"]))
    for name, to in (("points", lambda points: points[:-1]), ("points", [99]), ("target", 99)):
        forged = changed(receipt, "certificates", 0, "witness", name, to=to)
        assert found(forged)["WorstCase"] == "refused"
    more = changed(receipt, "certificates", 0, "allowed", to="77")
    assert found(more)["WorstCase"] == "refused"


@pytest.mark.parametrize(
    ("learner", "settings"), [("perceptron", {"bias": 1.0}), ("winnow", {"negations": True}), ("alma", {}), ("rwm", {})]
)
def test_games_that_are_not_searched_are_summarised(learner, settings):
    if learner == "rwm":
        receipt = changed(worst_receipt("soa", "thresholds:4"), "game", "randomised", to=True)
    else:
        receipt = worst_receipt(
            learner, "table:011,101" if learner != "winnow" else "monotone-disjunctions:2", **settings
        )
    assert found(receipt)["WorstCase"] == "summarised"


@pytest.mark.parametrize("players", PLAYERS)
def test_the_bracket_of_a_matrix_game_is_found_again(players):
    receipt = matrix(*players)
    said = found(receipt)
    assert said["BracketBound"] == "proved"
    assert said.get("FixedRateBound") == (
        "proved" if "hedge" in players and "uniform" not in players and players[0] == "hedge" else None
    )
    assert said["MinimaxBound"] in ("summarised", "no claim")


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("paid",), "0x1p-9"),
        (("allowed",), "9"),
        (("witness", "row"), "0:200"),
        (("witness", "row"), "0:100 1:101"),
        (("witness", "row"), "0:-1 1:201"),
        (("witness", "column"), "9:200"),
        (("witness", "matrix", 0), "0:9"),
    ],
)
@pytest.mark.parametrize("place", [0, 2])
def test_a_bracket_that_is_another_is_refused(place, path, to):
    receipt = matrix()
    theorem = receipt["certificates"][place]["theorem"]
    assert found(changed(receipt, "certificates", place, *path, to=to))[theorem] == "refused"


def test_the_rate_of_hedge_is_part_of_its_bound():
    receipt = matrix()
    assert found(changed(receipt, "certificates", 2, "witness", "rates", to=["5", None]))["FixedRateBound"] == "refused"


def test_commands_write_receipts_that_are_proved(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("payoff.csv").write_text("0,1\n1,0\n")
    Path("concepts.txt").write_text("000\n100\n110\n111\n")
    for asked in (
        ["dimension", "thresholds:4"],
        ["dimension", "--table", "concepts.txt"],
        ["worst-case", "soa", "--class", "thresholds:4"],
        ["matrix-game", "payoff.csv", "--rounds", "50", "--quiet"],
    ):
        assert run([*asked, "--receipt", "r.json"]) == 0
        capsys.readouterr()
        assert run(["verify", "r.json"]) == 0
        assert "proved" in capsys.readouterr().out
    body = json.loads(Path("r.json").read_text())
    assert body["read"]["source"][0]["name"] == "payoff.csv"
    assert signed(body) == body
    assert run(["matrix-game", "payoff.csv", "--receipt", "payoff.csv"]) == 2
    assert run(["dimension", "thresholds:4", "--receipt", "-"]) == 2
    assert run(["dimension", "labellings:2,k=3", "--receipt", "r.json"]) == 2
    assert run(["dimension", "thresholds:4", "--no-tree", "--receipt", "r.json"]) == 2
