"""Files of prices are read as they come, or refused with the place where they go wrong."""

from __future__ import annotations

import bz2
import gzip
import lzma

import numpy as np
import pytest

from littlestone.errors import BadFile, BadParameter
from littlestone.formats.tables.price_file import read_prices

PRICES = "10,20\n11,20\n11,10\n"
STEPS = [[1.1, 1.0], [1.0, 0.5]]


@pytest.fixture
def write(tmp_path):
    def write(text, name="prices.csv"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


@pytest.mark.parametrize(
    ("text", "names", "skipped"),
    [
        (PRICES, ["asset 1", "asset 2"], None),
        ("IBM,Coke\n" + PRICES, ["IBM", "Coke"], None),
        ("date,IBM,Coke\n2001-01-01,10,20\n2001-01-02,11,20\n2001-01-03,11,10\n", ["IBM", "Coke"], "date"),
        ("2001-01-01,10,20\n2001-01-02,11,20\n2001-01-03,11,10\n", ["asset 1", "asset 2"], "the first"),
        (",IBM,Coke\n0,10,20\n1,11,20\n2,11,10\n", ["IBM", "Coke"], "the first"),
        (",0,1\n0,10,20\n1,11,20\n2,11,10\n", ["0", "1"], "the first"),
        ("Date;7;8\n3;10;20\n4;11;20\n9;11;10\n", ["7", "8"], "Date"),
        ("1,10,20\n2,11,20\n3,11,10\n", ["asset 1", "asset 2"], "the first"),
        ("19620703,10,20\n19620705,11,20\n19620706,11,10\n", ["asset 1", "asset 2"], "the first"),
        ("When\tIBM\tCoke\nMon\t10\t20\nTue\t11\t20\nWed\t11\t10\n", ["IBM", "Coke"], "When"),
        ("\ufeffIBM, Coke \n 10, 20\n11,2e1\n\n11,10\n", ["IBM", "Coke"], None),
    ],
)
def test_a_header_and_a_column_of_days_are_recognised(write, text, names, skipped):
    market = read_prices(write(text))
    assert market.names == names
    assert market.skipped == skipped
    assert market.relatives == pytest.approx(np.array(STEPS))


def test_relatives_are_taken_as_they_stand(write):
    market = read_prices(write("1.1,1\n1,0.5\n"), relatives=True)
    assert market.relatives.tolist() == STEPS
    assert read_prices(write("1.1,1\n"), relatives=True).relatives.shape == (1, 2)


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)])
def test_compressed_files_are_read_alike(tmp_path, suffix, pack):
    path = tmp_path / f"prices.csv{suffix}"
    path.write_bytes(pack(PRICES.encode()))
    assert read_prices(path).relatives == pytest.approx(np.array(STEPS))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("IBM,Coke\n", "has 0 lines of numbers; a game needs the prices of two days"),
        ("10,20\n", "has 1 line of numbers; a game needs the prices of two days"),
        ("10\n11\n", "has 1 asset; a portfolio is divided among two or more"),
        ("date,IBM\n2001-01-01,10\n2001-01-02,11\n", "has 1 asset"),
        ("IBM,Coke\n10,20\n11\n", "line 3: 2 cells expected, as in the first line, not 1"),
        ("IBM,Coke\n10,20\n11,\n", "line 3, column 'Coke': the price is missing"),
        ("IBM,Coke\n10,20\n11,NaN\n", "line 3, column 'Coke': the price is missing"),
        ("IBM,Coke\n,20\n,21\n", "line 2, column 'IBM': the price is missing"),
        ("IBM,Coke\n10,0\n11,20\n", "line 2, column 'Coke': '0' is not a price, which is finite and above 0"),
        ("IBM,Coke\n10,20\n\n-1,20\n", "line 4, column 'IBM': '-1' is not a price, which"),
        ("10,inf\n11,20\n", "line 1, column 'asset 2': 'inf' is not a price, which"),
        ("IBM,Coke\n10,20\n11,closed\n", "line 3, column 'Coke': 'closed' is not a price; a number above 0"),
        ("IBM,Coke\n10,20\nclosed,21\n", "line 3, column 'IBM': 'closed' is not a price; a number above 0"),
        ("IBM,Coke\n10,2_0\n11,21\n", "line 2, column 'Coke': '2_0' is not a price"),
        ("IBM,IBM\n10,20\n11,21\n", "two columns are named 'IBM'"),
        ("IBM,Coke\n10,1e-300\n11,1e300\n", "line 3, column 'Coke': 1e+300 after 1e-300 is no possible change"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(write, text, words):
    path = write(text)
    with pytest.raises(BadFile) as caught:
        read_prices(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)


def test_relatives_have_their_own_words(write):
    with pytest.raises(BadFile, match="needs one day of price relatives"):
        read_prices(write("IBM,Coke\n"), relatives=True)
    with pytest.raises(BadFile, match="the price relative is missing"):
        read_prices(write("1.0,1.0\n1.0,?\n"), relatives=True)


def test_what_looks_like_the_other_thing_raises_a_doubt(write):
    relatives = "1.01,0.99\n0.98,1.02\n1.0,1.01\n"
    assert "are they price relatives? then give --relatives" in read_prices(write(relatives)).doubt
    assert read_prices(write(relatives), relatives=True).doubt is None
    assert "are they prices? then leave out --relatives" in read_prices(write(PRICES), relatives=True).doubt
    assert read_prices(write(PRICES)).doubt is None
    assert read_prices(write("1,1\n1.01,0.99\n1.02,1\n")).doubt is None  # prices that begin at 1


def test_a_file_that_is_none_is_an_error_in_one_line(tmp_path):
    with pytest.raises(BadFile, match="cannot read"):
        read_prices(tmp_path / "none.csv")
    with pytest.raises(BadParameter, match="a delimiter is one character"):
        read_prices(tmp_path / "none.csv", delimiter="ab")
