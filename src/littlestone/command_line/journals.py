"""Journals as commands open them: that of the folder, or one in PostgreSQL, which --journal gives the address of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import typer

from ..errors import LittlestoneError
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


def for_each(games: Iterable[str], done: Callable[[str], str]) -> int:
    """Do something with every game and print what came of it; the exit code.

    A game with which it cannot be done is told of, and does not stop the others.
    """
    code = 0
    for name in games:
        try:
            typer.echo(done(name))
        except LittlestoneError as error:
            typer.echo(f"{name} stays as it is: {error}", err=True)
            code = 1
    return code
