# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""Decimal numbers in bytes of text, read fast and exactly: the same bits as Python's `float`."""

from __future__ import annotations

import sys
from array import array
from math import inf, nan
from typing import TYPE_CHECKING, Any

from . import digit_bits as bits

if TYPE_CHECKING:
    from ...support import uncompiled as cython
else:
    try:
        import cython
    except ImportError:
        from ...support import uncompiled as cython

MINUS, PLUS, POINT, ZERO, NINE, SMALL_E, LARGE_E, COLON, SPACE, NEWLINE, RETURN = b"-+.09eE: \n\r"
NO_NUMBER, INFINITE = nan, inf

MOST_DIGITS = 19  # this many digits always fit into 64 bits
WHOLE = 2**53  # whole numbers up to here are doubles
EXACT = 22  # powers of ten up to here are doubles
LEAST_TEN, MOST_TEN = -342, 308  # 19 digits times any other power of ten are zero or infinite
LEAST_TWO, MOST_TWO = -1074, 971  # normal doubles are m * 2^two with 2^52 <= m < 2^53 and two within these
LONG_EXPONENT = 100_000_000  # an exponent is cut off here: no text has enough digits to compensate for a larger one
HALF, FULL, TOP = 2**32 - 1, 2**64 - 1, 2**63
LITTLE = sys.byteorder == "little"  # is the machine little-endian?

# Words of eight bytes, for arithmetic with all of them at once.
ZEROS, OVER_NINE, LOWEST_BITS, PLACES = 0x3030303030303030, 0x7676767676767676, 0x0101010101010101, 0x0001020304050607
PAIRS, HUNDREDS, ONES = 0x000000FF000000FF, 0x000F424000000064, 0x0000271000000001


def long_powers() -> tuple[array[int], array[int]]:
    """The first 128 bits of 5^q, in two halves, q from LEAST_TEN to MOST_TEN; 10^q differs by powers of two only.

    What comes after is cut off, but for q from -27 to -1 rounded up: then w * 5^q is exact whenever w divides by 5^-q.
    """
    high, low = array("Q"), array("Q")
    for q in range(LEAST_TEN, MOST_TEN + 1):
        five = 5 ** abs(q)
        size = five.bit_length()
        if q >= 0:
            bits = (five << 128) >> size
        else:
            bits = (1 << (size + 127)) // five + (q >= -27)
        high.append(bits >> 64)
        low.append(bits & FULL)
    return high, low


HIGH, LOW = long_powers()
TENS = array("d", [10.0**q for q in range(EXACT + 1)])
WHOLE_TENS = array("Q", [10**q for q in range(9)])
TWOS = array("d", [2.0**e for e in range(LEAST_TWO, MOST_TWO + 1)])


def eight(text: Any, at: int) -> int:
    """The eight bytes from `at` on as a word, the first of them lowest, each less the digit zero."""
    if cython.compiled:
        word: int = cython.cast("const unsigned long long*", text + at)[0]
    else:
        word = int.from_bytes(text[at : at + 8], "little")
    return word ^ ZEROS


def leading(word: int) -> int:
    """How many leading bytes of the word are digits (below ten).

    Adding 118 to a byte of ten or more sets its highest bit. The lowest such bit is kept, 2^(8 n) when brought down,
    and a word whose bytes count from 7 down to 0, times that, has n as its highest byte.
    """
    others = (((word + OVER_NINE) | word) >> 7) & LOWEST_BITS
    if others == 0:
        return 8
    product = (others & -others) * PLACES
    if not cython.compiled:  # Python's integers have no fixed width
        product &= FULL
    return product >> 56


def written(word: int, count: int) -> int:
    """The number that the first `count` bytes write, one to eight: neighbours are added, then pairs, then fours."""
    word = word << (64 - 8 * count)
    if not cython.compiled:
        word &= FULL
    word = word * 10 + (word >> 8)
    if not cython.compiled:
        word &= FULL
    word = (word & PAIRS) * HUNDREDS + ((word >> 16) & PAIRS) * ONES
    if not cython.compiled:
        word &= FULL
    return word >> 32


