"""The commands predict and inspect, which look at saved games, and pack."""

from __future__ import annotations

import csv
import json

import pytest
from drawn_streams import commands, messages, namespaces, numbers, process, strict, vectors

from littlestone import ConvexGame, Game, Hedge, MatrixGame, OnlineGradientDescent, load, save
from littlestone.formats import PackedFile, VwReader

TEXT = ("--columns", "label,message", "--quote", "none", "--label", "label", "--text", "message")


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def files(tmp_path, monkeypatch, command):
    texts = {
        "sms": messages(150),
        "numbers.csv": numbers(150),
        "two.svm": vectors(150),
        "three.svm": vectors(150, classes=(1, 2, 7)),
        "small.vw": namespaces(150),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    command(
        "play", "sms", *TEXT, "--positive", "spam", "--learner", "pa1", "--set", "bias=1", "--quiet", "-f", "sms.npz"
    )
    command("play", "numbers.csv", "--label", "y", "--learner", "vaw", "--quiet", "-f", "numbers.npz")
    command("play", "three.svm", "--learner", "multiclass-pa1", "--quiet", "-f", "three.npz")
    command("play", "small.vw", "--learner", "arow", "--quiet", "-f", "vw.npz")
    command("play", "small.vw", "--learner", "arow", "-b", "9", "--quiet", "-f", "hashed.npz")
    return tmp_path


# predict


def test_predictions_are_those_of_the_learner_and_need_no_labels(command, files):
    code, out, err = command("predict", "vw.npz", "small.vw")
    assert (code, err) == (0, "")
    rows = list(csv.DictReader(out.splitlines()))
    game = load("vw.npz")
    for row, (x, _) in zip(rows, VwReader("small.vw"), strict=True):
        guess = game.learner.predict(game.features.row(x))
        assert float(row["guess"]) == pytest.approx(guess, rel=1e-12)
        assert int(row["act"]) == game.learner.act(guess)
    bare = "".join(line[line.index("|") :] + "\n" for line in (files / "small.vw").read_text().splitlines())
    (files / "bare.vw").write_text(bare)
    assert command("predict", "vw.npz", "bare.vw")[1] == out


def test_a_label_column_is_no_feature_and_may_be_missing(command, files):
    with_labels = command("predict", "numbers.npz", "numbers.csv", "--label", "y")[1]
    lines = (files / "numbers.csv").read_text().splitlines()
    (files / "bare.csv").write_text("\n".join(line.rpartition(",")[0] for line in lines))
    assert command("predict", "numbers.npz", "bare.csv")[1] == with_labels
    assert with_labels.splitlines()[0] == "round,guess"
    assert len(with_labels.splitlines()) == 151


def test_classes_are_predicted_by_their_names(command, files):
    rows = list(csv.DictReader(command("predict", "three.npz", "three.svm")[1].splitlines()))
    assert {row["act"] for row in rows} == {"1", "2", "7"}


def test_predictions_go_to_a_file_or_are_json_lines(command, files):
    code, out, _ = command("predict", "sms.npz", "sms", *TEXT, "--out", "p.csv")
    assert (code, out) == (0, "")
    _, out, _ = command("predict", "sms.npz", "sms", *TEXT, "--json", "--limit", "3")
    lines = [strict(line) for line in out.splitlines()]
    rows = list(csv.DictReader((files / "p.csv").read_text().splitlines()))
    assert [line["guess"] for line in lines] == [float(row["guess"]) for row in rows[:3]]


def test_predicting_leaves_the_saved_game_alone(command, files):
    before = (files / "sms.npz").read_bytes()
    command("predict", "sms.npz", "sms", *TEXT)
    assert (files / "sms.npz").read_bytes() == before


def test_standard_input_is_predicted(files):
    done = process("predict", "vw.npz", "-", input="|words w1 w2 |size length:0.5\n|words new\n")
    assert done.returncode == 0, done.stderr
    assert [line.split(",")[0] for line in done.stdout.splitlines()] == ["round", "1", "2"]


# inspect


def test_inspect_shows_the_largest_weights_by_name(command, files):
    _, out, _ = command("inspect", "sms.npz", "--top", "3", "--json")
    found = strict(out)
    game = load("sms.npz")
    weights = {name: game.learner.weights[game.features.columns[name]] for name in game.features.names}
    best = sorted(weights, key=lambda name: -abs(weights[name]))[:3]
    assert [entry["column"] for entry in found["weights"]] == best
    assert [entry["weight"] for entry in found["weights"]] == [weights[name] for name in best]
    assert found["constant"] == game.learner.bias_weight
    assert found["rounds"] == 150
    out = command("inspect", "sms.npz", "--top", "3")[1]
    assert f"  {weights[best[0]]:+.6g}".ljust(18) + best[0] in out
    assert "PA-I" in out


def test_inspect_says_that_hashed_columns_have_numbers_only(command, files):
    out = command("inspect", "hashed.npz")[1]
    assert "names were hashed: columns have numbers only" in out
    assert "512, hashed" in out
    assert "column " in out


def test_inspect_shows_the_weights_of_every_class(command, files):
    found = strict(command("inspect", "three.npz", "--json")[1])
    assert {entry["class"] for entry in found["weights"]} == {1, 2, 7}
    assert found["labels"] == list(load("three.npz").labels.known)


def test_inspect_looks_at_games_of_other_kinds(command, files):
    save(ConvexGame(OnlineGradientDescent(d=2)), "points.npz")
    save(Game(Hedge(), features=["a", "b"]), "advice.npz")
    game = MatrixGame([[0, 1], [1, 0]], "hedge", "best-response")
    game.play(20)
    save(game, "matrix.npz")
    command("play", "two.svm", "--learner", "kernel-perceptron", "--quiet", "-f", "kernel.npz")
    assert (
        "is not of examples: it was played by hedge and best-response" in command("predict", "matrix.npz", "two.svm")[2]
    )
    assert command("inspect", "points.npz")[1].startswith("ogd in points.npz\n")
    assert [entry["column"] for entry in strict(command("inspect", "advice.npz", "--json")[1])["weights"]] == ["a", "b"]
    assert strict(command("inspect", "matrix.npz", "--json")[1])["players"]["row"]["player"] == "hedge"
    assert command("inspect", "matrix.npz")[1].startswith("hedge pays best-response, 2 x 2, 20 rounds\n")
    assert "KernelPerceptron has no weights" in " ".join(command("inspect", "kernel.npz")[1].split())


# pack


def test_packed_rows_play_the_same_game(command, files):
    code, out, err = command("pack", "small.vw", "small.rows")
    assert (code, err) == (0, "")
    assert "  rows            150, with " in out
    assert "  columns         13, named\n" in out
    text, packed = (
        json.loads(command("play", name, "--learner", "arow", "--json")[1]) for name in ("small.vw", "small.rows")
    )
    assert {**text, "source": ""} == {**packed, "source": ""}


def test_packing_scaled_features_goes_on_working_and_says_what_does_it_now(command, files):
    code, _, err = command("pack", "small.vw", "scaled.rows", "--scale")
    assert (code, err.split(";")[0]) == (
        0,
        "littlestone: pack --scale is now play --scale, which is saved with the game",
    )
    assert all(abs(value) <= 1.0 for batch in PackedFile("scaled.rows").batches() for value in batch.values)
    assert "--scale" not in command("pack", "--help")[1]


def test_packed_rows_go_on_with_a_game_of_other_columns(command, files):
    lines = (files / "small.vw").read_text().splitlines(keepends=True)
    (files / "second.vw").write_text("".join(lines[80:]))
    command("pack", "second.vw", "second.rows")
    names = load("vw.npz").features.names
    assert PackedFile("second.rows").names != names
    text, packed = (strict(command("play", name, "-i", "vw.npz", "--json")[1]) for name in ("second.vw", "second.rows"))
    assert {**text, "source": ""} == {**packed, "source": ""}
    assert strict(command("play", "second.rows", "-i", "hashed.npz", "--json")[1])["rounds"] == 220


def test_packing_takes_the_same_options_as_playing(command, files):
    _, out, _ = command("pack", "sms", "sms.rows", *TEXT, "--positive", "spam", "--json")
    assert strict(out)["rows"] == 150
    assert strict(command("pack", "small.vw", "h.rows", "-b", "10", "--json")[1])["hash_bits"] == 10
    assert command("pack", "numbers.csv", "n.rows", "--label", "y", "--labels", "numbers", "--quiet")[:2] == (0, "")
    assert strict(command("play", "n.rows", "--learner", "vaw", "--json")[1])["rmse"] < 1.0
    (files / "bad.csv").write_text("a,y\n1,1\n1\n")
    assert strict(command("pack", "bad.csv", "b.rows", "--label", "y", "--skip-bad", "--json")[1])["bad_lines"] == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("predict none.npz small.vw", "there is no saved game at none.npz"),
        ("predict small.vw small.vw", "small.vw is not a saved game"),
        ("predict vw.npz two.svm", "the game has named columns, but those of two.svm are numbered"),
        ("predict three.npz small.vw", "the game has numbered columns, but those of small.vw are named"),
        ("predict vw.npz small.vw --out small.vw", "would overwrite small.vw"),
        ("predict vw.npz none.vw", "cannot read none.vw"),
        ("predict advice.npz small.vw", "is not of examples: it was played by hedge"),
        ("inspect none.npz", "there is no saved game at none.npz"),
        ("inspect vw.npz --top -1", "--top"),
        ("pack small.vw missing/x.rows", "cannot write missing/x.rows"),
        ("pack sms s.rows --columns label,message --quote none --label label --labels classes", "is a text; number"),
        ("pack two.svm s.rows -b 10", "--hash-bits is for names"),
        ("pack numbers.csv s.rows", "give --label COLUMN; there is 'a', 'b', 'c', 'y'"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line_with_exit_code_two(command, files, arguments, words):
    save(Game(Hedge()), "advice.npz")
    code, out, err = command(*arguments.split())
    assert (code, out) == (2, "")
    assert err.startswith("littlestone: ")
    assert err.count("\n") == 1
    assert words in err
