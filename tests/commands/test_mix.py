from __future__ import annotations

import csv
import gzip
import io
import json
import re
import subprocess
import sys

import numpy as np
import pytest
from shared_data import shared

from littlestone import Game, Hedge, load
from littlestone.cli import run
from littlestone.command_line.progress import Bar
from littlestone.experts import as_advice
from littlestone.formats.tables.forecast_file import ForecastFile
from littlestone.hindsight import best_convex, best_expert

# The first weeks of electric_load_experts.csv, rounded to whole megawatts.
LOAD = """Time,Y,gam,ar,gbm
620,65564,63982,64964,65622
621,62936,62584,59589,61980
622,63018,62204,60566,62402
623,61834,62013,61316,60928
624,59847,60233,60302,59966
625,58490,59330,58474,58600
"""


@pytest.fixture
def command(capsys):
    def command(*arguments):
        code = run(["mix", *(str(argument) for argument in arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return command


@pytest.fixture
def load_file(tmp_path):
    path = tmp_path / "load.csv"
    path.write_text(LOAD)
    return path


def numbers(text=LOAD):
    table = np.genfromtxt(io.StringIO(text), delimiter=",", skip_header=1)
    return table[:, 1], table[:, 2:]


def hedge(*more):
    return ["--learner", "hedge", "--set", "eta=1e-6", *more]


def account(command, path, *more):
    code, out, err = command(path, "--truth", "Y", *hedge("--json", "--quiet", *more))
    assert (code, err) == (0, "")
    return json.loads(out, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))


# what it says


def test_the_account_is_that_of_the_game_and_of_hindsight(command, load_file):
    y, advice = numbers()
    found = account(command, load_file)
    game = Game(Hedge(eta=1e-6, gradient=True), loss="square", features=["gam", "ar", "gbm"])
    game.play_batch(as_advice(advice, y))
    mixture, expert = best_convex(y, advice), best_expert(y, advice)
    assert (found["rounds"], found["loss"], found["loss_name"]) == (6, game.ledger.loss, "square")
    assert found["rmse"] == pytest.approx(np.sqrt(game.ledger.loss / 6))
    assert found["weights"] == dict(zip(["gam", "ar", "gbm"], game.learner.weights.tolist(), strict=True))
    assert found["experts"] == pytest.approx(
        dict(zip(["gam", "ar", "gbm"], ((advice - y[:, None]) ** 2).sum(axis=0), strict=True))
    )
    assert found["oracle"] == {"best_expert": expert.loss, "convex": mixture.loss}
    assert found["regret"]["best_expert"] == pytest.approx(found["loss"] - expert.loss)
    assert found["regret"]["convex"] == pytest.approx(found["loss"] - mixture.loss)
    assert found["best_expert"] == {"name": "gbm", "rounds": 6, "rmse": pytest.approx(expert.rmse)}
    assert found["convex"]["rmse"] == pytest.approx(mixture.rmse)
    assert list(found["convex"]["weights"].values()) == mixture.weights.tolist()
    assert found["certificates"][0]["verdict"] == "holds"


def test_electric_load_has_the_oracles_that_opera_prints(command):
    found = account(command, shared("opera_electric_load/electric_load_experts.csv"))
    assert found["convex"]["rmse"] == pytest.approx(1442.4, abs=0.05)
    assert list(found["convex"]["weights"].values()) == pytest.approx([0.719, 0.201, 0.080], abs=5e-4)
    assert found["best_expert"] == {"name": "gam", "rounds": 112, "rmse": pytest.approx(1479.8, abs=0.05)}
    assert found["oracle"]["convex"] == pytest.approx(112 * 1442.4276**2, rel=1e-6)


def test_the_report_has_rounds_experts_hindsight_and_theorems_in_eighty_columns(load_file):
    done = subprocess.run(
        [sys.executable, "-m", "littlestone", "mix", load_file.name, "--truth", "Y", *hedge()],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=load_file.parent,
    )
    lines = done.stdout.splitlines()
    assert "\x1b" not in done.stdout
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines)
    assert lines[0] == "hedge on load.csv"
    assert "  rounds          6" in lines
    assert any(re.fullmatch(r"  square loss     [\d,]+, [\d,]+ a round, rmse \d+(\.\d)?", line) for line in lines)
    assert any(re.fullmatch(r"expert +loss +rmse +weight", line) for line in lines)
    assert sum(bool(re.fullmatch(r"  (gam|ar|gbm) +[\d,]+ +[\d,.]+ +0\.\d{3}", line)) for line in lines) == 3
    assert any(re.fullmatch(r"  best expert, gbm +[\d,]+ +[\d,.]+ +-?[\d,]+", line) for line in lines)
    assert any(re.fullmatch(r" {18}0\.\d{3} gbm( \+ 0\.\d{3} \w+)*", line) for line in lines)
    assert "Hedge: R <= ln(n)/eta + eta sum s^2/8, eta = 1e-06" in lines
    assert done.stderr == (
        "littlestone: column 'Time' numbers the rounds and is left out; if it is an expert, name it in --experts\n"
    )


def test_of_many_experts_the_weightiest_are_shown(command, tmp_path):
    rng = np.random.default_rng(0)
    path = tmp_path / "many.csv"
    names = [f"forecaster of the {i}th department of everything" for i in range(20)]
    rows = [",".join([*names, "Y"]), *(",".join(f"{value:.4f}" for value in row) for row in rng.random((9, 21)))]
    path.write_text("\n".join(rows))
    code, out, _ = command(path, "--truth", "Y", "--learner", "hedge", "--loss", "absolute")
    assert code == 0
    assert out.count("forecaster of the") == 12 + 1 + out.split("best mixture")[1].count("forecaster of the")
    assert "  and 8 more\n" in out


def test_sleepers_are_shown_with_the_rounds_they_were_awake_in(command, load_file):
    load_file.write_text(LOAD.replace(",60928", ",").replace(",60302", ",NA"))
    found = account(command, load_file)
    assert found["awake"] == {"gam": 6, "ar": 5, "gbm": 5}
    assert "nothing is proved" in found["convex"]["note"]
    assert found["convex"]["gap"] is None
    _, out, _ = command(load_file, "--truth", "Y", *hedge())
    assert re.search(r"^expert +loss +rmse +weight +awake$", out, re.M)


def test_no_rounds_are_no_crash(command, load_file):
    found = account(command, load_file, "--limit", 0)
    assert (found["rounds"], found["oracle"]) == (0, {"best_expert": None, "convex": None})
    assert command(load_file, "--truth", "Y", "--limit", 0, *hedge())[0] == 0


def test_a_game_too_long_to_be_kept_has_no_best_mixture_and_says_why(command, load_file):
    found = account(command, load_file, "--keep", 7)
    assert (found["convex"], found["oracle"]["convex"], found["regret"]["convex"]) == (None, None, None)
    assert "only the first 2 of 6 rounds were kept" in found["convex_reason"]
    assert found["oracle"]["best_expert"] > 0
    _, out, _ = command(load_file, "--truth", "Y", "--keep", 7, *hedge())
    assert "best mixture    only the first 2 of 6 rounds" in out


# what it is told


def test_the_slope_is_charged_where_loss_and_learner_have_it_unless_told_otherwise(command, load_file):
    assert account(command, load_file)["parameters"]["gradient"] is True
    assert account(command, load_file, "--set", "gradient=false")["parameters"]["gradient"] is False
    load_file.write_text("a,b,Y\n1,0,1\n0,0,1\n")
    assert account(command, load_file, "--loss", "mistake")["parameters"]["gradient"] is False


def test_a_list_of_numbers_is_set_with_commas(command, load_file):
    options = ["--truth", "Y", "--learner", "squint", "--set", "prior=2,1,1", "--json", "--quiet"]
    code, out, _ = command(load_file, *options)
    assert code == 0
    assert json.loads(out)["parameters"]["prior"] == [0.5, 0.25, 0.25]


def test_slopes_are_not_charged_where_the_losses_are_promised_to_be_small(command, load_file):
    options = ["--truth", "Y", "--learner", "hedge", "--set", "small_loss=1e9", "--json", "--quiet"]
    code, out, _ = command(load_file, *options)
    assert code == 0
    assert json.loads(out)["parameters"]["gradient"] is False


@pytest.mark.parametrize("loss", ["square", "absolute", "log", "brier", "pinball:0.9", "percentage"])
def test_every_loss_of_forecasts_is_played_for(command, tmp_path, loss):
    path = tmp_path / "chances.csv"
    path.write_text("a,b,Y\n0.5,0.7,1\n0.1,0.2,0.5\n0.9,1,1\n")
    found = account(command, path, "--loss", loss)
    assert found["loss_name"] == loss
    assert found["oracle"]["convex"] <= found["oracle"]["best_expert"] + 1e-9
    assert ("rmse" in found["best_expert"]) == (loss == "square")
    code, out, _ = command(path, "--truth", "Y", "--loss", loss, *hedge())
    assert code == 0
    assert ("rmse" in out) == (loss == "square")


def test_classes_are_tossed_by_the_seed_and_written_as_the_file_writes_them(command, tmp_path):
    path, out_path = tmp_path / "votes.csv", tmp_path / "out.csv"
    path.write_text("a,b,Y\n" + "spam,ham,spam\nham,spam,ham\n" * 10)
    options = ["--loss", "mistake", "--labels", "ham,spam", "--set", "eta=0.1"]
    found = account(command, path, *options, "--predictions", out_path)
    assert found["experts"] == {"a": 0.0, "b": 20.0}
    assert found["convex"] is None
    assert "mistake" in found["convex_reason"]
    assert found["regret"]["best_expert"] == pytest.approx(found["expected_mistakes"])
    rows = list(csv.DictReader(out_path.read_text().splitlines()))
    assert {row["act"] for row in rows} == {"ham", "spam"} == {row["label"] for row in rows}
    assert sum(row["act"] != row["label"] for row in rows) == found["mistakes"]
    tossed = {account(command, path, *options, "--seed", seed)["mistakes"] for seed in range(5)}
    assert len(tossed) > 1
    _, out, _ = command(path, "--truth", "Y", *hedge(*options))
    assert "mistakes over the coin" in out


def test_weighted_majority_counts_mistakes_without_being_told_and_tosses_no_coin(command, tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text("0,1,2,Y\n1,1,-1,1\n-1,1,-1,-1\n1,1,1,-1\n")
    code, out, _ = command(path, "--truth", "Y", "--learner", "wma")
    assert code == 0
    assert "over the coin" not in out
    assert "best expert, column 0" in out
    code, out, _ = command(path, "--truth", "Y", "--learner", "wma", "--json", "--quiet")
    assert json.loads(out)["loss_name"] == "mistake"
    code, out, _ = command(path, "--truth", "Y", "--learner", "rwma")
    assert "mistakes over the coin" in out
    for learner, words in (("wma", "set realizable to true"), ("rwma", "give more than 0")):
        code, _, err = command(path, "--truth", "Y", "--learner", learner, "--set", "alpha=0")
        assert code == 2
        assert words in err
    assert command(path, "--truth", "Y", "--learner", "wma", "--set", "alpha=0", "--set", "realizable=true")[0] == 0


def test_predictions_are_a_line_a_round_with_what_was_guessed_before_the_truth(command, load_file, tmp_path):
    load_file.write_text(LOAD.replace("623,61834", "623,"))
    found = account(command, load_file, "--predictions", tmp_path / "out.csv")
    rows = list(csv.DictReader((tmp_path / "out.csv").read_text().splitlines()))
    assert list(rows[0]) == ["Time", "round", "guess", "truth"]
    assert [row["Time"] for row in rows] == ["620", "621", "622", "623", "624", "625"]
    assert rows[0]["guess"] == repr((63982 + 64964 + 65622) / 3)
    assert [row["truth"] for row in rows][2:4] == ["63018.0", ""]
    assert (found["unlabelled"], found["labelled"]) == (1, 5)
    paid = sum((float(row["guess"]) - float(row["truth"])) ** 2 for row in rows if row["truth"])
    assert paid == pytest.approx(found["loss"])
    _, out, _ = command(load_file, "--truth", "Y", *hedge())
    assert "  no truth        1 round, forecast and not judged\n" in out


def test_late_truths_are_told_late(command, load_file):
    found = account(command, load_file, "--delay", 2)
    assert (found["longest_delay"], found["open"]) == (2, 0)
    (certificate,) = found["certificates"]
    assert (certificate["verdict"], certificate["broken"]) == ("holds", None)
    assert found["in_order"]["loss"] + found["lateness"]["loss"] == pytest.approx(found["loss"])
    assert found["lateness"]["loss"] != 0
    _, out, _ = command(load_file, "--truth", "Y", "--delay", 2, *hedge())
    assert "truths came up to 2 rounds late" in out


def test_experts_are_chosen_by_name(command, load_file):
    assert list(account(command, load_file, "--experts", "ar,gam")["experts"]) == ["ar", "gam"]
    assert list(account(command, load_file, "--experts", "ar", "--experts", "Time")["experts"]) == ["ar", "Time"]
    assert list(account(command, load_file, "--drop", "gbm")["experts"]) == ["gam", "ar"]


def test_packed_files_other_delimiters_and_standard_input_are_read(command, tmp_path, monkeypatch, load_file):
    wanted = account(command, load_file)["loss"]
    (tmp_path / "load.csv.gz").write_bytes(gzip.compress(LOAD.encode()))
    assert account(command, tmp_path / "load.csv.gz")["loss"] == wanted
    (tmp_path / "load.txt").write_text(LOAD.replace(",", "\t"))
    assert account(command, tmp_path / "load.txt", "--delimiter", "tab")["loss"] == wanted
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LOAD.encode())))
    assert account(command, "-")["loss"] == wanted


