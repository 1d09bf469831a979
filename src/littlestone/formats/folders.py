"""Folders and patterns of files: which files a path stands for, and the columns that names of folders give them."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from glob import glob, has_magic
from typing import Any
from urllib.parse import unquote

from ..errors import BadFile
from ..support.settings import counted

LEFT_OUT = ("_", ".")  # names in folders that begin so are notes of those who wrote them, such as _SUCCESS
MISSING = "__HIVE_DEFAULT_PARTITION__"  # how folders write that a value is missing


def is_many(path: Any) -> bool:
    """Does a path stand for the files of a folder, or for those that a pattern such as data/*.csv matches?"""
    if not isinstance(path, str | os.PathLike):
        return False
    text = os.fspath(path)
    return isinstance(text, str) and (os.path.isdir(text) or (has_magic(text) and not os.path.exists(text)))


def files_at(path: str | os.PathLike[str]) -> list[str]:
    """The files of a folder and the folders in it, or those that a pattern matches, in the order of their names.

    Numbers in names are in the order of numbers: month=2 before month=10. In a folder, names that begin with _ or . are
    left out; ** in a pattern is any folders.
    """
    text = os.fspath(path)
    if os.path.isdir(text):
        found = list(below(text, set()))
        if not found:
            raise BadFile(f"there is no file in the folder {text}; names that begin with _ or . are left out")
        return found
    matched = sorted(glob(text, recursive=True), key=natural)
    files = [file for each in matched for file in (below(each, set()) if os.path.isdir(each) else [each])]
    if not files:
        raise BadFile(f"no file matches {text}")
    return list(dict.fromkeys(files))


def every_file(paths: Iterable[str]) -> list[str]:
    """These paths, with the files that folders and patterns among them stand for in place of those."""
    return [file for path in paths for file in (files_at(path) if is_many(path) else [path])]


def called(path: str | os.PathLike[str], files: int) -> str:
    """What so many files of a path are called together."""
    return f"{os.fspath(path)} ({counted(files, 'file')})"


def below(folder: str, above: set[str]) -> Iterator[str]:
    """The files in a folder and in those in it; a link to a folder that it lies in is not followed."""
    place = os.path.realpath(folder)
    if place in above:
        return
    try:
        names = sorted((name for name in os.listdir(folder) if not name.startswith(LEFT_OUT)), key=natural)
    except OSError as error:
        raise BadFile(f"cannot read the folder {folder}: {error.strerror}") from None
    for name in names:
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            yield from below(path, above | {place})
        else:
            yield path


def natural(path: str) -> list[Any]:
    """A key that sorts names, and numbers in them as numbers.

    >>> sorted(["part-10", "part-9", "part-1"], key=natural)
    ['part-1', 'part-9', 'part-10']
    """
    pieces = re.split(r"([0-9]+)", path.replace(os.sep, "\0"))
    return [(int(piece), piece) if at % 2 else (0, piece) for at, piece in enumerate(pieces)]


def columns_above(path: str | os.PathLike[str]) -> dict[str, str]:
    """The columns that the names of the folders of a file say, as Hive and Spark write them.

    >>> columns_above("flights/year=2024/carrier=U%20A/part.parquet")
    {'year': '2024', 'carrier': 'U A'}
    """
    folders = os.path.dirname(os.fspath(path)).replace("\\", "/").split("/")
    pairs = [folder.partition("=") for folder in folders]
    return {
        unquote(name): "" if value == MISSING else unquote(value) for name, equals, value in pairs if name and equals
    }


def check_alike(path: str | os.PathLike[str], formats: Sequence[tuple[str, str]]) -> None:
    """Raise if the files of a folder or a pattern, each with its format, are not all of one."""
    usual = Counter(kind for _, kind in formats).most_common(1)[0][0]
    first = next(file for file, kind in formats if kind == usual)
    for file, kind in formats:
        if kind != usual:
            raise BadFile(
                f"{os.fspath(path)} has files of different formats, {first} ({usual}) and {file} ({kind}): give a "
                f"pattern of those that are meant, such as '*{os.path.splitext(first)[1]}', or their names"
            )