class Decimals:
    """A scanner of numbers in a buffer of bytes that ends in a newline; `at` is where the last one ended.

        number = [sign] digits [. digits] [e [sign] digits]     with a digit before or after the point

    Three ways to the same double, the nearest to the decimal number, halves to even:

    - w * 10^q or w / 10^-q if w <= 2^53 and |q| <= 22: both are doubles, so one rounding is all (Clinger 1990);
    - up to 19 digits, the first 128 bits of w * 5^q, unless they leave the rounding open (Lemire 2021);
    - Python's own `float` for whatever is left.
    """

    def __init__(self) -> None:
        self.hold(bytearray(b"\n"))
        self.at = 0
        self.found = 0.0
        self.tens = TENS
        self.whole_tens = WHOLE_TENS
        self.twos = TWOS
        self.high = HIGH
        self.low = LOW

    def hold(self, buffer: bytearray) -> None:
        """Set the buffer to read from: it must end in a newline and not be resized while it is used."""
        self.buffer = buffer
        self.text = buffer
        self.size = len(buffer)

    def pairs(self, at: int, columns: Any, values: Any, k: int, last: int, base: int, most: int) -> int:
        """Read entries such as ` 123:0.045` or ` 123:12` from `at` on and return how many were read.

        This is the fast path, which most entries of most files take. Columns, less `base`, must rise from above `last`
        up to `most`; columns and numbers (the same bits as from `number`) are written from index k on. It stops at
        anything it cannot read, and `self.at` is where.
        """
        text = self.text
        tens = self.tens
        whole_tens = self.whole_tens
        first = k
        safe = self.size - 34 if LITTLE else 0  # an entry is looked for in 32 bytes behind a blank
        while at < safe and text[at] == SPACE:
            # the digits of column, whole part and decimals each end at the next byte that is no digit
            begin = at + 1
            marks = bits.others(text, begin)
            stop = begin + bits.lowest(marks)
            count = stop - begin
            if count == 0 or count >= 8 or text[stop] != COLON:
                break
            column = written(eight(text, begin), count) - base
            if column <= last or column > most:
                break
            start = stop + 1
            marks &= marks - 1
            negative = text[start] == MINUS
            if negative:
                start += 1
                marks &= marks - 1
            stop = begin + bits.lowest(marks)
            count = stop - start
            if count == 0 or count >= 8:
                break
            whole = text[start] - ZERO if count == 1 else written(eight(text, start), count)
            value = float(whole)
            if text[stop] == POINT:
                start = stop + 1
                marks &= marks - 1
                stop = begin + bits.lowest(marks)
                count = stop - start
                if count == 0 or count >= 8:
                    break
                whole = whole * whole_tens[count] + written(eight(text, start), count)
                value = float(whole) / tens[count]
            if text[stop] != SPACE and text[stop] != NEWLINE:
                break
            columns[k] = column
            values[k] = -value if negative else value
            k += 1
            last = column
            at = stop
        self.at = at
        return k - first

    def brief(self, at: int, after: int) -> int:
        """Read a number such as 12, -7 or 3.25 into `found`; return where it ends, or `at` if it is another kind.

        One to seven digits, perhaps behind a minus and before a point and one to seven more, have to be followed by the
        byte `after` or by a line end. The bits are those of `number`: no such number has more than 53.
        """
        text = self.text
        first = at
        negative = text[at] == MINUS
        at += negative
        if not LITTLE or at + 16 > self.size:
            return first
        word = eight(text, at)
        count = leading(word)
        if count == 0 or count == 8:
            return first
        value = float(written(word, count))
        at += count
        if text[at] == POINT:
            word = eight(text, at + 1)
            count = leading(word)
            if count == 0 or count == 8:
                return first
            value = (value * self.tens[count] + float(written(word, count))) / self.tens[count]
            at += 1 + count
        if text[at] != after and text[at] != NEWLINE and text[at] != RETURN:
            return first
        self.found = -value if negative else value
        return at

    def number(self, at: int) -> float:
        """Read the number that begins at `at`, before the newline; NaN if there is no finite number.

        Afterwards `self.at` is the place after the number, or where it went wrong. What follows is not looked at.
        """
        text = self.text
        start = at
        negative = text[at] == MINUS
        signed = negative or text[at] == PLUS
        at += signed
        first = at
        w = 0
        while ZERO <= text[at] <= NINE:
            w = w * 10 + (text[at] - ZERO)  # past 64 bits it is not used
            at += 1
        digits = at - first
        q = 0
        if text[at] == POINT:
            at += 1
            first = at
            if LITTLE and at + 8 <= self.size:
                word = eight(text, at)
                count = leading(word)
                if count > 0:
                    w = w * self.whole_tens[count] + written(word, count)
                    at += count
            while ZERO <= text[at] <= NINE:
                w = w * 10 + (text[at] - ZERO)
                at += 1
            q = first - at
            digits -= q
        self.at = at
        if digits == 0:
            return NO_NUMBER
        if text[at] == SMALL_E or text[at] == LARGE_E:
            at += 1
            falling = text[at] == MINUS
            if falling or text[at] == PLUS:
                at += 1
            self.at = at
            if not ZERO <= text[at] <= NINE:
                return NO_NUMBER
            exponent = 0
            while ZERO <= text[at] <= NINE:
                if exponent < LONG_EXPONENT:
                    exponent = exponent * 10 + (text[at] - ZERO)
                at += 1
            self.at = at
            q += -exponent if falling else exponent
        value = INFINITE
        if digits > MOST_DIGITS:
            digits -= self.zeros(start + signed)
        if digits <= MOST_DIGITS:
            if w <= WHOLE and -EXACT <= q <= EXACT:
                value = w
                value = value / self.tens[-q] if q < 0 else value * self.tens[q]
            elif LEAST_TEN <= q <= MOST_TEN and w > 0:
                value = self.product(w, q)
        if value == INFINITE:
            return self.slow(start, at)
        return -value if negative else value

    def zeros(self, at: int) -> int:
        """How many leading zeros there are, before and after the point: they do not count as digits of w."""
        text = self.text
        count = 0
        while text[at] == ZERO or text[at] == POINT:
            count += text[at] == ZERO
            at += 1
        return count

    def product(self, w: int, q: int) -> float:
        """w * 10^q rounded once, for 0 < w < 2^64; infinity if 128 bits leave it open or it is no normal double.

        The product with the first 64 bits of 5^q is enough unless its last nine bits, which a carry from below would
        run through, are all ones. A bit below the 53 of a double is kept to round by; a product that lies exactly on a
        half is told by what is below being zero, which can happen only where 5^q or its inverse is short.
        """
        shift = 0
        while w < TOP:
            w = w << 1
            shift += 1
        self.multiply(w, self.high[q - LEAST_TEN])
        upper, lower = self.upper, self.lower
        if upper & 511 == 511:
            self.multiply(w, self.low[q - LEAST_TEN])
            lower = (lower + self.upper) & FULL
            if lower < self.upper:
                upper += 1
            if lower == FULL:
                return INFINITE
        lead = upper >> 63
        m = upper >> (lead + 9)
        two = ((217706 * q) >> 16) + lead - shift + 11  # the value is m/2 * 2^two; 217706/2^16 stands for log2(10)
        if lower <= 1 and -4 <= q <= 23 and m & 3 == 1 and m << (lead + 9) == upper:
            m -= 1  # exactly a half: to even
        m = (m + (m & 1)) >> 1
        if not LEAST_TWO <= two <= MOST_TWO:
            return INFINITE
        value = m
        return float(value * self.twos[two - LEAST_TWO])

    def multiply(self, a: int, b: int) -> None:
        """a * b, both of 64 bits, as two halves `upper` and `lower`: long multiplication with digits of 32 bits."""
        low = (a & HALF) * (b & HALF)
        left = (a >> 32) * (b & HALF)
        right = (a & HALF) * (b >> 32)
        middle = (low >> 32) + (left & HALF) + (right & HALF)
        self.upper = (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32) + (middle >> 32)
        self.lower = ((middle & HALF) << 32) + (low & HALF)

    def slow(self, start: int, stop: int) -> float:
        """The value by Python's `float`; if that is infinite, return NaN and set `at` to where the number begins."""
        value = float(self.buffer[start:stop])
        if -INFINITE < value < INFINITE:
            return value
        self.at = start
        return NO_NUMBER


def decimal(text: bytes) -> float:
    """The number that these bytes spell as a whole, or NaN: for tests and for single texts."""
    scanner = Decimals()
    scanner.hold(bytearray(text + b"\n"))
    value = scanner.number(0)
    return value if scanner.at == len(text) else NO_NUMBER
