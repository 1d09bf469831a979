"""Pipes and long runs: line by line, signals, lines of progress, checkpoints, several files."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest
from drawn_streams import commands, messages, namespaces, naming, numbers, process, strict, vectors

from littlestone import Game, Perceptron, load, read
from littlestone.command_line import progress
from littlestone.command_line.playing import cut
from littlestone.errors import BadParameter
from littlestone.formats.chained import Chained

CSV = "a,b,y\n" + "".join(f"{t % 7},{t % 3},{t % 2}\n" for t in range(40))
LINES = "".join(json.dumps({"a": t % 7, "b": str(t % 3), "y": t % 2}) + "\n" for t in range(40))
FORECASTS = "date,ann,bob,load\n" + "".join(f"d{t},{t % 4},{t % 3},{t % 5}\n" for t in range(40))
TALKS = pytest.mark.usefixtures("ctrl_c")


@pytest.fixture
def command(capsys):
    return commands(capsys)


@contextmanager
def running(*arguments):
    """The program, with pipes that stay open."""
    words = [sys.executable, "-m", "littlestone", *naming(arguments)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, text=True, bufsize=1, **pipes) as program:
        try:
            yield program
        finally:
            program.kill()


def tell(program, text):
    program.stdin.write(text)
    program.stdin.flush()


# line by line


@pytest.mark.parametrize(
    ("text", "options", "headed"),
    [
        (CSV, ["--label", "y"], True),
        (LINES, ["--label", "y"], False),
        (vectors(40), ["--base", "1"], False),
        (namespaces(40), [], False),
        (namespaces(40), ["-b", "10"], False),
        (CSV, ["--label", "y", "-q", "a*b", "--delay", "2"], True),
    ],
    ids=["csv", "json", "svmlight", "vw", "hashed", "interactions"],
)
def test_a_prediction_is_out_before_the_next_line_comes(text, options, headed):
    first, *rest = text.splitlines(keepends=True)
    with running("play", "-", *options, "-p", "-", "--quiet") as program:
        tell(program, first)
        if not headed:
            rest = [first, *rest]
        for number, line in enumerate(rest, start=1):
            if headed or number > 1:
                tell(program, line)
            if number == 1:
                assert program.stdout.readline().startswith("round,")
            assert program.stdout.readline().startswith(f"{number},")


@pytest.mark.parametrize("json_lines", [False, True])
def test_predictions_of_a_saved_game_come_line_by_line(tmp_path, command, json_lines):
    path, model = tmp_path / "t.csv", tmp_path / "m.npz"
    path.write_text(CSV)
    command("play", path, "--label", "y", "-f", model, "--quiet")
    out = command("predict", model, path, *(["--json"] if json_lines else []))[1].splitlines()
    with running("predict", model, "-", "--format", "csv", "--quiet", *(["--json"] if json_lines else [])) as program:
        header, *rows = CSV.splitlines(keepends=True)
        tell(program, header)
        heard = []
        for line in rows:
            tell(program, line)
            heard += [program.stdout.readline().strip() for _ in range(1 if heard or json_lines else 2)]
    assert heard == out


def test_forecasts_are_mixed_line_by_line():
    header, *rows = FORECASTS.splitlines(keepends=True)
    with running("mix", "-", "--truth", "load", "-p", "-", "--quiet") as program:
        tell(program, header + rows[0])
        assert program.stdout.readline() == "date,round,guess,truth\n"
        for number, line in enumerate(rows, start=1):
            if number > 1:
                tell(program, line)
            assert program.stdout.readline().startswith(f"d{number - 1},{number},")


def test_flush_writes_every_round_out_at_once(tmp_path, command, monkeypatch):
    path, out = tmp_path / "t.csv", tmp_path / "out.csv"
    path.write_text(CSV)
    seen = []
    monkeypatch.setattr(progress.GameBar, "tick", lambda bar: seen.append(len(out.read_text().splitlines())))
    command("play", path, "--label", "y", "-p", out)
    assert set(seen) == {0}
    seen.clear()
    command("play", path, "--label", "y", "-p", out, "--flush")
    assert seen == list(range(2, 42))


def test_a_pipe_and_a_file_are_the_same_game(tmp_path, command):
    path = tmp_path / "sms"
    path.write_text(messages(3000))
    options = ["--columns", "label,message", "--quote", "none", "--label", "label", "--positive", "spam"]
    options += ["--text", "message", "--learner", "arow", "--theorems", "none", "--json"]
    whole = strict(command("play", path, "--format", "csv", *options)[1])
    with open(path) as stream, subprocess.Popen(["cat"], stdin=stream, stdout=subprocess.PIPE) as cat:
        piped = strict(process("play", "-", "--format", "csv", *options, stdin=cat.stdout).stdout)
    for found in (whole, piped):
        del found["source"]
    assert piped == whole
    assert piped["rounds"] == 3000


@pytest.mark.parametrize("learner", ["perceptron", "adagrad", "arow", "committee"])
def test_a_game_saved_from_a_pipe_has_the_bytes_of_that_from_the_file(tmp_path, command, learner):
    path, saved, piped = tmp_path / "f.vw", tmp_path / "file.npz", tmp_path / "pipe.npz"
    path.write_text("".join(f"{1 if t % 3 else -1} |a w{t * t % 701} w{t % 977} x:{t % 7}\n" for t in range(3000)))
    options = ["--learner", learner, "--theorems", "none", "--quiet", "-f"]
    assert command("play", path, *options, saved)[0] == 0
    with open(path) as stream, subprocess.Popen(["cat"], stdin=stream, stdout=subprocess.PIPE) as cat:
        process("play", "-", "--format", "vw", *options, piped, stdin=cat.stdout)
    assert saved.read_bytes() == piped.read_bytes()


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_standard_input_is_decompressed(tmp_path, pack):
    path = tmp_path / "packed"
    path.write_bytes(pack(CSV.encode()))
    with open(path, "rb") as stream, subprocess.Popen(["cat"], stdin=stream, stdout=subprocess.PIPE) as cat:
        done = process("play", "-", "--label", "y", "--json", "--quiet", stdin=cat.stdout)
    assert (done.returncode, strict(done.stdout)["rounds"]) == (0, 40), done.stderr


# signals


@TALKS
@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_pipe_is_a_game_of_all_its_lines(tmp_path, kind):
    rounds = 3000
    with running("play", "-", "--format", "csv", "--label", "y", "-f", tmp_path / "m.npz", "--json") as program:
        tell(program, "a,b,y\n" + "".join(f"{t % 7},{t % 3},{t % 2}\n" for t in range(rounds - 1)))
        tell(program, "1,1,1\n")
        for line in program.stderr:  # the pipe is read in pieces; more is only said when more is played
            if line.startswith("round 2,048:"):
                break
        wait_for_rest(program)
        program.send_signal(kind)
        out, err = program.communicate(timeout=60)
    account = strict(out)
    assert (program.returncode, account["interrupted"]) == (130, True), err
    assert account["rounds"] == account["labelled"] == rounds
    assert load(tmp_path / "m.npz").ledger.rounds == rounds


def wait_for_rest(program):
    """Until the program has read its pipe and waits: the kernel says so."""
    for _ in range(2000):
        with open(f"/proc/{program.pid}/wchan") as file:
            if "pipe" in file.read():
                return
        subprocess.run(["sleep", "0.01"], check=True)
    pytest.skip("the kernel does not say what a program waits for")


@TALKS
def test_ctrl_c_while_modules_are_imported_leaves_no_trace(tmp_path):
    interrupting = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nraise ImportError('still here')\n"
    (tmp_path / "typer.py").write_text(interrupting)  # the first module that takes its time
    paths = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = process("learners", env={**os.environ, "PYTHONPATH": paths})
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


# lines of progress


def test_lines_of_progress_come_after_one_two_four_and_so_on():
    done = process("play", "-", "--format", "csv", "--label", "y", "--theorems", "none", input=CSV)
    game, marks = Game(Perceptron()), {}
    for number, line in enumerate(CSV.splitlines()[1:], start=1):
        a, b, y = map(int, line.split(","))
        game.label(game.predict({"a": a, "b": b}).number, 2 * y - 1)
        marks[number] = game.ledger.mistakes
    wanted, last = [], 0
    for number in (1, 2, 4, 8, 16, 32):
        words = f"{marks[number]} mistake{'' if marks[number] == 1 else 's'} ({100 * marks[number] / number:.2f} %)"
        since, recent = number - last, marks[number] - marks.get(last, 0)
        more = f", {recent} of the last {since} ({100 * recent / since:.2f} %)" if last else ""
        wanted.append(f"round {number}: {words}{more}")
        last = number
    assert done.stderr.splitlines() == wanted


def test_lines_of_progress_say_the_loss_of_numbers():
    done = process("play", "-", "--format", "csv", "--label", "y", "--learner", "vaw", "--json", input=numbers())
    lines = done.stderr.splitlines()
    assert [line.split(":")[0] for line in lines] == [f"round {1 << k}" for k in range(9)]
    assert lines[0].startswith("round 1: square loss ")
    assert " a round, " in lines[-1]
    assert lines[-1].endswith(" in the last 128")


def test_quiet_has_no_lines_and_a_short_file_has_none(tmp_path, command):
    assert process("play", "-", "--format", "csv", "--label", "y", "--quiet", input=CSV).stderr == ""
    (tmp_path / "t.csv").write_text(CSV)
    assert command("play", tmp_path / "t.csv", "--label", "y")[2] == ""


@pytest.mark.parametrize(
    "arguments", ["play t.csv --label y", "compare t.csv --label y --learners arow", "invest p.csv"]
)
def test_a_file_that_takes_long_has_lines_too(tmp_path, command, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    (tmp_path / "t.csv").write_text(CSV)
    (tmp_path / "p.csv").write_text("IBM,Coke\n" + "10,20\n11,19\n" * 20)
    code, _, err = command(*arguments.split())
    assert code == 0
    assert len(err.splitlines()) >= 4, err


def test_pieces_end_where_something_is_due(tmp_path):
    (tmp_path / "t.csv").write_text(CSV)
    whole = list(read(tmp_path / "t.csv", label="y").batches())
    assert [len(batch) for batch in cut(whole, None, True)] == [1, 1, 2, 4, 8, 16, 8]
    assert [len(batch) for batch in cut(whole, 15, False)] == [15, 15, 10]
    assert [len(batch) for batch in cut(whole, None, False)] == [40]
    assert isinstance(progress.PATIENCE, float)


# checkpoints


@pytest.mark.parametrize("way", [[], ["-p", "out.csv"], ["--delay", "3"]])
def test_checkpoints_are_games_that_go_on(tmp_path, command, monkeypatch, way):
    from littlestone.command_line import saved

    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(CSV)
    kept, honest = [], saved.save

    def noted(game, path):
        honest(game, path)
        kept.append(load(path).ledger.rounds)

    monkeypatch.setattr(saved, "save", noted)
    code, _, err = command("play", "t.csv", "--label", "y", "-f", "m.npz", "--checkpoint", 15, "--quiet", *way)
    assert (code, err) == (0, "")
    assert kept == [15, 30, 40]


def test_a_checkpoint_has_to_be_saved_somewhere(command):
    code, _, err = command("play", "t.csv", "--label", "y", "--checkpoint", 15)
    assert (code, err) == (2, "littlestone: --checkpoint saves the game on the way: give --save MODEL as well\n")


def test_a_checkpoint_that_fails_does_not_end_the_game(tmp_path, command, monkeypatch):
    from littlestone.command_line import saved

    (tmp_path / "t.csv").write_text(CSV)
    calls, honest = [], saved.save

    def full_at_first(game, path):
        calls.append(path)
        if len(calls) == 1:
            raise OSError(28, "No space left on device")
        honest(game, path)

    monkeypatch.setattr(saved, "save", full_at_first)
    model = tmp_path / "m.npz"
    code, _, err = command("play", tmp_path / "t.csv", "--label", "y", "-f", model, "--checkpoint", 15, "--quiet")
    assert (code, err.count("\n")) == (0, 1)
    assert "the game is not saved: cannot write" in err
    assert load(model).ledger.rounds == 40


# several files


@pytest.mark.parametrize("kind", ["csv", "json", "vw", "hashed", "svm", "gz"])
@pytest.mark.parametrize("way", [[], ["-p", "out.csv"], ["--passes", "2"], ["--shuffle", "1"]], ids=str)
def test_several_files_are_one_game(tmp_path, command, monkeypatch, kind, way):
    monkeypatch.chdir(tmp_path)
    text, options, suffix = {
        "csv": (CSV, ["--label", "y"], "csv"),
        "gz": (CSV, ["--label", "y"], "csv.gz"),
        "json": (LINES, ["--label", "y"], "jsonl"),
        "vw": (namespaces(40), [], "vw"),
        "hashed": (namespaces(40), ["-b", "8"], "vw"),
        "svm": (vectors(40), [], "svm"),
    }[kind]
    lines = text.splitlines(keepends=True)
    head = lines.pop(0) if text is CSV else ""
    parts = {"whole": lines, "one": lines[:7], "two": lines[7:8], "three": lines[8:]}
    names = {}
    for name, part in parts.items():
        names[name] = f"{name}.{suffix}"
        body = (head + "".join(part)).encode()
        (tmp_path / names[name]).write_bytes(gzip.compress(body) if kind == "gz" else body)
    both = []
    for files in ([names["whole"]], [names["one"], names["two"], names["three"]]):
        code, out, err = command("play", *files, *options, "--learner", "arow", "--json", "-f", "m.npz", *way)
        assert (code, err) == (0, "")
        account = strict(out)
        assert account.pop("source") == ", ".join(files)
        game = load(tmp_path / "m.npz")
        both.append((account, game.weights(), (tmp_path / "out.csv").read_text() if "-p" in way else None))
    assert both[0] == both[1]
    assert both[0][0]["rounds"] == (80 if "--passes" in way else 40)


def test_bad_lines_and_places_of_several_files_are_their_own(tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.csv").write_text("a,y\n1,1\n1\n2,0\n")
    (tmp_path / "two.csv").write_text("a,y\n1,1\n2,0\nx,0,1\n")
    found = strict(command("play", "one.csv", "two.csv", "--label", "y", "--skip-bad", "--json")[1])
    assert (found["rounds"], found["bad_lines"]) == (4, 2)
    assert ["one.csv, line 3" in found["complaints"][0], "two.csv, line 4" in found["complaints"][1]] == [True, True]
    (tmp_path / "one.csv").write_text("a,y\n1,1\n1,1\n1,0\n")
    (tmp_path / "two.csv").write_text("a,y\n1,1\n2,0\n")
    err = command("play", "one.csv", "two.csv", "--label", "y", "--learner", "winnow", "--set", "n=1")[2]
    assert err.startswith("littlestone: two.csv, example 2: ")


def test_a_day_without_spam_is_no_error_among_others(tmp_path, command):
    for name, labels in {"one": "spam ham", "two": "ham ham"}.items():
        (tmp_path / f"{name}.csv").write_text("a,y\n" + "".join(f"1,{label}\n" for label in labels.split()))
    options = ["--label", "y", "--positive", "spam", "--json"]
    assert strict(command("play", tmp_path / "one.csv", tmp_path / "two.csv", *options)[1])["rounds"] == 4
    assert "no line has the positive label" in command("play", tmp_path / "two.csv", *options)[2]


def test_files_that_do_not_go_together_are_refused(tmp_path, command):
    (tmp_path / "one.csv").write_text(CSV)
    (tmp_path / "two.svm").write_text(vectors(5))
    with pytest.raises(BadParameter, match="cannot be played as one"):
        Chained([read(tmp_path / "one.csv", label="y"), read(tmp_path / "two.svm")])
    with pytest.raises(BadParameter, match="at least one source"):
        Chained([])
    assert os.path.basename(Chained([read(tmp_path / "two.svm")]).name) == "two.svm"
