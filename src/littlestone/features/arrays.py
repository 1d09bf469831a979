"""Conversion of arrays, sparse matrices and data frames to a checked `Batch`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadBatch, BadFeature, BadLabel, BadWidth
from ..row import MOST_COLUMN, Batch
from .labels import OTHERWISE, TwoClass


def as_batch(X: Any, y: Any = None, *, labels: tuple[Any, Any] = (-1, 1), zeros: bool = False) -> Batch:
    """Convert the rows of X, with labels y, to a checked batch.

    X         a numpy array or nested lists, a scipy sparse matrix or array, a pandas or polars frame, a `Batch`
    y         one label per row, or None for rows without labels
    labels    the two classes in y, negative first
    zeros     keep numbers that are zero as entries, of an X that is not sparse: a learner with `wants_zeros`, which
              standardises, grows trees or has such members, is given them in vectors that come one by one

    X is never changed. Of a sparse X in canonical CSR only the column indices are copied, so that writing into X later
    cannot make the compiled loops read out of bounds.

    >>> as_batch([[0, 2], [1, 0]], ["ham", "spam"], labels=("ham", "spam"))
    Batch(2 labelled rows, 2 columns, 2 entries)
    """
    batch = rows_of(X, zeros)
    if y is not None:
        batch = Batch(batch.starts, batch.columns, batch.values, batch.width, as_signs(y, batch.rows, labels))
    return batch.check()


def rows_of(X: Any, zeros: bool = False) -> Batch:
    """X as a batch, without labels unless X is a `Batch` that has them."""
    if isinstance(X, Batch):
        return X
    if hasattr(X, "tocsr"):
        return from_sparse(X)
    return from_dense(from_frame(X) if is_frame(X) else numbers(X), zeros)


def is_table(X: Any) -> bool:
    """Is X a table by its type, without reading its entries?"""
    if isinstance(X, Batch) or hasattr(X, "tocsr") or is_frame(X):
        return True
    return hasattr(X, "__array__") and len(np.shape(X)) != 1


def is_columnar(X: Any) -> bool:
    """Is X a table of columns with names, such as a frame, a lazy one, an Arrow table or a relation?

    Whatever has `__arrow_c_stream__` is, unless it is a single column.
    """
    if hasattr(X, "__arrow_c_stream__"):
        return not (hasattr(X, "dtype") or hasattr(X, "chunks"))
    return hasattr(X, "collect_schema") or is_frame(X)


def record_of(X: Any) -> dict[str, Any]:
    """The only row of a frame as a record."""
    found = X.collect() if hasattr(X, "collect_schema") and hasattr(X, "collect") else X
    if hasattr(found, "arrow") and not hasattr(found, "num_rows"):  # a relation
        found = found.arrow()
    if hasattr(found, "read_all"):
        found = found.read_all()
    rows = getattr(found, "num_rows", None)
    rows = len(found) if rows is None else rows
    if rows != 1:
        raise BadBatch(
            f"an example is one row, and this {type(X).__name__} has {rows}: game.play(frame, label=...) plays them, "
            f"and Scorer(game)(frame) guesses at all"
        )
    if hasattr(found, "to_pylist"):
        return dict(found.to_pylist()[0])
    return dict(found.to_dicts()[0] if hasattr(found, "to_dicts") else found.to_dict("records")[0])


def is_frame(X: Any) -> bool:
    """Is X a data frame of pandas or polars?"""
    return hasattr(X, "columns") and hasattr(X, "to_numpy")


def names_of(X: Any) -> list[str]:
    """The names of a frame's columns, checked: different strings."""
    names = list(X.columns)
    for name in names:
        if not isinstance(name, str):
            raise BadFeature(f"a feature's name is a string, not {name!r}; rename the frame's columns")
        if names.count(name) > 1:
            raise BadFeature(f"the frame has two columns {name!r}; names of features must differ")
    return names


