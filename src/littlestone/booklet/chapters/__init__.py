"""The chapters in the order of the book. A module here has one function, `play(quick, seed)`, that returns its data."""

from __future__ import annotations

from importlib import import_module

from ...errors import UnknownName
from ..chapter import Chapter
from ..lines import with_lines

CHAPTERS = (  # as on the command line; the module is named alike, with underscores
    "protocol",
    "disjunctions",
    "conjunctions",
    "decision-lists",
    "halving",
    "standard-optimal",
    "dimensions",
    "several-labels",
    "reductions",
    "perceptron",
    "no-margin",
    "winnow",
    "perceptron-winnow",
    "weighted-majority",
    "leaders",
    "regularised-leaders",
    "online-statistical",
    "matrix-games",
    "limited-feedback",
    "guarantees",
    "trees",
    "what-came-after",
    "real-data",
    "exercises",
)


def play_chapter(name: str, *, quick: bool, seed: int) -> Chapter:
    """The chapter of this name, played."""
    if name not in CHAPTERS:
        raise UnknownName.among("chapter", name, CHAPTERS)
    chapter: Chapter = import_module(f"{__name__}.{name.replace('-', '_')}").play(quick, seed)
    return with_lines(chapter)
