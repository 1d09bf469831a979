"""Journals as commands open them: that of the folder, or one in PostgreSQL, which --journal gives the address of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..service.journal.folder import Folder
from ..service.journal.journal import Journal
from ..service.journal.postgres_journal import PostgresJournal
from ..service.journal.sqlite_journal import SQLiteJournal


@contextmanager
def read_journal(folder: Folder, address: str | None) -> Iterator[Journal]:
    """The journal, to be read while others may write it."""
    journal = opened(folder, address, writes=False)
    try:
        yield journal
    finally:
        journal.close()


@contextmanager
def written_journal(folder: Folder, address: str | None) -> Iterator[Journal]:
    """The journal, to be written: the folder has to be locked."""
    journal = opened(folder, address, writes=True)
    try:
        yield journal
    finally:
        journal.close()


def opened(folder: Folder, address: str | None, *, writes: bool) -> Journal:
    """The journal of a folder, or that at an address."""
    if address is None:
        return SQLiteJournal(folder.journal, writes=writes)
    return PostgresJournal(address, writes=writes)
