"""Reads the same texts whichever core is loaded, and prints what came of them: run by test_text_twins."""

from __future__ import annotations

import io
import json
import random

from littlestone.data.decimals import decimal
from littlestone.data.svmlight import SvmlightReader
from littlestone.version import core


def texts(count: int = 300):
    """Lines, some of them good, some with a byte changed."""
    draw = random.Random(3)
    for _ in range(count):
        entries = [f"{c}:{draw.gauss(0, 1) * 10 ** draw.randint(-30, 30):.{draw.randint(1, 20)}g}" for c in range(1, 9)]
        line = bytearray(" ".join([draw.choice(["1", "-1"]), *entries]).encode())
        if draw.random() < 0.5:
            line[draw.randrange(len(line))] = draw.choice(b"0:. #-e\rx")
        yield bytes(line)


def main() -> None:
    reader = SvmlightReader(io.BytesIO(b"\n".join(texts())), chunk=1000, skip_bad=True)
    read = []
    for batch in reader:
        for t in range(len(batch)):
            x = batch.row(t)
            read.append([batch.labels[t], x.columns.tolist(), [value.hex() for value in x.values.tolist()]])
    numbers = [decimal(word.split(b":")[-1]).hex() for text in texts() for word in text.split()]
    print(json.dumps({"core": core(), "read": read, "bad": [reader.bad, *reader.complaints], "numbers": numbers}))


if __name__ == "__main__":
    main()
