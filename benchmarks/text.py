"""Reading svmlight and VW text against scikit-learn and a loop in plain Python, as MB/s and ratios.

    python benchmarks/text.py

Twenty megabytes that are drawn, not stored: numbers of six digits as they are written by hand, of seventeen as they are
written by programs, and ones as in bags of words. Scikit-learn keeps everything it reads, ours forgets each batch for
the next; the plain loop keeps nothing and checks nothing. The same rows as VW text have names, which are looked up or
hashed; packed, they are no longer text. All rates are of the bytes that the svmlight text has.
"""

from __future__ import annotations

import argparse
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
from measure import Candidate, take_turns
from sklearn.datasets import load_svmlight_file

from littlestone import Game, Perceptron
from littlestone.formats.packed.packed_file import PackedFile, pack
from littlestone.formats.text.svmlight import SvmlightReader
from littlestone.formats.text.vw_text import VwReader
from littlestone.support.loading import core


def draw(path: Path, megabytes: float, form: str, seed: int = 1) -> None:
    """A file of about so many megabytes, 75 entries a line."""
    rng = np.random.default_rng(seed)
    with path.open("w") as file:
        while file.tell() < megabytes * 1e6:
            columns = np.cumsum(rng.integers(1, 400, size=75))
            values = np.ones(75) if form == "1" else rng.random(75)
            entries = (f"{c}:{v:{'.0f' if form == '1' else form}}" for c, v in zip(columns, values, strict=True))
            file.write(f"{rng.choice(['1', '-1'])} {' '.join(entries)}\n")


def plainly(path: Path) -> float:
    """As one would write it in an afternoon."""
    total = 0.0
    with path.open() as file:
        for line in file:
            _, *words = line.split()
            row = {int(column): float(value) for column, value in (word.split(":") for word in words)}
            total += len(row)
    return total


def read(path: Path) -> int:
    return sum(len(batch) for batch in SvmlightReader(path))


def play(path: Path) -> None:
    game = Game(Perceptron(), bounds=())
    for batch in SvmlightReader(path):
        game.play_batch(batch)


def vw_form(path: Path, other: Path) -> None:
    """The same rows as VW text: a namespace, and columns by names."""
    with path.open() as lines, other.open("w") as file:
        for line in lines:
            file.write(line.replace(" ", " |f ", 1))


def read_vw(path: Path, hash_bits: int | None = None) -> int:
    return sum(len(batch) for batch in VwReader(path, hash_bits=hash_bits).batches())


def play_packed(path: Path) -> None:
    game = Game(Perceptron(), bounds=())
    for batch in PackedFile(path).batches():
        game.play_batch(batch)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--megabytes", type=float, default=20.0)
    options.add_argument("--rounds", type=int, default=5)
    told = options.parse_args()
    print(f"core: {core()}")
    with tempfile.TemporaryDirectory() as folder:
        for form in (".6g", ".17g", "1"):
            path, vw, rows = (Path(folder) / f"rows.{suffix}" for suffix in ("svm", "vw", "rows"))
            draw(path, told.megabytes, form)
            vw_form(path, vw)
            pack(SvmlightReader(path), rows)
            candidates = [
                Candidate("scikit-learn, load_svmlight_file", partial(load_svmlight_file, str(path))),
                Candidate("plain Python", partial(plainly, path)),
                Candidate("SvmlightReader", partial(read, path)),
                Candidate("SvmlightReader, and a Perceptron plays", partial(play, path)),
                Candidate("VwReader, names", partial(read_vw, vw)),
                Candidate("VwReader, hashed into 18 bits", partial(read_vw, vw, 18)),
                Candidate("pack", partial(lambda path, rows: pack(SvmlightReader(path), rows), path, rows)),
                Candidate("PackedFile, checked, and a Perceptron plays", partial(play_packed, rows)),
            ]
            take_turns(candidates, told.rounds)
            size = path.stat().st_size / 1e6
            packed = rows.stat().st_size / 1e6
            print(f"\n{size:.0f} MB with values written as {form}, {packed:.0f} MB packed")
            for candidate in candidates:
                seconds = candidate.median()
                ratio = candidates[0].median() / seconds
                print(f"  {candidate.name:<44} {size / seconds:8.0f} MB/s   {ratio:6.2f}x")


if __name__ == "__main__":
    main()
