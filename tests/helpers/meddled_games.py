"""Saved games with one array changed, taken up as from a file, but without the file.

To write and read an archive a thousand times would take ten times as long as what is tested.
"""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import load


class Found(dict):
    """The arrays that `numpy.load` finds in an archive: every look gives a new one, as reading does."""

    @property
    def files(self):
        return list(self)

    def __getitem__(self, name):
        return super().__getitem__(name).copy()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def arrays_in(path):
    """The arrays of a saved game."""
    with np.load(path) as found:
        return {name: found[name] for name in found.files}


def load_with(path, arrays):
    """The game that was saved at a path, as if these arrays were in the file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(np, "load", lambda file, allow_pickle: Found(arrays))
        return load(path)
