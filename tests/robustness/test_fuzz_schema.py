"""A schema reads some hundred drawn records in every format; `python tests/helpers/fuzz_schema.py` takes its time."""

from __future__ import annotations

import pytest
from fuzz_schema import FORMATS, RECORDS, check, drawn, work

from littlestone.features.schema import Schema
from littlestone.formats import read


@pytest.mark.slow
def test_records_give_the_same_guess_in_every_format_or_are_refused_in_every_one():
    totals, failures = work((10_000_000, 20))
    assert not failures, "\n".join(failures)
    assert totals["dict"] > 10 * RECORDS
    for name in FORMATS:
        assert totals[name] > 2 * RECORDS, name
    assert totals["refused"] > 20


@pytest.mark.parametrize("seed", [35, 42, 209])  # cases that were found out
def test_what_was_found_stays_mended(seed, tmp_path):
    assert check(drawn(seed), tmp_path)["dict"]


def test_a_parquet_file_of_which_nothing_is_used_has_its_rows(tmp_path):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(pa.table({"a": [1, 2, 3]}), tmp_path / "a.parquet")
    assert list(read(tmp_path / "a.parquet", labels="none", drop="a")) == [({}, None)] * 3


def test_what_is_missing_in_a_list_of_words_is_no_word():
    assert Schema(text="a").features({"a": ["win", None, 3]}) == {"a:win": 1.0, "a:3": 1.0}
