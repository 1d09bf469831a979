"""Reads drawn records by a schema in every format, `python tests/helpers/fuzz_schema.py --count 1000000`.

A record that can be written in several formats gives the same guess in each, to the last bit; one that cannot be used
is refused in each, by an error of ours. The guesses are those of games that learn on the way, so that a difference
in one record shows in all that follow.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import multiprocessing
import os
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import polars as pl
from drawn_records import LEARNERS, RECORDS, Case, drawn

from littlestone import Game, Schema, read
from littlestone.errors import LittlestoneError
from littlestone.features.indicator import Indicator

try:
    import pyarrow as pa
    from pyarrow import parquet
except ImportError:
    pa = None

# the games


def new_game(case: Case, **more: Any) -> Game:
    return Game(LEARNERS[case.learner](), schema=Schema(**case.settings), **more)


def by_records(case: Case, records: list[Any]) -> list[float]:
    """The guesses at records that are given one by one."""
    game, guesses = new_game(case), []
    for x, y in zip(records, case.labels, strict=True):
        move = game.predict(x)
        guesses.append(move.guess)
        game.label(move.number, y)
    return guesses


def by_source(case: Case, opened: Callable[[], Any]) -> list[float]:
    """The guesses at the examples of a file, as pairs, and the same in batches."""
    pairs, batches = opened(), opened()
    said = by_rows(case, pairs, (x for x, _ in pairs))
    again = by_rows(case, batches, (batch.row(t) for batch in batches.batches() for t in range(len(batch))))
    assert bits(said) == bits(again), "pairs and batches differ"
    return said


def by_rows(case: Case, source: Any, rows: Iterator[Any]) -> list[float]:
    """The guesses at examples of a file."""
    game, guesses = new_game(case, features=() if source.features is None else source.features), []
    for x, y in zip(rows, case.labels, strict=True):
        move = game.predict(x)
        guesses.append(move.guess)
        game.label(move.number, y)
    return guesses


# the formats


class CannotSay(Exception):
    """The format has no way to write such a cell."""


def told(value: Any) -> Any:
    """A cell with Python's own types."""
    return value.item() if isinstance(value, np.generic) else value


def as_text(value: Any) -> str:
    """A cell of CSV."""
    value = told(value)
    if isinstance(value, list | dict | bytes | complex) or (isinstance(value, str) and "\x00" in value):
        raise CannotSay
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None or value != value else str(value)


def as_json(value: Any) -> Any:
    """A cell of JSON."""
    value = told(value)
    if isinstance(value, date):
        return str(value)
    if isinstance(value, bytes | complex | Decimal) or (isinstance(value, float) and not isfinite(value)):
        raise CannotSay
    return value


def arrow_kind(value: Any) -> Any:
    """What cells of one column of Arrow have in common; None if they are missing."""
    value = told(value)
    if isinstance(value, bytes | complex | Decimal) or (isinstance(value, int) and abs(value) >= 2**63):
        raise CannotSay
    if isinstance(value, list):
        return list, *{float if isinstance(one, int | float) else type(one) for one in value if one is not None}
    return None if value is None else (type(value), getattr(value, "tzinfo", None))


class Format(NamedTuple):
    """A way to write records: does it have words for a record, and what it makes of several of them."""

    check: Callable[[Case, dict[str, Any]], object]
    played: Callable[[Case, Path], list[float]]


def settings_of(case: Case) -> dict[str, Any]:
    return {**case.settings, "zeros": LEARNERS[case.learner]().wants_zeros}


def opened(content: bytes, kind: str, /, **settings: Any) -> Any:
    return read(io.BytesIO(content), format=kind, **settings)


def csv_file(case: Case) -> Any:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["the label", *case.names])
    for record in case.records:
        writer.writerow(["1", *(as_text(record.get(name)) for name in case.names)])
    return opened(out.getvalue().encode(), "csv", label="the label", **{"decimal": ".", **settings_of(case)})


