"""The folder of a service: its journal, its snapshots, its keys, and the lock that lets one process in."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from ...errors import BadParameter

JOURNAL = "journal.sqlite"
SNAPSHOTS = "snapshots"
LOCK = "lock"


class FolderBusy(BadParameter):
    """Another process works on a folder; `address` is where it is served, "" if that is not known."""

    def __init__(self, message: str, address: str = "") -> None:
        super().__init__(message)
        self.address = address


class Folder:
    """The folder at `path`, made if it is not there and `make` is set."""

    def __init__(self, path: str | os.PathLike[str], *, make: bool = False) -> None:
        self.path = Path(path)
        if make:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self.path.is_dir():
            raise BadParameter(f"{self.path} is no folder; littlestone serve --data {self.path} makes it")
        self.handle: int | None = None

    @property
    def journal(self) -> Path:
        """The file of the journal."""
        return self.path / JOURNAL

    @property
    def snapshots(self) -> Path:
        """The folder of snapshots, which are caches and may be deleted."""
        return self.path / SNAPSHOTS

    def lock(self) -> Self:
        """Hold the folder for this process; raises if another one does. The lock ends with the process."""
        handle = os.open(self.path / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            whose, _, address = os.read(handle, 400).decode(errors="replace").strip().partition("\n")
            os.close(handle)
            raise FolderBusy(
                f"another process{f', {whose},' if whose else ''} works on {self.path}; only one may: stop it first",
                address,
            ) from None
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        self.handle = handle
        return self

    def announce(self, address: str) -> None:
        """Let others know where the folder is served: it stands in the file of the lock."""
        if self.handle is not None:
            os.write(self.handle, f"{address}\n".encode())

    def unlock(self) -> None:
        """Let others in."""
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None

    def __enter__(self) -> Self:
        return self.lock()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unlock()
