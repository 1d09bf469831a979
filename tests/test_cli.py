import csv
import io
import json
import os
import signal
import subprocess
import sys

import pytest
from drawn_streams import naming

from littlestone import BANDITS, EXPERTS, LEARNERS, POINTS, PORTFOLIOS, Game, Perceptron, Winnow, __version__, read
from littlestone.bounds import DisjunctionBound, MarginBound
from littlestone.cli import run
from littlestone.command_line.arguments import scalar
from littlestone.command_line.playing import Stop
from littlestone.command_line.printing import strict_json
from littlestone.command_line.progress import Bar
from littlestone.support.loading import core

TABLE = "viagra,meeting,word,spam\n" + "1,0,now,yes\n0,1,later,no\n0,0,now,yes\n0,0,never,no\n" * 5


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "emails.csv"
    path.write_text(TABLE)
    return str(path)


@pytest.fixture
def command(capsys):
    def command(*arguments):
        code = run(naming(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return command


def process(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "littlestone", *naming(arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,
    )


# play


def test_play_prints_the_account_and_the_certificate(command, table):
    code, out, err = command("play", table, "--label", "spam", "--learner", "winnow")
    assert (code, err) == (0, "")
    assert f"winnow on {table}" in " ".join(out.split())
    assert "rounds          20\n" in out
    assert "classes         yes is +1, no is -1\n" in out
    assert "best constant   10 mistakes, by always answering no\n" in out
    assert "Winnow, disjunction of k variables in hindsight" in out
    assert "  holds           paid " in out
    assert "teaches" in out


def test_the_report_fits_eighty_columns_and_has_no_colour_when_piped(table):
    done = process("play", table, "--label", "spam", "--learner", "winnow", "--delay", "2", "--loss", "hinge")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    lines = done.stdout.splitlines()
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines if table not in line)
    assert "  hinge loss " in done.stdout
    assert "labels came up to 2 rounds late" in done.stdout


def test_json_is_strict_and_has_the_whole_account(command, table):
    code, out, err = command("play", table, "--label", "spam", "--promise", "margin=0.1", "--json")
    account = json.loads(out, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert (code, err) == (0, "")
    assert account["source"] == table
    assert (account["rounds"], account["learner"]) == (20, "perceptron")
    assert account["parameters"] == {"zero": "+1", "bias": None, "normalise": False}
    assert account["updates"] == account["mistakes"] > 0
    assert (account["unlabelled"], account["interrupted"]) == (0, False)
    assert len(account["certificates"]) == 2
    for certificate in account["certificates"]:
        assert {"theorem", "paid", "allowed", "verdict", "teaches"} <= set(certificate)


def test_what_is_not_finite_is_null_in_json():
    assert json.loads(strict_json({"a": [float("nan"), float("inf"), 1.5, None]})) == {"a": [None, None, 1.5, None]}


def test_settings_reach_the_learner(command, table):
    settings = ("--set", "bias=2", "--set", "normalise=true", "--set", "zero=-1", "--promise", "margin=0.1")
    _, out, _ = command("play", table, "--label", "spam", "--json", *settings)
    assert json.loads(out)["parameters"] == {"zero": "-1", "bias": 2.0, "normalise": True}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("None", None),
        ("null", None),
        ("3", 3),
        ("-0.5", -0.5),
        ("1e3", 1000.0),
        ("nan", "nan"),
        ("x", "x"),
    ],
)
def test_words_after_set_are_read_as_scalars(text, value):
    assert scalar(text) == value
    assert type(scalar(text)) is type(value)


def test_a_promise_reaches_its_theorem(command, table):
    _, out, _ = command("play", table, "--label", "spam", "--learner", "winnow", "--promise", "k=3", "--json")
    certificate = json.loads(out)["certificates"][0]
    assert "as promised" in certificate["theorem"]
    assert certificate["allowed"] == 1 + 3 * 3 * (1 + 2)  # n = 5: two numbers and three words


def test_winnow_learns_its_width_in_a_first_pass(command, table):
    _, out, _ = command("play", table, "--label", "spam", "--learner", "winnow", "--json")
    assert json.loads(out)["parameters"]["n"] == 5
    _, out, _ = command("play", table, "--label", "spam", "--learner", "winnow", "--json", "--limit", "2")
    assert json.loads(out)["parameters"]["n"] == 4


def test_late_labels_are_all_told_in_the_end(command, table):
    _, out, _ = command("play", table, "--label", "spam", "--learner", "winnow", "--delay", "7", "--json")
    account = json.loads(out)
    assert (account["rounds"], account["labelled"], account["longest_delay"]) == (20, 20, 7)


def test_a_limit_ends_the_game(command, table):
    _, out, _ = command("play", table, "--label", "spam", "--learner", "winnow", "--limit", "3", "--json")
    assert json.loads(out)["rounds"] == 3


def test_rounds_without_label_are_counted_and_not_judged(command, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,y\n1,1\n1,\n1,?\n")
    _, out, _ = command("play", path, "--label", "y", "--learner", "winnow", "--json")
    account = json.loads(out)
    assert (account["rounds"], account["labelled"], account["unlabelled"], account["open"]) == (3, 1, 2, 0)
    assert "2 rounds, predicted and not judged" in command("play", path, "--label", "y", "--learner", "winnow")[1]


def test_a_table_of_no_lines_is_no_game(command, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,y\n")
    code, out, err = command("play", path, "--label", "y", "--learner", "winnow")
    assert (code, out) == (2, "")
    assert "there are no examples in" in err


def test_predictions_are_written_round_by_round(command, table, tmp_path):
    path = tmp_path / "out.csv"
    code, out, _ = command("play", table, "--label", "spam", "--learner", "winnow", "--quiet", "--predictions", path)
    assert (code, out) == (0, "")
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert [row["round"] for row in rows] == [str(number) for number in range(1, 21)]
    assert {row["act"] for row in rows} <= {"no", "yes"}
    assert [row["label"] for row in rows[:4]] == ["yes", "no", "yes", "no"]
    assert all(float(row["guess"]) * (1 if row["act"] == "yes" else -1) >= 0 for row in rows)


def test_a_sample_plays_without_more_words(command):
    code, out, _ = command("play", "sample:email", "--learner", "winnow", "--boolean", "--json")
    assert code == 0
    assert json.loads(out)["rounds"] == 3921


def test_standard_input_is_played(table):
    with open(table) as file:
        done = process("play", "-", "--label", "spam", "--learner", "winnow", "--set", "n=5", "--json", stdin=file)
    assert done.returncode == 0
    assert json.loads(done.stdout)["source"] == "standard input"


def test_a_violated_theorem_is_exit_code_three(command, table, monkeypatch):
    honest = DisjunctionBound.certificate
    monkeypatch.setattr(
        DisjunctionBound, "certificate", lambda *given: honest(*given)._replace(violated="one and one is three")
    )
    for more in ((), ("--json",), ("--quiet",)):
        code, out, err = command("play", table, "--label", "spam", "--learner", "winnow", *more)
        assert code == 3
        assert "please report it" in err
    assert "one and one is three" not in out
    assert (
        "  violated        one and one is three" in command("play", table, "--label", "spam", "--learner", "winnow")[1]
    )


# what goes wrong


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("plya", "No such command"),
        ("play", "Missing argument"),
        ("play TABLE --bogus", "No such option"),
        ("play TABLE --limit -1", "--limit"),
        ("play TABLE", "which column of TABLE is the label? give --label COLUMN; there is 'viagra', 'meeting'"),
        ("play - --format csv --learner winnow", "which column of - is the label?"),
        ("play TABLE --label sapm", "did you mean 'spam'?"),
        ("play TABLE --label spam --learner perceptorn", "did you mean 'perceptron'?"),
        ("play TABLE --label spam --set bais=1", "did you mean 'bias'?"),
        ("play TABLE --label spam --set bias", "--set wants NAME=VALUE, not 'bias'"),
        (
            "play TABLE --label spam --set bias=much",
            "bias is the value of a constant feature, a finite number, not 'much'",
        ),
        ("play TABLE --label spam --set normalise=maybe", "normalise is true or false, not 'maybe'"),
        ("play TABLE --label spam --set zero=0", "zero is one of"),
        ("play TABLE --label spam --learner winnow --set n=1.5", "n is a number of variables, 0 or more, not 1.5"),
        ("play TABLE --label spam --learner winnow --set n=1", "example 1: Winnow plays with 1 variable"),
        ("play TABLE --label spam --loss hing", "did you mean 'hinge'?"),
        ("play TABLE --label spam --promise gamma=1", "no promise of perceptron 'gamma'; there is length, margin"),
        ("play TABLE --label spam --promise margin=wide", "the promise margin is a number, not 'wide'"),
        ("play TABLE --label spam --promise margin=-1", "margin is a distance above 0, a finite number"),
        ("play TABLE --label spam --learner winnow --promise k=2.5", "k is the size of a disjunction"),
        ("play TABLE --label spam --delimiter ab", "a delimiter is one character"),
        ("play TABLE --label spam --predictions TABLE", "would overwrite"),
        ("play TABLE --label spam --predictions TABLE/x", "cannot write TABLE/x"),
        ("play TABLE.not --label spam", "cannot read TABLE.not: No such file"),
        ("play FOLDER/empty --label spam", "there is no file in the folder FOLDER/empty"),
        ("play sample:emial", "did you mean 'email'?"),
        ("play sample:email --label spam", "leave out --label"),
        (
            "play sample:email --learner winnow",
            "example 1: Winnow plays with Boolean features, 0 or 1; 'num_char' is 11.37",
        ),
        ("play - --format csv --label y --learner winnow", "give --set n=..."),
    ],
)
def test_what_goes_wrong_is_said_in_one_line_with_exit_code_two(command, table, tmp_path, arguments, words):
    def real(text):
        return text.replace("TABLE", table).replace("FOLDER", str(tmp_path))

    (tmp_path / "empty").mkdir()
    code, out, err = command(*real(arguments).split())
    assert (code, out) == (2, "")
    assert err.startswith("littlestone: ")
    assert err.count("\n") == 1
    assert real(words) in err


def test_an_unreadable_file_is_one_line_in_a_real_process(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_bytes(b"a,y\n\xff,1\n")
    done = process("play", path, "--label", "y")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (f"littlestone: {path}, line 2: byte 0xff at 1 is not UTF-8; save the file as UTF-8\n")


def test_a_closed_pipe_ends_the_program_quietly(table):
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(
        [sys.executable, "-m", "littlestone", "learners"],
        stdout=write_end,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(write_end)
    assert done.stderr == b""
    assert done.returncode == -signal.SIGPIPE  # which a shell calls 141


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_prints_the_account_so_far():
    playing = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "littlestone",
            "play",
            "-",
            "--label",
            "y",
            "--json",
            "--learner",
            "winnow",
            "--set",
            "n=1",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert playing.stdin is not None
    playing.stdin.write("a,y\n" + "1,1\n" * 100_000)  # far more than a pipe holds: once written, it is being played
    playing.stdin.flush()
    playing.send_signal(signal.SIGINT)
    out, err = playing.communicate(timeout=30)
    assert playing.returncode == 130, err
    account = json.loads(out)
    assert account["interrupted"] is True
    assert account["rounds"] == account["labelled"] > 10_000
    assert account["certificates"][0]["verdict"] == "holds"


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_within_a_round_waits_for_its_end():
    def pairs():
        yield from range(2)
        pytest.fail("the round after the interruption is not played")

    played = []
    with Stop() as stop:
        for pair in stop.examples(pairs()):
            if pair == 1:
                signal.raise_signal(signal.SIGINT)
            played.append(pair)
    assert played == [0, 1]
    assert stop.wanted


# the rest


def test_learners_lists_every_learner_with_rule_theorems_and_parameters(command):
    code, out, _ = command("learners")
    assert code == 0
    words = " ".join(out.split())
    for name, kind in [*LEARNERS.items(), *EXPERTS.items()]:
        assert f"{name}, {kind.kind}" in out
        for parameter in kind().parameters():
            assert f"{parameter}=" in words
    for name, kind in [*POINTS.items(), *PORTFOLIOS.items(), *BANDITS.items()]:
        assert f"{name}, {kind.kind}" in out
    assert "M <= (R/gamma)^2 if some unit vector" in words
    assert "promise: margin" in words


def test_learners_as_json(command):
    _, out, _ = command("learners", "--json")
    listed = json.loads(out)
    assert len(listed) == len(LEARNERS) + len(EXPERTS) + len(POINTS) + len(PORTFOLIOS) + len(BANDITS)
    table = {learner["name"]: learner for learner in listed if learner["kind"] != "convex"}
    assert table["winnow"]["theorems"][0]["promise"] == "k"
    assert table["perceptron"]["parameters"] == {"zero": "+1", "bias": None, "normalise": False}


def test_the_version_says_which_core_runs(command):
    assert command("--version") == (0, f"littlestone {__version__}, {core()} core\n", "")


def test_alone_it_prints_its_help(command):
    assert command() == command("--help")
    assert command()[0] == 0
    assert "littlestone play emails.csv --label spam" in command()[1]


@pytest.mark.parametrize(
    "name",
    [
        "play",
        "compare",
        "predict",
        "inspect",
        "pack",
        "mix",
        "invest",
        "duel",
        "worst-case",
        "learners",
        "dimension",
        "booklet",
    ],
)
def test_every_command_has_help_with_an_example(command, name):
    code, out, _ = command(name, "--help")
    assert code == 0
    assert f"  littlestone {name}" in out.split("Examples:")[1]


# the bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_bar_shows_rounds_mistakes_and_a_live_bound(table, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    game = Game(Winnow(n=5), bounds=[DisjunctionBound(k=2)])
    source = read(table, label="spam")
    with Bar(game, source, None, True) as bar:
        for x, y in source:
            game.label(game.predict(x).number, y)
            bar.due = 0.0
            bar.tick()
        mistakes = f"{game.ledger.mistakes} mistakes ({5 * game.ledger.mistakes:.2f} %), best constant 50.00 %"
        assert bar.words(bar.begun + 2.0) == f"20 rounds, {mistakes}, 10/s, M <= 19"
    assert "20 rounds" in sys.stderr.getvalue()


@pytest.mark.parametrize(
    ("learner", "bound", "words"),
    [
        (Perceptron(), MarginBound(), "margin <= 1.12"),  # w = (1, 2) - (3, 1): |w|/M = sqrt(5)/2
        (Perceptron(), MarginBound(margin=0.5), "M <= 40"),
        (Winnow(n=2), DisjunctionBound(), "k >= 1"),
        (Winnow(n=2), DisjunctionBound(k=1), "M <= 7"),
    ],
)
def test_a_bound_says_where_things_stand_without_a_solver(learner, bound, words, monkeypatch):
    monkeypatch.setattr(type(bound), "certificate", lambda *given: pytest.fail("this may take its time"))
    game = Game(learner, bounds=[bound])
    rounds = [([1, 1], +1), ([0, 1], -1)] if learner.boolean else [([3, 1], -1), ([1, 2], +1)]
    for x, y in rounds:
        game.label(game.predict(x).number, y)
    assert bound.live(game.ledger) == words


def test_no_bar_is_drawn_where_no_terminal_is(command, table):
    assert command("play", table, "--label", "spam", "--learner", "winnow")[2] == ""
