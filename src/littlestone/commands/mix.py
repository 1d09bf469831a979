"""`littlestone mix`: mixes many forecasts into one, and compares it with the best of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from math import sqrt
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.text import Text

from ..bound import Certificate
from ..command_line.arguments import check_plot, make, named, read_settings
from ..command_line.exits import complain, exit_code
from ..command_line.guarded import (
    check_pictures,
    draw_guarantees,
    guarantees_for,
)
from ..command_line.guarded import (
    lines_of as lines_of_guarantees,
)
from ..command_line.guards import Guards
from ..command_line.options import Delay, Flush, Json, Limit, Quiet, Resume, Seed, Theorems, takes_options
from ..command_line.playing import play_table
from ..command_line.predictions import Predictions
from ..command_line.printing import (
    Line,
    bad_lines,
    columns,
    heading,
    mistakes_line,
    print_account,
    print_certificates,
    settings,
)
from ..command_line.progress import saying
from ..command_line.reading import DELIMITERS, Delimiter, SkipBad, split
from ..command_line.receipt_files import Receipts
from ..command_line.saved import keep_apart, load_forecasts, saved
from ..command_line.set_up import Wanted, check_not_given, check_read
from ..errors import BadFile, BadParameter, LittlestoneError
from ..features.label_column import spelling
from ..formats.tables.forecast_file import ForecastFile
from ..formats.tables.table import hint
from ..losses.loss_names import find_forecast_loss
from ..rows.game import Game
from ..samples import SAMPLE
from ..samples.samples import find_sample
from ..support.settings import amount, counted

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
  littlestone mix sample:rain --learner wma
"""
NUMBERS_ROUNDS = "numbers the rounds and is left out; if it is an expert, name it in --experts"
MOST = 12  # experts that are shown, those of most weight
TERMS = 6  # experts of the best mixture that are printed
NUMBER = 14  # how wide a column of numbers is
UNPROVED = "experts slept: this is the best that a search found, and nothing is proved of it"
BEST = "best expert, "
NAME = 34  # how wide the column of names is at most


@takes_options(without=NOT_OF_FORECASTS)
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
            help="square, absolute, log, brier, pinball:0.9, percentage or mistake.  [default: square; mistake of wma "
            "and rwma, which count mistakes]",
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
    receipts: Receipts,
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
    shown, pictures = not quiet, {"--plot": plot, **guards.pictures, **receipts.paths}
    keep_apart([file], {"--save": save, "--predictions": predictions, **pictures})
    keep_apart([resume], {"--predictions": predictions, **pictures})
    truth = truth or label_of(file)
    if plot:
        check_plot(plot)
    between = DELIMITERS.get(delimiter or "", delimiter)
    table = Table(file, truth, split(experts or ()), split(drop or ()), between, skip_bad)
    wanted = Wanted(learner, set_, loss=loss, labels=labels, keep=keep, seed=seed, guards=guards)
    game, source = resumed(resume, wanted, table) if resume else fresh(wanted, table)
    if source.dropped and shown:
        complain(f"column {source.dropped!r} {NUMBERS_ROUNDS}")
    check_pictures(game, guards)
    out = None if predictions is None else Predictions(predictions, game, index=source.dropped, flush=flush)
    receipt = receipts.begun(game, [file])
    interrupted = play_table(game, source, delay=delay, limit=limit, out=out, bar=shown)
    if not interrupted and limit != 0 and not resume:
        check_read(source, game.ledger.rounds, what="forecasts")
    safe = saved(game, save)
    theorems = theorems if game.ledger.rounds else "none"  # of a game that was not played nothing is claimed
    with saying("looking back", shown):
        certificates = game.ledger.certify(theorems)
        account = account_of(game, source, str(truth), interrupted, theorems)
        receipt.write(theorems)
    print_account(account, lambda: print_mix(account, certificates), json=json, shown=shown)
    if plot:
        game.ledger.plot(plot)
    draw_guarantees(game, guards)
    return exit_code(certificates, interrupted, safe)


def label_of(file: str) -> str | None:
    """The column of the truth, if the file is a sample, which knows it."""
    return find_sample(file.removeprefix(SAMPLE), "forecasts").label if file.startswith(SAMPLE) else None


