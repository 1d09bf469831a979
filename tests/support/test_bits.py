"""Marks between digits: of the module in Python, and of the loop in C that reads entries by them."""

from __future__ import annotations

import io
import random

from littlestone.formats.text.digit_bits import WINDOW, lowest, others
from littlestone.formats.text.svmlight import SvmlightReader

DIGITS = b"0123456789"


def test_marks_are_where_no_digits_are():
    draw = random.Random(0)
    for _ in range(2000):
        text = bytes(draw.choice(DIGITS) if draw.random() < 0.8 else draw.randrange(256) for _ in range(WINDOW + 8))
        at = draw.randrange(8)
        found, marks = [], others(text, at)
        while marks:
            found.append(lowest(marks))
            marks &= marks - 1
        assert found == [i for i in range(WINDOW) if text[at + i] not in DIGITS] + [WINDOW]


def test_every_length_of_column_and_number_is_read_as_python_reads_it():
    draw = random.Random(1)

    def digits(count):
        return "".join(draw.choice("0123456789") for _ in range(count))

    lines, entries = [], []
    for whole in range(10):
        for decimals in range(10):
            for size in range(1, 10):
                for sign in ("", "-"):
                    if whole + decimals:
                        column = str(draw.randrange(1, 10)) + digits(size - 1)
                        number = sign + digits(whole) + ("." + digits(decimals) if decimals else "")
                        lines.append(f"1 {column}:{number} {int(column) + 1}:{number}\n")
                        entries += [(int(column), float(number)), (int(column) + 1, float(number))]
    text = "".join(lines).encode() + b"-1\n" * 50  # none of the lines is too near to the end for the fast path
    for threads in (0, 1, 3):
        got = []
        for batch in SvmlightReader(io.BytesIO(text), threads=threads, chunk=1 << 12):
            got += zip(batch.columns, batch.values, strict=True)
        assert [(int(column), value.hex()) for column, value in got] == [(c, v.hex()) for c, v in entries]
