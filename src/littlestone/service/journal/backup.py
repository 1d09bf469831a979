"""Backups: a copy of a folder, made while a service writes to it. To restore it, start on the copy."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from ...errors import BadParameter
from .folder import LOCK, Folder
from .heads import heads_of
from .journal import Journal
from .sqlite_journal import SQLiteJournal

HEADS = "heads.json"  # those of the copy; whoever keeps another copy of this file can tell whether rows were cut off


def backup(folder: Folder, journal: Journal, to: Path) -> None:
    """Copy the journal and all small files (such as keys) into a new folder, with the heads of its chains.

    Snapshots are made again from it.
    """
    if to.exists() and any(to.iterdir()):
        raise BadParameter(f"{to} is not empty; a backup goes into a new folder")
    to.mkdir(mode=0o700, parents=True, exist_ok=True)
    for file in folder.path.iterdir():
        if file.is_file() and file.name != LOCK and not file.name.startswith(folder.journal.name):
            shutil.copy2(file, to / file.name)
    journal.copy(to)
    copy = SQLiteJournal(to / folder.journal.name, writes=False)
    try:
        (to / HEADS).write_text(json.dumps(heads_of(copy), indent=2) + "\n")
    finally:
        copy.close()
    for path in (to, to.parent):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
