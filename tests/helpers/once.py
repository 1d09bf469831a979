"""What takes long to make and is the same for all tests: made by the first process of a run, read by the others."""

from __future__ import annotations

import fcntl
import os
import pickle


def folder_of_the_run(tmp_path_factory):
    """A folder that all processes of a run see."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder  # each process has its own in it


def once(folder, name, make):
    """What `make()` returns, made once for all who ask for this name in this folder."""
    kept = folder / f"{name}.pickle"
    with open(folder / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(make()))
    return pickle.loads(kept.read_bytes())
