"""The chapters of the booklet, each played quickly and once for all tests of a run, while its learners are watched."""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from pathlib import Path

import pytest
from once import once
from zero_rules import follow_all

from littlestone.booklet import chapters
from littlestone.booklet.lines import with_lines

FOLDER: list[Path] = []  # that of the run: tests/booklet/conftest.py puts it here


def chapter(name):
    """The chapter of this name, of the seed 0."""
    return played(name)[0]


def rules_behind(name):
    """For every part of that chapter, the rules for a guess of 0 that it was played by."""
    return played(name)[1]


@cache
def played(name):
    return once(FOLDER[0], f"chapter {name}", partial(play, name))


def play(name):
    with pytest.MonkeyPatch.context() as monkeypatch:
        followed = follow_all(monkeypatch)
        module = import_module(f"{chapters.__name__}.{name.replace('-', '_')}")
        found = module.play(True, 0)
        return with_lines(found), [followed.behind(part) for part in found.parts()]
