"""`littlestone compare`: many learners on one stream, side by side."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.options import (
    Json,
    Limit,
    Members,
    Metrics,
    Passes,
    Quiet,
    Seed,
    Shuffle,
    Theorems,
    reads_examples,
    truths_of,
)
from ..command_line.reading import Reading

EXAMPLES = """\b
Examples:
  littlestone compare emails.csv --label spam
  littlestone compare train.svm --learners perceptron,arow,pa1 --set pa1.C=0.1
  littlestone compare emails.csv --label spam --metrics auc,f1 --sort auc
  littlestone compare emails.csv --label spam --learners committee,scale-free,adagrad,arow \\
      --members scale-free,adagrad,arow
  littlestone compare load.csv --label load --labels numbers --plot load.png
"""


@reads_examples(without=("id", "asked_at", "known_at"))
def compare(
    learners: Annotated[
        str,
        typer.Option(metavar="A,B,...", help="Which learners play; 'all' are all that can play this file."),
    ] = "all",
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="[LEARNER.]NAME=VALUE",
            help="Set a parameter of one learner, or of all that have it; may be given again.",
        ),
    ] = None,
    *,
    members: Members = None,
    reading: Reading,
    loss: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Add up this loss for all learners; for numbers they are sorted by it, and it is square if not given.",
        ),
    ] = None,
    metrics: Metrics = None,
    sort: Annotated[
        str | None,
        typer.Option(metavar="METRIC", help="Sort by this metric, the best first; else by mistakes, or by the loss."),
    ] = None,
    limit: Limit = None,
    passes: Passes = 1,
    shuffle: Shuffle = None,
    seed: Seed = 0,
    theorems: Theorems = "quick",
    no_theorems: Annotated[bool, typer.Option("--no-theorems", hidden=True)] = False,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the rates over time into a PNG or SVG file.")
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Compare many learners on one file, in a table.

    The file is read once, and every learner plays a game of its own; the best comes first in the table, but with
    'all' the committee that 'play' takes if no learner is named stands before them. Labels are of two classes unless
    --labels says 'numbers' or 'classes'. With 'all', learners that cannot play the file are left out, and the table
    says why.
    """
    from ..command_line.arguments import check_plot, with_members
    from ..command_line.exits import exit_code
    from ..command_line.printing import print_account
    from ..command_line.progress import saying
    from ..command_line.saved import keep_apart
    from ..command_line.stream import Stream
    from .compare_contest import Contest, print_contest

    shown = not quiet
    theorems = "none" if no_theorems else theorems
    keep_apart([reading.file], {"--plot": plot})
    if plot:
        check_plot(plot)
    truths = truths_of(reading)
    source = reading.open(truths, zeros=reading.standardise)
    contest = Contest(
        truths,
        learners,
        with_members(["committee"] if learners == "all" else learners.split(","), set_, members),
        source,
        loss=loss,
        limit=limit,
        seed=seed,
        theorems=theorems,
        shown=shown,
        rescaled=reading.rescaled,
        metrics=metrics or "",
        sort=sort,
    )
    interrupted = contest.play(Stream(source, passes=passes, shuffle=shuffle, limit=limit), traced=bool(plot))
    with saying("asking the theorems", shown and theorems != "none"):
        certificates = contest.certify()
    account = contest.account(interrupted)
    if plot:
        contest.plot(plot)
    print_account(account, lambda: print_contest(contest, account), json=json, shown=shown)
    return exit_code(certificates, interrupted)
