"""`littlestone predict`: what a saved game says to every line of a file."""

from __future__ import annotations

from typing import Annotated

import typer

from . import reading as read
from .reading import Reading

EXAMPLES = """\b
Examples:
  littlestone predict model.npz new.csv
  littlestone predict model.npz test.vw --out predictions.csv
  littlestone predict model.npz old.csv --label spam --json
"""


def predict(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A saved game, as play --save writes it.")],
    file: read.File,
    label: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column of the labels, if there is one: not a feature.")
    ] = None,
    out: Annotated[str, typer.Option(metavar="FILE", help="Where to write; '-' is standard output.")] = "-",
    text: read.Text = None,
    ngrams: read.Ngrams = 1,
    counts: read.Counts = False,
    drop: read.Drop = None,
    categorical: read.Categorical = None,
    boolean: read.Boolean = False,
    scale: read.Scale = False,
    interactions: read.Interactions = None,
    format: read.Format = None,
    columns: read.Columns = None,
    delimiter: read.Delimiter = None,
    quote: read.Quote = '"',
    base: read.Base = 0,
    skip_bad: read.SkipBad = False,
    limit: Annotated[int | None, typer.Option(min=0, metavar="N", help="Stop after N lines.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Write a JSON object a line instead of CSV.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> int:
    """Write what the learner of a saved game says to every example: its act and its guess. Nothing is learned.

    Labels are not needed, and not looked at if there are some. Say how the file is read as you said it to play.
    """
    reading = Reading.of(locals())
    from ..cli import complain
    from .inspect import game_of_examples
    from .progress import play_table
    from .still import stilled
    from .stream import Stream

    game = game_of_examples(model)
    source = reading.open("none", game.features)
    stream = Stream(source, limit=limit)
    interrupted = play_table(stilled(game), stream, limit=limit, path=out, bar=not quiet, told=False, lines=json)
    if skip_bad and source.bad:
        complain(f"{source.bad} bad lines left out; the first: {source.complaints[0]}")
    return 130 if interrupted else 0
