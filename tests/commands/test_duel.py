"""The commands duel and worst-case."""

from __future__ import annotations

import json

import pytest

from littlestone.cli import run
from littlestone.learners import POINTS

THRESHOLDS = "table:0000,1000,1100,1110,1111"
DISJUNCTIONS = "table:0000,0011,0101,0111,variables=2"


@pytest.fixture
def command(capsys):
    def command(*arguments):
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return command


def test_duel_prints_the_rounds_the_target_and_the_certificate(command):
    code, out, err = command("duel", "halving", THRESHOLDS)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "halving against minimax, 5 concepts"
    assert lines[1].split() == ["round", "point", "guess", "label", "mistakes", "left"]
    assert lines[2].split()[:1] + lines[3].split()[-2:] == ["1", "2", "1"]
    assert "paid 2 of 2 allowed" in out
    assert "no more mistakes are possible" in " ".join(out.split())


@pytest.mark.parametrize("adversary", ["minimax", "shattered", "coin", "walk", "strongest"])
@pytest.mark.parametrize("learner", ["halving", "soa", "randomised-soa", "winnow"])
def test_every_adversary_duels_with_a_target_that_fits(command, adversary, learner):
    code, out, _ = command("duel", learner, DISJUNCTIONS, "--adversary", adversary, "--json")
    account = json.loads(out)
    assert code == 0
    labels = account["target"].split(": ")[1]
    for line in account["rounds"]:
        assert (line["label"] > 0) == (labels[int(line["point"], 2)] == "1")
    assert account["rounds"][-1]["mistakes"] == account["expected_mistakes"]
    if learner != "randomised-soa":
        assert account["mistakes"] == account["expected_mistakes"]
    if adversary in ("minimax", "strongest"):
        assert account["expected_mistakes"] >= (1 if learner == "randomised-soa" else 2)


def test_a_duel_takes_the_settings_of_the_learner(command):
    acts = [
        json.loads(command("duel", "halving", "table:0,1", "--set", f"tie={tie}", "--json")[1])["rounds"][0]["guess"]
        for tie in "01"
    ]
    assert acts == [-1, 1]


def test_worst_case_prints_the_number_and_the_game(command):
    code, out, err = command("worst-case", "winnow", "--class", DISJUNCTIONS)
    assert (code, err) == (0, "")
    assert "  mistakes        4\n" in out
    assert "holds           paid 4 of 13 allowed" in out


