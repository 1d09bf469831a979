"""Arrays in .npz files: a sparse matrix as scipy saves it, or X and y."""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Generator
from typing import Any

import numpy as np

from ...errors import BadFile, BadLabel, Setting
from ...features.arrays import as_batch
from ...features.batches import with_truths
from ...features.label_column import BOTH, OR_NUMBERS, Labels
from ...row import Batch
from ...support.settings import flag
from ..format import reads
from ..named_source import ROWS, NumberedSource

MATRICES, LABELS = ("X", "x"), ("y", "labels", "label")  # names of the arrays, in the order they are looked for
SPARSE = ("format", "data", "indices", "indptr", "shape")
DAMAGE = (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error, NotImplementedError, MemoryError)


@reads("npz", suffixes=(".npz",), magic=b"PK\x03\x04", binary=True)
class NpzFile(NumberedSource):
    """The rows of an .npz file as a nature: `Game(Perceptron()).play(NpzFile("words.npz"))`.

    The matrix is what `scipy.sparse.save_npz` wrote, or the array X of `np.savez(path, X=X, y=y)`; the labels are the
    array y or labels beside it, or a file of their own. The file is read whole; pickled objects never are.

    path        the file
    label       the name of the array of labels, or the path of an .npy file of them
    positive    the label that is +1, all others being -1; needed unless they are 0/1, -1/+1, true/false, yes/no
    labels      the two labels, negative first; or "numbers", for outcomes; or "classes", any number of them
    skip_bad    leave out rows with a number that is not finite, or with a label that cannot be read: `bad` counts them
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        label: str | None = None,
        positive: str | None = None,
        labels: tuple[object, object] | str | None = None,
        skip_bad: bool = False,
    ) -> None:
        self.path = os.fspath(path)
        self.name = self.path
        self.label = label
        self.positive = positive
        self.take_labels(labels)
        self.skip_bad = flag("skip_bad", skip_bad)
        self.done: float | None = None
        self.restart()

    def take_labels(self, labels: Any) -> None:
        Labels(self.positive, labels)  # raises now if these settings are wrong
        self.given = labels

    def __repr__(self) -> str:
        return f"NpzFile({self.path!r})"

    @property
    def progress(self) -> float | None:
        """The part of the rows that has been handed out."""
        return self.done

    def batches(self) -> Generator[Batch, None, None]:
        """The rows, thousands at a time; NaN is a missing label."""
        self.restart()
        arrays = self.load(self.path)
        X = self.matrix(arrays)
        signs, unread = self.signs(self.labels(arrays), X.shape[0])
        wrong = unread | rows_not_finite(X)
        if not self.skip_bad and wrong.any():
            raise self.fault(int(np.flatnonzero(wrong)[0]), unread)
        for row in np.flatnonzero(wrong):
            self.skip(self.fault(int(row), unread))
        for begin in range(0, X.shape[0], ROWS):
            good = begin + np.flatnonzero(~wrong[begin : begin + ROWS])
            self.done = min(1.0, (begin + ROWS) / X.shape[0])
            yield with_truths(as_batch(X[good]).check(), signs[good].tolist())

    def fault(self, row: int, unread: Any) -> BadFile:
        """The error for a row, counted from 0."""
        if unread[row]:
            return BadFile(
                f"{self.name}, row {row}: a label that is not 0/1, -1/+1, true/false or yes/no; say which is positive: "
                f"positive=..., or which two there are: {BOTH}{OR_NUMBERS}"
            ).naming(Setting("positive"), BOTH, OR_NUMBERS)
        return BadFile(f"{self.name}, row {row}: a number that is not finite; leave it out, or leave out the row")

    def load(self, path: str) -> dict[str, Any]:
        """The wanted arrays of a file, by name; that of an .npy file has the name ""."""
        wanted = {*MATRICES, *LABELS, *SPARSE, self.label or ""}
        name = ""
        try:
            with open(path, "rb") as file:
                held = np.load(file, allow_pickle=False)
                if isinstance(held, np.ndarray):
                    return {"": held}
                found = {}
                for name in wanted.intersection(held.files):
                    found[name] = held[name]
                return found
        except DAMAGE as error:
            what = f"the array {name!r} is damaged, or pickled" if name else "no file of arrays, or damaged, or pickled"
            raise BadFile(f"cannot read {path}: {getattr(error, 'strerror', None) or what}") from None

    def matrix(self, arrays: dict[str, Any]) -> Any:
        """The examples: an array, or a checked sparse matrix in CSR format."""
        if "format" in arrays:
            return self.sparse(*map(arrays.get, SPARSE))
        X = next((arrays[name] for name in MATRICES if name in arrays), None)
        if X is None:
            raise BadFile(
                f"{self.name} has no array X, nor a matrix as scipy.sparse.save_npz writes it: np.savez(path, X=X, y=y)"
            )
        if X.ndim != 2 or X.dtype.kind not in "biuf":
            raise BadFile(f"{self.name}: X must be a table of numbers, not of shape {X.shape} and type {X.dtype}")
        return X

    def sparse(self, form: Any, data: Any, indices: Any, starts: Any, shape: Any) -> Any:
        """A matrix that scipy saved."""
        from scipy.sparse import csr_array

        if form.dtype.kind not in "SU" or form.ndim or form.item() not in ("csr", b"csr"):
            raise BadFile(f"{self.name}: the matrix is not stored by rows; save_npz(path, X.tocsr()) does")
        try:
            kinds = data.dtype.kind in "biuf", *(part.dtype.kind in "iu" for part in (indices, starts, shape))
            if not all(kinds):
                raise ValueError("its entries are numbers, and its columns, starts and shape are whole ones")
            X = csr_array((data, indices, starts), shape=tuple(shape.tolist()))
            X.check_format(full_check=True)  # compiled loops do not check bounds
        except (ValueError, TypeError, AttributeError, IndexError, OverflowError) as error:
            raise BadFile(f"{self.name}: not a sparse matrix: {error}") from None
        return X

    def labels(self, arrays: dict[str, Any]) -> Any:
        """The labels, or None."""
        if self.label is not None and self.label.endswith(".npy"):
            return self.load(self.label).get("")
        if self.label is not None and self.label not in arrays:
            raise BadFile(f"{self.name} has no array {self.label!r} of labels")
        names = LABELS if self.label is None else (self.label,)
        return next((arrays[name] for name in names if name in arrays), None)

    def signs(self, y: Any, rows: int) -> tuple[Any, Any]:
        """The labels, None where they are missing, and which of them cannot be read."""
        if y is None:
            return np.full(rows, None), np.zeros(rows, dtype=bool)
        if y.shape != (rows,) or y.dtype.kind not in "biufSU":
            raise BadFile(
                f"{self.name}: {rows} rows need a label each, not an array of shape {y.shape} and type {y.dtype}"
            )
        classes = Labels(self.positive, self.given)
        known, first, which = np.unique(y, return_index=True, return_inverse=True)
        signs, unread = np.full(len(known), None), np.zeros(len(known), dtype=bool)
        for k in np.argsort(first):  # in order, since the first label may decide which is negative
            value = known[k].item()
            try:
                signs[k] = classes.sign(value.decode(errors="replace") if isinstance(value, bytes) else str(value))
            except BadLabel:
                unread[k] = True
        return signs[which], unread[which]


def rows_not_finite(X: Any) -> Any:
    """Which rows have a number that is not finite?"""
    if not hasattr(X, "indptr"):
        return ~np.isfinite(X).all(axis=1)
    wrong = np.zeros(X.shape[0], dtype=bool)
    wrong[np.searchsorted(X.indptr, np.flatnonzero(~np.isfinite(X.data)), side="right") - 1] = True
    return wrong
