"""States of learners in files, arrays as they lie in memory: what processes of one machine hand to each other.

Written and mapped, not pickled: a vector of 50,000 weights is there for the reader in some ten microseconds.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import BadFile
from ..learner import State

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS}
ALIGNED = 64  # bytes: every array begins at a multiple of it


@contextmanager
def room_in(folder: Path) -> Iterator[None]:
    """Raise in words if there is no room in the folder."""
    try:
        yield
    except OSError as error:
        if error.errno not in FULL:  # of the file that is read, perhaps
            raise
        raise BadFile(
            f"rows and weights cannot be written to {folder}: {error.strerror}; TMPDIR may name another place"
        ) from None


def write_state(path: Path, state: State) -> None:
    """Write named arrays into a new file.

    One of that name is taken away first: whoever has mapped it goes on with the arrays that he has seen.
    """
    arrays = {name: np.ascontiguousarray(value) for name, value in state.items()}
    table: dict[str, Any] = {}
    at = 0
    for name, array in arrays.items():
        table[name] = array.dtype.str, np.shape(state[name]), at
        at += -(-array.nbytes // ALIGNED) * ALIGNED
    head = json.dumps(table).encode()
    head = head.ljust(-(-(len(head) + 1) // ALIGNED) * ALIGNED - 1) + b"\n"
    with room_in(path.parent):
        path.unlink(missing_ok=True)
        with path.open("xb") as file:
            file.write(head)
            for array in arrays.values():
                file.write(array.data.cast("B") if array.size else b"")
                file.write(bytes(-array.nbytes % ALIGNED))


def read_state(path: Path) -> State:
    """The arrays of a file, mapped into memory and not to be written to."""
    with path.open("rb") as file:
        whole = mmap(file.fileno(), 0, access=ACCESS_READ)
    head = whole.readline()
    return {
        name: np.frombuffer(whole, kind, prod(shape), len(head) + at).reshape(shape)[()]
        for name, (kind, shape, at) in json.loads(head).items()
    }
