# cython: boundscheck=False, wraparound=False, initializedcheck=False, nonecheck=False, cdivision=True
"""exp, log, log1p, expm1 and powers, with the same bits on every machine.

The C library's are chosen by its version and by the processor, numpy's by how wide the processor's registers are: they
differ in the last bit, and what a learner keeps would differ with them. These use sums, products, quotients and
the bits of a double alone, which IEEE 754 defines, in the order that is written here. All errors are below one unit in
the last place. The series are Taylor's: no constant has to be believed but ln 2.

    e^x = 2^k e^r, |r| <= ln(2)/2         e^r = 1 + r + r^2/2! + r^3/3! + ... + r^14/14!
    ln x = k ln 2 + ln m, m about 1       ln m = 2s (1 + z/3 + z^2/5 + ... + z^12/25), s = (m - 1)/(m + 1), z = s^2

Where a sum or a product is rounded and what it lost matters, `left_of_sum` and `left_of_product` give what it lost.
Infinities, zeros and what is no number answer as in C: nothing here raises.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import uncompiled as binary


def exp(x: float) -> float:
    """e^x.

    >>> exp(0.0), exp(1.0), exp(-1000.0), exp(1000.0)
    (1.0, 2.718281828459045, 0.0, inf)
    """
    return exp_of_sum(x, 0.0)


def expm1(x: float) -> float:
    """e^x - 1, exact near 0 too.

    >>> expm1(1e-20), expm1(-1000.0), expm1(1000.0)
    (1e-20, -1.0, inf)
    """
    x = within(x)
    k = nearest(x * 1.4426950408889634)  # 1/ln 2
    high, low = x - ln2s(k), ln2s_left(k)
    r = high - low
    one = 1.0 + r
    rest = curve_of_exp(r, (1.0 - one + r) + (high - r - low) * one)
    scale = binary.two_to(-70.0 if k < -70.0 else 70.0 if k > 70.0 else k)
    scaled = scale * one
    less = scaled - 1.0
    near = less + (left_of_sum(scaled, -1.0, less) + scale * rest)
    return near if k < 60.0 else times_two_to(one + rest, k)


def log(x: float) -> float:
    """ln x; minus infinity for 0, and no number for less.

    >>> log(1.0), log(10.0), log(0.0)
    (0.0, 2.302585092994046, -inf)
    """
    return log_of_sum(x, 0.0)


def log1p(x: float) -> float:
    """ln(1 + x), exact near 0 too.

    >>> log1p(1e-20), log1p(-1.0)
    (1e-20, -inf)
    """
    total = 1.0 + x
    return log_of_sum(total, left_of_sum(1.0, x, total) / (total if total > 0.0 else 1.0))


def power(x: float, y: float) -> float:
    """x^y for x >= 0: e^(y ln x), with ln x to some twenty digits, because y may be large.

    >>> power(2.0, 10.0), power(3.0, 20.0), power(2.0, 0.5), power(0.0, 0.0), power(0.0, 3.0)
    (1024.0, 3486784401.0, 1.4142135623730951, 1.0, 0.0)
    """
    base = x if x > 0.0 else 1.0
    m, k = binary.mantissa(base), binary.exponent(base)
    # s = (m - 1)/(m + 1) and z = s^2, each with what it lost
    above = m + 1.0
    s = (m - 1.0) / above
    product = s * above
    s_left = (m - 1.0 - product - left_of_product(s, above, product) - s * (m - (above - 1.0))) / above
    z = s * s
    z_left = left_of_product(s, s, z) + 2.0 * s * s_left
    # 1 + z (1/3 + z (1/5 + z (1/7 + ...)))
    product = z * curve_of_log(z)
    fifth = 0.2 + product
    fifth_left = left_of_sum(0.2, product, fifth) - 1.1102230246251566e-17  # 1/5 as two doubles
    product = z * fifth
    third = 1.0 / 3.0 + product
    third_left = left_of_sum(1.0 / 3.0, product, third) + 1.850371707708594e-17  # and 1/3
    third_left += left_of_product(z, fifth, product) + (z * fifth_left + z_left * fifth)
    product = z * third
    whole = 1.0 + product
    whole_left = left_of_sum(1.0, product, whole)
    whole_left += left_of_product(z, third, product) + (z * third_left + z_left * third)
    # ln x = k ln 2 + 2 s times that
    ln_m = 2.0 * s * whole
    ln_m_left = left_of_product(2.0 * s, whole, ln_m) + 2.0 * (s * whole_left + s_left * whole)
    high = ln2s(k) + ln_m
    low = left_of_sum(ln2s(k), ln_m, high) + (ln_m_left + ln2s_left(k))
    ln = high + low
    ln_left = high - ln + low
    # y times that
    times = -1e21 if y < -1e21 else 1e21 if y > 1e21 else y  # to more than that, all but 1 are 0 or infinite
    product = times * ln
    product_left = left_of_product(times, ln, product) + times * ln_left
    answer = exp_of_sum(product, product_left if -1e3 < product < 1e3 else 0.0)
    answer = answer if x > 0.0 else 0.0 if y > 0.0 else binary.INFINITE
    answer = answer if x < binary.INFINITE else binary.INFINITE if y > 0.0 else 0.0
    answer = answer if x >= 0.0 else binary.NO_NUMBER
    answer = answer if y == y else y
    return answer if y != 0.0 else 1.0


def exps(x: Any) -> Any:
    """e to the power of each number of an array.

    >>> exps(np.array([0.0, 1.0])).tolist()
    [1.0, 2.718281828459045]
    """
    answers = np.array(x, dtype=np.float64, order="C")
    exp_each(answers.reshape(-1))
    return answers[()]


def expm1s(x: Any) -> Any:
    """e to the power of each number of an array, less 1."""
    answers = np.array(x, dtype=np.float64, order="C")
    expm1_each(answers.reshape(-1))
    return answers[()]


def logs(x: Any) -> Any:
    """The natural logarithm of each number of an array.

    >>> logs(np.array([[1.0, 0.0]])).tolist()
    [[0.0, -inf]]
    """
    answers = np.array(x, dtype=np.float64, order="C")
    log_each(answers.reshape(-1))
    return answers[()]


def log1ps(x: Any) -> Any:
    """The natural logarithm of 1 more than each number of an array."""
    answers = np.array(x, dtype=np.float64, order="C")
    log1p_each(answers.reshape(-1))
    return answers[()]


def exp_each(row: Any) -> int:
    """e to the power of each number of a row, in place."""
    for i in range(row.shape[0]):
        row[i] = exp(row[i])
    return 0


def expm1_each(row: Any) -> int:
    """e to the power of each number of a row, less 1, in place."""
    for i in range(row.shape[0]):
        row[i] = expm1(row[i])
    return 0


def log_each(row: Any) -> int:
    """The natural logarithm of each number of a row, in place."""
    for i in range(row.shape[0]):
        row[i] = log(row[i])
    return 0


def log1p_each(row: Any) -> int:
    """The natural logarithm of 1 more than each number of a row, in place."""
    for i in range(row.shape[0]):
        row[i] = log1p(row[i])
    return 0


def exp_of_sum(x: float, left: float) -> float:
    """e^(x + left), for a `left` that x is too large to hold."""
    x = within(x)
    k = nearest(x * 1.4426950408889634)  # 1/ln 2
    high, low = x - ln2s(k), ln2s_left(k) - left
    r = high - low
    one = 1.0 + r
    rest = curve_of_exp(r, (1.0 - one + r) + (high - r - low) * one)
    return times_two_to(one + rest, k)


def curve_of_exp(r: float, left: float) -> float:
    """e^r - 1 - r + left by its series, the largest term last, small ones in pieces that do not wait for one another.

    (Estrin 1960)
    """
    square = r * r
    fourth = square * square
    first = (1.0 / 6.0 + r * (1.0 / 24.0)) + square * (1.0 / 120.0 + r * (1.0 / 720.0))
    second = (1.0 / 5040.0 + r * (1.0 / 40320.0)) + square * (1.0 / 362880.0 + r * (1.0 / 3628800.0))
    third = (1.0 / 39916800.0 + r * (1.0 / 479001600.0)) + square * (1.0 / 6227020800.0 + r * (1.0 / 87178291200.0))
    return 0.5 * square + (r * square * (first + fourth * (second + fourth * third)) + left)


def log_of_sum(x: float, left: float) -> float:
    """ln x + left, for a `left` that x is too large to hold."""
    m, k = binary.mantissa(x), binary.exponent(x)
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    half = 0.5 * f * f  # ln m = f - half + s (half + 2 z/3 + 2 z^2/5 + ...): what is large in it is exact
    series = 2.0 * z * (1.0 / 3.0 + z * (0.2 + z * curve_of_log(z)))
    answer = ln2s(k) - (half - (s * (half + series) + (ln2s_left(k) + left)) - f)
    answer = answer if x > 0.0 else -binary.INFINITE
    answer = answer if x >= 0.0 else binary.NO_NUMBER
    return answer if x < binary.INFINITE else x


def curve_of_log(z: float) -> float:
    """1/7 + z/9 + ... + z^9/25, in pieces that do not wait for one another."""
    square = z * z
    fourth = square * square
    first = (1.0 / 7.0 + z * (1.0 / 9.0)) + square * (1.0 / 11.0 + z * (1.0 / 13.0))
    second = (1.0 / 15.0 + z * (1.0 / 17.0)) + square * (1.0 / 19.0 + z * (1.0 / 21.0))
    return first + fourth * (second + fourth * (1.0 / 23.0 + z * (1.0 / 25.0)))


def within(x: float) -> float:
    """x, or the nearest number whose power of e is still 0 or already infinite."""
    return -746.0 if x < -746.0 else 710.0 if x > 710.0 else x


def ln2s(k: float) -> float:
    """k ln 2, with the first 42 binary digits of ln 2 alone, so that it is exact."""
    return k * 0.6931471805598903


def ln2s_left(k: float) -> float:
    """And with the other digits."""
    return k * 5.497923018708371e-14


def nearest(x: float) -> float:
    """The whole number nearest to x: next to 1.5 * 2^52 there are no others."""
    return x + 6755399441055744.0 - 6755399441055744.0


def times_two_to(x: float, k: float) -> float:
    """x 2^k, by two steps: 2^k alone may be more or less than a double can be. Only the last step rounds."""
    half = nearest(0.5 * k)
    return x * binary.two_to(half) * binary.two_to(k - half)


def left_of_sum(a: float, b: float, total: float) -> float:
    """a + b less what it was rounded to, exactly (Knuth 1969)."""
    second = total - a
    return (a - (total - second)) + (b - second)


def left_of_product(a: float, b: float, product: float) -> float:
    """a b less what it was rounded to, exactly (Dekker 1971)."""
    a_high, b_high = a * 134217729.0, b * 134217729.0  # 2^27 + 1 cuts a double in two
    a_high, b_high = a_high - (a_high - a), b_high - (b_high - b)
    a_low, b_low = a - a_high, b - b_high
    return a_low * b_low - (product - a_high * b_high - a_low * b_high - a_high * b_low)
