"""`littlestone train`: one model from many shards, whose weights are averaged after every epoch."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line import reading as read
from ..command_line.options import Json, Promise, Quiet, Settings, Shuffle, Theorems, reads_examples
from ..command_line.reading import Reading

EXAMPLES = """\b
Examples:
  littlestone train part*.vw -b 20 --shards 16 --epochs 10 --save model.npz
  littlestone train emails.csv --label spam --learner pa1 --shards 8 --epochs 5 --mix updates
  littlestone train clicks.vw --shards 64 --epochs 1 --on dask://10.0.0.7:8786 --save model.npz
"""


@reads_examples(without=("id", "asked_at", "known_at", "as_events", "scale", "standardise"))
def train(
    files: read.MaybeFiles = None,
    learner: Annotated[
        str, typer.Option(metavar="NAME", help="The learner: one whose weights may be averaged, such as pa1 or arow.")
    ] = "perceptron",
    set_: Settings = None,
    promise: Promise = None,
    *,
    reading: Reading,
    shards: Annotated[
        int, typer.Option(min=1, metavar="N", help="Cut the rows into N parts, each played by itself in an epoch.")
    ] = 8,
    epochs: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="How often every shard is played; fewer if nothing changes any more."),
    ] = 5,
    mix: Annotated[
        str,
        typer.Option(
            metavar="uniform|updates", help="Equal shares of all shards, or in proportion to the updates of each."
        ),
    ] = "uniform",
    shuffle: Shuffle = None,
    loss: Annotated[str | None, typer.Option(metavar="NAME", help="Add up this loss, too.")] = None,
    on: Annotated[
        str, typer.Option(metavar="processes|dask://HOST:PORT|spark", help="Where the shards are played.")
    ] = "processes",
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="How many processes; one a core if not given.")
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", "-f", metavar="MODEL", help="Save the game, such as model.npz.")
    ] = None,
    theorems: Theorems = "quick",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Train one learner on many shards at once.

    In every epoch each shard is played from the same weights, then the weights are averaged. The result is the same to
    the last bit with any number of workers, wherever they are, and after workers were lost. It is a saved game like any
    other: `predict`, `inspect` and `play --resume` take it. With --epochs 1 the file is seen once.
    """
    from ..command_line.exits import exit_code
    from ..command_line.printing import print_account
    from .train_run import Wanted, print_train, run

    wanted = Wanted(learner, set_ or [], promise or [], shards, epochs, mix, shuffle, loss, on, workers, save, theorems)
    account, certificates = run(files or [], reading, wanted, shown=not quiet)
    print_account(account, lambda: print_train(account, certificates), json=json, shown=not quiet)
    return exit_code(certificates, account["interrupted"], account["saved"])
