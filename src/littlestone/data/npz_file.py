"""Arrays in .npz files: a sparse matrix as scipy saves it, or X and y."""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Generator
from typing import Any

import numpy as np

from ..errors import BadFile, BadLabel
from ..row import Batch
from ..settings import flag
from .arrays import as_batch
from .label_column import Labels
from .named_source import ROWS, NumberedSource, labelled

MATRICES, LABELS = ("X", "x"), ("y", "labels", "label")  # what the arrays are called, in the order they are looked for
DAMAGE = (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error, NotImplementedError, MemoryError)


class NpzFile(NumberedSource):
    """The rows of an .npz file as a nature: `Game(Perceptron()).play(NpzFile("words.npz"))`.

    The matrix is what `scipy.sparse.save_npz` wrote, or the array X of `np.savez(path, X=X, y=y)`; the labels are the
    array y or labels beside it, or a file of their own. The file is read whole; pickled objects never are.

    path        the file
    label       the name of the array of labels, or the path of an .npy file of them
    positive    the label that is +1, all others being -1; needed unless they are 0/1, -1/+1, true/false, yes/no
    labels      the two labels, negative first, or "numbers", for outcomes
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
        self.given = labels
        Labels(positive, labels)  # or say now what is wrong with them
        self.skip_bad = flag("skip_bad", skip_bad)
        self.done: float | None = None
        self.restart()

    def __repr__(self) -> str:
        return f"NpzFile({self.path!r})"

    @property
    def progress(self) -> float | None:
        """The part of the rows that has been handed out."""
        return self.done

    def batches(self) -> Generator[Batch, None, None]:
        """The rows, thousands at a time; NaN is a missing label."""
        self.restart()
        X = self.matrix()
        signs, unread = self.signs(X.shape[0])
        wrong = unread | rows_not_finite(X)
        if not self.skip_bad and wrong.any():
            raise self.fault(int(np.flatnonzero(wrong)[0]), unread)
        for row in np.flatnonzero(wrong):
            self.skip(self.fault(int(row), unread))
        for begin in range(0, X.shape[0], ROWS):
            good = begin + np.flatnonzero(~wrong[begin : begin + ROWS])
            self.done = min(1.0, (begin + ROWS) / X.shape[0])
            yield labelled(as_batch(X[good]), signs[good])

    def fault(self, row: int, unread: Any) -> BadFile:
        """The error for a row, which counts from 0."""
        if unread[row]:
            return BadFile(
                f"{self.name}, row {row}: a label that is not 0/1, -1/+1, true/false or yes/no; say which is positive: "
                f"positive=..., or which two there are: labels=(negative, positive), or labels='numbers'"
            )
        return BadFile(f"{self.name}, row {row}: a number that is not finite; leave it out, or leave out the row")

    def load(self, path: str) -> Any:
        """What numpy finds in a file."""
        try:
            return np.load(path, allow_pickle=False)
        except DAMAGE as error:
            why = getattr(error, "strerror", None) or "it is not a file of arrays, or damaged, or pickled"
            raise BadFile(f"cannot read {path}: {why}") from None

    def array(self, name: str) -> Any:
        """One array of the file; None if it has none of that name."""
        held = self.load(self.path)
        if not isinstance(held, np.lib.npyio.NpzFile):
            raise BadFile(
                f"{self.name} holds one array; an .npz file of X and y was expected: np.savez(path, X=X, y=y)"
            )
        with held:
            try:
                return held[name] if name in held.files else None
            except DAMAGE:
                raise BadFile(f"cannot read {self.name}: the array {name!r} is damaged, or pickled") from None

    def matrix(self) -> Any:
        """The examples: an array, or a sparse matrix by rows whose columns are in range."""
        if (form := self.array("format")) is not None:
            return self.sparse(form)
        X = next((found for name in MATRICES if (found := self.array(name)) is not None), None)
        if X is None:
            raise BadFile(f"{self.name} has no array X, nor a matrix as scipy.sparse.save_npz writes it")
        if X.ndim != 2 or X.dtype.kind not in "biuf":
            raise BadFile(f"{self.name}: X is a table of numbers, not an array of shape {X.shape} and type {X.dtype}")
        return X

    def sparse(self, form: Any) -> Any:
        """A matrix that scipy saved."""
        from scipy.sparse import csr_array

        if form.dtype.kind not in "SU" or form.ndim or form.item() not in ("csr", b"csr"):
            raise BadFile(f"{self.name}: the matrix is not stored by rows; save_npz(path, X.tocsr()) does")
        data, indices, starts, shape = (self.array(name) for name in ("data", "indices", "indptr", "shape"))
        try:
            kinds = data.dtype.kind in "biuf", *(part.dtype.kind in "iu" for part in (indices, starts, shape))
            if not all(kinds):
                raise ValueError("its entries are numbers, and its columns, starts and shape are whole ones")
            X = csr_array((data, indices, starts), shape=tuple(shape.tolist()))
            X.check_format(full_check=True)  # compiled loops run over it
        except (ValueError, TypeError, AttributeError, IndexError, OverflowError) as error:
            raise BadFile(f"{self.name}: not a sparse matrix: {error}") from None
        return X

    def labels(self) -> Any:
        """The labels, or None."""
        if self.label is not None and self.label.endswith(".npy"):
            return self.load(self.label)
        names = LABELS if self.label is None else (self.label,)
        found = next((found for name in names if (found := self.array(name)) is not None), None)
        if found is None and self.label is not None:
            raise BadFile(f"{self.name} has no array {self.label!r} of labels")
        return found

    def signs(self, rows: int) -> tuple[Any, Any]:
        """The labels as numbers, NaN where they are missing, and which of them cannot be read."""
        y = self.labels()
        if y is None:
            return np.full(rows, np.nan), np.zeros(rows, dtype=bool)
        if getattr(y, "shape", None) != (rows,) or y.dtype.kind not in "biufSU":
            raise BadFile(
                f"{self.name}: {rows} rows need a label each, not {getattr(y, 'shape', 'several arrays')} of them"
            )
        classes = Labels(self.positive, self.given)
        known, first, which = np.unique(y, return_index=True, return_inverse=True)
        signs, unread = np.full(len(known), np.nan), np.zeros(len(known), dtype=bool)
        for k in np.argsort(first):  # in the order they come, which settles what is negative
            value = known[k].item()
            try:
                sign = classes.sign(value.decode(errors="replace") if isinstance(value, bytes) else str(value))
                signs[k] = np.nan if sign is None else sign
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
