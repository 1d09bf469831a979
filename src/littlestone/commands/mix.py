"""`littlestone mix`: mixes many forecasts into one, and compares it with the best of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import typer

from ..command_line.guards import Guards, takes_guards
from ..command_line.options import Delay, Flush, Json, Limit, Quiet, Resume, Seed, Theorems
from ..command_line.reading import DELIMITERS, Delimiter, SkipBad, split
from ..errors import BadFile, BadParameter
from ..samples import SAMPLE

NOT_OF_FORECASTS = ("alarm_feature", "alarm_within", "alarm_fresh", "tasting", "tasting_misses", "tasting_horizon")
EXAMPLES = """\b
Examples:
  littlestone mix forecasts.csv --truth load
  littlestone mix forecasts.csv.gz --truth load --loss pinball:0.9 --drop date
  littlestone mix votes.csv --truth verdict --loss mistake --labels no,yes --json
  littlestone mix forecasts.csv --truth load --interval 0.9 --interval-plot load.png
  littlestone mix forecasts.csv --truth load --alarm 10000 --alarm-level 900 \\
      --alarm-largest 9000
  littlestone mix sample:rain
  littlestone mix sample:rain --loss mistake --learner wma
"""


@takes_guards(without=NOT_OF_FORECASTS)
def mix(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Forecasts, as CSV or JSON lines (.gz, .bz2 and .xz too), Parquet or Arrow; '-' is standard input, "
            "sample:rain a sample.",
        ),
    ],
    truth: Annotated[str | None, typer.Option(metavar="COLUMN", help="The column of what really happened.")] = None,
    learner: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The learner that mixes; 'littlestone learners' lists them.  [default: ml-poly]"
        ),
    ] = None,
    loss: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="square, absolute, log, brier, pinball:0.9, percentage or mistake.  [default: square]",
        ),
    ] = None,
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
    drop: Annotated[list[str] | None, typer.Option(metavar="A,B,...", help="Columns that are no experts.")] = None,
    experts: Annotated[
        list[str] | None, typer.Option(metavar="A,B,C", help="The columns that are experts; all others are left out.")
    ] = None,
    labels: Annotated[
        str | None,
        typer.Option(metavar="NEG,POS", help="The two classes as the file writes them, with --loss mistake."),
    ] = None,
    delimiter: Delimiter = None,
    skip_bad: SkipBad = False,
    delay: Delay = 0,
    limit: Limit = None,
    seed: Seed = 0,
    keep: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="How many forecasts to keep for the best mixture in hindsight.  [default: 1000000]",
        ),
    ] = None,
    predictions: Annotated[
        str | None,
        typer.Option(
            "--predictions", "-p", metavar="FILE", help="Write the guess and the truth of every round to a CSV file."
        ),
    ] = None,
    flush: Flush = False,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw weights, losses and regret into a PNG or SVG file.")
    ] = None,
    *,
    guards: Guards,
    save: Annotated[
        str | None, typer.Option("--save", "-f", metavar="MODEL", help="Save the game, such as game.npz.")
    ] = None,
    resume: Resume = None,
    theorems: Theorems = "quick",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Mix the forecasts of many experts and print the receipt.

    Line by line, the forecasts become one. Every column of the file but the truth is an expert. An empty cell is an
    expert who sleeps; where the truth is missing, the round is forecast and forgotten. A first column that numbers
    the rounds (a date, a time, an id) is left out.
    """
    from ..command_line.arguments import check_plot
    from ..command_line.exits import complain, exit_code
    from ..command_line.guarded import check_pictures, draw_guarantees
    from ..command_line.predictions import Predictions
    from ..command_line.printing import print_account
    from ..command_line.progress import play_table, saying
    from ..command_line.saved import keep_apart, saved
    from .mix_report import account_of, print_mix

    shown = not quiet
    keep_apart([file], {"--save": save, "--predictions": predictions, "--plot": plot, **guards.pictures})
    keep_apart([resume], {"--predictions": predictions, "--plot": plot, **guards.pictures})
    truth = truth or label_of(file)
    if plot:
        check_plot(plot)
    table = Table(
        file, truth, split(experts or ()), split(drop or ()), DELIMITERS.get(delimiter or "", delimiter), skip_bad
    )
    wanted = Wanted(learner, loss, set_, labels, keep, seed, guards)
    game, source = resumed(resume, wanted, table) if resume else fresh(wanted, table)
    if source.dropped and shown:
        complain(
            f"column {source.dropped!r} numbers the rounds and is left out; if it is an expert, name it in --experts"
        )
    check_pictures(game, guards)
    out = None if predictions is None else Predictions(predictions, game, index=source.dropped, flush=flush)
    interrupted = play_table(game, source, delay=delay, limit=limit, out=out, bar=shown)
    safe = saved(game, save)
    if not game.ledger.rounds:
        theorems = "none"  # nothing was played, and nothing is claimed of it
    with saying("looking back", shown):
        certificates = game.ledger.certify(theorems)
        account = account_of(game, source, str(truth), interrupted, theorems)
    print_account(account, lambda: print_mix(account, certificates), json=json, shown=shown)
    if plot:
        game.ledger.plot(plot)
    draw_guarantees(game, guards)
    return exit_code(certificates, interrupted, safe)


