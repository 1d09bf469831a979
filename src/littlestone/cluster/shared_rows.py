"""Rows that many processes read at once: arrays in a folder, mapped into memory and never written to."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from ..door.features import Features
from ..door.hashing import columns_as_written
from ..errors import BadFile
from ..games.rows import Game
from ..row import Batch

ARRAYS = ("starts", "columns", "values", "labels", "weights")
NAMES = "names.npz"  # the columns: names, and which of them are marks


class SharedRows:
    """A labelled batch in a folder, with the names of its columns.

    `digest` is that of all arrays, by which results are known again.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        try:
            told = json.loads((self.folder / "rows.json").read_text())
        except (OSError, ValueError) as error:
            raise BadFile(f"{self.folder} has no rows that could be swept over: {error}") from None
        self.digest: str = told["digest"]
        arrays = [np.load(self.folder / f"{name}.npy", mmap_mode="r") for name in ARRAYS]
        starts, columns, values, labels, weights = arrays
        weighed = weights if len(weights) else None
        self.batch = Batch(starts, columns, values, told["width"], labels, told["classes"], weighed).check()

    @classmethod
    def write(cls, batch: Batch, features: Features | None, folder: str | Path) -> SharedRows:
        """Write a batch, and the columns of its names if it has some."""
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        known = sha256(repr((batch.width, batch.classes)).encode())
        for name in ARRAYS:
            array = np.asarray(getattr(batch, name))
            np.save(place / f"{name}.npy", array)
            known.update(array.tobytes())
        if features is not None:
            state = features.state()
            np.savez(place / NAMES, **state)
            known.update(b"".join(np.asarray(state[name]).tobytes() for name in sorted(state)))
        told = {"width": batch.width, "classes": batch.classes, "digest": known.hexdigest()}
        (place / "rows.json").write_text(json.dumps(told))
        return cls(place)

    def game(self, learner: Any, **settings: Any) -> Game:
        """A new game of this learner whose columns are those of the rows."""
        path = self.folder / NAMES
        if not path.exists():
            return Game(learner, **settings)
        with np.load(path) as state:
            features = columns_as_written(json.loads(state["names"].tobytes()))
            features.restore(dict(state))
        return Game(learner, features=features, **settings)
