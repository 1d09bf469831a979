from __future__ import annotations

import re

import pytest
from drawn_streams import commands, gaps, messages, namespaces, numbers, strict, vectors

from littlestone import AROW, Game, Perceptron, read
from littlestone.commands.compare import Contest, ContestBar
from littlestone.formats import VwReader
from littlestone.formats.stream import Stream
from littlestone.guarantees import compare_losses
from littlestone.learners import LEARNERS


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def files(tmp_path, monkeypatch):
    texts = {
        "sms": messages(120),
        "numbers.csv": numbers(120),
        "gaps.csv": gaps(),
        "two.svm": vectors(120),
        "three.svm": vectors(120, classes=(1, 2, 7)),
        "small.vw": namespaces(120),
        "bits.csv": "a,b,c,y\n" + "1,0,0,1\n0,1,0,0\n0,0,1,0\n1,0,1,1\n" * 10,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table(command, *arguments):
    code, out, err = command("compare", *arguments, "--json")
    assert (code, err) == (0, ""), err
    return strict(out)


def names(found):
    return [entry["learner"] for entry in found["learners"]]


def test_every_learner_plays_the_game_it_would_have_played_alone(command, files):
    found = table(command, "small.vw", "--learners", "perceptron,arow,pa1", "--set", "arow.r=2")
    game = Game(AROW(r=2))
    game.play(VwReader("small.vw"))
    entry = next(entry for entry in found["learners"] if entry["learner"] == "arow")
    assert (entry["mistakes"], entry["updates"]) == (game.ledger.mistakes, game.ledger.updates)
    assert entry["parameters"]["r"] == 2
    assert found["best_constant"] == game.ledger.best_constant
    for name in ("perceptron", "pa1"):
        alone = strict(command("play", "small.vw", "--learner", name, "--json")[1])
        entry = next(entry for entry in found["learners"] if entry["learner"] == name)
        assert entry["mistakes"] == alone["mistakes"]
        assert entry["certificates"] == alone["certificates"]


def test_a_zero_is_no_missing_cell_to_those_who_tell_them_apart(command, files):
    learners = ("forest", "committee", "pruning-tree", "standardised", "perceptron", "arow")
    found = table(command, "gaps.csv", "--label", "y", "--loss", "log", "--learners", ",".join(learners))
    for entry in found["learners"]:
        alone = strict(
            command("play", "gaps.csv", "--label", "y", "--loss", "log", "--learner", entry["learner"], "--json")[1]
        )
        assert entry["mistakes"] == alone["mistakes"]
        assert entry["mean_loss"] == pytest.approx(alone["mean_loss"], rel=1e-12)
    only = table(command, "gaps.csv", "--label", "y", "--learners", "perceptron")["learners"][0]
    (beside,) = (entry for entry in found["learners"] if entry["learner"] == "perceptron")
    assert only["certificates"][0]["theorem"] == beside["certificates"][0]["theorem"]
    assert only["updates"] == beside["updates"]


def test_the_best_come_first(command, files):
    first, *others = table(command, "two.svm", "--base", "1")["learners"]
    assert first["learner"] == "committee"  # as `play` has it without a learner
    rates = [entry["mistake_rate"] for entry in others]
    assert rates == sorted(rates)
    losses = [
        entry["mean_loss"]
        for entry in table(command, "numbers.csv", "--label", "y", "--labels", "numbers")["learners"][1:]
    ]
    assert losses == sorted(losses)


def test_all_are_all_that_can_play_and_the_others_are_named_with_a_reason(command, files):
    found = table(command, "two.svm", "--base", "1")
    assert set(names(found)) | set(found["left_out"]) == set(LEARNERS)
    assert not set(names(found)) & set(found["left_out"])
    assert found["left_out"]["winnow"] == "plays with 0 and 1 only; see --boolean"
    assert found["left_out"]["vaw"] == "told numbers, not two classes"
    assert "kernel-perceptron" in found["left_out"]
    assert {"perceptron", "arow", "forgetron"} <= set(names(found))
    assert "winnow" in names(table(command, "bits.csv", "--label", "y"))


def test_numbers_are_compared_by_one_loss(command, files):
    found = table(command, "numbers.csv", "--label", "y", "--labels", "numbers")
    assert {"vaw", "ogd", "pa-regression"} <= set(names(found))
    assert {entry["loss"]["name"] for entry in found["learners"]} == {"square"}
    pinball = table(command, "numbers.csv", "--label", "y", "--labels", "numbers", "--loss", "pinball:0.9")
    assert {entry["loss"]["name"] for entry in pinball["learners"]} == {"pinball:0.9"}


def test_classes_are_compared_too(command, files):
    found = table(command, "three.svm", "--labels", "classes")
    assert names(found)
    assert names(found)[0] == "committee"
    any_kind = {"committee", "pruning-tree", "forest"}
    assert any_kind < set(names(found))
    assert all(LEARNERS[name]().truths == "classes" for name in names(found) if name not in any_kind)
    texts = ("--columns", "label,message", "--quote", "none", "--label", "label", "--text", "message")
    assert table(command, "sms", *texts, "--labels", "classes", "--learners", "one-vs-rest")["rounds"] == 120


def test_a_setting_is_for_all_that_have_it(command, files):
    found = table(command, "small.vw", "--learners", "perceptron,pa1,forgetron", "--set", "bias=1")
    biases = {entry["learner"]: entry["parameters"].get("bias", "none") for entry in found["learners"]}
    assert biases == {"perceptron": 1, "pa1": 1, "forgetron": "none"}


def test_wide_files_are_left_to_those_without_a_matrix(command, files):
    (files / "wide.svm").write_text("1 1:1\n-1 5000:1\n" * 5)
    found = table(command, "wide.svm")
    assert "5,001 columns wide" in found["left_out"]["second-order-perceptron"]
    assert names(table(command, "wide.svm", "--learners", "second-order-perceptron", "--limit", "1")) == [
        "second-order-perceptron"
    ]


def test_the_table_in_words_fits_and_has_no_tail(command, files, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, err = command("compare", "two.svm", "--base", "1")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].endswith(" learners on two.svm")
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines)
    (title,) = (line for line in lines if line.split()[:2] == ["learner", "mistakes"])
    assert title.split() == ["learner", "mistakes", "updates", "us/round", "paid/allowed"]
    assert any(line.split()[0] == "perceptron" and "%" in line for line in lines if line.strip())