def test_a_saved_game_can_be_gone_on_with(command, load_file, tmp_path):
    found = account(command, load_file, "--save", tmp_path / "game.npz")
    game = load(tmp_path / "game.npz")
    assert game.ledger.loss == found["loss"]
    game.label(game.predict([60000.0, 61000.0, 62000.0]).number, 61500.0)
    assert game.ledger.rounds == 7


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_picture_is_drawn(command, load_file, tmp_path, suffix):
    account(command, load_file, "--plot", tmp_path / f"game.{suffix}")
    start = (tmp_path / f"game.{suffix}").read_bytes()[:8]
    assert start == (b"\x89PNG\r\n\x1a\n" if suffix == "png" else b"<?xml ve")


def test_the_default_learner_is_that_of_the_field(command, load_file):
    assert json.loads(command(load_file, "--truth", "Y", "--json")[1])["learner"] == "ml-poly"


# what is wrong


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (LOAD, ["--truth", "X"], "has no column 'X'"),
        (LOAD, [], "which column of"),
        (LOAD, ["--truth", "Y", "--loss", "brier"], "line 2: the brier loss is about chances"),
        ("a,b,Y\n0.5,1.5,1\n", ["--truth", "Y", "--loss", "log"], "line 2: expert 'b' says 1.5; where the loss is log"),
        ("a,b,Y\n1,2,3\n,NA,1\n", ["--truth", "Y"], "line 3: no expert is awake"),
        ("a,b,Y\n1,2,3\n1,2\n", ["--truth", "Y"], "line 3: 3 cells expected"),
        ("a,b,Y\n1,2,3\n1,oops,3\n", ["--truth", "Y"], "line 3, column 'b': 'oops' is not a finite number"),
        ("a,b,Y\n1,2,0\n", ["--truth", "Y", "--loss", "percentage"], "line 2: a share of the truth"),
        (LOAD, ["--truth", "Y", "--loss", "sqare"], "there is no loss 'sqare'; did you mean 'square'?"),
        (LOAD, ["--truth", "Y", "--set", "rate=1"], "there is no parameter of hedge 'rate'"),
        (LOAD, ["--truth", "Y", "--labels", "a,b"], "--labels goes with --loss mistake"),
        (LOAD, ["--truth", "Y", "--loss", "mistake", "--labels", "a"], "--labels wants the two classes"),
        (LOAD, ["--truth", "Y", "--plot", "game.bmp"], "a picture is a .png or .svg file"),
        (LOAD, ["--truth", "Y", "--plot", "/nowhere/at/all.png"], "cannot write /nowhere/at/all.png"),
        (LOAD, ["--truth", "Y", "--save", "/nowhere/at/all.npz"], "cannot write /nowhere/at/all.npz"),
        (LOAD, ["--truth", "Y", "--predictions", "/nowhere/at/all.csv"], "cannot write /nowhere/at/all.csv"),
    ],
    ids=range(16),
)
def test_what_is_wrong_is_said_in_one_line(command, tmp_path, text, options, words):
    path = tmp_path / "forecasts.csv"
    path.write_text(text)
    code, _, err = command(path, *options, "--learner", "hedge", "--quiet")
    assert code == 2
    assert words in err
    assert err.count("\n") == 1


