"""What takes long to make and is the same for all tests: made by the first process of a run, read by the others."""

from __future__ import annotations

import fcntl
import json
import os


def once(tmp_path_factory, name, make):
    """What `make()` returns, which JSON can write."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # that of the run; each process has its own in it
    kept = folder / f"{name}.json"
    with open(folder / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_text(json.dumps(make()))
    return json.loads(kept.read_text())
