"""Folders, patterns and partitions: all their files are one source, and the names of folders are columns."""

from __future__ import annotations

import json
import os

import pytest
from drawn_streams import commands, strict

from littlestone import AROW, Game, load, read
from littlestone.errors import BadFile, BadParameter
from littlestone.formats.chained import Chained
from littlestone.formats.folders import columns_above, files_at

MONTHS = [(year, month) for year in (2023, 2024) for month in (1, 2, 10)]


@pytest.fixture
def command(capsys):
    return commands(capsys)


def rows(month):
    """A month of rows, the same whatever they are written as."""
    return [{"a": t, "carrier": f"k{t % 3}", "y": (t + month) % 2} for t in range(20)]


def written(path, found):
    """Rows as a file of the kind that the suffix says."""
    os.makedirs(path.parent, exist_ok=True)
    if path.suffix == ".csv":
        lines = [",".join(found[0]), *(",".join(map(str, row.values())) for row in found)]
        path.write_text("\n".join(lines) + "\n")
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in found))
    else:
        arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        parquet.write_table(arrow.Table.from_pylist(found), path)
    return path


@pytest.fixture(params=["csv", "jsonl", "parquet"])
def partitions(tmp_path, monkeypatch, request):
    """A folder of folders as Hive and Spark write them, with their notes; and one file that has the same columns."""
    monkeypatch.chdir(tmp_path)
    every = []
    for year, month in MONTHS:
        written(tmp_path / f"flights/year={year}/month={month}/part.{request.param}", rows(month))
        every += [{**row, "year": year, "month": month} for row in rows(month)]
    (tmp_path / "flights/_SUCCESS").write_text("")
    (tmp_path / "flights/year=2023/.part.crc").write_text("crc")
    written(tmp_path / f"whole.{request.param}", every)
    return request.param


def learned(source):
    """Pairs, and what is learned by batches."""
    game = Game(AROW(), labels=source.written_labels() or (0, 1), features=source.features)
    for batch in source.batches():
        game.play_batch(batch)
    return list(source), game.weights(), list(game.features.names)


@pytest.mark.parametrize("settings", [{}, {"categorical": "year"}, {"drop": "month"}, {"weight": "month"}], ids=str)
def test_names_of_folders_are_columns(partitions, settings):
    whole = read(f"whole.{partitions}", label="y", **settings)
    parts = read("flights", label="y", **settings)
    assert isinstance(parts, Chained)
    assert parts.name == "flights (6 files)"
    assert learned(parts) == learned(whole)


def test_folders_may_say_the_label(partitions):
    for label, settings in (("month", {"labels": "classes"}), ("year", {"positive": "2024"})):
        whole = read(f"whole.{partitions}", label=label, **settings)
        parts = read("flights/*/*/*", label=label, **settings)
        assert list(parts) == list(whole)
        assert [len(batch) for batch in parts.batches()] == [20] * 6
    if partitions != "jsonl":  # of JSON lines nobody knows all keys before the last line
        assert read("flights", label="y").first.column_names() == ["a", "carrier", "year", "month"]


def test_a_folder_takes_the_place_of_a_column_of_its_name(tmp_path):
    for kind in ("csv", "jsonl", "parquet"):
        found = [{"day": 1, "a": 2, "y": 1}, {"day": 1, "a": 3, "y": 0}]
        path = written(tmp_path / f"day=7/one.{kind}", found)
        assert [x for x, _ in read(path, label="y")] == [{"a": 2.0, "day": 7.0}, {"a": 3.0, "day": 7.0}]
        assert len(next(iter(read(path, label="y").batches()))) == 2


def test_rows_that_are_no_plain_csv_have_them_too(tmp_path):
    path = tmp_path / "k=v/odd.csv"
    path.parent.mkdir()
    path.write_text('a,note,y\n1,"one\ntwo",1\n2,"say ""so""",0\n3,x,1\n4,too,many,0\n')
    source = read(path, label="y", skip_bad=True)
    assert [x["k=v"] for x, _ in source] == [1.0, 1.0, 1.0]
    assert "3 cells expected" in source.complaints[0]
    game = Game(AROW(), features=source.features)
    assert [len(batch) for batch in source.batches()] == [3]
    assert game.features.names == ["a", "note=one\ntwo", "k=v", 'note=say "so"', "note=x"]