def test_a_misspelt_learner_is_answered_with_the_nearest(command, load_file):
    assert "did you mean 'hedge'?" in command(load_file, "--truth", "Y", "--learner", "hegde")[2]


def test_predictions_do_not_overwrite_the_file_they_are_made_from(command, load_file):
    code, _, err = command(load_file, "--truth", "Y", "--predictions", load_file, *hedge())
    assert code == 2
    assert "would overwrite" in err
    assert load_file.read_text() == LOAD


def test_the_bar_says_what_was_paid(load_file):
    game = Game(Hedge(eta=1e-6), loss="square", features=["gam", "ar", "gbm"])
    source = ForecastFile(load_file, truth="Y")
    game.play(source)
    words = Bar(game, source, None, False).words(1e9)
    assert words.startswith("6 rounds, ")
    assert "square loss " in words
    assert words.endswith("/s, regret <= 2.133e+07")


def test_quiet_says_nothing(command, load_file):
    assert command(load_file, "--truth", "Y", "--quiet", *hedge()) == (0, "", "")


def test_the_ensemble_of_the_weather_is_mixed_and_votes(command):
    account = json.loads(command("sample:rain", "--learner", "ml-poly", "--json")[1])
    assert (account["source"], account["truth"], account["rounds"]) == ("sample:rain", "rain", 4971)
    assert account["loss"] < min(account["experts"].values())
    vote = json.loads(command("sample:rain", "--learner", "wma", "--loss", "mistake", "--json")[1])
    assert vote["certificates"][0]["verdict"] == "holds"
    assert 0.2 < vote["loss"] / vote["rounds"] < 0.3


def test_a_sample_without_forecasts_is_not_mixed(command):
    code, out, err = command("sample:stocks")
    assert (code, out) == (2, "")
    assert "sample:stocks has no forecasts; sample:rain has" in err
