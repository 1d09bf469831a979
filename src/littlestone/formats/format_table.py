"""The table of formats: the name of each, and the module whose reader is marked with `@reads(name, ...)`.

A module is imported when its format is first used, so that listing the names imports nothing.
"""

from __future__ import annotations

EVENT, RECORDS = "event", "json"  # the two ways in which JSON lines are read
FORMATS: dict[str, str] = {
    "svmlight": "text.svmlight",
    "vw": "text.vw_text",
    "event": "tables.event_lines",  # before JSON lines, which it looks like
    "json": "tables.json_lines",
    "parquet": "tables.arrow_file",
    "arrow": "tables.arrow_file",
    "npz": "packed.npz_file",
    "rows": "packed.packed_file",
    "csv": "tables.csv_file",  # last: first lines are tried in this order, and any line with a comma looks like CSV
}
