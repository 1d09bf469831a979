"""`littlestone sweep`: every setting of a grid, in several orders, on all cores."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, pstdev
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ..bound import Certificate
from ..cluster.shared_rows import SharedRows
from ..command_line.arguments import pairs
from ..command_line.exits import exit_code
from ..command_line.options import Json, Metrics, Passes, Quiet, takes_options, truths_of
from ..command_line.own_learner import is_own, own_class
from ..command_line.printing import columns, heading, print_account, print_certificates, settings
from ..command_line.progress import saying
from ..command_line.reading import Reading
from ..command_line.saved import keep_apart
from ..command_line.workers import workers_on
from ..committees.committee import Committee
from ..errors import BadFile, BadParameter, LittlestoneError
from ..formats.stream import columns_of
from ..metrics.metric_names import read_names, sort_key
from ..support.settings import counted
from ..sweeps.grids import made_of, read_grid, settings_of, written
from ..sweeps.run import as_frame, results, tasks_of
from ..sweeps.tasks import Task

EXAMPLES = """\b
Examples:
  littlestone sweep emails.csv --label spam --learner arow --grid r=2^-6..2^6 --shuffles 20
  littlestone sweep train.svm --learner arow,pa1,scw1 --grid r=2^-4..2^4 --grid C=2^-4..2^4 --out sweep.csv
  littlestone sweep clicks.vw --learner adagrad --grid eta=0.01,0.1,1 --metrics auc --sort auc --on dask://10.0.0.7:8786
