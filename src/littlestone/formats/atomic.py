"""Atomic file writes: a file appears complete or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a temporary file that replaces `path` on success; on an exception `path` is left as it was.

    What is no ordinary file, such as a device or a named pipe, is written to and never replaced.
    """
    path = Path(path)
    if path.exists() and not path.is_file() and not path.is_dir():
        with tempfile.TemporaryFile() as file:
            yield file
            file.seek(0)
            with open(path, "wb") as other:
                shutil.copyfileobj(file, other)
        return
    handle, name = tempfile.mkstemp(prefix=path.name, suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            os.chmod(name, 0o666 & ~umask())
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def umask() -> int:
    """The process's umask; the only way to read it is to set it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