def json_file(case: Case, event: bool) -> Any:
    cells = [{name: as_json(value) for name, value in record.items()} for record in case.records]
    lines = [json.dumps({"x": each} if event else each, ensure_ascii=False) for each in cells]
    more = {} if event else {"labels": "none"}
    return opened("\n".join(lines).encode(), "event" if event else "json", **more, **settings_of(case))


def vw_line(case: Case, record: dict[str, Any]) -> str:
    """The features as words and numbers; of raw cells VW text has none."""
    words = []
    for name, value in Schema(**case.settings).features(record, settings_of(case)["zeros"]).items():
        if not name or set(name) & set(" \t\r\n|:^\x00") or (type(value) is Indicator and value != 1.0):
            raise CannotSay
        words.append(name if type(value) is Indicator else f"{name}:{value!r}")
    return "1 | " + " ".join(words)


def vw_file(case: Case) -> Any:
    return opened("\n".join(vw_line(case, record) for record in case.records).encode(), "vw")


def parquet_file(case: Case, folder: Path) -> Any:
    """The records in columns of one type each."""
    parquet.write_table(as_arrow(case), folder / "records.parquet")
    return read(folder / "records.parquet", labels="none", **settings_of(case))


def as_arrow(case: Case) -> Any:
    """The records as a table of Arrow."""
    return pa.table({name: pa.array([told(record.get(name)) for record in case.records]) for name in case.names})


def frame_source(case: Case, frame: Any) -> Any:
    return read(frame, labels="none", **settings_of(case))


def objects(case: Case) -> Any:
    """The records as a frame of pandas, whose columns may hold values of several types."""
    return pd.DataFrame(case.records, columns=case.names, dtype=object)


def of_one_type(case: Case, records: list[tuple[dict[str, Any], int]]) -> list[tuple[dict[str, Any], int]]:
    """The records that fit into columns of the types that the first of them have."""
    kinds: dict[str, Any] = {}
    fitting = []
    for record, y in records:
        own = {name: kind for name, value in record.items() if (kind := arrow_kind(value)) is not None}
        if all(kinds.get(name, kind) == kind for name, kind in own.items()):
            kinds |= own
            fitting.append((record, y))
    return fitting


def frame_rows(case: Case) -> list[Any]:
    frame = pd.DataFrame(case.records, columns=case.names, dtype=object)
    return [frame.iloc[t] for t in range(len(frame))]


FORMATS = {
    "frame": Format(lambda case, record: None, lambda case, folder: by_records(case, frame_rows(case))),
    "csv": Format(
        lambda case, record: [as_text(value) for value in record.values()],
        lambda case, folder: by_source(case, lambda: csv_file(case)),
    ),
    "json": Format(
        lambda case, record: [as_json(value) for value in record.values()],
        lambda case, folder: by_source(case, lambda: json_file(case, False)),
    ),
    "event": Format(
        lambda case, record: [as_json(value) for value in record.values()],
        lambda case, folder: by_source(case, lambda: json_file(case, True)),
    ),
    "vw": Format(vw_line, lambda case, folder: by_source(case, lambda: vw_file(case))),
}
if pa is not None:
    FRAMES: dict[str, Callable[[Case], Any]] = {"table": as_arrow, "polars": lambda case: pl.from_arrow(as_arrow(case))}

    def typed(case: Case, record: dict[str, Any]) -> object:
        return [arrow_kind(value) for value in record.values()]

    FORMATS["parquet"] = Format(typed, lambda case, folder: by_source(case, lambda: parquet_file(case, folder)))
    for kind, made in FRAMES.items():
        FORMATS[kind] = Format(
            typed, lambda case, folder, made=made: by_source(case, lambda: frame_source(case, made(case)))
        )
    FORMATS["objects"] = Format(
        lambda case, record: None, lambda case, folder: by_source(case, lambda: frame_source(case, objects(case)))
    )


# what is checked


