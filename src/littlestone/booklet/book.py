"""Plays the chapters of the booklet, in several processes where that helps."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

from ..errors import UnknownName
from .chapter import Chapter, Measure
from .chapters import CHAPTERS, play_chapter


def play_book(
    names: Sequence[str] = (),
    *,
    quick: bool = False,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[str], None] = lambda name: None,
) -> list[Chapter]:
    """Play the chapters of these names, or all, and return them in the order of the book.

    quick       smaller games; the same claims
    seed        of everything that is drawn: the same seed, the same book
    jobs        how many processes play; each chapter is played by one
    progress    called with the name of every finished chapter
    """
    for name in names:
        if name not in CHAPTERS:
            raise UnknownName.among("chapter", name, CHAPTERS)
    wanted = [name for name in CHAPTERS if name in names] if names else list(CHAPTERS)
    played: dict[str, Chapter] = {}
    if jobs == 1 or len(wanted) == 1:
        for name in wanted:
            played[name] = play_chapter(name, quick=quick, seed=seed)
            progress(name)
    else:
        # Spawned, not forked: a fork would copy locks that threads of this process hold.
        # Ctrl-C ends a worker silently; the parent process reports it.
        with ProcessPoolExecutor(
            min(jobs, len(wanted)),
            mp_context=get_context("spawn"),
            initializer=signal.signal,
            initargs=(signal.SIGINT, signal.SIG_DFL),
        ) as pool:
            waiting = {pool.submit(play_chapter, name, quick=quick, seed=seed): name for name in wanted}
            for done in as_completed(waiting):
                played[waiting[done]] = done.result()
                progress(waiting[done])
    return [played[name] for name in wanted]


def account(chapters: Sequence[Chapter]) -> dict[str, Any]:
    """The verdicts of a played book as plain values, for JSON."""
    return {
        "holds": all(chapter.holds for chapter in chapters),
        "chapters": [
            {
                "name": chapter.name,
                "title": chapter.title,
                "holds": chapter.holds,
                "claims": [
                    {
                        "name": claim.name,
                        "statement": claim.statement,
                        "source": claim.source.text,
                        "places": [list(place) for place in claim.source.places],
                        "zero": list(claim.zero),
                        "holds": claim.holds,
                        "measures": [plain_measure(measure) for measure in claim.measures],
                    }
                    for claim in chapter.claims
                ],
                "errata": [
                    {
                        "id": erratum.id,
                        "grade": erratum.slip.grade,
                        "places": [list(place) for place in erratum.slip.places],
                        "zero": list(erratum.zero),
                        "holds": erratum.holds,
                        "evidence": [plain_measure(measure) for measure in erratum.evidence],
                    }
                    for erratum in chapter.errata
                ],
            }
            for chapter in chapters
        ],
    }


def plain_measure(measure: Measure) -> dict[str, Any]:
    """A measure as plain values."""
    return {
        "what": measure.what,
        "paid": measure.paid,
        "relation": measure.relation,
        "allowed": measure.allowed,
        "holds": measure.holds,
    }