def test_worst_case_as_json(command):
    account = json.loads(command("worst-case", "soa", "--class", THRESHOLDS, "--json")[1])
    assert (account["mistakes"], account["bound"], account["concepts"], account["points"]) == (2, 2, 5, 4)
    assert len(account["path"]) == len(account["labels"])
    account = json.loads(command("worst-case", "randomised-soa", "--class", THRESHOLDS, "--json")[1])
    assert account["mistakes"] == account["bound"] == 1.125
    account = json.loads(command("worst-case", "soa", "--class", "table:01", "--json")[1])
    assert (account["mistakes"], account["path"]) == (0, [])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("duel halving table:01,10 --adversary minmax", "did you mean 'minimax'?"),
        ("duel havling table:01,10", "did you mean 'halving'?"),
        ("duel halving table:01,1", "concept 2 has 1 points"),
        ("duel halving table:01,12", "only 0 and 1"),
        ("duel halving table:01,10 --set tei=1", "did you mean 'tie'?"),
        ("duel halving table:011,100,variables=2", "have 4 points, not 3"),
        ("worst-case halving", "--class"),
        ("worst-case perceptron --class table:01,10 --states 1", "no end after 1 states"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(command, arguments, words):
    code, out, err = command(*arguments.split())
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert words in err


def points(command, *arguments):
    """The account of a duel of points."""
    code, out, err = command("duel", *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_the_leader_loses_every_round_to_the_flip_flop_and_the_regularised_one_few(command):
    leader = points(command, "follow-the-leader", "--adversary", "flip-flop", "--rounds", 400)
    assert leader["regret"] == 399.5
    assert [line["loss"] for line in leader["rounds"][:4]] == [0, 1, 1, 1]
    assert [line["revealed"] for line in leader["rounds"][:4]] == [0.5, -1, 1, -1]
    first = points(command, "follow-the-leader", "--set", "w1=-1", "--rounds", 400)
    assert first["regret"] == 399.0
    regularised = points(command, "follow-the-regularised-leader", "--set", "G=1", "--rounds", 400)
    assert 0 < regularised["regret"] < 0.8 * 400**0.5
    prophet = points(command, "be-the-leader", "--rounds", 400)
    assert prophet["regret"] == -399.0
    assert all(one["verdict"] == "holds" for one in leader["certificates"] + prophet["certificates"])


def test_the_flip_flop_is_played_with_the_hinge_of_an_example_too(command):
    leader = points(command, "follow-the-leader", "--loss", "hinge", "--rounds", 64)
    linear = points(command, "follow-the-leader", "--rounds", 64)
    assert leader["regret"] == linear["regret"] == 63.5  # on [-1, 1] the hinge is 1 + z w
    assert leader["loss"]["total"] == linear["loss"]["total"] + 64
    assert [line["revealed"] for line in leader["rounds"][:3]] == [[[0.5], -1], [[1.0], 1], [[1.0], -1]]
    pair = points(command, "eg", "--loss", "hinge", "--rounds", 64, "--adversary", "flip-flop")
    assert pair["rounds"][0]["revealed"] == [[0.5, -0.5], -1]
    assert points(command, "be-the-leader", "--loss", "hinge", "--rounds", 20)["regret"] == pytest.approx(-19.0)
    assert "+0.5 is -1" in command("duel", "follow-the-leader", "--loss", "hinge", "--rounds", 8)[1]


def test_a_duel_of_points_prints_the_first_and_the_last_rounds(command):
    code, out, err = command("duel", "follow-the-leader", "--adversary", "flip-flop", "--rounds", 1000)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "follow-the-leader against flip-flop, 1,000 rounds"
    assert lines[1].split() == ["round", "point", "revealed", "loss"]
    assert lines[2].split() == ["1", "0", "+0.5", "0"]
    assert lines[3].split() == ["2", "-1", "-1", "+1"]
    assert [line.split()[0] for line in lines[8:11]] == ["...", "999", "1000"]
    assert "  regret          999.5, 0.9995 a round\n" in out
    assert command("duel", "ogd", "--adversary", "flip-flop", "--quiet") == (0, "", "")


@pytest.mark.parametrize("adversary", ["flip-flop", "opposite"])
@pytest.mark.parametrize("learner", POINTS)
def test_every_learner_of_points_duels(command, learner, adversary):
    account = points(command, learner, "--adversary", adversary, "--rounds", 60)
    assert len(account["rounds"]) == 60
    assert account["loss"]["total"] == pytest.approx(sum(line["loss"] for line in account["rounds"]))
    for line in account["rounds"]:
        pair = isinstance(line["revealed"], list)
        assert pair == (learner == "eg")
        point = line["point"][0] - line["point"][1] if pair else line["point"][0]
        revealed = line["revealed"][0] if pair else line["revealed"]
        assert line["loss"] == pytest.approx(point * revealed)
        if adversary == "opposite":
            assert line["loss"] >= 0
    if account["regret"] is not None:
        assert account["regret"] == pytest.approx(account["loss"]["total"] - account["best_loss"])


def test_a_learner_with_no_end_of_its_domain_has_no_best_point(command):
    account = points(command, "coin", "--adversary", "flip-flop", "--rounds", 3)
    assert account["best_fixed_point"] is account["regret"] is None
    out = command("duel", "coin", "--adversary", "flip-flop", "--rounds", 3)[1]
    assert "no fixed point is best" in out


def test_the_entropy_takes_the_duel_to_the_simplex_and_settings_are_words_or_numbers(command):
    mirror = points(command, "mirror", "--set", "mirror=entropy", "--set", "eta=0.5", "--rounds", 3)
    assert mirror["parameters"] == {"mirror": "entropy", "eta": 0.5, "d": 2, "domain": "simplex"}
    other = points(command, "eg", "--adversary", "flip-flop", "--set", "eta=0.5", "--rounds", 3)
    assert [line["point"] for line in mirror["rounds"]] == [pytest.approx(line["point"]) for line in other["rounds"]]
    prophet = points(command, "be-the-leader", "--set", "domain=simplex", "--rounds", 3)
    assert [line["point"] for line in prophet["rounds"]] == [[0, 1], [1, 0], [0, 1]]


def test_squared_distances_are_another_game(command):
    account = points(command, "follow-the-leader", "--loss", "square", "--rounds", 100)
    assert account["loss"]["name"] == "square"
    assert account["regret"] < 6


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("duel follow-the-leadr", "did you mean 'follow-the-leader'?"),
        ("duel wma", "wma is played by another command: littlestone mix FILE --learner wma --loss mistake"),
        ("duel halving", "which class is the duel about? give one, such as intervals:5"),
        ("duel follow-the-leader --adversary minimax", "which class is the duel about?"),
        ("duel follow-the-leader table:01,10", "littlestone duel follow-the-leader --adversary flip-flop"),
        ("duel halving table:01,10 --adversary flip-flop", "needs no class: leave out table:01,10"),
        ("duel halving table:01,10 --rounds 5", "--rounds is for flip-flop and opposite"),
        ("duel be-the-leader --adversary opposite", "take --adversary flip-flop"),
        ("duel be-the-leader --set eta=1", "there is no parameter of be-the-leader 'eta'"),
        ("duel ogd --adversary flip-flop --loss wealth", "there is no loss of such a duel 'wealth'"),
        ("duel ogd --adversary flip-flop --loss linaer", "did you mean 'linear'?"),
        ("duel eg --adversary flip-flop --set etta=1", "did you mean 'eta'?"),
        ("duel coin --adversary flip-flop --set eps=-1", "eps is the wealth to begin with"),
        ("duel follow-the-leader --set domain=spher", "there is no domain 'spher'"),
    ],
)
def test_what_goes_wrong_in_a_duel_of_points_is_said_in_one_line(command, arguments, words):
    code, out, err = command(*arguments.split())
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert words in err


def test_learners_of_several_labels_duel_with_adversaries_of_their_own(command):
    code, out, _ = command("duel", "bandit-soa", "labellings:2,k=3")
    assert code == 0
    assert out.splitlines()[2].split() == ["1", "0", "0", "wrong", "1", "6"]
    assert "paid 4 of 4 allowed" in out
    code, out, _ = command("duel", "multiclass-soa", "levels:4", "--adversary", "multiclass", "--json")
    account = json.loads(out)
    labels = account["target"].split(": ")[1]
    assert all(labels[int(line["point"])] == str(line["label"]) for line in account["rounds"])
    assert (code, account["mistakes"], account["labels"]) == (0, 3, 3)
    code, out, _ = command("duel", "multiclass-perceptron", "levels:4")
    assert code == 0
    assert out.splitlines()[2].split()[:3] == ["1", "1", "none"]
    assert command("duel", "multiclass-soa", "levels:4", "--adversary", "walk")[0] == 2
    assert "learners multiclass-soa, bandit-soa" in command("duel", "soa", "levels:4")[2]