def test_a_loss_has_a_column_of_its_own(command, files):
    out = command("compare", "two.svm", "--base", "1", "--learners", "pa1,arow", "--loss", "hinge")[1]
    (title,) = (line for line in out.splitlines() if line.split()[:2] == ["learner", "mistakes"])
    assert title.split()[2] == "hinge"


def test_who_is_better_than_the_first_is_said_at_all_times(command, files):
    found = table(command, "small.vw", "--learners", "perceptron,arow,pa1", "--evidence", "0.9")["evidence"]
    assert (found["than"], found["level"], found["shared_by"], set(found["learners"])) == (
        "perceptron",
        0.9,
        2,
        {"arow", "pa1"},
    )
    assert "with chance 0.95 or more" in found["statement"]
    losses = {}
    for name, learner in (("perceptron", Perceptron()), ("arow", AROW())):
        game, losses[name] = Game(learner), []
        for x, y in VwReader("small.vw"):
            move = game.predict(x)
            losses[name].append(float(move.act != y))
            game.label(move.number, y)
    assert found["learners"]["arow"] == compare_losses(losses["perceptron"], losses["arow"]).as_dict((1.0 - 0.9) / 2)
    numbers_of = "numbers.csv", "--label", "y", "--labels", "numbers", "--learners", "vaw,adagrad", "--evidence", "0.95"
    told = table(command, *numbers_of, "--clip", "2")
    assert told["evidence"]["learners"]["adagrad"]["rounds"] == told["labelled"]
    words = command("compare", "small.vw", "--learners", "perceptron,arow", "--evidence", "0.9")[1]
    assert "better than perceptron, on average so far" in words
    words = command("compare", "small.vw", "--learners", "perceptron,kernel-perceptron", "--evidence", "0.9")[1]
    assert re.search(r"kernel-perceptron (yes|no|not known): by", words), "a long name stands apart from what is said"
    for arguments, why in (
        (("--evidence", "1.5"), "a level above 0 and below 1"),
        (("--clip", "2"), "--clip is for --evidence"),
        (("--evidence", "0.9", "--clip", "2"), "leave --clip out"),
    ):
        code, _, err = command("compare", "small.vw", "--learners", "perceptron,arow", *arguments)
        assert code == 2
        assert why in err
    code, _, err = command("compare", "small.vw", "--learners", "perceptron", "--evidence", "0.9")
    assert (code, "there is nobody else" in err) == (2, True)
    code, _, err = command("compare", *numbers_of)
    assert (code, "--clip says" in err) == (2, True)


def test_theorems_may_be_left_alone(command, files):
    found = table(command, "small.vw", "--learners", "perceptron,arow", "--no-theorems")
    assert all(entry["certificates"] == [] for entry in found["learners"])


@pytest.mark.parametrize("name", ["rates.svg", "rates.png"])
def test_the_rates_are_drawn(command, files, name):
    drawn = table(command, "small.vw", "--learners", "perceptron,arow", "--plot", name)
    plain = table(command, "small.vw", "--learners", "perceptron,arow")
    assert [entry["mistakes"] for entry in drawn["learners"]] == [entry["mistakes"] for entry in plain["learners"]]
    data = (files / name).read_bytes()
    assert data.startswith(b"\x89PNG") if name.endswith("png") else b">arow<" in data


def test_the_bar_says_who_leads(files):
    source = read("small.vw")
    settings = {"loss": None, "limit": None, "seed": 0, "theorems": True, "shown": False}
    settings["rescaled"] = lambda player: player
    contest = Contest("signs", "perceptron,arow", [], source, **settings)
    contest.play(Stream(source), traced=False)
    leader = min(contest.entries, key=lambda entry: entry.rate)
    words = ContestBar(contest, source, None, False).words(0.0)
    assert words == f"120 rounds, 2 learners, {leader.name} leads with {100 * leader.rate:.2f} %"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("two.svm --learners perceptorn", "did you mean 'perceptron'?"),
        ("two.svm --learners vaw", "vaw: told numbers, not two classes"),
        ("two.svm --learners winnow", "example 1: Winnow plays with Boolean features"),
        ("two.svm --learners arow --set arow.rr=1", "did you mean 'r'?"),
        ("two.svm --learners arow --set pa1.C=1", "there is no learner 'pa1'"),
        ("two.svm --learners arow --set bais=1", "did you mean 'bias'?"),
        ("two.svm --learners arow --set bias", "--set wants NAME=VALUE, not 'bias'"),
        ("two.svm --plot a.gif", "a picture is a .png or .svg file"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line_with_exit_code_two(command, files, arguments, words):
    code, out, err = command("compare", *arguments.split())
    assert (code, out) == (2, "")
    assert err.startswith("littlestone: ")
    assert err.count("\n") == 1
    assert words in err
