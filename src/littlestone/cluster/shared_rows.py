"""Rows that many processes read at once: arrays in a folder, mapped into memory and never written to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import BadFile
from ..features.batches import sound, together, truths_of
from ..features.features import Features
from ..features.hashing import columns_as_written
from ..row import Batch
from ..rows.game import Game
from .states import room_in

SMALL = ("starts", "labels", "weights")  # arrays with a number a row
ENTRIES = {"columns": np.int32, "values": np.float64}  # and with one an entry: these are written as they come
NAMES = "names.npz"  # the columns: names, and which of them are indicators


class SharedRows:
    """A labelled batch in a folder, with the names of its columns.

    `digest` is that of all arrays, by which results are known again.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        try:
            told = json.loads((self.folder / "rows.json").read_text())
            arrays = {name: np.load(self.folder / f"{name}.npy", mmap_mode="r") for name in SMALL}
            arrays |= {name: mapped(self.folder / f"{name}.bin", kind) for name, kind in ENTRIES.items()}
        except (OSError, ValueError) as error:
            raise BadFile(
                f"{self.folder} has no rows that could be played: {error}; workers on other machines need a folder "
                f"that all of them see"
            ) from None
        self.digest: str = told["digest"]
        starts, labels = arrays["starts"], arrays["labels"]
        weights = arrays["weights"] if len(arrays["weights"]) else None
        width, classes = told["width"], told["classes"]
        self.batch = Batch(starts, arrays["columns"], arrays["values"], width, labels, classes, weights).check()

    @classmethod
    def write(cls, batch: Batch, features: Features | None, folder: str | Path) -> SharedRows:
        """Write a batch, and the columns of its names if it has some."""
        return cls.gather([batch], folder, lambda: features)

    @classmethod
    def gather(cls, batches: Iterable[Batch], folder: str | Path, features: Any) -> SharedRows:
        """Write batches as they come, so that memory need not hold them all.

        features    is called when all have come: the columns of their names, None if they have none
        """
        with room_in(Path(folder)):
            cls.put(batches, Path(folder), features)
        return cls(folder)

    @staticmethod
    def put(batches: Iterable[Batch], place: Path, features: Any) -> None:
        """Write all files of a folder."""
        place.mkdir(parents=True, exist_ok=True)
        heads: list[Batch] = []  # all but the entries
        lengths = [np.zeros(1, dtype=np.int64)]
        hashes = {name: sha256() for name in ENTRIES}
        files = {name: (place / f"{name}.bin").open("wb") for name in ENTRIES}
        try:
            for batch in batches:
                for name, kind in ENTRIES.items():
                    entries: Any = np.ascontiguousarray(getattr(batch, name), dtype=kind).view(np.uint8)
                    files[name].write(entries)
                    hashes[name].update(entries)
                heads.append(head_of(batch))
                lengths.append(np.diff(batch.starts))
        finally:
            for file in files.values():
                file.close()
        whole = heads[0] if len(heads) == 1 else together(heads)
        known = sha256(repr((whole.width, whole.classes)).encode())
        small = np.concatenate(lengths).cumsum(), whole.labels, whole.weights
        for name, array in zip(SMALL, small, strict=True):
            np.save(place / f"{name}.npy", np.asarray(array))
            known.update(np.asarray(array).tobytes())
        for one in hashes.values():
            known.update(one.digest())
        names = features()
        if names is not None:
            state = names.state()
            np.savez(place / NAMES, **state)
            known.update(b"".join(np.asarray(state[name]).tobytes() for name in sorted(state)))
        told = {"width": whole.width, "classes": whole.classes, "digest": known.hexdigest()}
        (place / "rows.json").write_text(json.dumps(told))

    def game(self, learner: Any, **settings: Any) -> Game:
        """A new game of this learner whose columns are those of the rows."""
        names = self.names
        return Game(learner, **settings) if names is None else Game(learner, features=names, **settings)

    @cached_property
    def names(self) -> Features | None:
        """The columns of the names, None if columns are numbered: read once, as games over batches add none."""
        path = self.folder / NAMES
        if not path.exists():
            return None
        with np.load(path) as state:
            features = columns_as_written(json.loads(state["names"].tobytes()))
            features.restore(dict(state))
        return features

    def __len__(self) -> int:
        return len(self.batch)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return int(self.batch.width)

    def truths(self) -> list[Any]:
        """The labels of all rows as they were written."""
        return truths_of(self.batch)

    def pieces(self, begin: int, end: int) -> Iterator[Batch]:
        """The same rows in as many batches as they lie in."""
        yield self.piece(begin, end)

    def piece(self, begin: int, end: int) -> Batch:
        """The rows from `begin` to before `end`, without a copy of their entries."""
        return run_of(self.batch, begin, end)


def run_of(batch: Batch, begin: int, end: int) -> Batch:
    """The rows of a checked batch from `begin` to before `end`, without a copy of their entries."""
    starts = np.asarray(batch.starts)[begin : end + 1]
    first, last = int(starts[0]), int(starts[-1])
    columns, values = np.asarray(batch.columns)[first:last], np.asarray(batch.values)[first:last]
    labels = np.asarray(batch.labels)[begin:end] if len(batch.labels) else None
    weights = np.array(batch.weights)[begin:end] if len(batch.weights) else None
    return sound(Batch(starts - first, columns, values, batch.width, labels, batch.classes, weights))


def mapped(path: Path, kind: Any) -> Any:
    """A file of numbers as an array, which the system reads as it is needed."""
    return np.memmap(path, dtype=kind, mode="r") if path.stat().st_size else np.zeros(0, dtype=kind)


def head_of(batch: Batch) -> Batch:
    """The labels and weights of a batch, on rows with nothing in them."""
    weights = np.array(batch.weights) if len(batch.weights) else None
    return sound(Batch(np.zeros(len(batch) + 1), (), (), batch.width, np.array(batch.labels), batch.classes, weights))
