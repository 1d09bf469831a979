"""`littlestone compare`: many learners on one stream, side by side."""

from __future__ import annotations

from typing import Annotated

import typer

from . import reading as read
from .options import Theorems
from .reading import Reading

EXAMPLES = """\b
Examples:
  littlestone compare emails.csv --label spam
  littlestone compare train.svm --learners perceptron,arow,pa1 --set pa1.C=0.1
  littlestone compare load.csv --label load --labels numbers --plot load.png
"""


def compare(
    file: read.File,
    learners: Annotated[
        str, typer.Option(metavar="A,B,...", help="Who plays; 'all' are all that can play this stream.")
    ] = "all",
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="[LEARNER.]NAME=VALUE", help="A parameter of one learner, or of all that have it."
        ),
    ] = None,
    label: read.Label = None,
    positive: read.Positive = None,
    labels: read.Labels = None,
    text: read.Text = None,
    ngrams: read.Ngrams = 1,
    counts: read.Counts = False,
    drop: read.Drop = None,
    categorical: read.Categorical = None,
    boolean: read.Boolean = False,
    scale: read.Scale = False,
    interactions: read.Interactions = None,
    hash_bits: read.HashBits = None,
    format: read.Format = None,
    columns: read.Columns = None,
    delimiter: read.Delimiter = None,
    quote: read.Quote = '"',
    base: read.Base = 0,
    skip_bad: read.SkipBad = False,
    limit: Annotated[int | None, typer.Option(min=0, metavar="N", help="Stop after N rounds.")] = None,
    passes: Annotated[int, typer.Option(min=1, metavar="N", help="Play the file N times over, in one game.")] = 1,
    shuffle: Annotated[
        int | None,
        typer.Option(min=0, metavar="SEED", help="Play in an order by chance; the file has to fit in memory."),
    ] = None,
    loss: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Add up this loss for all; of numbers the one that sorts, square if not given."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Of a randomised learner's coin.")] = 0,
    theorems: Theorems = "quick",
    no_theorems: Annotated[bool, typer.Option("--no-theorems", hidden=True)] = False,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the rates over time into a PNG or SVG file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar and no table.")] = False,
) -> int:
    """Play many learners in one reading of a file, each in a game of its own, and print them, best first.

    Labels are of two classes unless --labels says 'numbers' or 'classes'. With 'all', learners that cannot play the
    stream are left out, and it is said why.
    """
    options = locals()
    from ..cli import verdict_code
    from .arguments import check_plot
    from .contest import Contest, print_contest
    from .progress import saying
    from .report import strict_json
    from .stream import Stream

    shown = not quiet
    theorems = "none" if no_theorems else theorems
    if plot:
        check_plot(plot)
    truths = labels if labels in read.ROLES else "signs"
    source = Reading.of(options).open(str(truths))
    contest = Contest(
        str(truths), learners, set_ or (), source, loss=loss, limit=limit, seed=seed, theorems=theorems, shown=shown
    )
    interrupted = contest.play(Stream(source, passes=passes, shuffle=shuffle, limit=limit), traced=bool(plot))
    with saying("asking the theorems", shown and theorems != "none"):
        account = contest.account(interrupted)
    if plot:
        contest.plot(plot)
    if json:
        print(strict_json(account))
    elif shown:
        print_contest(account)
    verdicts = [one["verdict"] for entry in account["learners"] for one in entry["certificates"]]
    return verdict_code(verdicts) or (130 if interrupted else 0)