def test_order_is_that_of_names_with_numbers_as_numbers(tmp_path):
    names = ["part-10.csv", "part-9.csv", "part-1.csv", "day=10/a.csv", "day=9/b.csv", "_temporary/x.csv", ".y.csv"]
    for name in names:
        written(tmp_path / name, rows(1))
    os.symlink(tmp_path / "day=9", tmp_path / "day=9" / "again")  # a circle of links ends
    found = [os.path.relpath(path, tmp_path) for path in files_at(tmp_path)]
    assert found == ["day=9/b.csv", "day=10/a.csv", "part-1.csv", "part-9.csv", "part-10.csv"]
    assert [os.path.basename(path) for path in files_at(tmp_path / "part-[19]*.csv")] == found[2:]
    assert files_at(f"{tmp_path}/day*") == [str(tmp_path / name) for name in found[:2]]
    (tmp_path / "odd[1].csv").write_text("a,y\n1,1\n")
    assert list(read(tmp_path / "odd[1].csv", label="y")) == [({"a": 1.0}, 1)]  # a file of that name is no pattern


def test_how_folders_write_what_they_say():
    assert columns_above("x/a=1/b=%2Fslash%3D/c=__HIVE_DEFAULT_PARTITION__/=no/d.csv") == {
        "a": "1",
        "b": "/slash=",
        "c": "",
    }
    assert columns_above("a=1.csv") == {}


def test_a_list_is_one_source_with_one_table_of_names(tmp_path):
    one, two = written(tmp_path / "one.csv", rows(1)), written(tmp_path / "two.jsonl", rows(2))
    source = read([one, two], label="y")
    assert source.name == f"{one}, {two}"
    game = Game(AROW()).play(source)
    assert game.rounds == 40
    both = Chained([read(two, label="y"), read(one, label="y")])
    assert all(part.features is both.features for part in both.sources)
    assert len(read([one], label="y").sources) == 1
    with pytest.raises(BadParameter, match="at least one source was expected"):
        read([], label="y")


def test_what_is_wrong_with_a_folder_is_said(tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "_SUCCESS").write_text("")
    written(tmp_path / "mixed/a.csv", rows(1))
    written(tmp_path / "mixed/b.csv", rows(1))
    written(tmp_path / "mixed/c.jsonl", rows(1))
    written(tmp_path / "broken/year=1/a.csv", rows(1))
    (tmp_path / "broken/year=2").mkdir()
    (tmp_path / "broken/year=2/a.csv").write_text("a,carrier,y\n1,2\n")
    told = {
        "empty": "there is no file in the folder empty",
        "no*.csv": "no file matches no*.csv",
        "mixed": "mixed has files of different formats, mixed/a.csv (csv) and mixed/c.jsonl (json): give a pattern of "
        "those that are meant, such as '*.csv', or their names",
        "broken": "broken/year=2/a.csv, line 2: 3 cells expected",
    }
    for path, words in told.items():
        with pytest.raises(BadFile) as error:
            Game(AROW()).play(read(path, label="y"))
        assert words in str(error.value)
        code, out, err = command("play", path, "--label", "y", "--learner", "arow", "--json")
        assert (code, words in err) == (2, True)
        assert bool(out) == (path == "broken")  # what was played before the line that is wrong has its receipt
    monkeypatch.setattr(os, "listdir", lambda folder: (_ for _ in ()).throw(PermissionError(13, "Permission denied")))
    with pytest.raises(BadFile, match="cannot read the folder mixed: Permission denied"):
        read("mixed", label="y")


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_commands_take_folders_and_patterns(tmp_path, command, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)
    for month in (1, 2):
        written(tmp_path / f"days/month={month}/part.{kind}", rows(month))
    files = [f"days/month={month}/part.{kind}" for month in (1, 2)]
    accounts = []
    for way in (files, ["days"], [f"days/*/*.{kind}"], [f"**/part.{kind}"]):
        code, out, err = command("play", *way, "--label", "y", "--learner", "arow", "--json", "-f", "m.npz")
        assert (code, err) == (0, "")
        account = strict(out)
        accounts.append((account.pop("source"), account, load("m.npz").weights()))
    assert [name for name, _, _ in accounts] == [", ".join(files), "days (2 files)", f"days/*/*.{kind} (2 files)",
                                                 f"**/part.{kind} (2 files)"]  # fmt: skip
    assert all(found[1:] == accounts[0][1:] for found in accounts)
    assert command("predict", "m.npz", "days")[1].count("\n") == 41
    for words in (["train", "days", "--learner", "arow"], ["compare", "days", "--learners", "arow"],
                  ["sweep", "days", "--learner", "arow"], ["bandit", "days"]):  # fmt: skip
        code, out, err = command(*words, "--label", "y", "--json")
        assert (code, strict(out).get("rows", strict(out).get("rounds"))) == (0, 40), err
    assert command("pack", "days", "days.rows", "--label", "y")[0] == 0
    assert command("play", "days", "--label", "y", "-p", f"days/month=1/part.{kind}")[0] == 2
    assert "month" in load("m.npz").features.names
