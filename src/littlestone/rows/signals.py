"""Signal handling in compiled loops, which would not notice Ctrl-C otherwise."""

from __future__ import annotations


def pause() -> None:
    """Do nothing, in Python: calling it lets the interpreter handle pending signals such as Ctrl-C."""
