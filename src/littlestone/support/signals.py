"""Letting signals in: compiled loops are deaf to Ctrl-C."""

from __future__ import annotations


def pause() -> None:
    """Return to the interpreter for a moment, which then hears what the system has to say, such as Ctrl-C."""
