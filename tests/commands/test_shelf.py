"""What commands share: options, exits, and theorems that are asked once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from inspect import signature
from pathlib import Path

import pytest
from drawn_streams import commands, numbers, vectors

from littlestone import Game, MulticlassPA1, Perceptron, cli, read
from littlestone.account import EFFORTS as ACCOUNT_EFFORTS
from littlestone.bound import Bound, Certificate
from littlestone.command_line import exits
from littlestone.command_line.options import EFFORTS
from littlestone.command_line.reading import Reading
from littlestone.errors import BadParameter, LittlestoneError

FORECASTS = "truth,a,b\n" + "".join(f"{t % 5},{t % 4},{t % 3}\n" for t in range(40))
PRICES = "day,IBM,Coke\n" + "".join(f"{t},{10 + t % 2},{20 + 3 * (t % 3)}\n" for t in range(30))


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "two.svm": vectors(),
        "numbers.csv": numbers(),
        "load.csv": FORECASTS,
        "prices.csv": PRICES,
        "three.svm": "3 1:1\n1 1:2\n",
        "names.jsonl": '{"y": "ham", "x": 1}\n',
        "quotes.csv": 'a,y\n"x,1\n',
    }.items():
        (tmp_path / name).write_text(text)


# theorems


@pytest.fixture
def asked(monkeypatch):
    """How often each theorem of each learner was asked for its certificate."""
    counts: Counter[int] = Counter()
    bounds = []  # kept, so that no two have one id
    honest = Bound.certificate

    def counting(self, ledger, effort):
        bounds.append(self)
        counts[id(self)] += 1
        return honest(self, ledger, effort)

    monkeypatch.setattr(Bound, "certificate", counting)
    return counts


@pytest.mark.parametrize("more", [[], ["--json"], ["--theorems", "full"]], ids=["words", "json", "full"])
@pytest.mark.parametrize(
    "arguments",
    [
        "play two.svm",
        "play two.svm --delay 5 --learner arow",
        "play numbers.csv --label y --learner vaw",
        "compare two.svm --learners perceptron,pa1,arow",
        "mix load.csv --truth truth",
        "invest prices.csv",
        "duel halving table:0011,0101,0110",
        "worst-case halving --class table:0011,0101,0110",
    ],
)
def test_every_theorem_is_asked_once(command, files, asked, arguments, more):
    if arguments.startswith(("duel", "worst")) and "full" in more:
        more = []
    code, _, err = command(*arguments.split(), *more)
    assert (code, err) == (0, "")
    assert asked
    assert set(asked.values()) == {1}


def test_a_saved_game_asks_once_too(command, files, asked):
    command("play", "two.svm", "--save", "model.npz", "--quiet", "--theorems", "none")
    assert not asked
    command("inspect", "model.npz")
    assert asked
    assert set(asked.values()) == {1}


def test_json_and_words_say_the_same_of_a_theorem(command, files):
    found = json.loads(command("play", "two.svm", "--json")[1])["certificates"]
    words = " ".join(command("play", "two.svm")[1].split())
    for certificate in found:
        assert " ".join(certificate["theorem"].split()) in words
        assert f"{certificate['verdict']} " in words


# options


@pytest.mark.parametrize("name", ["play", "compare", "pack", "predict"])
def test_commands_that_read_examples_have_all_options_for_it(name):
    has = set(signature(getattr(cli.module_of(name), name)).parameters)
    saved = {"positive", "labels", "hash_bits", "max_names", "scale", "standardise"}  # what a saved game knows
    without = saved if name == "predict" else {"standardise"} if name == "pack" else set()  # it has a --scale of 0.1.0
    without |= {"file"} if name in ("play", "predict") else set()  # they have several
    without |= {"asked_at", "known_at"} if name != "play" else set()  # only a game is played in time
    without |= {"id"} if name not in ("play", "predict") else set()
    without |= {"weight"} if name not in ("play", "compare") else set()
    assert set(signature(Reading).parameters) - without <= has
    assert not has & {"reading", *without}


def test_another_effort_is_refused_before_the_game(command, files):
    assert EFFORTS == ACCOUNT_EFFORTS
    code, _, err = command("play", "no-such-file", "--theorems", "most")
    assert (code, err) == (2, "littlestone: --theorems is one of 'none', 'quick', 'full', not 'most'\n")


def test_every_command_says_first_what_it_does(command):
    _, out, _ = command("--help")
    listed = out.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    assert len(listed) == len(cli.COMMANDS)
    for line in listed:
        assert line.endswith("."), line
        assert not line.endswith("..."), f"too long for the list: {line}"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_the_list_of_commands_says_what_their_docstrings_say_first(name):
    function = getattr(cli.module_of(name), name.replace("-", "_"))
    assert cli.COMMANDS[name] == " ".join(function.__doc__.split("\n\n")[0].split())


def test_every_file_of_commands_is_a_command():
    files = {path.stem for path in Path(cli.__file__).parent.glob("commands/*.py")} - {"__init__"}
    assert files == {name.replace("-", "_") for name in cli.COMMANDS}


def test_a_command_whose_packages_are_missing_says_how_to_get_them(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "littlestone.commands.serve", raising=False)
    cli.program.cache_clear()
    code, _, err = command("serve", "--data", "games")
    cli.program.cache_clear()
    assert (code, err) == (2, "littlestone: the service needs uvicorn: pip install 'littlestone[service]'\n")


@pytest.mark.parametrize("word", ["--version", "--help"])
def test_a_word_about_the_program_imports_no_numpy_and_no_learner(word):
    script = (
        f"import sys; from littlestone.cli import run; run([{word!r}]); "
        "print([m for m in sys.modules if m == 'numpy' or m.startswith(('littlestone.learner', 'rich.'))])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# exits


def raised(error):
    def command():
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (BadParameter("no such thing"), 2, "littlestone: no such thing\n"),
        (
            FileNotFoundError(2, "No such file or directory", "x.csv"),
            2,
            "littlestone: x.csv: No such file or directory\n",
        ),
        (OSError("odd"), 2, "littlestone: odd\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_an_error_ends_a_command_in_one_line(capsys, error, code, words):
    assert exits.ended(raised(error)) == code
    assert capsys.readouterr().err == words


def test_a_bug_is_not_hidden():
    with pytest.raises(ZeroDivisionError):
        exits.ended(raised(ZeroDivisionError()))


def test_a_violated_theorem_outweighs_ctrl_c(capsys):
    fine, wrong = Certificate("M <= 1", 1.0, 1.0), Certificate("M <= 1", 2.0, 1.0, violated="2 > 1")
    assert [exits.exit_code([fine]), exits.exit_code([fine], interrupted=True)] == [0, 130]
    assert capsys.readouterr().err == ""
    assert exits.exit_code([fine, wrong], interrupted=True) == 3
    assert "please report it" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("play names.jsonl --label y", "--positive says which is positive"),
        ("play quotes.csv --label y", "say --quote none"),
        ("play numbers.csv --label y --positive 1 --labels 0,1", "--positive names one label of two, --labels both"),
        ("play two.svm --ngrams 2", "svmlight files have no --ngrams; it is a setting of"),
        ("play numbers.csv --label y", "say which is positive: --positive "),
        ("worst-case halving --class intervals:3 --states 1", "search on with --states 10"),
        ("duel vaw intervals:3", "vaw learns from numbers, and the concepts of a class are labelled 0 and 1"),
    ],
)
def test_messages_name_options_and_not_keywords(command, files, arguments, words):
    code, _, err = command(*arguments.split())
    assert code == 2
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: Game(Perceptron()).labels.check("x"), "for other names give --labels ham,spam"),
        (lambda: Game(Perceptron()).labels.check(0), "for 0/1 labels give --labels 0,1"),
        (lambda: Game(MulticlassPA1(), loss="log"), "count mistakes, --loss mistake; 'log' is for two classes"),
        (lambda: read("numbers.csv"), "is the label? give --label COLUMN"),
        (lambda: read("two.svm", ngrams=2), "svmlight files have no --ngrams; it is a setting of"),
        (lambda: read("numbers.csv", label="y", positive="1", labels=(0, 1)), "--positive names one label of two"),
    ],
)
def test_settings_that_an_error_names_become_options(files, wrong, words):
    with pytest.raises(LittlestoneError) as caught:
        wrong()
    assert words in exits.in_options(caught.value)
    assert "--" not in str(caught.value)
    assert words in exits.in_options(caught.value.said(f"line 3: {caught.value}"))


def test_what_a_line_of_a_file_says_is_left_as_it_is(command, files):
    Path("odd.svm").write_text("1 1:1\n1 1:base=1\n")
    code, _, err = command("play", "odd.svm")
    assert code == 2
    assert "1:base=1" in err
