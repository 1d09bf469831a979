"""`littlestone booklet`: plays every claim of the lecture notes; `littlestone.booklet` does the work."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from ..booklet.book import account, play_book
from ..booklet.chapters import CHAPTERS
from ..booklet.exercises import draw_exercises
from ..booklet.render import environment, write_booklet
from ..booklet.sources import folder_of_data
from ..command_line.exits import CLAIM_FAILED
from ..command_line.options import Json, Quiet, Seed
from ..command_line.printing import print_account
from ..command_line.saved import keep_apart, writing

EXAMPLES = """\b
Examples:
  littlestone booklet --out booklet/
  littlestone booklet --chapter perceptron --quick
  littlestone booklet --quick --json > verdicts.json
  littlestone booklet --exercises --seed 7 --out sheet/
"""


def booklet(
    out: Annotated[str, typer.Option(metavar="FOLDER", help="The folder to write the pages into.")] = "booklet",
    chapter: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Play this chapter only; may be given again.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Play smaller games: the same claims within a minute.")
    ] = False,
    exercises: Annotated[
        bool,
        typer.Option(
            "--exercises",
            help="Draw a sheet of exercises by the seed; without --chapter, play only the notes' own with it.",
        ),
    ] = False,
    seed: Seed = 0,
    data: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="The data sets of the last chapter; by default the folder that LITTLESTONE_DATA names.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, metavar="N", help="Play in N processes.")] = 2,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Check every claim of the lecture notes and write a booklet.

    Every claim is played. The booklet is static pages that open from disk: every statement, its run, the plot
    against the bound, the verdict, and where the notes slip, the slip with its counterexample; a page for each note, in
    its order; and a line to run under every claim. If a claim fails its page is red and the exit code is 1.
    """
    keep_apart([data], {"--out": out}, folders=False)
    environment()  # raises for a missing extra before the games are played
    names = chapter or (["exercises"] if exercises else [])
    with folder_of_data(data), bar(len(names or CHAPTERS), shown=not quiet) as done:
        chapters = play_book(names, quick=quick, seed=seed, jobs=jobs, progress=done)
    with writing(out):
        sheet = draw_exercises(seed) if exercises else []
        write_booklet(chapters, out, date=date.today().isoformat(), seed=seed, quick=quick, exercises=sheet)
    verdicts, page = account(chapters), str(Path(out) / ("sheet.html" if exercises else "index.html"))
    print_account(verdicts, lambda: print_verdicts(verdicts, page), json=json, shown=not quiet)
    return 0 if all(each.holds for each in chapters) else CLAIM_FAILED


@contextmanager
def bar(chapters: int, *, shown: bool) -> Iterator[Callable[[str], None]]:
    """A callback for finished chapters that moves a progress bar on standard error, if that is a terminal."""
    if not (shown and sys.stderr.isatty()):
        yield lambda name: None
        return
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=chapters)

        def done(name: str) -> None:
            progress.update(task, advance=1, description=f"played {name}")

        yield done


def print_verdicts(account: dict[str, Any], path: str) -> None:
    """Print a line per chapter, what failed, and where the book is."""
    console = Console(highlight=False)
    lines, failed = [], []
    for chapter in account["chapters"]:
        claims, errata = chapter["claims"], chapter["errata"]
        words = f"{sum(c['holds'] for c in claims)} of {len(claims)} claims hold"
        if errata:
            words += f", {sum(e['holds'] for e in errata)} of {len(errata)} errata shown"
        lines.append((chapter["name"], words, "green" if chapter["holds"] else "red"))
        failed += [("fails", f"{chapter['name']}: {c['name']}", "red") for c in claims if not c["holds"]]
        failed += [("not shown", f"{chapter['name']}: {e['id']}", "red") for e in errata if not e["holds"]]
    width = max(len(left) for left, _, _ in lines)
    for left, right, style in [*lines, *failed, ("written", path, "")]:
        console.print(Text.assemble((f"  {left:{width}}  ", style), right), soft_wrap=True)
