"""The table of formats: the name of each, and the module whose reader is marked with `@reads(name, ...)`.

A module is imported when its format is first used, so that listing the names imports nothing.
"""

from __future__ import annotations

SAMPLE = "sample:"  # before the name of a sample, where that of a file may stand
EVENT, RECORDS = "event", "json"  # the two ways in which JSON lines are read
FORMATS: dict[str, str] = {
    "svmlight": "svmlight",
    "vw": "vw_text",
    "event": "event_lines",  # before JSON lines, which it looks like
    "json": "json_lines",
    "parquet": "arrow_file",
    "arrow": "arrow_file",
    "npz": "npz_file",
    "rows": "packed",
    "csv": "csv_file",  # last: first lines are tried in this order, and any line with a comma looks like CSV
}