"""
BY = {"mistakes": "mistake_rate", "loss": "mean_loss"}  # what settings are sorted by without a metric
SHOWN = 20  # settings that are shown


@takes_options(without=("id", "asked_at", "known_at"))
def sweep(
    learner: Annotated[
        str,
        typer.Option(
            "--learner", "--learners", metavar="A,B,...", help="Which learners play; MODULE:CLASS is one of your own."
        ),
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


def run(
    truths: str,
    reading: Reading,
    *,
    learners: list[str],
    grids: Sequence[tuple[str, str]],
    shuffles: int,
    passes: int,
    loss: str | None,
    metrics: str,
    sort: str | None,
    best: int,
    out: str | None,
    on: str,
    workers: int | None,
    shown: bool,
) -> tuple[dict[str, Any], list[Certificate]]:
    """Play all games; the account, and the certificate of the committee of the best settings."""
    keep_apart([reading.file], {"--out": out})
    kept = check_out(out)
    own = {name: own_class(name) if is_own(name) else None for name in learners}
    settings = settings_of(learners, [(name, read_grid(values)) for name, values in grids], own)
    names = [one.written for one in read_names(metrics)]
    key, worth = sort_by(sort, truths)
    names = list(dict.fromkeys([*names, key])) if sort else names
    # the engine before the file: a wrong address is said at once
    with (
        workers_on(on, workers) as engine,
        TemporaryDirectory() as folder,
        saying("reading the file", shown) as say,
    ):
        zeros = any(wants_zeros(name, parameters, own[name]) for name, parameters in settings)
        source = reading.open(truths, zeros=reading.standardise or zeros)
        begun = monotonic()
        rows = SharedRows.gather(source.batches(), folder, lambda: columns_of(source) or None)
        read = monotonic() - begun
        if not len(rows.batch):
            raise BadFile(f"there are no examples in {source.name}")
        labels = {"signs": None, "numbers": "numbers", "classes": None}[truths]
        rescaled = "standardised" if reading.standardise else "max-scaled" if reading.scale else ""
        more = {"passes": passes, "loss": loss, "labels": labels, "metrics": tuple(names), "rescaled": rescaled}
        tasks = tasks_of(settings, shuffles, own, **more)
        done, begun, interrupted = 0, monotonic(), False

        def told(result: dict[str, Any]) -> None:
            nonlocal done
            done += 1
            say(f"{done:,} of {len(tasks):,} games played")

        try:
            found = results(rows, tasks, engine, kept, told)
        except KeyboardInterrupt:
            interrupted, found = True, []
        played = monotonic() - begun
        standing = summed_up(found, key, worth)
        say("asking the committee of the best what choosing costs")
        mixture = None if interrupted or truths != "signs" else committee_of(standing[:best], rows, more, own)
    if out is not None and found:
        write(out, found)
        assert kept is not None
        kept.unlink()
    certificates = [] if mixture is None else mixture[1]
    account = {
        "source": source.name,
        "rounds": len(rows.batch),
        "games": len(found),
        "workers": engine.workers,
        "on": on,
        "seconds_reading": read,
        "seconds_playing": played,
        "sorted_by": key,
        "settings": standing,
        "failed": [one for one in found if "error" in one],
        "committee": None if mixture is None else mixture[0],
        "interrupted": interrupted,
        "kept": None if kept is None or not kept.exists() else str(kept),
    }
    return account, certificates


def wants_zeros(name: str, parameters: dict[str, Any], own: type[Any] | None) -> bool:
    """Are numbers that are zero to be in the rows of this learner? Not of one that cannot be made."""
    try:
        return bool(made_of(name, parameters, own).wants_zeros)
    except (LittlestoneError, TypeError, ValueError):
        return False


def check_out(out: str | None) -> Path | None:
    """The file beside `out` to which results are added as they come."""
    if out is None:
        return None
    if Path(out).suffix not in (".csv", ".parquet"):
        raise BadParameter(f"--out is a .csv or .parquet file, not {out!r}")
    return Path(out + ".partial.jsonl")


def sort_by(sort: str | None, truths: str) -> tuple[str, Any]:
    """The column to sort by, and a function that is smaller for better values."""
    if sort is not None:
        return sort_key(sort)
    return BY["loss" if truths == "numbers" else "mistakes"], lambda value: (value is None, value)


def summed_up(found: list[dict[str, Any]], key: str, worth: Any) -> list[dict[str, Any]]:
    """Every setting with the mean and the deviation of what its games came to, the best first."""
    by_setting: dict[str, list[dict[str, Any]]] = {}
    for one in found:
        if "error" not in one:
            by_setting.setdefault(json.dumps([one["learner"], one["parameters"]]), []).append(one)
    standing = []
    for games in by_setting.values():
        numbers = [name for name, value in games[0].items() if isinstance(value, float | int) and name != "order"]
        sums: dict[str, Any] = {
            "learner": games[0]["learner"],
            "parameters": games[0]["parameters"],
            "games": len(games),
        }
        for name in numbers:
            values = [float(game[name]) for game in games if game[name] is not None]
            sums[name] = fmean(values) if values else None
            sums[f"{name}_deviation"] = pstdev(values) if values else None
        standing.append(sums)
    return sorted(standing, key=lambda one: worth(one.get(key)))


def committee_of(
    best: list[dict[str, Any]], rows: SharedRows, more: dict[str, Any], own: Mapping[str, type[Any] | None]
) -> tuple[dict[str, Any], list[Certificate]] | None:
    """What a committee of these settings makes of the file in its order, and its certificate; None of one setting."""
    if len(best) < 2:
        return None
    try:
        tasks = [Task(one["learner"], one["parameters"], None, own=own[one["learner"]], **more) for one in best]
        members = [task.new_learner() for task in tasks]
        game = rows.game(Committee(members), loss="log")
        for _ in range(more["passes"]):
            game.play_batch(rows.batch)
    except LittlestoneError as error:
        return {"error": str(error)}, []
    ledger = game.ledger
    told = {
        "members": [written((one["learner"], one["parameters"])) for one in best],
        "mistakes": ledger.mistakes,
        "mistake_rate": ledger.mistakes / max(1, ledger.labelled),
        "log_loss": ledger.loss / max(1, ledger.labelled),
    }
    certificates = ledger.certificates
    return {**told, "certificates": [one.as_dict() for one in certificates]}, certificates


def write(out: str, found: list[dict[str, Any]]) -> None:
    """Write the results of all games, one a line."""
    frame = as_frame(found)
    if out.endswith(".csv"):
        frame.to_csv(out, index=False)
    else:
        frame.infer_objects().to_parquet(out, index=False)


def print_sweep(account: dict[str, Any], certificates: Sequence[Certificate]) -> None:
    """Print the table, and what the committee of the best settings says."""
    console = Console(highlight=False)
    heading(console, f"{counted(len(account['settings']), 'setting')} on {account['source']}")
    games = f"{account['games']:,} of {counted(account['rounds'], 'round')}"
    reading, playing = account["seconds_reading"], account["seconds_playing"]
    seconds = f"{reading:.2f} s to read the file, {playing:.2f} s to play, {counted(account['workers'], 'worker')}"
    lines = [("games", games, ""), ("time", seconds, "")]
    if account["interrupted"]:
        went = f"; what was played is in {account['kept']}, and the same command goes on" if account["kept"] else ""
        lines.append(("interrupted", f"there is no table yet{went}", "yellow"))
    if account["failed"]:
        first = account["failed"][0]
        failed = counted(len(account["failed"]), "game")
        lines.append(("failed", f"{failed}; the first, {first['learner']}: {first['error']}", "yellow"))
    columns(console, lines)
    if account["settings"]:
        console.print()
        print_table(console, account)
    told = account["committee"]
    if told and "error" not in told:
        console.print()
        heading(
            console, f"what choosing costs: a committee of the best {len(told['members'])}, in the order of the file"
        )
        rate = f"{100 * told['mistake_rate']:.2f} % mistakes, log loss {told['log_loss']:.4g} a round"
        columns(console, [("committee", rate, ""), ("members", ", ".join(told["members"]), "")])
        print_certificates(console, certificates)


def print_table(console: Console, account: dict[str, Any]) -> None:
    """The best settings, one a line, each with its mean over the orders and the deviation."""
    key, rows = account["sorted_by"], account["settings"]
    shown = rows[:SHOWN]
    words = [settings(one["parameters"]) or "as it is" for one in shown]
    left = max(len("learner"), *(len(one["learner"]) for one in shown))
    middle = max(len("settings"), *map(len, words))
    same = all(one.get("mistake_rate") == one["mean_loss"] for one in shown)  # the loss is that of mistakes
    others = [name for name in ("mistake_rate", "mean_loss")[: 1 if same else 2] if name in shown[0] and name != key]
    names = [key, *others]
    titles = "".join(f"  {name.replace('_', ' '):>20}" for name in names)
    console.print(Text(f"  {'learner'.ljust(left)}  {'settings'.ljust(middle)}{titles}  {'ms':>8}", style="bold"))
    for one, told in zip(shown, words, strict=True):
        cells = "".join(f"  {cell(one, name):>20}" for name in names)
        milliseconds = f"  {1000 * one['seconds']:>8.1f}"
        console.print(
            Text(f"  {one['learner'].ljust(left)}  {told.ljust(middle)}{cells}{milliseconds}"), soft_wrap=True
        )
    if len(rows) > SHOWN:
        console.print(f"  and {counted(len(rows) - SHOWN, 'setting')} more")


def cell(one: dict[str, Any], name: str) -> str:
    """A number with its deviation over the orders."""
    value, off = one.get(name), one.get(f"{name}_deviation")
    if value is None:
        return "none"
    if name == "mistake_rate":
        return f"{100 * value:.2f} ± {100 * (off or 0.0):.2f} %"
    return f"{value:.4g} ± {off or 0.0:.2g}"