def from_sparse(X: Any) -> Batch:
    """The rows of a scipy sparse matrix or array."""
    if len(X.shape) != 2:
        raise BadBatch(f"a batch has rows and columns; this sparse array has the shape {X.shape}")
    if X.shape[1] > MOST_COLUMN + 1:
        raise BadWidth(f"a batch has at most {MOST_COLUMN + 1:,} columns, not {X.shape[1]:,}; hash them to fewer")
    csr = X.tocsr()
    if csr.data.dtype.kind not in "biuf":
        raise BadFeature(f"features are finite numbers, not of type {csr.data.dtype}")
    if not csr.has_canonical_format:
        csr = csr.copy() if csr is X else csr
        csr.sum_duplicates()
    columns = csr.indices.copy() if csr.indices.dtype == np.int32 else csr.indices
    return Batch(csr.indptr, columns, csr.data, csr.shape[1])


def from_dense(X: Any, zeros: bool = False) -> Batch:
    """A batch of the non-zero entries of a matrix, or of all."""
    if X.ndim != 2:
        hint = "; one example is [x], a table of one row" if X.ndim == 1 else ""
        raise BadBatch(f"a batch has rows and columns; this array has the shape {X.shape}{hint}")
    there = np.ones(X.shape, dtype=bool) if zeros else X != 0
    starts = np.concatenate(([0], np.cumsum(np.count_nonzero(there, axis=1))))
    return Batch(starts, np.nonzero(there)[1], X[there], X.shape[1])


def from_frame(X: Any) -> Any:
    """The columns of a frame as a matrix."""
    matrix = np.empty(X.shape)
    for column, name in enumerate(names_of(X)):
        matrix[:, column] = numbers(X[name].to_numpy(), name)
    return matrix


def numbers(X: Any, name: str | None = None) -> Any:
    """X, or the column `name` of a frame, as an array of numbers."""
    try:
        array = np.asarray(X)
    except ValueError:
        raise BadBatch("the rows of a batch are equally long; write zeros as 0 instead of leaving them out") from None
    if array.dtype.kind in "biuf":
        return array
    if array.dtype.kind not in "OUS":
        where = "" if name is None else f"column {name!r}: "
        raise BadFeature(f"{where}features are finite numbers, not of type {array.dtype}")
    for place, value in np.ndenumerate(np.atleast_1d(array.astype(object))):
        if isinstance(value, str | bytes) or not is_number(value):
            column = repr(name) if name is not None else str(place[-1])
            advice = (
                "; a text is a feature of its own: one column of 0 and 1 for each" if isinstance(value, str) else ""
            )
            raise BadFeature(f"row {place[0]}, column {column} is {value!r}; features are finite numbers{advice}")
    return array.astype(np.float64)


def is_number(value: Any) -> bool:
    """Can it be read as a float?"""
    try:
        float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def as_signs(y: Any, rows: int, labels: tuple[Any, Any]) -> Any:
    """Convert the labels to -1.0 and +1.0, one per row."""
    classes = TwoClass(*labels)
    column = as_column(y)
    if len(column) != rows:
        raise BadBatch(f"{rows} rows but {len(column)} labels; give one label a row")
    if isinstance(column, np.ndarray):  # of one type: convert each distinct label once
        known, which = np.unique(column, return_inverse=True)
        meant = known.tolist()
    else:
        meant, which = column, np.arange(rows)
    signs = np.zeros(len(meant))
    bad = []
    for number, label in enumerate(meant):
        try:
            signs[number] = classes.inside(label)
        except BadLabel:
            bad.append(number)
    if bad:
        row = int(np.flatnonzero(np.isin(which, bad))[0])
        label = meant[which[row]]
        words = classes.complaint(label)
        if any(str(one) in words for one in OTHERWISE):
            words += ", and name them here too: as_batch(X, y, labels=...)"
        raise BadLabel(f"row {row}: {words}").naming(*OTHERWISE)
    return signs[which]


def as_column(y: Any) -> Any:
    """Labels in one dimension: an array if all are bools, numbers or strings of one dtype, else a list."""
    if hasattr(y, "to_numpy"):
        y = y.to_numpy()
    if not hasattr(y, "dtype"):
        return list(y)
    column = np.asarray(y)
    if column.ndim == 2 and column.shape[1] == 1:
        column = column[:, 0]
    if column.ndim != 1:
        raise BadBatch(f"labels come as one column, not as an array of shape {column.shape}")
    return column if column.dtype.kind in "biufUS" else column.tolist()
