"""Forecasts and shares that go on, lines that nobody can play, and messages that lead to the right place."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from drawn_streams import commands, strict
from typer.main import get_command

from littlestone import Game, Perceptron
from littlestone.cli import app
from littlestone.command_line.exits import EQUIVALENT
from littlestone.errors import BadParameter

HEAD = "date,ann,bob,load\n"
ROWS = [f"d{t},{t % 4},{'' if t % 5 == 3 else t % 3},{t % 5}\n" for t in range(40)]
ASLEEP = "d40,,NA,3\n"
PRICES = ["date,IBM,Coke\n", *(f"d{t},{10 + t % 3},{20 - t % 4}\n" for t in range(20))]


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "all.csv": HEAD + "".join(ROWS),
        "one.csv": HEAD + "".join(ROWS[:25]),
        "two.csv": "date,zoe,bob,load,ann\n" + "".join(turned(row) for row in ROWS[25:]),
        "asleep.csv": HEAD + "".join(ROWS[:3]) + ASLEEP + ROWS[3] + "d41,x,1,1\nd42,1\n" + ROWS[4],
        "prices.csv": "".join(PRICES),
        "first.csv": "".join(PRICES[:11]),
        "second.csv": PRICES[0] + "".join(PRICES[10:]),
        "wide.csv": "date,a,b,c\nd0,1,2,3\nd1,2,2,2\n",
        "head.csv": "a,b,y\n",
        "three.csv": "a,y\n1,red\n2,green\n3,blue\n",
        "numbers.csv": "a,y\n1,1.5\n2,2.5\n3,0.3\n",
        "three.vw": "1 |f a\n2 |f b\n3 |f c\n",
        "three.jsonl": '{"y": "red", "x": 1}\n{"y": "green", "x": 1}\n',
        "weighted.vw": "1 2.0 |f a\n-1 |f b\n",
        "quotes.csv": 'a,y\n"x,1\n',
        "t.csv": "a,y\n1,1\n2,0\n",
        "book.xlsx": "PK",
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def turned(row):
    date, ann, bob, load = row.strip().split(",")
    return f"{date},9,{bob},{load},{ann}\n"


# forecasts


@pytest.mark.parametrize("options", [[], ["--learner", "hedge", "--set", "eta=0.1"], ["--loss", "absolute"]])
def test_a_game_of_forecasts_goes_on_as_if_it_had_not_stopped(command, options):
    whole = strict(command("mix", "all.csv", "--truth", "load", "--json", *options)[1])
    command("mix", "one.csv", "--truth", "load", "-f", "g.npz", "--quiet", *options)
    code, out, err = command("mix", "two.csv", "--truth", "load", "-i", "g.npz", "--json")
    assert code == 0
    assert "date" in err
    rest = strict(out)
    assert (whole.pop("source"), rest.pop("source")) == ("all.csv", "two.csv")
    assert rest == whole


def test_a_game_of_classes_goes_on_with_its_classes(command, tmp_path):
    header, *rows = ["ann,bob,truth", *["ham,spam,ham", "spam,spam,spam", "ham,ham,spam"] * 5]
    for name, part in {"v.csv": rows, "v1.csv": rows[:7], "v2.csv": rows[7:]}.items():
        (tmp_path / name).write_text("\n".join([header, *part]) + "\n")
    options = ["--truth", "truth", "--json"]
    fresh = ["--loss", "mistake", "--labels", "ham,spam", "--learner", "hedge"]
    whole = strict(command("mix", "v.csv", *options, *fresh)[1])
    command("mix", "v1.csv", *options, *fresh, "-f", "g.npz")
    rest = strict(command("mix", "v2.csv", *options, "-i", "g.npz")[1])
    assert {**rest, "source": ""} == {**whole, "source": ""}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("mix two.csv --truth load -i g.npz --loss log", "is played by ml-poly and goes on"),
        ("mix two.csv --truth load -i g.npz --learner hedge --seed 3", "leave out --learner, --seed"),
        ("mix two.csv --truth load -i g.npz --experts zoe", "the experts of the game in g.npz are ann, bob"),
        ("mix prices.csv --truth IBM -i g.npz", "has no column 'ann'"),
        ("mix two.csv --truth load -i m.npz", "is not of forecasts"),
        ("invest prices.csv -i g.npz", "is not of shares"),
        ("invest prices.csv -i i.npz --learner ons --cost 0.1", "is played by eg and goes on with the settings it has"),
        ("invest wide.csv -i i.npz", "is of 2 assets, and wide.csv has 3 assets"),
        ("play t.csv -i m.npz --learner pa1", "is played by perceptron and goes on with the settings it has"),
    ],
)
def test_what_a_saved_game_is_not_is_said(command, arguments, words):
    command("mix", "one.csv", "--truth", "load", "-f", "g.npz", "--quiet")
    command("invest", "first.csv", "-f", "i.npz", "--quiet")
    command("play", "t.csv", "--label", "y", "-f", "m.npz", "--quiet")
    code, out, err = command(*arguments.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_a_line_where_nobody_is_awake_is_left_out_and_counted(command):
    code, _, err = command("mix", "asleep.csv", "--truth", "load", "--quiet")
    assert (code, err.count("\n")) == (2, 1)
    assert "asleep.csv, line 5: no expert is awake" in err
    assert "--skip-bad leaves such lines out" in err
    code, out, _ = command("mix", "asleep.csv", "--truth", "load", "--skip-bad", "--json", "-p", "out.csv")
    found = strict(out)
    assert (code, found["rounds"], found["bad_lines"]) == (0, 5, 3)
    assert [complaint.split(":")[0] for complaint in found["complaints"]] == [
        "asleep.csv, line 5",
        "asleep.csv, line 7, column 'ann'",
        "asleep.csv, line 8",
    ]
    rows = list(csv.DictReader(io.StringIO(open_text("out.csv"))))
    assert [row["date"] for row in rows] == ["d0", "d1", "d2", "d3", "d4"]
    assert "  bad lines       3, left out\n" in command("mix", "asleep.csv", "--truth", "load", "--skip-bad")[1]
    limited = command("mix", "asleep.csv", "--truth", "load", "--skip-bad", "--limit", "4", "--json")[1]
    assert strict(limited)["rounds"] == 4


def open_text(path):
    with open(path) as file:
        return file.read()


@pytest.mark.parametrize("kind", ["jsonl", "parquet", "arrow"])
def test_forecasts_of_any_table_are_the_same(command, tmp_path, kind):
    whole = strict(command("mix", "all.csv", "--truth", "load", "--json", "-p", "csv.out")[1])
    records = list(csv.DictReader(io.StringIO(HEAD + "".join(ROWS))))
    plain = [
        {name: cell if name == "date" else float(cell) if cell else None for name, cell in record.items()}
        for record in records
    ]
    path = tmp_path / f"all.{kind}"
    if kind == "jsonl":
        path.write_text("".join(json.dumps(record) + "\n" for record in plain))
    else:
        arrow = pytest.importorskip("pyarrow")
        table = arrow.Table.from_pylist(plain)
        if kind == "parquet":
            pytest.importorskip("pyarrow.parquet").write_table(table, path)
        else:
            with pytest.importorskip("pyarrow.ipc").new_file(path, table.schema) as file:
                file.write_table(table)
    found = strict(command("mix", path, "--truth", "load", "--json", "-p", "other.out")[1])
    assert {**found, "source": ""} == {**whole, "source": ""}
    assert open_text("other.out") == open_text("csv.out")


def test_records_of_forecasts_have_the_keys_of_the_first(command, tmp_path):
    (tmp_path / "f.jsonl").write_text('{"a": 1, "y": 1}\n{"a": 2, "b": 3, "y": 1}\n{"y": 2, "a": 1}\n')
    assert "f.jsonl, record 2: the first one has no 'b'" in command("mix", "f.jsonl", "--truth", "y")[2]
    found = strict(command("mix", "f.jsonl", "--truth", "y", "--skip-bad", "--json")[1])
    assert (found["rounds"], found["bad_lines"]) == (2, 1)
    assert "there is 'a', 'y'" in command("mix", "f.jsonl")[2]


# shares


def test_a_portfolio_goes_on_and_writes_its_days(command):
    whole = strict(command("invest", "prices.csv", "--json", "-p", "all.out")[1])
    command("invest", "first.csv", "-f", "i.npz", "-p", "one.out", "--quiet")
    rest = strict(command("invest", "second.csv", "-i", "i.npz", "-p", "two.out", "--json")[1])
    assert {**rest, "source": ""} == {**whole, "source": ""}
    assert open_text("one.out") + open_text("two.out").split("\n", 1)[1] == open_text("all.out")
    days = list(csv.DictReader(io.StringIO(open_text("all.out"))))
    assert list(days[0]) == ["date", "wealth", "IBM", "Coke"]
    assert [day["date"] for day in days] == [f"d{t}" for t in range(1, 20)]
    assert float(days[-1]["wealth"]) == whole["wealth"]
    assert all(float(day["IBM"]) + float(day["Coke"]) == pytest.approx(1.0) for day in days)
    assert "wealth" in command("inspect", "i.npz")[1]


# messages


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("play numbers.csv --label y", "vaw or pa-regression"),
        ("play weighted.vw --importance refuse", "--importance ignore counts every example once"),
        ("play t.csv --label y --importance ignore", "csv files have no --importance; it is a setting of vw"),
        ("play quotes.csv --label y", "say --quote none"),
        ("worst-case winnow --class monotone-disjunctions:4 --states 3", "search on with --states 30"),
        ("play book.xlsx --label y", "book.xlsx is a spreadsheet, which is not read here; save it as CSV"),
        ("mix book.xlsx --truth y", "book.xlsx is a spreadsheet, which is not read here; save it as CSV"),
        ("invest book.xlsx", "book.xlsx is a spreadsheet, which is not read here; save it as CSV"),
        ("play t.csv --label y --oaa 3", "No such option: --oaa; classes are learned by --learner one-vs-rest"),
        ("play t.csv --label y --ftrl", "No such option: --ftrl; that learner is --learner ftrl"),
        ("play t.csv --label y --link logistic", "No such option: --link; guesses are written as they are"),
        ("play t.csv --label y -P 10", "No such option: -P; lines of progress come after 1, 2, 4, 8"),
        ("play t.csv --label y -c", "No such option: -c; `littlestone pack` writes a file"),
        ("play t.csv --label y --holdout-off", "No such option: --holdout-off; nothing is held out"),
    ],
)
def test_a_message_leads_to_the_right_place_in_one_line(command, arguments, words):
    code, out, err = command(*arguments.split())
    assert (code, err.count("\n")) == (2, 1)
    assert "then broken off" in out or not out  # rounds that were played before have their receipt
    assert words in err
    for python in ("=None", "='", "(...", "labels=", "positive="):
        assert python not in err


def test_importances_may_be_ignored(command):
    assert strict(command("play", "weighted.vw", "--importance", "ignore", "--json")[1])["rounds"] == 2


@pytest.mark.parametrize(
    "arguments", ["play head.csv --label y", "compare head.csv --label y --learners arow", "mix head.csv --truth y"]
)
def test_of_a_file_without_examples_nothing_is_claimed(command, arguments):
    for more in ((), ("--json",)):
        code, out, err = command(*arguments.split(), *more)
        assert (code, out) == (2, "")
        assert "there are no " in err


def test_pairs_are_played_as_they_are():
    pairs = [({"free": 1}, 1), ({"lunch": 1}, -1), ({"free": 1, "lunch": 1}, None)]
    game = Game(Perceptron())
    assert game.play(pairs) is game.ledger
    assert (game.ledger.rounds, game.ledger.labelled, game.ledger.forgotten) == (3, 2, 1)
    other = Game(Perceptron())
    for x, y in pairs[:2]:
        other.label(other.predict(x).number, y)
    assert game.weights() == other.weights()
    for wrong in (7, [({"free": 1},)], [3]):
        with pytest.raises(BadParameter, match="pairs"):
            Game(Perceptron()).play(wrong)


@pytest.mark.parametrize("option", EQUIVALENT)
def test_what_vowpal_wabbit_is_used_to_works_or_names_what_does(command, option):
    code, out, err = command("play", "t.csv", "--label", "y", option)
    assert (code, out) == (2, "")
    assert EQUIVALENT[option] in err
    long = option.replace("_", "-") if option.startswith("--") else option
    assert EQUIVALENT[option] in command("play", "t.csv", "--label", "y", long)[2]


def test_the_options_that_stand_for_those_of_vowpal_wabbit_are_there():
    options = {way for option in get_command(app).commands["play"].params for way in option.opts}
    for named in set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", " ".join(EQUIVALENT.values()))):
        assert named in options, f"{named} is named, and is no option of play"
