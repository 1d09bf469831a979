"""`littlestone sweep`: every setting of a grid, in several orders, on all cores."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.options import Json, Metrics, Passes, Quiet, reads_examples, truths_of
from ..command_line.reading import Reading

EXAMPLES = """\b
Examples:
  littlestone sweep emails.csv --label spam --learner arow --grid r=2^-6..2^6 --shuffles 20
  littlestone sweep train.svm --learner arow,pa1,scw1 --grid r=2^-4..2^4 --grid C=2^-4..2^4 --out sweep.csv
  littlestone sweep clicks.vw --learner adagrad --grid eta=0.01,0.1,1 --metrics auc --sort auc --on dask://10.0.0.7:8786
"""


@reads_examples(without=("id", "asked_at", "known_at"))
def sweep(
    learner: Annotated[
        str, typer.Option("--learner", "--learners", metavar="A,B,...", help="Which learners play.")
    ] = "arow",
    grid: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[LEARNER.]NAME=VALUES",
            help="Values of a parameter, such as r=2^-6..2^6, C=0.1,1,10 or arow.r=1..5; may be given again.",
        ),
    ] = None,
    *,
    reading: Reading,
    shuffles: Annotated[
        int, typer.Option(min=0, metavar="N", help="Play in N orders by chance; 0 is the order of the file alone.")
    ] = 0,
    passes: Passes = 1,
    loss: Annotated[str | None, typer.Option(metavar="NAME", help="Add up this loss, too.")] = None,
    metrics: Metrics = None,
    sort: Annotated[
        str | None,
        typer.Option(metavar="METRIC", help="Sort by this metric, the best first; else by mistakes or loss."),
    ] = None,
    best: Annotated[
        int,
        typer.Option(min=1, metavar="K", help="Mix the K best settings in a committee, to say what choosing costs."),
    ] = 4,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write the results of all games to a CSV or Parquet file, and go on from it."
        ),
    ] = None,
    on: Annotated[
        str, typer.Option(metavar="processes|dask://HOST:PORT|spark", help="Where the games are played.")
    ] = "processes",
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="How many processes; one a core if not given.")
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Play every setting of a grid over one file.

    Each plays in several orders, and the best settings are printed. The file is read once; all games share its rows.
    The same command gives the same table with any number of workers. With --out a sweep that was interrupted goes on
    where it stopped. At the end a committee of the best settings plays the file: its theorem says what it costs not to
    know which of them is the best.
    """
    from ..command_line.arguments import pairs
    from ..command_line.exits import exit_code
    from ..command_line.printing import print_account
    from .sweep_report import print_sweep
    from .sweep_run import run

    wanted = [name.strip() for name in learner.split(",") if name.strip()]
    account, certificates = run(
        truths_of(reading),
        reading,
        learners=wanted,
        grids=list(pairs("--grid", grid or ())),
        shuffles=shuffles,
        passes=passes,
        loss=loss,
        metrics=metrics or "",
        sort=sort,
        best=best,
        out=out,
        on=on,
        workers=workers,
        shown=not quiet,
    )
    print_account(account, lambda: print_sweep(account, certificates), json=json, shown=not quiet)
    return exit_code(certificates, account["interrupted"])
