"""exp, log and their kin: within one unit in the last place of mpmath, the same bits in both cores and in arrays."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone.support import elementary

EXACT = {
    "exp": mpmath.exp,
    "expm1": mpmath.expm1,
    "log": mpmath.log,
    "log1p": mpmath.log1p,
}
ARRAYS = {"exp": "exps", "expm1": "expm1s", "log": "logs", "log1p": "log1ps"}


def of_any_size(drawn: random.Random, least: int, most: int) -> float:
    return math.ldexp(drawn.uniform(1.0, 2.0), drawn.randint(least, most))


def arguments(name: str, count: int) -> list[float]:
    """Numbers of every size that the function is made for, and many where its pieces meet."""
    drawn = random.Random(name)
    some = {
        "exp": lambda: drawn.choice((drawn.uniform(-745.0, 709.7), drawn.uniform(-1, 1), of_any_size(drawn, -60, 5))),
        "expm1": lambda: drawn.choice((drawn.uniform(-60, 709), drawn.uniform(-2, 2), of_any_size(drawn, -1000, 2))),
        "log": lambda: drawn.choice((of_any_size(drawn, -1074, 1023), drawn.uniform(0.5, 2.0))),
        "log1p": lambda: drawn.choice((of_any_size(drawn, -1074, 1023), drawn.uniform(-1, 2))),
    }[name]
    return [some() for _ in range(count)]


def units(got: float, exact: mpmath.mpf) -> float:
    """How many units in the last place lie between."""
    return abs(float((mpmath.mpf(got) - exact) / math.ulp(float(exact))))


def worst_power(count: int) -> float:
    drawn, worst = random.Random("power"), 0.0
    for _ in range(count):
        x = drawn.choice((of_any_size(drawn, -1074, 1023), drawn.uniform(0.5, 2.0), 1.0 + drawn.uniform(-1, 1) / 1e4))
        y = drawn.uniform(-700.0, 700.0) / mpmath.log(x) if x != 1.0 else 2.0
        y = float(y) if drawn.random() < 0.5 else drawn.uniform(-3.0, 3.0)
        exact = mpmath.power(x, mpmath.mpf(y))
        if 1e-300 < exact < 1e300:
            worst = max(worst, units(elementary.power(x, y), exact))
    return worst


@pytest.mark.parametrize("name", EXACT)
def test_a_function_is_within_one_unit_of_the_exact_value(name: str) -> None:
    with mpmath.workprec(160):
        worst = max(units(getattr(elementary, name)(x), EXACT[name](mpmath.mpf(x))) for x in arguments(name, 3000))
    assert 0.3 < worst < 1.0


def test_a_power_is_within_one_unit_of_the_exact_value() -> None:
    with mpmath.workprec(200):
        assert 0.3 < worst_power(2000) < 0.8


@pytest.mark.long
@pytest.mark.parametrize("name", EXACT)
def test_a_function_is_within_one_unit_of_the_exact_value_for_many(name: str) -> None:
    with mpmath.workprec(160):
        exact = EXACT[name]
        assert max(units(getattr(elementary, name)(x), exact(mpmath.mpf(x))) for x in arguments(name, 300_000)) < 1.0


@pytest.mark.parametrize("base", [2.0, 3.0, 5.0, 7.0, 10.0, 1.5])
def test_powers_that_are_doubles_are_exact(base: float) -> None:
    times = 0
    while base.as_integer_ratio()[0] ** times < 2**53:
        assert elementary.power(base, times) == float(mpmath.power(base, times))
        assert elementary.power(base, -1.0) == 1.0 / base
        times += 1
    assert times > 10


def test_what_is_at_the_ends() -> None:
    inf, nan = math.inf, math.nan
    said = {
        "exp": {-inf: 0.0, inf: inf, 0.0: 1.0, 710.0: inf, -745.2: 0.0},
        "expm1": {-inf: -1.0, inf: inf, 0.0: 0.0, 5e-324: 5e-324, 1000.0: inf},
        "log": {0.0: -inf, inf: inf, 1.0: 0.0, -1.0: nan, -inf: nan, 5e-324: -744.4400719213812},
        "log1p": {-1.0: -inf, inf: inf, 0.0: 0.0, -2.0: nan, -inf: nan, 5e-324: 5e-324},
    }
    for name, answers in said.items():
        function = getattr(elementary, name)
        for x, answer in answers.items():
            assert function(x) == answer or (math.isnan(answer) and math.isnan(function(x))), (name, x)
        assert math.isnan(function(nan))


@pytest.mark.parametrize(
    ("x", "y", "answer"),
    [
        (0.0, 0.0, 1.0),
        (0.0, 2.0, 0.0),
        (0.0, -2.0, math.inf),
        (math.inf, 0.0, 1.0),
        (math.inf, 2.0, math.inf),
        (math.inf, -2.0, 0.0),
        (2.0, math.inf, math.inf),
        (2.0, -math.inf, 0.0),
        (0.5, math.inf, 0.0),
        (1.0, math.inf, 1.0),
        (2.0, 1e308, math.inf),
        (5e-324, 1.0, 5e-324),
        (1.7976931348623157e308, 1.0, 1.7976931348623157e308),
        (-1.0, 2.0, math.nan),
        (math.nan, 2.0, math.nan),
        (2.0, math.nan, math.nan),
    ],
)
def test_powers_at_the_ends(x: float, y: float, answer: float) -> None:
    got = elementary.power(x, y)
    assert got == answer or (math.isnan(got) and math.isnan(answer))


@pytest.mark.parametrize("name", EXACT)
def test_an_array_has_the_bits_of_its_numbers(name: str) -> None:
    xs = [*arguments(name, 501), math.inf, -math.inf, math.nan, 0.0, -1.0]
    one, many = getattr(elementary, name), getattr(elementary, ARRAYS[name])
    alone = np.array([one(x) for x in xs])
    assert many(np.array(xs)).tobytes() == alone.tobytes()
    table = np.array(xs[:500]).reshape(20, 25)
    for shaped in (table, table.T, table[::2, 1::3], np.asfortranarray(table)):
        before = shaped.copy()
        assert many(shaped).shape == shaped.shape
        assert many(shaped).tolist() == [[one(x) for x in row] for row in shaped.tolist()]
        assert np.array_equal(shaped, before)
    assert many(xs[0]) == one(xs[0])
    assert many(np.zeros(0)).shape == (0,)


def test_the_interpreted_core_gives_the_same_bits() -> None:
    code = """
import sys
from random import Random
from littlestone.support import elementary as e
drawn, out = Random(5), []
for _ in range(400):
    x, y = 2.0 ** drawn.randint(-1074, 1023) * drawn.uniform(1, 2), drawn.uniform(-700, 700)
    out += [f(v) for f in (e.exp, e.expm1, e.log, e.log1p) for v in (x, -x, y, y / 700)]
    out += [e.power(x, y / 700), e.power(abs(y), 3 * drawn.random())]
print(" ".join(map(float.hex, map(float, out))))
"""
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "LITTLESTONE_CORE": core},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for core in ("", "interpreted")
    ]
    assert len(said[0].split()) == 400 * 18
    assert said[0] == said[1]


@given(st.lists(st.floats(), max_size=80))
def test_a_row_in_place_has_the_bits_of_its_numbers(came: list[float]) -> None:
    row = np.array(came)
    elementary.exp_each(row)
    assert row.tobytes() == np.array([elementary.exp(x) for x in came]).tobytes()
