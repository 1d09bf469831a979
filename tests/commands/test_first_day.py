"""What must not go wrong without a word: files that have nothing to say, or nothing that the game knows."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import subprocess
import sys

import pytest
from drawn_streams import commands

from littlestone import load


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def unnamed(capsys):
    """Commands without --learner, so that a committee plays."""
    return commands(capsys, None)


@pytest.fixture
def model(command, tmp_path):
    path = tmp_path / "train.csv"
    path.write_text("a,b,kind,y\n" + "".join(f"{t % 7},{t % 3},{'pq'[t % 2]},{int(t % 7 > 3)}\n" for t in range(60)))
    assert command("play", path, "--label", "y", "--learner", "arow", "-f", tmp_path / "m.npz")[0] == 0
    return tmp_path / "m.npz"


# predictions of other files


@pytest.mark.parametrize("way", ["predict", "test", "pipe"])
def test_a_file_without_a_column_in_common_is_refused(command, model, tmp_path, monkeypatch, way):
    path = tmp_path / "other.csv"
    path.write_text("c,d,y\n1,2,1\n3,4,0\n")
    if way == "pipe":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(path.read_bytes()))))
        path = "-"
    arguments = ("play", path, "-i", model, "-t") if way == "test" else ("predict", model, path)
    code, out, err = command(*arguments, *(("--format", "csv") if way == "pipe" else ()))
    assert (code, out) == (2, "")
    assert "nothing in common with what the game has learned from: it knows 'kind', 'a', 'b'" in err
    assert "there is 'c', 'd'" in err


def test_columns_that_are_missing_or_new_are_said_once(command, model, tmp_path):
    path = tmp_path / "other.csv"
    path.write_text("a,kind,extra\n" + "1,p,2\n3,q,4\n" * 50)
    code, out, err = command("predict", model, path)
    assert (code, out.count("\n")) == (0, 101)
    assert err.count("has no column 'b', from which the game has learned") == 1
    assert err.count("the game has learned nothing: 'extra'") == 1
    path.write_text("a,b,kind\n1,1,p\n")
    assert command("predict", model, path)[2] == ""


def test_lines_without_a_feature_in_common_are_refused(command, tmp_path):
    (tmp_path / "a.vw").write_text("1 |u a b\n-1 |u c\n" * 5)
    (tmp_path / "b.vw").write_text("|w a b\n|w c\n")
    assert command("play", tmp_path / "a.vw", "-f", tmp_path / "m.npz")[0] == 0
    code, out, err = command("predict", tmp_path / "m.npz", tmp_path / "b.vw")
    assert (code, out) == (2, "")
    assert "it knows 'u', and there is 'w'" in err


# bad lines


def test_an_unclosed_quote_is_no_bad_line_among_others(command, tmp_path):
    path = tmp_path / "q.csv"
    path.write_text('n,a,y\nx,1,0\n"cut,1,0\n' + "".join(f"x,{t},1\n" for t in range(9_999)))
    for options in ((), ("--skip-bad",), ("--skip-bad", "-p", str(tmp_path / "p.csv"))):
        code, _, err = command("play", path, "--label", "y", "--learner", "pa1", *options)
        assert code == 2
        assert "line 3: not CSV: unexpected end of data, which went on to line 10002" in err
    path.write_text('n,a,y\nx,1,0\nx,2,1\n"cut,1,0\n')  # in the last line it is one
    code, out, _ = command("play", path, "--label", "y", "--learner", "pa1", "--skip-bad")
    assert (code, "bad lines       1" in out) == (0, True)


def test_a_file_of_which_every_line_is_bad_is_refused(command, tmp_path):
    path = tmp_path / "oui.csv"
    path.write_text("a,y\n" + "1,Oui\n2,Non\n" * 50)
    code, out, err = command(
        "play", path, "--label", "y", "--learner", "perceptron", "--labels", "no,yes", "--skip-bad"
    )
    assert (code, out) == (2, "")
    assert "no of 100 lines" not in err
    assert "none of the 100 lines could be read" in err
    assert "line 2, column 'y'" in err


# files that say nothing


@pytest.mark.parametrize("learner", [(), ("--learner", "perceptron")])
@pytest.mark.parametrize("text", ["a,b,y\n", "a,b,y\n1,2,\n3,4,\n"])
def test_a_file_without_examples_or_labels_is_one_line(command, tmp_path, text, learner):
    path = tmp_path / "t.csv"
    path.write_text(text)
    code, out, err = command("play", path, "--label", "y", *learner, "-f", tmp_path / "m.npz")
    assert (code, out) == (2, "")
    assert ("there are no examples in" if text.endswith("y\n") else "has a label") in err
    assert err.count("\n") == 1
    assert not (tmp_path / "m.npz").exists()


@pytest.mark.parametrize("loss", ["hinge", "quantile"])
def test_a_loss_that_no_committee_has_names_who_follows_it(command, tmp_path, loss):
    path = tmp_path / "t.csv"
    path.write_text("a,y\n1,1\n2,0\n")
    code, out, err = command("play", path, "--label", "y", "--learner", "committee", "--loss_function", loss)
    assert (code, out) == (2, "")
    assert f"--loss_function {loss} needs a learner that follows it, such as --learner ogd" in err


# files that are written


def rows_in(path):
    packed = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}.get(path.suffix)
    if path.suffix == ".zst":
        data = pytest.importorskip("zstandard").ZstdDecompressor().decompressobj().decompress(path.read_bytes())
    else:
        data = packed(path).read() if packed else path.read_bytes()
    if ".parquet" in path.suffixes:
        return pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
    text = data.decode()
    if ".jsonl" in path.suffixes:
        return [json.loads(line) for line in text.splitlines()]
    return list(csv.DictReader(text.splitlines()))


@pytest.mark.parametrize("how", ["predict", "play"])
@pytest.mark.parametrize(
    "name", ["p.csv", "p.csv.gz", "p.csv.zst", "p.csv.bz2", "p.csv.xz", "p.jsonl", "p.jsonl.gz", "p.parquet"]
)
def test_suffixes_mean_what_they_say(command, model, tmp_path, name, how):
    plain, other = tmp_path / "plain.csv", tmp_path / name
    train = tmp_path / "train.csv"
    for path in (plain, other):
        if how == "predict":
            assert command("predict", model, train, "--out", path)[0] == 0
        else:
            assert command("play", train, "-i", model, "-t", "-p", path)[0] == 0
    due, found = rows_in(plain), rows_in(other)
    assert len(found) == 60
    for one, two in zip(due, found, strict=True):
        assert list(one) == list(two)
        assert [float(value) for value in one.values()] == [float(value) for value in two.values()]


def test_what_a_name_cannot_mean_is_refused(command, model, tmp_path):
    for name, options, words in [
        ("p.parquet.gz", (), "compressed within"),
        ("p.parquet", ("--json",), "no JSON lines"),
        ("p.parquet", ("--flush",), "line by line"),
        ("p.csv", ("--json",), "call it .jsonl"),
        ("p.arrow", (), "CSV, JSON lines or Parquet"),
    ]:
        code, _, err = command("predict", model, tmp_path / "train.csv", "--out", tmp_path / name, *options)
        assert (code, words in err) == (2, True), err
        assert not (tmp_path / name).exists()


def test_a_dash_is_standard_output(model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = ["pack", "train.csv", "-", "--label", "y"]
    packed = subprocess.run([sys.executable, "-m", "littlestone", *arguments], capture_output=True, check=True).stdout
    subprocess.run([sys.executable, "-m", "littlestone", "pack", "train.csv", "t.rows", "--label", "y"], check=True)
    assert packed == (tmp_path / "t.rows").read_bytes()
    play = [sys.executable, "-m", "littlestone", "play", "train.csv", "--label", "y", "--learner", "arow", "-f", "-"]
    done = subprocess.run([*play, "--quiet"], capture_output=True, check=True)
    assert done.stdout == model.read_bytes()
    refused = subprocess.run(play, capture_output=True, check=False)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert not (tmp_path / "-").exists()


# the same game, however its file came


@pytest.mark.parametrize("options", [["--learner", "adagrad"], [], ["--learner", "perceptron", "--positive", "yes"]])
@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_game_from_a_pipe_names_its_classes_as_one_from_the_file(unnamed, tmp_path, monkeypatch, form, options):
    rows = [{"a": t % 7, "b": t % 3, "y": "yes" if t % 7 > 3 else "no"} for t in range(60)]
    lines = [",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]
    text = "\n".join(lines if form == "csv" else map(json.dumps, rows)) + "\n"
    path = tmp_path / f"file.{form}"
    path.write_text(text)
    file, pipe = tmp_path / "file.npz", tmp_path / "pipe.npz"
    assert unnamed("play", path, "--label", "y", "-f", file, *options)[0] == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(text.encode()))))
    code, out, _ = unnamed("play", "-", "--format", form, "--label", "y", "-f", pipe, *options)
    assert code == 0
    assert "yes is +1, no is -1" in out
    assert pipe.read_bytes() == file.read_bytes()
    assert "yes" in unnamed("predict", pipe, path)[1]


def test_a_line_that_is_wrong_says_nothing_of_the_labels(command, tmp_path):
    path = tmp_path / "file.csv"
    path.write_text("a,y\n" + "1,no\n2,yes\n" * 20 + "1,maybe,too many\n")
    code, out, _ = command("play", path, "--label", "y", "--learner", "perceptron", "--skip-bad")
    assert code == 0
    assert "yes is +1, no is -1" in out
    assert "many classes" not in out


def test_texts_are_not_said_to_be_numbers(unnamed, tmp_path):
    path = tmp_path / "file.csv"
    for classes, said in (("pqr", False), ("123", True)):
        path.write_text("a,y\n" + "".join(f"{t % 3},{classes[t % 3]}\n" for t in range(30)))
        assert ("--labels numbers takes them" in unnamed("play", path, "--label", "y")[1]) is said


def test_many_epochs_are_told_by_the_first_and_the_last(command, tmp_path):
    path = tmp_path / "file.csv"
    path.write_text("a,b,y\n" + "".join(f"{t % 7},{t % 3},{t % 2}\n" for t in range(60)))
    out = command("train", path, "--label", "y", "--shards", "2", "--epochs", "40", "--on", "processes")[1]
    table = out[out.index("epoch  ") :].split("\n\n")[0].splitlines()
    assert len(table) <= 15
    assert [line.split()[0] for line in table][1:] == ["1", "2", "3", "4", "5", "6", "...", *map(str, range(35, 41))]
    assert "28 more" in out


@pytest.mark.parametrize(
    ("option", "meant"), [("--target", "--label COLUMN"), ("--sep", "--delimiter"), ("--epochs", "--passes N")]
)
def test_options_of_other_programs_are_answered_with_those_here(command, model, tmp_path, option, meant):
    code, out, err = command("play", tmp_path / "train.csv", option, "y")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert meant in err


# what learners there are


def test_one_learner_is_told_by_any_of_its_names(command):
    for name in ("ftrl", "FTRLProximal", "LogisticRegression"):
        code, out, _ = command("learners", name)
        assert code == 0
        assert out.startswith("ftrl, linear, FTRLProximal in Python\n")
        assert "McMahan" in out
    assert [one["class"] for one in json.loads(command("learners", "ons", "--json")[1])] == [
        "LinearNewtonStep",
        "OnlineNewtonStep",
        "NewtonPortfolio",
    ]
    code, out, err = command("learners", "logistik")
    assert (code, out) == (2, "")
    assert "did you mean 'logistic'?" in err


def test_passes_that_were_not_begun_are_not_told_as_played(command, tmp_path):
    path = tmp_path / "file.csv"
    path.write_text("a,y\n" + "1,no\n2,yes\n" * 20)
    words = ("play", path, "--label", "y", "--learner", "perceptron", "--passes", "5")
    out = " ".join(command(*words, "--limit", "60")[1].split())
    assert "60, in 2 of 5 passes over the file" in out
    assert "200, in 5 passes over the file" in " ".join(command(*words)[1].split())


def test_one_label_is_not_said_to_be_two(unnamed, tmp_path):
    path = tmp_path / "file.csv"
    path.write_text("a,y\n1,1\n2,1\n")
    assert "two classes, though one label is all there is so far" in " ".join(
        unnamed("play", path, "--label", "y")[1].split()
    )


def test_play_compare_and_sweep_count_the_same_mistakes(unnamed, tmp_path):
    """Zeros are shown to whoever wants them, and to nobody else, whoever plays beside them."""
    path = tmp_path / "zeros.csv"
    path.write_text(
        "a,b,y\n" + "".join(f"{t % 5},{t % 3 or 0},{int((t % 5 == 0) != (t % 3 > 1))}\n" for t in range(200))
    )
    names = ("forest", "standardised", "arow", "scale-free", "perceptron", "committee")
    said = json.loads(unnamed("compare", path, "--label", "y", "--learners", ",".join(names), "--json")[1])["learners"]
    compared = {one["learner"]: one["mistakes"] for one in said}
    said = json.loads(unnamed("sweep", path, "--label", "y", "--learner", ",".join(names[:-1]), "--json")[1])[
        "settings"
    ]
    swept = {one["learner"]: one["mistakes"] for one in said}
    for name in names:
        alone = json.loads(unnamed("play", path, "--label", "y", "--learner", name, "--json")[1])["mistakes"]
        assert compared[name] == alone, name
        assert swept.get(name, alone) == alone, name


@pytest.mark.parametrize("pack", [gzip, lzma])
def test_a_compressed_file_that_was_cut_is_played_to_the_cut(command, tmp_path, pack):
    rows = "".join(f"{t * 7919 % 1000},{t * 104729 % 997},{t % 2}\n" for t in range(3000))
    whole = pack.compress(f"a,b,y\n{rows}".encode())
    path = tmp_path / f"cut.csv.{'gz' if pack is gzip else 'xz'}"
    path.write_bytes(whole[: len(whole) * 4 // 5])
    code, out, err = command("play", path, "--label", "y", "-f", tmp_path / "m.npz")
    assert code == 2
    assert "Compressed file ended before the end-of-stream marker was reached" in err
    played = int(out[out.index("rounds  ") :].split()[1].rstrip(",").replace(",", ""))
    assert 1500 < played < 3000
    assert load(tmp_path / "m.npz").ledger.rounds == played


def test_packed_rows_with_zeros_are_played_as_the_file_is(unnamed, tmp_path):
    path = tmp_path / "zeros.csv"
    path.write_text("a,b,y\n" + "".join(f"{t % 5},{t % 3},{int((t % 5 == 0) != (t % 3 > 1))}\n" for t in range(200)))
    assert unnamed("pack", path, tmp_path / "zeros.rows", "--label", "y", "--zeros")[0] == 0
    assert unnamed("pack", path, tmp_path / "bare.rows", "--label", "y")[0] == 0
    told = [("play", path, "--label", "y"), ("play", tmp_path / "zeros.rows"), ("play", tmp_path / "bare.rows")]
    said = [json.loads(unnamed(*words, "--learner", "forest", "--json")[1])["loss"] for words in told]
    assert said[0] == said[1] != said[2]
