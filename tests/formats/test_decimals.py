"""Numbers read from text have the bits of Python's float, or are refused."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from littlestone.formats.text.decimals import decimal

DIGITS = st.text("0123456789", max_size=40)
DECIMALS = st.builds(
    lambda sign, whole, point, part, e, power: sign + whole + point + part + (f"{e}{power}" if e else ""),
    st.sampled_from(["", "-", "+"]),
    DIGITS,
    st.sampled_from(["", "."]),
    DIGITS,
    st.sampled_from(["", "e", "E", "e+", "e-", "e00"]),
    st.integers(0, 420),
)


def bits(number: float) -> bytes:
    return struct.pack("<d", number)


def plainly(text: str) -> float:
    """What float says, but of the grammar of decimals alone; NaN for all else."""
    if not text or set(text) - set("0123456789+-.eE"):
        return math.nan
    try:
        value = float(text)
    except ValueError:
        return math.nan
    return value if math.isfinite(value) else math.nan


def agree(text: str) -> None:
    read, told = decimal(text.encode()), plainly(text)
    assert (math.isnan(read) and math.isnan(told)) or bits(read) == bits(told), text


@settings(deadline=None, max_examples=1000)
@given(st.integers(0, 2**64 - 1))
def test_every_double_reads_back_from_however_many_digits(pattern):
    value = struct.unpack("<d", struct.pack("<Q", pattern))[0]
    for text in (repr(value), *(f"{value:.{n}e}" for n in (5, 14, 15, 16, 17, 18, 19, 25)), f"{value:f}"):
        agree(text)


@settings(deadline=None, max_examples=1000)
@given(DECIMALS)
def test_decimal_strings_of_up_to_eighty_digits_have_the_bits_of_float(text):
    agree(text)


@settings(deadline=None, max_examples=1000)
@given(st.integers(1, 2**64 - 1), st.integers(-345, 310))
def test_nineteen_digits_times_any_power_of_ten_have_the_bits_of_float(w, q):
    agree(f"{w}e{q}")


@settings(deadline=None, max_examples=1000)
@given(st.integers(2**52, 2**53 - 1), st.integers(-30, 10), st.integers(-1, 1))
def test_halves_go_to_even_and_their_neighbours_to_the_nearest(m, two, beside):
    """(2m + 1) 2^(two - 1) lies exactly between two doubles."""
    half = 2 * m + 1
    whole = half << (two - 1) if two >= 1 else half * 5 ** (1 - two)
    q = 0 if two >= 1 else two - 1
    agree(f"{whole + beside}e{q}")


@settings(deadline=None, max_examples=500)
@given(st.text("0123456789.eE+-_xnaif \t\0", max_size=12))
@example("1_000")
@example("0x10")
@example("nan")
@example("inf")
@example("-Infinity")
@example("")
@example(".")
@example("-.e1")
@example("1e")
@example("1e+")
@example(" 1")
@example("1 ")
def test_what_is_no_decimal_number_is_refused_and_all_else_read(text):
    agree(text)


@pytest.mark.parametrize(
    "text",
    [
        "0", "-0", "-0.0e-400", "5.", ".5", "1e22", "1e23", "9007199254740993", "9007199254740993e22",
        "18446744073709551615", "9999999999999999999", "10000000000000000000", "2.2250738585072011e-308",
        "2.2250738585072014e-308", "4.9e-324", "2.4703282292062327e-324", "1.7976931348623157e308",
        "1.7976931348623159e308", "8.98846567431158e307", "7450580596923828125e-27", "1e-1000000000000",
        "0e1000000000000", "0." + "0" * 400 + "1e401", "1" + "0" * 400 + "e-400", "1e1000000000000",
    ],
)  # fmt: skip
def test_the_edges_of_the_doubles_are_read_like_all_else(text):
    agree(text)
    agree("-" + text)
