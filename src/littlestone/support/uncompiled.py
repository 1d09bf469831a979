"""Stand-ins for the `cython` module, for when the core runs interpreted and Cython is not installed."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

nogil = nullcontext()  # interpreted code always holds the GIL
compiled = False


def cast(kind: str, value: Any) -> Any:
    """Raise: only compiled code can reinterpret bytes as another type."""
    raise NotImplementedError(f"only compiled code can cast {value!r} to {kind}")


def address(value: Any) -> Any:
    """Raise: only compiled code has addresses."""
    raise NotImplementedError(f"only compiled code knows where {value!r} is")
