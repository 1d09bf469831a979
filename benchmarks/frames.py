"""A million mixed rows from frames against the same rows in a CSV file, in one run.

    python benchmarks/frames.py

A row has two whole numbers, two with decimals, one of them often missing, a category of six values, a text of five
thousand, often missing, a truth value and a date. It is read into batches, which is what the formats differ in; then it
is played by PA-I, too. Seconds are those of processors, which a busy machine moves less; of the turns the least.
"""

from __future__ import annotations

import argparse
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
from measure import Candidate, take_turns

from littlestone import PA1, Game, read


def drawn(rows: int) -> pl.DataFrame:
    """The rows, as a frame of Polars."""
    rng = np.random.default_rng(0)
    frame = pl.DataFrame(
        {
            "y": rng.integers(0, 2, rows),
            "amount": rng.normal(size=rows).round(3),
            "age": rng.integers(18, 90, rows),
            "ratio": rng.random(rows).round(4),
            "country": rng.choice(["de", "us", "fr", "it", "es", "uk"], rows),
            "shop": np.char.add("shop ", rng.integers(0, 5000, rows).astype(str)),
            "member": rng.random(rows) < 0.5,
            "day": np.datetime64("2020-01-01") + rng.integers(0, 2000, rows),
        }
    )
    holes = {"ratio": rng.random(rows) < 0.1, "shop": rng.random(rows) < 0.1}
    whole = [pl.when(pl.Series(gone)).then(None).otherwise(pl.col(name)).alias(name) for name, gone in holes.items()]
    return frame.with_columns(*whole, pl.col("country").cast(pl.Categorical), pl.col("day").cast(pl.Date))


def batches(given: Any) -> int:
    """Read all rows; how many they are."""
    return sum(len(batch) for batch in read(given, label="y").batches())


def played(given: Any) -> Game:
    """PA-I on all rows."""
    source = read(given, label="y")
    game = Game(PA1(bias=1.0), bounds=[], features=source.features)
    for batch in source.batches():
        game.play_batch(batch)
    return game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    frame = drawn(options.rows)
    with tempfile.TemporaryDirectory() as folder:
        files = {kind: Path(folder) / f"rows.{kind}" for kind in ("csv", "parquet")}
        frame.write_csv(files["csv"])
        frame.write_parquet(files["parquet"])
        table, connection = frame.to_arrow(), duckdb.connect()
        connection.register("found", table)
        given = {
            "CSV file": files["csv"],
            "Parquet file": files["parquet"],
            "Polars": frame,
            "pandas": frame.to_pandas(),
            "Arrow": table,
            "DuckDB": connection.sql("SELECT * FROM found"),
        }
        for title, work in (("read", batches), ("read and played", played)):
            candidates = [Candidate(name, partial(work, each)) for name, each in given.items()]
            take_turns(candidates, options.turns)
            least = {each.name: min(sample.cpu for sample in each.samples) for each in candidates}
            for name, seconds in least.items():
                print(f"{title:16} {name:14} {seconds:6.2f} s   {seconds / least['CSV file']:.2f} of CSV")


if __name__ == "__main__":
    main()
