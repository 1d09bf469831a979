"""All that comes of reading a file, so that two ways to read it can be compared."""

from __future__ import annotations

from contextlib import closing

from littlestone.errors import LittlestoneError
from littlestone.features.batches import row_weights, truths_of


def account(source, batches) -> dict:
    """Rows, labels, weights, names, which are marks, the error, and what was skipped."""
    rows, told, weights, error = [], [], [], ""
    try:
        with closing(batches):
            for batch in batches:
                batch.checked = batch.ordered = False
                assert batch.first_fault() == -1  # what the reader vouched for
                weights += list(row_weights(batch))
                for t, y in enumerate(truths_of(batch)):
                    x = batch.row(t) if batch.checked else batch.check().row(t)
                    rows.append((x.columns.tolist(), [value.hex() for value in x.values.tolist()]))
                    told.append((y, type(y).__name__))
    except LittlestoneError as wrong:
        error = f"{type(wrong).__name__}: {wrong}"
    features = source.features
    return {
        "rows": rows,
        "told": told,
        "weights": weights,
        "error": error,
        "names": features.names,
        "marks": bytes(features.marks),
        "shared": features.shared,
        "size": len(features),
        "bad": (source.bad, source.complaints),
    }
