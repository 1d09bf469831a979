"""What compiled modules ask of Cython at run time, for where they run interpreted and Cython is not installed."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

nogil = nullcontext()  # interpreted code holds the interpreter's lock, whatever it says
compiled = False


def cast(kind: str, value: Any) -> Any:
    """Only compiled code takes the same bytes for something else."""
    raise NotImplementedError(f"{value!r} is what it is, and no {kind}")
