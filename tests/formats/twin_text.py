"""Reads the same texts whichever core is loaded, and prints what came of them: run by test_text_twins."""

from __future__ import annotations

import io
import json
import random

import numpy as np

from littlestone.features.hashing import HashedFeatures
from littlestone.features.name_table import murmur3
from littlestone.formats.tables.csv_file import CsvFile
from littlestone.formats.tables.json_lines import JsonLines
from littlestone.formats.text.decimals import decimal
from littlestone.formats.text.svmlight import SvmlightReader
from littlestone.formats.text.vw_text import VwReader
from littlestone.support.loading import core


def texts(count: int = 300):
    """Lines, some of them good, some with a byte changed."""
    draw = random.Random(3)
    for _ in range(count):
        entries = [f"{c}:{draw.gauss(0, 1) * 10 ** draw.randint(-30, 30):.{draw.randint(1, 20)}g}" for c in range(1, 9)]
        line = bytearray(" ".join([draw.choice(["1", "-1"]), *entries]).encode())
        if draw.random() < 0.5:
            line[draw.randrange(len(line))] = draw.choice(b"0:. #-e\rx")
        yield bytes(line)


def vw_texts(count: int = 200):
    """Lines of VW text with names that come again, short rows and long ones, and some with a byte changed."""
    draw = random.Random(4)
    for _ in range(count):
        words = [
            f"{draw.choice('abé')}{draw.randint(0, 40)}:{draw.gauss(0, 1):.3g}" for _ in range(draw.randint(0, 60))
        ]
        line = bytearray(f"{draw.choice([1, -1, ''])} 'x|f:{draw.random():.2f} {' '.join(words)} |g h".encode())
        if draw.random() < 0.4:
            line[draw.randrange(len(line))] = draw.choice(b"0:. |^'-e\r\xffx")
        yield bytes(line)


def vw_read(**settings):
    """All that batches and pairs say."""
    text = b"\n".join(vw_texts())
    reader = VwReader(io.BytesIO(text), chunk=3000, skip_bad=True, **settings)
    rows = [
        [np.asarray(part).tobytes().hex() for part in (batch.starts, batch.columns, batch.values, batch.labels)]
        for batch in reader.batches()
    ]
    pairs = [str(found) for found in VwReader(io.BytesIO(text), chunk=3000, skip_bad=True, **settings).examples()]
    return [rows, pairs, reader.features.names, reader.bad, reader.complaints]


def csv_read(**settings):
    """All that the batches of a table say, some of its lines with a byte changed."""
    draw = random.Random(5)
    lines = [b"a,b,c,y"]
    for _ in range(300):
        cells = [draw.choice(["x", "\u00e9", '"q"', "", "2013-01-31"]), f"{draw.gauss(0, 1):.{draw.randint(1, 17)}g}"]
        line = bytearray(",".join([*cells, str(draw.randint(-3, 10**8)), str(draw.randint(0, 1))]).encode())
        if draw.random() < 0.3:
            line[draw.randrange(len(line))] = draw.choice(b'0,."-e\r\xffx')
        lines.append(bytes(line))
    table = CsvFile(io.BytesIO(b"\n".join(lines)), chunk=1000, skip_bad=True, label="y", **settings)
    rows = [
        [np.asarray(part).tobytes().hex() for part in (batch.starts, batch.columns, batch.values, batch.labels)]
        for batch in table.batches()
    ]
    return [rows, table.features.names, table.bad, table.complaints]


def json_read(**settings):
    """All that the batches of JSON lines say, some of them with a byte changed."""
    draw = random.Random(6)
    lines = []
    for _ in range(300):
        cells = {
            "a": draw.choice(["x", "\u00e9", "", "2013-01-31", None, True, "a/b", [1, 2]]),
            "b": round(draw.gauss(0, 1), draw.randint(1, 17)),
            "c": draw.randint(-3, 10**8),
            "y": draw.randint(0, 1),
        }
        line = bytearray(json.dumps(cells, ensure_ascii=draw.random() < 0.5).encode())
        if draw.random() < 0.3:
            line[draw.randrange(len(line))] = draw.choice(b'0,."-e\r\xffx\\{')
        lines.append(bytes(line))
    source = JsonLines(io.BytesIO(b"\n".join(lines)), chunk=1000, skip_bad=True, label="y", **settings)
    rows = [
        [np.asarray(part).tobytes().hex() for part in (batch.starts, batch.columns, batch.values, batch.labels)]
        for batch in source.batches()
    ]
    return [rows, source.features.names, source.bad, source.complaints]


def main() -> None:
    reader = SvmlightReader(io.BytesIO(b"\n".join(texts())), chunk=1000, skip_bad=True)
    read = []
    for batch in reader:
        for t in range(len(batch)):
            x = batch.row(t)
            read.append([batch.labels[t], x.columns.tolist(), [value.hex() for value in x.values.tolist()]])
    numbers = [decimal(word.split(b":")[-1]).hex() for text in texts() for word in text.split()]
    vw = [vw_read(), vw_read(hash_bits=9)]
    hashed = HashedFeatures(4, seed=1).row({f"é{k}": k / 7 for k in range(40)})
    hashes = [murmur3(text, 7) for text in vw_texts()] + [hashed.columns.tolist(), hashed.values.tolist()]
    print(
        json.dumps(
            {
                "vw": vw,
                "csv": [csv_read(), csv_read(zeros=True, boolean=True, labels="numbers")],
                "json": [json_read(), json_read(zeros=True, boolean=True, labels="numbers")],
                "hashes": hashes,
                "core": core(),
                "read": read,
                "bad": [reader.bad, *reader.complaints],
                "numbers": numbers,
            }
        )
    )


if __name__ == "__main__":
    main()