def fresh(wanted: Wanted, table: Table) -> tuple[Any, Any]:
    """A new game, and the forecasts that it plays."""
    learner = wanted.learner or "ml-poly"
    usual = "mistake" if named(learner, "experts").classes_only else "square"
    price = find_forecast_loss(wanted.loss or usual)
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


def two_classes(text: str | None, price: Any) -> tuple[str, str] | None:
    """The two classes of --labels, negative first."""
    if text is None:
        return None
    if not price.classes:
        raise BadParameter(f"--labels goes with --loss mistake; the {price.name} loss is of numbers")
    both = [spelling(label) for label in text.split(",")]
    if len(both) != 2 or both[0] == both[1] or "" in both:
        raise BadParameter(f"--labels wants the two classes, negative first, such as ham,spam, not {text!r}")
    return both[0], both[1]


def account_of(game: Any, source: Any, truth: str, interrupted: bool, theorems: str = "quick") -> dict[str, Any]:
    """The account of a game of advice, with the best expert and the best mixture in hindsight."""
    ledger = game.ledger
    known = ledger.as_dict(theorems)
    square = ledger.price.name == "square"
    rounds = max(1, ledger.labelled)
    heard = dict(zip(ledger.names, ledger.heard, strict=False))
    best = ledger.best_expert
    account: dict[str, Any] = {
        "source": source.name,
        "truth": truth,
        **known,
        "randomised": bool(game.learner.randomised),
        "unlabelled": ledger.forgotten,
        "loss": ledger.loss,
        "loss_name": ledger.price.full_name,
        "mean_loss": ledger.loss / rounds,
        "rmse": ledger.rmse if square else None,
        "awake": {name: int(count) for name, count in heard.items()},
        "oracle": {"best_expert": known["experts"].get(best), "convex": None},
        "regret": {"best_expert": ledger.best_regret if ledger.labelled else None, "convex": None},
        "best_expert": {"name": best or None, "rounds": int(heard.get(best, 0))},
        "convex": None,
        "bad_lines": source.bad,
        "complaints": source.complaints,
        "interrupted": interrupted,
    }
    if square:
        account["expert_rmse"] = {
            name: sqrt(total / heard[name]) if heard[name] else None for name, total in known["experts"].items()
        }
        account["best_expert"]["rmse"] = account["expert_rmse"].get(best)
    try:
        mixture = ledger.regret.comparator("convex")
    except LittlestoneError as error:
        account["convex_reason"] = str(error)
        return account
    account["oracle"]["convex"] = mixture.loss
    account["regret"]["convex"] = ledger.own - mixture.loss
    account["convex"] = {
        "weights": dict(zip(ledger.names, mixture.weights.tolist(), strict=False)),
        "gap": mixture.gap,
        **({"rmse": mixture.rmse} if square else {}),
        **({"note": mixture.detail["note"]} if "note" in mixture.detail else {}),
    }
    return account


