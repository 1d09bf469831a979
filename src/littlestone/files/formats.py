"""The table of formats: the name of each, and the module whose reader is marked with `@reads(name, ...)`.

Nothing is imported before it is asked for, so that the table can be read by whoever only wants the names.
"""

from __future__ import annotations

FORMATS: dict[str, str] = {
    "svmlight": "svmlight",
    "vw": "vw_text",
    "json": "json_lines",
    "parquet": "arrow_file",
    "arrow": "arrow_file",
    "npz": "npz_file",
    "rows": "packed",
    "csv": "csv_file",  # the last, because first lines are tried in this order, and any with a comma looks like CSV
}
