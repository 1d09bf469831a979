"""`littlestone mix`: mixes many forecasts into one, and compares it with the best of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ..errors import BadFile, BadParameter
from ..files.formats import SAMPLE
from .reading import DELIMITERS, Delimiter
from .shelf.options import Delay, Json, Limit, Quiet, Seed, Theorems

EXAMPLES = """\b
Examples:
  littlestone mix forecasts.csv --truth load
  littlestone mix forecasts.csv.gz --truth load --loss pinball:0.9 --drop date
  littlestone mix votes.csv --truth verdict --loss mistake --labels no,yes --json
  littlestone mix sample:rain
  littlestone mix sample:rain --loss mistake --learner wma
"""


def mix(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A CSV file (.gz, .bz2 and .xz too) of forecasts; '-' is standard input, sample:rain a sample.",
        ),
    ],
    truth: Annotated[str | None, typer.Option(metavar="COLUMN", help="The column of what really happened.")] = None,
    learner: Annotated[
        str, typer.Option(metavar="NAME", help="The learner that mixes; 'littlestone learners' lists them.")
    ] = "ml-poly",
    loss: Annotated[
        str,
        typer.Option(metavar="NAME", help="square, absolute, log, brier, pinball:0.9, percentage or mistake."),
    ] = "square",
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Set a parameter of the learner; may be given again. gradient is true, where loss and learner have "
            "it, unless you set it: then the learner competes with the best mixture, not only with the best expert. "
            "Numbers between commas are a list.",
        ),
    ] = None,
    drop: Annotated[list[str] | None, typer.Option(metavar="COLUMN", help="A column that is no expert.")] = None,
    experts: Annotated[
        list[str] | None, typer.Option(metavar="A,B,C", help="The columns that are experts; all others are left out.")
    ] = None,
    labels: Annotated[
        str | None,
        typer.Option(metavar="NEG,POS", help="The two classes as the file writes them, with --loss mistake."),
    ] = None,
    delimiter: Delimiter = None,
    delay: Delay = 0,
    limit: Limit = None,
    seed: Seed = 0,
    keep: Annotated[
        int, typer.Option(min=0, metavar="N", help="How many forecasts to keep for the best mixture in hindsight.")
    ] = 1_000_000,
    predictions: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the guess and the truth of every round to a CSV file.")
    ] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw weights, losses and regret into a PNG or SVG file.")
    ] = None,
    save: Annotated[str | None, typer.Option(metavar="FILE", help="Save the game, such as game.npz.")] = None,
    theorems: Theorems = "quick",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Mix the forecasts of many experts and print the receipt.

    Line by line, the forecasts become one. Every column of the file but the truth is an expert. An empty cell is an
    expert who sleeps; where the truth is missing, the round is forecast and forgotten. A first column that numbers
    the rounds (a date, a time, an id) is left out.
    """
    from ..games.rows import Game
    from ..losses.names import find_forecast_loss
    from .mix_report import account_of, print_mix
    from .shelf.arguments import check_plot, make, read_settings
    from .shelf.exits import complain, exit_code
    from .shelf.printing import print_account
    from .shelf.progress import play_table, saying
    from .shelf.saved import save_game

    shown = not quiet
    price = find_forecast_loss(loss)
    parameters = read_settings(learner, set_ or (), "experts")
    if price.convex and "gradient" in make(learner, {}, "experts").parameters() and "small_loss" not in parameters:
        parameters = {"gradient": True, **parameters}
    player = make(learner, parameters, "experts")
    classes = two_classes(labels, price)
    truth = truth or label_of(file)
    source = find_forecasts(
        file, truth, experts or (), drop or (), price.classes, classes, DELIMITERS.get(delimiter or "", delimiter)
    )
    if plot:
        check_plot(plot)
    names = source.features.names
    if source.dropped and shown:
        complain(
            f"column {source.dropped!r} numbers the rounds and is left out; if it is an expert, name it in --experts"
        )
    game = Game(player, loss=price, labels=classes or (-1, 1), seed=seed, features=names, keep=keep)
    interrupted = play_table(game, source, delay=delay, limit=limit, path=predictions, bar=shown)
    with saying("looking back", shown):
        certificates = game.ledger.certify(theorems)
        account = account_of(game, source.name, str(truth), interrupted, theorems)
    print_account(account, lambda: print_mix(account, certificates), json=json, shown=shown)
    if save:
        save_game(game, save)
    if plot:
        game.ledger.plot(plot)  # type: ignore[attr-defined]
    return exit_code(certificates, interrupted)


def label_of(file: str) -> str | None:
    """The column of the truth, if the file is a sample, which knows it."""
    from ..files.samples import find_sample

    return find_sample(file.removeprefix(SAMPLE), "forecasts").label if file.startswith(SAMPLE) else None


def find_forecasts(
    file: str,
    truth: str | None,
    experts: Sequence[str],
    drop: Sequence[str],
    classes: bool,
    labels: tuple[str, str] | None,
    delimiter: str | None,
) -> Any:
    """The file of forecasts; raises if --truth is missing."""
    from contextlib import closing

    from ..files.csv_file import CsvFile
    from ..files.forecast_file import ForecastFile
    from ..files.table import hint

    if truth is None:
        there = ""
        if file != "-":
            with closing(CsvFile(file, label="", delimiter=delimiter).records()) as records:
                _, columns = next(records, (0, []))
            there = "; " + hint("", columns) if columns else ""
        raise BadFile(f"which column of {file} is the truth? give --truth COLUMN{there}")
    wanted = [name.strip() for text in experts for name in text.split(",")]
    return ForecastFile(
        file, truth=truth, experts=wanted, drop=drop, classes=classes, labels=labels, delimiter=delimiter
    )


def two_classes(text: str | None, price: Any) -> tuple[str, str] | None:
    """The two classes of --labels, negative first."""
    from ..door.label_column import spelling

    if text is None:
        return None
    if not price.classes:
        raise BadParameter(f"--labels goes with --loss mistake; the {price.name} loss is of numbers")
    both = [spelling(label) for label in text.split(",")]
    if len(both) != 2 or both[0] == both[1] or "" in both:
        raise BadParameter(f"--labels wants the two classes, negative first, such as ham,spam, not {text!r}")
    return both[0], both[1]
