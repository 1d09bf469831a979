from __future__ import annotations

import gzip
import io
import lzma
import sys
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from littlestone import Game, Hedge
from littlestone.errors import BadFile, BadParameter, LittlestoneError
from littlestone.formats import ForecastFile

QUICK = settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
PLAIN = "a,b,y\n1.5,0,1\n-2e1, 7 ,2\n"


@pytest.fixture
def write(tmp_path):
    def write(content, name="forecasts.csv"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def rounds(path, **options):
    return list(ForecastFile(path, **{"truth": "y", **options}))


def complaint(path, **options):
    with pytest.raises(BadFile) as caught:
        rounds(path, **options)
    return str(caught.value)


# who is an expert


def test_every_column_but_the_truth_is_an_expert(write):
    source = ForecastFile(write(PLAIN), truth="y")
    assert source.features.names == ["a", "b"]
    assert list(source) == [([1.5, 0.0], 1.0), ([-20.0, 7.0], 2.0)]
    assert source.dropped == ""


@pytest.mark.parametrize("name", ["", "Time", "date", "ID", "index", "t"])
def test_a_first_column_that_is_called_an_index_is_left_out(write, name):
    source = ForecastFile(write(f"{name},a,y\n620,1,2\n621,3,4\n"), truth="y")
    assert list(source) == [([1.0], 2.0), ([3.0], 4.0)]
    assert source.dropped == (name or "index")


def test_a_first_column_that_holds_no_number_is_left_out(write):
    source = ForecastFile(write("when,a,y\n2024-01-01,1,2\n2024-01-02,3,4\n"), truth="y")
    assert list(source) == [([1.0], 2.0), ([3.0], 4.0)]
    assert source.dropped == "when"


def test_an_index_that_is_named_as_an_expert_is_one(write):
    path = write("time,a,y\n620,1,2\n")
    assert rounds(path, experts=["a", "time"]) == [([1.0, 620.0], 2.0)]


def test_an_index_that_is_the_truth_is_the_truth(write):
    source = ForecastFile(write("time,a\n3,1\n"), truth="time")
    assert (list(source), source.dropped) == ([([1.0], 3.0)], "")


def test_columns_may_be_dropped_or_chosen(write):
    path = write("a,b,c,y\n1,2,3,4\n")
    assert rounds(path, drop=["b"]) == [([1.0, 3.0], 4.0)]
    assert rounds(path, experts=["c", "a"]) == [([3.0, 1.0], 4.0)]
    assert "has no column 'bb'; did you mean 'b'?" in complaint(path, experts=["bb"])
    assert "has no column 'bb'; did you mean 'b'?" in complaint(path, drop=["bb"])
    assert "no column 'truth'" in complaint(path, truth="truth")
    assert "has no expert" in complaint(path, drop=["a", "b", "c"])
    for wrong in ({"experts": ["y"]}, {"experts": ["a"], "drop": ["a"]}):
        with pytest.raises(BadParameter, match="cannot be an expert"):
            rounds(path, **wrong)


# what a cell says


def test_a_missing_cell_is_an_expert_who_sleeps_or_a_truth_nobody_knows(write):
    path = write("a,b,y\n,1,2\nNA,NaN,3\n1,null,?\n 1 , 2 ,\n")
    said = rounds(path)
    assert said[0] == ([None, 1.0], 2.0)
    assert said[1] == ([None, None], 3.0)
    assert said[2] == ([1.0, None], None)
    assert said[3] == ([1.0, 2.0], None)


def test_not_a_number_sleeps_however_it_is_written(write):
    game = Game(Hedge(eta=0.5), loss="square")
    game.play(ForecastFile(write("a,b,y\nnan,1,2\nNaN,1,nan\n"), truth="y"))
    assert list(game.ledger.heard) == [0, 1]
    assert game.ledger.forgotten == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b,y\n1,2,3\n1,x,3\n", "line 3, column 'b': 'x' is not a finite number"),
        ("a,b,y\n1,2,3\n1,2012_01,3\n", "line 3, column 'b': '2012_01' is not a finite number"),
        ("a,b,y\n1,2,3\n\n1,2,inf\n", "line 4, column 'y': 'inf' is not a finite number"),
        ("a,b,y\n1,2\n", "line 2: 3 cells expected, one for each name in the header, but here are 2"),
        ("a,b,y\n1,2,3\n1,2,3,4\n", "line 3: 3 cells expected"),
        ("a,a,y\n1,2,3\n", "two columns are named 'a'"),
        ("a,,y\n1,2,3\n", "column 2 of 3 has no name"),
        ("", "is empty"),
    ],
    ids=range(8),
)
def test_what_cannot_be_read_is_said_with_line_column_and_text(write, text, words):
    assert words in complaint(write(text))


def test_a_column_of_texts_is_told_to_be_dropped(write):
    assert "left out with --drop day" in complaint(write("a,day,y\n1,monday,2\n"))


# classes


def test_classes_are_read_in_the_usual_spellings(write):
    path = write("a,b,y\n1,0,1\n0,,1.0\n1,1,\n")
    assert rounds(path, classes=True) == [([1, -1], 1), ([-1, None], 1), ([1, 1], None)]
    assert "line 2, column 'a': 'ham' is not 0/1" in complaint(write("a,y\nham,ham\n"), classes=True)


def test_classes_have_the_names_they_are_given(write):
    path = write("a,b,y\nham, spam ,ham\nspam,NA,spam\n")
    options = {"classes": True, "labels": ("ham", "spam")}
    assert rounds(path, **options) == [(["ham", "spam"], "ham"), (["spam", None], "spam")]
    assert "'eggs' is not 'ham' or 'spam'" in complaint(write("a,y\neggs,ham\n"), **options)
    assert rounds(write("a,y\n1.0,0\n"), classes=True, labels=("0", "1")) == [(["1"], "0")]


# the file


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress)])
def test_compressed_files_are_read_as_they_are(write, suffix, pack):
    assert rounds(write(pack(PLAIN.encode()), f"f.csv{suffix}")) == rounds(write(PLAIN))


def test_other_delimiters_are_found_out_or_given(write):
    assert rounds(write(PLAIN.replace(",", ";"))) == rounds(write(PLAIN, "other.csv"))
    assert rounds(write(PLAIN.replace(",", "|")), delimiter="|") == rounds(write(PLAIN, "other.csv"))


def test_standard_input_is_read_once_header_and_all(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PLAIN.encode())))
    source = ForecastFile("-", truth="y")
    assert source.features.names == ["a", "b"]
    assert len(list(source)) == 2
    with pytest.raises(BadFile, match="only once"):
        list(source)


def test_a_file_can_be_played_again_and_again(write):
    source = ForecastFile(write(PLAIN), truth="y")
    games = [Game(Hedge(eta=0.5), loss="square") for _ in range(2)]
    for game in games:
        game.play(source)
    assert games[0].ledger.as_dict() == games[1].ledger.as_dict()
    assert games[0].ledger.names == ["a", "b"]


def test_a_header_alone_is_a_game_of_no_rounds(write):
    source = ForecastFile(write("a,b,y\n"), truth="y")
    assert source.features.names == ["a", "b"]
    assert list(source) == []


@QUICK
@given(st.text(alphabet='ay,;"\n\r\t1.-eNn_ \x00\u00e9', max_size=60))
def test_any_text_is_rounds_or_an_error_of_this_package(write, text):
    with suppress(LittlestoneError):
        for said, truth in rounds(write(text)):
            assert all(one is None or isinstance(one, float) for one in [*said, truth])
