from __future__ import annotations

import csv
import gzip
import json
import signal
import subprocess
import sys
import time

import pytest
from drawn_streams import commands, messages, namespaces, numbers, process, strict, vectors
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import shared

from littlestone import AROW, PA1, Game, LinearDescent, load, read
from littlestone.command_line.playing import play_table
from littlestone.command_line.progress import Bar
from littlestone.commands.play import as_vw_says
from littlestone.errors import BadParameter
from littlestone.formats import VwReader
from littlestone.formats.stream import Stream
from littlestone.learners import LEARNERS

TEXT = ("--columns", "label,message", "--quote", "none", "--label", "label", "--text", "message")
SPAM = (*TEXT, "--positive", "spam", "--learner", "pa1", "--set", "bias=1", "--set", "normalise=true")


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def files(tmp_path):
    texts = {
        "sms": messages(),
        "numbers.csv": numbers(),
        "two.svm": vectors(),
        "three.svm": vectors(classes=(1, 2, 7)),
        "small.vw": namespaces(),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def account(command, *arguments):
    code, out, err = command("play", *arguments, "--json")
    assert (code, err) == (0, ""), err
    return strict(out)


def written(path):
    return list(csv.DictReader(path.read_text().splitlines()))


def ledger(found):
    """What the ledger says, without what the command says of the file."""
    beside = ("source", "bad_lines", "complaints", "passes", "shuffled", "interrupted")
    return {name: value for name, value in found.items() if name not in beside}


# any stream


def test_raw_text_is_learned_in_one_line(command, files):
    found = account(command, files / "sms", *SPAM)
    assert found["rounds"] == 400
    assert found["mistakes"] < 0.1 * 400 < found["best_constant_mistakes"]


def test_the_sms_collection_is_learned_with_less_than_three_percent_mistakes(command):
    found = account(command, shared("sms_spam/SMSSpamCollection"), *SPAM)
    assert found["rounds"] == 5574
    assert found["mistakes"] < 0.03 * 5574
    assert found["certificates"][0]["verdict"] == "holds"


def test_words_may_be_counted_and_taken_in_pairs(command, files):
    alone = account(command, files / "sms", *SPAM)
    pairs = account(command, files / "sms", *SPAM, "--ngrams", "2", "--counts")
    assert pairs["columns"] > alone["columns"]


def test_svmlight_and_its_first_column(command, files):
    found = account(command, files / "two.svm", "--base", "1", "--learner", "arow")
    assert found["mistakes"] < found["best_constant_mistakes"] / 2
    code, _, err = command("play", files / "two.svm", "--base", "2")
    assert (code, err.count("\n")) == (2, 1)


def test_vw_text_is_played_by_name_and_hashed(command, files, tmp_path):
    named = account(command, files / "small.vw", "--learner", "arow")
    hashed = account(command, files / "small.vw", "--learner", "arow", "-b", "18", "-f", tmp_path / "m.npz")
    assert named["columns"] == 13
    assert hashed["columns"] == 2**18
    assert load(tmp_path / "m.npz").features.hashing == (18, 0)
    assert hashed["mistakes"] < hashed["best_constant_mistakes"]


@pytest.mark.parametrize("way", [(), ("--predictions", "OUT")])
def test_tables_are_hashed_as_a_game_hashes_them(command, files, tmp_path, way):
    way = [str(tmp_path / "out.csv") if word == "OUT" else word for word in way]
    found = account(command, files / "sms", *SPAM, "--hash-bits", "8", *way)
    source = read(
        files / "sms", columns=("label", "message"), quote=None, label="label", positive="spam", text="message"
    )
    from littlestone.features import HashedFeatures

    game = Game(PA1(bias=1, normalise=True), features=HashedFeatures(8))
    for x, y in source:
        game.label(game.predict(x).number, y)
    assert found["mistakes"] == game.ledger.mistakes
    assert found["updates"] == pytest.approx(
        game.ledger.updates, abs=5
    )  # sums in another order: margins of one, nearly


def test_data_is_the_file_as_vw_is_given_it(command, files):
    assert account(command, "-d", files / "small.vw") == account(command, files / "small.vw")


def test_a_compressed_file_and_standard_input_are_the_same_stream(command, files, tmp_path):
    plain = account(command, files / "small.vw", "--learner", "arow")
    packed = tmp_path / "small.vw.gz"
    packed.write_bytes(gzip.compress((files / "small.vw").read_bytes()))
    assert ledger(account(command, packed, "--learner", "arow")) == ledger(plain)
    with open(files / "small.vw") as stream:
        done = process("play", "-", "--learner", "arow", "--json", stdin=stream)
    assert done.returncode == 0, done.stderr
    assert ledger(strict(done.stdout)) == ledger(plain)


def test_interactions_and_scales_reach_the_reader(command, tmp_path):
    path = tmp_path / "gate.csv"
    path.write_text("a,b,open\n" + "on,on,1\non,off,0\noff,on,0\noff,off,1\n" * 10)
    alone = account(command, path, "--label", "open", "--learner", "arow")
    both = account(command, path, "--label", "open", "--learner", "arow", "-q", "a*b")
    assert both["mistakes"] < 5 < alone["mistakes"]
    assert account(command, path, "--label", "open", "--scale")["rounds"] == 40


def test_bad_lines_are_counted_and_shown(command, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,y\n1,1\n1\ninf,1\n2,0\n")
    found = account(command, path, "--label", "y", "--skip-bad")
    assert (found["rounds"], found["bad_lines"]) == (2, 2)
    assert "line 3" in found["complaints"][0]
    out = command("play", path, "--label", "y", "--skip-bad")[1]
    assert "  bad lines       2, left out\n" in out
    assert "line 4" in out


# truths of all kinds


def test_numbers_are_played_with_the_loss_of_the_learner(command, files):
    found = account(command, files / "numbers.csv", "--label", "y", "--learner", "vaw")
    assert found["loss"]["name"] == "square"
    assert found["rmse"] < 0.5
    assert found["mean_loss"] * 300 == pytest.approx(found["loss"]["total"])
    assert found["loss"]["total"] < found["best_constant_loss"]
    out = command("play", files / "numbers.csv", "--label", "y", "--learner", "vaw")[1]
    assert "; the best constant loses 5." in out
    assert "\n  rmse            0." in out
    assert account(command, files / "numbers.csv", "--label", "y", "--learner", "pa-regression")["loss"]["name"] == (
        "insensitive:0.1"
    )


def test_classes_are_numbers_or_texts_as_the_file_has_them(command, files):
    found = account(command, files / "three.svm", "--learner", "multiclass-pa1")
    assert set(found["classes"]) == {"1", "2", "7"}
    texts = account(command, files / "sms", *TEXT, "--learner", "one-vs-rest")
    assert set(texts["classes"]) == {"ham", "spam"}
    assert texts["mistakes"] < 40
    out = command("play", files / "three.svm", "--learner", "multiclass-pa1")[1]
    assert "  classes         3: " in out
    assert "  taken           " in out


def test_json_lines_have_classes_too(command, tmp_path):
    path = tmp_path / "t.jsonl"
    lines = [{"kind": ["red", "green", 3][k % 3], "v": [float(j == k % 3) for j in range(3)]} for k in range(30)]
    path.write_text("\n".join(map(json.dumps, lines)))
    found = account(command, path, "--label", "kind", "--learner", "multiclass-perceptron")
    assert found["classes"] == {"red": 10, "green": 10, "3": 10}
    assert found["mistakes"] < 10


def test_two_labels_by_their_names(command, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b,y\n" + "1,0,ham\n0,1,spam\n" * 5)
    found = account(command, path, "--label", "y", "--labels", "spam,ham", "-p", tmp_path / "p.csv")
    assert found["rounds"] == 10
    assert [row["label"] for row in written(tmp_path / "p.csv")][:2] == ["ham", "spam"]
    (tmp_path / "t.svm").write_text("2 1:1\n5 2:1\n")
    assert account(command, tmp_path / "t.svm", "--labels", "2,5")["labelled"] == 2


# the two ways of the loop


STREAMS = [
    ("sms", SPAM),
    ("numbers.csv", ("--label", "y", "--learner", "ogd", "--loss_function", "squared")),
    ("two.svm", ("--learner", "arow")),
    ("three.svm", ("--learner", "multiclass-arow")),
    ("small.vw", ("--learner", "adagrad", "--loss", "log")),
    ("small.vw", ("--learner", "scw1", "-b", "10")),
    ("sms", (*TEXT, "--learner", "multiclass-perceptron")),
]


@pytest.mark.parametrize(("name", "options"), STREAMS, ids=[f"{name}-{way[-1]}" for name, way in STREAMS])
def test_by_batches_and_round_by_round_are_the_same_game(command, files, tmp_path, name, options):
    batches = account(command, files / name, *options)
    rounds = account(command, files / name, *options, "--predictions", tmp_path / "p.csv")
    assert batches == rounds
    assert len((tmp_path / "p.csv").read_text().splitlines()) == batches["rounds"] + 1


@pytest.mark.parametrize(("name", "options"), STREAMS, ids=[f"{name}-{way[-1]}" for name, way in STREAMS])
def test_a_game_that_was_saved_and_gone_on_with_is_the_game_in_one_go(command, files, tmp_path, name, options):
    header, *lines = (files / name).read_text().splitlines(keepends=True)
    lines, header = (lines, header) if name.endswith(".csv") else ([header, *lines], "")
    suffix = (files / name).suffix
    first, second = tmp_path / f"first{suffix}", tmp_path / f"second{suffix}"
    first.write_text(header + "".join(lines[:117]))
    second.write_text(header + "".join(lines[117:]))
    whole = account(command, files / name, *options, "-f", tmp_path / "whole.npz")
    command("play", first, *options, "--quiet", "--save", tmp_path / "m.npz")
    about = ("--learner", "--set", "--loss", "--loss_function", "-b")
    reading = [w for k, w in enumerate(options) if w not in about and (k == 0 or options[k - 1] not in about)]
    again = account(command, second, *reading, "-i", tmp_path / "m.npz", "-f", tmp_path / "m.npz")
    assert ledger(again) == ledger(whole)
    one, other = load(tmp_path / "whole.npz").ledger.state(), load(tmp_path / "m.npz").ledger.state()
    assert {name: value.tobytes() for name, value in one.items()} == {n: v.tobytes() for n, v in other.items()}


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 60), st.integers(0, 80), st.integers(1, 3))
def test_a_stream_gives_the_rows_of_its_source_up_to_the_limit(rows, limit, passes):
    import io

    text = "\n".join(f"{1 if k % 3 else -1} {k + 1}:1" for k in range(rows)).encode()
    source = read(io.BytesIO(text), format="svmlight")
    if passes > 1:
        with pytest.raises(BadParameter, match="read only once"):
            Stream(source, passes=passes)
    for seed in (None, 5) if passes == 1 else (5,):
        source = read(io.BytesIO(text), format="svmlight")
        found = [int(c) for b in Stream(source, passes=passes, shuffle=seed, limit=limit).batches() for c in b.columns]
        assert len(found) == min(limit, rows * passes)
        whole = min(len(found), rows)
        assert len(set(found[:whole])) == whole
        assert seed is not None or found == list(range(1, whole + 1))


def test_shuffled_rounds_are_the_same_for_the_same_seed(command, files):
    first, again, other, plain = (
        account(command, files / "small.vw", "--learner", "arow", *more)
        for more in (("--shuffle", "1"), ("--shuffle", "1"), ("--shuffle", "2"), ())
    )
    assert first == again
    assert first["certificates"] != other["certificates"] or first["updates"] != other["updates"]
    assert first["rounds"] == plain["rounds"]
    assert (first["shuffled"], plain["shuffled"]) == (1, None)
    out = command("play", files / "small.vw", "--shuffle", "7", "--passes", "2")[1]
    assert "600, in 2 passes over the file, every one of which counts, shuffled" in " ".join(out.split())


def test_passes_are_one_game(command, files):
    found = account(command, files / "small.vw", "--learner", "arow", "--passes", "3")
    game = Game(AROW())
    for _ in range(3):
        game.play(VwReader(files / "small.vw"))
    assert (found["rounds"], found["passes"]) == (900, 3)
    assert found["mistakes"] == game.ledger.mistakes


def test_a_limit_cuts_a_batch(command, files):
    assert account(command, files / "small.vw", "--limit", "37")["rounds"] == 37
    assert account(command, files / "small.vw", "--limit", "0")["rounds"] == 0
    assert account(command, files / "small.vw", "--limit", "450", "--passes", "2")["rounds"] == 450


def test_late_labels_are_told_in_every_format(command, files):
    found = account(command, files / "small.vw", "--delay", "20")
    assert (found["labelled"], found["longest_delay"]) == (300, 20)


# tested, not taught


def test_a_test_counts_mistakes_and_learns_nothing(command, files, tmp_path):
    model = tmp_path / "m.npz"
    command("play", files / "small.vw", "--learner", "arow", "--quiet", "-f", model)
    before = model.read_bytes()
    found = account(command, files / "small.vw", "-i", model, "-t")
    game = load(model)
    wrong = sum(
        game.learner.act(game.learner.predict(game.features.row(x))) != y for x, y in VwReader(files / "small.vw")
    )
    assert (found["rounds"], found["mistakes"], found["updates"]) == (300, wrong, 0)
    assert found["learned"] is False
    assert model.read_bytes() == before
    assert "nothing was learned" in command("play", files / "small.vw", "-i", model, "-t")[1]


def test_a_test_of_many_classes_knows_the_classes_of_the_game(command, files, tmp_path):
    model = tmp_path / "m.npz"
    taught = ("--learner", "multiclass-pa1", "--passes", "5", "--quiet", "-f", model)
    command("play", files / "sms", *TEXT, *taught)
    found = account(command, files / "sms", *TEXT, "-i", model, "-t", "-p", tmp_path / "p.csv")
    assert found["mistakes"] < 40
    rows = written(tmp_path / "p.csv")
    assert {row["act"] for row in rows} == {row["label"] for row in rows} == {"ham", "spam"}


# as VW says it


def test_loss_and_rate_as_vw_says_them(command, files):
    found = account(command, files / "small.vw", "--learner", "ogd", "--loss_function", "logistic", "-l", "0.5")
    assert (found["parameters"]["loss"], found["parameters"]["eta"]) == ("log", 0.5)
    assert found["loss"]["name"] == "log"
    assert found["mean_loss"] < found["best_constant_loss"] / 300
    quantile = account(
        command, files / "numbers.csv", "--label", "y", "--learner", "ogd", "--loss_function", "quantile:0.9"
    )
    assert quantile["loss"]["name"] == "pinball:0.9"


def test_a_rate_is_set_only_where_there_is_one():
    with_rate = [name for name, kind in LEARNERS.items() if takes_rate(name)]
    assert with_rate == ["ogd", "adagrad", "ftrl", "eg"]


def takes_rate(name):
    try:
        return bool(as_vw_says(name, None, 0.1))
    except BadParameter:
        return False


def test_a_loss_of_many_digits_is_saved_whole(command, files, tmp_path):
    quantile = 0.123456789012345
    options = ("--label", "y", "--learner", "ogd", "--loss_function", f"quantile:{quantile}")
    command("play", files / "numbers.csv", *options, "--quiet", "-f", tmp_path / "m.npz")
    assert load(tmp_path / "m.npz").price.quantile == quantile


# what goes wrong


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("", "Missing argument 'FILE'"),
        ("two.svm --format svmlite", "did you mean 'svmlight'?"),
        ("two.svm --text words", "svmlight files have no --text; it is a setting of event, json, parquet, arrow, csv"),
        ("two.svm --labels a,b", "a label is one of two numbers, a finite number, not 'a'"),
        ("two.svm --labels 1", "--labels wants the two classes, negative first"),
        ("two.svm -b 10", "--hash-bits is for names, and the columns of"),
        ("two.svm -q a*b", "interactions need features with names"),
        ("small.vw -b 99", "hash_bits is a number of bits, at most 30, not 99"),
        ("small.vw --loss_function hinge", "perceptron follows no loss that could be set; ogd, adagrad"),
        ("small.vw --learner ogd --loss_function hing", "did you mean 'hinge'?"),
        ("small.vw -l 0.1 --learner pa1", "pa1 has no rate of learning"),
        ("small.vw -t", "give --resume MODEL with --test-only"),
        ("small.vw -i none.npz", "there is no saved game at none.npz"),
        (
            "small.vw -i MODEL --learner arow --set r=2",
            "by perceptron and goes on with the settings it has: leave out --learner, --set",
        ),
        ("small.vw -i MODEL -b 12", "the saved game decides how names are hashed: leave out --hash-bits"),
        ("two.svm -i MODEL", "the game has named columns, but those of"),
        ("small.vw -i EXPERTS", "is not of examples: it was played by hedge"),
        ("numbers.csv --label y --learner vaw --positive 1", "this learner is told numbers"),
        ("numbers.csv --label y --labels numbers", "of numbers there is --learner vaw"),
        ("numbers.csv --label z", "there is 'a', 'b', 'c', 'y'"),
        ("numbers.csv --label y --drop aa", "did you mean 'a'?"),
        ("numbers.csv", "which column of numbers.csv is the label? give --label COLUMN; there is 'a', 'b', 'c', 'y'"),
        ("- --format vw --passes 2", "can be read only once"),
        ("small.vw --save missing/m.npz", "cannot write missing/m.npz: No such file"),
        ("small.vw --bogus 1", "No such option"),
        ("two.svm --learner winnow", "example 1: Winnow plays with Boolean features"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line_with_exit_code_two(command, files, monkeypatch, arguments, words):
    from littlestone import Hedge, save

    monkeypatch.chdir(files)
    save(Game(Hedge()), "experts.npz")
    command("play", "small.vw", "--quiet", "-f", "model.npz")
    given = arguments.replace("MODEL", "model.npz").replace("EXPERTS", "experts.npz")
    code, out, err = command("play", *given.split())
    assert (code, out) == (2, "")
    assert err.startswith("littlestone: ")
    assert err.count("\n") == 1
    assert words in err


def test_an_error_in_a_batch_names_the_example_and_leaves_what_came_before(files):
    lines = (files / "small.vw").read_text().splitlines()
    path = files / "odd.vw"
    path.write_text("\n".join([*lines[:40], lines[40].replace("-1", "1"), "3 |words w1"]))
    source = read(path, labels="numbers")
    game = Game(AROW(), features=source.features)
    with pytest.raises(Exception, match=r"odd\.vw, example 42: a label here is -1 or 1, not 3"):
        play_table(game, Stream(source), bar=False)
    assert game.ledger.rounds == 41


# the bar and Ctrl-C


def test_the_bar_shows_the_loss_and_that_of_the_best_constant(files):
    game = Game(LinearDescent(loss="square"))
    source = read(files / "numbers.csv", label="y", labels="numbers")
    play_table(game, Stream(source), bar=False)
    words = Bar(game, source, None, False).words(0.0)
    mean, best = game.ledger.loss / 300, game.ledger.best_constant_loss / 300
    assert f"square loss {mean:,.4g} a round, best constant {best:,.4g}" in words


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_between_batches_gives_an_exact_account(tmp_path):
    line = "1 |words " + " ".join(f"w{k}" for k in range(30)) + "\n"
    run = [sys.executable, "-m", "littlestone", "play", "-", "--format", "vw", "--json", "-f", str(tmp_path / "m.npz")]
    playing = subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert playing.stdin is not None
    playing.stdin.write(line * 20_000)  # far more than a pipe holds: once written, it is being played
    playing.stdin.flush()
    time.sleep(0.2)
    playing.send_signal(signal.SIGINT)
    out, err = playing.communicate(timeout=30)
    assert playing.returncode == 130, err
    found = strict(out)
    assert found["interrupted"] is True
    assert found["rounds"] == found["labelled"] > 5_000
    assert load(tmp_path / "m.npz").ledger.rounds == found["rounds"]


def test_help_loads_nothing_that_takes_its_time():
    script = (
        "import sys; from littlestone.cli import run; run(['--help']); "
        "print([m for m in ('scipy', 'matplotlib', 'pyarrow', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