def label_of(file: str) -> str | None:
    """The column of the truth, if the file is a sample, which knows it."""
    from ..samples.samples import find_sample

    return find_sample(file.removeprefix(SAMPLE), "forecasts").label if file.startswith(SAMPLE) else None


def fresh(wanted: Wanted, table: Table) -> tuple[Any, Any]:
    """A new game, and the forecasts that it plays."""
    from ..command_line.arguments import make, read_settings
    from ..command_line.guarded import guarantees_for
    from ..losses.loss_names import find_forecast_loss
    from ..rows.game import Game

    learner = wanted.learner or "ml-poly"
    price = find_forecast_loss(wanted.loss or "square")
    parameters = read_settings(learner, wanted.set_ or (), "experts")
    if price.convex and "gradient" in make(learner, {}, "experts").parameters() and "small_loss" not in parameters:
        parameters = {"gradient": True, **parameters}
    player = make(learner, parameters, "experts")
    classes = two_classes(wanted.labels, price)
    source = table.open(table.experts, price.classes, classes)
    names, keep = source.features.names, 1_000_000 if wanted.keep is None else wanted.keep
    promised = guarantees_for(wanted.guards, player, wanted.seed)
    game = Game(
        player,
        loss=price,
        labels=classes or (-1, 1),
        seed=wanted.seed,
        features=names,
        guarantees=promised,
        keep=keep,
    )
    return game, source


def resumed(model: str, wanted: Wanted, table: Table) -> tuple[Any, Any]:
    """The saved game, and the forecasts that it goes on with: its experts are columns, in any order, among others."""
    from ..command_line.saved import check_not_given, load_forecasts

    game = load_forecasts(model)
    check_not_given(model, game, wanted)
    names = list(game.features.names)
    if table.experts and set(table.experts) != set(names):
        raise BadParameter(f"the experts of the game in {model} are {', '.join(names)}: leave out --experts")
    labels = game.labels.setting() if game.price.classes else None
    return game, table.open(names, game.price.classes, None if labels in (None, [-1, 1]) else tuple(labels))


class Table(NamedTuple):
    """The options about the file of forecasts."""

    file: str
    truth: str | None
    experts: list[str]
    drop: list[str]
    delimiter: str | None
    skip_bad: bool

    def open(self, experts: Sequence[str], classes: bool, labels: tuple[str, str] | None) -> Any:
        """The file of forecasts of these experts, or all if none is named; raises if --truth is missing."""
        from contextlib import closing

        from ..formats.tables.forecast_file import ForecastFile
        from ..formats.tables.table import hint

        if self.truth is None:
            there = ""
            if self.file != "-":
                with closing(ForecastFile(self.file, truth="", delimiter=self.delimiter).records()) as records:
                    _, columns = next(records, (0, []))
                there = "; " + hint("", columns) if columns else ""
            raise BadFile(f"which column of {self.file} is the truth? give --truth COLUMN{there}")
        found = ForecastFile(
            self.file,
            truth=self.truth,
            experts=experts,
            drop=self.drop,
            classes=classes,
            labels=labels,
            delimiter=self.delimiter,
            skip_bad=self.skip_bad,
        )
        found.begin()
        return found


class Wanted(NamedTuple):
    """The options of a new game; a resumed one has its own."""

    learner: str | None = None
    loss: str | None = None
    set_: list[str] | None = None
    labels: str | None = None
    keep: int | None = None
    seed: int = 0
    guards: Guards = Guards()


def two_classes(text: str | None, price: Any) -> tuple[str, str] | None:
    """The two classes of --labels, negative first."""
    from ..features.label_column import spelling

    if text is None:
        return None
    if not price.classes:
        raise BadParameter(f"--labels goes with --loss mistake; the {price.name} loss is of numbers")
    both = [spelling(label) for label in text.split(",")]
    if len(both) != 2 or both[0] == both[1] or "" in both:
        raise BadParameter(f"--labels wants the two classes, negative first, such as ham,spam, not {text!r}")
    return both[0], both[1]