def print_mix(account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the account: what was paid, every expert, hindsight, and what the theorems say."""
    console = Console(highlight=False)
    heading(console, f"{account['learner']} on {account['source']}")
    columns(console, played(account))
    if account["labelled"]:
        longest = max(map(len, [*account["experts"], best_words(account)]))
        widths = (max(16, min(NAME, longest)), NUMBER)
        print_experts(console, account, *widths)
        print_hindsight(console, account, *widths)
    print_certificates(console, certificates)


def played(account: dict[str, Any]) -> list[Line]:
    """The lines about the game."""
    judged = account["labelled"]
    ended = ", then interrupted" if account["interrupted"] else ""
    lines = [("parameters", settings(account["parameters"]) or "none", "")]
    lines += [("rounds", f"{account['rounds']:,}{ended}", "")]
    if not account["rounds"]:
        lines.append(("", f"there were no forecasts in {account['source']}", ""))
    if judged and "mistakes" in account:
        lines.append(mistakes_line(account["mistakes"], judged))
        if account["randomised"]:
            lines.append(("expected", f"{amount(account['expected_mistakes'])} mistakes over the coin", ""))
    elif judged:
        root = "" if account["rmse"] is None else f", rmse {amount(account['rmse'])}"
        mean = f"{amount(account['loss'])}, {amount(account['mean_loss'])} a round{root}"
        lines.append((f"{account['loss_name']} loss", mean, ""))
    if account["parameters"].get("gradient"):
        lines.append(("charged", "by the slope of the loss at the guess, so as to rival the best mixture", ""))
    if account["longest_delay"]:
        mean = f"{account['total_delay'] / judged:.4g}"
        late = counted(account["longest_delay"], "round")
        lines.append(("delay", f"truths came up to {late} late, {mean} on average", ""))
        how = "expected_mistakes" if "mistakes" in account else "loss"
        given = account[how]
        order, late = account["in_order"][how], account["lateness"][how]
        lines.append(("", f"{amount(given)} paid = {amount(order)} in order + {amount(late)} for lateness", ""))
    if account["unlabelled"]:
        lines.append(("no truth", f"{counted(account['unlabelled'], 'round')}, forecast and not judged", ""))
    if account["open"]:
        lines.append(("waiting", f"{counted(account['open'], 'round')} without their truth yet", ""))
    return lines + lines_of_guarantees(account) + bad_lines(account)


def print_experts(console: Console, account: dict[str, Any], left: int, width: int) -> None:
    """Print what every expert paid and the weight it has now."""
    roots, awake = account.get("expert_rmse"), account["awake"]
    slept = any(count < account["labelled"] for count in awake.values())
    titles = ["loss", "rmse" if roots else "a round", "weight", *(["awake"] if slept else [])]
    table_line(console, "expert", titles, left, width, "bold")
    order = sorted(account["experts"], key=lambda name: (-account["weights"].get(name, 0.0), name))
    for name in order[:MOST]:
        paid = account["experts"][name]
        mean = (roots[name] if roots else paid / max(1, awake[name])) if awake[name] else None
        cells = [amount(paid), "" if mean is None else amount(mean), f"{account['weights'].get(name, 0.0):.3f}"]
        table_line(console, name, [*cells, *([f"{awake[name]:,}"] if slept else [])], left, width)
    if len(order) > MOST:
        console.print(Text(f"  and {len(order) - MOST:,} more"))


def print_hindsight(console: Console, account: dict[str, Any], left: int, width: int) -> None:
    """Print the comparators: the best expert and the best mixture."""
    roots = "expert_rmse" in account
    table_line(console, "in hindsight", ["loss", "rmse" if roots else "a round", "regret"], left, width, "bold")
    mixture = account["convex"]
    rivals = [(best_words(account), "best_expert", account["best_expert"])]
    rivals += [("best mixture", "convex", mixture)] if mixture else []
    for words, key, detail in rivals:
        paid = account["oracle"][key]
        mean = detail["rmse"] if roots else paid / detail.get("rounds", account["labelled"])
        table_line(console, words, [amount(paid), amount(mean), amount(account["regret"][key])], left, width)
    if not mixture:
        columns(console, [("best mixture", account["convex_reason"], "")])
        return
    shares = sorted(mixture["weights"].items(), key=lambda pair: -pair[1])
    terms = [f"{share:.3f} {name}" for name, share in shares if share >= 0.0005]
    more = f" + {len(terms) - TERMS} more" if len(terms) > TERMS else ""
    columns(
        console,
        [("", " + ".join(terms[:TERMS]) + more, ""), *([("", UNPROVED, "")] if "note" in mixture else [])],
    )


def best_words(account: dict[str, Any]) -> str:
    """The best expert; of one whose name is a number, that it is a column."""
    name = account["best_expert"]["name"]
    return f"{BEST}{'column ' if name.isdecimal() else ''}{name}"


def table_line(console: Console, name: str, cells: list[str], left: int, width: int, style: str = "") -> None:
    """Print a line of a table; a heading in bold, after an empty line."""
    shown = name if len(name) <= left else name[: left - 3] + "..."
    numbers = "".join(f"{cell:>{width}}" for cell in cells)
    if style:
        console.print()
    indent = "" if style else "  "
    console.print(Text(f"{indent}{shown}".ljust(left + 2) + numbers, style=style), soft_wrap=True)
