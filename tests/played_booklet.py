"""The chapters of the booklet, each played quickly and once for all tests of a process."""

from __future__ import annotations

from functools import cache

from littlestone.booklet.chapters import play_chapter


@cache
def chapter(name):
    """The chapter of this name, of the seed 0."""
    return play_chapter(name, quick=True, seed=0)