def bits(guesses: list[float]) -> list[str]:
    """Guesses to the last bit; -0 and 0 say the same."""
    return [(guess + 0.0).hex() for guess in guesses]


def check(case: Case, folder: Path) -> dict[str, int]:
    """How many records went which way; raises AssertionError if two ways differ, and anything that is not ours."""
    fit, unfit = [], []
    schema, zeros = Schema(**case.settings), settings_of(case)["zeros"]
    for pair in zip(case.records, case.labels, strict=True):
        try:
            schema.features(pair[0], zeros)
        except LittlestoneError:
            unfit.append(pair)
        else:
            fit.append(pair)
    found = {"dict": len(fit)}
    known: dict[int, list[str]] = {}  # what dicts say of the records that so many formats can write
    for name, format in FORMATS.items():
        pairs = [pair for pair in fit if has_words(format, case, pair[0])]
        pairs = of_one_type(case, pairs) if name in ("parquet", *FRAMES) else pairs
        here = case._replace(records=[record for record, _ in pairs], labels=[y for _, y in pairs])
        key = hash(tuple(id(record) for record in here.records))
        if key not in known:
            known[key] = bits(by_records(here, here.records))
        said, wanted = bits(format.played(here, folder)), known[key]
        at = next((t for t, (one, other) in enumerate(zip(said, wanted, strict=True)) if one != other), None)
        assert at is None, f"{name} and dict differ at {here.records[at]!r}, {case.settings}: {said[at]}, {wanted[at]}"
        found[name] = len(pairs)
    for record, y in unfit[:3]:
        check_refused(case._replace(records=[record], labels=[y]), folder, found)
    return found


def has_words(format: Format, case: Case, record: dict[str, Any]) -> bool:
    """Can it be written in that format?"""
    try:
        format.check(case, record)
    except CannotSay:
        return False
    return True


def check_refused(case: Case, folder: Path, found: dict[str, int]) -> None:
    """A record that a dict cannot be is refused in every format, by an error of ours."""
    for name, format in FORMATS.items():
        if name == "vw" or not has_words(format, case, case.records[0]):
            continue
        try:
            format.played(case, folder)
        except LittlestoneError:
            found["refused"] = found.get("refused", 0) + 1
        else:
            raise AssertionError(f"{name} takes what a dict is refused for: {case.records[0]!r}, {case.settings}")


def work(task: tuple[int, int]) -> tuple[dict[str, int], list[str]]:
    """So many cases from a seed on: how many records went which way, and what went wrong."""
    first, count = task
    totals: dict[str, int] = {}
    failures = []
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(first, first + count):
            try:
                for name, number in check(drawn(seed), Path(folder)).items():
                    totals[name] = totals.get(name, 0) + number
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as error:  # the point of it all
                where = traceback.extract_tb(error.__traceback__)[-1]
                place = f"{Path(where.filename).name}:{where.lineno}"
                failures.append(f"seed {seed}: {type(error).__name__}: {str(error)[:400]} ({place})")
    return totals, failures


def fuzz(count: int, seed: int = 0, workers: int = 1, told: bool = False) -> tuple[dict[str, int], list[str]]:
    """So many records, in games of forty."""
    cases, chunk = -(-count // RECORDS), 25
    tasks = [(seed + start, min(chunk, cases - start)) for start in range(0, cases, chunk)]
    totals: dict[str, int] = {}
    failures: list[str] = []
    with multiprocessing.Pool(workers) as pool:
        for done, (found, wrong) in enumerate(pool.imap(work, tasks), 1):
            failures += wrong
            for name, number in found.items():
                totals[name] = totals.get(name, 0) + number
            if told and (wrong or done % 40 == 0):
                print(done * chunk * RECORDS, totals, *wrong, sep="\n", flush=True)
    return totals, failures


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    totals, failures = fuzz(options.count, options.seed, options.workers, told=True)
    print(totals, f"{len(failures)} failures", sep="\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
