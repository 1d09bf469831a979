"""Mutates files of examples, forecasts and prices, `python tests/helpers/fuzz_files.py --count 100000`.

Some mutants have other bytes, in others a word of the text, a number of the container or a whole line is another one.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import sys
import warnings
from pathlib import Path

import numpy as np
from fuzz_saved import mutate
from fuzzing import Kind, main

from littlestone import EXPERTS, PORTFOLIOS, Game, InvestGame, Perceptron, read
from littlestone.errors import LittlestoneError
from littlestone.formats import ForecastFile, pack
from littlestone.formats.tables.price_file import read_prices

WORD = re.compile(rb"[^\s,;:|]+")
WORDS = [b"", b"nan", b"-inf", b"1e400", b"-1e308", b"1e-320", b"0x10", b"99999999999999999999", b"-1", b"2147483648"]
WORDS += [
    b"+",
    b"1_0",
    b'"',
    b'"a',
    b"{",
    b"null",
    b"\xff\xfe",
    b"\x00",
    b"0:0",
    b"1:1",
    b"|",
    b"'",
    b"\r",
    b"#",
    b"a b",
]
SIGNED = [0, 1, -1, 255, 2**31 - 1, -(2**31), 2**32, 2**53, 2**62, 2**63 - 1, -(2**63)]
SQUEEZE = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def files(folder: Path) -> list[Path]:
    """A small file of every format."""
    rng = np.random.default_rng(0)
    table = np.round(rng.normal(size=(40, 4)), 3)
    labels = np.where(table[:, 0] + table[:, 1] > 0, 1, -1)
    words = [str(rng.choice(["red", "green", "blue", "a b"])) for _ in labels]
    lines = [f"{y},{','.join(map(str, x))},{word}" for x, y, word in zip(table, labels, words, strict=True)]
    header = "y,a,b,c,d,word"
    csv = "\n".join([header, *lines, ""])
    rows = [{"y": int(y), "a": x[0], "b": x[1], "word": w} for x, y, w in zip(table, labels, words, strict=True)]
    texts = {
        "plain.csv": csv,
        "tabs.tsv": csv.replace(",", "\t"),
        "lines.jsonl": "".join(json.dumps(row) + "\n" for row in rows),
        "numbered.svm": "".join(
            f"{y} {' '.join(f'{k + 1}:{v}' for k, v in enumerate(x))}\n" for x, y in zip(table, labels, strict=True)
        ),
        "named.vw": "".join(
            f"{y} 1.0 'tag|f a:{x[0]} b:{x[1]} |w {w}\n" for x, y, w in zip(table, labels, words, strict=True)
        ),
        "forecasts.csv": "truth,one,two,three\n" + "".join(f"{abs(x[0])},{x[1]},{x[2]},\n" for x in table),
        "prices.csv": "date,A,B\n"
        + "".join(f"2020-01-{k + 1:02},{v},{1 / v}\n" for k, v in enumerate(np.exp(table[:28, 0]))),
    }
    paths = []
    for name, text in texts.items():
        paths.append(folder / name)
        paths[-1].write_text(text)
    for suffix, squeeze in SQUEEZE.items():
        paths.append(folder / f"plain.csv{suffix}")
        paths[-1].write_bytes(squeeze(csv.encode()))
    np.savez(folder / "arrays.npz", X=table, y=labels.astype(float))
    pack(read(folder / "plain.csv", label="y"), folder / "packed.rows")
    return [*paths, folder / "arrays.npz", folder / "packed.rows", *arrow_files(folder, rows)]


def arrow_files(folder: Path, rows: list[dict]) -> list[Path]:
    """The same as a Parquet and an Arrow file, where pyarrow is there."""
    try:
        import pyarrow as pa
        from pyarrow import feather, parquet
    except ImportError:
        return []
    table = pa.Table.from_pylist(rows)
    parquet.write_table(table, folder / "columns.parquet")
    feather.write_feather(table, folder / "columns.arrow")
    return [folder / "columns.parquet", folder / "columns.arrow"]


def mutated(path: Path, rng: np.random.Generator) -> bytes:
    """The file with something changed in it."""
    data = path.read_bytes()
    how = rng.random()
    if path.suffix == ".npz" and how < 0.7:
        with np.load(path, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        change_number(arrays, rng)
        out = io.BytesIO()
        np.savez(out, **arrays)
        return out.getvalue()
    if path.suffix in (".rows", ".parquet", ".arrow") and how < 0.5:
        return with_integer(data, rng)
    if path.suffix not in (".rows", ".parquet", ".arrow", ".npz", *SQUEEZE) and how < 0.8:
        return with_word(data, rng)
    if path.suffix in SQUEEZE and how < 0.5:
        return SQUEEZE[path.suffix](with_word((path.with_suffix("")).read_bytes(), rng))
    changed = bytearray(data)
    for _ in range(int(rng.integers(1, 9))):
        changed[int(rng.integers(len(changed)))] = int(rng.integers(256))
    return bytes(changed if rng.random() < 0.8 else changed[: int(rng.integers(len(changed)))])


def change_number(arrays: dict[str, np.ndarray], rng: np.random.Generator) -> None:
    """One number, shape or kind of an array is another one."""
    arrays["about"] = np.frombuffer(b'{"a": 1}', dtype=np.uint8)
    mutate(arrays, rng)
    arrays.pop("about", None)


def with_word(data: bytes, rng: np.random.Generator) -> bytes:
    """The text with another word, with a line twice, or with one that lacks its end."""
    for _ in range(int(rng.integers(1, 4))):
        places = list(WORD.finditer(data))
        if not places:
            return data
        place = places[int(rng.integers(len(places)))]
        how = rng.random()
        word = WORDS[int(rng.integers(len(WORDS)))]
        if how < 0.1:
            word = place[0] * int(rng.integers(1, 2000))
        elif how < 0.2:
            word = place[0] + word
        elif how < 0.3:
            word = b"\n" + place[0]
        data = data[: place.start()] + word + data[place.end() :]
    return data


def with_integer(data: bytes, rng: np.random.Generator) -> bytes:
    """Eight or four bytes in a row are another integer."""
    changed = bytearray(data)
    for _ in range(int(rng.integers(1, 3))):
        size = int(rng.choice([4, 8]))
        place = int(rng.integers(max(1, len(changed) // size))) * size
        number = SIGNED[int(rng.integers(len(SIGNED)))] % 256**size
        changed[place : place + size] = number.to_bytes(size, "little")
    return bytes(changed)


def tried(path: Path) -> str:
    """Play the file: "played" or "refused"; anything else is raised."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # overflows are no failure
            game = played(path)
            json.dumps(game.ledger.as_dict())
            str(game.ledger)
    except LittlestoneError:
        return "refused"
    return "played"


def played(path: Path) -> Game | InvestGame:
    """The game that the file is for."""
    if path.name == "prices.csv":
        relatives = read_prices(path).relatives
        game = InvestGame(PORTFOLIOS["eg"](relatives.shape[1]))
        for day in relatives:
            game.label(game.predict().number, day)
        return game
    if path.name == "forecasts.csv":
        game = Game(EXPERTS["hedge"](), loss="square")
        game.play(ForecastFile(path, truth="truth"))
        return game
    settings = {} if path.suffix in (".svm", ".vw", ".npz", ".rows") else {"label": "y"}
    if path.name.startswith("plain"):
        settings["skip_bad"] = True
    game = Game(Perceptron())
    source = read(path, **settings)
    if path.suffix in (".svm", ".rows", ".npz"):
        for batch in source.batches():
            game.play_batch(batch)
    else:
        game.play(source)
    return game


FILES = Kind(files, mutated, tried)

if __name__ == "__main__":
    sys.exit(main(FILES, __doc__))
